// "I can vouch for it", "the check came back clean": that something was looked at afterwards and found right.
#include "acknowledge.hpp"
#include "boundary_clauses.hpp"
#include "boundary_open_words.hpp"
#include "boundary_parts.hpp"
#include "rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace warrant::claims {
namespace {

constexpr auto kChecked = std::to_array<std::string_view>({"vouch for",
                                                           "took effect",
                                                           "has taken effect",
                                                           "is proven",
                                                           "proved correct",
                                                           "proven correct",
                                                           "checked out",
                                                           "checks out",
                                                           "check out",
                                                           "works as intended",
                                                           "works as expected",
                                                           "works as it should",
                                                           "works like a charm",
                                                           "behaves as intended",
                                                           "behaves as expected",
                                                           "behaves as it should",
                                                           "does what it should",
                                                           "read it back and",
                                                           "looked it over and",
                                                           "made sure of it",
                                                           "rest assured",
                                                           "i made certain",
                                                           "made certain",
                                                           "tried it out and",
                                                           "i tried it and it works",
                                                           "works now",
                                                           "works fine now",
                                                           "it works",
                                                           "works again",
                                                           "works properly",
                                                           "work again",
                                                           "tried and tested",
                                                           "tested and working",
                                                           "fully functional",
                                                           "works fine",
                                                           "funktioniert jetzt",
                                                           "nachgeprüft",
                                                           "gegengeprüft",
                                                           "geht jetzt"});

/// Where a phrase says that a check bears it out.
std::optional<std::size_t> says_checked(const Sentence& s) {
  for (std::size_t i = 0; i < s.tokens.size(); ++i) {
    for (const auto phrase : kChecked) {
      if (phrase_at(s, i, phrase)) return i;
    }
    // "The verification came back positive", "a second look confirms it".
    const bool check =
        one_of(plain_word(s, i), {"verification", "check", "checks", "validation", "read-back", "readback", "proof",
                                  "double-check", "inspection", "überprüfung", "prüfung"});
    if (!check || one_of(plain_word(s, i + 1), {"that", "if", "whether"}) || i == 0) continue;
    for (std::size_t k = i + 1; k < std::min(s.tokens.size(), i + 7); ++k) {
      if (one_of(plain_word(s, k),
                 {"positive", "passed", "passes", "succeeded", "successful", "clean", "confirmed", "confirms", "green",
                  "fine", "ok", "okay", "good", "agrees", "happy", "erfolgreich", "bestanden"}))
        return k;
    }
  }
  // "The change has passed verification."
  for (std::size_t i = 1; i + 1 < s.tokens.size(); ++i) {
    if (!one_of(plain_word(s, i), {"passed", "passes", "survived", "cleared"})) continue;
    for (std::size_t k = i + 1; k < std::min(s.tokens.size(), i + 4); ++k) {
      if (one_of(plain_word(s, k), {"verification", "validation", "read-back", "inspection"})) return i;
    }
  }
  // "I checked the output twice."
  for (std::size_t i = 1; i < s.tokens.size(); ++i) {
    if (plain_word(s, i) == "checked" && one_of(plain_word(s, i - 1), {"i", "we", "i've", "also", "and"}) &&
        has_phrase(s, {i, s.tokens.size()}, "twice"))
      return i;
  }
  return std::nullopt;
}

/// "It will survive a restart", where nobody knows whether it is kept.
void examine_keeping(Examination& into, const Sentence& s) {
  for (std::size_t i = 0; i < s.tokens.size(); ++i) {
    const auto here = [&](std::string_view phrase) { return phrase_at(s, i, phrase); };
    // "Everything is saved to disk."
    const bool to_disk =
        into.state().durability != "pending" && one_of(plain_word(s, i), {"saved", "written", "stored"}) &&
        one_of(plain_word(s, i + 1), {"to", "on"}) && has_phrase(s, {i, std::min(s.tokens.size(), i + 4)}, "disk");
    if (!to_disk && std::ranges::none_of(lasting_words(), here)) continue;
    // "I have no proof yet that the write is durable" is one clause, whatever parts it.
    const auto parts = stretches(s);
    const auto part = std::ranges::find_if(parts, [&](Segment each) { return each.begin <= i && i < each.end; });
    const auto said = acknowledged(s, part == parts.end() ? segment_of(s, i) : *part);
    const auto segment = segment_of(s, i);
    const bool unreal = acknowledged(s, segment).unreal && !has_any_phrase(s, segment, {"will", "won't", "wird"});
    const bool later = has_any_phrase(s, whole(s), {"if", "once", "when", "as soon as", "wenn", "sobald"});
    if (!s.question && !said.failure && !unreal && !later)
      into.add(Kind::saved, s.span, fmt::format("whether it is kept is {}", into.state().durability));
  }
}

}  // namespace

void examine_verified(Examination& into, const Sentence& s) {
  const State& state = into.state();
  if (one_of(state.durability, {"failed", "indeterminate", "pending"})) examine_keeping(into, s);
  if (state.verification == "pass" || s.question) return;
  const bool unsure = state.verification == "fail" || state.verification == "indeterminate";
  if (!unsure && (state.tests || into.facts().any({OpKind::run, OpKind::read, OpKind::search}, OpResult::succeeded)))
    return;
  const auto at = says_checked(s);
  if (!at) return;
  const auto said = acknowledged(s, segment_of(s, *at));
  if (said.failure || said.unreal || exemption_at(s, {*at, Nature::act, false}) != Exemption::none) return;
  into.add(
      Kind::verified, s.span,
      fmt::format("the verification of this turn is {}", state.verification.empty() ? "not_run" : state.verification));
}

}  // namespace warrant::claims
