// warrant alone: turns with history, and the other subcommands behind a slash.
#include "arguments.hpp"
#include "subcommands.hpp"
#include "take_turn.hpp"

#include <warrant/base/match.hpp>
#include <warrant/base/path.hpp>
#include <warrant/base/suggest.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/ui/line_editor.hpp>
#include <warrant/ui/turn_view.hpp>
#include <warrant/workspace/root.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warrant::app {

namespace {

/// What a slash command is: a subcommand of the program with the words that stand for it when none follow.
struct Slash {
  std::string_view name;
  std::string_view bare;  ///< "trace list" for a lone /trace; "" where the prompt itself answers
  std::string_view help;
};
constexpr std::array<Slash, 13> slashes{{
    {"help", "", "this list"},
    {"status", "", "workspace, mode, pinned files and the last turn"},
    {"mode", "", "agent, ask or plan: what turns may do from here on"},
    {"unpin", "", "read a pinned file no longer; without a name, none of them"},
    {"why", "why", "what decided the last turn"},
    {"undo", "undo", "put back what the last turn changed"},
    {"redo", "redo", "make the undone change again"},
    {"checkpoint", "checkpoint list", "list, show ID, restore ID"},
    {"policy", "policy --help", "explain TOOL ARGS-JSON, test FILE"},
    {"profiles", "profiles list", "list, add, trust, revoke"},
    {"trace", "trace list", "list, show, verify, export, report"},
    {"model", "model status", "status, start, stop, pull"},
    {"quit", "", "end; so does Ctrl-D"},
}};

std::optional<contract::Posture> posture_named(std::string_view name) {
  for (const auto posture : {contract::Posture::agent, contract::Posture::ask, contract::Posture::plan}) {
    if (to_string(posture) == name) return posture;
  }
  return std::nullopt;
}

/// The words of a line, as a shell takes them apart: blanks separate, single and double quotes hold together.
/// Errors: invalid_argument for a quote that is not closed.
Result<std::vector<std::string>> words_of(std::string_view line) {
  std::vector<std::string> words;
  char quote = 0;
  bool inside = false;
  for (const char byte : line) {
    const bool blank = byte == ' ' || byte == '\t';
    if (quote != 0 ? byte == quote : byte == '\'' || byte == '"') {
      quote = quote == 0 ? byte : '\0';
      if (!inside) words.emplace_back();
      inside = true;
    } else if (quote == 0 && blank) {
      inside = false;
    } else {
      if (!inside) words.emplace_back();
      inside = true;
      words.back() += byte;
    }
  }
  if (quote != 0) return fail(Code::invalid_argument, fmt::format("a {} is not closed", quote));
  return words;
}

void say(std::string_view text) { static_cast<void>(print(text)); }

void say_error(const Error& error) { std::fprintf(stderr, "warrant: %s\n", visible(describe(error), false).c_str()); }

/// The prompt between its lines: what carries over from turn to turn.
class Conversation {
 public:
  Conversation(const Arguments& arguments, ModelChoice choice, workspace::Root root)
      : choice_(std::move(choice)),
        root_(std::move(root)),
        posture_(posture_of(arguments)),
        colour_out_(use_colour(arguments, STDOUT_FILENO)),
        colour_err_(use_colour(arguments, STDERR_FILENO)) {}

  [[nodiscard]] std::string prompt() const { return fmt::format("{}> ", to_string(posture_)); }
  [[nodiscard]] std::string greeting() const {
    return fmt::format("warrant {} in {}. /help lists what there is; @file pins a file.\n", WARRANT_VERSION,
                       visible(root_.real_path(), false));
  }

  /// Carries out one line; false when it ends the conversation.
  bool hear(std::string_view line) {
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return true;
    line.remove_prefix(begin);
    if (line.front() == '/') return obey(line.substr(1));
    take(line);
    return true;
  }

 private:
  void take(std::string_view line);
  std::string pin(std::string_view line);
  bool obey(std::string_view line);
  void set_mode(const std::vector<std::string>& words);
  void unpin(const std::vector<std::string>& words);
  void run_subcommand(const Slash& slash, const std::vector<std::string>& words);
  [[nodiscard]] std::string status() const;

  ModelChoice choice_;
  workspace::Root root_;
  contract::Posture posture_;
  std::vector<std::string> pinned_;
  std::vector<policy::Remembered> remembered_;
  std::optional<turn::Settlement> last_;
  bool colour_out_;
  bool colour_err_;
};

void Conversation::take(std::string_view line) {
  const std::string text = pin(line);
  if (text.empty()) return;
  const SignalWatch signals;
  const auto taken = take_turn({.text = text,
                                .root = root_.real_path(),
                                .posture = posture_,
                                .pinned = pinned_,
                                .approve_by_flag = false,
                                .show_progress = true,
                                .colour = colour_err_,
                                .remembered = &remembered_},
                               choice_, signals.token());
  if (!taken) return say_error(taken.error());
  last_ = taken->report.settlement;
  say(ui::summary(taken->report, {.colour = colour_out_}));
}

/// Pins every `@file` that exists, and gives back the line without these marks; "" for a line of pins alone.
std::string Conversation::pin(std::string_view line) {
  std::string text;
  bool only_pins = true;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
    std::string_view word = line.substr(at, end - at);
    if (word.starts_with('@') && word.size() > 1) {
      const std::string_view name = word.substr(1, word.find_last_not_of(",;:.!?"));
      const auto path = RelPath::make(name);
      const auto real = path ? root_.resolve(*path) : Result<RelPath>(fail(path.error()));
      const auto state = real ? root_.inspect(*real) : Result<workspace::State>(fail(real.error()));
      if (state && std::holds_alternative<workspace::RegularFile>(*state)) {
        if (std::ranges::find(pinned_, path->text()) == pinned_.end()) pinned_.push_back(path->text());
        word.remove_prefix(1);
      } else {
        only_pins = false;
        say(fmt::format("{} is no file here and is not pinned.\n", visible(word, false)));
      }
    } else if (!word.empty()) {
      only_pins = false;
    }
    text += word;
    text += line.substr(end, 1);
    at = end + 1;
  }
  if (!only_pins) return text;
  say(status());
  return {};
}

