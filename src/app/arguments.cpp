#include "arguments.hpp"

#include <warrant/base/suggest.hpp>
#include <warrant/base/utf8.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <deque>
#include <map>
#include <optional>
#include <utility>

namespace warrant::app {

namespace {

constexpr const char* exit_codes =
    "Exit codes: 0 done, or gate = pass; 1 failed; 2 usage or input error; 3 denied; 4 done but not\n"
    "verified; 5 integrity failure; 10 gate = retry; 11 gate = ask; 130 interrupted.";

/// One subcommand as the parser knows it, and what the parser found.
struct Bound {
  const Subcommand* subcommand;
  CLI::App* app;
  std::deque<std::string> words;
  std::vector<std::string> further;  ///< of a positional that takes many
  std::map<std::string, std::string, std::less<>> values;
  std::map<std::string, bool, std::less<>> flags;
};

void bind_options(Bound& bound) {
  const Subcommand& subcommand = *bound.subcommand;
  for (const Positional& positional : subcommand.positionals) {
    const std::string name(positional.name);
    const std::string help(positional.help);
    auto* option = positional.many ? bound.app->add_option(name, bound.further, help)
                                   : bound.app->add_option(name, bound.words.emplace_back(), help);
    if (positional.required) option->required();
  }
  for (const Option& option : subcommand.options) {
    const std::string name(option.name);
    if (option.value.empty()) {
      bound.app->add_flag("--" + name, bound.flags[name], std::string(option.help));
      continue;
    }
    auto* added = bound.app->add_option("--" + name, bound.values[name], std::string(option.help));
    added->type_name(std::string(option.value))->take_last();
    if (!option.choices.empty()) {
      added->check(CLI::IsMember(std::vector<std::string>(option.choices.begin(), option.choices.end())));
    }
  }
  bound.app->footer(std::string(subcommand.examples) + "\n" + exit_codes);
}

Arguments arguments_of(const Bound& bound) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < bound.words.size(); ++i) {
    if (bound.app->get_option(std::string(bound.subcommand->positionals[i].name))->count() == 0) break;
    words.push_back(bound.words[i]);
  }
  words.insert(words.end(), bound.further.begin(), bound.further.end());
  std::map<std::string, std::string, std::less<>> options;
  for (const auto& [name, value] : bound.values) {
    if (bound.app->get_option("--" + name)->count() > 0) options.emplace(name, value);
  }
  for (const auto& [name, written] : bound.flags) {
    if (written) options.emplace(name, "");
  }
  return {std::move(words), std::move(options)};
}

/// The words that could stand where `app` found one it does not know.
std::string unknown_word(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names{"--help"};
  if (app.get_parent() == nullptr) names.emplace_back("--version");
  for (const CLI::App* part : app.get_subcommands({})) names.push_back(part->get_name());
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_positional()) names.push_back(option->get_name());
  }
  const std::vector<std::string_view> known(names.begin(), names.end());
  const auto near = nearest(word, known);
  const std::string command = app.get_parent() == nullptr ? app.get_name() : "warrant " + app.get_name();
  return fmt::format(
      "unknown argument \"{}\". {}", visible(word, false),
      near ? fmt::format("Did you mean \"{}\"?", *near) : fmt::format("\"{} --help\" lists what there is.", command));
}

/// The innermost subcommand that was named.
CLI::App& reached(CLI::App& app) {
  CLI::App* at = &app;
  while (!at->get_subcommands().empty()) at = at->get_subcommands().front();
  return *at;
}

}  // namespace

Result<Command> parse_arguments(std::span<const std::string> arguments, const std::vector<Subcommand>& table) {
  CLI::App app("warrant: every action of a coding agent needs a warrant, and so does every claim.", "warrant");
  app.set_version_flag("--version,-v", "warrant " WARRANT_VERSION);
  app.footer(exit_codes);
  app.allow_extras();
  std::map<std::string_view, CLI::App*> groups;
  std::deque<Bound> bounds;
  for (const Subcommand& subcommand : table) {
    if (subcommand.path.empty()) {
      bind_options(bounds.emplace_back(
          Bound{.subcommand = &subcommand, .app = &app, .words = {}, .further = {}, .values = {}, .flags = {}}));
      continue;
    }
    const std::size_t space = subcommand.path.find(' ');
    const bool grouped = space != std::string_view::npos;
    CLI::App* parent = &app;
    if (grouped) {
      CLI::App*& group = groups[subcommand.path.substr(0, space)];
      if (group == nullptr) {
        group = app.add_subcommand(std::string(subcommand.path.substr(0, space)));
        group->allow_extras();
      }
      parent = group;
      const std::string described = group->get_description();
      group->description(described + (described.empty() ? "" : " | ") + std::string(subcommand.path.substr(space + 1)));
    }
    const std::string_view name = grouped ? subcommand.path.substr(space + 1) : subcommand.path;
    CLI::App* added = parent->add_subcommand(std::string(name), std::string(subcommand.summary));
    added->allow_extras();
    bind_options(bounds.emplace_back(
        Bound{.subcommand = &subcommand, .app = added, .words = {}, .further = {}, .values = {}, .flags = {}}));
  }

  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    return ShowText{.text = app.help()};
  } catch (const CLI::CallForVersion&) {
    return ShowText{.text = "warrant " WARRANT_VERSION "\n"};
  } catch (const CLI::Error& error) {
    const CLI::App& at = reached(app);
    if (const auto extras = at.remaining(); !extras.empty() && extras.front().starts_with("-")) {
      return fail(Code::invalid_argument, unknown_word(at, extras.front()));
    }
    return fail(Code::invalid_argument, visible(error.what(), false));
  }
  const CLI::App& at = reached(app);
  auto extras = app.remaining(true);
  std::erase(extras, "--");  // the parser gives the end-of-options mark back as an extra
  if (!extras.empty()) return fail(Code::invalid_argument, unknown_word(at, extras.front()));
  for (const CLI::Option* option : app.get_options()) {
    if (&at != &app && option->count() > 0) {
      return fail(Code::invalid_argument,
                  fmt::format("{0} stands before \"{1}\": write it behind, \"warrant {1} {0} …\"", option->get_name(),
                              at.get_name()));
    }
  }
  for (const Bound& bound : bounds) {
    if (bound.app == &at) return Invoke{.subcommand = *bound.subcommand, .arguments = arguments_of(bound)};
  }
  return ShowText{.text = at.help()};
}

}  // namespace warrant::app
