#include "arguments.hpp"
#include "exit_status.hpp"

#include <warrant/base/match.hpp>

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

namespace warrant::app {
namespace {

Exit run(const std::vector<std::string>& arguments) {
  const auto command = parse_arguments(arguments);
  if (!command) {
    std::fprintf(stderr, "warrant: %s\n", describe(command.error()).c_str());
    return Exit::usage;
  }
  return match(*command, [](const ShowText& show) {
    const bool written = std::fputs(show.text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0;
    return written ? Exit::done : Exit::failed;
  });
}

}  // namespace
}  // namespace warrant::app

int main(int argc, char** argv) {
  try {
    return static_cast<int>(warrant::app::run(std::vector<std::string>(argv + 1, argv + argc)));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "warrant: unexpected: %s\n", error.what());
  }
  return static_cast<int>(warrant::app::Exit::failed);
}