bool Conversation::obey(std::string_view line) {
  const auto words = words_of(line);
  if (!words) {
    say_error(words.error());
    return true;
  }
  const std::string name = words->empty() ? "help" : words->front();
  const auto* const slash = std::ranges::find(slashes, name, &Slash::name);
  if (slash == slashes.end()) {
    std::vector<std::string_view> names;
    for (const Slash& one : slashes) names.push_back(one.name);
    const auto near = nearest(name, names);
    say(fmt::format("There is no /{}. {}\n", visible(name, false),
                    near ? fmt::format("Did you mean /{}?", *near) : "/help lists what there is."));
    return true;
  }
  if (name == "quit") return false;
  if (name == "help") {
    for (const Slash& one : slashes) say(fmt::format("  /{:<11} {}\n", one.name, one.help));
    say("  @file        pin a file: it is read for every turn from here on\n");
  } else if (name == "status") {
    say(status());
  } else if (name == "mode") {
    set_mode(*words);
  } else if (name == "unpin") {
    unpin(*words);
  } else {
    run_subcommand(*slash, *words);
  }
  return true;
}

void Conversation::set_mode(const std::vector<std::string>& words) {
  if (words.size() == 2) {
    if (const auto wanted = posture_named(words[1]))
      posture_ = *wanted;
    else
      return say(fmt::format("There is no mode {}: agent, ask or plan.\n", visible(words[1], false)));
  }
  say(fmt::format("Mode {}.\n", to_string(posture_)));
}

void Conversation::unpin(const std::vector<std::string>& words) {
  if (words.size() == 1) pinned_.clear();
  for (std::size_t i = 1; i < words.size(); ++i) std::erase(pinned_, words[i]);
  say(status());
}

void Conversation::run_subcommand(const Slash& slash, const std::vector<std::string>& words) {
  std::vector<std::string> arguments = words;
  if (words.size() == 1) {
    const auto bare = words_of(slash.bare);
    if (bare) arguments = *bare;
  }
  std::vector<Subcommand> table = all_subcommands();
  std::erase_if(table, [](const Subcommand& one) { return one.path.empty(); });
  // A subcommand that works on a workspace works on this one.
  const std::string path = arguments.size() > 1 ? arguments[0] + " " + arguments[1] : arguments[0];
  const auto named =
      std::ranges::find_if(table, [&](const Subcommand& one) { return one.path == path || one.path == arguments[0]; });
  const auto is_root = [](const Option& option) { return option.name == "root"; };
  if (named != table.end() && std::ranges::any_of(named->options, is_root)) {
    arguments.insert(arguments.end(), {"--root", root_.real_path()});
  }
  const auto command = parse_arguments(arguments, table);
  if (!command) return say_error(command.error());
  match(
      *command, [](const ShowText& show) { say(show.text); },
      [](const Invoke& invoke) {
        const Result<Exit> ended = invoke.subcommand.run(invoke.arguments);
        if (!ended) say_error(ended.error());
      });
}

std::string Conversation::status() const {
  std::string text = fmt::format("Workspace {}, mode {}.\n", visible(root_.real_path(), false), to_string(posture_));
  for (const std::string& path : pinned_) text += fmt::format("Pinned: {}\n", visible(path, false));
  text += last_ ? ui::marks(*last_, {.colour = colour_out_}) : "No turn was taken here yet.\n";
  if (!text.ends_with('\n')) text += '\n';
  return text;
}

Result<Exit> converse(const Arguments& arguments) {
  if (!has_terminal()) {
    return fail(Code::invalid_argument,
                "the interactive prompt needs a terminal: \"warrant run\" takes one request without one");
  }
  WARRANT_TRY(choice, ModelChoice::from(arguments));
  WARRANT_TRY(root, workspace::Root::open(root_of(arguments)));
  Conversation conversation(arguments, std::move(choice), std::move(root));
  say(conversation.greeting());
  ui::LineEditor editor;
  while (const auto line = editor.read(conversation.prompt())) {
    if (!conversation.hear(*line)) break;
  }
  return Exit::done;
}

}  // namespace

std::vector<Subcommand> interactive_subcommands() {
  std::vector<Option> options{root_option(), mode_option()};
  for (const Option& option : model_options()) options.push_back(option);
  options.push_back(color_option());
  return {{.path = "",
           .summary = "",
           .examples = "Without a command: the interactive prompt, on a terminal.\n\n"
                       "Examples:\n"
                       "  warrant\n"
                       "  warrant --root ~/project --mode ask\n"
                       "  warrant run \"In settings.py, change TIMEOUT from 30 to 60.\"\n",
           .positionals = {},
           .options = std::move(options),
           .run = converse}};
}

}  // namespace warrant::app
