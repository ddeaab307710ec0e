#include "markdown_formats.hpp"

#include "json_formats.hpp"
#include "record_tree.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace warrant::evidence {
namespace {

constexpr std::size_t kMaxText = 4U << 20U;

std::string_view trim_end(std::string_view text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

std::string trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  const auto first = text.find_first_not_of("\n ");
  return first == std::string::npos ? std::string() : text.substr(first);
}

void append_line(std::string& to, std::string_view line) {
  if (to.size() + line.size() > kMaxText) return;
  to.append(line);
  to.push_back('\n');
}

/// A file Aider names after "Applied edit to ".
Call edit_of(std::string_view path, EditKind kind) {
  return {.kind = ToolKind::edit,
          .tool = "edit",
          .command = {},
          .cwd = {},
          .files = {{std::string(path), kind}},
          .background = false,
          .sidechain = false};
}

}  // namespace

// --- Aider ------------------------------------------------------------------------------------

/// Aider applies a message after it is said, so what follows it does not make it any less the answer.
void AiderReader::release(bool final) {
  if (!answer_.empty()) final ? writer_.answer(std::move(answer_)) : writer_.agent(std::move(answer_));
  answer_.clear();
  for (auto& action : actions_) writer_.done(std::move(action), {});
  actions_.clear();
}

void AiderReader::flush() {
  auto said = trimmed(std::move(text_));
  text_.clear();
  switch (part_) {
    case Part::user:
      release(true);
      writer_.user(std::move(said));
      break;
    case Part::agent:
      release(false);
      answer_ = std::move(said);
      break;
    case Part::none: break;
  }
  part_ = Part::none;
}

void AiderReader::line(std::string_view text) {
  const auto line = trim_end(text);
  if (line.starts_with("#### ") || line == "####") {
    if (part_ != Part::user) flush();
    part_ = Part::user;
    append_line(text_, line.size() > 5 ? line.substr(5) : std::string_view{});
    return;
  }
  if (line.starts_with("# aider chat started at ")) {
    flush();
    return;
  }
  if (line.starts_with("> ") || line == ">") {
    flush();
    const auto note = line.size() > 2 ? line.substr(2) : std::string_view{};
    if (note.starts_with("Running ")) {
      actions_.push_back(command_call("run", std::string(note.substr(8))));
    } else if (note.starts_with("Applied edit to ")) {
      actions_.push_back(edit_of(note.substr(16), EditKind::modify));
    }
    return;
  }
  if (line.empty() && part_ != Part::agent) return;
  if (part_ == Part::user) flush();
  if (part_ == Part::none) part_ = Part::agent;
  append_line(text_, line);
}

void AiderReader::end() {
  flush();
  release(true);
}

// --- SpecStory --------------------------------------------------------------------------------

