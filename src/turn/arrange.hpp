// Moving, copying and renaming files, and making directories.
#pragma once

#include "course.hpp"

namespace warrant::turn {

/// Carries out one transfer or directory of the contract: proposal, checks, approval, checkpoint, and a batch that
/// happens wholly or not at all. Settles the operation.
void arrange(Course& course, std::size_t operation, const contract::Plan& plan);

}  // namespace warrant::turn
