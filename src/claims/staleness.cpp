#include "staleness.hpp"

#include "exempt.hpp"
#include "message.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace warrant::claims {
namespace {

using evidence::Runner;

/// Languages whose runners read nothing else; the others start what is written in any.
enum class Language : std::uint8_t { go, rust };

std::optional<Language> language_of_runner(Runner runner) {
  constexpr std::array kGo{Runner::go, Runner::gotestsum, Runner::golangci, Runner::go_vet, Runner::go_build};
  constexpr std::array kRust{Runner::cargo, Runner::nextest, Runner::clippy, Runner::cargo_build};
  if (std::ranges::find(kGo, runner) != kGo.end()) return Language::go;
  if (std::ranges::find(kRust, runner) != kRust.end()) return Language::rust;
  return std::nullopt;
}

/// Of a command whose runner is not known by its output: what its program reads.
std::optional<Language> language_of_command(std::string_view text) {
  const auto has = [&](std::string_view program) { return text.find(program) != std::string_view::npos; };
  // A task runner beside it may read anything.
  for (const std::string_view other : {"npm", "yarn", "bun", "make", "npx", "just ", "task ", "pytest", "python"}) {
    if (has(other)) return std::nullopt;
  }
  const bool go = has("go build") || has("go vet") || has("gofmt") || has("golangci-lint") || has("go test");
  if (go == has("cargo ")) return std::nullopt;
  return go ? Language::go : Language::rust;
}

/// Sources that the language does not compile in: scripts and styles of others.
bool foreign_to(Language language, std::string_view path) {
  if (path.ends_with(".go")) return language != Language::go;
  if (path.ends_with(".rs")) return language != Language::rust;
  constexpr std::array<std::string_view, 17> kScripts{".ts",  ".tsx",    ".js",  ".jsx",   ".mjs", ".cjs",
                                                      ".vue", ".svelte", ".css", ".scss",  ".py",  ".rb",
                                                      ".php", ".java",   ".kt",  ".swift", ".cs"};
  return std::ranges::any_of(kScripts, [&](std::string_view ending) { return path.ends_with(ending); });
}

std::vector<std::string_view> parts_of(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const auto end = std::min(path.find_first_of("/\\"), path.size());
    if (end > 0) parts.push_back(path.substr(0, end));
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return parts;
}

/// The packages that a command names: `--filter @x/ui`, `-w api`, `-p core`, `--prefix web`, `cd packages/ui`.
std::vector<std::string> packages_of(std::string_view text) {
  std::vector<std::string> found;
  std::vector<std::string_view> words;
  for (auto rest = text; !rest.empty();) {
    const auto end = std::min(rest.find_first_of(" \t\n;&|"), rest.size());
    if (end > 0) words.push_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    auto value = words[i + 1];
    auto option = words[i];
    if (const auto equals = option.find('='); option.starts_with("--") && equals != std::string_view::npos) {
      value = option.substr(equals + 1);
      option = option.substr(0, equals);
    }
    if (!one_of(option, {"--filter", "-F", "-w", "--workspace", "-p", "--package", "--prefix", "--dir", "-C", "cd"}))
      continue;
    while (!value.empty() && (value.front() == '"' || value.front() == '\'' || value.front() == '.'))
      value.remove_prefix(1);
    while (!value.empty() &&
           (value.back() == '"' || value.back() == '\'' || value.back() == '/' || value.back() == '.'))
      value.remove_suffix(1);
    const auto name =
        value.substr(value.find_last_of("/\\") == std::string_view::npos ? 0 : value.find_last_of("/\\") + 1);
    if (!name.empty()) found.push_back(fold(name));
  }
  return found;
}

/// "apps/api/src/a.ts": the application that nothing else is built from.
std::optional<std::string> application_of(std::string_view path) {
  const auto parts = parts_of(path);
  for (std::size_t i = 0; i + 2 < parts.size(); ++i) {
    if (one_of(parts[i], {"apps", "services", "examples", "functions", "lambdas", "workers"}))
      return fold(parts[i + 1]);
  }
  return std::nullopt;
}

}  // namespace

bool reaches_no_run(std::string_view path) {
  const std::string low = fold(path);
  const auto parts = parts_of(low);
  if (parts.empty()) return false;
  const auto name = parts.back();
  for (const auto part : parts) {
    if (one_of(part, {".github", ".gitlab", ".circleci", ".buildkite", ".vscode", ".idea", ".claude", ".cursor",
                      ".specstory", ".planning", ".beads", ".devcontainer"}))
      return true;
  }
  if (one_of(name, {".gitignore",    ".gitattributes",   ".editorconfig",       ".gitlab-ci.yml",
                    ".travis.yml",   "jenkinsfile",      "azure-pipelines.yml", "mkdocs.yml",
                    "mkdocs.yaml",   ".readthedocs.yml", ".readthedocs.yaml",   "codeowners",
                    "renovate.json", "dependabot.yml",   "netlify.toml",        "vercel.json",
                    ".mailmap",      ".dockerignore",    ".npmignore",          "appveyor.yml",
                    ".gitkeep"}))
    return true;
  return name.starts_with("license") || name.starts_with("docusaurus.config.");
}

bool may_change(std::string_view path, Runner runner, const evidence::Command& command) {
  const std::string low = fold(path);
  auto reads = language_of_runner(runner);
  if (!reads && runner == Runner::other) reads = language_of_command(command.text);
  if (reads && foreign_to(*reads, low)) return false;
  const auto application = application_of(low);
  if (!application) return true;
  const auto packages = packages_of(command.text);
  return packages.empty() || std::ranges::find(packages, *application) != packages.end() ||
         std::ranges::any_of(packages, [&](const std::string& each) {
           // "cd apps/web/src" and "--filter web-app": part of a longer name, or of a longer path.
           return each.find(*application) != std::string::npos || application->find(each) != std::string::npos ||
                  command.text.find(*application) != std::string::npos;
         });
}

}  // namespace warrant::claims
