// What the resolver may know of a workspace: which paths there are.
#pragma once

#include <warrant/contract/contract.hpp>
#include <warrant/language/lexicon.hpp>
#include <warrant/turn/disk.hpp>
#include <warrant/workspace/root.hpp>

#include <memory>
#include <optional>
#include <string>

namespace warrant::app {

/// Disk facts of the directory `root`, as a turn there would have them. Where it cannot be opened there is nothing.
class DiskFactsAt final : public contract::DiskFacts {
 public:
  explicit DiskFactsAt(const std::string& root);

  [[nodiscard]] Kind kind(std::string_view path) const override;
  [[nodiscard]] std::vector<std::string> named(std::string_view base) const override;
  [[nodiscard]] std::optional<std::string> beneath(std::string_view absolute) const override;
  [[nodiscard]] std::optional<Holding> holding(std::string_view word) const override;

 private:
  std::unique_ptr<workspace::Root> root_;
  std::unique_ptr<turn::WorkspaceFacts> facts_;
};

/// The words: the two that are built in, and every *.toml in the person's `language` directory, in the order of
/// their names. Errors: those of the files, with file and line.
Result<language::Lexicon> load_lexicon();

/// The settled turns in a file of `--history`. Errors: not_found, malformed.
Result<std::vector<contract::Settlement>> load_history(std::string_view path);

}  // namespace warrant::app
