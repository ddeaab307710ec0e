#include <warrant/policy/approval.hpp>
#include <warrant/policy/ladder.hpp>
#include <warrant/policy/protect.hpp>

#include <algorithm>
#include <utility>

namespace warrant::policy {

namespace {

struct Verdicted {
  Verdict verdict;
  Step step;
  std::string reason;
};

Protection strictest(const std::vector<RelPath>& paths) {
  Protection found = Protection::none;
  for (const RelPath& path : paths) found = std::max(found, classify(path));
  return found;
}

bool any_matches(const std::vector<std::string>& globs, std::string_view text) {
  return std::any_of(globs.begin(), globs.end(), [&](const std::string& glob) { return glob_matches(glob, text); });
}

bool rule_touches(const Rule& rule, const Question& question) {
  if (rule.malformed) return true;
  if (question.paths.empty()) return rule_covers(rule, question.tool, std::nullopt, question.profile);
  return std::any_of(question.paths.begin(), question.paths.end(), [&](const RelPath& path) {
    return rule_covers(rule, question.tool, path.text(), question.profile);
  });
}

// A malformed rule is a deny, whatever it was meant to be.
const Rule* find_rule(const std::vector<Rule>& rules, Verdict verdict, const Question& question) {
  for (const Rule& rule : rules) {
    const Verdict effective = rule.malformed ? Verdict::deny : rule.verdict;
    if (effective == verdict && rule_touches(rule, question)) return &rule;
  }
  return nullptr;
}

// Each path needs an allowing rule; one rule alone need not cover all. What a command writes does not
// make an allowed command forbidden, so its profile alone counts.
const Rule* find_allow(const std::vector<Rule>& rules, const Question& question) {
  const auto find = [&](std::optional<std::string_view> path) {
    const auto found = std::find_if(rules.begin(), rules.end(), [&](const Rule& rule) {
      return !rule.malformed && rule.verdict == Verdict::allow &&
             rule_covers(rule, question.tool, path, question.profile);
    });
    return found == rules.end() ? nullptr : &*found;
  };
  if (question.access == Access::run) return question.profile ? find(std::nullopt) : nullptr;
  const Rule* last = nullptr;
  for (const RelPath& path : question.paths) {
    last = find(path.text());
    if (last == nullptr) return nullptr;
  }
  return last;
}

bool has_hidden_part(const RelPath& path) {
  return path.text().starts_with('.') || path.text().find("/.") != std::string::npos;
}

const Remembered* find_remembered(const std::vector<Remembered>& remembered, const Question& question) {
  if (!may_be_remembered(question)) return nullptr;
  const RelPath directory = question.paths.front().parent();
  for (const Remembered& entry : remembered) {
    if (entry.tool() == question.tool && entry.directory() == directory) return &entry;
  }
  return nullptr;
}

Verdicted climb(const Question& question, const std::vector<Rule>& rules, const std::vector<Remembered>& remembered) {
  const bool changes = question.access != Access::read;
  const Protection protection = strictest(question.paths);
  const std::string kind(to_string(protection));
  if (question.invalid) return {Verdict::deny, Step::invalid, *question.invalid};
  if (changes && question.access != Access::run && question.paths.empty())
    return {Verdict::deny, Step::invalid, "the change names no path"};
  if (question.escapes) return {Verdict::deny, Step::escapes, "the path leaves the workspace"};
  if (changes && protection != Protection::none) {
    return {Verdict::deny, Step::protected_change, "changes a protected path (" + kind + ")"};
  }
  if (const Rule* rule = find_rule(rules, Verdict::deny, question)) {
    return {Verdict::deny, Step::configured_deny, (rule->malformed ? "malformed rule " : "rule ") + rule->name};
  }
  if (protection != Protection::none) {
    return {Verdict::ask, Step::protected_read, "reads a protected path (" + kind + ")"};
  }
  if (const Rule* rule = find_rule(rules, Verdict::ask, question)) {
    return {Verdict::ask, Step::configured_ask, "rule " + rule->name};
  }
  if (const Rule* rule = find_allow(rules, question)) {
    return {Verdict::allow, Step::configured_allow, "rule " + rule->name};
  }
  if (!changes) return {Verdict::allow, Step::inside_read, "reads inside the workspace"};
  if (const Remembered* entry = find_remembered(remembered, question)) {
    return {Verdict::allow, Step::remembered, "approval " + entry->approval_id() + " was to be remembered"};
  }
  return {Verdict::ask, Step::otherwise, "no rule allows it"};
}

}  // namespace

struct Decider {
  static Ruling make(const std::string& id, const Digest& effect, Verdicted answer) {
    switch (answer.verdict) {
      case Verdict::allow: return Allow(id, answer.step, std::move(answer.reason), effect);
      case Verdict::ask: return Ask(id, answer.step, std::move(answer.reason), effect);
      case Verdict::deny: break;
    }
    return Deny(id, answer.step, std::move(answer.reason), effect);
  }
};

Ruling decide(const Question& question, const std::vector<Rule>& rules, const std::vector<Remembered>& remembered) {
  Verdicted answer = climb(question, rules, remembered);
  if (answer.verdict == Verdict::allow && (question.scope_warning || question.form_change)) {
    answer.verdict = Verdict::ask;
    answer.reason += question.scope_warning ? ", but it goes beyond the request" : ", but it changes the file's form";
  }
  return Decider::make(question.ruling_id, question.effect, std::move(answer));
}

Ruling decide_restore(const RestoreQuestion& question) {
  const Protection protection = strictest(question.paths);
  const auto ruling = [&](Verdict verdict, Step step, std::string reason) {
    return Decider::make(question.ruling_id, question.effect, {verdict, step, std::move(reason)});
  };
  if (protection != Protection::none) {
    return ruling(Verdict::deny, Step::protected_change,
                  "restores a protected path (" + std::string(to_string(protection)) + ")");
  }
  if (question.changed_since) {
    return ruling(Verdict::ask, Step::restore,
                  "the file was changed after the turn, and restoring it loses that change");
  }
  return ruling(Verdict::allow, Step::restore, "the person asked to restore it");
}

bool may_be_remembered(const Question& question) {
  if (question.access != Access::write || question.paths.size() != 1) return false;
  const RelPath& path = question.paths.front();
  return !has_hidden_part(path) && classify(path) == Protection::none;
}

std::optional<Remembered> remember(const Approval& approval, const Question& question) {
  const bool about_this = approval.ruling_id() == question.ruling_id && approval.effect() == question.effect;
  if (!approval.to_be_remembered() || !about_this || !may_be_remembered(question)) return std::nullopt;
  return Remembered(question.tool, question.paths.front().parent(), approval.id());
}

bool rule_covers(const Rule& rule, std::string_view tool, std::optional<std::string_view> path,
                 std::optional<std::string_view> profile) {
  if (!any_matches(rule.tools, tool)) return false;
  if (path && !any_matches(rule.paths, *path)) return false;
  // A rule about paths alone says nothing of a command that names none.
  const bool about_paths = rule.paths != std::vector<std::string>{"**"};
  if (!path && about_paths) return false;
  if (!profile) return path.has_value() || rule.profiles.empty();
  if (rule.profiles.empty()) return rule.verdict != Verdict::allow;
  return any_matches(rule.profiles, *profile);
}

bool glob_matches(std::string_view glob, std::string_view text) {
  // reach[i]: the glob so far matches the first i bytes of the text.
  std::vector<bool> reach(text.size() + 1, false);
  reach[0] = true;
  for (std::size_t g = 0; g < glob.size(); ++g) {
    std::vector<bool> next(text.size() + 1, false);
    if (glob[g] == '*') {
      const bool across = g + 1 < glob.size() && glob[g + 1] == '*';
      if (across) ++g;
      for (std::size_t i = 0; i <= text.size(); ++i) {
        next[i] = reach[i] || (i > 0 && next[i - 1] && (across || text[i - 1] != '/'));
      }
    } else {
      for (std::size_t i = 1; i <= text.size(); ++i) {
        const bool fits = glob[g] == '?' ? text[i - 1] != '/' : glob[g] == text[i - 1];
        next[i] = reach[i - 1] && fits;
      }
    }
    reach = std::move(next);
  }
  return reach[text.size()];
}

std::string_view to_string(Step step) noexcept {
  switch (step) {
    case Step::invalid: return "invalid";
    case Step::escapes: return "escapes";
    case Step::protected_change: return "protected_change";
    case Step::configured_deny: return "configured_deny";
    case Step::protected_read: return "protected_read";
    case Step::configured_ask: return "configured_ask";
    case Step::configured_allow: return "configured_allow";
    case Step::inside_read: return "inside_read";
    case Step::remembered: return "remembered";
    case Step::restore: return "restore";
    case Step::otherwise: return "otherwise";
  }
  return "invalid";
}

std::string_view to_string(Verdict verdict) noexcept {
  switch (verdict) {
    case Verdict::deny: return "deny";
    case Verdict::ask: return "ask";
    case Verdict::allow: return "allow";
  }
  return "deny";
}

}  // namespace warrant::policy
