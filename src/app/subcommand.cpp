#include "subcommand.hpp"

#include <warrant/base/fd.hpp>

#include <unistd.h>

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
  if (path == "-") return read_all(STDIN_FILENO, limit, "standard input");
  return read_file(std::string(path), limit);
}

Status print(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written) return fail_errno("cannot write to standard output");
  return {};
}

}  // namespace warrant::app
