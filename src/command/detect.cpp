#include <warrant/base/json.hpp>
#include <warrant/base/toml.hpp>
#include <warrant/command/detect.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warrant::command {

namespace {

std::string_view name_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

class Reader {
 public:
  explicit Reader(const Listing& listing) : listing_(listing) {}

  [[nodiscard]] bool has(std::string_view path) const {
    return std::find(listing_.files.begin(), listing_.files.end(), path) != listing_.files.end();
  }
  [[nodiscard]] bool has_program(std::string_view name) const { return listing_.programs.contains(name); }
  [[nodiscard]] std::string_view text(std::string_view path) const {
    const auto found = listing_.texts.find(path);
    return found == listing_.texts.end() ? std::string_view() : std::string_view(found->second);
  }
  /// The first file for which `matches(path)` holds; "" when there is none.
  template <class Matches>
  [[nodiscard]] std::string first(Matches matches) const {
    const auto found = std::find_if(listing_.files.begin(), listing_.files.end(), matches);
    return found == listing_.files.end() ? "" : *found;
  }

 private:
  const Listing& listing_;
};

// A Makefile rule "name:" or "a name b:", not an assignment and not a recipe line.
bool has_target(std::string_view makefile, std::string_view target) {
  for (std::size_t begin = 0; begin < makefile.size();) {
    const std::size_t end = std::min(makefile.find('\n', begin), makefile.size());
    const std::string_view line = makefile.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || line.front() == '\t' || line.front() == '#' || line.front() == '.') continue;
    if (line.substr(colon).starts_with(":=") || line.substr(colon).starts_with("::=")) continue;
    std::string_view names = line.substr(0, colon);
    if (names.find('=') != std::string_view::npos) continue;
    while (!names.empty()) {
      const std::size_t blank = std::min(names.find_first_of(" \t"), names.size());
      if (names.substr(0, blank) == target) return true;
      names.remove_prefix(std::min(blank + 1, names.size()));
    }
  }
  return false;
}

std::string makefile_with(const Reader& reader, std::string_view target) {
  for (const char* name : {"GNUmakefile", "makefile", "Makefile"}) {
    if (reader.has(name)) return has_target(reader.text(name), target) ? name : "";  // make reads the first one only
  }
  return "";
}

// The string at scripts.test, when it is not the stub that `npm init` writes.
std::optional<std::string> test_script(const Reader& reader) {
  const auto package = parse_json(reader.text("package.json"));
  if (!package) return std::nullopt;
  const Json* scripts = package->find("scripts");
  if (scripts == nullptr) return std::nullopt;
  const std::string_view script = scripts->text("test");
  if (script.empty() || script.find("no test specified") != std::string_view::npos) return std::nullopt;
  return std::string(script);
}

std::string node_manager(const Reader& reader) {
  if (reader.has("pnpm-lock.yaml")) return "pnpm";
  return reader.has("yarn.lock") ? "yarn" : "npm";
}

std::string pytest_marker(const Reader& reader) {
  for (const char* name : {"pytest.ini", ".pytest.ini", "conftest.py", "tests/conftest.py", "test/conftest.py"}) {
    if (reader.has(name)) return name;
  }
  if (reader.text("pyproject.toml").find("[tool.pytest") != std::string_view::npos) return "pyproject.toml";
  if (reader.text("setup.cfg").find("[tool:pytest]") != std::string_view::npos) return "setup.cfg";
  if (reader.text("tox.ini").find("[pytest]") != std::string_view::npos) return "tox.ini";
  for (const char* name : {"pyproject.toml", "requirements.txt", "requirements-dev.txt", "requirements_dev.txt"}) {
    if (reader.text(name).find("pytest") != std::string_view::npos) return name;
  }
  return "";
}

std::string python_test_file(const Reader& reader) {
  return reader.first([](std::string_view path) {
    const std::string_view name = name_of(path);
    return name.ends_with(".py") &&
           (name.starts_with("test_") || name.ends_with("_test.py") || name == "tests.py" || name == "test.py");
  });
}

