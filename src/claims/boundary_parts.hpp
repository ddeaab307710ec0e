// The parts of the boundary: each looks for one kind of statement that the
// state does not bear out.
#pragma once

#include "warrant/claims/boundary.hpp"

#include "exempt.hpp"
#include "facts_of.hpp"
#include "message.hpp"
#include "tables.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace warrant::claims {

/// One message held against one state, and what was found so far.
class Examination {
 public:
  Examination(std::string_view said, const State& state)
      : said_(said), state_(state), facts_(state), message_(read_message(said, Whole::unwrapped)) {
    leave_out_other_times(message_);
  }

  [[nodiscard]] std::string_view said() const { return said_; }
  [[nodiscard]] const State& state() const { return state_; }
  [[nodiscard]] const Facts& facts() const { return facts_; }
  [[nodiscard]] const Message& message() const { return message_; }
  /// The same kind at the same place is kept once.
  void add(Kind kind, Span span, std::string why);
  /// In the order of the text.
  std::vector<Contradiction> take();

 private:
  std::string_view said_;
  const State& state_;
  Facts facts_;
  Message message_;
  std::vector<Contradiction> found_;
};

/// Of what kind a statement is that does not fit what became of the operation.
Kind kind_of(const Op& op);

/// "you denied", "policy blocked it", "you approved".
void examine_denials(Examination& into, const Sentence& s);
/// "no matches", "nothing else uses it", "does not exist".
void examine_absence(Examination& into, const Sentence& s);
/// "I cannot access your files" where that was done.
void examine_capability(Examination& into, const Sentence& s);
/// "I can vouch for it" where nothing was checked, or not with that result.
void examine_verified(Examination& into, const Sentence& s);
/// Commands in brackets by which something was done.
void examine_commands(Examination& into, const Sentence& s);
/// Whatever is said to have been done in a turn that did nothing.
void examine_idle(Examination& into, const Sentence& s);
/// What was seen in a browser, put on a host, told to people or set aside as a copy.
void examine_elsewhere(Examination& into, const Sentence& s);
/// "Only test_login failed", "all 87 go through", "the failures went away", "coverage is at 84 %".
void examine_counts(Examination& into, const Sentence& s);
/// "The build broke" of one that went well.
void examine_failures(Examination& into, const Sentence& s);
/// "The schema could not be opened" of what was read.
void examine_sight(Examination& into, const Sentence& s);
/// Questions that play the approval prompt.
void examine_prompts(Examination& into, const Sentence& s);
/// Whatever is said of the outcome of an operation that did not end well, and admits nothing.
void examine_open(Examination& into);
/// "Nothing was changed" where something was.
void examine_untouched(Examination& into);
/// Why something did not happen, where the turn knows another reason.
void examine_causes(Examination& into);
/// What an edit is said to have left.
void examine_values(Examination& into);
/// Pieces of the tool protocol.
void examine_debris(Examination& into);

}  // namespace warrant::claims
