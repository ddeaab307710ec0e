// Whether a call's arguments fit the bytes on disk.
#pragma once

#include <warrant/policy/examine.hpp>

namespace warrant::policy {

/// The change that an edit, write or append makes, nothing for other calls; or what does not fit. `paths` are
/// the real paths in the order of the call.
Result<std::optional<FileChange>> check_arguments(const surface::Call& call, const std::vector<RelPath>& paths,
                                                  const contract::Plan& plan, const Facts& facts);

}  // namespace warrant::policy
