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
    if (i == 0 || s.tokens[i].kind != Token::Kind::word || !participle(w) || of_the_answer(w) ||
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
