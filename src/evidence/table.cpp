#include "table.hpp"

#include <algorithm>

namespace warrant::evidence {
namespace {

std::size_t next_reader(const ReaderSet& readers, std::size_t from) {
  while (from < readers.size() && !readers.test(from)) ++from;
  return from;
}

}  // namespace

Table::Table() : finder_({}) {
  std::vector<Row> rows;
  for (auto family : {script_runner_rows(), compiled_runner_rows(), check_rows(), release_rows(), value_rows()}) {
    rows.insert(rows.end(), family.begin(), family.end());
  }
  std::vector<Key> keys;
  for (const auto& row : rows) {
    auto at = std::ranges::find(readers_, row.read);
    if (at == readers_.end()) {
      readers_.push_back(row.read);
      at = readers_.end() - 1;
    }
    keys.push_back({.word = row.key, .reader = static_cast<std::size_t>(at - readers_.begin())});
  }
  finder_ = KeyFinder(keys);
}

const Table& Table::instance() {
  static const Table table;
  return table;
}

void Table::read(const Line& line, const ReaderSet& readers, Reading& reading) const {
  for (std::size_t i = next_reader(readers, 0); i < readers_.size(); i = next_reader(readers, i + 1))
    readers_[i](line, reading);
}

}  // namespace warrant::evidence
