// Reads what a message claims; the values beside words stand in field_values.cpp.
#pragma once

#include "warrant/claims/check.hpp"

#include "acts.hpp"
#include "message.hpp"
#include "results.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace warrant::claims {

class FieldReader {
 public:
  explicit FieldReader(std::string_view said) : said_(said), message_(read_message(said)) {}
  std::vector<Claim> read();

 private:
  void add(Field field, std::string value, Span span, Span phrase, bool whole = false, std::string noun = {},
           std::string command = {});
  void read_results_();
  void add_green(const ResultClaim& claim);
  void add_exit(const ResultClaim& claim);
  /// "`tool doctor`: 6 passed, 0 failed" counts what that command checks, which need not be tests.
  void mark_count(const ResultClaim& count);
  /// "with exit 0 instead of 1", "exits 0 on no errors" tell how a program is
  /// meant to behave.
  [[nodiscard]] bool contrasted(std::size_t sentence, Span value) const;
  /// "the full test suite passes"; "the full `parser` suite" is a part.
  [[nodiscard]] bool names_full_suite(Span phrase) const;
  /// "CI: all green", "all pipeline checks pass", with no word of tests.
  void mark_hosted(Span span);
  void mark_full();
  /// "All 133 pass", "all redaction tests pass": a figure or a word beside it says which tests are meant.
  void mark_counted();
  [[nodiscard]] bool message_names_tests() const;
  /// "All tests pass" and "42 tests pass" say that none fails, unless a number
  /// of failures is stated.
  void imply_no_failures();
  /// "61 of 62 tests pass".
  [[nodiscard]] bool counts_more(const Claim& passed) const;
  /// "61 tests pass; the upload test still fails".
  [[nodiscard]] bool names_a_failure(const Claim& passed) const;
  /// The last version of a statement that speaks of a release: "bumped
  /// from 1.0.0 to 1.1.0".
  void read_versions(const Sentence& s);
  void read_urls(const Sentence& s);
  /// "Deployment: https://…", "online at https://…"; a noun beside an address ("the [production app](https://…) is
  /// slow") tells of no deployment.
  static bool names_place(const Sentence& s, std::size_t url);
  /// Whether the message says that a request was opened now.
  [[nodiscard]] bool opens_request() const;
  void read_coverage(const Sentence& s);
  void read_commits(const Sentence& s);
  void read_statuses(const Sentence& s);
  /// `GO_TEST_EXIT=0` and `… exited 137 …` inside backticks are values all the
  /// same.
  void read_code_exits(const Sentence& s);
  /// "imported 120 rows": a number and its noun behind a verb of doing.
  void read_counted(const Sentence& s);
  /// "`grep -c x a.py` returned 1": the command whose status a value is.
  static std::string command_before(const Sentence& s, Span value);
  void add_pushed(const Sentence& s, std::size_t at, Span phrase);
  void read_acts_();

  std::string_view said_;
  Message message_;
  std::vector<Claim> claims_;
};

}  // namespace warrant::claims
