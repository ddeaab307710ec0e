// The names of the room's closed sets.
#include "warrant/evidence/command.hpp"
#include "warrant/evidence/evidence.hpp"
#include "warrant/evidence/session.hpp"

namespace warrant::evidence {

std::string_view to_string(Runner runner) noexcept {
  switch (runner) {
    case Runner::pytest: return "pytest";
    case Runner::unittest: return "unittest";
    case Runner::jest: return "jest";
    case Runner::vitest: return "vitest";
    case Runner::mocha: return "mocha";
    case Runner::ava: return "ava";
    case Runner::bun: return "bun";
    case Runner::node_test: return "node:test";
    case Runner::tap: return "tap";
    case Runner::bats: return "bats";
    case Runner::go: return "go";
    case Runner::gotestsum: return "gotestsum";
    case Runner::cargo: return "cargo";
    case Runner::nextest: return "nextest";
    case Runner::rspec: return "rspec";
    case Runner::phpunit: return "phpunit";
    case Runner::maven: return "maven";
    case Runner::gradle: return "gradle";
    case Runner::dotnet: return "dotnet";
    case Runner::swift: return "swift";
    case Runner::ctest: return "ctest";
    case Runner::googletest: return "googletest";
    case Runner::catch2: return "catch2";
    case Runner::minitest: return "minitest";
    case Runner::exunit: return "exunit";
    case Runner::playwright: return "playwright";
    case Runner::deno: return "deno";
    case Runner::jasmine: return "jasmine";
    case Runner::karma: return "karma";
    case Runner::cypress: return "cypress";
    case Runner::ginkgo: return "ginkgo";
    case Runner::boost_test: return "boost.test";
    case Runner::meson: return "meson";
    case Runner::bazel: return "bazel";
    case Runner::scalatest: return "scalatest";
    case Runner::clojure: return "clojure.test";
    case Runner::junit: return "junit";
    case Runner::nunit: return "nunit";
    case Runner::behave: return "behave";
    case Runner::cucumber: return "cucumber";
    case Runner::robot: return "robot";
    case Runner::dart: return "dart";
    case Runner::tasty: return "tasty";
    case Runner::cabal: return "cabal";
    case Runner::zig: return "zig";
    case Runner::forge: return "forge";
    case Runner::busted: return "busted";
    case Runner::elm: return "elm";
    case Runner::testthat: return "testthat";
    case Runner::julia: return "julia";
    case Runner::tsc: return "tsc";
    case Runner::mypy: return "mypy";
    case Runner::pyright: return "pyright";
    case Runner::eslint: return "eslint";
    case Runner::biome: return "biome";
    case Runner::ruff: return "ruff";
    case Runner::clippy: return "clippy";
    case Runner::golangci: return "golangci";
    case Runner::rubocop: return "rubocop";
    case Runner::prettier: return "prettier";
    case Runner::go_vet: return "go vet";
    case Runner::make: return "make";
    case Runner::ninja: return "ninja";
    case Runner::cmake: return "cmake";
    case Runner::cargo_build: return "cargo build";
    case Runner::go_build: return "go build";
    case Runner::webpack: return "webpack";
    case Runner::vite: return "vite";
    case Runner::next: return "next";
    case Runner::npm: return "npm";
    case Runner::docker: return "docker";
    case Runner::git: return "git";
    case Runner::gh: return "gh";
    case Runner::vercel: return "vercel";
    case Runner::netlify: return "netlify";
    case Runner::firebase: return "firebase";
    case Runner::cloudflare: return "cloudflare";
    case Runner::fly: return "fly";
    case Runner::terraform: return "terraform";
    case Runner::kubernetes: return "kubernetes";
    case Runner::coverage: return "coverage";
    case Runner::other: return "other";
  }
  return "";
}

std::string_view to_string(Activity activity) noexcept {
  switch (activity) {
    case Activity::test: return "test";
    case Activity::build: return "build";
    case Activity::lint: return "lint";
    case Activity::typecheck: return "typecheck";
    case Activity::coverage: return "coverage";
    case Activity::commit: return "commit";
    case Activity::push: return "push";
    case Activity::pull_request: return "pull_request";
    case Activity::deploy: return "deploy";
    case Activity::publish: return "publish";
  }
  return "";
}

std::string_view to_string(Caveat caveat) noexcept {
  switch (caveat) {
    case Caveat::masked_exit: return "masked_exit";
    case Caveat::background: return "background";
    case Caveat::cut_off: return "cut_off";
    case Caveat::collect_only: return "collect_only";
    case Caveat::filtered: return "filtered";
    case Caveat::other_directory: return "other_directory";
    case Caveat::only_shown: return "only_shown";
    case Caveat::cached: return "cached";
  }
  return "";
}

std::string_view to_string(Format format) noexcept {
  switch (format) {
    case Format::claude: return "claude";
    case Format::codex: return "codex";
    case Format::opencode: return "opencode";
    case Format::gemini: return "gemini";
    case Format::copilot: return "copilot";
    case Format::pi: return "pi";
    case Format::aider: return "aider";
    case Format::swe_agent: return "swe_agent";
    case Format::specstory: return "specstory";
  }
  return "";
}

std::string_view to_string(EditKind kind) noexcept {
  switch (kind) {
    case EditKind::create: return "create";
    case EditKind::modify: return "modify";
    case EditKind::remove: return "remove";
    case EditKind::rename: return "rename";
  }
  return "";
}

}  // namespace warrant::evidence
