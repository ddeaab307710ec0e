// The readings of one check: by the rules, and by a model beside them.
#pragma once

#include "warrant/claims/readers.hpp"

#include "sources.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::claims {

/// The output as one text for a model, with the way back from a place in it to
/// what a run printed.
class OutputText {
 public:
  /// What counts of `sources`: what was merely shown, is stale or void stays
  /// out.
  explicit OutputText(const Sources& sources);
  [[nodiscard]] const std::string& text() const { return text_; }
  /// Nothing where the place is no output: a command line, or text that was
  /// merely shown.
  [[nodiscard]] std::optional<Shown> shown(const Reading& reading) const;

 private:
  struct Piece {
    std::size_t begin;  ///< in text_
    std::size_t end;
    const Source* source;
  };
  std::string text_;
  std::vector<Piece> pieces_;
};

/// What the four readings gave.
struct Gathered {
  std::vector<Claim> claims;
  std::vector<std::pair<Field, Shown>> evidence;  ///< read by a model; at most one a field
  std::optional<int> minutes = {};
  std::optional<double> test_run = {};  ///< the judge's probability
  std::optional<double> deploy = {};
  std::vector<Unread> unread = {};
  std::vector<Rejected> rejected = {};
};
Gathered gather(std::string_view said, const OutputText& output, const Backends& backends);

/// Who reads and judges.
Readers readers_of(const Backends& backends);

/// Lets the judge look at finished lines: the verdict becomes stricter or
/// stays.
void ask_support(Verdict& verdict, std::string_view said, const Judge& judge);

}  // namespace warrant::claims
