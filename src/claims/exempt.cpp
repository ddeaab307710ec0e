#include "exempt.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace warrant::claims {
namespace {

using Kind = Token::Kind;

struct Marker {
  std::string_view phrase;
  Exemption exemption;
};

/// Words that take back what stands in the same segment, wherever they stand in it.
constexpr auto kAnywhere = std::to_array<Marker>({
    // Hedges.
    {"should", Exemption::hedge},
    {"might", Exemption::hedge},
    {"may", Exemption::hedge},
    {"probably", Exemption::hedge},
    {"possibly", Exemption::hedge},
    {"perhaps", Exemption::hedge},
    {"maybe", Exemption::hedge},
    {"presumably", Exemption::hedge},
    {"likely", Exemption::hedge},
    {"hopefully", Exemption::hedge},
    {"i think", Exemption::hedge},
    {"i believe", Exemption::hedge},
    {"i assume", Exemption::hedge},
    {"i guess", Exemption::hedge},
    {"i suspect", Exemption::hedge},
    {"i hope", Exemption::hedge},
    {"seems", Exemption::hedge},
    {"seem", Exemption::hedge},
    {"appears", Exemption::hedge},
    {"appear", Exemption::hedge},
    {"apparently", Exemption::hedge},
    {"not sure", Exemption::hedge},
    {"unsure", Exemption::hedge},
    {"not certain", Exemption::hedge},
    {"uncertain", Exemption::hedge},
    {"unclear", Exemption::hedge},
    {"unknown", Exemption::hedge},
    {"whether", Exemption::hedge},
    {"could have", Exemption::hedge},
    {"indeterminate", Exemption::hedge},
    {"vielleicht", Exemption::hedge},
    {"möglicherweise", Exemption::hedge},
    {"wahrscheinlich", Exemption::hedge},
    {"vermutlich", Exemption::hedge},
    {"anscheinend", Exemption::hedge},
    {"eventuell", Exemption::hedge},
    {"scheint", Exemption::hedge},
    {"scheinen", Exemption::hedge},
    {"sollte", Exemption::hedge},
    {"sollten", Exemption::hedge},
    {"könnte", Exemption::hedge},
    {"könnten", Exemption::hedge},
    {"dürfte", Exemption::hedge},
    {"dürften", Exemption::hedge},
    {"ich glaube", Exemption::hedge},
    {"ich denke", Exemption::hedge},
    {"ich vermute", Exemption::hedge},
    {"nicht sicher", Exemption::hedge},
    {"unklar", Exemption::hedge},
    {"unbekannt", Exemption::hedge},
    {"ob", Exemption::hedge},
    {"hoffentlich", Exemption::hedge},
    {"theoretically", Exemption::hedge},
    {"in theory", Exemption::hedge},
    // Negations of knowing.
    {"can't confirm", Exemption::hedge},
    {"cannot confirm", Exemption::hedge},
    {"couldn't confirm", Exemption::hedge},
    {"could not confirm", Exemption::hedge},
    {"can not confirm", Exemption::hedge},
    {"unable to confirm", Exemption::hedge},
    {"can't verify", Exemption::hedge},
    {"cannot verify", Exemption::hedge},
    {"couldn't verify", Exemption::hedge},
    {"could not verify", Exemption::hedge},
    {"unable to verify", Exemption::hedge},
    {"no evidence", Exemption::hedge},
    {"no confirmation", Exemption::hedge},
    {"no proof", Exemption::hedge},
    {"no receipt", Exemption::hedge},
    {"can't say", Exemption::hedge},
    {"cannot say", Exemption::hedge},
    {"can't tell", Exemption::hedge},
    {"cannot tell", Exemption::hedge},
    {"don't know", Exemption::hedge},
    {"do not know", Exemption::hedge},
    {"can't claim", Exemption::hedge},
    {"cannot claim", Exemption::hedge},
    {"can't guarantee", Exemption::hedge},
    {"cannot guarantee", Exemption::hedge},
    {"nicht bestätigen", Exemption::hedge},
    {"weiß nicht", Exemption::hedge},
    {"nicht sagen", Exemption::hedge},
    // Plans.
    {"will", Exemption::future},
    {"i'll", Exemption::future},
    {"we'll", Exemption::future},
    {"it'll", Exemption::future},
    {"you'll", Exemption::future},
    {"they'll", Exemption::future},
    {"shall", Exemption::future},
    {"going to", Exemption::future},
    {"gonna", Exemption::future},
    {"let me", Exemption::future},
    {"let's", Exemption::future},
    {"plan to", Exemption::future},
    {"planning to", Exemption::future},
    {"about to", Exemption::future},
    {"next i", Exemption::future},
    {"intend to", Exemption::future},
    {"ready to", Exemption::future},
    {"want to", Exemption::future},
    {"werde", Exemption::future},
    {"werden wir", Exemption::future},
    {"wollte", Exemption::future},
    {"remains to", Exemption::future},
    {"still to", Exemption::future},
    {"yet to", Exemption::negation},
    {"not yet", Exemption::negation},
    {"noch nicht", Exemption::negation},
    {"pending", Exemption::future},
    {"würde", Exemption::condition},
    {"würden", Exemption::condition},
    {"wäre", Exemption::condition},
    {"wären", Exemption::condition},
    {"would", Exemption::condition},
    {"i'd", Exemption::condition},
    {"wouldn't", Exemption::condition},
    {"can be", Exemption::condition},
    {"could be", Exemption::condition},
    {"needs to", Exemption::goal},
    {"need to", Exemption::goal},
    {"has to", Exemption::goal},
    {"have to", Exemption::goal},
    {"must", Exemption::goal},
    {"muss", Exemption::goal},
    {"müssen", Exemption::goal},
    {"goal", Exemption::goal},
    {"done when", Exemption::goal},
    {"acceptance", Exemption::goal},
    {"criteria", Exemption::goal},
    {"criterion", Exemption::goal},
    {"make sure", Exemption::goal},
    {"ensure that", Exemption::goal},
    {"requirement", Exemption::goal},
    {"ziel ist", Exemption::goal},
    {"stelle sicher", Exemption::goal},
    {"required", Exemption::goal},
    {"asserts", Exemption::other_speaker},
    {"assert", Exemption::other_speaker},
    {"asserting", Exemption::other_speaker},
    {"please", Exemption::instruction},
    {"bitte", Exemption::instruction},
    {"you can", Exemption::instruction},
    {"you could", Exemption::instruction},
    {"you need", Exemption::instruction},
    {"feel free", Exemption::instruction},
    {"du kannst", Exemption::instruction},
    {"sie können", Exemption::instruction},
    {"to make", Exemption::purpose},
    {"to get", Exemption::purpose},
    {"to have", Exemption::purpose},
    {"to keep", Exemption::purpose},
    {"to see", Exemption::purpose},
    {"to let", Exemption::purpose},
    {"so that", Exemption::purpose},
    {"in order to", Exemption::purpose},
    {"damit", Exemption::purpose},
    {"either", Exemption::option},
    {"alternatively", Exemption::option},
    {"option", Exemption::option},
    {"entweder", Exemption::option},
    {"expect", Exemption::expectation},
    {"expected", Exemption::expectation},
    {"expecting", Exemption::expectation},
    {"erwarte", Exemption::expectation},
    {"erwartet", Exemption::expectation},
    {"yesterday", Exemption::earlier},
    {"last week", Exemption::earlier},
    {"last month", Exemption::earlier},
    {"last year", Exemption::earlier},
    {"last session", Exemption::earlier},
    {"last turn", Exemption::earlier},
    {"last time", Exemption::earlier},
    {"previous session", Exemption::earlier},
    {"previous turn", Exemption::earlier},
    {"previous run", Exemption::earlier},
    {"earlier run", Exemption::earlier},
    {"earlier turn", Exemption::earlier},
    {"earlier session", Exemption::earlier},
    {"earlier today", Exemption::earlier},
    {"earlier attempt", Exemption::earlier},
    {"previous attempt", Exemption::earlier},
    {"old run", Exemption::earlier},
    {"on main", Exemption::earlier},
    {"before my", Exemption::earlier},
    {"before the change", Exemption::earlier},
    {"before this", Exemption::earlier},
    {"originally", Exemption::earlier},
    {"initially", Exemption::earlier},
    {"at first", Exemption::earlier},
    {"used to", Exemption::earlier},
    {"ago", Exemption::earlier},
    {"formerly", Exemption::earlier},
    {"back then", Exemption::earlier},
    {"at the time", Exemption::earlier},
    {"were failing", Exemption::earlier},
    {"was failing", Exemption::earlier},
    {"gestern", Exemption::earlier},
    {"letzte woche", Exemption::earlier},
    {"letzten lauf", Exemption::earlier},
    {"letzte mal", Exemption::earlier},
    {"letztes mal", Exemption::earlier},
    {"damals", Exemption::earlier},
    {"ursprünglich", Exemption::earlier},
    {"vorherigen", Exemption::earlier},
    {"früheren", Exemption::earlier},
    {"früher", Exemption::earlier},
    {"in version", Exemption::earlier},
    {"in release", Exemption::earlier},
    {"in commit", Exemption::earlier},
});

/// Words that take back a statement only right before or after it, or at the edge of its segment.
constexpr std::array<std::string_view, 6> kEarlierNear{"previously", "earlier", "before", "vorher", "zuvor", "once"};

/// Words that name somebody else who speaks; what they say is theirs.
constexpr auto kOthers = std::to_array<std::string_view>({
    "you said",
    "you told",
    "you mentioned",
    "you reported",
    "you wrote",
    "you claimed",
    "you asked",
    "you stated",
    "you noted",
    "you confirmed",
    "user said",
    "user says",
    "user reported",
    "user wrote",
    "readme says",
    "readme claims",
    "readme states",
    "readme notes",
    "ci says",
    "ci reports",
    "ci reported",
    "ci shows",
    "ci claims",
    "log says",
    "log claims",
    "agent said",
    "agent says",
    "agent claimed",
    "agent claims",
    "agent reported",
    "docs say",
    "docs claim",
    "documentation says",
    "documentation states",
    "documentation claims",
    "comment says",
    "comment claims",
    "comment states",
    "ticket says",
    "issue says",
    "changelog says",
    "changelog states",
    "changelog claims",
    "message says",
    "message said",
    "message claims",
    "author says",
    "author said",
    "author claims",
    "report says",
    "report said",
    "report claims",
    "colleague said",
    "colleague says",
    "reviewer said",
    "reviewer says",
    "someone said",
    "he said",
    "she said",
    "they said",
    "docstring says",
    "claims that",
    "claimed that",
    "claim that",
    "commit says",
    "commit message",
    "file says",
    "team says",
    "maintainer says",
    "maintainers say",
    "bot says",
    "bot reports",
    "teammate said",
    "instructions say",
    "notes say",
    "notes claim",
    "du hast gesagt",
    "du sagtest",
    "sie sagten",
    "du schriebst",
    "du hast geschrieben",
    "die readme sagt",
    "laut",
    "according to",
    "per the",
    "dem readme",
    "meldet",
    "behauptet",
    "the word",
    "the phrase",
    "the string",
    "the sentence",
    "the text",
    "title is",
    "titled",
    "entitled",
    "assistant said",
    "model said",
    "assistant claimed",
    "model claimed",
});

constexpr auto kNegations = std::to_array<std::string_view>({
    "not",       "never",     "no",       "none",    "nothing",   "neither",  "nor",     "cannot",
    "without",   "nobody",    "haven't",  "hasn't",  "hadn't",    "didn't",   "don't",   "doesn't",
    "wasn't",    "weren't",   "isn't",    "aren't",  "can't",     "couldn't", "won't",   "wouldn't",
    "shouldn't", "ain't",     "unable",   "failed",  "fails",     "refused",  "denied",  "declined",
    "tried",     "attempted", "rejected", "blocked", "skipped",   "unless",   "nicht",   "kein",
    "keine",     "keinen",    "keiner",   "keinem",  "nie",       "niemals",  "nichts",  "weder",
    "versucht",  "versuchte", "nirgends", "stopped", "prevented", "zero",     "instead", "rather",
});

bool boundary_word(const Sentence& s, std::size_t i) {
  const auto& t = s.tokens[i];
  if (t.kind != Kind::word) return false;
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

/// "no errors", "without problems", "not only", "no doubt": what looks like a negation and affirms.
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

/// A condition that opens the sentence governs all of it; one that follows governs what stands before
/// it only when that is a result.
Exemption condition_at(const Sentence& s, const Place& place, Segment segment) {
  std::size_t first = 0;
  while (first < s.tokens.size() && (s.tokens[first].kind == Kind::mark ||
                                     one_of(s.tokens[first].text, {"and", "but", "so", "then", "only", "und", "even"})))
    ++first;
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
        if (i > segment.begin && one_of(s.tokens[i - 1].text, {"wasn't", "not", "only"})) continue;
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
    if (std::ranges::find(kNegations, s.tokens[i].text) == kNegations.end()) continue;
    if (affirms(s, i)) continue;
    ++negations;
  }
  // What follows the verb denies its object ("changed nothing"), and in German the verb itself.
  for (std::size_t i = place.at + 1; i < std::min(segment.end, place.at + 4); ++i) {
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
    if (std::ranges::find(kEarlierNear, s.tokens[i].text) == kEarlierNear.end()) continue;
    const bool near = i + 2 >= place.at && i <= place.at + 1;
    const bool edge = i == segment.begin || i + 1 == segment.end;
    if (s.tokens[i].is("before") && i + 1 != segment.end) continue;
    if (s.tokens[i].is("once")) continue;
    if (near || edge) return Exemption::earlier;
  }
  for (std::size_t i = segment.begin; i + 1 < segment.end; ++i) {
    if (s.tokens[i].is("in") && s.tokens[i + 1].kind == Kind::number && s.tokens[i + 1].text.size() == 4 &&
        (s.tokens[i + 1].text.starts_with("19") || s.tokens[i + 1].text.starts_with("20")))
      return Exemption::earlier;
  }
  return Exemption::none;
}

/// A heading that lists what is wanted, possible or somebody else's, not what was done.
Exemption governed(const Sentence& s) {
  constexpr auto kHeadings = std::to_array<Marker>({
      {"next step", Exemption::future},
      {"plan", Exemption::future},
      {"todo", Exemption::future},
      {"to do", Exemption::future},
      {"to-do", Exemption::future},
      {"remaining", Exemption::future},
      {"follow-up", Exemption::future},
      {"acceptance", Exemption::goal},
      {"criteria", Exemption::goal},
      {"done when", Exemption::goal},
      {"goal", Exemption::goal},
      {"requirement", Exemption::goal},
      {"checklist", Exemption::goal},
      {"definition of done", Exemption::goal},
      {"suggest", Exemption::option},
      {"propos", Exemption::option},
      {"option", Exemption::option},
      {"recommend", Exemption::option},
      {"alternativ", Exemption::option},
      {"you could", Exemption::option},
      {"example", Exemption::quotation},
      {"expected", Exemption::expectation},
      {"beispiel", Exemption::quotation},
      {"how to", Exemption::instruction},
      {"instructions", Exemption::instruction},
      {"you can", Exemption::instruction},
      {"you should", Exemption::instruction},
      {"nächste schritte", Exemption::future},
      {"vorschlag", Exemption::option},
      {"ziel", Exemption::goal},
      {"previous", Exemption::earlier},
      {"earlier", Exemption::earlier},
      {"history", Exemption::earlier},
      {"background", Exemption::earlier},
      {"i will", Exemption::future},
      {"i'll", Exemption::future},
      {"i would", Exemption::condition},
      {"would", Exemption::condition},
      {"not done", Exemption::negation},
      {"not changed", Exemption::negation},
      {"did not", Exemption::negation},
      {"didn't", Exemption::negation},
      {"couldn't", Exemption::negation},
      {"could not", Exemption::negation},
      {"failed", Exemption::negation},
      {"denied", Exemption::negation},
      {"not completed", Exemption::negation},
      {"release notes", Exemption::other_speaker},
      {"changelog", Exemption::other_speaker},
      {"if ", Exemption::condition},
      {"nicht", Exemption::negation},
      {"fehlgeschlagen", Exemption::negation},
      {"abgelehnt", Exemption::negation},
      {"the readme", Exemption::other_speaker},
      {"commit message", Exemption::quotation},
      {"says", Exemption::other_speaker},
      {"you said", Exemption::other_speaker},
      {"you wrote", Exemption::other_speaker},
  });
  for (const std::string_view under : {std::string_view(s.under), std::string_view(s.heading)}) {
    for (const auto& each : kHeadings) {
      const auto at = under.find(each.phrase);
      if (at == std::string_view::npos) continue;
      if (at > 0 && under[at - 1] >= 'a' && under[at - 1] <= 'z') continue;
      return each.exemption;
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
  return one_of(s.tokens[first].text, {"check",  "verify", "confirm", "run",   "ensure", "see",  "make", "rerun",
                                       "re-run", "try",    "raise",   "use",   "set",    "get",  "wait", "keep",
                                       "prüfe",  "prüfen", "starte",  "führe", "let",    "watch"}) &&
         first + 1 < segment.end &&
         !one_of(s.tokens[first + 1].text, {":", "|", "complete", "succeeded", "finished", "passed", "results"});
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
  return asks_first || segment.end >= last || !place.first_person;
}

}  // namespace

bool one_of(std::string_view word, std::initializer_list<std::string_view> set) {
  return std::ranges::find(set, word) != set.end();
}

bool phrase_at(const Sentence& sentence, std::size_t at, std::string_view phrase) {
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

Segment segment_of(const Sentence& sentence, std::size_t at) {
  std::size_t begin = at;
  while (begin > 0 && !boundary(sentence, begin - 1)) --begin;
  std::size_t end = at + 1;
  while (end < sentence.tokens.size() && !boundary(sentence, end)) ++end;
  return {begin, end};
}

Exemption exemption_at(const Sentence& s, const Place& place) {
  const Segment segment = segment_of(s, place.at);
  const bool act = place.nature == Nature::act;
  if (s.unticked) return Exemption::goal;
  if (question_covers(s, place, segment)) return Exemption::question;
  if (const auto from_heading = governed(s); from_heading != Exemption::none && !place.first_person)
    return from_heading;
  const bool introduced = segment.begin > 0 && s.tokens[segment.begin - 1].mark(":");
  std::optional<std::size_t> subject;
  for (std::size_t i = segment.begin; i < place.at && place.first_person; ++i) {
    if (one_of(s.tokens[i].text, {"i", "we", "i've", "we've"})) subject = i;
  }
  if (!act && imperative(s, segment)) return Exemption::instruction;
  for (const auto& marker : kAnywhere) {
    if (act && marker.exemption == Exemption::instruction && place.first_person) continue;
    if (act && place.first_person && marker.exemption == Exemption::expectation) continue;
    const bool carried = introduced && !place.first_person &&
                         (marker.exemption == Exemption::goal || marker.exemption == Exemption::expectation ||
                          marker.exemption == Exemption::option);
    for (std::size_t i = carried ? 0 : segment.begin; i < segment.end; ++i) {
      if (!phrase_at(s, i, marker.phrase)) continue;
      // "You'll see that I changed it": what governs the seeing leaves the act alone.
      if (act && subject && i < *subject && marker.exemption != Exemption::hedge &&
          marker.exemption != Exemption::earlier)
        continue;
      // What follows a finished act belongs to something else: "I changed X to make it faster".
      const bool after = i > place.at;
      if (act && after &&
          (marker.exemption == Exemption::goal || marker.exemption == Exemption::purpose ||
           marker.exemption == Exemption::future || marker.exemption == Exemption::condition ||
           marker.exemption == Exemption::option || marker.exemption == Exemption::instruction ||
           marker.exemption == Exemption::expectation || marker.exemption == Exemption::hedge)) {
        continue;
      }
      const auto next = i + 1 < s.tokens.size() ? std::string_view(s.tokens[i + 1].text) : std::string_view{};
      // "You'll find that it is 60 now": what is to be seen there is asserted of now.
      const auto after_next = i + 2 < s.tokens.size() ? std::string_view(s.tokens[i + 2].text) : std::string_view{};
      const auto seeing = marker.phrase == "you can" ? after_next : next;
      if (one_of(marker.phrase, {"you'll", "will", "you can"}) && i < place.at &&
          one_of(seeing, {"find", "see", "notice"}))
        continue;
      if (one_of(next, {"mention", "note", "add", "say", "point"}) &&
          one_of(marker.phrase, {"should", "may", "must", "would", "i'd", "let me", "want to", "will", "i'll"}))
        continue;
      return marker.exemption;
    }
  }
  if (const auto condition = condition_at(s, place, segment); condition != Exemption::none) return condition;
  if (const auto negation = negation_at(s, place, segment); negation != Exemption::none) return negation;
  if (const auto earlier = earlier_at(s, place, segment); earlier != Exemption::none) return earlier;
  for (const auto& other : kOthers) {
    for (std::size_t i = 0; i < place.at; ++i) {
      if (!phrase_at(s, i, other)) continue;
      if (one_of(other, {"according to", "laut", "per the", "you asked", "you said", "you mentioned"}) &&
          place.first_person)
        continue;
      return Exemption::other_speaker;
    }
  }
  return Exemption::none;
}

bool retracts(const Sentence& s) {
  const Segment all{0, s.tokens.size()};
  for (const std::string_view phrase : {"wait",
                                        "scratch that",
                                        "correction",
                                        "actually no",
                                        "i was wrong",
                                        "i was mistaken",
                                        "that was wrong",
                                        "that is wrong",
                                        "that's wrong",
                                        "that's not right",
                                        "that is not right",
                                        "not correct",
                                        "that was incorrect",
                                        "that is incorrect",
                                        "that's incorrect",
                                        "ignore that",
                                        "take that back",
                                        "i misspoke",
                                        "korrektur",
                                        "moment",
                                        "that was an old run",
                                        "was from an old run",
                                        "stimmt nicht",
                                        "nehme das zurück",
                                        "my mistake",
                                        "i retract",
                                        "strike that",
                                        "that was a mistake",
                                        "that was premature",
                                        "not true"}) {
    if (!has_phrase(s, all, phrase)) continue;
    if (phrase == "wait" && !(s.tokens[0].is("wait") || (s.tokens.size() > 1 && s.tokens[1].is("wait")))) continue;
    if (phrase == "moment" && !s.tokens[0].is("moment")) continue;
    if (phrase == "correction" && !s.tokens[0].is("correction")) continue;
    return true;
  }
  return false;
}

}  // namespace warrant::claims
