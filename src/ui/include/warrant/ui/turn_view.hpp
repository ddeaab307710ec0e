// A turn on the terminal: what happens while it runs, and what is known at its end.
#pragma once

#include <warrant/turn/turn.hpp>

#include <cstdio>
#include <string>
#include <string_view>

namespace warrant::ui {

/// Progress on standard error, one line a step. The model's words come as they are written, each line behind
/// "unchecked │ ": what passed the boundary stands in the summary alone.
class ProgressView : public turn::Observer {
 public:
  /// `shown` false: says nothing.
  explicit ProgressView(bool shown) : shown_(shown) {}
  void step(std::string_view what) override;
  void unchecked_text(std::string_view part) override;

 private:
  void put(std::string_view words);
  void end_line();

  bool shown_;
  std::string held_;  ///< an unfinished word, so that nothing is cut within a character
  bool in_line_ = false;
};

struct Style {
  bool colour;
};

/// What a person needs at the end of a turn: contract, calls with their rulings, contradictions, the answer with
/// its source, the five dimensions as marks, and where the record is. Safe for a terminal; ends with a newline.
std::string summary(const turn::Report& report, Style style);

/// The five dimensions as marks, one line.
std::string marks(const turn::Settlement& settlement, Style style);

}  // namespace warrant::ui
