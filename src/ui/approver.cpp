#include "raw_mode.hpp"

#include <warrant/base/fd.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/ui/approver.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <string_view>

namespace warrant::ui {

namespace {

using policy::NoAnswer;
using policy::NoReason;
using policy::Reply;
using policy::Showing;
using policy::Typed;

constexpr char end_of_text = 3;          // Ctrl-C
constexpr char end_of_transmission = 4;  // Ctrl-D
constexpr std::size_t longest_answer = 16;

/// One key, or why there is none.
struct Key {
  char byte;
  bool ended;
};
Key read_key(int terminal) {
  char byte = 0;
  while (true) {
    const ssize_t got = ::read(terminal, &byte, 1);
    if (got == 1) return {.byte = byte, .ended = false};
    if (got < 0 && errno == EINTR) continue;
    return {.byte = 0, .ended = true};
  }
}

std::size_t rows_of(int terminal) {
  winsize size{};
  if (::ioctl(terminal, TIOCGWINSZ, &size) != 0 || size.ws_row < 4) return 24;
  return size.ws_row;
}

std::string coloured(std::string_view diff, bool colour) {
  if (!colour) return std::string(diff);
  std::string out;
  while (!diff.empty()) {
    const std::size_t end = std::min(diff.find('\n'), diff.size() - 1) + 1;
    const std::string_view line = diff.substr(0, end);
    diff.remove_prefix(end);
    const std::string_view body = line.ends_with('\n') ? line.substr(0, line.size() - 1) : line;
    const std::string_view code = line.starts_with("@@")  ? "\x1b[36m"
                                  : line.starts_with('+') ? "\x1b[32m"
                                  : line.starts_with('-') ? "\x1b[31m"
                                                          : "";
    out += code.empty() ? std::string(body) : fmt::format("{}{}\x1b[0m", code, body);
    if (body.size() != line.size()) out += '\n';
  }
  return out;
}

/// Shows `text` a screen at a time; any key goes on, q and Ctrl-C stop. Errors: those of the terminal.
Status page(int terminal, std::string_view text, bool colour) {
  const std::size_t height = rows_of(terminal) - 1;
  std::size_t shown = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\n' || ++shown % height != 0) continue;
    WARRANT_CHECK(write_all(terminal, coloured(text.substr(begin, at + 1 - begin), colour), "terminal"));
    begin = at + 1;
    WARRANT_CHECK(write_all(terminal, "-- more: any key, q to stop --", "terminal"));
    const Key key = read_key(terminal);
    WARRANT_CHECK(write_all(terminal, "\r\x1b[K", "terminal"));
    if (key.ended || key.byte == 'q' || key.byte == end_of_text) return {};
  }
  return write_all(terminal, coloured(text.substr(begin), colour), "terminal");
}

std::string question_of(const Showing& showing, bool colour) {
  std::string text = fmt::format("\n{}", showing.tool);
  for (const RelPath& path : showing.paths) text += fmt::format(" {}", visible(path.text(), false));
  text += fmt::format("\n{}\n", showing.reason);
  if (!showing.risk.empty()) text += showing.risk + '\n';
  if (!showing.brief.empty()) text += '\n' + coloured(showing.brief, colour) + '\n';
  return text;
}

std::string choices_of(const Showing& showing) {
  return fmt::format("Approve? y = yes, n = no{}{} > ", showing.may_remember ? ", a = always for this folder" : "",
                     showing.full.empty() ? "" : ", d = the whole change");
}

/// Whether a further key comes so soon that it belongs to the same word.
bool goes_on(int terminal) {
  constexpr int between_keys_ms = 400;
  pollfd waiting{.fd = terminal, .events = POLLIN, .revents = 0};
  return ::poll(&waiting, 1, between_keys_ms) == 1;
}

/// Keys up to Enter; a lone y, n, a or d does not wait for it, but "yes" is one answer: what follows must not be taken
/// for the next request.
Reply read_answer(int terminal) {
  std::string keys;
  while (true) {
    const Key key = read_key(terminal);
    if (key.ended) return NoAnswer{.reason = NoReason::closed, .why = "the terminal was closed"};
    if (key.byte == end_of_text) return NoAnswer{.reason = NoReason::interrupted, .why = "interrupted"};
    if (key.byte == end_of_transmission) return NoAnswer{.reason = NoReason::end_of_input, .why = "end of input"};
    if (key.byte == '\n' || key.byte == '\r') return Typed{.keys = keys};
    if (keys.size() >= longest_answer) return Typed{.keys = keys};
    keys += key.byte;
    const bool answers = keys.size() == 1 && std::string_view("yYnNaAdD").contains(key.byte);
    if (answers && !goes_on(terminal)) return Typed{.keys = keys};
  }
}

}  // namespace

Reply TerminalApprover::put(const Showing& showing) {
  const Fd terminal(::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY));
  if (!terminal.is_open())
    return NoAnswer{.reason = NoReason::no_terminal,
                    .why = "there is no terminal to ask at; --yes approves what a rule would ask"};
  if (!write_all(terminal.get(), question_of(showing, colour_), "terminal")) {
    return NoAnswer{.reason = NoReason::closed, .why = "the terminal was closed"};
  }
  while (true) {
    // What was typed before the question stood there answers nothing. Ctrl-C is a key that means no, not a signal that
    // could come between the answer and the effect.
    const RawMode raw(terminal.get(), RawMode::TypedAhead::dropped);
    if (!raw.set() || !write_all(terminal.get(), choices_of(showing), "terminal")) {
      return NoAnswer{.reason = NoReason::closed, .why = "the terminal was closed"};
    }
    Reply reply = read_answer(terminal.get());
    const auto* typed = std::get_if<Typed>(&reply);
    const bool wants_all = typed != nullptr && (typed->keys == "d" || typed->keys == "D") && !showing.full.empty();
    if (!write_all(terminal.get(), (typed != nullptr ? typed->keys : std::string()) + "\n", "terminal")) {
      return NoAnswer{.reason = NoReason::closed, .why = "the terminal was closed"};
    }
    if (!wants_all) return reply;
    if (!page(terminal.get(), showing.full, colour_)) {
      return NoAnswer{.reason = NoReason::closed, .why = "the terminal was closed"};
    }
  }
}

Reply NoTerminal::put(const Showing&) {
  return NoAnswer{.reason = NoReason::no_terminal,
                  .why = "there is no terminal to ask at; --yes approves what a rule would ask"};
}

}  // namespace warrant::ui
