// Texts kept beside the record, encrypted, by digest.
#pragma once

#include "warrant/record/place.hpp"

#include <warrant/base/encryption.hpp>

#include <string_view>

namespace warrant::record {

/// The key for new texts, made when there is none. Errors: io, malformed.
Result<SecretKey> current_content_key(const Place& place);
/// Texts kept from now on are under a new key; the earlier ones stay readable. Errors: io, malformed.
Status add_content_key(const Place& place);
/// Keeps a text. Not flushed to disk: what a power cut takes is then missing, and its digest says so.
/// Errors: io.
Status store_text(const Place& place, const SecretKey& key, std::string_view digest, std::string_view text);

}  // namespace warrant::record
