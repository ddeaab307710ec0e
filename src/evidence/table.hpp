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
  /// Gives the line to the readers in the set, in the order of the table.
  void read(const Line& line, const ReaderSet& readers, Reading& reading) const;

 private:
  Table();
  std::vector<void (*)(const Line&, Reading&)> readers_;
  KeyFinder finder_;
};

}  // namespace warrant::evidence
