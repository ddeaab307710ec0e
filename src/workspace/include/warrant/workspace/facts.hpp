// A workspace as the policy checks see it.
#pragma once

#include <warrant/policy/examine.hpp>
#include <warrant/workspace/root.hpp>

#include <set>

namespace warrant::workspace {

/// Answers from the files beneath `root`, which must outlive it. One thread at a time.
class PolicyFacts : public policy::Facts {
 public:
  /// `read` are the real paths that were read in full, as they are now, with nothing redacted.
  PolicyFacts(const Root& root, std::set<RelPath> read) : root_(root), read_(std::move(read)) {}

  [[nodiscard]] Result<RelPath> real_path(const RelPath& path) const override { return root_.resolve(path); }
  [[nodiscard]] bool exists(const RelPath& real_path) const override;
  [[nodiscard]] Result<std::string> text(const RelPath& real_path) const override;
  [[nodiscard]] bool fully_read(const RelPath& real_path) const override { return read_.contains(real_path); }

 private:
  const Root& root_;
  std::set<RelPath> read_;
};

}  // namespace warrant::workspace
