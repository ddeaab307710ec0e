// "| Passed | Failed |" above figures: the head of a column says what the figures below it count.
#include "acts.hpp"
#include "result_reader.hpp"
#include "results.hpp"
#include "tables.hpp"

#include <algorithm>
#include <limits>
#include <optional>

namespace warrant::claims {
namespace {

std::optional<Figure> figure_of(const Sentence& head, Segment name) {
  std::optional<Figure> figure;
  for (std::size_t i = name.begin; i < name.end; ++i) {
    const auto word = plain_word(head, i);
    if (says_pass(word)) figure = Figure::passed;
    if (says_fail(word) || one_of(word, {"errors", "fehler"})) figure = Figure::failed;
    if (one_of(word, {"skipped", "übersprungen"})) figure = Figure::skipped;
  }
  return figure;
}

/// The figure that is all there is in the cell.
std::optional<std::int64_t> figure_in(const Sentence& row, Segment cell) {
  std::optional<std::int64_t> value;
  for (std::size_t i = cell.begin; i < cell.end; ++i) {
    const auto number = number_of(row.tokens[i]);
    if (row.tokens[i].kind != Token::Kind::mark && (!number || value)) return std::nullopt;
    if (number) value = number;
  }
  return value;
}

bool sums_up(const Sentence& row) {
  return has_any_phrase(row, whole(row), {"total", "sum", "overall", "all", "gesamt", "summe"});
}

bool counts_below(const Message& message, const Table& table, std::size_t column) {
  return !table.rows.empty() && std::ranges::all_of(table.rows, [&](std::size_t index) {
    const auto cells = cells_of(message.sentences[index]);
    return column < cells.size() && figure_in(message.sentences[index], cells[column]);
  });
}

}  // namespace

void read_columns(const Message& message, std::vector<ResultClaim>& into) {
  for (const Table& table : tables_of(message)) {
    const Sentence& head = message.sentences[table.head];
    const auto names = cells_of(head);
    for (std::size_t column = 0; column < names.size(); ++column) {
      const auto figure = figure_of(head, names[column]);
      if (!figure || !counts_below(message, table, column)) continue;
      // The names of columns are no verdict.
      std::erase_if(into, [&](const ResultClaim& claim) { return claim.sentence == table.head; });
      std::int64_t sum = 0;
      std::size_t last = table.rows.front();
      for (const std::size_t index : table.rows) {
        const Sentence& row = message.sentences[index];
        const auto value = *figure_in(row, cells_of(row)[column]);
        if (sums_up(row))
          sum = value;
        else if (__builtin_add_overflow(sum, value, &sum))
          sum = std::numeric_limits<std::int64_t>::max();
        last = index;
        if (sums_up(row)) break;
      }
      const Sentence& row = message.sentences[last];
      const Segment cell = cells_of(row)[column];
      into.push_back({.topic = Topic::tests,
                      .figure = *figure,
                      .value = sum,
                      .bare = false,
                      .whole = false,
                      .span = row.tokens[cell.begin].span,
                      .phrase = row.span,
                      .sentence = last});
    }
  }
}

}  // namespace warrant::claims
