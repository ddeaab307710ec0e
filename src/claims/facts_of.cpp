#include "facts_of.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace warrant::claims {
namespace {

using TokenKind = Token::Kind;

bool one_kind(OpKind kind, std::initializer_list<OpKind> set) { return std::ranges::find(set, kind) != set.end(); }

bool alnum(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80; }

std::string_view said_result(OpResult result) {
  switch (result) {
    case OpResult::succeeded: return "succeeded";
    case OpResult::failed: return "failed";
    case OpResult::indeterminate: return "has no known result";
    case OpResult::denied_by_person: return "was denied by the person";
    case OpResult::denied_by_policy: return "was denied by policy";
    case OpResult::not_attempted: return "was not attempted";
  }
  return "";
}

}  // namespace

std::string_view plain_path(std::string_view path) {
  while (path.starts_with("./")) path.remove_prefix(2);
  while (path.ends_with('/')) path.remove_suffix(1);
  return path;
}

bool has_effect(OpKind kind) { return !one_kind(kind, {OpKind::read, OpKind::search}); }
bool changes_files(OpKind kind) { return has_effect(kind) && kind != OpKind::run; }

std::vector<std::string> ends_of(std::string_view target) {
  for (const std::string_view arrow : {" -> ", "->", " => ", " \xE2\x86\x92 ", " to "}) {
    const auto at = target.find(arrow);
    if (at != std::string_view::npos) {
      return {std::string(target.substr(0, at)), std::string(target.substr(at + arrow.size()))};
    }
  }
  return {std::string(target)};
}

std::string describe_op(const Op& op) {
  return fmt::format("{} {} {}", to_string(op.op), op.target, said_result(op.result));
}

bool names_file(const Token& token) {
  if (!token.names_thing()) return false;
  const std::string text = fold(token.text);
  if (text.find_first_of(" ()=\"'<>{}[]:;,$*|") != std::string::npos) return false;
  const auto name = std::string_view(text).substr(text.rfind('/') == std::string::npos ? 0 : text.rfind('/') + 1);
  const bool folder = text.find('/') != std::string::npos;
  const auto dot = name.rfind('.');
  // "/health" is a route, "src/lib" and "scripts/" are folders.
  if (!folder && one_of(name, {"makefile", "dockerfile", "readme", "license", "licence", "changelog", "gemfile",
                               "procfile", "justfile", "jenkinsfile", "rakefile", "vagrantfile"}))
    return true;
  if (dot == std::string_view::npos || dot + 1 == name.size())
    return token.kind == TokenKind::path && folder && (text.front() != '/' || std::ranges::count(text, '/') > 1);
  if (folder || dot == 0) return true;
  static constexpr auto kEndings = std::to_array<std::string_view>(
      {"adoc",     "asm",    "astro",     "awk",         "bak",     "bash",   "bat",   "bib",        "bin",    "bmp",
       "c",        "cc",     "cert",      "cfg",         "cjs",     "cl",     "class", "clj",        "cmake",  "cmd",
       "cnf",      "coffee", "conf",      "config",      "cpp",     "crt",    "cs",    "csproj",     "css",    "csv",
       "cu",       "cxx",    "d",         "dart",        "db",      "diff",   "doc",   "docx",       "el",     "elm",
       "ejs",      "env",    "eps",       "erb",         "erl",     "ex",     "exs",   "feature",    "fish",   "fs",
       "gif",      "go",     "gql",       "gradle",      "graphql", "groovy", "gz",    "h",          "hbs",    "hcl",
       "hh",       "hpp",    "hs",        "htm",         "html",    "hxx",    "ico",   "ini",        "ipynb",  "jar",
       "java",     "jinja",  "jl",        "jpeg",        "jpg",     "js",     "json",  "json5",      "jsonc",  "jsonl",
       "jsx",      "key",    "kt",        "kts",         "less",    "lock",   "log",   "lua",        "m",      "mako",
       "md",       "mdx",    "mjs",       "mk",          "ml",      "mli",    "mm",    "mod",        "mp3",    "mp4",
       "mustache", "nim",    "nix",       "o",           "odt",     "old",    "orig",  "patch",      "pdf",    "pem",
       "php",      "pl",     "plist",     "pm",          "png",     "po",     "pptx",  "properties", "proto",  "ps1",
       "pug",      "py",     "pyi",       "pyx",         "r",       "rake",   "rb",    "rego",       "rs",     "rst",
       "rtf",      "s",      "sass",      "scala",       "scm",     "scss",   "sh",    "sln",        "sol",    "sql",
       "sqlite",   "styl",   "sum",       "svelte",      "svg",     "swift",  "t",     "tar",        "tcl",    "tex",
       "tf",       "tfvars", "tgz",       "toml",        "ts",      "tsv",    "tsx",   "ttf",        "twig",   "txt",
       "vb",       "vcf",    "vim",       "vue",         "wasm",    "webp",   "woff",  "xls",        "xlsx",   "xml",
       "xsd",      "xsl",    "yaml",      "yml",         "zig",     "zip",    "zsh",   "example",    "sample", "dist",
       "template", "tmp",    "gitignore", "dockerignore"});
  return std::ranges::find(kEndings, name.substr(dot + 1)) != kEndings.end();
}

