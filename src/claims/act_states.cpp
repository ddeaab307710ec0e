// States that somebody must have brought about: "TIMEOUT is now 60", "old.txt is gone".
#include "act_reader.hpp"
#include "rules.hpp"

#include <algorithm>
#include <array>

namespace warrant::claims {
namespace {

using Kind = Token::Kind;

}  // namespace

void ActReader::read_now() {
  for (std::size_t i = 0; i < s_.tokens.size(); ++i) {
    bool claim = false;
    if (i > 0 && one_of(word(i), {"now", "jetzt", "nun"})) {
      claim = german_verb_before(i) ||
              one_of(word(i - 1),
                     {"is", "are", "has", "have", "ist", "sind", "hat", "lautet", "steht", "beträgt", "enthält"}) ||
              (one_of(word(i + 1), {"reads",    "contains", "uses", "returns", "points", "equals",   "says",   "shows",
                                    "supports", "includes", "has",  "is",      "are",    "defaults", "exists", "holds",
                                    "works",    "lives",    "sits", "resides", "stands", "goes"}) &&
               !ends_stretch(s_.tokens[i - 1]));
      if (one_of(word(i + 1), {"ready", "able", "possible", "pass", "passing", "green", "passes", "up"}))
        claim = claim && word(i + 1) == "ready";
      if (i + 1 < s_.tokens.size() && verb_of(s_.tokens[i + 1]) != nullptr) claim = false;  // read with the verb
      if (one_of(word(i - 1), {"you", "we", "can", "i"})) claim = false;
    }
    // "It took any string; now it wants a date."
    if (word(i) == "now" && i > 0 && one_of(word(i + 1), {"it", "they"}) && i + 2 < s_.tokens.size() &&
        (ends_stretch(s_.tokens[i - 1]) || one_of(word(i - 1), {"and", "but"})) && word(i + 2).ends_with('s') &&
        !one_of(word(i + 2), {"is", "was", "works", "looks", "seems", "needs", "fails", "depends"}) &&
        std::any_of(s_.tokens.begin(), s_.tokens.begin() + static_cast<std::ptrdiff_t>(i),
                    [](const Token& t) { return t.names_thing(); }))
      claim = true;
    // "The lifetime is configurable now."
    if (one_of(word(i), {"now", "jetzt"}) && i > 2 && i + 1 >= segment_of(s_, i).end && is_other_now(i)) claim = true;
    // "You can find a.txt in docs/ now."
    if (one_of(word(i), {"now", "jetzt"}) && i + 1 >= segment_of(s_, i).end && (found_there(i) || has_value(i)))
      claim = true;
    if (word(i) == "now" && i > 1 && word(i - 1) == "there" && one_of(word(i - 2), {"is", "are"})) claim = true;
    if (one_of(word(i), {"place", "effect"}) && word(i - 1) == "in" && i > 1 &&
        one_of(word(i - 2), {"is", "are", "now"}) && names_change(i))
      claim = true;
    if (states_new_value(i)) claim = true;
    if (!claim || tests_word(i)) continue;
    if (exemption_at(s_, {i, Nature::act, false}) != Exemption::none) continue;
    if (std::ranges::any_of(
            into_, [&](const Act& a) { return a.sentence == index_ && a.window.begin <= i && i <= a.window.end; }))
      continue;
    add(i, Deed::change, false, true, false);
    into_.back().verb = "now";
    into_.back().by_nobody = true;
  }
}

bool ActReader::has_value(std::size_t at) const {
  for (std::size_t i = at; i > 0 && at - i < 4;) {
    --i;
    if (ends_stretch(s_.tokens[i])) break;
    if (one_of(word(i), {"is", "are", "ist", "sind"}))
      return i > 0 && std::any_of(s_.tokens.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                  s_.tokens.begin() + static_cast<std::ptrdiff_t>(at), [](const Token& t) {
                                    return t.kind == Kind::number || t.kind == Kind::code || t.kind == Kind::quoted;
                                  });
  }
  return false;
}

bool ActReader::is_other_now(std::size_t at) const {
  if (!one_of(word(at - 2), {"is", "are", "ist", "sind"}) || s_.tokens[at - 1].kind != Kind::word) return false;
  if (one_of(word(at - 3),
             {"it", "that", "this", "what", "which", "everything", "there", "reason", "cause", "question"}))
    return false;
  return !one_of(word(at - 1),
                 {"clear",   "obvious", "open",  "up",   "late", "yours",  "known", "understood", "missing",
                  "ready",   "gone",    "there", "here", "down", "broken", "red",   "green",      "failing",
                  "unclear", "klar",    "offen", "da",   "weg",  "on",     "off",   "in",         "out"});
}

bool ActReader::found_there(std::size_t at) const {
  const auto segment = segment_of(s_, at);
  bool find = false;
  std::size_t files = 0;
  for (std::size_t i = segment.begin; i < at; ++i) {
    find = find || one_of(word(i), {"find", "findest", "finden", "see", "siehst"});
    if (s_.tokens[i].kind == Kind::path) ++files;
  }
  return find && files > 0;
}

void ActReader::read_new() {
  for (std::size_t i = 1; i < s_.tokens.size(); ++i) {
    if (s_.tokens[i].kind != Kind::path || !one_of(word(i - 1), {"new", "neue"})) continue;
    const auto segment = segment_of(s_, i);
    const bool shown = std::any_of(s_.tokens.begin() + static_cast<std::ptrdiff_t>(segment.begin),
                                   s_.tokens.begin() + static_cast<std::ptrdiff_t>(segment.end), [](const Token& t) {
                                     return one_of(t.text, {"find", "see", "there", "exists", "here's", "findest"});
                                   });
    const bool told = std::ranges::any_of(
        into_, [&](const Act& a) { return a.sentence == index_ && a.window.begin <= i && i < a.window.end; });
    if (!shown || told || exemption_at(s_, {i, Nature::act, false}) != Exemption::none) continue;
    add(i - 1, Deed::create, true, false, false);
  }
}

void ActReader::read_gone() {
  for (std::size_t i = 1; i < s_.tokens.size(); ++i) {
    const bool be = one_of(word(i - 1), {"is", "are", "now", "ist", "sind", "it's", "jetzt"});
    const bool out_of_way = word(i) == "out" && word(i + 1) == "of" && one_of(word(i + 2), {"the", "your"}) &&
                            one_of(word(i + 3), {"way", "picture", "repo", "repository", "tree"});
    const bool gone = be && (one_of(word(i), {"gone", "weg", "fort", "history"}) || out_of_way);
    const bool any_more = word(i) == "exist" && (word(i + 1) == "anymore" ||
                                                 (word(i + 1) == "any" && one_of(word(i + 2), {"more", "longer"})));
    const bool no_longer = any_more || (one_of(word(i), {"exists", "exist", "there"}) && word(i - 1) == "longer");
    const bool rid = word(i) == "rid" && one_of(word(i - 1), {"got", "gotten"});
    if (!gone && !no_longer && !rid) continue;
    const auto segment = segment_of(s_, i);
    const bool named = std::any_of(s_.tokens.begin() + static_cast<std::ptrdiff_t>(segment.begin),
                                   s_.tokens.begin() + static_cast<std::ptrdiff_t>(segment.end),
                                   [](const Token& t) { return t.kind == Kind::path || t.text == "file"; });
    const Exemption exempt = exemption_at(s_, {i, Nature::act, false});
    const bool asserted = exempt == Exemption::none || (any_more && exempt == Exemption::negation);
    if (!named || !asserted) continue;
    add(i, Deed::remove, true, !rid, false);
  }
}

bool ActReader::german_verb_before(std::size_t at) const {
  if (!one_of(word(at), {"jetzt", "nun"})) return false;
  for (std::size_t i = at > 3 ? at - 3 : 0; i < at; ++i) {
    if (one_of(word(i), {"steht", "stehen", "lautet", "beträgt", "enthält", "heißt", "gilt", "verwendet", "nutzt"}))
      return true;
  }
  return false;
}

bool ActReader::names_change(std::size_t before) const {
  for (std::size_t i = 0; i < before; ++i) {
    if (one_of(word(i),
               {"change", "changes", "fix", "fixes", "edit", "edits", "update", "updates", "new", "correction"}))
      return true;
  }
  return false;
}

bool ActReader::states_new_value(std::size_t at) const {
  const bool path_before =
      std::any_of(s_.tokens.begin(), s_.tokens.begin() + static_cast<std::ptrdiff_t>(at), [](const Token& t) {
        return t.kind == Kind::path ||
               one_of(t.text, {"file", "files", "config", "settings", "configuration", "datei", "konfiguration"});
      });
  if (one_of(word(at), {"has", "have", "contains", "contain", "holds", "hold", "uses", "use", "carries", "carry",
                        "shows", "show", "hat", "enthält"}))
    return path_before && one_of(word(at + 1), {"the", "your", "den", "die", "das"}) &&
           one_of(word(at + 2), {"new", "updated", "changed", "corrected", "longer", "shorter", "higher", "lower",
                                 "rename", "fix", "change", "edit", "neue", "neuen"});
  // "Thirty became sixty in a.py": somebody wrote it there.
  if (one_of(word(at), {"became", "wurde"}) && at > 0)
    return std::any_of(s_.tokens.begin() + static_cast<std::ptrdiff_t>(at), s_.tokens.end(),
                       [](const Token& t) { return t.kind == Kind::path; }) &&
           std::any_of(s_.tokens.begin() + static_cast<std::ptrdiff_t>(at), s_.tokens.end(),
                       [](const Token& t) { return t.kind == Kind::number || one_of(t.text, {"one", "zu"}); });
  // "The timeout has grown to 60", not "the file has grown to 500 lines".
  if (one_of(word(at), {"grown", "risen", "climbed", "shrunk", "fallen"}) && at > 1 &&
      one_of(word(at - 1), {"has", "have"}) && word(at + 1) == "to" && at + 2 < s_.tokens.size())
    return number_of(s_.tokens[at + 2]).has_value() && at + 3 >= segment_of(s_, at).end;
  // "The change is in."
  if (word(at) == "in" && at > 1 && one_of(word(at - 1), {"is", "are", "went"}) && at + 1 >= segment_of(s_, at).end &&
      names_change(at))
    return true;
  if (word(at) != "went" || word(at + 1) != "from" || !has_phrase(s_, {at, s_.tokens.size()}, "to")) return false;
  return std::ranges::any_of(s_.tokens, [](const Token& t) { return t.names_thing(); });
}

bool ActReader::tests_word(std::size_t at) const {
  const auto segment = segment_of(s_, at);
  for (std::size_t i = segment.begin; i < segment.end; ++i) {
    if (one_of(word(i), {"test", "tests", "suite", "build", "lint", "ci", "types", "typecheck", "pipeline", "checks"}))
      return true;
  }
  return false;
}

}  // namespace warrant::claims
