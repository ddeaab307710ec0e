#include "exempt.hpp"

#include "exempt_words.hpp"
#include "rules.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace warrant::claims {
namespace {

using Kind = Token::Kind;

bool boundary_word(const Sentence& s, std::size_t i) {
  const auto& t = s.tokens[i];
  if (t.kind != Kind::word) return false;
  // "I don't know which bytes are on disk" is one clause.
  if (t.text == "which" && i > 0 &&
      one_of(s.tokens[i - 1].text, {"know", "tell", "say", "see", "sure", "unclear", "on", "in", "of", "with", "to"}))
    return false;
  if (one_of(t.text, {"but",    "however", "aber",    "jedoch", "doch",    "sondern",   "although",
                      "though", "while",   "whereas", "which",  "because", "since",     "weil",
                      "obwohl", "yet",     "then",    "dann",   "danach",  "afterwards"})) {
    return i > 0;
  }
  const auto next = i + 1 < s.tokens.size() ? std::string_view(s.tokens[i + 1].text) : std::string_view{};
  if (t.text == "so") return next != "that";
  if (t.text == "and" || t.text == "und" || t.text == "&") {
    if (i + 1 < s.tokens.size() && s.tokens[i + 1].kind == Kind::number) return true;
    return !(i + 1 < s.tokens.size() && s.tokens[i + 1].names_thing());
  }
  return false;
}

bool boundary(const Sentence& s, std::size_t i) {
  const auto& t = s.tokens[i];
  if (t.kind == Kind::mark) {
    // "…, dass alle Tests bestehen" belongs to what stands before the comma.
    if (t.text == "," && i + 1 < s.tokens.size() && one_of(s.tokens[i + 1].text, {"dass", "ob", "that", "whether"}))
      return false;
    return one_of(t.text, {",", ";", ":", "(", ")", "[", "]", "dash", "arrow", "|", "tick", "cross", "!", "?", "."});
  }
  return boundary_word(s, i);
}

/// "no errors", "without problems", "not only", "no doubt": what looks like a
/// negation and affirms.
bool affirms(const Sentence& s, std::size_t i) {
  const auto next = i + 1 < s.tokens.size() ? std::string_view(s.tokens[i + 1].text) : std::string_view{};
  const auto after = i + 2 < s.tokens.size() ? std::string_view(s.tokens[i + 2].text) : std::string_view{};
  const auto& word = s.tokens[i].text;
  constexpr auto harmless = std::to_array<std::string_view>(
      {"error",   "errors",   "failure",   "failures",   "issue",    "issues",   "problem",     "problems",
       "warning", "warnings", "doubt",     "trouble",    "question", "incident", "regressions", "regression",
       "fehler",  "probleme", "fehlern",   "exceptions", "only",     "just",     "nur",         "further",
       "longer",  "hitch",    "exception", "conflicts",  "conflict"});
  const auto bad = [&](std::string_view w) { return std::ranges::find(harmless, w) != harmless.end(); };
  if (bad(next)) return true;
  if (one_of(word, {"no", "without", "ohne", "any", "zero"}) && bad(after)) return true;
  if (one_of(next, {"until", "fail", "failing"})) return true;
  return one_of(after, {"until"}) && one_of(word, {"wasn't", "not"});
}

bool verb_like_past(std::string_view word) {
  return word.ends_with("ed") ||
         one_of(word, {"ran", "was", "were", "did", "made", "wrote", "saw", "found", "had", "got"});
}

bool opens_condition(std::string_view word) {
  return one_of(word, {"if", "once", "unless", "until", "when", "whenever", "provided", "assuming", "suppose", "wenn",
                       "falls", "sobald", "sofern", "solange", "bis", "after", "nachdem", "as"});
}

bool past_first_person(const Sentence& s, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i + 1 < end; ++i) {
    const auto& word = s.tokens[i].text;
    if (one_of(word, {"i've", "we've"})) return true;
    if (one_of(word, {"i", "we", "ich", "wir"}) && i + 1 < end &&
        (verb_like_past(s.tokens[i + 1].text) ||
         one_of(s.tokens[i + 1].text, {"have", "just", "then", "habe", "also"}))) {
      return true;
    }
  }
  return false;
}

