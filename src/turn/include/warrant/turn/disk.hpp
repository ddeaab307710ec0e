// What a workspace says about the paths of a request.
#pragma once

#include <warrant/contract/contract.hpp>
#include <warrant/contract/listing.hpp>
#include <warrant/workspace/root.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::turn {

/// Answers from the tree beneath a root, which must outlive it. The tree is listed once, at the first
/// question by name; protected and ignored paths are not named. One thread at a time.
class WorkspaceFacts : public contract::DiskFacts {
 public:
  explicit WorkspaceFacts(const workspace::Root& root) : root_(root) {}

  [[nodiscard]] Kind kind(std::string_view path) const override;
  [[nodiscard]] std::vector<std::string> named(std::string_view base) const override;
  [[nodiscard]] std::optional<std::string> beneath(std::string_view absolute) const override;
  [[nodiscard]] std::optional<Holding> holding(std::string_view word) const override;

  /// Why nothing can be done with a path that names nothing: "a.py does not exist", and the file of nearly that name
  /// where there is one.
  [[nodiscard]] std::string absence_of(std::string_view path) const;

 private:
  const std::vector<std::string>& paths() const;

  const workspace::Root& root_;
  mutable std::optional<std::vector<std::string>> paths_;
  mutable std::optional<contract::Listing> listing_;
};

}  // namespace warrant::turn
