// Which files of a program a command line itself writes: `sed -i`, redirections, `git checkout -- f`, short scripts.
#include "command_parts.hpp"
#include "reading.hpp"
#include "shell_words.hpp"

#include <algorithm>
#include <array>

namespace warrant::evidence {
namespace {

constexpr std::size_t kMaxFiles = 64;

/// Whether the path is of source code that is no throw-away: what a run of the project can have read.
bool is_source(std::string_view path) {
  if (path.starts_with("/tmp/") || path.starts_with("/var/tmp/") ||
      path.find_first_of("$*?{}") != std::string_view::npos)
    return false;
  const auto slash = path.find_last_of("/\\");
  const auto name = path.substr(slash == std::string_view::npos ? 0 : slash + 1);
  for (const std::string_view start : {"repro", "test_", "verify", "check_", "debug", "scratch", "tmp", "temp", "demo",
                                       "try_", "fix_", "patch_", "apply_", "edit_", "update_", "script", "run_"}) {
    if (name.starts_with(start) && slash == std::string_view::npos) return false;
  }
  constexpr auto kEndings = std::to_array<std::string_view>(
      {".py", ".pyx", ".js", ".jsx",   ".mjs", ".cjs", ".ts",  ".tsx",  ".vue", ".svelte",
       ".go", ".rs",  ".c",  ".cc",    ".cpp", ".h",   ".hpp", ".java", ".kt",  ".scala",
       ".rb", ".php", ".cs", ".swift", ".ex",  ".exs", ".hs",  ".lua",  ".dart"});
  return std::ranges::any_of(kEndings, [&](std::string_view ending) { return name.ends_with(ending); });
}

class Collector {
 public:
  std::vector<std::string> take() { return std::move(files_); }
  void add(std::string_view path) {
    while (!path.empty() && (path.front() == '"' || path.front() == '\'')) path.remove_prefix(1);
    while (!path.empty() && (path.back() == '"' || path.back() == '\'')) path.remove_suffix(1);
    if (files_.size() >= kMaxFiles || !is_source(path)) return;
    if (std::ranges::find(files_, path) == files_.end()) files_.emplace_back(path);
  }

 private:
  std::vector<std::string> files_;
};

void by_program(Words words, Collector& into) {
  if (words.empty()) return;
  const auto name = base_name(words[0]);
  const auto each_path = [&](std::size_t from) {
    for (std::size_t i = from; i < words.size(); ++i) {
      if (!words[i].starts_with("-")) into.add(words[i]);
    }
  };
  const auto flag = [&](std::string_view start) {
    return std::ranges::any_of(words, [&](const std::string& word) { return word.starts_with(start); });
  };
  if (name == "sed" && (flag("-i") || flag("--in-place"))) each_path(1);
  if (name == "perl" && (flag("-pi") || flag("-i") || flag("-0pi") || flag("-ni"))) each_path(1);
  if (name == "tee") each_path(1);
  if ((name == "cp" || name == "mv") && words.size() > 2) into.add(words.back());
  if (name == "git" && words.size() > 2) {
    const bool paths = std::ranges::find(words, "--") != words.end();
    if ((words[1] == "checkout" && paths) || (words[1] == "restore" && !flag("--staged") && !flag("-S"))) each_path(2);
  }
}

/// "cat > src/a.py <<'EOF'", "echo x >> src/a.py": the words behind a redirection of a program that only writes text.
void by_redirection(std::string_view command, Collector& into) {
  constexpr std::size_t kMostRedirections = 256;
  std::size_t seen = 0;
  for (auto at = command.find('>'); at != std::string_view::npos && ++seen <= kMostRedirections;
       at = command.find('>', at + 1)) {
    auto line = command.substr(0, at);
    const auto start = line.find_last_of("\n;&|");
    line = trim(line.substr(start == std::string_view::npos ? 0 : start + 1));
    const bool writes = line.starts_with("cat") || line.starts_with("echo ") || line.starts_with("printf ");
    auto rest = command.substr(at + 1);
    if (rest.starts_with('>')) rest.remove_prefix(1), ++at;
    rest = rest.substr(std::min(rest.find_first_not_of(' '), rest.size()));
    if (writes) into.add(rest.substr(0, rest.find_first_of(" \t\n;&|<")));
  }
}

/// "open('src/a.py', 'w')", "Path('src/a.py').write_text(…)" of a script that stands in the command.
void by_script(std::string_view command, Collector& into) {
  for (const std::string_view call : {"open(", "Path("}) {
    for (auto at = command.find(call); at != std::string_view::npos; at = command.find(call, at + 1)) {
      auto rest = command.substr(at + call.size());
      if (rest.empty() || (rest[0] != '\'' && rest[0] != '"')) continue;
      const auto close = rest.find(rest[0], 1);
      if (close == std::string_view::npos) continue;
      const auto path = rest.substr(1, close - 1);
      const auto behind = rest.substr(close + 1, 40);
      const bool writes = behind.find("'w") != std::string_view::npos || behind.find("\"w") != std::string_view::npos ||
                          behind.find("write_text") != std::string_view::npos;
      if (writes) into.add(path);
    }
  }
}

}  // namespace

std::vector<std::string> files_removed(std::string_view command) {
  std::vector<std::string> files;
  if (command.find("rm ") == std::string_view::npos) return files;
  for (const auto& step : part_command(command)) {
    auto words = unwrap(step.words);
    if (words.size() > 1 && base_name(words[0]) == "git") words = words.subspan(1);
    if (words.empty() || base_name(words[0]) != "rm") continue;
    for (const auto& word : words.subspan(1)) {
      if (!word.starts_with("-") && files.size() < kMaxFiles) files.push_back(word);
    }
  }
  return files;
}

std::vector<std::string> files_written(std::string_view command) {
  Collector found;
  // What is tried out in a directory made for it is no part of the project.
  if (command.find("cd \"$(mktemp") != std::string_view::npos || command.find("cd $(mktemp") != std::string_view::npos)
    return {};
  for (const auto& step : part_command(command)) by_program(unwrap(step.words), found);
  by_redirection(command, found);
  by_script(command, found);
  return found.take();
}

}  // namespace warrant::evidence
