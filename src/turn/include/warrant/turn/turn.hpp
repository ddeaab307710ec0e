// One governed turn, from a request to a settlement.
#pragma once

#include <warrant/base/clock.hpp>
#include <warrant/base/json.hpp>
#include <warrant/checkpoint/store.hpp>
#include <warrant/claims/boundary.hpp>
#include <warrant/contract/contract.hpp>
#include <warrant/model/proposer.hpp>
#include <warrant/policy/approval.hpp>
#include <warrant/policy/ladder.hpp>
#include <warrant/record/writer.hpp>
#include <warrant/turn/facts.hpp>
#include <warrant/turn/settlement.hpp>
#include <warrant/workspace/root.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::turn {

/// What a turn is asked, and under which rules.
struct Request {
  std::string text;
  contract::Posture posture;
  std::vector<contract::Settlement> history;  ///< earlier turns, oldest first
  std::vector<policy::Rule> rules;
  std::vector<std::string> pinned;  ///< files that the person wants read besides what the request names
  bool approve_by_flag;             ///< --yes: what policy would ask is granted, and recorded as such
};

/// Told what happens while it happens. Called on the turn's thread; nothing here decides anything.
class Observer {
 public:
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;
  virtual void step(std::string_view what) = 0;  ///< "reading settings.py", one line
  virtual void unchecked_text(
      std::string_view part) = 0;  ///< the model's words before the boundary; a text ends with "\n"
};

/// The five ports and what the runtime keeps. All outlive the turn.
struct Ports {
  std::function<Result<model::Proposer*>()> model;  ///< asked for at the first model call: a turn may need none
  policy::Approver& approver;
  const workspace::Root& root;
  std::string state_directory;  ///< of the product: trust pins
  checkpoint::Store& checkpoints;
  record::Writer& record;
  const Clock& clock;
  Observer& observer;
  const language::Lexicon& lexicon;
  std::stop_token stop;
  /// What the person said "always" to earlier in the session; the turn adds to it. Null: the session is this turn, and
  /// "always" is not offered.
  std::vector<policy::Remembered>* remembered = nullptr;
};

/// Each that is reached is named in the settlement: model_calls, equal_failures, total_time, idle_time; and the two
/// that have no number: repeated_reads (the model asks again for what it was shown) and repetition (it goes round in
/// circles, or answers a correction with the same words).
struct Limits {
  int model_calls = 10;
  int equal_failures = 3;  ///< one after the other
  std::chrono::milliseconds total = std::chrono::minutes(20);
  std::chrono::milliseconds idle = std::chrono::minutes(3);  ///< without a byte from the model
  std::int64_t call_tokens = 2048;                           ///< of a reply that is a call
  std::int64_t answer_tokens = 400;                          ///< of a reply in prose
};

/// What one call came to.
struct CallReport {
  std::string tool;
  std::string ruling;  ///< allow, ask, deny
  std::string rule;
  std::string why;
  std::string approval;  ///< granted, granted_by_flag, denied; "" when nothing was asked
  std::string checkpoint;
  Json receipt;      ///< null when there was no effect
  std::string diff;  ///< what was approved, capped; for the person, never recorded
};

enum class AnswerSource : std::uint8_t { model, repaired, contained, runtime };
std::string_view to_string(AnswerSource source) noexcept;

struct Usage {
  std::int64_t model_calls;
  std::int64_t prompt_tokens;
  std::int64_t cached_tokens;
  std::int64_t output_tokens;
};

struct Report {
  std::string turn;
  contract::Contract contract;
  std::vector<CallReport> calls;
  Facts facts;
  std::string answer;
  AnswerSource answer_source;
  std::vector<claims::Contradiction> contradictions;  ///< of the first candidate; with its words
  std::string limit;                                  ///< the named limit that ended the turn; "" for none
  Settlement settlement;
  std::string head;  ///< digest of the record's last event
  Usage usage;
  std::int64_t total_ms;
  std::int64_t model_ms;
};

/// Runs the turn. A Report comes back for every ending, also a denied, failed or cancelled one. Errors are
/// only what keeps a turn from beginning or being recorded: invalid_argument (empty request), those of the
/// record.
Result<Report> run(const Request& request, const Ports& ports, const Limits& limits = {});

/// The `warrant.turn.v1` object. `record_path` names the record's directory.
Json to_json(const Report& report, std::string_view record_path);

}  // namespace warrant::turn
