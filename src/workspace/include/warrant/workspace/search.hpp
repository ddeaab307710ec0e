// Looking around in a workspace: listing and searching, in a fixed order and within bounds.
#pragma once

#include <warrant/base/path.hpp>
#include <warrant/base/result.hpp>
#include <warrant/base/span.hpp>
#include <warrant/workspace/root.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace warrant::workspace {

enum class Kind : std::uint8_t { file, directory, link, special };

struct Found {
  RelPath path;
  Kind kind;
  std::uint64_t size;  ///< bytes of a file, else 0
};

/// Names whose bytes order them; protected paths (policy::classify) and what ignore files leave out
/// are counted, not named.
struct Listing {
  std::vector<Found> entries;
  std::size_t more;     ///< further entries over the limit
  std::size_t guarded;  ///< protected entries, not named
  std::size_t ignored;  ///< entries that .gitignore files leave out
};

struct ListLimits {
  std::size_t entries = 1000;
  std::size_t depth = 1;  ///< 1: the directory itself; 0 is taken as 1
};

/// What is in a directory, a real path. Symbolic links are named, never followed. Errors: not_found,
/// refused (symbolic link in the path), io. A directory beneath that cannot be read counts as empty.
Result<Listing> list(const Root& root, const RelPath& directory, ListLimits limits = {});

/// Everything at and beneath a real path, unfiltered, parents first: for keeping it, not for showing.
/// Nothing when there is nothing. Errors: too_large over `limit` entries, io.
Result<std::vector<Found>> tree(const Root& root, const RelPath& path, std::size_t limit);

/// One line that matches.
struct Match {
  RelPath path;
  std::size_t line;  ///< from 1
  std::string text;  ///< the line, at most SearchLimits::line bytes around the match
  Span span;         ///< the match within `text`
  bool cut;          ///< the line is longer than `text`
};

struct SearchLimits {
  std::size_t matches = 200;                    ///< further ones are counted
  std::size_t line = 400;                       ///< bytes
  std::size_t file = default_limit;             ///< larger files are skipped, bytes
  std::size_t files = 100000;                   ///< files looked at
  std::size_t total = std::size_t{512} << 20U;  ///< bytes read in all
};

struct Matches {
  std::vector<Match> found;  ///< by path, then line; the first match of each line
  std::size_t more;          ///< further matching lines
  std::size_t files;         ///< files searched
  std::size_t guarded;       ///< protected files and directories skipped
  std::size_t ignored;       ///< skipped because of .gitignore files
  std::size_t skipped;       ///< binary, not UTF-8, too large, several names, or not readable
  bool complete;             ///< false: a limit on files or bytes ended the search early
};

enum class Pattern : std::uint8_t {
  literal,
  regex,  ///< RE2 syntax (no look-around, no back-references), time linear in the text
};

/// Lines with `query` in the files beneath `directory`. Errors: invalid_argument (empty query, query
/// with a newline, regular expression that RE2 does not take, with its reason), as list().
Result<Matches> search(const Root& root, const RelPath& directory, const std::string& query, Pattern pattern,
                       SearchLimits limits = {});

}  // namespace warrant::workspace
