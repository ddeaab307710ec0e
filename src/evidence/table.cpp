#include "table.hpp"

#include <algorithm>

namespace warrant::evidence {
Table::Table() : finder_({}) {
  std::vector<Row> rows;
  for (const auto& family :
       {python_runner_rows(), javascript_runner_rows(), tap_runner_rows(), failure_line_runner_rows(), go_runner_rows(),
        rust_runner_rows(), jvm_runner_rows(), dotnet_runner_rows(), swift_runner_rows(), cpp_runner_rows(),
        dart_runner_rows(), scenario_runner_rows(), summary_runner_rows(), check_rows(), release_rows(), hook_rows(),
        value_rows()}) {
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
  for (std::size_t i = 0; i < readers_.size(); ++i) lines_.set(i);
  for (const auto& row : theme_rows()) {
    keys.push_back({.word = row.key, .reader = readers_.size() + static_cast<std::size_t>(row.theme)});
  }
  finder_ = KeyFinder(keys);
}

const Table& Table::instance() {
  static const Table table;
  return table;
}

std::uint8_t Table::themes(const ReaderSet& found) const {
  std::uint8_t themes = 0;
  for (std::size_t i = 0; i < kThemes; ++i) {
    if (found.test(readers_.size() + i)) themes = static_cast<std::uint8_t>(themes | 1U << i);
  }
  return themes;
}

void Table::read(const Line& line, const ReaderSet& found, Reading& reading) const {
  (found & lines_).each([&](std::size_t i) { readers_[i](line, reading); });
}

void finish(const Line& end, Reading& reading) {
  for (auto* family :
       {finish_python_runners, finish_tap_runners, finish_go_runners, finish_jvm_runners, finish_cpp_runners,
        finish_rust_runners, finish_dart_runners, finish_summary_runners, finish_checks}) {
    family(end, reading);
  }
}

}  // namespace warrant::evidence
