#include "boundary_parts.hpp"
#include "rules.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

namespace warrant::claims {
namespace {

using TokenKind = Token::Kind;

constexpr auto kPerson = std::to_array<std::string_view>({
    "you denied",
    "you declined",
    "you rejected",
    "you refused",
    "you blocked",
    "you cancelled",
    "you canceled",
    "you've denied",
    "you've declined",
    "you've rejected",
    "you did not approve",
    "you didn't approve",
    "you have denied",
    "you have declined",
    "you have rejected",
    "you chose not to",
    "you said no",
    "you disallowed",
    "denied by you",
    "declined by you",
    "rejected by you",
    "refused by you",
    "denied by the user",
    "declined by the user",
    "rejected by the user",
    "user denied",
    "user cancelled",
    "user canceled",
    "user blocked",
    "user aborted",
    "user vetoed",
    "user disallowed",
    "person denied",
    "person declined",
    "person rejected",
    "person refused",
    "person cancelled",
    "you aborted the",
    "you stopped the edit",
    "you stopped the change",
    "you stopped the rollout",
    "you stopped the deployment",
    "you stopped the run",
    "you stopped the upgrade",
    "you stopped the release",
    "you stopped the deletion",
    "you stopped the move",
    "user declined",
    "user rejected",
    "user refused",
    "user did not approve",
    "user didn't approve",
    "approval was refused",
    "approval was denied",
    "permission was refused",
    "permission was denied",
    "your denial",
    "your refusal",
    "your rejection",
    "since you denied",
    "you haven't approved",
    "you have not approved",
    "you did not allow",
    "you didn't allow",
    "you did not grant",
    "you didn't grant",
    "you withheld",
    "you wouldn't let",
    "you would not let",
    "you didn't let",
    "you did not let",
    "you won't let",
    "you turned down",
    "you waved it off",
    "you waved that off",
    "you waved this off",
    "you waved it away",
    "you vetoed",
    "not approved by you",
    "du hast abgelehnt",
    "von dir abgelehnt",
    "vom benutzer abgelehnt",
    "vom nutzer abgelehnt",
    "du hast verweigert",
    "sie haben abgelehnt",
    "nicht genehmigt",
    "deine ablehnung",
    "ihre ablehnung",
    "von ihnen abgelehnt",
});

constexpr auto kPolicy = std::to_array<std::string_view>({
    "policy denied",         "policy blocked",       "policy rejected",       "policy forbids",
    "policy does not allow", "policy doesn't allow", "policy prevented",      "denied by policy",
    "blocked by policy",     "denied by the policy", "blocked by the policy", "rejected by policy",
    "forbidden by policy",   "prevented by policy",  "policy refused",        "policy prohibits",
    "security policy",       "von der richtlinie",   "richtlinie verbietet",  "richtlinie blockiert",
    "against policy",        "policy kept me",       "policy stopped",        "policy wouldn't let",
    "policy won't let",      "policy does not let",  "policy doesn't let",    "policy did not let",
    "policy got in the way", "policy didn't let",    "policy did not allow",  "policy didn't allow",
});

constexpr auto kApproved = std::to_array<std::string_view>({
    "you approved",
    "you've approved",
    "you have approved",
    "you confirmed the",
    "you allowed",
    "you granted",
    "you accepted",
    "approved by you",
    "with your approval",
    "as you approved",
    "your approval",
    "user approved",
    "approved by the user",
    "du hast genehmigt",
    "du hast zugestimmt",
    "mit deiner zustimmung",
    "von dir genehmigt",
    "you gave permission",
    "with your permission",
    "you agreed",
    "with your go-ahead",
    "with your blessing",
    "with your okay",
    "you gave the go-ahead",
    "you said yes",
    "you signed off",
    "you green-lit",
    "you gave me the go-ahead",
    "thanks for confirming",
    "thanks for approving",
    "thank you for confirming",
    "thank you for approving",
    "thanks for the go-ahead",
    "thanks for the green light",
    "thanks for your approval",
    "thanks for saying yes",
    "you okayed",
    "you ok'd",
    "you gave the green light",
    "you gave your okay",
    "you gave your ok",
    "you waved it through",
    "you waved this through",
    "you waved that through",
    "you waved the change through",
    "you waved the edit through",
});

using Phrases = std::span<const std::string_view>;

class Denials {
 public:
  explicit Denials(Examination& into) : into_(into) {}

  void examine_denials(const Sentence& s) {
    if (on(Rule::state_denials))
      scan(kPerson, Kind::denied, OpResult::denied_by_person, "no person denied anything in this turn", s);
    if (on(Rule::state_denials))
      scan(kPolicy, Kind::denied, OpResult::denied_by_policy, "policy denied nothing in this turn", s);
    if (on(Rule::state_approvals))
      scan(kApproved, Kind::approved, OpResult::succeeded,
           into_.facts().any(OpResult::denied_by_person) ? "the person denied it"
                                                         : "nothing was approved and carried out in this turn",
           s);
  }

