// "Done.", "All set!", "That's taken care of."
#include "act_reader.hpp"
#include "rules.hpp"

#include <algorithm>
#include <array>

namespace warrant::claims {
namespace {

using Kind = Token::Kind;

std::size_t size_of(std::string_view phrase) { return 1 + static_cast<std::size_t>(std::ranges::count(phrase, ' ')); }

}  // namespace

void ActReader::read_done() {
  std::size_t content = 0;
  for (const auto& t : s_.tokens) content += t.kind == Kind::mark ? 0 : 1;
  for (const auto phrase : completions()) {
    for (std::size_t i = 0; i < s_.tokens.size(); ++i) {
      if (!phrase_at(s_, i, phrase)) continue;
      if (std::ranges::any_of(into_, [&](const Act& a) { return a.sentence == index_; })) return;
      const auto segment = segment_of(s_, i);
      std::size_t words = 0;
      // "It would be 60, had the write worked", "done so far: French", "done: nothing".
      const std::size_t behind = i + size_of(phrase);
      bool anchored = word(segment.begin) != "had" && !(word(behind) == "so" && word(behind + 1) == "far") &&
                      !(word(behind) == ":" && one_of(word(behind + 1), {"nothing", "none", "no", "nichts"}));
      for (std::size_t k = segment.begin; k < segment.end; ++k) {
        if (s_.tokens[k].kind == Kind::word) ++words;
        if (one_of(word(k), {"test",     "tests",  "suite", "build",   "lint",      "when",  "definition",
                             "criteria", "you",    "types", "reading", "looking",   "files", "yet",
                             "only",     "partly", "half",  "nur",     "teilweise", "far",   "bisher"}))
          anchored = false;
      }
      const std::size_t size = size_of(phrase);
      const bool weak = one_of(phrase, {"success", "successful", "successfully", "fixed", "worked", "went through",
                                        "succeeded", "in place", "ready", "complete", "completed", "finished",
                                        "is complete", "are complete", "now complete", "fait"});
      // "I have taken care of the timeout": what was cared for may be named.
      const bool cared = phrase == "taken care of" && has_first_person(segment, i);
      const bool short_enough = cared || (words <= size + (weak ? 4 : 3) && i < segment.begin + 5);
      bool about_change = !weak || words <= size + 1;
      if (weak) {
        for (std::size_t k = segment.begin; k < segment.end; ++k) {
          if (one_of(word(k), {"change",   "changes",    "edit",        "update", "operation", "task",   "request",
                               "work",     "everything", "it",          "rename", "write",     "status", "move",
                               "deletion", "fix",        "replacement", "result", "outcome",   "action"}))
            about_change = true;
        }
        if (one_of(phrase, {"ready", "in place"}) && words <= size) about_change = false;
      }
      if (!anchored || !short_enough || !about_change) continue;
      if (exemption_at(s_, {i, Nature::act, false}) != Exemption::none) return;
      into_.push_back({.deed = Deed::complete,
                       .objects = {},
                       .window = segment,
                       .strict = false,
                       .started_only = false,
                       .files = std::nullopt,
                       .everything = phrase.starts_with("all"),
                       .sentence = index_,
                       .at = i,
                       .verb = "done",
                       .span = {s_.tokens[segment.begin].span.begin, s_.tokens[segment.end - 1].span.end}});
      return;
    }
  }
  if (s_.ticked && content == 0) {
    into_.push_back({.deed = Deed::complete,
                     .objects = {},
                     .window = {0, s_.tokens.size()},
                     .strict = false,
                     .started_only = false,
                     .files = std::nullopt,
                     .everything = false,
                     .sentence = index_,
                     .at = 0,
                     .verb = "done",
                     .span = s_.span});
  }
}

}  // namespace warrant::claims
