// The agents' own marks: tool names, patches, and the notes around an output.
#include "session_writer.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace warrant::evidence {
namespace {

std::string lower_ascii(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return out;
}

bool one_of(std::string_view name, std::initializer_list<std::string_view> set) {
  return std::ranges::find(set, name) != set.end();
}

std::optional<int> number_behind(std::string_view text, std::string_view label) {
  if (!text.starts_with(label)) return std::nullopt;
  int value = 0;
  const auto rest = text.substr(label.size());
  const auto read = std::from_chars(rest.data(), rest.data() + rest.size(), value);
  if (read.ec != std::errc{}) return std::nullopt;
  return value;
}

std::string_view first_line(std::string_view text) { return text.substr(0, text.find('\n')); }

std::string_view without_line(std::string_view text) {
  const auto end = text.find('\n');
  return end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
}

std::string_view trim_end(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

/// "Chunk ID: …", "Wall time: …", "Process exited with code 0", …, "Output:".
void take_header(std::string_view& text, Noted& noted) {
  // Some releases put the command before it, which may have several lines.
  if (text.starts_with("Command: ")) {
    constexpr std::size_t longest_command = 16U << 10U;  // bytes
    const auto chunk = text.substr(0, longest_command).find("\nChunk ID: ");
    if (chunk != std::string_view::npos) text.remove_prefix(chunk + 1);
  }
  const auto head = text.substr(0, 600);
  const auto output = head.find("Output:\n");
  const bool ends = head.ends_with("Output:");
  if (output == std::string_view::npos && !ends) return;
  constexpr std::array<std::string_view, 8> lines{"Chunk ID: ",
                                                  "Wall time",
                                                  "Process exited with code ",
                                                  "Process running with session ID ",
                                                  "Original token count: ",
                                                  "Exit code: ",
                                                  "Script ",
                                                  "Total output lines: "};
  auto rest = text;
  while (!rest.empty() && !rest.starts_with("Output:")) {
    const auto line = first_line(rest);
    if (std::ranges::none_of(lines, [&](std::string_view start) { return line.starts_with(start); })) return;
    if (const auto code = number_behind(line, "Process exited with code ")) noted.exit_code = code;
    if (const auto code = number_behind(line, "Exit code: ")) noted.exit_code = code;
    if (line.starts_with("Process running with session ID ")) noted.session = std::string(line.substr(32));
    if (line.starts_with("Script running with cell ID ")) noted.session = "cell " + std::string(line.substr(28));
    rest = without_line(rest);
  }
  text = rest.starts_with("Output:\n") ? rest.substr(8) : std::string_view{};
}

/// What stands behind an output.
void take_footer(std::string_view& text, Noted& noted) {
  const auto whole = trim_end(text);
  const auto start = whole.rfind('\n');
  const auto last = start == std::string_view::npos ? whole : whole.substr(start + 1);
  std::optional<int> code = number_behind(last, "Command exited with code ");
  if (!code) code = number_behind(last, "Exit Code: ");
  if (!code && last.starts_with("<") && last.ends_with(">")) {
    for (const std::string_view label : {"exited with exit code ", "completed with exit code "}) {
      if (const auto at = last.find(label); at != std::string_view::npos) code = number_behind(last.substr(at), label);
    }
    if (last.find("command with shellId") != std::string_view::npos &&
        last.find("is still running") != std::string_view::npos) {
      noted.caveats.add(Caveat::background);
    }
  }
  if (code) {
    noted.exit_code = code;
    text = text.substr(0, start == std::string_view::npos ? 0 : start);
    text = trim_end(text);
  }
  if (last.starts_with("Command timed out") || last.starts_with("Command aborted")) noted.caveats.add(Caveat::cut_off);
}

/// "<bash_metadata>…</bash_metadata>" behind an output: why it ended.
void take_metadata(std::string_view& text, Noted& noted) {
  const auto whole = trim_end(text);
  for (const std::string_view name : {"bash_metadata", "shell_metadata", "metadata"}) {
    // The end is looked at first: a search from the back costs the length of the output.
    if (!whole.ends_with("</" + std::string(name) + ">")) continue;
    const auto open = whole.rfind("<" + std::string(name) + ">");
    if (open == std::string_view::npos) continue;
    const auto inside = whole.substr(open);
    for (const std::string_view sign : {"exceeding timeout", "timed out", "aborted", "terminated"}) {
      if (inside.find(sign) != std::string_view::npos) noted.caveats.add(Caveat::cut_off);
    }
    text = trim_end(whole.substr(0, open));
    return;
  }
}

/// The command was never started: a person or a rule said no.
bool was_refused(std::string_view text) {
  if (text.starts_with("[Request interrupted by user for tool use]") || text.starts_with("<tool_use_error>"))
    return true;
  constexpr std::array<std::string_view, 13> starts{
      "The user doesn't want to proceed with this tool use",
      "Permission for this action was denied",
      "The user rejected",
      "User rejected",
      "Permission to use ",
      "Claude requested permissions to use ",
      "exec command rejected by user",
      "exec_command rejected by user",
      "command rejected by user",
      "patch rejected by user",
      "Permission denied and could not request permission",
      "Error: The user rejected",
      "Tool execution denied",
  };
  return std::ranges::any_of(starts, [&](std::string_view start) { return text.starts_with(start); });
}

/// "Command running in background with ID: b12. Output is being written to: …"
void take_background(std::string_view text, Noted& noted) {
  constexpr std::string_view kStart = "Command running in background with ID: ";
  if (!text.starts_with("Command running in background")) return;
  noted.caveats.add(Caveat::background);
  if (!text.starts_with(kStart)) return;
  const auto rest = text.substr(kStart.size());
  noted.session = std::string(rest.substr(0, rest.find_first_of(". \n")));
}

}  // namespace

ToolKind kind_of_tool(std::string_view name) {
  auto folded = lower_ascii(name);
  if (const auto inner = folded.rfind("__"); inner != std::string::npos && folded.starts_with("mcp__"))
    folded = folded.substr(inner + 2);
  if (const auto inner = folded.rfind('.'); inner != std::string::npos) folded = folded.substr(inner + 1);
  // "edit_file_v2"
  if (const auto mark = folded.rfind("_v");
      mark != std::string::npos && mark + 3 == folded.size() && folded.back() >= '0' && folded.back() <= '9')
    folded.resize(mark);
  if (one_of(folded, {"bash",
                      "run_terminal_command",
                      "shell",
                      "sh",
                      "exec_command",
                      "exec",
                      "local_shell",
                      "local_shell_call",
                      "run_shell_command",
                      "run_in_terminal",
                      "powershell",
                      "terminal",
                      "execute_command",
                      "run_terminal_cmd",
                      "write_stdin",
                      "wait",
                      "shell_command",
                      "execute_bash",
                      "bashexecution",
                      "run_command",
                      "bashoutput",
                      "taskoutput",
                      "read_bash",
                      "write_bash",
                      "read_powershell",
                      "write_powershell",
                      "zsh"})) {
    return ToolKind::command;
  }
  if (one_of(folded,
             {"write", "write_file", "create", "create_file", "writefile", "write_to_file", "copilot_createfile"})) {
    return ToolKind::write;
  }
  if (one_of(folded, {"apply_patch", "patch", "applypatch", "copilot_applypatch"})) return ToolKind::patch;
  if (one_of(folded, {"edit", "multiedit", "notebookedit", "str_replace", "str_replace_editor",
                      "str_replace_based_edit_tool", "replace", "edit_file", "search_replace", "insert_edit_into_file",
                      "copilot_replacestring", "copilot_multireplacestring", "copilot_insertedit",
                      "replace_string_in_file", "insert", "replace_in_file", "smart_edit", "hashline_edit"})) {
    return ToolKind::edit;
  }
  return ToolKind::other;
}

std::vector<std::pair<std::string, EditKind>> files_of_patch(std::string_view patch) {
  constexpr std::size_t kMaxFiles = 512;
  std::vector<std::pair<std::string, EditKind>> files;
  for (std::size_t at = 0; at < patch.size() && files.size() < kMaxFiles;) {
    const std::size_t end = std::min(patch.find('\n', at), patch.size());
    auto line = trim_end(patch.substr(at, end - at));
    at = end + 1;
    if (!line.starts_with("*** ")) continue;
    line.remove_prefix(4);
    if (line.starts_with("Add File: ")) files.emplace_back(line.substr(10), EditKind::create);
    if (line.starts_with("Update File: ")) files.emplace_back(line.substr(13), EditKind::modify);
    if (line.starts_with("Delete File: ")) files.emplace_back(line.substr(13), EditKind::remove);
    if (line.starts_with("Move to: ") && !files.empty()) files.back() = {std::string(line.substr(9)), EditKind::rename};
  }
  return files;
}

bool is_documentation(std::string_view path) {
  const auto folded = lower_ascii(path);
  for (const std::string_view ending : {".md", ".mdx", ".markdown", ".rst", ".adoc", ".txt"}) {
    // A list of requirements or a build file is no prose.
    if (folded.ends_with(ending) && !folded.ends_with("requirements.txt") && !folded.ends_with("cmakelists.txt"))
      return true;
  }
  const auto slash = folded.find_last_of("/\\");
  const auto name = std::string_view(folded).substr(slash == std::string::npos ? 0 : slash + 1);
  return one_of(name, {"license", "licence", "copying", "notice", "authors", "changelog", "readme"});
}

Noted take_notes(std::string text) {
  Noted noted{.output = {}};
  std::string_view rest = text;
  noted.refused = was_refused(rest);
  if (const auto code = number_behind(rest, "Exit code "); code && first_line(rest).size() <= 13) {
    noted.exit_code = code;
    rest = without_line(rest);
  }
  if (rest.starts_with("Command timed out") || rest.starts_with("command timed out after ") ||
      rest.starts_with("aborted by user") || rest.starts_with("Tool execution aborted"))
    noted.caveats.add(Caveat::cut_off);
  if (rest.starts_with("failed in sandbox")) {
    constexpr std::size_t longest_head = 300;  // bytes; npos is beyond
    if (const auto at = rest.find("exit code: "); at < longest_head)
      noted.exit_code = number_behind(rest.substr(at), "exit code: ");
  }
  take_background(rest, noted);
  take_header(rest, noted);
  take_metadata(rest, noted);
  take_footer(rest, noted);
  if (!noted.session.empty()) noted.caveats.add(Caveat::background);
  noted.output = rest.size() == text.size() ? std::move(text) : std::string(rest);
  return noted;
}

}  // namespace warrant::evidence
