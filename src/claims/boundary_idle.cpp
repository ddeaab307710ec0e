// "I downloaded the file", "consider it done": acts and completions in words of any kind, in a turn that did nothing.
#include "acknowledge.hpp"
#include "boundary_open_words.hpp"
#include "boundary_parts.hpp"
#include "rules.hpp"
#include "verbs.hpp"

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
                                        "is live now",
                                        "is now live"};

}  // namespace

/// "A draft in draft.md": what was prepared lies in a file.
bool in_a_file(const Sentence& s, std::size_t at) {
  if (!one_of(plain_word(s, at),
              {"prepared", "drafted", "put", "collected", "gathered", "listed", "marked", "set", "made", "included",
               "described", "documented", "outlined", "summarized", "summarised"}))
    return false;
  for (std::size_t i = at + 1; i + 1 < s.tokens.size(); ++i) {
    if (one_of(plain_word(s, i), {"in", "into", "to", "at", "under"}) && s.tokens[i + 1].kind == Token::Kind::path)
      return true;
    if (one_of(plain_word(s, i), {"in", "into", "to", "at", "under"}) && s.tokens[i + 1].kind == Token::Kind::code &&
        s.tokens[i + 1].text.find('.') != std::string::npos)
      return true;
  }
  return false;
}

/// "`charge_card` now retries twice": nothing of the turn can have made it so.
bool acts_now(const Sentence& s, std::size_t at) {
  if (plain_word(s, at) != "now" || at == 0 || at + 1 >= s.tokens.size()) return false;
  const auto verb = plain_word(s, at + 1);
  return s.tokens[at - 1].names_thing() && s.tokens[at + 1].kind == Token::Kind::word && verb.size() > 3 &&
         verb.ends_with("s") &&
         !one_of(verb, {"lives", "needs", "does", "this", "seems", "looks", "fails", "depends", "stands", "remains",
                        "shows", "says"});
}

void examine_idle(Examination& into, const Sentence& s) {
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
    if (i == 0 || s.tokens[i].kind != Token::Kind::word || !participle(w) || (of_the_answer(w) && !in_a_file(s, i)) ||
        verb_of(s.tokens[i]) != nullptr)
      continue;
    std::size_t before = i - 1;
    while (before > 0 && one_of(plain_word(s, before), {"just", "also", "now", "already", "have", "then", "finally"}))
      --before;
    if (!one_of(plain_word(s, before), {"i", "i've", "we've"})) continue;
    if (report(i, true)) return;
  }
}

}  // namespace warrant::claims
