// Names and small files of a record, shared by its writer and its readers.
#pragma once

#include "warrant/record/record.hpp"

#include <string>

namespace warrant::record {

struct Head {
  std::int64_t segment;
  std::int64_t seq;
  Digest hash;
};

std::string segment_path(const Place& place, std::int64_t segment);
std::string head_path(const Place& place);
Result<SigningKey> read_key(const Place& place);
/// Errors: not_found, integrity when malformed or not signed by the key.
Result<Head> read_head(const Place& place, const SigningKey& key);
Result<std::string> head_text(const Head& head, const SigningKey& key);

}  // namespace warrant::record