namespace {

/// SpecStory writes "main -&gt; main" for "main -> main".
std::string unescaped(std::string text) {
  if (text.find('&') == std::string::npos) return text;
  constexpr auto kNames = std::to_array<std::pair<std::string_view, char>>(
      {{"&gt;", '>'}, {"&lt;", '<'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&#39;", '\''}});
  std::string plain;
  plain.reserve(text.size());
  const std::string_view all = text;
  for (std::size_t i = 0; i < all.size();) {
    const std::size_t mark = std::min(all.find('&', i), all.size());
    plain.append(all.substr(i, mark - i));
    i = mark;
    if (i >= all.size()) break;
    const auto rest = all.substr(i);
    const auto* const found =
        std::ranges::find_if(kNames, [&](const auto& each) { return rest.starts_with(each.first); });
    plain.push_back(found == kNames.end() ? all[i] : found->second);
    i += found == kNames.end() ? 1 : found->first.size();
  }
  return plain;
}

constexpr std::string_view kToolUse = "Tool use: **";

bool runs_task(std::string_view tool) {
  return is_one_of(tool, {"run_task", "runTask", "copilot_runTask", "create_and_run_task"});
}

bool asks_for_problems(std::string_view tool) {
  return is_one_of(tool, {"read_lints", "ReadLints", "copilot_getErrors", "get_errors", "getDiagnostics"});
}

bool names_shell(std::string_view language) {
  return is_one_of(language, {"bash", "sh", "shell", "zsh", "powershell", "console"});
}

}  // namespace

/// The files of 2025 have no tags for tools: "Tool use: **name**", and details that end with a line of their own.
bool SpecStoryReader::told_tool_line(std::string_view line) {
  if (told_tool_) {
    told_tool_ = line != "</details>" && !line.starts_with("_**");
    return told_tool_ || line == "</details>";
  }
  if (fence_open_) return false;
  if (line.starts_with("Tool use: **") && line.ends_with("**")) return true;
  constexpr std::string_view kEdit = "<details><summary>Edit file: ";
  if (line != "<details>" && !line.starts_with(kEdit)) return false;
  told_tool_ = true;
  if (line.starts_with(kEdit)) {
    flush();
    const auto path = line.substr(kEdit.size());
    writer_.done(edit_of(path.substr(0, path.find("</summary>")), EditKind::modify), {});
  }
  return true;
}

/// The files of 2025 have no tags: a fence with a shell's name, and right behind it a bare one with what was printed.
bool SpecStoryReader::fenced_line(std::string_view line) {
  if (fence_open_) {
    if (line != "```") {
      append_line(shell_fence_ ? fence_command_ : output_fence_ ? output_ : text_, line);
      return true;
    }
    fence_open_ = false;
    if (output_fence_) {
      emit_fenced_run();
    } else if (!shell_fence_) {
      append_line(text_, line);
    }
    return true;
  }
  if (line.starts_with("```")) {
    const auto language = line.substr(3);
    fence_open_ = true;
    output_fence_ = language.empty() && !fence_command_.empty();
    if (!output_fence_) put_back_command();
    shell_fence_ = names_shell(language);
    if (!shell_fence_ && !output_fence_) append_line(text_, line);
    if (shell_fence_) fence_label_ = std::string(line);
    return true;
  }
  if (!line.empty()) put_back_command();
  return false;
}

void SpecStoryReader::emit_fenced_run() {
  output_fence_ = false;
  flush();
  auto command = unescaped(trimmed(std::move(fence_command_)));
  fence_command_.clear();
  SessionWriter::Result result;
  result.text = unescaped(std::move(output_));
  output_.clear();
  while (result.text.ends_with('\n')) result.text.pop_back();
  writer_.done(command_call("terminal", std::move(command)), std::move(result));
}

/// A command that no output follows was only shown.
void SpecStoryReader::put_back_command() {
  if (fence_command_.empty()) return;
  append_line(text_, fence_label_);
  text_ += fence_command_;
  append_line(text_, "```");
  fence_command_.clear();
}

void SpecStoryReader::flush() {
  auto said = trimmed(std::move(text_));
  text_.clear();
  if (said.empty()) return;
  switch (part_) {
    case Part::user:
      if (!is_injected(said)) writer_.user(std::move(said));
      break;
    case Part::agent: writer_.agent(std::move(said)); break;
    case Part::none: break;
  }
}

void SpecStoryReader::line(std::string_view text) {
  const auto line = trim_end(text);
  // A tool without a tag ends where the next speaker begins.
  if (in_tool_ && untagged_ && line.starts_with("_**") && line.ends_with("**_")) close_tool();
  if (in_tool_) {
    tool_line(line);
    return;
  }
  if (bare_fences_ && part_ == Part::agent && (told_tool_line(line) || fenced_line(line))) return;
  if (thinking_) {
    if (line.ends_with("</think>") || line.ends_with("</details></think>")) thinking_ = false;
    return;
  }
  if (line.starts_with("_**User") && line.ends_with("**_")) {
    flush();
    part_ = Part::user;
  } else if ((line.starts_with("_**Agent") || line.starts_with("_**Assistant")) && line.ends_with("**_")) {
    flush();
    part_ = Part::agent;
    bare_fences_ = line.starts_with("_**Assistant");
  } else if (line.starts_with("<think>")) {
    thinking_ = line.find("</think>") == std::string_view::npos;
  } else if (line.starts_with("<tool-use ")) {
    open_tool();
    tagged_ = true;
    if (const auto at = line.find("data-tool-name=\""); at != std::string_view::npos) {
      const auto from = at + 16;
      tool_ = line.substr(from, line.find('"', from) - from);
    }
    kind_ = kind_of_tool(tool_);
    // Of a tool that is not known by its name, the file says what it is for.
    if (kind_ == ToolKind::other && line.find("data-tool-type=\"shell\"") != std::string_view::npos)
      kind_ = ToolKind::command;
    if (kind_ == ToolKind::other && line.find("data-tool-type=\"write\"") != std::string_view::npos)
      kind_ = ToolKind::edit;
    if (runs_task(tool_)) kind_ = ToolKind::command;
    // What an editor's language server finds is what a linter and a type checker say.
    if (asks_for_problems(tool_)) {
      kind_ = ToolKind::command;
      command_ = "read_lints";
    }
  } else if (!tagged_ && part_ == Part::agent && line.starts_with(kToolUse)) {
    open_tool();
    untagged_ = true;
    const auto name = line.substr(kToolUse.size());
    tool_ = std::string(name.substr(0, name.find("**")));
    kind_ = kind_of_tool(tool_);
    if (const auto quoted = name.find(" `"); kind_ != ToolKind::command && quoted != std::string_view::npos)
      path_ = std::string(name.substr(quoted + 2, name.find('`', quoted + 2) - quoted - 2));
  } else if (line == "---" && part_ != Part::user) {
    flush();
  } else if (part_ != Part::none && !line.starts_with("<!-- ")) {
    append_line(text_, line);
  }
}

void SpecStoryReader::open_tool() {
  flush();
  in_tool_ = true;
  untagged_ = false;
  tool_.clear();
  command_.clear();
  output_.clear();
  fence_.clear();
  path_.clear();
  files_.clear();
  json_.clear();
  fenced_command_ = in_command_ = wants_json_ = failed_ = false;
}

void SpecStoryReader::tool_line(std::string_view line) {
  if (!fence_.empty()) {
    if (line == fence_ && !in_command_) {
      fence_.clear();
      wants_json_ = false;
      fenced_command_ = false;
      return;
    }
    append_line(wants_json_ ? json_ : fenced_command_ ? command_ : output_, line);
    take_path(line);  // fences of a document that was written may hide it
    // A tool that was cut off closes without its fence.
    if (line.ends_with("</tool-use>") && line.starts_with("</details>")) close_tool();
    return;
  }
  if (line.ends_with("</tool-use>")) {
    close_tool();
    return;
  }
  if (in_command_) {
    constexpr std::string_view kSummaryEnd = "</summary>";
    const bool ends = line.ends_with('`') || line.ends_with("`</summary>");
    if (ends) line.remove_suffix(line.ends_with('`') ? 1 : kSummaryEnd.size() + 1);
    append_line(command_, line);
    in_command_ = !ends;
    return;
  }
  if (line.starts_with("```")) {
    const auto marks = line.find_first_not_of('`');
    fence_ = std::string(line.substr(0, std::min(marks, line.size())));
    const auto language = marks == std::string_view::npos ? std::string_view{} : line.substr(marks);
    fenced_command_ =
        command_.empty() && (language == "bash" || language == "sh" || language == "shell" || language == "powershell");
    // What is written into a file that is not named may still be known to be prose.
    if (kind_ == ToolKind::write && path_.empty() && (language == "md" || language == "markdown"))
      path_ = "(unnamed).md";
    wants_json_ = language == "json";
    if (wants_json_ && !json_.empty()) wants_json_ = false;  // the parameters come first
    return;
  }
  const bool is_command = kind_ == ToolKind::command;
  if (is_command && command_.empty() && line.size() > 1 && line.front() == '`') {
    const bool ends = line.size() > 1 && line.ends_with('`');
    append_line(command_, line.substr(1, line.size() - (ends ? 2 : 1)));
    in_command_ = !ends;
    return;
  }
  if (is_command && command_.empty() && line.starts_with("<summary>")) {
    summary_line(line);
    return;
  }
  if (kind_ == ToolKind::patch) take_file(line);
  if (line.starts_with("Status: **error") || line.starts_with("Error:")) failed_ = true;
  if (path_.empty() && line.starts_with("Path: ")) path_ = std::string(line.substr(6));
  if (path_.empty() && line.size() > 2 && line.front() == '`' && line.ends_with('`'))
    path_ = std::string(line.substr(1, line.size() - 2));
  take_path(line);
  // "<details><summary>Tool use: **edit_file_v2** • Edit file: /a/b.ts</summary>"
  constexpr std::string_view kEdit = "Edit file: ";
  if (const auto at = line.find(kEdit); path_.empty() && at != std::string_view::npos) {
    const auto path = line.substr(at + kEdit.size());
    path_ = std::string(path.substr(0, path.find("</summary>")));
  }
  if (path_.empty() && line.starts_with("<summary>") && line.find('`') != std::string_view::npos) {
    const auto from = line.find('`') + 1;
    path_ = std::string(line.substr(from, line.find('`', from) - from));
  }
}

/// "<summary>Tool use: **exec_command** `npm test`</summary>", which may go on over lines.
void SpecStoryReader::summary_line(std::string_view line) {
  const auto open = line.find("** `");
  if (open == std::string_view::npos) return;
  auto command = line.substr(open + 4);
  constexpr std::string_view kEnd = "`</summary>";
  in_command_ = !command.ends_with(kEnd);
  if (!in_command_) command.remove_suffix(kEnd.size());
  append_line(command_, command);
}

/// "- filePath: `src/a.cs`", before or behind what was written.
void SpecStoryReader::take_path(std::string_view line) {
  constexpr std::string_view kFilePath = "- filePath: `";
  if (path_.empty() && line.starts_with(kFilePath) && line.ends_with('`'))
    path_ = std::string(line.substr(kFilePath.size(), line.size() - kFilePath.size() - 1));
}

/// "**Update: `src/a.ts`**"
void SpecStoryReader::take_file(std::string_view line) {
  constexpr auto kHeads = std::to_array<std::pair<std::string_view, EditKind>>(
      {{"**Update: `", EditKind::modify}, {"**Add: `", EditKind::create}, {"**Delete: `", EditKind::remove}});
  constexpr std::size_t kMostFiles = 512;
  for (const auto& [head, kind] : kHeads) {
    if (!line.starts_with(head) || files_.size() >= kMostFiles) continue;
    const auto path = line.substr(head.size());
    files_.emplace_back(std::string(path.substr(0, path.find('`'))), kind);
  }
}

/// VS Code's terminal tool: its parameters hold the command, its status and its output.
void SpecStoryReader::close_terminal() {
  const std::size_t size = json_.size();
  std::string json = std::move(json_);
  json.append(kRecordPadding, '\0');
  static thread_local RecordParser parser(std::vector<std::string_view>{
      "commandLine", "original", "terminalCommandState", "exitCode", "terminalCommandOutput", "text"});
  Record record;
  if (!parser.parse(std::string_view(json).substr(0, size), record)) return;
  const auto root = record.root();
  command_ = unescaped(std::string(root["commandLine"]["original"].text()));
  output_ = unescaped(std::string(root["terminalCommandOutput"]["text"].text()));
  SessionWriter::Result result;
  result.text = std::move(output_);
  const auto code = root["terminalCommandState"]["exitCode"];
  if (code.is(Node::Kind::number)) result.exit_code = static_cast<int>(code.integer(0));
  if (command_.empty()) return;
  writer_.done(command_call(tool_, command_), std::move(result));
}

/// A task of the editor: only its name and that it ended is told, not how.
void SpecStoryReader::close_task() {
  constexpr std::string_view kHead = "\"invocationMessage\": \"Running &#96;";
  const auto output = std::string_view(output_);
  const auto at = output.find(kHead);
  if (at == std::string_view::npos) return;
  const auto name = output.substr(at + kHead.size());
  writer_.done(command_call(tool_, "run_task " + std::string(name.substr(0, name.find("&#96;")))), {});
}

void SpecStoryReader::close_command() {
  if (runs_task(tool_)) {
    close_task();
    return;
  }
  if (!json_.empty() && command_.empty()) {
    close_terminal();
    return;
  }
  // What is read of a command that goes on names neither it nor its session.
  if (tool_ == "write_stdin" && command_.empty()) command_ = session_;
  auto command = unescaped(trimmed(std::move(command_)));
  if (command.empty()) return;
  auto output = std::move(output_);
  // A block that closed without its fence left the closing tag in the output.
  constexpr std::string_view kTag = "</details></tool-use>";
  const auto tail = output.size() - std::min(output.size(), 2 * kTag.size());
  if (const auto tag = output.find(kTag, tail); tag != std::string::npos) output.resize(tag);
  while (output.ends_with('\n')) output.pop_back();
  constexpr std::string_view kGoesOn = "Process running with session ID ";
  if (const auto at = std::string_view(output).substr(0, 600).find(kGoesOn); at != std::string_view::npos)
    session_ = output.substr(at + kGoesOn.size(), output.find('\n', at) - at - kGoesOn.size());
  SessionWriter::Result result;
  result.failed = failed_;
  result.text = unescaped(std::move(output));
  writer_.done(command_call(tool_, std::move(command)), std::move(result));
}

void SpecStoryReader::close_tool() {
  in_tool_ = false;
  fence_.clear();
  const auto kind = kind_;
  if (kind == ToolKind::other) return;
  if (kind == ToolKind::command) {
    close_command();
    return;
  }
  if (!files_.empty()) {
    SessionWriter::Result result;
    result.failed = failed_ || output_.find("verification failed") != std::string::npos;
    writer_.done({.kind = ToolKind::patch,
                  .tool = tool_,
                  .command = {},
                  .cwd = {},
                  .files = std::move(files_),
                  .background = false,
                  .sidechain = false},
                 std::move(result));
    return;
  }
  // The result's sentence names the file: "The file /a/b.go has been updated successfully."
  bool created = kind == ToolKind::write;
  constexpr std::size_t kSentence = 4096;
  const auto output = std::string_view(output_);
  // What was written may stand before it.
  constexpr std::string_view kCreated = "File created successfully at: ";
  const auto last = output.substr(output.size() - std::min(output.size(), kSentence));
  const auto said =
      last.find(kCreated) != std::string_view::npos ? last.substr(last.rfind(kCreated)) : output.substr(0, kSentence);
  if (const auto at = said.find("The file "); at != std::string_view::npos) {
    const auto end = said.find(" has been ", at);
    if (end != std::string_view::npos) path_ = std::string(said.substr(at + 9, end - at - 9));
  } else if (const auto made = said.find(kCreated); made != std::string_view::npos) {
    path_ = std::string(said.substr(made + 30, said.find_first_of(" \n", made + 30) - made - 30));
    created = true;
  }
  // A second block of the same call, in which nothing stands.
  if (path_.empty() && output_.empty()) return;
  const bool refused = said.find("<tool_use_error>") != std::string_view::npos ||
                       said.starts_with("The user doesn't want to proceed") || failed_;
  SessionWriter::Result result;
  result.failed = refused;
  writer_.done(edit_of(path_, created ? EditKind::create : EditKind::modify), std::move(result));
}

void SpecStoryReader::end() {
  if (in_tool_) close_tool();
  put_back_command();
  flush();
}

}  // namespace warrant::evidence
