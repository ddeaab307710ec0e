#include "subcommand.hpp"

#include <warrant/base/fd.hpp>
#include <warrant/base/utf8.hpp>

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>

namespace warrant::app {

Option root_option() { return {.name = "root", .value = "DIR", .help = "the workspace (default: this directory)"}; }
Option json_option() { return {.name = "json", .value = "", .help = "print exactly one JSON object"}; }

Option color_option() {
  return {.name = "color",
          .value = "WHEN",
          .help = "auto (on a terminal, unless NO_COLOR is set), always or never",
          .choices = {"auto", "always", "never"}};
}

bool use_colour(const Arguments& arguments, int descriptor) {
  const std::string_view when = arguments.option("color").value_or("auto");
  if (when != "auto") return when == "always";
  const char* no_color = std::getenv("NO_COLOR");
  return (no_color == nullptr || *no_color == '\0') && ::isatty(descriptor) == 1;
}

std::string root_of(const Arguments& arguments) { return std::string(arguments.option("root").value_or(".")); }

Result<std::string> read_input(std::string_view path, std::size_t limit) {
  auto text = path == "-" ? read_all(STDIN_FILENO, limit, "standard input") : read_file(std::string(path), limit);
  // Whatever keeps a named input shut (it is a directory, it may not be read), it is the wrong thing to have named.
  if (!text && (text.error().code == Code::io || text.error().code == Code::unsupported)) {
    return fail(Code::invalid_argument, text.error().message, text.error().where);
  }
  return text;
}

Result<std::string> read_request(std::string_view typed) {
  if (is_utf8(typed)) return std::string(typed);
  return fail(Code::invalid_argument, "the request is not UTF-8 text", visible(typed.substr(0, 80), false));
}

Status print(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (written) return {};
  if (errno == EPIPE) return fail(Code::unavailable, "the reader of standard output has closed its end");
  return fail_errno("cannot write to standard output");
}

}  // namespace warrant::app
