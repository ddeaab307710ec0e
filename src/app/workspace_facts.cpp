#include "workspace_facts.hpp"

#include "subcommand.hpp"

#include <warrant/base/dirs.hpp>
#include <warrant/base/fd.hpp>

#include <algorithm>
#include <filesystem>

namespace warrant::app {
DiskFactsAt::DiskFactsAt(const std::string& root) {
  auto opened = workspace::Root::open(root);
  if (!opened) return;
  root_ = std::make_unique<workspace::Root>(*std::move(opened));
  facts_ = std::make_unique<turn::WorkspaceFacts>(*root_);
}

contract::DiskFacts::Kind DiskFactsAt::kind(std::string_view path) const {
  return facts_ ? facts_->kind(path) : Kind::absent;
}

std::vector<std::string> DiskFactsAt::named(std::string_view base) const {
  return facts_ ? facts_->named(base) : std::vector<std::string>{};
}

std::optional<std::string> DiskFactsAt::beneath(std::string_view absolute) const {
  return facts_ ? facts_->beneath(absolute) : std::nullopt;
}

std::optional<contract::DiskFacts::Holding> DiskFactsAt::holding(std::string_view word) const {
  return facts_ ? facts_->holding(word) : Holding{.paths = {}, .complete = false};
}

Result<language::Lexicon> load_lexicon() {
  namespace fs = std::filesystem;
  language::Lexicon lexicon = language::built_in_lexicon();
  const auto dirs = find_dirs();
  if (!dirs) return lexicon;  // Without a home there are no words of one's own.
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator at(fs::path(dirs->config) / "language", error); !error && at != fs::directory_iterator();
       at.increment(error))
    if (at->path().extension() == ".toml") files.push_back(at->path());
  std::ranges::sort(files);
  for (const fs::path& file : files) {
    WARRANT_TRY(text, read_file(file.string(), std::size_t{1} << 20U));
    WARRANT_CHECK(lexicon.add(text, file.string()));
  }
  return lexicon;
}

Result<std::vector<contract::Settlement>> load_history(std::string_view path) {
  WARRANT_TRY(text, read_input(path));
  WARRANT_TRY(json, parse_json(text));
  return contract::parse_history(json);
}

}  // namespace warrant::app
