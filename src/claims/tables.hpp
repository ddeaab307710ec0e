// Tables of a message, read as columns: what the head names, each row fills.
#pragma once

#include "exempt.hpp"
#include "message.hpp"

#include <string>
#include <vector>

namespace warrant::claims {

struct Table {
  std::size_t head;               ///< index of the sentence that names the columns
  std::vector<std::size_t> rows;  ///< indices of the sentences below the rule
};

/// The tables whose head is parted from their rows by a rule. Linear.
std::vector<Table> tables_of(const Message& message);

/// The tokens of each cell.
std::vector<Segment> cells_of(const Sentence& row);

/// The text of the cell, folded; empty where the row has no such cell.
std::string cell_text(const Sentence& row, std::size_t column);

/// Takes out the cells of columns that tell what was wanted, planned or there before: they say nothing of now.
void leave_out_other_times(Message& message);

}  // namespace warrant::claims
