// From a surface to a checked call: asking the model, and asking again within bounds.
#pragma once

#include "course.hpp"

#include <warrant/policy/examine.hpp>
#include <warrant/surface/materials.hpp>
#include <warrant/surface/surface.hpp>

#include <expected>
#include <functional>
#include <optional>
#include <string>

namespace warrant::turn {

/// Why a call that passed the checks would not do what was asked; nothing when it would.
using Judge = std::function<std::optional<std::string>(const policy::Examination& examination)>;

/// A call that passes every check before the ladder and that `judge` lets pass, or why there is none. A reply that is
/// no call of the surface is asked for once more with the reason, and so is one that reads again what the model was
/// shown; a call whose content cannot be meant, or that would not do what was asked, in the surface's next form. The
/// last form or a limit ends it. Every step is noted.
std::expected<policy::Examination, std::string> propose(Course& course, const contract::Plan& plan,
                                                        surface::Surface surface, const surface::Materials& materials,
                                                        const Judge& judge);

}  // namespace warrant::turn
