#include "raw_mode.hpp"

#include <warrant/base/fd.hpp>
#include <warrant/base/library.hpp>
#include <warrant/ui/line_editor.hpp>

#include <histedit.h>
#include <unistd.h>

#include <cerrno>
#include <clocale>
#include <cstdio>
#include <utility>

namespace warrant::ui {

namespace {

constexpr int kept_lines = 500;

std::optional<std::string> without_end(std::string line) {
  while (line.ends_with('\n') || line.ends_with('\r')) line.pop_back();
  return line;
}

std::optional<std::string> read_plainly(const std::string& prompt) {
  static_cast<void>(write_all(STDERR_FILENO, prompt, "terminal"));
  std::string line;
  char byte = 0;
  while (true) {
    const ssize_t got = ::read(STDIN_FILENO, &byte, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return line.empty() ? std::nullopt : without_end(line);
    if (byte == '\n') return without_end(line);
    line += byte;
  }
}

}  // namespace

struct LineEditor::Library {
  decltype(&el_init) init = nullptr;
  decltype(&el_end) end = nullptr;
  decltype(&el_set) set = nullptr;
  decltype(&el_gets) gets = nullptr;
  decltype(&history_init) make_history = nullptr;
  decltype(&history_end) end_history = nullptr;
  decltype(&history) tell_history = nullptr;

  EditLine* editor = nullptr;
  History* past = nullptr;
  std::string prompt;
  bool given_up = false;

  Library() = default;
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library() {
    if (editor != nullptr) end(editor);
    if (past != nullptr) end_history(past);
    current = nullptr;
  }

  /// Whether lines can be edited.
  bool start() {
    const warrant::Library library("libedit.so.2");
    if (!library.find("el_init", init) || !library.find("el_end", end) || !library.find("el_set", set) ||
        !library.find("el_gets", gets) || !library.find("history_init", make_history) ||
        !library.find("history_end", end_history) || !library.find("history", tell_history)) {
      return false;
    }
    std::setlocale(LC_CTYPE, "C.UTF-8");  // libedit takes bytes for characters by the locale
    past = make_history();
    editor = init("warrant", stdin, stderr, stderr);
    if (past == nullptr || editor == nullptr) return false;
    current = this;
    HistEvent event{};
    tell_history(past, &event, H_SETSIZE, kept_lines);
    tell_history(past, &event, H_SETUNIQUE, 1);
    set(editor, EL_PROMPT, &Library::prompt_of);
    set(editor, EL_EDITOR, "emacs");
    set(editor, EL_HIST, tell_history, past);
    // A signal would only interrupt one read(), which libedit repeats: Ctrl-C is a key here.
    set(editor, EL_SETTY, "-d", "-isig", nullptr);
    set(editor, EL_ADDFN, "give-up", "Give the line up", &Library::give_up);
    set(editor, EL_BIND, "^C", "give-up", nullptr);
    return true;
  }

  // libedit calls back with its own handle alone.
  static Library* current;
  static char* prompt_of(EditLine*) { return current->prompt.data(); }
  static unsigned char give_up(EditLine*, int) {
    current->given_up = true;
    return CC_EOF;
  }
};

LineEditor::Library* LineEditor::Library::current = nullptr;

LineEditor::LineEditor() : library_(std::make_unique<Library>()) {
  if (!library_->start()) library_.reset();
}

LineEditor::~LineEditor() = default;

std::optional<std::string> LineEditor::read(const std::string& prompt) {
  if (!library_) return read_plainly(prompt);
  library_->prompt = prompt;
  library_->given_up = false;
  // From before the prompt is shown: libedit changes the terminal only after it, and a Ctrl-C or Ctrl-D that came
  // between would be a signal or lost.
  const RawMode raw(STDIN_FILENO, RawMode::TypedAhead::kept);
  int length = 0;
  const char* const line = library_->gets(library_->editor, &length);
  if (library_->given_up || line == nullptr || length <= 0) {
    static_cast<void>(write_all(STDERR_FILENO, "\n", "terminal"));
    return library_->given_up ? std::optional<std::string>(std::in_place) : std::nullopt;
  }
  std::string text(line, static_cast<std::size_t>(length));
  if (text.find_first_not_of(" \t\r\n") != std::string::npos) {
    HistEvent event{};
    library_->tell_history(library_->past, &event, H_ENTER, text.c_str());
  }
  return without_end(std::move(text));
}

}  // namespace warrant::ui