/// A condition that opens the sentence governs all of it; one that follows
/// governs what stands before it only when that is a result.
Exemption condition_at(const Sentence& s, const Place& place, Segment segment) {
  std::size_t first = 0;
  while (first < s.tokens.size() && (s.tokens[first].kind == Kind::mark ||
                                     one_of(s.tokens[first].text, {"and", "but", "so", "then", "only", "und", "even"})))
    ++first;
  // "Had it been saved, you would see it."
  if (first + 1 < s.tokens.size() && first < place.at && !s.question && s.tokens[first].is("had") &&
      one_of(s.tokens[first + 1].text, {"it", "the", "this", "that", "they", "i", "we"}))
    return Exemption::condition;
  if (first < s.tokens.size() && first < place.at && opens_condition(s.tokens[first].text)) {
    const auto& opener = s.tokens[first].text;
    std::size_t comma = first;
    while (comma < s.tokens.size() && !s.tokens[comma].mark(",")) ++comma;
    const bool factual = one_of(opener, {"once", "when", "after", "nachdem", "as", "until"}) &&
                         (past_first_person(s, first, comma) || place.first_person ||
                          std::any_of(s.tokens.begin() + static_cast<std::ptrdiff_t>(first),
                                      s.tokens.begin() + static_cast<std::ptrdiff_t>(std::min(comma, s.tokens.size())),
                                      [](const Token& t) { return one_of(t.text, {"was", "were", "did", "wurde"}); }));
    const bool gerund = one_of(opener, {"after", "as"});
    const bool outside = place.at > comma;
    if (!factual && !gerund && !(outside && place.first_person)) return Exemption::condition;
  }
  for (std::size_t i = segment.begin; i < segment.end; ++i) {
    if (!one_of(s.tokens[i].text,
                {"if", "unless", "once", "until", "wenn", "falls", "sobald", "sofern", "when", "assuming", "provided"}))
      continue;
    if (i < place.at) {
      if (one_of(s.tokens[i].text, {"when", "until", "once"}) && (place.first_person || i > segment.begin)) {
        // "Only when I fixed it were there no errors"; "exits with 0 only when there are no errors" is a rule.
        const bool told = std::any_of(s.tokens.begin() + static_cast<std::ptrdiff_t>(i), s.tokens.end(),
                                      [](const Token& t) { return one_of(t.text, {"i", "we", "was", "were", "did"}); });
        if (i > segment.begin &&
            (one_of(s.tokens[i - 1].text, {"wasn't", "not"}) || (s.tokens[i - 1].is("only") && told)))
          continue;
        if (place.first_person) continue;
      }
      return Exemption::condition;
    }
    if (place.nature != Nature::result) continue;
    const auto next = i + 1 < s.tokens.size() ? std::string_view(s.tokens[i + 1].text) : std::string_view{};
    if (one_of(s.tokens[i].text, {"when", "once", "until"}) && one_of(next, {"i", "we", "running", "run", "executed"}))
      continue;
    if (!one_of(next, {"you", "needed", "anything", "that's", "necessary", "du", "sie", "there's"}))
      return Exemption::condition;
  }
  return Exemption::none;
}

