#include "warrant/contract/listing.hpp"

#include <warrant/base/utf8.hpp>

#include <algorithm>

namespace warrant::contract {
namespace {

constexpr std::size_t kHandful = 8;

std::string_view last_part(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::string_view stem_of(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? name : name.substr(0, dot);
}

}  // namespace

Listing::Listing(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    const bool directory = path.ends_with('/');
    std::string plain = path.starts_with("./") ? path.substr(2) : path;
    while (plain.ends_with('/')) plain.pop_back();
    if (plain.empty()) continue;
    for (std::size_t at = plain.find('/'); at != std::string::npos; at = plain.find('/', at + 1))
      add(plain.substr(0, at), Kind::directory);
    add(std::move(plain), directory ? Kind::directory : Kind::file);
  }
  for (auto& [name, found] : names_) std::ranges::sort(found);
}

void Listing::add(std::string path, Kind kind) {
  if (!kinds_.emplace(path, kind).second) return;
  const std::string name = fold_case(last_part(path));
  const std::string stem(stem_of(name));
  names_[name].push_back(path);
  if (stem != name) names_[stem].push_back(std::move(path));
}

DiskFacts::Kind Listing::kind(std::string_view path) const {
  while (path.ends_with('/')) path.remove_suffix(1);
  const auto found = kinds_.find(path);
  return found == kinds_.end() ? Kind::absent : found->second;
}

std::vector<std::string> Listing::named(std::string_view base) const {
  const auto found = names_.find(fold_case(base));
  if (found == names_.end()) return {};
  std::vector<std::string> out = found->second;
  if (out.size() > kHandful) out.resize(kHandful);
  return out;
}

}  // namespace warrant::contract
