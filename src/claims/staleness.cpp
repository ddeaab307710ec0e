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

/// A package that a command runs, and whether a `cd` to an absolute path says so.
struct Named {
  std::string name;
  bool absolute;
};

/// `--filter @x/ui`, `-w api`, `-p core`, `--prefix web`, `cd packages/ui`.
std::vector<Named> packages_of(std::string_view text) {
  std::vector<Named> found;
  std::vector<std::string_view> words;
  for (auto rest = text; !rest.empty();) {
    const auto end = std::min(rest.find_first_of(" \t\n;&|"), rest.size());
    if (end > 0) words.push_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    auto value = i + 1 < words.size() ? words[i + 1] : std::string_view{};
    auto option = words[i];
    if (const auto equals = option.find('='); option.starts_with("--") && equals != std::string_view::npos) {
      value = option.substr(equals + 1);
      option = option.substr(0, equals);
    }
    if (!one_of(option, {"--filter", "-F", "-w", "--workspace", "-p", "--package", "--prefix", "--dir", "-C", "cd"}))
      continue;
    while (!value.empty() && (value.front() == '"' || value.front() == '\'')) value.remove_prefix(1);
    const bool absolute = value.starts_with('/') || value.starts_with('~') || value.starts_with('$') ||
                          (value.size() > 1 && value[1] == ':');
    while (!value.empty() && value.front() == '.') value.remove_prefix(1);
    while (!value.empty() &&
           (value.back() == '"' || value.back() == '\'' || value.back() == '/' || value.back() == '.'))
      value.remove_suffix(1);
    const auto name =
        value.substr(value.find_last_of("/\\") == std::string_view::npos ? 0 : value.find_last_of("/\\") + 1);
    if (!name.empty()) found.push_back({fold(name), absolute});
  }
  return found;
}

bool same_name(std::string_view a, std::string_view b) {
  // "--filter web-app" runs apps/web.
  return !a.empty() && !b.empty() && (a.find(b) != std::string_view::npos || b.find(a) != std::string_view::npos);
}

struct Package {
  std::string_view name;
  bool shared;  ///< others may be built from it
};

/// "apps/api/src/a.ts", "packages/ui/x.ts", "frontend/src/App.vue": the package that a path lies in.
std::optional<Package> package_of(std::string_view path) {
  const auto parts = parts_of(path);
  for (std::size_t i = 0; i + 2 < parts.size(); ++i) {
    if (one_of(parts[i], {"apps", "services", "examples", "functions", "lambdas", "workers"}))
      return Package{parts[i + 1], false};
    if (one_of(parts[i], {"packages", "crates", "libs", "modules", "plugins", "projects"})) {
      const auto name = parts[i + 1];
      bool shared = false;
      for (const std::string_view word : {"shared", "common", "core", "types", "util", "lib", "config", "sdk", "client",
                                          "base", "schema", "proto", "model", "contract"})
        shared = shared || name.find(word) != std::string_view::npos;
      return Package{name, shared};
    }
  }
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    if (one_of(parts[i], {"src", "lib", "app", "tests", "test", "internal", "pkg", "cmd", "node_modules"})) break;
    if (one_of(parts[i], {"frontend", "backend", "web", "webapp", "api", "client", "server", "mobile", "ui", "cli",
                          "desktop", "admin", "dashboard", "website", "landing"}))
      return Package{parts[i], false};
  }
  return std::nullopt;
}

/// How an image is built and started; it reaches what runs in one.
bool describes_image(std::string_view path) {
  const auto parts = parts_of(path);
  const auto name = parts.empty() ? path : parts.back();
  return name.starts_with("dockerfile") || name.ends_with(".dockerfile") || name.starts_with("docker-compose") ||
         name.starts_with("compose.y");
}
/// What only a linter, a formatter or a hook reads.
bool configures_lint(std::string_view path) {
  const auto parts = parts_of(path);
  const auto name = parts.empty() ? path : parts.back();
  return name.starts_with(".prettierrc") || name.starts_with("prettier.config.") || name.starts_with(".eslintrc") ||
         name.starts_with("eslint.config.") || name.starts_with(".stylelintrc") || name.starts_with(".golangci.") ||
         one_of(name, {".editorconfig",   ".pre-commit-config.yaml",
                       "lefthook.yml",    ".markdownlint.json",
                       "biome.json",      "biome.jsonc",
                       "ruff.toml",       ".ruff.toml",
                       ".flake8",         ".pylintrc",
                       ".rubocop.yml",    "rustfmt.toml",
                       ".rustfmt.toml",   "clippy.toml",
                       ".clang-format",   ".clang-tidy",
                       ".prettierignore", ".eslintignore",
                       ".swiftlint.yml",  ".yamllint",
                       "oxlint.json",     ".oxlintrc.json"});
}
bool runs_in_image(std::string_view command) {
  return std::ranges::any_of(std::array<std::string_view, 4>{"docker", "podman", "compose", "earthly"},
                             [&](std::string_view word) { return command.find(word) != std::string_view::npos; });
}

}  // namespace