void add_python_project(const Reader& reader, std::vector<Fit>& out) {
  if (std::string marker = pytest_marker(reader); !marker.empty()) out.push_back({"pytest", std::move(marker)});
}

// Test files alone: many projects of another language have a few Python ones.
void add_python_files(const Reader& reader, std::vector<Fit>& out) {
  const std::string file = python_test_file(reader);
  if (file.empty()) return;
  const bool pytest = reader.has_program("pytest") || reader.has(".venv/bin/pytest") || reader.has("venv/bin/pytest");
  out.push_back({pytest ? "pytest" : "unittest", file});
}

void add_node_tests(const Reader& reader, std::vector<Fit>& out) {
  if (const auto script = test_script(reader)) {
    return out.push_back({node_manager(reader) + "-test", "package.json has a test script"});
  }
  for (const char* runner : {"vitest", "jest"}) {
    const std::string path = std::string("node_modules/.bin/") + runner;
    if (reader.has(path)) return out.push_back({runner, path});
  }
}

std::string dotnet_project(const Reader& reader) {
  return reader.first([](std::string_view path) {
    return path.ends_with(".sln") || path.ends_with(".csproj") || path.ends_with(".fsproj");
  });
}

std::string in_build(const Reader& reader, std::string_view marker) {
  return reader.first([&](std::string_view path) { return name_of(path) == marker; });
}

// The projects' own runners, one a language.
std::vector<Fit> own_tests(const Reader& reader) {
  std::vector<Fit> out;
  add_python_project(reader, out);
  add_node_tests(reader, out);
  if (reader.has("Cargo.toml")) out.push_back({"cargo-test", "Cargo.toml"});
  if (reader.has("go.mod")) out.push_back({"go-test", "go.mod"});
  if (reader.has("pom.xml")) out.push_back({"mvn-test", "pom.xml"});
  for (const char* name : {"build.gradle", "build.gradle.kts"}) {
    if (reader.has(name)) {
      out.push_back({"gradle-test", name});
      break;
    }
  }
  if (const std::string project = dotnet_project(reader); !project.empty()) out.push_back({"dotnet-test", project});
  if (reader.has("CMakeLists.txt")) {
    if (const std::string marker = in_build(reader, "CTestTestfile.cmake"); !marker.empty()) {
      out.push_back({"ctest", marker});
    }
  }
  return out;
}

void add_make(const Reader& reader, std::initializer_list<std::pair<const char*, const char*>> targets,
              std::vector<Fit>& out) {
  for (const auto& [profile, target] : targets) {
    if (const std::string file = makefile_with(reader, target); !file.empty()) {
      out.push_back({profile, fmt::format("{} has the target \"{}\"", file, target)});
    }
  }
}

std::vector<Fit> builds(const Reader& reader) {
  std::vector<Fit> out;
  if (reader.has("Cargo.toml")) out.push_back({"cargo-check", "Cargo.toml"});
  if (reader.has("go.mod")) out.push_back({"go-build", "go.mod"});
  if (const std::string marker = in_build(reader, "CMakeCache.txt"); !marker.empty() && reader.has("CMakeLists.txt")) {
    out.push_back({"cmake-build", marker});
  } else if (const std::string ninja = in_build(reader, "build.ninja"); !ninja.empty()) {
    out.push_back({"ninja-build", ninja});
  }
  return out;
}

std::vector<Fit> checks(const Reader& reader) {
  std::vector<Fit> out;
  const std::string_view pyproject = reader.text("pyproject.toml");
  const auto configured = [&](std::string_view tool, std::initializer_list<const char*> files) {
    if (pyproject.find(fmt::format("[tool.{}", tool)) != std::string_view::npos) return std::string("pyproject.toml");
    for (const char* file : files) {
      if (reader.has(file)) return std::string(file);
    }
    return std::string();
  };
  if (std::string file = configured("ruff", {"ruff.toml", ".ruff.toml"}); !file.empty()) out.push_back({"ruff", file});
  if (std::string file = configured("mypy", {"mypy.ini", ".mypy.ini"}); !file.empty()) out.push_back({"mypy", file});
  if (reader.has("tsconfig.json")) out.push_back({"tsc", "tsconfig.json"});
  if (reader.has("node_modules/.bin/eslint")) out.push_back({"eslint", "node_modules/.bin/eslint"});
  if (reader.has("Cargo.toml")) out.push_back({"cargo-clippy", "Cargo.toml"});
  if (reader.has("go.mod")) out.push_back({"go-vet", "go.mod"});
  return out;
}

