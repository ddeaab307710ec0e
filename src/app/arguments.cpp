#include "arguments.hpp"

#include <warrant/base/suggest.hpp>
#include <warrant/base/utf8.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
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
    option->type_name(positional.required ? "" : "(optional)");
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
  const bool bare = subcommand.examples.starts_with("  ");
  bound.app->footer(fmt::format("{}{}\n{}", bare ? "Examples:\n" : "", subcommand.examples, exit_codes));
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

/// What the commands of a group have in common, for the list.
std::string_view group_summary(std::string_view group) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> summaries{{
      {"policy", "why a call is allowed, asked about or denied"},
      {"profiles", "the commands that may be run here"},
      {"checkpoint", "what files were before they were changed"},
      {"trace", "the record of what was decided and done"},
      {"model", "the model server that warrant owns"},
      {"eval", "how often it is right on labelled cases"},
  }};
  const auto* const found = std::ranges::find(summaries, group, &std::pair<std::string_view, std::string_view>::first);
  return found == summaries.end() ? std::string_view() : found->second;
}

/// The lines of a command's examples that start the program, for the help of its group.
std::string example_of(const Subcommand& subcommand) {
  std::string lines;
  std::string_view rest = subcommand.examples;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    if (rest.substr(0, end).starts_with("  ")) lines += fmt::format("{}\n", rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return lines;
}

/// The words that start `app`: "warrant trace list".
std::string command_of(const CLI::App& app) {
  return app.get_parent() == nullptr ? app.get_name() : command_of(*app.get_parent()) + " " + app.get_name();
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
  const std::string command = command_of(app);
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

std::string in_quotes(std::string_view text) { return fmt::format("\"{}\"", visible(text, false)); }

/// A word behind all that a command takes. One is often a request that was not put in quotes.
std::string superfluous_word(const CLI::App& app, const Subcommand& subcommand, const std::string& word) {
  const std::string command = command_of(app);
  if (word.starts_with("-") || subcommand.positionals.empty()) return unknown_word(app, word);
  const Positional& last = subcommand.positionals.back();
  return fmt::format("{} is one word too many. A {} of several words goes in quotes: {} \"…\"", in_quotes(word),
                     last.name, command);
}

const Option* option_named(const Subcommand& subcommand, std::string_view named) {
  const auto found = std::ranges::find_if(
      subcommand.options, [&](const Option& option) { return named == fmt::format("--{}", option.name); });
  return found == subcommand.options.end() ? nullptr : &*found;
}

/// What the parser refuses at `app`, in our words; its own where it is something else.
std::string refusal(const CLI::App& app, const Subcommand* subcommand, const std::string& said) {
  const std::string command = command_of(app);
  if (subcommand != nullptr) {
    for (const Positional& positional : subcommand->positionals) {
      if (said == fmt::format("{} is required", positional.name)) {
        return fmt::format("{} needs {} ({}); \"{} --help\" has examples", command, positional.name, positional.help,
                           command);
      }
    }
    const Option* option = option_named(*subcommand, said.substr(0, said.find(':')));
    const std::size_t refused = said.find(" not in {");
    if (option != nullptr && said.ends_with(" missing")) {
      return fmt::format("--{} needs {}: {}", option->name, option->value, option->help);
    }
    if (option != nullptr && refused != std::string::npos) {
      const std::size_t begin = option->name.size() + 4;  // behind "--NAME: "
      const std::string value = refused > begin ? said.substr(begin, refused - begin) : std::string();
      const auto near = nearest(value, option->choices);
      return fmt::format("--{} takes {}, not {}{}", option->name, fmt::join(option->choices, ", "), in_quotes(value),
                         near ? fmt::format(". Did you mean \"{}\"?", *near) : "");
    }
  }
  return visible(said, false);
}

}  // namespace

Result<Command> parse_arguments(std::span<const std::string> arguments, const std::vector<Subcommand>& table) {
  CLI::App app("warrant: every action of a coding agent needs a warrant, and so does every claim.", "warrant");
  app.set_version_flag("--version,-v", "warrant " WARRANT_VERSION);
  app.footer(exit_codes);
  app.allow_extras();
  app.require_subcommand(0, 1);  // what follows a command is its own, also where it is a word such as "undo"
  std::map<std::string_view, CLI::App*> groups;
  std::map<const CLI::App*, std::vector<std::string_view>> parts;
  std::map<const CLI::App*, std::string> examples;
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
        group->allow_extras()->require_subcommand(0, 1);
      }
      parent = group;
      parts[group].push_back(subcommand.path.substr(space + 1));
      const std::string_view summary = group_summary(group->get_name());
      group->description(fmt::format("{}{}{}", summary, summary.empty() ? "" : ": ", fmt::join(parts[group], ", ")));
      examples[group] += example_of(subcommand);
      group->footer(fmt::format("Examples:\n{}\n{}", examples[group], exit_codes));
    }
    const std::string_view name = grouped ? subcommand.path.substr(space + 1) : subcommand.path;
    CLI::App* added = parent->add_subcommand(std::string(name), std::string(subcommand.summary));
    added->allow_extras();
    bind_options(bounds.emplace_back(
        Bound{.subcommand = &subcommand, .app = added, .words = {}, .further = {}, .values = {}, .flags = {}}));
  }

  const auto subcommand_at = [&](const CLI::App& at) -> const Subcommand* {
    const auto found = std::ranges::find_if(bounds, [&](const Bound& bound) { return bound.app == &at; });
    return found == bounds.end() ? nullptr : found->subcommand;
  };
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
    return fail(Code::invalid_argument, refusal(at, subcommand_at(at), error.what()));
  }
  const CLI::App& at = reached(app);
  const Subcommand* subcommand = subcommand_at(at);
  auto extras = app.remaining(true);
  std::erase(extras, "--");  // the parser gives the end-of-options mark back as an extra
  if (!extras.empty()) {
    return fail(Code::invalid_argument, subcommand != nullptr && &at != &app
                                            ? superfluous_word(at, *subcommand, extras.front())
                                            : unknown_word(at, extras.front()));
  }
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
  if (&at == &app) return ShowText{.text = at.help()};
  return fail(Code::invalid_argument, fmt::format("{0} needs one of {1}; \"{0} --help\" says what they do",
                                                  command_of(at), fmt::join(parts[&at], ", ")));
}

}  // namespace warrant::app
