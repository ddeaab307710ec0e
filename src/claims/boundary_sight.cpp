// "The schema could not be opened", "there is no such file": of what was read, or written, in this turn.
#include "boundary_naming.hpp"
#include "boundary_parts.hpp"
#include "rules.hpp"

#include <algorithm>
#include <optional>

namespace warrant::claims {
namespace {

bool sees(std::string_view word) {
  return one_of(word, {"open", "read", "access", "load", "view", "inspect", "reach", "find", "see", "locate", "öffnen",
                       "lesen", "finden"});
}
bool seen(std::string_view word) {
  return one_of(word, {"opened", "read", "accessed", "loaded", "viewed", "inspected", "reached", "found", "located",
                       "geöffnet", "gelesen", "gefunden"});
}

/// Behind "could not" and its like: "open", "get at", "take a look at".
std::optional<std::size_t> sight_behind(const Sentence& s, std::size_t at) {
  if (sees(plain_word(s, at))) return at + 1;
  if (plain_word(s, at) == "get" && one_of(plain_word(s, at + 1), {"at", "to", "into", "hold"}))
    return at + (plain_word(s, at + 1) == "hold" ? 3 : 2);
  if (plain_word(s, at) == "look" && one_of(plain_word(s, at + 1), {"at", "into", "inside"})) return at + 2;
  return std::nullopt;
}

/// Where what could not be done begins: behind "couldn't", "was unable to".
std::optional<std::size_t> behind_denial(const Sentence& s, std::size_t i) {
  const auto w = plain_word(s, i);
  if (one_of(w, {"couldn't", "can't", "cannot"})) return i + 1;
  if (one_of(w, {"could", "can"}) && plain_word(s, i + 1) == "not") return i + 2;
  if (one_of(w, {"unable", "able"}) && plain_word(s, i + 1) == "to" &&
      (w == "unable" || (i > 0 && one_of(plain_word(s, i - 1), {"not", "wasn't", "isn't"}))))
    return i + 2;
  return std::nullopt;
}

/// The tokens that are said to be out of sight.
std::optional<Segment> out_of_sight(const Sentence& s) {
  for (std::size_t i = 0; i < s.tokens.size(); ++i) {
    if (const auto denied = behind_denial(s, i)) {
      const auto segment = segment_of(s, i);
      const bool passive = plain_word(s, *denied) == "be" && seen(plain_word(s, *denied + 1));
      if (passive) return Segment{segment.begin, i};
      // What is not found inside a file is another thing.
      const auto object = sight_behind(s, *denied);
      if (object && *object < s.tokens.size()) return Segment{*object, std::min(segment.end, *object + 4)};
    }
    const bool absent =
        (one_of(plain_word(s, i), {"doesn't", "didn't"}) && plain_word(s, i + 1) == "exist") ||
        (one_of(plain_word(s, i), {"does", "did"}) && plain_word(s, i + 1) == "not" && plain_word(s, i + 2) == "exist");
    if (absent && !has_any_phrase(s, {i, std::min(s.tokens.size(), i + 6)},
                                  {"yet", "any more", "anymore", "any longer", "before"}))
      return Segment{segment_of(s, i).begin, i};
  }
  return std::nullopt;
}

}  // namespace

void examine_sight(Examination& into, const Sentence& s) {
  if (s.question) return;
  const auto gone = out_of_sight(s);
  if (!gone || gone->begin >= gone->end) return;
  const auto exempt = exemption_at(s, {gone->begin, Nature::result, false});
  if (exempt != Exemption::none && exempt != Exemption::negation) return;
  for (const Op& op : into.state().ops) {
    const bool there = op.result == OpResult::succeeded && (op.op == OpKind::read || op.op == OpKind::edit);
    const bool trouble = std::ranges::any_of(into.state().ops, [&](const Op& other) {
      return other.result != OpResult::succeeded && (same_file(other.target, op.target) || names(s, whole(s), other));
    });
    if (!there || trouble || !names(s, *gone, op)) continue;
    into.add(Kind::read, s.span, describe_op(op));
    return;
  }
}

}  // namespace warrant::claims
