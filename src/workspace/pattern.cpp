#include "pattern.hpp"

#include <warrant/base/utf8.hpp>

#include <re2/re2.h>

namespace warrant::workspace {

Query::Query() = default;
Query::Query(Query&&) noexcept = default;
Query& Query::operator=(Query&&) noexcept = default;
Query::~Query() = default;

Result<Query> Query::make(const std::string& text, Pattern pattern) {
  constexpr std::size_t longest = 1000;
  if (text.empty()) return fail(Code::invalid_argument, "the query is empty");
  if (text.size() > longest) return fail(Code::invalid_argument, "the query is longer than 1000 bytes");
  if (text.find_first_of(std::string("\n\0", 2)) != std::string::npos) {
    return fail(Code::invalid_argument, "the query has a newline or NUL; lines are searched one by one");
  }
  Query query;
  switch (pattern) {
    case Pattern::literal: query.literal_ = text; return query;
    case Pattern::regex: break;
  }
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(std::int64_t{8} << 20U);
  query.expression_ = std::make_unique<re2::RE2>(text, options);
  if (!query.expression_->ok()) {
    return fail(Code::invalid_argument,
                "not a regular expression of RE2: " + visible(query.expression_->error(), false));
  }
  return query;
}

std::optional<Span> Query::find(std::string_view line) const {
  if (!expression_) {
    const std::size_t at = line.find(literal_);
    if (at == std::string_view::npos) return std::nullopt;
    return Span{at, at + literal_.size()};
  }
  re2::StringPiece found;
  const re2::StringPiece text(line.data(), line.size());
  if (!expression_->Match(text, 0, text.size(), re2::RE2::UNANCHORED, &found, 1)) return std::nullopt;
  const auto begin = static_cast<std::size_t>(found.data() - line.data());
  return Span{begin, begin + found.size()};
}

}  // namespace warrant::workspace
