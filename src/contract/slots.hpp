// The parts of a clause by the words that introduce them: object, "from", "to", "in", …
#pragma once

#include "names.hpp"

#include <warrant/contract/operation.hpp>

#include <array>
#include <string>
#include <vector>

namespace warrant::contract {

enum class SlotName : std::uint8_t { object, from, to, into, with, in, source, topic, as, anchor, purpose };
inline constexpr std::size_t kSlots = 11;

struct Slots {
  std::array<std::vector<std::size_t>, kSlots> tokens;
  Place place;  ///< of added text
  bool has_place;
  bool everywhere;
  bool directory;  ///< a directory noun stands in the object

  [[nodiscard]] const std::vector<std::size_t>& operator[](SlotName name) const {
    return tokens[static_cast<std::size_t>(name)];
  }
};

/// One request, read, with the paths it names.
struct Material {
  std::string_view request;
  const language::Reading& reading;
  std::vector<std::optional<Named>> names;
  const DiskFacts& disk;
};

/// Whether the request names any path, whether it is there or not.
bool names_any(const Material& material);

Slots read_slots(const Material& material, const language::Clause& clause);

/// The paths in a slot, as indices into the names.
std::vector<std::size_t> paths_in(const Material& material, const std::vector<std::size_t>& slot);

/// The words of a slot as the person wrote them; the inside when it is one quotation. Articles, politeness and
/// nouns like "the value of" at its ends are left out.
std::string text_of(const Material& material, const std::vector<std::size_t>& slot);

/// The same, or a quoted name with its quoted value, as written: "zod": "^3.22.0".
std::optional<std::string> entry_in(const Material& material, const std::vector<std::size_t>& slot);

/// The only quotation, block or pasted text in the slot.
std::optional<std::string> literal_in(const Material& material, const std::vector<std::size_t>& slot);

}  // namespace warrant::contract
