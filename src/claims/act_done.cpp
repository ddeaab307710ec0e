// "Done.", "All set!", "That's taken care of."
#include "act_reader.hpp"
#include "rules.hpp"

#include <algorithm>
#include <array>

namespace warrant::claims {
namespace {

using Kind = Token::Kind;

std::size_t size_of(std::string_view phrase) { return 1 + static_cast<std::size_t>(std::ranges::count(phrase, ' ')); }

bool anchors_elsewhere(std::string_view word) {
  return one_of(word, {"test",     "tests",  "suite", "build",   "lint",      "when",  "definition",
                       "criteria", "you",    "types", "reading", "looking",   "files", "yet",
                       "only",     "partly", "half",  "nur",     "teilweise", "far",   "bisher"});
}

/// Says that all is done only beside a word for what was to be done.
bool weak(std::string_view phrase) {
  return one_of(phrase,
                {"success", "successful", "successfully", "fixed", "worked", "went through", "succeeded", "in place",
                 "ready", "complete", "completed", "finished", "is complete", "are complete", "now complete", "fait"});
}

bool of_change(std::string_view word) {
  return one_of(word, {"change",   "changes",    "edit",        "update", "operation", "task",   "request",
                       "work",     "everything", "it",          "rename", "write",     "status", "move",
                       "deletion", "fix",        "replacement", "result", "outcome",   "action"});
}

}  // namespace

bool ActReader::completes(std::string_view phrase, std::size_t at) const {
  const auto segment = segment_of(s_, at);
  // "It would be 60, had the write worked", "done so far: French", "done: nothing".
  const std::size_t size = size_of(phrase);
  const std::size_t behind = at + size;
  if (word(segment.begin) == "had" || (word(behind) == "so" && word(behind + 1) == "far")) return false;
  if (word(behind) == ":" && one_of(word(behind + 1), {"nothing", "none", "no", "nichts"})) return false;
  std::size_t words = 0;
  bool about_change = !weak(phrase);
  for (std::size_t k = segment.begin; k < segment.end; ++k) {
    if (anchors_elsewhere(word(k))) return false;
    if (s_.tokens[k].kind == Kind::word) ++words;
    about_change = about_change || of_change(word(k));
  }
  if (weak(phrase)) {
    about_change = about_change || words <= size + 1;
    if (one_of(phrase, {"ready", "in place"}) && words <= size) about_change = false;
  }
  // "I have taken care of the timeout": what was cared for may be named.
  const bool cared = phrase == "taken care of" && has_first_person(segment, at);
  return about_change && (cared || (words <= size + (weak(phrase) ? 4 : 3) && at < segment.begin + 5));
}

void ActReader::add_completion(std::size_t at, Segment window, bool everything) {
  into_.push_back({.deed = Deed::complete,
                   .objects = {},
                   .window = window,
                   .strict = false,
                   .started_only = false,
                   .files = std::nullopt,
                   .everything = everything,
                   .sentence = index_,
                   .at = at,
                   .verb = "done",
                   .span = {s_.tokens[window.begin].span.begin, s_.tokens[window.end - 1].span.end}});
}

void ActReader::read_done() {
  for (const auto phrase : completions()) {
    for (std::size_t i = 0; i < s_.tokens.size(); ++i) {
      if (!phrase_at(s_, i, phrase)) continue;
      if (std::ranges::any_of(into_, [&](const Act& a) { return a.sentence == index_; })) return;
      if (!completes(phrase, i)) continue;
      if (exemption_at(s_, {i, Nature::act, false}) == Exemption::none)
        add_completion(i, segment_of(s_, i), phrase.starts_with("all"));
      return;
    }
  }
  const bool only_ticked = s_.ticked && !s_.tokens.empty() &&
                           std::ranges::all_of(s_.tokens, [](const Token& t) { return t.kind == Kind::mark; });
  if (only_ticked) add_completion(0, {0, s_.tokens.size()}, false);
}

}  // namespace warrant::claims