Exemption negation_at(const Sentence& s, const Place& place, Segment segment) {
  int negations = 0;
  for (std::size_t i = segment.begin; i < std::min(segment.end, place.at); ++i) {
    if (s.tokens[i].kind != Kind::word && s.tokens[i].text != "0") continue;
    if (!negates(s.tokens[i].text)) continue;
    if (affirms(s, i)) continue;
    ++negations;
  }
  // What follows the verb denies its object ("changed nothing"), and in German
  // the verb itself.
  for (std::size_t i = place.at + 1; i < std::min(segment.end, place.at + 6); ++i) {
    // "Laufen lassen habe ich es nicht."
    if (i >= place.at + 4 && !s.tokens[i].is("nicht")) continue;
    if (one_of(s.tokens[i].text,
               {"nothing", "no", "none", "nichts", "keine", "keinen", "kein", "neither", "nicht", "nowhere"}) &&
        !affirms(s, i)) {
      ++negations;
      break;
    }
  }
  return negations % 2 == 1 ? Exemption::negation : Exemption::none;
}

Exemption earlier_at(const Sentence& s, const Place& place, Segment segment) {
  // "Previously, …" speaks for the sentence up to the next strong stop.
  if (s.tokens.size() > 1 && s.tokens[1].mark(",") &&
      one_of(s.tokens[0].text, {"previously", "earlier", "yesterday", "originally", "initially", "formerly", "before",
                                "früher", "gestern", "zuvor", "vorher", "ursprünglich"})) {
    std::size_t stop = 0;
    while (stop < place.at && !s.tokens[stop].mark(";") &&
           !one_of(s.tokens[stop].text, {"but", "now", "aber", "jetzt"}))
      ++stop;
    if (stop == place.at) return Exemption::earlier;
  }
  for (std::size_t i = segment.begin; i < segment.end; ++i) {
    if (!one_of(s.tokens[i].text, {"previously", "earlier", "before", "vorher", "zuvor", "once"})) continue;
    const bool near = i + 2 >= place.at && i <= place.at + 1;
    const bool edge = i == segment.begin || i + 1 == segment.end;
    // "It was right before the folder was moved": somebody moved it once.
    if (s.tokens[i].is("before") && i + 1 != segment.end) {
      if (place.nature == Nature::act && !place.first_person && i < place.at && i > segment.begin)
        return Exemption::earlier;
      continue;
    }
    if (s.tokens[i].is("once")) continue;
    if (near || edge) return Exemption::earlier;
  }
  if (!place.first_person && place.nature == Nature::act &&
      has_any_phrase(s, segment,
                     {"same commit", "selben commit", "gleichen commit", "même commit", "mismo commit", "im commit",
                      "in a commit", "by the commit", "in a release", "in an earlier"}))
    return Exemption::earlier;
  for (std::size_t i = place.at + 1; i + 1 < segment.end && !place.first_person; ++i) {
    const auto& version = s.tokens[i + 1].text;
    if (one_of(s.tokens[i].text, {"in", "with", "since"}) &&
        version.find_first_not_of("v0123456789.x") == std::string::npos && std::ranges::count(version, '.') > 0)
      return Exemption::earlier;
  }
  // "The previous CI run passed"
  for (std::size_t i = segment.begin; i + 1 < std::min(segment.end, place.at + 1); ++i) {
    if (!one_of(s.tokens[i].text, {"previous", "prior", "preceding", "vorige"})) continue;
    for (std::size_t k = i + 1; k < std::min(i + 4, segment.end); ++k) {
      if (one_of(s.tokens[k].text, {"run", "runs", "build", "pipeline", "job", "attempt", "lauf"}))
        return Exemption::earlier;
    }
  }
  for (std::size_t i = segment.begin; i + 1 < segment.end; ++i) {
    if (s.tokens[i].is("in") && s.tokens[i + 1].kind == Kind::number && s.tokens[i + 1].text.size() == 4 &&
        (s.tokens[i + 1].text.starts_with("19") || s.tokens[i + 1].text.starts_with("20")))
      return Exemption::earlier;
  }
  return Exemption::none;
}

/// A heading that lists what is wanted, possible or somebody else's, not what
/// was done.
Exemption governed(const Sentence& s) {
  for (const std::string_view under : {std::string_view(s.under), std::string_view(s.heading)}) {
    for (const auto& each : governing_headings()) {
      const auto at = under.find(each.phrase);
      if (at == std::string_view::npos) continue;
      if (at > 0 && under[at - 1] >= 'a' && under[at - 1] <= 'z') continue;
      if (on(each.exemption)) return each.exemption;
    }
  }
  return Exemption::none;
}

