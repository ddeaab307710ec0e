// Command profiles: the closed list of what may be run, each with a grammar for its arguments.
#pragma once

#include <warrant/base/digest.hpp>
#include <warrant/base/json.hpp>
#include <warrant/base/result.hpp>
#include <warrant/policy/command_effect.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::command {

/// What a profile is for.
enum class Purpose : std::uint8_t { test, build, check, history };
std::string_view to_string(Purpose purpose) noexcept;

/// The kinds of value an argument can have. None begins with '-' or holds a control character.
enum class Value : std::uint8_t {
  none,        ///< the option stands alone
  number,      ///< 0 to 999999
  name,        ///< letters, digits, `_ . : -`: a test, a crate, a target
  choice,      ///< one of the option's choices
  path,        ///< beneath the workspace, not protected
  node,        ///< a path, then optionally "::" and names (pytest)
  package,     ///< "./...", "./internal/x", a path (go)
  expression,  ///< words, blanks and parentheses (pytest -k)
  pattern,     ///< printable ASCII: a regular expression or a glob that the tool reads
  revision,    ///< a git revision or range; no ':' (that would name a file in a tree)
};
std::string_view to_string(Value value) noexcept;

struct Option {
  std::string name;                       ///< as typed: "-k", "--maxfail", "-run"
  Value value;                            ///< none for a switch
  bool joined;                            ///< handed over as name=value, else as two words
  std::vector<std::string> choices = {};  ///< for Value::choice
};

/// Which arguments a profile takes: the options listed, up to `max_operands` operands, and after "--" up to
/// `max_rest` more. Everything else is refused, so an option of the tool that is not listed cannot be reached.
struct Grammar {
  std::vector<Option> options;
  Value operand = Value::none;  ///< none: no operands
  std::size_t max_operands = 0;
  std::vector<std::string> default_operands = {};  ///< when none is given
  Value rest = Value::none;
  std::size_t max_rest = 0;
};

enum class SandboxMode : std::uint8_t {
  require,  ///< everything or no launch
  prefer,   ///< what this kernel can do
  off,
};
std::string_view to_string(SandboxMode mode) noexcept;

/// One profile. Built-in ones stand in a table; a workspace's own come from its pinned file.
struct Profile {
  std::string id;
  Purpose purpose;
  std::string title;  ///< one line for people and for the model
  /// Ways to start the program, first one that is there is taken. The first word is a program name looked up
  /// on PATH, or a path beneath the workspace when it holds a '/'.
  std::vector<std::vector<std::string>> programs;
  std::vector<std::string> fixed;  ///< words after the program; "{build}" is replaced by the build directory
  Grammar grammar;
  std::string build_marker = {};  ///< file that shows a build directory (CTestTestfile.cmake)
  /// What the command reads and writes besides the workspace's own files, system directories and TMPDIR.
  /// "~/x" is beneath the home directory; other paths are relative to the workspace. Under the sandbox nothing
  /// else of the home directory is readable and nothing else is writable. A final '/' among the writes says that the
  /// directory is made when it is absent; "." is the whole workspace but its steering files.
  std::vector<std::string> reads = {};
  std::vector<std::string> writes = {};
  std::vector<std::string> environment = {};  ///< "NAME=value" set for it
  std::vector<std::string> pass = {};         ///< names taken over from the caller's environment
  bool network = false;
  SandboxMode sandbox = SandboxMode::prefer;
  std::int64_t wall_ms = 600'000;
  std::optional<Digest> pin = {};  ///< of the file it came from; absent for a built-in profile
};

/// The built-in table, in the order of its documentation. Lives for the whole process.
const std::vector<Profile>& builtin_profiles();

/// The profile with this id in `workspace`, then in the built-in table; nullptr when there is none.
const Profile* find_profile(std::string_view id, const std::vector<Profile>& workspace = {});

/// The words as the tool gets them: options checked and put in one form, operands last.
/// Errors: refused, naming the argument and what is accepted. Pure; thread-safe.
Result<std::vector<std::string>> check_arguments(const Profile& profile, const std::vector<std::string>& arguments);

/// One line for people and for the model: "-k EXPRESSION, -x, --maxfail=NUMBER, PATH[::NAME]…".
std::string usage(const Grammar& grammar);

/// What a `run_command` call asks for.
struct Request {
  std::string profile;
  std::vector<std::string> arguments;
};

/// Reads the call's arguments {"profile": …, "args": […]}. Raw shapes (command, cmd, shell, executable, argv,
/// command_line) are refused by key, in any letter case, before anything else is looked at.
/// Errors: refused, malformed.
Result<Request> read_request(const Json& arguments);

/// Where a command is to run, as the caller knows it.
struct Place {
  std::string root;                                             ///< absolute real path of the workspace
  std::string home;                                             ///< absolute; "" when there is none
  std::map<std::string, std::string, std::less<>> environment;  ///< of the caller; only allowed names are used
  policy::Containment available;                                ///< what this kernel can do, from probe_containment()
  std::string state = {};  ///< the product's state directory, for the pins of workspace profiles
};

/// The place of this process with its environment; `root` must be a real path.
/// Errors: invalid_argument when it is no directory.
Result<Place> place_here(const std::string& root);

/// The exact effect of running `profile` with `arguments` at `place`. Looks for the program and the build
/// directory on disk, changes nothing. Errors: refused (arguments; a workspace
/// profile whose file is not what was trusted), not_found (program or build directory, with what
/// to install or do), unsupported (the profile requires a sandbox that the kernel cannot give). Thread-safe.
Result<policy::RunCommand> plan(const Profile& profile, const std::vector<std::string>& arguments, const Place& place);

}  // namespace warrant::command
