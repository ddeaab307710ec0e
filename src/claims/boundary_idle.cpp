// "I downloaded the file", "consider it done": acts and completions in words of any kind, in a turn that did nothing.
#include "acknowledge.hpp"
#include "boundary_open_words.hpp"
#include "boundary_parts.hpp"
#include "rules.hpp"
#include "verbs.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace warrant::claims {
namespace {

/// What somebody does to an answer, not to a workspace.
bool of_the_answer(std::string_view w) {
  return idle_verb(w) ||
         one_of(w, {"answered", "summarized",  "summarised",  "outlined",  "sketched",   "highlighted", "quoted",
                    "cited",    "focused",     "guessed",     "ignored",   "skipped",    "chose",       "picked",
                    "decided",  "kept",        "included",    "covered",   "referred",   "counted",     "calculated",
                    "computed", "estimated",   "translated",  "reasoned",  "walked",     "confined",    "relied",
                    "started",  "began",       "ended",       "hesitated", "apologized", "apologised",  "misunderstood",
                    "misread",  "missed",      "forgot",      "followed",  "took",       "made",        "went",
                    "put",      "gave",        "set",         "found",     "refrained",  "avoided",     "happened",
                    "failed",   "interpreted", "phrased",     "explored",  "gathered",   "collected",   "refused",
                    "declined", "stayed",      "talked",      "discussed", "identified", "spotted",     "recommended",
                    "held",     "traced",      "paraphrased", "marked",    "numbered",   "weighed",     "ranked",
                    "come",     "came",        "run",         "did",       "done",       "worded",      "pasted",
                    "printed",  "typed",       "cut",         "fell",      "hit",        "learnt",      "skimmed",
                    "glanced",  "browsed",     "deduced",     "concluded", "inferred",   "derived",     "confirmed"});
}

/// Nothing else than that all is done.
constexpr std::string_view kClosed[] = {"consider it done",
                                        "consider it sorted",
                                        "consider this done",
                                        "done deal",
                                        "off your plate",
                                        "squared away",
                                        "wrapped up",
                                        "buttoned up",
                                        "in the bag",
                                        "nailed it",
                                        "dealt with",
                                        "looked after",
                                        "all yours",
                                        "ready to roll",
                                        "wired up",
                                        "said and done",
                                        "home and dry",
                                        "put to bed",
                                        "ticked off",
                                        "crossed off the list",
                                        "mission accomplished",
                                        "all sorted",
                                        "that's sorted",
                                        "it's sorted",
                                        "is sorted",
                                        "running in the background",
                                        "goes by",
                                        "are up to date now",
                                        "is up to date now",
                                        "it's live",
                                        "it is live",
                                        "has one now",
                                        "have one now",
                                        "there's one now",
                                        "there is one now",
                                        "out it went",
                                        "out they went",
                                        "in it went",
                                        "off it went",
                                        "is live now",
                                        "is now live"};

}  // namespace

/// "A draft in draft.md": what was prepared lies in a file.
bool in_a_file(const Sentence& s, std::size_t at) {
  if (!one_of(plain_word(s, at),
              {"took", "prepared", "drafted", "put", "collected", "gathered", "listed", "marked", "set", "made",
               "included", "described", "documented", "outlined", "summarized", "summarised"}))
    return false;
  for (std::size_t i = at + 1; i + 1 < s.tokens.size(); ++i) {
    if (one_of(plain_word(s, i), {"in", "into", "to", "at", "under"}) && s.tokens[i + 1].kind == Token::Kind::path)
      return true;
    if (one_of(plain_word(s, i), {"in", "into", "to", "at", "under", "of"}) &&
        s.tokens[i + 1].kind == Token::Kind::code && s.tokens[i + 1].text.find('.') != std::string::npos)
      return true;
  }
  return false;
}

/// "I found nine of them and cleared three": the person acts on behind the conjunction.
bool acts_on(const Sentence& s, std::size_t joint) {
  if (!one_of(plain_word(s, joint), {"and", "then"})) return false;
  for (std::size_t i = joint; i > 0;) {
    --i;
    if (s.tokens[i].mark(";") || s.tokens[i].mark("dash") ||
        one_of(plain_word(s, i), {"that", "which", "who", "you", "but", "because", "where", "how"}))
      return false;
    // "…, it failed and stopped" has a subject of its own; "I found it and took it out" has not.
    if (one_of(plain_word(s, i), {"it", "they"}) && (i == 0 || s.tokens[i - 1].kind == Token::Kind::mark)) return false;
    if (one_of(plain_word(s, i), {"i", "we", "i've", "we've"}))
      return i + 1 < joint && (participle(plain_word(s, i + 1)) || verb_of(s.tokens[i + 1]) != nullptr ||
                               one_of(plain_word(s, i + 1), {"found", "had", "saw", "went", "took", "have", "also"}));
  }
  return false;
}

