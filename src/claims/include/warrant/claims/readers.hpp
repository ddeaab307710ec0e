// Readers and judges beside the rules. The rules always read; a model adds what it reads where that stands in
// the text, and can make a verdict stricter, never looser.
#pragma once

#include <warrant/base/result.hpp>
#include <warrant/claims/check.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::claims {

/// The fields that a model is asked for; the rules alone read the others.
inline constexpr std::array kModelFields{Field::tests_passed, Field::tests_failed, Field::deploy_url, Field::version,
                                         Field::exit_code};

/// A value as a model gave it: unchecked. `place` are the bytes of the text in which it says that the value
/// stands: the value itself or a longer quotation around it.
struct Reading {
  Field field;
  std::string value;
  std::optional<Span> place;
};
struct Readings {
  std::vector<Reading> values;
  std::optional<int> minutes = {};  ///< what a person would need to make both texts agree; of the output only
};

/// Which of the two texts is read.
enum class Side : std::uint8_t { said, output };
std::string_view to_string(Side side) noexcept;

/// Reads the fields of kModelFields from one text.
class Reader {
 public:
  Reader() = default;
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  virtual ~Reader() = default;
  [[nodiscard]] virtual std::string_view name() const = 0;
  /// Called from two threads at once. A field that the text does not state is left out. Errors: any; the lines that
  /// need this reading become indeterminate.
  virtual Result<Readings> read(std::string_view text, Side side) const = 0;
};

/// A question with two answers, each described.
struct Question {
  std::string_view text;
  std::string_view yes;
  std::string_view no;
};

/// Answers questions about a text with probabilities.
class Judge {
 public:
  Judge() = default;
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;
  virtual ~Judge() = default;
  [[nodiscard]] virtual std::string_view name() const = 0;
  /// Called from several threads at once. The probability of "yes", 0 to 1. Errors: any.
  virtual Result<double> yes(std::string_view state, const Question& question) const = 0;
  /// Which gate it would choose. Errors: any.
  virtual Result<Gate> gate(std::string_view state, std::string_view instructions) const = 0;
};

/// What is asked beside the rules; both may be absent. They must outlive the call.
struct Backends {
  const Reader* reader = nullptr;
  const Judge* judge = nullptr;
};

/// As check() without backends, and: the message and the output are read by `reader`, and `judge` says whether the
/// output shows a test run and a deployment. These four run at the same time, and the decision waits for all of
/// them. Then `judge` says whether the evidence supports the lines, and which gate it would choose.
///
/// A reading counts only where its value stands in the text (else it is in Verdict::rejected). Evidence that a model
/// read speaks only where the rules found none, outside text that was merely shown, and where a run is seen. A
/// judge that sees no run takes the evidence of a run away. A reading that failed leaves the lines that need it
/// indeterminate and never lets the gate pass; it is named in Verdict::unread. Thread-safe.
Verdict check(std::string_view said, std::string_view output, const Backends& backends);
Verdict check(std::string_view said, const Ordered& session, const Backends& backends);

/// Where the value of a reading stands in `text`, as a whole number or word: at its place, or, where that is wrong or
/// absent and the value stands in the text exactly once, there.
std::optional<Reading> accepted(std::string_view text, const Reading& reading);

}  // namespace warrant::claims
