// The text of a manifest: {"schema", "body", "digest"}, where the digest is that of the canonical body.
#pragma once

#include <warrant/checkpoint/store.hpp>

#include <string>
#include <string_view>

namespace warrant::checkpoint {

std::string write_manifest(const Checkpoint& checkpoint);
/// Errors: integrity with what is wrong.
Result<Checkpoint> read_manifest(std::string_view text);

}  // namespace warrant::checkpoint
