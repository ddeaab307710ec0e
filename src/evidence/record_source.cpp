#include "record_source.hpp"

#include "record_tree.hpp"

#include <algorithm>
#include <cstring>

namespace warrant::evidence {
namespace {

constexpr std::size_t kChunk = 256U << 10U;

}  // namespace

Window::Window(Input input) : input_(std::move(input)), buffer_(kChunk + kRecordPadding) {}

void Window::drop(std::size_t count) {
  begin_ += count;
  offset_ += count;
}

bool Window::grow() {
  if (at_end_ || error_) return false;
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (buffer_.size() - kRecordPadding - end_ < kChunk / 2) {
    // Twice as much, but for the largest records not more than they need.
    buffer_.resize(
        std::clamp(buffer_.size() * 2, end_ + kChunk + kRecordPadding, std::max(kMaxRecord, end_) + 2 * kChunk));
  } else if (buffer_.size() > 8 * kChunk && end_ < kChunk) {
    // A large record is behind us: give its memory back.
    buffer_.resize(2 * kChunk + kRecordPadding);
    buffer_.shrink_to_fit();
  }
  auto got = input_(buffer_.data() + end_, buffer_.size() - kRecordPadding - end_);
  if (!got) {
    error_ = got.error();
    return false;
  }
  end_ += *got;
  at_end_ = *got == 0;
  std::memset(buffer_.data() + end_, 0, kRecordPadding);
  return *got > 0;
}

std::optional<RawRecord> LineSource::next_line() {
  window_.drop(taken_);
  taken_ = 0;
  std::size_t searched = 0;
  bool too_large = false;
  const std::size_t from = window_.offset();
  for (;;) {
    const auto bytes = window_.bytes();
    const auto* found =
        searched < bytes.size()
            ? static_cast<const char*>(std::memchr(bytes.data() + searched, '\n', bytes.size() - searched))
            : nullptr;
    if (found != nullptr) {
      const auto size = static_cast<std::size_t>(found - bytes.data());
      taken_ = size + 1;
      if (too_large) {
        return RawRecord{.bytes = {}, .source = {from, window_.offset() + size}, .member = {}, .too_large = true};
      }
      auto line = bytes.substr(0, size);
      if (line.ends_with('\r')) line.remove_suffix(1);
      return RawRecord{.bytes = line, .source = {from, from + size}, .member = {}, .too_large = false};
    }
    searched = bytes.size();
    if (searched > kMaxRecord) {
      too_large = true;
      window_.drop(searched);
      searched = 0;
    }
    if (window_.grow()) continue;
    const auto rest = window_.bytes();
    if (rest.empty() && !too_large) return std::nullopt;
    taken_ = rest.size();
    if (too_large) {
      return RawRecord{.bytes = {}, .source = {from, window_.offset() + rest.size()}, .member = {}, .too_large = true};
    }
    return RawRecord{.bytes = rest, .source = {from, from + rest.size()}, .member = {}, .too_large = false};
  }
}

std::optional<RawRecord> LineSource::next() {
  for (;;) {
    auto line = next_line();
    if (!line || line->too_large) return line;
    const auto first = line->bytes.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) continue;
    line->bytes.remove_prefix(first);
    line->source.begin += first;
    return line;
  }
}

/// Makes the byte at at_ readable; a record that grows beyond the limit is let go.
bool ElementSource::more() {
  while (at_ >= window_.bytes().size()) {
    if (!capturing_ || window_.bytes().size() > kMaxRecord) {
      if (capturing_) too_large_ = true;
      window_.drop(at_);
      at_ = 0;
    }
    if (!window_.grow()) return false;
  }
  return true;
}

/// at_ is behind the opening quote; leaves it behind the closing one. Looks for quotes only: one is
/// escaped when an odd number of backslashes stands before it.
bool ElementSource::skip_string(std::string* into) {
  bool odd = false;  // of the backslashes at the end of what was passed
  while (more()) {
    const auto bytes = window_.bytes();
    const std::size_t from = at_;
    const auto* found = static_cast<const char*>(std::memchr(bytes.data() + at_, '"', bytes.size() - at_));
    const std::size_t end = found == nullptr ? bytes.size() : static_cast<std::size_t>(found - bytes.data());
    std::size_t first = end;
    while (first > from && bytes[first - 1] == '\\') --first;
    odd = ((end - first) % 2 == 1) != (first == from && odd);
    if (into != nullptr && into->size() < 64) into->append(bytes.substr(from, std::min<std::size_t>(end - from, 64)));
    at_ = end;
    if (found == nullptr) continue;
    ++at_;
    if (!odd) return true;
    odd = false;
  }
  return false;
}

bool ElementSource::begins_record(char c) const {
  if (capturing_ || c != '{') return false;
  if (shape_.values) return depth_ == 0;
  const auto any = [this](const std::vector<std::string>& names) {
    return std::ranges::find(names, key_) != names.end();
  };
  return (in_array_ && depth_ == 2) || (root_array_ && depth_ == 1) ||
         (depth_ == 1 && !root_array_ && any(shape_.objects));
}

/// In a row of values a brace at the start of a line begins a record, whatever is still open: the one
/// before it was cut off.
bool ElementSource::begins_anew() {
  return shape_.values && capturing_ && at_ > 0 && window_.bytes()[at_] == '{' && window_.bytes()[at_ - 1] == '\n';
}

/// The captured bytes up to at_.
RawRecord ElementSource::take() {
  capturing_ = false;
  taken_ = at_;
  const Span source{start_, window_.offset() + at_};
  return {.bytes = too_large_ ? std::string_view{} : window_.bytes().substr(0, at_),
          .source = source,
          .member = member_,
          .too_large = too_large_};
}

std::optional<RawRecord> ElementSource::next() {
  window_.drop(taken_);
  at_ -= std::min(at_, taken_);
  taken_ = 0;
  while (more()) {
    const char c = window_.bytes()[at_];
    if (c == '"') {
      ++at_;
      std::string name;
      const bool named = depth_ == 1 && !root_array_ && !shape_.values;
      if (!skip_string(named ? &name : nullptr)) return std::nullopt;
      if (named) {
        while (more() && (window_.bytes()[at_] == ' ' || window_.bytes()[at_] == '\n' || window_.bytes()[at_] == '\r' ||
                          window_.bytes()[at_] == '\t')) {
          ++at_;
        }
        if (more() && window_.bytes()[at_] == ':') key_ = name;
      }
      continue;
    }
    if (c == '{' || c == '[') {
      if (begins_anew()) {
        depth_ = 0;
        return take();
      }
      if (depth_ == 0) {
        root_array_ = c == '[';
        complete_ = false;
      }
      if (begins_record(c)) {
        window_.drop(at_);
        at_ = 0;
        capturing_ = true;
        too_large_ = false;
        record_depth_ = depth_;
        member_ = root_array_ || shape_.values ? std::string() : key_;
        start_ = window_.offset();
      }
      if (c == '[' && depth_ == 1 && !root_array_)
        in_array_ = std::ranges::find(shape_.arrays, key_) != shape_.arrays.end();
      ++depth_;
    } else if (c == '}' || c == ']') {
      --depth_;
      if (depth_ == 1 && c == ']') in_array_ = false;
      if (depth_ < 0) {
        if (!shape_.values) return std::nullopt;
        depth_ = 0;
      }
      if (depth_ == 0) complete_ = true;
      if (capturing_ && depth_ == record_depth_) {
        ++at_;
        return take();
      }
    }
    ++at_;
  }
  return std::nullopt;
}

}  // namespace warrant::evidence