/// "Check that all tests pass": a plain verb opens the sentence or the segment.
bool imperative(const Sentence& s, Segment segment) {
  std::size_t first = segment.begin;
  while (first < segment.end && (s.tokens[first].kind == Kind::mark ||
                                 one_of(s.tokens[first].text, {"then", "now", "also", "please", "to", "and"})))
    ++first;
  if (first >= segment.end) return false;
  // "GET /health returned 200" names a request.
  const auto next = first + 1 < segment.end ? s.tokens[first + 1].kind : Kind::mark;
  if (s.tokens[first].is("get") && (next == Kind::path || next == Kind::url || next == Kind::code)) return false;
  return one_of(s.tokens[first].text, {"check",  "verify", "confirm", "run",   "ensure", "see",  "make", "rerun",
                                       "re-run", "try",    "raise",   "use",   "set",    "get",  "wait", "keep",
                                       "prüfe",  "prüfen", "starte",  "führe", "let",    "watch"}) &&
         first + 1 < segment.end &&
         !one_of(s.tokens[first + 1].text, {":", "|", "complete", "succeeded", "finished", "passed", "results"});
}

/// "so that the build succeeds and the tests pass", "either we pin it and all tests pass, or …": a
/// purpose and a choice go on behind the conjunction.
Exemption carried_over(const Sentence& s, const Place& place, Segment segment) {
  constexpr auto kCarried = std::to_array<std::pair<std::string_view, Exemption>>({
      {"so that", Exemption::purpose},
      {"in order to", Exemption::purpose},
      {"in order that", Exemption::purpose},
      {"to make", Exemption::purpose},
      {"to get", Exemption::purpose},
      {"to have", Exemption::purpose},
      {"to let", Exemption::purpose},
      {"to keep", Exemption::purpose},
      {"to see", Exemption::purpose},
      {"damit", Exemption::purpose},
      {"either", Exemption::option},
      {"entweder", Exemption::option},
      {"make sure", Exemption::goal},
      {"ensure that", Exemption::goal},
      {"done when", Exemption::goal},
      {"is when", Exemption::condition},
  });
  if (place.nature != Nature::result || place.first_person) return Exemption::none;
  bool list = false;
  while (segment.begin > 1) {
    // "so that build, lint and tests pass": the members before the conjunction are short.
    const auto& parted = s.tokens[segment.begin - 1];
    const bool joined = one_of(parted.text, {"and", "und", "&"});
    if (!joined && !(list && parted.mark(",") && segment.end - segment.begin <= 4)) break;
    list = true;
    segment = segment_of(s, segment.begin - 2);
    for (const auto& [phrase, exemption] : kCarried) {
      if (on(exemption) && has_phrase(s, segment, phrase)) return exemption;
    }
  }
  return Exemption::none;
}

/// "I can harden it", "we could also run it": what is offered; "I can confirm" asserts.
bool offers(const Sentence& s, std::size_t at, Segment segment) {
  for (std::size_t i = segment.begin; i + 2 < std::min(segment.end, at); ++i) {
    if (!one_of(s.tokens[i].text, {"i", "we"}) || !one_of(s.tokens[i + 1].text, {"can", "could"})) continue;
    const auto verb =
        s.tokens[i + 2].text == "also" && i + 3 < segment.end ? s.tokens[i + 3].text : s.tokens[i + 2].text;
    if (!one_of(verb,
                {"confirm", "see", "verify", "report", "say", "assure", "tell", "state", "attest", "now", "happily"}))
      return true;
  }
  return false;
}

