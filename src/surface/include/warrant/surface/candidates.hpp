// The edits that the words of a request can mean, computed from the file without a model.
#pragma once

#include <warrant/contract/operation.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::surface {

/// One edit: `old_text` occurs exactly once in the file and becomes `new_text`. Whole lines.
struct Candidate {
  std::string old_text;
  std::string new_text;
  std::size_t line;  ///< of the first line that changes, from 1

  bool operator==(const Candidate&) const = default;
};

/// The edits of `text` that carry out `operation`, the likeliest first; equally likely ones in the order of the file.
/// Places that the operation's subject, or else a section or name in `request`, speaks against are left out. Empty
/// when the words do not fix the change, the file has no such place, or more than nine are equally likely. For
/// replace, set, rename_symbol, add and remove; empty for the others. `text` is UTF-8. About linear in the text for
/// each place found; thread-safe.
std::vector<Candidate> candidates(const contract::Operation& operation, std::string_view text,
                                  std::string_view request = {});

}  // namespace warrant::surface
