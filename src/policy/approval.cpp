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

Answer Approver::ask(const Ask& ruling, const Showing& showing, std::string id) {
  return match(
      put(showing),
      [&](const Typed& typed) -> Answer {
        const std::string word = answer_word(typed.keys);
        if (word == "y" || word == "yes") return Approval(std::move(id), ruling, Granter::person, false);
        if (showing.may_remember && (word == "a" || word == "always")) {
          return Approval(std::move(id), ruling, Granter::person, true);
        }
        return Declined{ruling.id(),
                        word == "n" || word == "no" ? "the person answered no" : "the answer was no clear yes", false};
      },
      [&](const NoAnswer& none) -> Answer { return Declined{ruling.id(), none.why, none.interrupted}; });
}

Approval granted_by_flag(const Ask& ruling, std::string id) {
  return Approval(std::move(id), ruling, Granter::flag, false);
}

}  // namespace warrant::policy
