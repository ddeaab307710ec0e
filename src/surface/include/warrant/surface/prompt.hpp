// What a model is told: the form of its reply and the rules, then the task, then data.
#pragma once

#include <warrant/contract/plan.hpp>
#include <warrant/surface/materials.hpp>
#include <warrant/surface/surface.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::surface {

enum class Speaker : std::uint8_t { system, user };

struct Message {
  Speaker speaker;
  std::string text;
  bool operator==(const Message&) const = default;
};

/// The system message and one user message. All before the task depends on the way of asking alone, byte for byte, so
/// that a server can keep it from turn to turn. The data are what the reply chooses among, or else those of `files`
/// that it can speak of. Data are framed as data; what protects is the surface, not the framing. Pure.
std::vector<Message> prompt(std::string_view request, const Surface& surface, const std::vector<Material>& files);

/// `text` between marks that name it and that do not stand in it.
std::string framed(std::string_view name, std::string_view text);

}  // namespace warrant::surface
