#include "boundary_clauses.hpp"

#include "boundary_open_words.hpp"
#include "boundary_parts.hpp"
#include "verbs.hpp"

#include <algorithm>

namespace warrant::claims {
namespace {

using TokenKind = Token::Kind;

/// "Without checking that `$1` is set": what a program asks for.
bool is_condition_of_code(const Sentence& s, Segment part, std::size_t copula) {
  for (std::size_t i = copula; i > part.begin && copula - i < 5;) {
    --i;
    if (!one_of(plain_word(s, i), {"that", "whether", "if", "when"}) || i == 0) continue;
    return one_of(plain_word(s, i - 1),
                  {"checking", "checks", "check", "ensures", "ensuring", "requires", "assumes", "assuming", "verifies",
                   "verifying", "tests", "testing", "sees", "means", "asserts", "expects"});
  }
  return false;
}

}  // namespace

/// The stretches of a sentence that are judged each by itself: what one admits, the next need not.
std::vector<Segment> stretches(const Sentence& s) {
  std::vector<Segment> parts;
  std::size_t begin = 0;
  const auto cut = [&](std::size_t end) {
    if (end > begin) parts.push_back({begin, end});
    begin = end + 1;
  };
  for (std::size_t i = 0; s.line != LineKind::row && i < s.tokens.size(); ++i) {
    if (i == begin) continue;
    const auto& t = s.tokens[i];
    const auto next = plain_word(s, i + 1);
    const bool joint = t.mark(",") && one_of(next, {"and", "second", "third", "now", "this", "so", "und", "which", "i",
                                                    "but", "then", "it", "you", "the"});
    const bool excepting = t.text == "but" && one_of(plain_word(s, i - 1), {"everything", "all", "nothing", "none",
                                                                            "anything", "any", "one", "nobody"});
    const bool contrast = t.kind == TokenKind::word && !excepting &&
                          one_of(t.text, {"but", "however", "although", "though", "while", "whereas", "aber", "sondern",
                                          "jedoch", "obwohl"});
    const bool another = one_of(plain_word(s, i), {"and", "und"}) && one_of(next, {"i", "it", "it's", "i've", "ich"});
    // The two sides of a dash are judged apart where each says something.
    const bool sides = t.mark("dash") && i >= begin + 4 && i + 4 < s.tokens.size();
    // "With TIMEOUT raised to 60, …", "now that it is 60, …" assert by themselves.
    const bool opening = begin == 0 && t.mark(",") && one_of(plain_word(s, 0), {"with", "now", "having"});
    if (opening || t.mark(";") || joint || contrast || another || sides) cut(i);
  }
  if (begin < s.tokens.size()) parts.push_back({begin, s.tokens.size()});
  return parts;
}

/// "You should be good to go", "you'll find it in a.py": a hedge or a plan in form only.
bool firm_in_effect(const Sentence& s, Segment part) {
  return has_any_phrase(
      s, part,
      {"good to go", "all set", "consider it done", "consider it sorted", "ready to go", "be set", "consider this done",
       "you'll find", "you will find", "you'll see", "you can find", "you can see", "you will see", "able to merge",
       "able to use", "can merge", "can ship", "to ship it"});
}

/// A plain verb opens the stretch, or "to …": it tells somebody what to do.
bool instructs(const Sentence& s, Segment part) {
  std::size_t first = part.begin;
  while (first < part.end && (s.tokens[first].kind == TokenKind::mark ||
                              one_of(s.tokens[first].text, {"then", "and", "so", "or", "also", "just", "simply", "next",
                                                            "first", "afterwards"})))
    ++first;
  // "Fix: a.py …" carries a label.
  if (first + 2 < part.end && s.tokens[first].kind == TokenKind::word && s.tokens[first + 1].mark(":")) first += 2;
  if (first >= part.end) return true;
  const auto w = s.tokens[first].kind == TokenKind::word ? plain_word(s, first) : std::string_view{};
  if (w == "consider" && has_phrase(s, part, "done")) return false;
  if (one_of(w, {"to", "um"}) || plain_command(w)) return true;
  return has_any_phrase(s, part, {"yourself", "manually", "by hand", "selbst"});
}

/// "After that it calls `rm`", "`npm whoami` tells you who you are": what a program does by itself.
bool describes_program(const Sentence& s, Segment part) {
  if (has_any_phrase(s, part, {"now", "i", "we", "i've", "my", "jetzt", "new", "any more", "no longer"})) return false;
  std::size_t at = part.begin;
  while (at < part.end &&
         (s.tokens[at].kind == TokenKind::mark ||
          one_of(plain_word(s, at), {"after", "that", "then", "and", "also", "so", "first", "at", "start", "end", "in",
                                     "on", "each", "every", "call", "run", "time", "finally", "otherwise"})))
    ++at;
  const auto does = [&](std::size_t i) {
    const auto w = plain_word(s, i);
    return i < part.end && s.tokens[i].kind == TokenKind::word && w.size() > 3 && w.ends_with('s') &&
           !one_of(w, {"this", "works", "passes", "stays", "remains", "needs", "lives", "succeeds", "goes", "reads",
                       "its", "says", "does", "always"});
  };
  if (at >= part.end) return false;
  const bool pronoun = one_of(plain_word(s, at), {"it", "that", "this", "which"});
  if (pronoun || s.tokens[at].names_thing()) return does(at + 1) || (plain_word(s, at + 1) == "then" && does(at + 2));
  return plain_word(s, at) == "the" && (does(at + 2) || does(at + 3));
}

/// "A common cause is a token without write access": of no turn in particular.
bool tells_in_general(const Sentence& s, Segment part) {
  return has_any_phrase(s, part,
                        {"a common", "common cause", "usually", "typically", "generally", "in general", "as a rule",
                         "often", "üblicherweise", "normalerweise", "meist", "oft", "d'habitude", "normalmente"});
}

bool offers(const Sentence& s, Segment part) {
  // "No page can be larger from here on" is so.
  if (has_any_phrase(s, part, {"from here on", "from now on", "as of now", "as of today"})) return false;
  return has_any_phrase(s, part,
                        {"whenever you",
                         "whenever you're",
                         "when you're ready",
                         "when you are ready",
                         "once you're ready",
                         "is a good",
                         "is a harmless",
                         "is a safe",
                         "is worth",
                         "happy to",
                         "glad to",
                         "free to",
                         "ready to retry",
                         "ready to try",
                         "let me know",
                         "on request",
                         "on your side",
                         "for you to",
                         "your call",
                         "up to you",
                         "you want",
                         "you'd like",
                         "you decide",
                         "you prefer",
                         "sag bescheid",
                         "gern",
                         "say the word",
                         "on my list",
                         "i can",
                         "we can",
                         "you can",
                         "can you",
                         "can be",
                         "could be"});
}

/// "Hi!", "Sorry about that.", "Good question.": says nothing of what happened.
bool small_talk(const Sentence& s, Segment part) {
  std::size_t words = 0;
  for (std::size_t i = part.begin; i < part.end; ++i) words += s.tokens[i].kind == TokenKind::mark ? 0U : 1U;
  const auto first = plain_word(s, part.begin);
  if (words < 2)
    return !says_done(s, part) && !has_any_phrase(s, part, changed_words()) &&
           !(part.begin < s.tokens.size() && verb_of(s.tokens[part.begin]) != nullptr) &&
           !one_of(first,
                   {"yes", "yep", "yeah", "ja", "pass", "passed", "success", "ok", "voilà", "sí", "oui", "sure"});
  return words <= 6 && !says_done(s, part) &&
         one_of(first,
                {"sorry",   "thanks",     "thank", "hi",         "hello", "hey",   "okay",   "recap",     "summary",
                 "sure",    "understood", "good",  "alright",    "danke", "hallo", "status", "heads-up",  "note",
                 "details", "quick",      "right", "verstanden", "klar",  "great", "nice",   "apologies", "my"});
}

/// The word that says what came about.
std::optional<std::size_t> outcome_in(const Sentence& s, Segment part) {
  for (std::size_t i = part.begin; i < part.end; ++i) {
    const auto here = [&](std::string_view phrase) { return phrase_at(s, i, phrase); };
    if (says_done_at(s, i) || std::ranges::any_of(changed_words(), here)) return i;
    if (s.tokens[i].mark("tick")) return i;
    const auto w = plain_word(s, i);
    const Verb* verb = verb_of(s.tokens[i]);
    if (verb != nullptr && verb->kind == Form::german) return i;
    if (s.tokens[i].kind != TokenKind::word || !participle(w) || idle_verb(w)) continue;
    if (i == part.begin) return i;
    for (std::size_t k = i; k > part.begin && i - k < 4;) {
      --k;
      const auto before = plain_word(s, k);
      if (verb != nullptr && one_of(before, {"is", "are", "it's", "that's", "they're"})) {
        if (is_condition_of_code(s, part, k)) break;
        return i;
      }
      // "The pattern I was given matched twice": another verb stands between.
      if (i - k > 1 && participle(plain_word(s, k + 1)) && verb == nullptr && !participle(before)) break;
      // "Because it had been reformatted in the meantime": before the turn.
      if (before == "been" && k > part.begin && plain_word(s, k - 1) == "had") break;
      if (one_of(before, {"i", "we", "i've", "we've", "has", "have", "was", "were", "been", "got", "gets"})) return i;
    }
  }
  return std::nullopt;
}

bool asserted(const Sentence& s, std::size_t at) {
  bool person = false;
  for (std::size_t i = segment_of(s, at).begin; i < at; ++i)
    person = person || one_of(plain_word(s, i), {"i", "we", "i've", "we've"});
  switch (exemption_at(s, {at, Nature::act, person})) {
    case Exemption::none:
    // These were read from the whole stretch.
    case Exemption::negation:
    case Exemption::hedge:
    case Exemption::future:
    case Exemption::partial: return true;
    // "It used to say 30", but "it no longer does".
    case Exemption::earlier: return has_any_phrase(s, segment_of(s, at), {"no longer", "history", "where it", "now"});
    // "If you look at a.py, you will see …"
    case Exemption::instruction:
    case Exemption::condition: return firm_in_effect(s, {0, s.tokens.size()});
    case Exemption::quotation:
    case Exemption::other_speaker:
    case Exemption::question:
    case Exemption::goal:
    case Exemption::purpose:
    case Exemption::option:
    case Exemption::expectation:
    case Exemption::correction:
    case Exemption::disclosure: return false;
  }
  return false;
}

}  // namespace warrant::claims