bool reaches_no_run(std::string_view path) {
  const std::string low = fold(path);
  const auto parts = parts_of(low);
  if (parts.empty()) return false;
  const auto name = parts.back();
  for (const auto part : parts) {
    if (one_of(part,
               {".github", ".gitlab", ".circleci", ".buildkite", ".vscode", ".idea", ".claude", ".cursor", ".specstory",
                ".planning", ".beads", ".devcontainer", ".tools", ".tmp", ".scratch", ".cache", ".venv"}))
      return true;
  }
  // What a documentation site or a person reads; "src/docs/" may be a part of the program.
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    if (one_of(parts[i], {"src", "lib", "internal", "pkg", "app", "test", "tests"})) break;
    if (one_of(parts[i], {"docs", "doc", "documentation", "screenshots"}) &&
        name.find("test") == std::string_view::npos)
      return true;
  }
  for (const std::string_view ending : {".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".ico", ".pdf", ".drawio"}) {
    if (name.ends_with(ending)) return true;
  }
  if (name.ends_with("ignore") && name.starts_with(".") && !one_of(name, {".prettierignore", ".eslintignore"}))
    return true;
  if (name.ends_with(".example") || name.ends_with(".sample") || name.ends_with(".tfvars")) return true;
  if (one_of(name, {".gitignore",        ".gitattributes",  ".gitlab-ci.yml",
                    ".travis.yml",       "jenkinsfile",     "azure-pipelines.yml",
                    "mkdocs.yml",        "mkdocs.yaml",     ".readthedocs.yml",
                    ".readthedocs.yaml", "codeowners",      "renovate.json",
                    "dependabot.yml",    "netlify.toml",    "vercel.json",
                    ".mailmap",          ".dockerignore",   ".npmignore",
                    "appveyor.yml",      ".gitkeep",        ".nvmrc",
                    ".node-version",     ".python-version", ".mcp.json",
                    "procfile",          "fly.toml",        "wrangler.toml"}))
    return true;
  // What a cluster is told, and what a tool notes of itself.
  if (name == "mise.lock" || name == "flake.lock") return true;
  if (name.ends_with(".yaml") || name.ends_with(".yml")) {
    for (const auto part : parts) {
      if (one_of(part, {"deploy", "k8s", "kubernetes", "helm", "charts", "manifests", "argocd", "kustomize"}))
        return true;
    }
  }
  return name.starts_with("license") || name.starts_with("docusaurus.config.");
}

Reach reach_of(std::string_view path, Runner runner, const evidence::Command& command) {
  const std::string low = fold(path);
  auto reads = language_of_runner(runner);
  if (!reads && runner == Runner::other) reads = language_of_command(command.text);
  if (reads && foreign_to(*reads, low)) return Reach::none;
  if (configures_lint(low) && !command.facts.does(evidence::Activity::lint)) return Reach::none;
  if (describes_image(low) && !runs_in_image(command.text)) return Reach::none;
  const auto package = package_of(low);
  if (!package || package->shared) return Reach::reaches;
  const bool relative = !low.starts_with('/') && !(low.size() > 1 && low[1] == ':');
  auto packages = packages_of(command.text);
  // Where a relative path starts is not known under an absolute directory.
  std::erase_if(packages, [&](const Named& each) { return relative && each.absolute; });
  if (packages.empty()) return Reach::reaches;
  const auto parts = parts_of(low);
  const bool runs = std::ranges::any_of(packages, [&](const Named& each) {
    return same_name(each.name, package->name) || std::ranges::find(parts, each.name) != parts.end();
  });
  return runs || command.text.find(package->name) != std::string::npos ? Reach::reaches : Reach::other_package;
}

bool in_other_packages(const evidence::Command& a, const evidence::Command& b) {
  const auto of_a = packages_of(a.text);
  const auto of_b = packages_of(b.text);
  if (of_a.empty() || of_b.empty()) return false;
  const auto& in_a = a.facts.directory;
  const auto& in_b = b.facts.directory;
  if (in_a.starts_with('/') && in_b.starts_with('/') &&
      (evidence::lies_below(in_a, in_b) || evidence::lies_below(in_b, in_a)))
    return false;
  return std::ranges::none_of(of_a, [&](const Named& each) {
    return std::ranges::any_of(of_b, [&](const Named& other) { return same_name(each.name, other.name); });
  });
}

bool names_package(std::string_view text, const evidence::Command& command) {
  return std::ranges::any_of(packages_of(command.text), [&](const Named& each) {
    return each.name.size() > 1 && text.find(each.name) != std::string_view::npos;
  });
}

}  // namespace warrant::claims
