// Reads a command: its steps, what they do, and what hides their result.
#include "warrant/evidence/command.hpp"

#include "command_parts.hpp"
#include "printed_status.hpp"
#include "shell_words.hpp"

#include <algorithm>

namespace warrant::evidence {

bool one_of(std::string_view word, std::initializer_list<std::string_view> set) {
  // The first letter tells most apart without a call.
  return std::ranges::any_of(set, [&](std::string_view each) {
    return each.size() == word.size() && (each.empty() || each.front() == word.front()) && each == word;
  });
}

std::string_view base_name(std::string_view word) {
  const auto slash = word.find_last_of("/\\");
  if (slash != std::string_view::npos && slash + 1 < word.size()) word.remove_prefix(slash + 1);
  for (const std::string_view ending : {".exe", ".cmd", ".bat"}) {
    if (word.ends_with(ending)) word.remove_suffix(ending.size());
  }
  // A release ("clang-format-19") and a target ("x86_64-linux-gnu-gcc") are no part of the name.
  if (const auto dash = word.find_last_not_of("0123456789.");
      dash != std::string_view::npos && dash > 0 && dash + 1 < word.size() && word[dash] == '-') {
    word = word.substr(0, dash);
  }
  if (word.find('-') == std::string_view::npos) return word;
  for (const std::string_view target : {"-linux-gnu-", "-linux-musl-", "-mingw32-", "-elf-", "-gnueabihf-"}) {
    if (const auto at = word.find(target); at != std::string_view::npos) word.remove_prefix(at + target.size());
  }
  return word;
}

bool assignment(std::string_view word) {
  const auto equals = word.find('=');
  if (equals == 0 || equals == std::string_view::npos) return false;
  return std::ranges::all_of(word.substr(0, equals), [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
}

Words skip_options(Words words) {
  while (!words.empty() && words[0].starts_with("-")) {
    const bool last = words[0] == "--";
    words = words.subspan(1);
    if (last) break;
  }
  return words;
}

namespace {

constexpr int kMaxNesting = 4;

/// Programs that pass on some lines of what they read whatever those say.
bool shortens(Words words) {
  return !words.empty() && one_of(base_name(words[0]), {"head", "tail", "cat", "tee", "less", "more"});
}

/// `exit 1`, `return $rc`, `false`: the status stays that of a failure, or is handed on.
bool keeps_status(Words words) {
  if (words.empty()) return false;
  if (words[0] == "false") return true;
  if (!one_of(words[0], {"exit", "return"}) || words.size() < 2) return false;
  return words[1].starts_with("$") ||
         (words[1] != "0" && words[1].find_first_not_of("0123456789") == std::string::npos);
}

class Reader {
 public:
  CommandFacts read(std::string_view command) {
    walk(command, 0);
    facts_.caveats = caveats_;
    // A command cut short with an ellipsis may do anything.
    const bool abridged = command.ends_with("\xe2\x80\xa6") || command.ends_with("...");
    if (saw_step_ && only_shows_ && !abridged) facts_.caveats.add(Caveat::only_shown);
    return std::move(facts_);
  }

 private:
  void walk(std::string_view command, int depth) {
    const auto steps = part_command(command);
    bool pipefail = false;
    std::vector<std::vector<Activity>> does(steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const auto words = unwrap(steps[i].words);
      if (words.empty()) continue;
      if (auto told = printed_status(steps, i, does, pipefail)) facts_.printed.push_back(std::move(*told));
      const auto name = base_name(words[0]);
      if (name == "set" && std::ranges::find(words, "pipefail") != words.end()) pipefail = true;
      if (name == "set" && words.size() > 1 && words[1].find('o') != std::string::npos && words.back() == "pipefail")
        pipefail = true;
      if (name == "cd" && words.size() > 1) {
        place_ = words[1];
        if (facts_.activities.empty()) facts_.directory = place_;
      }
      if (const auto* script = inner_script(name, words); script != nullptr && depth < kMaxNesting) {
        const std::size_t before = facts_.activities.size();
        walk(*script, depth + 1);
        if (facts_.activities.size() > before) masking(steps, i, pipefail);
        continue;
      }
      if (name != "cd" && name != "set" && name != "export") saw_step_ = true;
      if (!shows(words)) only_shows_ = false;
      const auto found = activities_of(words);
      if (found.empty()) continue;
      does[i] = found;
      if (!place_.empty()) facts_.directory = place_;
      for (const auto activity : found) {
        if (!facts_.does(activity)) facts_.activities.push_back(activity);
      }
      for (auto& each : invocations_of(words)) facts_.invoked.push_back(std::move(each));
      if (std::ranges::find(found, Activity::test) != found.end()) {
        facts_.programs.push_back(program_of(words));
        facts_.selection = selection_of(name, words);
        if (!facts_.selection.empty()) caveats_.add(Caveat::filtered);
      }
      if (lists_only(name, words)) caveats_.add(Caveat::collect_only);
      masking(steps, i, pipefail);
    }
    if (depth == 0) chain(steps, does);
    if (depth == 0) facts_.ends_with = last_of(steps, does, pipefail);
  }

  static std::vector<Activity> last_of(const std::vector<Step>& steps, const std::vector<std::vector<Activity>>& does,
                                       bool pipefail) {
    if (steps.empty() || steps.back().link != Link::end) return {};
    std::vector<Activity> last = does.back();
    for (std::size_t i = steps.size() - 1; i > 0; --i) {
      const auto link = steps[i - 1].link;
      if (link == Link::then) break;
      if (link != Link::and_then && !(link == Link::pipe && pipefail)) return {};
      last.insert(last.end(), does[i - 1].begin(), does[i - 1].end());
    }
    return last;
  }

  /// "A && B": B starts only when A has ended well. A pipe's end stands for its beginning nowhere.
  void chain(const std::vector<Step>& steps, const std::vector<std::vector<Activity>>& does) {
    constexpr std::size_t kMost = 16;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (does[i].empty() || steps[i].link != Link::and_then) continue;
      for (std::size_t j = i + 1; j < steps.size() && facts_.before.size() < kMost; ++j) {
        for (const auto first : does[i]) {
          for (const auto then : does[j]) facts_.before.emplace_back(first, then);
        }
        if (steps[j].link != Link::and_then) break;
      }
    }
  }

  static const std::string* inner_script(std::string_view name, Words words) {
    const bool shell =
        one_of(name, {"bash", "sh", "zsh", "dash", "fish", "powershell", "pwsh", "cmd", "nix-shell", "nix", "su"});
    if (!shell) return nullptr;
    for (std::size_t i = 1; i + 1 < words.size(); ++i) {
      if (one_of(words[i], {"-c", "-lc", "-ic", "-ec", "-lic", "-Command", "-command", "/c", "--run", "-euc", "-exc"}))
        return &words[i + 1];
      if (!words[i].starts_with("-") && name != "nix") break;
    }
    return nullptr;
  }

  /// What stands behind step `i` and keeps its status from being the command's.
  void masking(const std::vector<Step>& steps, std::size_t i, bool pipefail) {
    const auto hands_on = [&](const Step& step) { return keeps_status(unwrap(step.words)); };
    const auto behind = std::span(steps).subspan(i + 1);
    // "…; rc=$?; exit $rc" and "exit ${PIPESTATUS[0]}".
    const bool kept = !steps.back().words.empty() && hands_on(steps.back()) && steps.back().words.size() > 1 &&
                      steps.back().words[1].starts_with("$");
    bool passed = false;  // behind an "&&" a failure reaches no pipe, only the next "||"
    for (std::size_t at = i; at < steps.size(); ++at) {
      const bool more = at + 1 < steps.size();
      switch (steps[at].link) {
        case Link::end: return;
        case Link::background:
          if (std::ranges::none_of(behind, [](const Step& step) { return step.words[0] == "wait"; }))
            caveats_.add(Caveat::background);
          return;
        case Link::pipe:
          if (!pipefail && !passed && !kept && more) caveats_.add(Caveat::masked_exit);
          if (more && !passed && !shortens(unwrap(steps[at + 1].words))) facts_.conceals = true;
          break;
        case Link::or_else: {
          facts_.conceals = true;
          // Whatever comes instead may succeed, unless it ends in a failure.
          std::size_t last = at + 1;
          while (last + 1 < steps.size() && steps[last].link != Link::end && !hands_on(steps[last])) ++last;
          if (more && !hands_on(steps[last])) caveats_.add(Caveat::masked_exit);
          return;
        }
        case Link::then:
          if (more && !kept) caveats_.add(Caveat::masked_exit);
          return;
        case Link::and_then: passed = true; break;
      }
    }
  }

  CommandFacts facts_{.activities = {}, .caveats = {}, .directory = {}, .selection = {}};
  Caveats caveats_;
  std::string place_;  ///< where the last `cd` led; one behind the last activity moves none of them
  bool saw_step_ = false;
  bool only_shows_ = true;
};

}  // namespace

bool CommandFacts::does(Activity activity) const noexcept {
  return std::ranges::find(activities, activity) != activities.end();
}

CommandFacts read_command(std::string_view command) { return Reader().read(command); }

bool only_checks(const CommandFacts& facts) {
  return !facts.invoked.empty() && std::ranges::all_of(facts.invoked, [](std::string_view each) {
    return one_of(each, {"task check", "task ci", "task all", "task verify", "task check:all"});
  });
}

namespace {

struct Selection {
  std::vector<std::string_view> places;
  std::vector<std::string_view> patterns;
};

Selection parts_of(std::string_view selection) {
  Selection parts;
  bool value = false;
  while (!selection.empty()) {
    const auto blank = std::min(selection.find(' '), selection.size());
    const auto word = selection.substr(0, blank);
    selection.remove_prefix(std::min(blank + 1, selection.size()));
    if (word.empty()) continue;
    const bool option = word.starts_with("-");
    (option || value ? parts.patterns : parts.places).push_back(word);
    value = option && word.find('=') == std::string_view::npos &&
            !one_of(word, {"--lf", "--last-failed", "--lib", "--onlyChanged"});
  }
  return parts;
}

bool below(std::string_view place, std::string_view above) {
  for (const std::string_view end : {"/...", "/"}) {
    if (above.ends_with(end)) above.remove_suffix(end.size());
    if (place.ends_with(end)) place.remove_suffix(end.size());
  }
  return place == above || (place.starts_with(above) && (place[above.size()] == '/' || place[above.size()] == ':'));
}

}  // namespace

bool covers(std::string_view later, std::string_view earlier) {
  if (later.empty() || later == earlier) return true;
  const auto wide = parts_of(later);
  const auto narrow = parts_of(earlier);
  if (!wide.patterns.empty() && wide.patterns != narrow.patterns) return false;
  if (wide.places.empty()) return true;
  return !narrow.places.empty() && std::ranges::all_of(narrow.places, [&](std::string_view place) {
    return std::ranges::any_of(wide.places, [&](std::string_view above) { return below(place, above); });
  });
}

}  // namespace warrant::evidence