bool same_file(std::string_view mention, std::string_view target) {
  const std::string a = fold(plain_path(mention));
  const std::string b = fold(plain_path(target));
  if (a.empty() || b.empty()) return false;
  if (a == b) return true;
  // "The README" is README.md.
  for (const std::string_view ending : {".md", ".txt", ".rst", ".adoc"}) {
    if (a.find('.') == std::string::npos && a.find('/') == std::string::npos && b == a + std::string(ending))
      return true;
  }
  const auto tail = [](std::string_view whole, std::string_view part) {
    return whole.size() > part.size() && whole.ends_with(part) && whole[whole.size() - part.size() - 1] == '/';
  };
  return tail(a, b) || tail(b, a);
}

Work work_of(std::string_view command) {
  const std::string low = fold(command);
  const auto has = [&](std::string_view what) {
    for (auto at = low.find(what); at != std::string::npos; at = low.find(what, at + 1)) {
      const bool left = at == 0 || !alnum(low[at - 1]);
      const bool right = at + what.size() >= low.size() || !alnum(low[at + what.size()]);
      if (left && right) return true;
    }
    return false;
  };
  for (const std::string_view w : {"test", "tests", "pytest", "jest", "vitest", "mocha", "ctest", "rspec", "phpunit",
                                   "unittest", "tox", "nox", "nextest", "spec", "e2e", "cypress", "playwright", "bats"})
    if (has(w)) return Work::tests;
  for (const std::string_view w : {"eslint",   "ruff",     "clippy", "flake8",    "pylint", "lint",        "clang-tidy",
                                   "prettier", "golangci", "black",  "stylelint", "vet",    "shellcheck",  "rubocop",
                                   "hadolint", "yamllint", "biome",  "oxlint",    "tflint", "markdownlint"})
    if (has(w)) return Work::lint;
  if (low.find("lint") != std::string::npos) return Work::lint;
  for (const std::string_view w : {"mypy", "tsc", "pyright", "typecheck", "type-check", "types"})
    if (has(w)) return Work::typecheck;
  for (const std::string_view w : {"build", "make", "cmake", "ninja", "compile", "gcc", "g++", "clang", "javac",
                                   "msbuild", "webpack", "vite", "assemble"})
    if (has(w)) return Work::build;
  for (const std::string_view w :
       {"deploy", "publish", "release", "push", "upload", "install", "send", "ship", "merge", "tag", "commit"})
    if (has(w)) return Work::release;
  if (has("git")) return Work::git;
  if (low.find("syntax-check") != std::string::npos) return Work::lint;
  if (low.find("cargo check") != std::string::npos) return Work::build;
  // A flag tells how something is done, not what.
  const bool flag = low.find("-check") != std::string::npos || low.find("-verify") != std::string::npos;
  if (!flag && (has("check") || has("verify"))) return Work::tests;
  return Work::other;
}

bool Facts::any(std::initializer_list<OpKind> kinds, OpResult result) const {
  return std::ranges::any_of(state_.ops, [&](const Op& op) { return one_kind(op.op, kinds) && op.result == result; });
}

bool Facts::any(OpResult result) const {
  return std::ranges::any_of(state_.ops, [&](const Op& op) { return op.result == result; });
}

const Op* Facts::last_run(Work work) const {
  const Op* found = nullptr;
  bool exact = false;
  for (const auto& op : state_.ops) {
    if (op.op != OpKind::run) continue;
    const auto its = work_of(op.target);
    // The program that was built is not the build: what names the work goes before what may be it.
    const bool named =
        its == work || (work == Work::build && its == Work::tests && fold(op.target).find("make") != std::string::npos);
    if (!named && (its != Work::other || exact)) continue;
    found = &op;
    exact = named;
  }
  return found;
}

bool Facts::undone_by_command() const {
  return std::ranges::any_of(state_.ops, [](const Op& op) {
    return op.op == OpKind::run && op.result == OpResult::succeeded &&
           std::ranges::any_of(std::initializer_list<std::string_view>{"git checkout", "git restore", "git revert",
                                                                       "git reset", "git stash", "git clean", "--abort",
                                                                       "rollback", "undo", "restore"},
                               [&](std::string_view part) { return op.target.find(part) != std::string::npos; });
  });
}

bool Facts::stale_tests() const {
  std::optional<std::size_t> run;
  std::optional<std::size_t> edit;
  for (std::size_t i = 0; i < state_.ops.size(); ++i) {
    const auto& op = state_.ops[i];
    const std::string low = fold(op.target);
    const bool document = low.ends_with(".md") || low.ends_with(".txt") || low.ends_with(".rst");
    if (op.op == OpKind::run && (work_of(op.target) == Work::tests || work_of(op.target) == Work::other)) run = i;
    if (changes_files(op.op) && !document && op.result == OpResult::succeeded) edit = i;
  }
  return run && edit && *run < *edit;
}

std::optional<std::string> Facts::incomplete() const {
  if (state_.ops.empty()) return "nothing was done in this turn";
  bool good = false;
  for (std::size_t i = 0; i < state_.ops.size(); ++i) {
    const auto& op = state_.ops[i];
    if (op.result == OpResult::succeeded) {
      good = true;
      continue;
    }
    if (one_kind(op.op, {OpKind::read, OpKind::search})) continue;
    const bool later =
        std::any_of(state_.ops.begin() + static_cast<std::ptrdiff_t>(i) + 1, state_.ops.end(), [&](const Op& next) {
          return next.result == OpResult::succeeded && changes_files(next.op) == changes_files(op.op) &&
                 (same_file(next.target, op.target) || next.op == OpKind::run);
        });
    if (!later) return describe_op(op);
  }
  if (!good) return describe_op(state_.ops.back());
  return std::nullopt;
}

}  // namespace warrant::claims
