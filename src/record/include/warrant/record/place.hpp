// Where a record lives and what is kept in it.
#pragma once

#include <warrant/base/dirs.hpp>
#include <warrant/base/result.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace warrant::record {

enum class Content : std::uint8_t {
  digests,  ///< texts are kept as digest and counts
  full,     ///< and the texts themselves, encrypted, beside the record
};

/// The files of one record. All are created with mode 600, directories with mode 700.
struct Place {
  std::string directory;    ///< segments, signed head, lock, index, encrypted texts
  std::string key;          ///< file of the signing key
  std::string content_key;  ///< file of the keys of the encrypted texts
  std::string anchor;       ///< directory that the signed heads are also written to; "" for none
  /// A program that gets each published head as one line on its standard input (argv, no shell);
  /// empty for none.
  std::vector<std::string> anchor_command = {};
  Content content = Content::digests;
  std::size_t segment_bytes = 16U << 20U;
};

/// The record of the workspace with this real path, beneath the person's state directory:
/// record/<workspace>/, keys/<workspace>.*, anchor/<workspace>/. Creates nothing.
Place place_of(const Dirs& dirs, const std::string& workspace);

/// An anchor command that appends each head to a note of the last commit of the repository
/// (`git notes --ref=warrant-record append`).
std::vector<std::string> git_note_command(const std::string& repository);

}  // namespace warrant::record
