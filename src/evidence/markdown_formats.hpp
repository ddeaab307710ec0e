// The transcript formats that are made of Markdown lines.
#pragma once

#include "record_source.hpp"
#include "session_writer.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warrant::evidence {

/// Aider's chat history: "#### " lines are the person's, "> " lines are Aider's, the rest is the
/// model's. What a command printed is not in it.
class AiderReader {
 public:
  explicit AiderReader(SessionWriter& writer) : writer_(writer) {}
  void line(std::string_view text);
  void end();

 private:
  void flush();
  void release(bool final);
  SessionWriter& writer_;
  enum class Part { none, user, agent } part_ = Part::none;
  std::string text_;
  std::string answer_;         ///< the model's last message; what Aider then did with it follows
  std::vector<Call> actions_;  ///< edits and commands behind it
};

/// SpecStory Markdown: "_**User**_" and "_**Agent (model)**_" headings, tools in <tool-use>.
class SpecStoryReader {
 public:
  explicit SpecStoryReader(SessionWriter& writer) : writer_(writer) {}
  void line(std::string_view text);
  void end();

 private:
  void flush();
  void open_tool();
  void tool_line(std::string_view text);
  void close_tool();
  void close_command();
  void close_terminal();
  void close_task();
  void summary_line(std::string_view line);
  void take_file(std::string_view line);
  void take_path(std::string_view line);
  [[nodiscard]] bool told_tool_line(std::string_view line);
  [[nodiscard]] bool fenced_line(std::string_view text);
  void emit_fenced_run();
  void put_back_command();
  SessionWriter& writer_;
  enum class Part { none, user, agent } part_ = Part::none;
  ToolKind kind_ = ToolKind::other;  ///< of the tool that is open
  bool thinking_ = false;
  bool told_tool_ = false;  ///< in the details of a tool that has no tag
  // Of the files without tags for tools.
  bool bare_fences_ = false;
  bool fence_open_ = false;
  bool shell_fence_ = false;
  bool output_fence_ = false;
  // Of the tool that is open.
  bool tagged_ = false;    ///< the file has tags for tools
  bool untagged_ = false;  ///< the tool that is open has none
  bool in_tool_ = false;
  bool fenced_command_ = false;
  bool in_command_ = false;  ///< a quoted command that goes on over lines
  bool wants_json_ = false;
  bool failed_ = false;
  std::string text_;
  std::string fence_label_;    ///< of a fence without a tag
  std::string fence_command_;  ///< what stands in it
  std::string tool_;
  std::string command_;
  std::string output_;
  std::string fence_;  ///< the marks that close the block that is open
  std::string path_;
  std::vector<std::pair<std::string, EditKind>> files_;  ///< of a patch
  std::string session_;                                  ///< of the last command that went on
  std::string json_;                                     ///< the parameters of an editor's terminal tool
};

/// Gemini CLI's shared Markdown: "## USER" and "## MODEL" headings, a tool's call and its response as JSON in a fence.
class GeminiMarkdownReader {
 public:
  explicit GeminiMarkdownReader(SessionWriter& writer) : writer_(writer) {}
  void line(std::string_view text);
  void end();

 private:
  void flush();
  void append(std::string_view text);
  void close_json();
  SessionWriter& writer_;
  enum class Part { none, user, agent } part_ = Part::none;
  bool wants_json_ = false;
  bool in_json_ = false;
  bool response_ = false;
  std::string text_;
  std::string json_;
};

}  // namespace warrant::evidence
