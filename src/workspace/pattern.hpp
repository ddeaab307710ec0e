// A compiled query, literal or regular expression.
#pragma once

#include <warrant/base/result.hpp>
#include <warrant/base/span.hpp>
#include <warrant/workspace/search.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}

namespace warrant::workspace {

class Query {
 public:
  /// Errors: invalid_argument.
  static Result<Query> make(const std::string& text, Pattern pattern);
  Query(Query&&) noexcept;
  Query& operator=(Query&&) noexcept;
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;
  ~Query();

  /// The first match in a line.
  [[nodiscard]] std::optional<Span> find(std::string_view line) const;

 private:
  Query();
  std::string literal_;
  std::unique_ptr<re2::RE2> expression_;
};

}  // namespace warrant::workspace
