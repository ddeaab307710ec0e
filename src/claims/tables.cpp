#include "tables.hpp"

#include <algorithm>
#include <initializer_list>

namespace warrant::claims {
namespace {

bool only_marks(const Sentence& s) {
  return std::ranges::all_of(s.tokens, [](const Token& t) { return t.kind == Token::Kind::mark; });
}

/// Whether the column tells of another time than now.
bool of_another_time(const std::string& name) {
  for (const std::string_view word :
       {"request",  "wanted",    "expected", "asked",  "target", "soll",      "goal",     "planned",
        "before",   "old",       "previous", "was",    "from",   "original",  "intended", "desired",
        "proposed", "suggested", "vorher",   "bisher", "alt",    "gewünscht", "geplant"}) {
    for (auto at = name.find(word); at != std::string::npos; at = name.find(word, at + 1)) {
      if (at == 0 || name[at - 1] == ' ') return true;
    }
  }
  return false;
}

}  // namespace

std::vector<Table> tables_of(const Message& message) {
  const auto& all = message.sentences;
  const auto row = [&](std::size_t i) { return i < all.size() && all[i].line == LineKind::row; };
  std::vector<Table> tables;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool first = row(i) && (i == 0 || !row(i - 1));
    if (!first || only_marks(all[i]) || !row(i + 1) || !only_marks(all[i + 1])) continue;
    Table table{.head = i, .rows = {}};
    for (std::size_t k = i + 2; row(k); ++k) {
      if (!only_marks(all[k])) table.rows.push_back(k);
    }
    tables.push_back(std::move(table));
  }
  return tables;
}

std::vector<Segment> cells_of(const Sentence& row) {
  std::vector<Segment> cells;
  std::size_t begin = !row.tokens.empty() && row.tokens.front().mark("|") ? 1 : 0;
  for (std::size_t i = begin; i < row.tokens.size(); ++i) {
    if (!row.tokens[i].mark("|")) continue;
    cells.push_back({begin, i});
    begin = i + 1;
  }
  if (begin < row.tokens.size()) cells.push_back({begin, row.tokens.size()});
  return cells;
}

std::string cell_text(const Sentence& row, std::size_t column) {
  const auto cells = cells_of(row);
  if (column >= cells.size()) return {};
  std::string text;
  for (std::size_t i = cells[column].begin; i < cells[column].end; ++i) {
    if (!text.empty()) text += ' ';
    text += fold(row.tokens[i].text);
  }
  return text;
}

void leave_out_other_times(Message& message) {
  for (const Table& table : tables_of(message)) {
    const std::size_t columns = cells_of(message.sentences[table.head]).size();
    std::vector<std::size_t> left_out;
    for (std::size_t column = 0; column < columns; ++column) {
      if (of_another_time(cell_text(message.sentences[table.head], column))) left_out.push_back(column);
    }
    for (const std::size_t index : table.rows) {
      Sentence& row = message.sentences[index];
      const auto cells = cells_of(row);
      for (auto column = left_out.rbegin(); column != left_out.rend(); ++column) {
        if (*column >= cells.size()) continue;
        row.tokens.erase(row.tokens.begin() + static_cast<std::ptrdiff_t>(cells[*column].begin),
                         row.tokens.begin() + static_cast<std::ptrdiff_t>(cells[*column].end));
      }
    }
  }
}

}  // namespace warrant::claims
