// What was said beside what ran, as a page for a person who decides whom to believe.
#pragma once

#include <warrant/claims/check.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::ui {

/// One message with its verdict. Everything is only read, and only during CheckPage::add.
struct CheckedAnswer {
  std::optional<std::size_t> turn;  ///< of the session; absent for a message by itself
  std::string_view said;
  const claims::Verdict& verdict;
  const claims::Ordered&
      ran;  ///< spans with a run are into its output; one plain output is its only run, with no command
};

/// Builds a page message by message, so that a long session need not stand in memory with all its outputs.
/// One thread at a time.
class CheckPage {
 public:
  /// `source` names the texts for the reader: a path.
  explicit CheckPage(std::string_view source);

  void add(const CheckedAnswer& answer);

  /// A complete HTML document: nothing from the network, and no script but the page's own, which only draws the
  /// lines (its content security policy names it by digest). What was said and printed is escaped, control and
  /// bidirectional characters are made visible, and long texts are folded around the spans, so that the page stays
  /// under about 48 MB. `unread` counts records of the transcript that could not be read.
  [[nodiscard]] std::string finish(claims::Gate gate, std::size_t unread) const;

 private:
  std::string source_;
  std::string turns_;  ///< rows of the table of turns
  std::string body_;
  std::size_t count_ = 0;
  std::size_t shown_ = 0;
};

}  // namespace warrant::ui
