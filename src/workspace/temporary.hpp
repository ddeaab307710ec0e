// Files that are on their way into a directory, or out of it.
#pragma once

#include <warrant/base/digest.hpp>
#include <warrant/base/fd.hpp>
#include <warrant/base/result.hpp>

#include <cstddef>
#include <optional>
#include <string>

namespace warrant::workspace {

/// A name in a directory that is nobody's: ".warrant-PID.N.BEFORE.AFTER.tmp", with the first digits of
/// the two digests, so that sweep() can tell later whose it was and that its bytes are kept elsewhere.
std::string temporary_name(const std::optional<Digest>& before, const std::optional<Digest>& after);

/// Removes its name at the end unless told to keep it.
class Temporary {
 public:
  Temporary(int directory, std::string name) : directory_(directory), name_(std::move(name)) {}
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  Temporary(Temporary&&) = delete;
  Temporary& operator=(Temporary&&) = delete;
  ~Temporary();
  [[nodiscard]] const char* name() const { return name_.c_str(); }
  void keep() { name_.clear(); }

 private:
  int directory_;
  std::string name_;
};

/// A file without a name in `directory` (O_TMPFILE), or, where the file system has none, with one made
/// of the temporary name `name`, which sweep() removes whatever it holds.
struct Fresh {
  Fd fd;
  std::string name;  ///< empty: it has none
};
Result<Fresh> make_fresh(int directory, const std::string& name, unsigned mode, const std::string& where);
/// Gives a nameless file `name`. errno is EEXIST if something has it.
bool give_name(int file, int directory, const char* name);

/// Renames without replacing, also where the file system cannot do that in one step (then by linking,
/// for files). errno as renameat2(2).
bool move_without_replacing(int from_directory, const char* from, int to_directory, const char* to);

/// Removes stale temporary files of `directory`; how many.
Result<std::size_t> sweep_directory(int directory, const std::string& where);

}  // namespace warrant::workspace
