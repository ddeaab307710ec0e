// Which profiles fit a workspace: how "run the tests" finds its one command.
#pragma once

#include <warrant/base/result.hpp>
#include <warrant/command/profile.hpp>

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace warrant::command {

/// What the detection looks at.
struct Listing {
  std::vector<std::string> files;                         ///< relative paths, a bounded part of the workspace
  std::map<std::string, std::string, std::less<>> texts;  ///< content of the marker files among them
  std::set<std::string, std::less<>> programs;            ///< profile programs found on PATH
};

/// A profile that fits, and what shows it.
struct Fit {
  std::string profile;
  std::string because;  ///< "Cargo.toml", "package.json has a test script"
};

/// Exactly one profile fits best; `others` fit too and are named beside it.
struct One {
  Fit fit;
  std::vector<Fit> others;
};
/// Several fit equally well: the person has to say which.
struct Several {
  std::vector<Fit> fits;
  std::string question;
};
struct None {
  std::string reason;
};
using Choice = std::variant<One, Several, None>;

/// Every profile of this purpose that fits, best first. Pure; thread-safe.
std::vector<Fit> fitting(Purpose purpose, const Listing& listing);

/// One, a question, or nothing. A project's own runner is preferred to a Makefile's target; two languages in one
/// workspace make a question. Where nothing built-in fits, the profiles of `workspace` with this purpose do: those the
/// person trusts. Pure; thread-safe.
Choice choose(Purpose purpose, const Listing& listing, const std::vector<Profile>& workspace = {});

/// The profile that a person calls so: its id in any letter case, with blanks for the hyphens ("go test"), or the way
/// its command is usually typed ("npm run test", "python -m pytest", "./gradlew test"). nullptr when there is none.
/// Lives as long as `workspace`. Thread-safe.
const Profile* find_spoken(std::string_view name, const std::vector<Profile>& workspace);

/// At most three ids that may have been meant by a name that is none, the likeliest first. Thread-safe.
std::vector<std::string> near_profiles(std::string_view name, const std::vector<Profile>& workspace);

/// Reads the listing of a workspace: at most 4,000 names, three levels deep, without hidden directories other than
/// .venv, without node_modules and symbolic links to directories; marker files up to 256 KiB.
/// Errors: io when the root cannot be opened.
Result<Listing> survey(const Place& place);

}  // namespace warrant::command
