#include "check_session.hpp"

#include "check_output.hpp"
#include "subcommand.hpp"

#include <warrant/base/fd.hpp>
#include <warrant/base/json.hpp>
#include <warrant/base/match.hpp>
#include <warrant/claims/ledger.hpp>
#include <warrant/evidence/session.hpp>
#include <warrant/ui/check_page.hpp>

#include <fmt/format.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include <charconv>
#include <string>
#include <utility>

namespace warrant::app {
namespace {

using claims::Gate;

/// The answers of one transcript, as they come.
class SessionChecker {
 public:
  SessionChecker(std::string_view path, const SessionCheck& asked, std::optional<std::size_t> turn,
                 const claims::Backends& backends)
      : asked_(asked), turn_(turn), backends_(backends), page_(path) {}

  void take(evidence::Event&& event) {
    if (failed_) return;
    match(
        std::move(event), [this](evidence::Message&& message) { said(std::move(message)); },
        [this](evidence::Run&& run) { ledger_.add(std::move(run)); },
        [this](evidence::Edit&& edit) { ledger_.add(edit); });
  }

  Result<Exit> finish(std::string_view path, std::size_t unread) {
    if (last_) {
      ledger_.take_back_after(last_->at.ordinal);
      check(*last_);
    }
    if (failed_) return fail(*failed_);
    if (!answered_) return fail(Code::not_found, "the transcript holds no answer of an agent", std::string(path));
    if (count_ == 0) return fail(Code::not_found, fmt::format("turn {} has no answer", *turn_), std::string(path));
    if (unread > 0) std::fprintf(stderr, "warrant: %zu records could not be read\n", unread);
    if (asked_.page) WARRANT_CHECK(replace_file(std::string(*asked_.page), page_.finish(gate_, unread), 0644));
    WARRANT_CHECK(print_all(unread));
    return exit_of(gate_);
  }

 private:
  void said(evidence::Message&& message) {
    if (message.role != evidence::Role::agent || !message.final || message.sidechain) return;
    answered_ = true;
    if (asked_.turn == "last") {
      last_ = std::move(message);
    } else if (!turn_ || message.at.turn == *turn_) {
      check(message);
    }
  }

  void check(const evidence::Message& message) {
    const auto verdict = ledger_.check(message.text, backends_);
    if (verdict.gate == Gate::retry || (verdict.gate == Gate::ask && gate_ == Gate::pass)) gate_ = verdict.gate;
    if (asked_.page)
      page_.add({.turn = message.at.turn, .said = message.text, .verdict = verdict, .ran = ledger_.ran()});
    Json document = claims::to_json(verdict, message.text, ledger_.ran(), nullptr);
    std::string text;
    if (asked_.json) {
      document.object()->set("turn", message.at.turn);
      text = (count_ > 0 ? "," : "") + to_text(document);
    } else {
      text = fmt::format("turn {}\n{}", message.at.turn, for_people(document));
    }
    ++count_;
    if (const auto added = shown_.add(text); !added) failed_ = added.error();
  }

  /// One answer is its own document; several stand in one of the session.
  [[nodiscard]] Status print_all(std::size_t unread) const {
    if (!asked_.json) return shown_.print();
    if (count_ > 1) {
      auto head = to_text(JsonObject{{"schema", "warrant.check-session.v1"},
                                     {"gate", claims::to_string(gate_)},
                                     {"damaged", unread},
                                     {"turns", JsonArray{}}});
      head.resize(head.size() - std::string_view("]}").size());
      WARRANT_CHECK(print(head));
    }
    WARRANT_CHECK(shown_.print());
    return print(count_ > 1 ? "]}\n" : "\n");
  }

  const SessionCheck& asked_;
  std::optional<std::size_t> turn_;
  const claims::Backends& backends_;
  claims::Ledger ledger_;
  std::optional<evidence::Message> last_;  ///< the last answer so far, where only the last one is asked for
  ui::CheckPage page_;
  Held shown_;
  Gate gate_ = Gate::pass;
  std::size_t count_ = 0;  ///< answers that were checked
  bool answered_ = false;
  std::optional<Error> failed_;
};

/// Large texts are given back to the system one by one. Left to itself, glibc keeps room for the largest it ever saw.
void give_back_large_texts() {
#if defined(__GLIBC__)
  constexpr int large = 1 << 20;
  mallopt(M_MMAP_THRESHOLD, large);
#endif
}

}  // namespace

Result<Exit> check_session(std::string_view path, const SessionCheck& asked, const claims::Backends& backends) {
  std::optional<std::size_t> turn;
  if (!asked.turn.empty() && asked.turn != "last") {
    std::size_t wanted = 0;
    const auto [end, error] = std::from_chars(asked.turn.data(), asked.turn.data() + asked.turn.size(), wanted);
    if (error != std::errc{} || end != asked.turn.data() + asked.turn.size())
      return fail(Code::invalid_argument, "--turn takes a number or last");
    turn = wanted;
  }
  give_back_large_texts();
  SessionChecker checker(path, asked, turn, backends);
  WARRANT_TRY(report, evidence::read_session(std::string(path), {.facts = false},
                                             [&](evidence::Event&& event) { checker.take(std::move(event)); }));
  return checker.finish(path, report.damaged + report.cut);
}

}  // namespace warrant::app
