// What a workspace holds, as a list.
#pragma once

#include <warrant/contract/contract.hpp>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::contract {

/// Disk facts from a list of paths; "docs/" names a directory, and every parent of a path is one.
class Listing final : public DiskFacts {
 public:
  explicit Listing(const std::vector<std::string>& paths);

  [[nodiscard]] Kind kind(std::string_view path) const override;
  [[nodiscard]] std::vector<std::string> named(std::string_view base) const override;

 private:
  void add(std::string path, Kind kind);

  std::map<std::string, Kind, std::less<>> kinds_;
  std::map<std::string, std::vector<std::string>, std::less<>> names_;  ///< by folded name and folded stem
};

}  // namespace warrant::contract
