#include "arguments.hpp"
#include "exit_status.hpp"
#include "subcommands.hpp"
#include "take_turn.hpp"

#include <warrant/base/json.hpp>
#include <warrant/base/match.hpp>
#include <warrant/base/utf8.hpp>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

namespace warrant::app {
namespace {

Exit exit_of(Code code) {
  switch (code) {
    case Code::invalid_argument:
    case Code::malformed:
    case Code::not_found:
    case Code::too_large:
    case Code::unsupported: return Exit::usage;
    case Code::refused: return Exit::denied;
    case Code::integrity: return Exit::integrity;
    case Code::interrupted: return Exit::interrupted;
    case Code::conflict:
    case Code::io:
    case Code::timed_out:
    case Code::unavailable:
    case Code::internal: return Exit::failed;
  }
  return Exit::failed;
}

/// In words on standard error; where --json was asked for, also as the one object that is then promised.
Exit report(const Error& error, bool json) {
  std::fprintf(stderr, "warrant: %s\n", describe(error).c_str());
  const Exit exit = exit_of(error.code);
  if (json) {
    static_cast<void>(print(to_text(JsonObject{{"schema", "warrant.error.v1"},
                                               {"code", to_string(error.code)},
                                               {"message", to_valid_utf8(error.message)},
                                               {"where", to_valid_utf8(error.where)},
                                               {"exit", static_cast<std::int64_t>(exit)}}) +
                            "\n"));
  }
  return exit;
}

Exit run(std::vector<std::string> arguments) {
  if (arguments.empty() && !has_terminal()) arguments.emplace_back("--help");
  const bool json = std::ranges::find(arguments, "--json") != arguments.end();
  const auto command = parse_arguments(arguments, all_subcommands());
  if (!command) return report(command.error(), json);
  return match(
      *command,
      [](const ShowText& show) {
        const Status written = print(show.text);
        return written ? Exit::done : report(written.error(), false);
      },
      [json](const Invoke& invoke) {
        const Result<Exit> ended = invoke.subcommand.run(invoke.arguments);
        return ended ? *ended : report(ended.error(), json);
      });
}

}  // namespace
}  // namespace warrant::app

int main(int argc, char** argv) {
  // A reader that closes its end is an error of the write, not a silent death.
  std::signal(SIGPIPE, SIG_IGN);
  warrant::app::Exit ended = warrant::app::Exit::failed;
  try {
    ended = warrant::app::run(std::vector<std::string>(argv + 1, argv + argc));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "warrant: unexpected: %s\n", error.what());
  }
  // All of ours is closed by now. The libraries that libcurl brings would only page themselves in to clean up.
  std::fflush(nullptr);
  std::_Exit(static_cast<int>(ended));
}
