#include "arguments.hpp"

#include <warrant/base/suggest.hpp>
#include <warrant/base/utf8.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace warrant::app {

namespace {

std::string unknown_word(const std::string& word, const std::vector<std::string_view>& known) {
  const auto near = nearest(word, known);
  const std::string hint =
      near ? fmt::format("Did you mean \"{}\"?", *near) : "\"warrant --help\" lists what there is.";
  return fmt::format("unknown argument \"{}\". {}", visible(word, false), hint);
}

}  // namespace

Result<Command> parse_arguments(std::span<const std::string> arguments) {
  CLI::App app("warrant: every action of a coding agent needs a warrant, and so does every claim.", "warrant");
  app.set_version_flag("--version,-v", "warrant " WARRANT_VERSION);
  app.footer("Exit codes: 0 done; 2 usage error.");
  app.allow_extras();
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    return ShowText{.text = app.help()};
  } catch (const CLI::CallForVersion&) {
    return ShowText{.text = "warrant " WARRANT_VERSION "\n"};
  } catch (const CLI::Error& error) {
    return fail(Code::invalid_argument, visible(error.what(), false));
  }
  if (const auto extras = app.remaining(); !extras.empty()) {
    return fail(Code::invalid_argument, unknown_word(extras.front(), {"--help", "--version"}));
  }
  return ShowText{.text = app.help()};
}

}  // namespace warrant::app
