#include <warrant/base/match.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/policy/approval.hpp>

namespace warrant::policy {

namespace {

std::string answer_word(std::string_view keys) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  while (!keys.empty() && is_blank(keys.front())) keys.remove_prefix(1);
  while (!keys.empty() && is_blank(keys.back())) keys.remove_suffix(1);
  return fold_case(keys.substr(0, 16));
}

}  // namespace

std::string_view to_string(Granter granter) noexcept {
  switch (granter) {
    case Granter::person: return "person";
    case Granter::flag: return "flag";
  }
  return "person";
}

bool is_from_person(NoReason reason) noexcept {
  switch (reason) {
    case NoReason::answered_no:
    case NoReason::no_clear_yes:
    case NoReason::end_of_input:
    case NoReason::interrupted:
    case NoReason::closed: return true;
    case NoReason::no_terminal:
    case NoReason::not_recorded: return false;
  }
  return false;
}

std::string_view verdict_of(const Answer& answer) noexcept {
  return std::holds_alternative<Approval>(answer) ? "granted" : "denied";
}

std::string_view answerer_of(const Answer& answer) noexcept {
  if (const auto* granted = std::get_if<Approval>(&answer)) return to_string(granted->granter());
  return is_from_person(std::get<Declined>(answer).reason) ? "person" : "nobody";
}

std::string_view reason_of(const Answer& answer) noexcept {
  const auto* declined = std::get_if<Declined>(&answer);
  return declined == nullptr ? std::string_view() : declined->why;
}

Answer Approver::ask(const Ask& ruling, const Showing& showing, std::string id) {
  return match(
      put(showing),
      [&](const Typed& typed) -> Answer {
        const std::string word = answer_word(typed.keys);
        if (word == "y" || word == "yes") return Approval(std::move(id), ruling, Granter::person, false);
        if (showing.may_remember && (word == "a" || word == "always")) {
          return Approval(std::move(id), ruling, Granter::person, true);
        }
        if (word == "n" || word == "no") return Declined{ruling.id(), NoReason::answered_no, "the person answered no"};
        return Declined{ruling.id(), NoReason::no_clear_yes, "the answer was no clear yes"};
      },
      [&](const NoAnswer& none) -> Answer { return Declined{ruling.id(), none.reason, none.why}; });
}

Approval granted_by_flag(const Ask& ruling, std::string id) {
  return Approval(std::move(id), ruling, Granter::flag, false);
}

}  // namespace warrant::policy