/// Behind a colon, first or further down its list: "it would need three things: a version, an entry, and green tests".
bool listed_behind_colon(const Sentence& s, Segment segment) {
  while (segment.begin > 1 && !s.tokens[segment.begin - 1].mark(":")) {
    const auto& parted = s.tokens[segment.begin - 1];
    if (!parted.mark(",") && !one_of(parted.text, {"and", "or", "und", "oder"})) return false;
    if (segment.end - segment.begin > 5) return false;
    segment = segment_of(s, segment.begin - 2);
  }
  return segment.begin > 0 && s.tokens[segment.begin - 1].mark(":");
}

bool question_covers(const Sentence& s, const Place& place, Segment segment) {
  if (!s.question) return false;
  if (s.tokens.empty()) return true;
  // "I changed it, ok?" asks about something else than the act.
  const bool asks_first = one_of(
      s.tokens.front().text, {"did",    "do",     "does",  "is",    "are",   "was",  "were",    "has",  "have", "had",
                              "should", "shall",  "can",   "could", "would", "will", "what",    "why",  "how",  "who",
                              "when",   "where",  "which", "ist",   "sind",  "hat",  "haben",   "habe", "soll", "kann",
                              "wurde",  "wurden", "warum", "wie",   "was",   "wo",   "möchtest"});
  const std::size_t last = s.tokens.empty() ? 0 : s.tokens.size() - 1;
  // "a.py is what it was; shall I read it again?"
  if (segment.begin < place.at && segment.begin > 0 &&
      one_of(s.tokens[segment.begin].text,
             {"shall", "should", "may", "can", "could", "do", "would", "soll", "darf", "want"}))
    return true;
  return asks_first || segment.end >= last || !place.first_person;
}

/// The marker stands at `at`, and does not reach the statement: "you'll see that I changed it", "I changed X to make it
/// faster", "it should be mentioned that …".
bool passes_by(const Sentence& s, const Place& place, const Marker& marker, std::size_t at,
               std::optional<std::size_t> subject) {
  const bool act = place.nature == Nature::act;
  const Exemption kind = marker.exemption;
  // What governs the seeing leaves the act alone.
  if (act && subject && at < *subject && kind != Exemption::hedge && kind != Exemption::earlier) return true;
  // What follows a finished act belongs to something else.
  if (act && at > place.at &&
      (kind == Exemption::goal || kind == Exemption::purpose || kind == Exemption::future ||
       kind == Exemption::condition || kind == Exemption::option || kind == Exemption::instruction ||
       kind == Exemption::expectation || kind == Exemption::hedge))
    return true;
  const auto behind = [&](std::size_t i) {
    return i < s.tokens.size() ? std::string_view(s.tokens[i].text) : std::string_view{};
  };
  if (marker.phrase == "may" && names_month(s, at)) return true;
  // "Der Build läuft damit durch": a purpose opens its clause.
  if (marker.phrase == "damit" && at > 0 && s.tokens[at - 1].kind == Kind::word) return true;
  // "With the asserts in": a noun.
  if (one_of(marker.phrase, {"assert", "asserts"}) && at > 0 &&
      (one_of(s.tokens[at - 1].text, {"the", "an", "these", "both", "my", "your"}) ||
       s.tokens[at - 1].kind == Kind::number))
    return true;
  // "You'll find that it is 60 now": what is to be seen there is asserted of now.
  const auto seeing = behind(at + (marker.phrase == "you can" ? 2 : 1));
  if (one_of(marker.phrase, {"you'll", "will", "you can"}) && at < place.at &&
      one_of(seeing, {"find", "see", "notice"}))
    return true;
  return one_of(behind(at + 1), {"mention", "note", "add", "say", "point"}) &&
         one_of(marker.phrase, {"should", "may", "must", "would", "i'd", "let me", "want to", "will", "i'll"});
}

