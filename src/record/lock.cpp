#include "files.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <thread>

namespace warrant::record {

namespace {

/// Whether the lock file is still the one at its path: the record may have been set aside meanwhile.
bool still_stands(const Fd& lock, const std::string& path) {
  struct stat held{};
  struct stat there{};
  return ::fstat(lock.get(), &held) == 0 && ::stat(path.c_str(), &there) == 0 && held.st_ino == there.st_ino &&
         held.st_dev == there.st_dev;
}

}  // namespace

Result<Fd> take_lock(const Place& place, std::chrono::milliseconds patience) {
  const std::string path = place.directory + "/lock";
  const auto until = std::chrono::steady_clock::now() + patience;
  while (true) {
    WARRANT_CHECK(make_directories(place.directory));
    Fd lock(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    if (!lock.is_open()) return fail_errno("cannot open the lock of the record", path);
    while (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
      if (std::chrono::steady_clock::now() >= until) {
        return fail(Code::conflict, "another warrant is at work in this workspace; wait until its turn has ended",
                    path);
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    if (still_stands(lock, path)) return lock;
  }
}

}  // namespace warrant::record
