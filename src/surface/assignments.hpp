// Where a file gives something a value.
#pragma once

#include "lines.hpp"

#include <warrant/base/span.hpp>

#include <cstddef>
#include <string_view>
#include <vector>

namespace warrant::surface {

struct Assignment {
  Span key;           ///< without quotes
  Span value;         ///< with quotes, without comment and terminator; may be empty
  std::size_t line;   ///< of the key, from 0
  bool is_statement;  ///< the key begins its line, but for words such as "const" or "export"
  bool is_comment;    ///< it stands in a comment
};

/// All of them, in order: `KEY = 1`, `"key": 1,`, `key: 1;`, `const key = 1`, `f(key=1)`, `#define KEY 1`, `ENV KEY 1`,
/// `<key>1</key>`, `**Key**: 1`, `| Key | 1 |`, `Key 1` in configuration, `key TYPE DEFAULT 1` in SQL.
std::vector<Assignment> find_assignments(const Lines& lines, Syntax syntax);

}  // namespace warrant::surface