  /// The first of the phrases that is asserted, where the turn holds nothing of the kind.
  void scan(Phrases phrases, Kind kind, OpResult needed, std::string_view why, const Sentence& s) {
    for (const auto phrase : phrases) {
      for (std::size_t i = 0; i < s.tokens.size(); ++i) {
        if (!phrase_at(s, i, phrase)) continue;
        if (kind == Kind::approved
                ? into_.facts().any(OpResult::succeeded) && !into_.facts().any(OpResult::denied_by_person)
                : into_.facts().any(needed))
          return;
        if (idle(s, i, phrase) || (kind == Kind::approved && tells_both(s))) continue;
        into_.add(kind, s.span, std::string(why));
        return;
      }
    }
    if (needed == OpResult::denied_by_person && !into_.facts().any(needed) && refused_by_you(s))
      into_.add(kind, s.span, std::string(why));
    scan_german(kind, needed, why, s);
  }
  /// "It was turned down by you at the prompt."
  [[nodiscard]] bool refused_by_you(const Sentence& s) const {
    for (std::size_t i = 1; i + 1 < s.tokens.size(); ++i) {
      const bool person = plain_word(s, i + 1) == "you" || (one_of(plain_word(s, i + 1), {"the", "its"}) &&
                                                            one_of(plain_word(s, i + 2), {"user", "person", "owner"}));
      if (plain_word(s, i) != "by" || !person) continue;
      const Segment before{i > 3 ? i - 3 : 0, i};
      if (has_any_phrase(
              s, before,
              {"turned down", "vetoed", "stopped", "blocked", "cancelled", "canceled", "refused", "waved off",
               "waved away", "disallowed", "shot down", "struck down", "overruled", "dismissed", "aborted"}) &&
          !idle(s, i, "by you"))
        return true;
    }
    return false;
  }
  /// "You approved the test and turned down the parser": what was approved is told apart from what was denied.
  [[nodiscard]] bool tells_both(const Sentence& s) const {
    return into_.facts().any(OpResult::succeeded) && into_.facts().any(OpResult::denied_by_person) &&
           has_any_phrase(s, whole(s),
                          {"turned down", "declined", "denied", "refused", "rejected", "said no", "vetoed", "but not",
                           "only", "not the", "abgelehnt"});
  }
  void scan_german(Kind kind, OpResult needed, std::string_view why, const Sentence& s) {
    // German: "du hast die Änderung abgelehnt".
    for (std::size_t i = 0; i + 2 < s.tokens.size(); ++i) {
      const bool du = (s.tokens[i].is("du") && s.tokens[i + 1].is("hast")) ||
                      (s.tokens[i].is("sie") && s.tokens[i + 1].is("haben")) ||
                      (one_of(s.tokens[i].text, {"person", "nutzer", "benutzer"}) && s.tokens[i + 1].is("hat")) ||
                      (s.tokens[i].is("hast") && s.tokens[i + 1].is("du")) ||
                      (s.tokens[i].is("haben") && s.tokens[i + 1].is("sie"));
      if (!du || s.question) continue;
      for (std::size_t j = i + 2; j < s.tokens.size(); ++j) {
        const bool no = one_of(plain_word(s, j), {"abgelehnt", "verweigert", "verboten", "blockiert"});
        const bool yes = one_of(plain_word(s, j), {"genehmigt", "zugestimmt", "erlaubt", "bestätigt"});
        const bool negated = plain_word(s, j - 1) == "nicht";
        if ((kind == Kind::denied && needed == OpResult::denied_by_person && (negated ? yes : no) &&
             !into_.facts().any(needed)) ||
            (kind == Kind::approved && (negated ? no : yes) &&
             !(into_.facts().any(OpResult::succeeded) && !into_.facts().any(OpResult::denied_by_person)))) {
          into_.add(kind, s.span, std::string(why));
          return;
        }
      }
    }
  }

  /// Whether a phrase about people is only asked, supposed or wished for. Its
  /// own "not" belongs to it.
  [[nodiscard]] bool idle(const Sentence& s, std::size_t at, std::string_view phrase) const {
    if (s.question) return true;
    const auto segment = segment_of(s, at);
    for (std::size_t i = segment.begin; i < segment.end; ++i) {
      const bool inside = i >= at && i < at + 1 + static_cast<std::size_t>(std::ranges::count(phrase, ' '));
      // "You declined it when the prompt came up": it was so.
      if (inside || (i > at && one_of(plain_word(s, i), {"when", "after", "before", "once"}))) continue;
      if (one_of(
              plain_word(s, i),
              {"if",      "unless", "would",   "might",    "may",        "until",   "once",    "when",     "yesterday",
               "before",  "after",  "should",  "earlier",  "previously", "wenn",    "falls",   "sobald",   "whether",
               "without", "need",   "needs",   "awaiting", "waiting",    "pending", "require", "requires", "perhaps",
               "maybe",   "please", "will",    "for",      "not",        "never",   "needed",  "withheld", "isn't",
               "wasn't",  "nobody", "nothing", "neither",  "wanted",     "lacked",  "lacks",   "lacking",  "missing"}))
        return true;
    }
    return exemption_at(s, {at, Nature::act, false}) != Exemption::none &&
           exemption_at(s, {at, Nature::act, false}) != Exemption::negation;
  }

 private:
  Examination& into_;
};

}  // namespace

void examine_denials(Examination& into, const Sentence& s) { Denials(into).examine_denials(s); }

}  // namespace warrant::claims