struct Ranked {
  std::vector<Fit> own;     ///< equally good
  std::vector<Fit> behind;  ///< taken when there is no own one
};

Ranked rank(Purpose purpose, const Listing& listing) {
  const Reader reader(listing);
  Ranked ranked;
  switch (purpose) {
    case Purpose::test:
      ranked.own = own_tests(reader);
      if (pytest_marker(reader).empty()) add_python_files(reader, ranked.own.empty() ? ranked.own : ranked.behind);
      add_make(reader, {{"make-test", "test"}, {"make-check", "check"}}, ranked.behind);
      break;
    case Purpose::build:
      ranked.own = builds(reader);
      add_make(reader, {{"make-build", "all"}}, ranked.behind);
      break;
    case Purpose::check: ranked.own = checks(reader); break;
    case Purpose::history:
      if (reader.has(".git") || reader.has(".git/HEAD")) ranked.own.push_back({"git-status", ".git"});
      break;
  }
  return ranked;
}

std::string_view nothing_found(Purpose purpose) {
  switch (purpose) {
    case Purpose::test:
      return "no test runner recognised: none of pytest or unittest files, a package.json test script, Cargo.toml, "
             "go.mod, pom.xml, build.gradle, a .NET project, a configured CMake build directory or a Makefile target "
             "\"test\". A profile of your own can be added with \"warrant profiles add\".";
    case Purpose::build:
      return "no build recognised: no Cargo.toml, go.mod, configured build directory or Makefile target \"all\"";
    case Purpose::check: return "no linter or type checker recognised in this workspace";
    case Purpose::history: return "this is no git repository";
  }
  return "nothing recognised";
}

}  // namespace

std::vector<Fit> fitting(Purpose purpose, const Listing& listing) {
  Ranked ranked = rank(purpose, listing);
  std::vector<Fit> out = std::move(ranked.own);
  std::move(ranked.behind.begin(), ranked.behind.end(), std::back_inserter(out));
  return out;
}

namespace {

Several question_about(std::vector<Fit> fits) {
  std::vector<std::string> named;
  for (const Fit& fit : fits) named.push_back(fmt::format("{} ({})", fit.profile, fit.because));
  std::string question =
      fmt::format("Which one: {}? Say it by name, as in \"Run {}.\"", fmt::join(named, ", "), fits.front().profile);
  return Several{.fits = std::move(fits), .question = std::move(question)};
}

}  // namespace

Choice choose(Purpose purpose, const Listing& listing, const std::vector<Profile>& workspace) {
  Ranked ranked = rank(purpose, listing);
  if (ranked.own.size() > 1) return question_about(std::move(ranked.own));
  if (ranked.own.size() == 1) return One{.fit = ranked.own.front(), .others = std::move(ranked.behind)};
  if (!ranked.behind.empty()) {
    // Of a Makefile's "test" and "check" the first is meant; the second is named beside it.
    const Fit fit = ranked.behind.front();
    return One{.fit = fit, .others = {ranked.behind.begin() + 1, ranked.behind.end()}};
  }
  std::vector<Fit> trusted;
  for (const Profile& profile : workspace) {
    if (profile.purpose == purpose) trusted.push_back({profile.id, profile.title});
  }
  if (trusted.size() > 1) return question_about(std::move(trusted));
  if (trusted.size() == 1) return One{.fit = std::move(trusted.front()), .others = {}};
  return None{.reason = std::string(nothing_found(purpose))};
}

}  // namespace warrant::command
