// What the resolver may know of a workspace: which paths there are.
#pragma once

#include <warrant/contract/contract.hpp>
#include <warrant/contract/listing.hpp>
#include <warrant/language/lexicon.hpp>

#include <memory>
#include <string>

namespace warrant::app {

/// Disk facts of the directory `root`. A path is looked up when it is asked for; names are searched in a listing
/// made at first need: at most 50,000 entries, without version control, dependency and build directories.
class WorkspaceFacts final : public contract::DiskFacts {
 public:
  explicit WorkspaceFacts(std::string root) : root_(std::move(root)) {}

  [[nodiscard]] Kind kind(std::string_view path) const override;
  [[nodiscard]] std::vector<std::string> named(std::string_view base) const override;

 private:
  std::string root_;
  mutable std::unique_ptr<contract::Listing> listing_;
};

/// The words: the two that are built in, and every *.toml in the person's `language` directory, in the order of
/// their names. Errors: those of the files, with file and line.
Result<language::Lexicon> load_lexicon();

/// The settled turns in a file of `--history`. Errors: not_found, malformed.
Result<std::vector<contract::Settlement>> load_history(std::string_view path);

}  // namespace warrant::app
