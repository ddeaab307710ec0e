// From a plan, and what was read for it, to the surface of a turn.
#pragma once

#include <warrant/contract/plan.hpp>
#include <warrant/surface/surface.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace warrant::surface {

/// A file as it was read, whole, UTF-8.
struct Material {
  RelPath path;
  std::string text;
  bool operator==(const Material&) const = default;
};

/// What the workspace holds for this turn. Read by the runtime under the plan's own rules.
struct Materials {
  std::vector<Material> files;             ///< the targets and sources that were read
  std::vector<RelPath> listing = {};       ///< files that may be read beside the targets
  std::vector<RelPath> directories = {};   ///< directories that may be listed beside the root
  std::vector<std::string> profiles = {};  ///< command profiles that fit
};

/// The surface of `plan`: its tools and no others, on its targets and no others. Files with the role must_change,
/// may_change or output can change; forbidden ones are not even read. Where the words fix the change the model is
/// asked to choose among what code computed; else for the new text of the window that the words speak of; then for a
/// piece and its replacement; last for any call. Errors: those of compile(Request); a file that cannot be edited by
/// a piece (not UTF-8, too large) is no error, it is not offered for edits.
Result<Surface> compile(const contract::Plan& plan, const Materials& materials);

/// The part of that which is about one file: edits of `file` that carry out `operations`, which are all on it. Choices
/// that `expectations` speak against are left out when others remain.
Request edit_request(const std::vector<contract::Operation>& operations,
                     const std::vector<contract::Expectation>& expectations, const Material& file,
                     std::string_view request);

/// The parts of `text` in which a change that the words do not fix belongs, in the order of the file; each occurs
/// once in the text. The whole text when it is short. Empty for an empty text.
std::vector<Span> windows_for(std::string_view request, std::string_view path, std::string_view text,
                              std::string_view symbol = {});

}  // namespace warrant::surface
