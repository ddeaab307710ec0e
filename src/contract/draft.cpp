#include "draft.hpp"

#include <algorithm>

namespace warrant::contract {

using language::Clause;

void Draft::give(std::string path, Role role, bool exists, std::optional<Span> span) {
  for (Target& target : targets)
    if (target.path == path) {
      // what is to be made is not changed
      const bool made = !exists && target.role == Role::output && role == Role::must_change;
      if (role < target.role && !made) target.role = role;
      return;
    }
  targets.push_back({.path = std::move(path), .role = role, .exists = exists, .span = span});
}

void Draft::give(const Named& named, Role role, bool as_written) {
  give(as_written ? named.written : named.path, role, named.exists, named.span);
}

void Draft::operate(Type type, Operation operation) {
  if (std::ranges::find(operations, operation) != operations.end()) return;
  // "sort out the mess and move a.py to b.py": what is named says what the first order means.
  if (!path_of(operation).empty() && change == Type::edit && !operations.empty() &&
      std::ranges::all_of(
          operations, [](const Operation& it) { return std::holds_alternative<Edit>(it) && path_of(it).empty(); })) {
    operations.clear();
    change = type;
  }
  // "write me a test, it goes in a_test.js"
  if (!path_of(operation).empty() && change == Type::create && !operations.empty() &&
      std::ranges::all_of(operations, [](const Operation& it) {
        return std::holds_alternative<CreateFile>(it) && path_of(it).empty();
      })) {
    operations.clear();
    change = type;
  }
  if (!change) change = type;
  operations.push_back(std::move(operation));
}

void Draft::decide(std::string rule, const Clause& clause) {
  if (reason) return;
  const auto& tokens = material_.reading.tokens;
  const std::size_t first = clause.at < clause.end && !clause.passive ? clause.at : clause.begin;
  const Span span{tokens[std::min(first, clause.end - 1)].span.begin, tokens[clause.end - 1].span.end};
  reason = Reason{std::move(rule), {span}, std::string(span.of(material_.request))};
}

void Draft::doubt(std::string what) {
  // where is the least of the doubts
  if (!question.empty() && !placeless) return;
  question = std::move(what);
  placeless = false;
}

void Draft::doubt_place(std::string what) {
  if (!question.empty()) return;
  question = std::move(what);
  placeless = true;
}

void Draft::settle_place() {
  question.clear();
  placeless = false;
}

bool Draft::is_ambiguous(const Named& named) {
  if (named.candidates.empty()) return false;
  // "the values.yaml of both charts"
  const bool every = std::ranges::any_of(material_.reading.tokens, [&](const language::Token& it) {
    return it.text == "both" && named.candidates.size() == 2;
  });
  if (every) {
    for (const std::string& path : named.candidates) {
      give(path, Role::must_change, true, named.span);
      operations.emplace_back(Edit{path, ""});
    }
    change = change.value_or(Type::edit);
    return true;
  }
  // "the index page … docs/index.md, not docs/guides/index.md": the words say which
  for (const auto& other : material_.names)
    if (other && other->candidates.empty() &&
        std::ranges::find(named.candidates, other->path) != named.candidates.end() &&
        std::ranges::none_of(targets,
                             [&](const Target& it) { return it.path == other->path && it.role == Role::forbidden; })) {
      give(*other, Role::must_change);
      return true;
    }
  std::string text = "Which one: ";
  for (const std::string& path : named.candidates) {
    if (text.size() > 11) text += ", ";
    text += path;
    give(path, Role::mentioned, true, named.span);
  }
  doubt(text + "?");
  return true;
}

}  // namespace warrant::contract
