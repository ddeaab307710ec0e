#include "lookup.hpp"

#include <warrant/base/dirs.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/command/containment.hpp>
#include <warrant/command/profile.hpp>
#include <warrant/command/trust.hpp>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

extern char** environ;  // NOLINT(readability-redundant-declaration): unistd.h declares it for GNU only

namespace warrant::command {

namespace {

constexpr std::array<std::string_view, 9> always_passed = {"HOME", "USER",     "LOGNAME",  "LANG", "LC_ALL",
                                                           "TZ",   "LC_CTYPE", "LANGUAGE", "SHELL"};

bool is_directory(const std::string& path) {
  struct stat info{};
  return ::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

bool is_program(const std::string& path) {
  struct stat info{};
  return ::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

std::string value_of(const Place& place, std::string_view name) {
  const auto found = place.environment.find(name);
  return found == place.environment.end() ? "" : found->second;
}

struct Program {
  std::string path;
  std::vector<std::string> words;  ///< argv up to the fixed words
};

Result<Program> find_program(const Profile& profile, const Place& place) {
  const std::vector<std::string> directories = search_path(place);
  std::vector<std::string> tried;
  for (const std::vector<std::string>& way : profile.programs) {
    const std::string& name = way.front();
    tried.push_back(name);
    std::optional<std::string> path;
    if (name.find('/') == std::string::npos) {
      path = find_on_path(name, directories);
    } else if (const auto beneath = RelPath::make(name); beneath && is_program(place.root + "/" + beneath->text())) {
      path = place.root + "/" + beneath->text();
    } else if (name.starts_with('/') && is_program(name)) {
      path = name;
    }
    if (path) return Program{.path = *path, .words = way};
  }
  return fail(Code::not_found, fmt::format("{} needs {}, which is not installed (not on PATH, not in the workspace)",
                                           profile.id, fmt::join(tried, " or ")));
}

// The build directory is the only one with the marker, or the one called "build".
Result<std::string> find_build(const Profile& profile, const Place& place) {
  const std::vector<std::string> found = build_directories(place.root, profile.build_marker);
  if (found.size() == 1) return found.front();
  if (std::find(found.begin(), found.end(), "build") != found.end()) return "build";
  if (found.empty()) {
    return fail(Code::not_found, fmt::format("no build directory (one that holds {}) in the workspace: configure one "
                                             "first, for instance with cmake -B build",
                                             profile.build_marker));
  }
  return fail(Code::invalid_argument,
              fmt::format("several build directories and none called \"build\": {}", fmt::join(found, ", ")));
}

std::string in_place_of(std::string text, std::string_view name, const std::string& value) {
  if (const std::size_t at = text.find(name); at != std::string::npos) text.replace(at, name.size(), value);
  return text;
}

// "~/x" → home, "$NAME" → the caller's variable, "{git}" → the repository's own directories, the rest beneath the root.
void resolve_path(const std::string& text, const Place& place, const std::string& build,
                  std::vector<std::string>& out) {
  if (text == "{git}") {
    for (std::string& path : repository_directories(place.root)) out.push_back(std::move(path));
  } else if (text.starts_with("~/")) {
    if (!place.home.empty()) out.push_back(place.home + text.substr(1));
  } else if (text.starts_with('$')) {
    if (std::string value = value_of(place, text.substr(1)); value.starts_with('/')) out.push_back(std::move(value));
  } else if (text.starts_with('/')) {
    out.push_back(text);
  } else if (const auto beneath = RelPath::make(in_place_of(text, "{build}", build))) {
    // A final '/' stays: it says that the directory is to be made when it is absent.
    out.push_back(beneath->is_root() ? place.root
                                     : place.root + "/" + beneath->text() + (text.ends_with('/') ? "/" : ""));
  }
}

std::vector<std::string> resolve_paths(const std::vector<std::string>& texts, const Place& place,
                                       const std::string& build) {
  std::vector<std::string> out;
  for (const std::string& text : texts) resolve_path(text, place, build, out);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::vector<std::string> environment_for(const Profile& profile, const Place& place) {
  std::map<std::string, std::string> chosen = {{"CI", "true"}, {"NO_COLOR", "1"}, {"TERM", "dumb"}};
  chosen["PATH"] = fmt::format("{}", fmt::join(search_path(place), ":"));
  const auto pass = [&](std::string_view name) {
    const auto found = place.environment.find(name);
    if (found != place.environment.end()) chosen[std::string(name)] = found->second;
  };
  for (const std::string_view name : always_passed) pass(name);
  for (const std::string& name : profile.pass) pass(name);
  for (const std::string& assignment : profile.environment) {
    const std::size_t equals = assignment.find('=');
    chosen[assignment.substr(0, equals)] = assignment.substr(equals + 1);
  }
  std::vector<std::string> out;
  for (const auto& [name, value] : chosen) {
    if (value.find('\0') == std::string::npos) out.push_back(name + "=" + value);
  }
  return out;
}

policy::CommandLimits limits_for(const Profile& profile) {
  return {.wall_ms = profile.wall_ms,
          .grace_ms = 1'000,
          .output_head = 64 << 10,
          .output_tail = 192 << 10,
          // Processors work side by side, so a process may use more than the clock shows.
          .cpu_s = profile.wall_ms / 1'000 * 8 + 1,
          .file_bytes = std::int64_t{8} << 30,
          .open_files = 4'096,
          .processes = 0};
}

}  // namespace

Result<Place> place_here(const std::string& root) {
  if (!root.starts_with('/') || !is_directory(root)) return fail(Code::invalid_argument, "is no directory", root);
  Place place{.root = root, .home = {}, .environment = {}, .available = probe_containment()};
  if (auto dirs = find_dirs()) place.state = std::move(dirs->state);
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::size_t equals = text.find('=');
    if (equals != std::string_view::npos && equals > 0) {
      place.environment.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
  }
  if (std::string home = value_of(place, "HOME"); home.starts_with('/') && home.size() > 1)
    place.home = std::move(home);
  return place;
}

Result<policy::RunCommand> plan(const Profile& profile, const std::vector<std::string>& arguments, const Place& place) {
  if (profile.pin) WARRANT_CHECK(check_pin(place.root, place.state, *profile.pin));
  WARRANT_TRY(words, check_arguments(profile, arguments));
  WARRANT_TRY(program, find_program(profile, place));
  std::string build;
  if (!profile.build_marker.empty()) {
    WARRANT_TRY(found, find_build(profile, place));
    build = std::move(found);
  }
  WARRANT_TRY(containment, containment_for(profile, place.available));
  std::vector<std::string> argv = std::move(program.words);
  for (const std::string& text : profile.fixed) argv.push_back(in_place_of(text, "{build}", build));
  std::move(words.begin(), words.end(), std::back_inserter(argv));
  std::vector<std::string> reads = resolve_paths(profile.reads, place, build);
  reads.push_back(place.root);
  return policy::RunCommand{.profile = profile.id,
                            .pin = profile.pin,
                            .program = std::move(program.path),
                            .argv = std::move(argv),
                            .cwd = place.root,
                            .environment = environment_for(profile, place),
                            .reads = std::move(reads),
                            .writes = resolve_paths(profile.writes, place, build),
                            .network = profile.network,
                            .containment = containment,
                            .limits = limits_for(profile)};
}

}  // namespace warrant::command