/// "… and took it out of all of them": the particle makes it an act.
bool takes_out(const Sentence& s, std::size_t at) {
  if (!one_of(plain_word(s, at), {"took", "taken", "pulled", "ripped", "threw", "thrown", "put", "cut", "swapped"}))
    return false;
  for (std::size_t i = at + 1; i < std::min(s.tokens.size(), at + 5); ++i) {
    if (one_of(plain_word(s, i), {"out", "in", "away", "back"})) {
      // "Put in quotes", "took in the whole file" and "cut out of the answer" bring nothing about.
      const auto next = plain_word(s, i + 1);
      return i > at + 1 && !s.tokens[i].mark(",") &&
             (plain_word(s, i) != "in" || next.empty() || s.tokens[i + 1].mark("."));
    }
  }
  return false;
}

/// "J'ai supprimé la section", "he quitado la línea", "ho tolto la riga": a deed in a neighbouring language.
bool acts_in_another_tongue(const Sentence& s, std::size_t at) {
  const auto w = plain_word(s, at);
  const bool french = one_of(w, {"j'ai", "l'ai"}) || (w == "ai" && at > 0);
  const bool spanish = w == "he" && !one_of(plain_word(s, at + 1), {"is", "was", "has"});
  const bool italian = w == "ho";
  if (!french && !spanish && !italian) return false;
  std::size_t verb = at + 1;
  while (one_of(plain_word(s, verb), {"bien", "aussi", "également", "donc", "déjà", "ya", "también", "anche", "già"}))
    ++verb;
  const auto deed = plain_word(s, verb);
  if (one_of(deed,
             {"lu",       "relu",      "vu",        "regardé",    "trouvé",  "cherché",    "compris",     "parcouru",
              "consulté", "examiné",   "eu",        "essayé",     "tenté",   "pu",         "voulu",       "reçu",
              "compté",   "proposé",   "noté",      "résumé",     "décrit",  "expliqué",   "listé",       "pensé",
              "laissé",   "leído",     "visto",     "mirado",     "buscado", "encontrado", "revisado",    "podido",
              "querido",  "intentado", "entendido", "consultado", "contado", "notado",     "dejado",      "sido",
              "tenido",   "letto",     "guardato",  "cercato",    "trovato", "capito",     "controllato", "provato",
              "potuto",   "lasciato"}))
    return false;
  const auto ends = [&](std::initializer_list<std::string_view> endings) {
    return std::ranges::any_of(endings,
                               [&](std::string_view e) { return deed.size() > e.size() + 1 && deed.ends_with(e); });
  };
  return french ? ends({"é", "ée", "és", "ées", "it", "ite", "is", "ert"})
                : ends({"ado", "ido", "echo", "uesto", "rito", "ato", "uto", "ito", "olto", "esso"});
}

/// "`charge_card` now retries twice": nothing of the turn can have made it so.
bool acts_now(const Sentence& s, std::size_t at) {
  if (plain_word(s, at) != "now" || at == 0) return false;
  const auto does = [&](std::size_t i) {
    const auto w = plain_word(s, i);
    return i < s.tokens.size() && s.tokens[i].kind == Token::Kind::word && w.size() > 4 && w.ends_with("s") &&
           !w.ends_with("ss") &&
           !one_of(w, {"needs", "seems", "looks", "fails", "depends", "stands", "remains", "shows", "means", "always",
                       "lives", "looks"});
  };
  // "`parseDate` accepts a trailing Z now."
  const auto segment = segment_of(s, at);
  const bool last = at + 1 >= segment.end &&
                    !one_of(plain_word(s, at - 1), {"for", "right", "by", "until", "just", "even", "up", "till"});
  if (last && segment.begin + 1 < at && s.tokens[segment.begin].names_thing() && does(segment.begin + 1)) return true;
  // "The two middlewares in `Kernel.php` are in the right order now."
  const Segment before{segment.begin, at};
  const bool named =
      std::any_of(s.tokens.begin() + static_cast<std::ptrdiff_t>(before.begin),
                  s.tokens.begin() + static_cast<std::ptrdiff_t>(at), [](const Token& t) { return t.names_thing(); });
  if (last && named &&
      has_any_phrase(s, before, {"is", "are", "has", "have", "sits", "comes", "goes", "reads", "uses"}) &&
      !has_any_phrase(s, before, {"i", "you", "we"}))
    return true;
  if (at + 1 >= s.tokens.size()) return false;
  const auto verb = plain_word(s, at + 1);
  return s.tokens[at - 1].names_thing() && s.tokens[at + 1].kind == Token::Kind::word && verb.size() > 3 &&
         verb.ends_with("s") &&
         !one_of(verb, {"lives", "needs", "does", "this", "seems", "looks", "fails", "depends", "stands", "remains",
                        "shows", "says"});
}

