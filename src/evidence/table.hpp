// The one table of all readers, and the automaton that finds their lines.
#pragma once

#include "keys.hpp"
#include "reading.hpp"

#include <vector>

namespace warrant::evidence {

class Table {
 public:
  /// Built once; immutable. Thread-safe.
  static const Table& instance();

  [[nodiscard]] const KeyFinder& finder() const { return finder_; }
  /// Whether any reader wants a line with what the finder found.
  [[nodiscard]] bool wants(const ReaderSet& found) const { return (found & lines_).any(); }
  /// What a line is about, for Line::themes.
  [[nodiscard]] std::uint8_t themes(const ReaderSet& found) const;
  /// Gives the line to its readers, in the order of the table.
  void read(const Line& line, const ReaderSet& found, Reading& reading) const;

 private:
  Table();
  std::vector<void (*)(const Line&, Reading&)> readers_;
  ReaderSet lines_;  ///< the readers; the numbers behind them are themes
  KeyFinder finder_;
};

}  // namespace warrant::evidence
