// Values that stand in a text and could be meant by a field: what a model that only chooses can choose from.
#pragma once

#include <warrant/base/span.hpp>
#include <warrant/claims/check.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace warrant::app {

struct Candidate {
  std::string value;
  Span place;
  std::string around;  ///< with its neighbours, on one line
};

/// Whole numbers for counts and exit codes, x.y.z for versions, addresses for deploy_url; in the order of the text, at
/// most `most`; the last ones of a longer list, because results stand at the end.
std::vector<Candidate> candidates_for(claims::Field field, std::string_view text, std::size_t most);

}  // namespace warrant::app
