// Lines that a person types at the terminal, with editing and history.
#pragma once

#include <memory>
#include <optional>
#include <string>

namespace warrant::ui {

/// Reads lines from standard input through libedit, which is loaded here because only the prompt needs it; without
/// the library lines are read as they come. Earlier lines are kept in memory only: they may hold what the record would
/// redact. One at a time, one thread.
class LineEditor {
 public:
  LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;
  ~LineEditor();

  /// The next line without its end; empty for a line given up with Ctrl-C; nullopt at the end of the input (Ctrl-D).
  /// `prompt` is shown before it.
  std::optional<std::string> read(const std::string& prompt);

 private:
  struct Library;
  std::unique_ptr<Library> library_;
};

}  // namespace warrant::ui
