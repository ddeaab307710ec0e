#include "warrant/base/path.hpp"

#include <vector>

namespace warrant {

namespace {
constexpr std::size_t kMaxBytes = 4096;
}

Result<RelPath> RelPath::make(std::string_view text) {
  if (text.size() > kMaxBytes) return fail(Code::invalid_argument, "a path is longer than 4096 bytes");
  if (text.find('\0') != std::string_view::npos) return fail(Code::invalid_argument, "a path has a NUL byte");
  if (text.starts_with('/')) {
    return fail(Code::refused, "the path is absolute; name it relative to the workspace", std::string(text));
  }
  const std::string_view whole = text;
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t slash = text.find('/');
    const std::string_view part = text.substr(0, slash);
    text = slash == std::string_view::npos ? std::string_view() : text.substr(slash + 1);
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      parts.push_back(part);
    } else if (parts.empty()) {
      return fail(Code::refused, "the path leaves the workspace", std::string(whole));
    } else {
      parts.pop_back();
    }
  }
  std::string joined;
  for (const std::string_view part : parts) {
    if (!joined.empty()) joined += '/';
    joined += part;
  }
  return RelPath(std::move(joined));
}

std::string_view RelPath::name() const noexcept {
  const std::string_view all = text_;
  const std::size_t slash = all.rfind('/');
  return slash == std::string_view::npos ? all : all.substr(slash + 1);
}

RelPath RelPath::parent() const {
  const std::size_t slash = text_.rfind('/');
  return RelPath(slash == std::string::npos ? std::string() : text_.substr(0, slash));
}

std::string_view RelPath::extension() const noexcept {
  const std::string_view last = name();
  const std::size_t dot = last.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? std::string_view() : last.substr(dot + 1);
}

bool RelPath::covers(const RelPath& other) const noexcept {
  if (is_root() || text_ == other.text_) return true;
  return other.text_.size() > text_.size() && other.text_.starts_with(text_) && other.text_[text_.size()] == '/';
}

}  // namespace warrant
