// What the kernel can put around a command, and in words what it does not.
#pragma once

#include <warrant/command/profile.hpp>
#include <warrant/policy/command_effect.hpp>

#include <string>

namespace warrant::command {

/// What this kernel gives this process, tried out in a short-lived child rather than read from version numbers.
/// The answer is kept for the life of the process. Thread-safe.
policy::Containment probe_containment();

/// What a profile gets of what is available: nothing when its sandbox is off, the machine's network when it asks for
/// network. Errors: unsupported, naming the missing part, when the profile requires what is not there.
Result<policy::Containment> containment_for(const Profile& profile, const policy::Containment& available);

/// The lines that stand beside an approval: what is contained and, always, what is not. No control characters.
std::string containment_text(const policy::RunCommand& effect);

/// One word for tables and records: "full", "partial" or "none".
std::string_view level(const policy::Containment& containment) noexcept;

}  // namespace warrant::command
