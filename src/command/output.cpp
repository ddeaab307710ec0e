#include "output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warrant::command {

void Keeping::add(std::string_view piece) {
  digest_.update(piece);
  total_ += piece.size();
  const std::size_t into_head = std::min(head_limit_ - head_.size(), piece.size());
  head_.append(piece.substr(0, into_head));
  piece.remove_prefix(into_head);
  if (piece.size() > tail_limit_) piece.remove_prefix(piece.size() - tail_limit_);
  tail_.append(piece);
  // Trimmed only at twice the limit, so that a flood of small pieces does not move the tail each time.
  if (tail_.size() > 2 * tail_limit_) tail_.erase(0, tail_.size() - tail_limit_);
}

Output Keeping::finish() {
  if (tail_.size() > tail_limit_) tail_.erase(0, tail_.size() - tail_limit_);
  const std::uint64_t cut = total_ - head_.size() - tail_.size();
  return {.head = std::move(head_), .tail = std::move(tail_), .cut = cut, .total = total_, .digest = digest_.finish()};
}

std::string Output::text() const {
  if (cut == 0) return head + tail;
  return fmt::format("{}\n[… {} bytes of output cut …]\n{}", head, cut, tail);
}

}  // namespace warrant::command