Exemption marked_at(const Sentence& s, const Place& place, Segment segment) {
  const bool act = place.nature == Nature::act;
  const bool introduced = listed_behind_colon(s, segment);
  std::optional<std::size_t> subject;
  for (std::size_t i = segment.begin; i < place.at && place.first_person; ++i) {
    if (one_of(s.tokens[i].text, {"i", "we", "i've", "we've"})) subject = i;
  }
  for (const auto& marker : markers()) {
    if (!on(marker.exemption)) continue;
    if (act && place.first_person &&
        (marker.exemption == Exemption::instruction || marker.exemption == Exemption::expectation))
      continue;
    const bool carried = introduced && !place.first_person &&
                         (marker.exemption == Exemption::goal || marker.exemption == Exemption::expectation ||
                          marker.exemption == Exemption::option || marker.exemption == Exemption::condition);
    for (std::size_t i = carried ? 0 : segment.begin; i < segment.end; ++i) {
      if (phrase_at(s, i, marker.phrase) && !passes_by(s, place, marker, i, subject)) return marker.exemption;
    }
  }
  return Exemption::none;
}

/// Whether the phrase begins before `at`.
bool starts_before(const Sentence& s, std::size_t at, std::string_view phrase) {
  for (std::size_t i = 0; i < at; ++i) {
    if (phrase_at(s, i, phrase)) return true;
  }
  return false;
}

bool said_by_others(const Sentence& s, const Place& place) {
  if (!on(Exemption::other_speaker)) return false;
  // "Per CONTRIBUTING.md, a change is done when …"
  if (!place.first_person && s.tokens.size() > 2 && one_of(s.tokens[0].text, {"per", "selon", "según", "secondo"}))
    return true;
  // "monitoring.md claims the alerts were added"
  for (std::size_t i = 0; i + 1 < place.at && !place.first_person; ++i) {
    if (s.tokens[i].kind == Kind::path &&
        one_of(s.tokens[i + 1].text, {"claims", "says", "states", "promises", "maintains", "reports", "records",
                                      "mentions", "lists", "behauptet", "sagt", "meldet", "dit", "dice", "indique"}))
      return true;
  }
  for (const auto& other : other_speakers()) {
    const bool quotes = place.first_person &&
                        one_of(other, {"according to", "laut", "per the", "you asked", "you said", "you mentioned"});
    const bool behind = one_of(other, {"according to", "laut"}) && !place.first_person;
    if (!quotes && starts_before(s, behind ? s.tokens.size() : place.at, other)) return true;
  }
  return false;
}

}  // namespace

bool one_of(std::string_view word, std::initializer_list<std::string_view> set) {
  return std::ranges::find(set, word) != set.end();
}

bool names_month(const Sentence& s, std::size_t at) {
  return at > 0 && at < s.tokens.size() && s.tokens[at].is("may") &&
         one_of(s.tokens[at - 1].text, {"for", "in", "of", "since", "until", "by", "last", "next", "from", "during"});
}

std::string_view plain_word(const Sentence& s, std::size_t i) {
  if (i >= s.tokens.size() || s.tokens[i].kind == Kind::quoted) return {};
  return s.tokens[i].text;
}

bool phrase_goes_on(const Sentence& sentence, std::size_t at, std::string_view phrase) {
  while (!phrase.empty()) {
    if (at >= sentence.tokens.size()) return false;
    const auto cut = phrase.find(' ');
    const auto word = phrase.substr(0, cut);
    const auto& token = sentence.tokens[at];
    if (token.kind != Kind::word && token.kind != Kind::mark && token.kind != Kind::path) return false;
    if (token.kind == Kind::path ? fold(token.text) != word : token.text != word) return false;
    if (cut == std::string_view::npos) return true;
    phrase.remove_prefix(cut + 1);
    ++at;
  }
  return true;
}

bool has_phrase(const Sentence& sentence, Segment within, std::string_view phrase) {
  for (std::size_t i = within.begin; i < within.end; ++i) {
    if (phrase_at(sentence, i, phrase)) return true;
  }
  return false;
}