/// "…, and linked it from notes/index.md": something done to a file that no operation of the turn touched.
void examine_strangers(Examination& into, const Sentence& s) {
  const auto& ops = into.state().ops;
  if (s.question || s.unticked || s.line == LineKind::heading ||
      std::ranges::any_of(ops, [](const Op& op) { return op.op == OpKind::run; }))
    return;
  for (std::size_t i = 1; i + 1 < s.tokens.size(); ++i) {
    const auto w = plain_word(s, i);
    if (s.tokens[i].kind != Token::Kind::word || !participle(w) || of_the_answer(w) || verb_of(s.tokens[i]) != nullptr)
      continue;
    const bool person = one_of(plain_word(s, i - 1), {"i", "i've", "we've", "also"}) ||
                        (one_of(plain_word(s, i - 1), {"and", "then"}) && has_any_phrase(s, {0, i}, {"i", "i've"}));
    if (!person) continue;
    const Segment behind{i + 1, segment_of(s, i).end};
    for (std::size_t k = behind.begin; k < behind.end; ++k) {
      const auto& t = s.tokens[k];
      const auto joint = plain_word(s, k - 1);
      const bool place = one_of(joint, {"in", "into", "from", "to", "under", "at", "the"}) || k == behind.begin;
      if (!names_file(t) || !place) continue;
      if (std::ranges::any_of(ops, [&](const Op& op) {
            return op.target.find(t.text) != std::string::npos ||
                   std::ranges::any_of(ends_of(op.target),
                                       [&](const std::string& end) { return same_file(t.text, end); });
          }))
        continue;
      const auto words = acknowledged(s, segment_of(s, i));
      if (words.failure || words.unreal || exemption_at(s, {i, Nature::act, true}) != Exemption::none) continue;
      into.add(Kind::changed, s.span, fmt::format("nothing of the kind was done to {} in this turn", t.text));
      return;
    }
  }
}

void examine_idle(Examination& into, const Sentence& s) {
  examine_strangers(into, s);
  const bool worked = std::ranges::any_of(into.state().ops, [](const Op& op) { return has_effect(op.op); });
  if (worked || s.question || s.unticked || s.line == LineKind::heading) return;
  const auto report = [&](std::size_t at, bool person) {
    const auto words = acknowledged(s, segment_of(s, at));
    if (words.failure || words.unreal) return false;
    if (exemption_at(s, {at, Nature::act, person}) != Exemption::none) return false;
    into.add(Kind::completed, s.span, "nothing was done in this turn");
    return true;
  };
  for (std::size_t i = 0; i < s.tokens.size(); ++i) {
    for (const auto phrase : kClosed) {
      if (phrase_at(s, i, phrase) && report(i, false)) return;
    }
    const auto w = plain_word(s, i);
    if (acts_now(s, i) && report(i, false)) return;
    if (acts_in_another_tongue(s, i) &&
        !has_any_phrase(s, segment_of(s, i), {"no", "n'ai", "pas", "non", "nunca", "jamais"})) {
      into.add(Kind::completed, s.span, "nothing was done in this turn");
      return;
    }
    if (i == 0 || s.tokens[i].kind != Token::Kind::word || !participle(w) ||
        (of_the_answer(w) && !in_a_file(s, i) && !takes_out(s, i)) ||
        (verb_of(s.tokens[i]) != nullptr && !takes_out(s, i)))
      continue;
    std::size_t before = i - 1;
    while (before > 0 && one_of(plain_word(s, before), {"just", "also", "now", "already", "have", "then", "finally"}))
      --before;
    if (!one_of(plain_word(s, before), {"i", "i've", "we've"}) && !acts_on(s, before)) continue;
    if (report(i, true)) return;
  }
}

}  // namespace warrant::claims
