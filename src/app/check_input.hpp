// The input of `warrant check`: one item of a batch, and the documents that more than one command writes.
#pragma once

#include <warrant/base/json.hpp>
#include <warrant/base/result.hpp>
#include <warrant/claims/boundary.hpp>
#include <warrant/claims/check.hpp>

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace warrant::app {

/// One message with what it is held against.
struct CheckItem {
  Json id;
  std::string said;
  std::variant<std::string, claims::Ordered, claims::State> evidence;
};

/// Reads one line of a batch. `id` is set as soon as it is known, for the error of a bad line.
/// Errors: malformed, or invalid_argument naming the member.
Result<CheckItem> parse_check_item(std::string_view line, Json& id);
Result<CheckItem> parse_check_item(const Json& line);

/// The `warrant.check.v1` document of a message held against a turn's state.
Json state_document(const CheckItem& item, const std::vector<claims::Contradiction>& found);

}  // namespace warrant::app
