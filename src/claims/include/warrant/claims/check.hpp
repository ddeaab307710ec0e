// What was said, held against what the output shows.
#pragma once

#include <warrant/base/json.hpp>
#include <warrant/base/span.hpp>
#include <warrant/evidence/evidence.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::claims {

enum class Field : std::uint8_t { tests_passed, tests_failed, deploy_url, version, exit_code, suite_green };
inline constexpr std::array kFields{Field::tests_passed, Field::tests_failed, Field::deploy_url,
                                    Field::version,      Field::exit_code,    Field::suite_green};
std::string_view to_string(Field field) noexcept;

enum class Status : std::uint8_t {
  unclaimed,  ///< not stated
  unbacked,   ///< stated, and nothing in the output speaks to it
  held,       ///< stated, and the output agrees
  broken,     ///< stated, and the output says otherwise
};
std::string_view to_string(Status status) noexcept;

/// Why a line has its status.
enum class Reason : std::uint8_t {
  not_stated,
  agrees,
  differs,
  no_test_run,        ///< no runner printed a result
  only_shown,         ///< the result stands in a file that was shown, not run
  empty_run,          ///< the run had no test in it
  run_without_count,  ///< the runner says pass or fail, but prints no number
  no_deploy,          ///< no deployment in the output
  no_exit_code,
  no_version,
};
std::string_view to_string(Reason reason) noexcept;

/// Why a phrase that names a result states none.
enum class Exemption : std::uint8_t {
  none,
  negation,
  hedge,
  future,
  condition,
  quotation,
  other_speaker,
  earlier,
  question,
  instruction,
  goal,
  partial,
  purpose,
  option,
  expectation,
  correction,
  disclosure,
};

/// One stated value; the span is into what was said.
struct Claim {
  Field field;
  std::string value;
  Span value_span;
  Span phrase;
};

/// What the text states, at most one claim a field (the first stands). Code blocks, block quotes
/// and exempt clauses state nothing. Linear; never fails; thread-safe.
std::vector<Claim> read_claims(std::string_view said);

/// The class that keeps a clause from being a claim. `clause` is one clause as written.
Exemption exemption_of(std::string_view clause, bool is_question);

struct Shown {
  std::string value;
  Span span;  ///< into the output
};

struct Line {
  Field field;
  Status status;
  Reason reason;
  std::optional<Claim> claim;
  std::optional<Shown> evidence;
};

enum class Gate : std::uint8_t { pass, retry, ask };
std::string_view to_string(Gate gate) noexcept;

struct Verdict {
  std::vector<Line> lines;  ///< one a field, in the order of kFields
  evidence::Anchors anchors;
  double support;  ///< how far the output supports every claim, 0 to 1
  Gate gate;
  int minutes_to_agree;  ///< rough estimate for a person
};

/// Compares both texts. Pure and deterministic; thread-safe.
Verdict check(std::string_view said, std::string_view output);
/// The decision on finished lines, for callers that have their own.
Verdict decide(std::vector<Line> lines, evidence::Anchors anchors);

/// The `warrant.check.v1` document. Spans count bytes of the two texts. `id` may be null.
Json to_json(const Verdict& verdict, std::string_view said, std::string_view output, Json id);

}  // namespace warrant::claims