bool has_any_phrase(const Sentence& sentence, Segment within, std::span<const std::string_view> phrases) {
  return std::ranges::any_of(phrases, [&](std::string_view phrase) { return has_phrase(sentence, within, phrase); });
}
bool has_any_phrase(const Sentence& sentence, Segment within, std::initializer_list<std::string_view> phrases) {
  return has_any_phrase(sentence, within, std::span(phrases.begin(), phrases.size()));
}

Segment whole(const Sentence& sentence) { return {0, sentence.tokens.size()}; }

Segment segment_of(const Sentence& sentence, std::size_t at) {
  std::size_t begin = at;
  while (begin > 0 && !boundary(sentence, begin - 1)) --begin;
  std::size_t end = at + 1;
  while (end < sentence.tokens.size() && !boundary(sentence, end)) ++end;
  return {begin, end};
}

namespace {

/// "stubs so the build compiles"; behind a comma, "…, so the build compiles" tells what came of it.
bool so_without_comma(const Sentence& s, Segment segment) {
  return segment.begin > 1 && s.tokens[segment.begin - 1].is("so") && s.tokens[segment.begin - 2].kind != Kind::mark &&
         one_of(s.tokens[segment.begin].text,
                {"the", "it", "that", "this", "all", "everything", "they", "we", "you"}) &&
         std::none_of(s.tokens.begin() + static_cast<std::ptrdiff_t>(segment.begin),
                      s.tokens.begin() + static_cast<std::ptrdiff_t>(segment.end),
                      [](const Token& t) { return t.is("now"); });
}

}  // namespace

Exemption exemption_at(const Sentence& s, const Place& place) {
  const Segment segment = segment_of(s, place.at);
  const bool act = place.nature == Nature::act;
  if (!act && on(Exemption::purpose) && so_without_comma(s, segment)) return Exemption::purpose;
  // "…, just so it's written somewhere"
  if (act && !place.first_person && segment.begin > 1 && s.tokens[segment.begin - 1].is("so") &&
      s.tokens[segment.begin - 2].is("just") && on(Exemption::purpose))
    return Exemption::purpose;
  if (const auto carried = carried_over(s, place, segment); carried != Exemption::none) return carried;
  if (s.unticked && on(Exemption::goal)) return Exemption::goal;
  if (on(Exemption::question) && question_covers(s, place, segment)) return Exemption::question;
  if (const auto from_heading = governed(s); from_heading != Exemption::none && !place.first_person)
    return from_heading;
  if (!act && on(Exemption::instruction) && imperative(s, segment)) return Exemption::instruction;
  if (const auto marked = marked_at(s, place, segment); marked != Exemption::none) return marked;
  if (!act && on(Rule::offers) && offers(s, place.at, segment)) return Exemption::option;
  if (const auto condition = condition_at(s, place, segment); condition != Exemption::none && on(condition))
    return condition;
  if (const auto negation = negation_at(s, place, segment); negation != Exemption::none && on(negation))
    return negation;
  if (const auto earlier = earlier_at(s, place, segment); earlier != Exemption::none && on(earlier)) return earlier;
  return said_by_others(s, place) ? Exemption::other_speaker : Exemption::none;
}

bool retracts(const Sentence& s) {
  if (!on(Exemption::correction)) return false;
  const Segment all{0, s.tokens.size()};
  for (const std::string_view phrase : retractions()) {
    if (!has_phrase(s, all, phrase)) continue;
    if (phrase == "wait" && !(s.tokens[0].is("wait") || (s.tokens.size() > 1 && s.tokens[1].is("wait")))) continue;
    if (phrase == "moment" && !s.tokens[0].is("moment")) continue;
    if (phrase == "correction" && !s.tokens[0].is("correction")) continue;
    return true;
  }
  return false;
}

bool taken_back(const Message& message, std::size_t index) {
  const auto& all = message.sentences;
  return retracts(all[index]) ||
         (index + 1 < all.size() && all[index + 1].paragraph == all[index].paragraph && retracts(all[index + 1]));
}

}  // namespace warrant::claims
