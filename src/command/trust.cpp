#include <warrant/base/clock.hpp>
#include <warrant/base/dirs.hpp>
#include <warrant/base/fd.hpp>
#include <warrant/base/json.hpp>
#include <warrant/command/trust.hpp>

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace warrant::command {

namespace {

constexpr std::string_view pin_schema = "warrant.pin.v1";

std::string pin_directory(const std::string& state) { return state + "/trust"; }
std::string pin_path(const std::string& root, const std::string& state) {
  return pin_directory(state) + "/" + workspace_key(root) + ".json";
}

// What the workspace may write must not hold what says whether the workspace is trusted.
Status check_outside(const std::string& root, const std::string& state) {
  if (!state.starts_with('/')) return fail(Code::invalid_argument, "the state directory must be absolute", state);
  if ((state + "/").starts_with(root == "/" ? root : root + "/")) {
    return fail(Code::refused,
                "the state directory lies in the workspace; set XDG_STATE_HOME to a directory outside it", state);
  }
  return {};
}

/// The file's bytes; nothing when there is none.
Result<std::optional<std::string>> read_profiles(const std::string& root) {
  const Fd directory(::open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!directory.is_open()) return fail_errno("cannot open the workspace", root);
  open_how how{};
  how.flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS;
  const Fd file(
      static_cast<int>(::syscall(SYS_openat2, directory.get(), std::string(profiles_path).c_str(), &how, sizeof how)));
  if (!file.is_open() && (errno == ENOENT || errno == ENOTDIR)) return std::optional<std::string>();
  if (!file.is_open())
    return fail_errno("cannot open (symbolic links are not followed here)", std::string(profiles_path));
  struct stat info{};
  if (::fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode)) {
    return fail(Code::unsupported, "is no regular file", std::string(profiles_path));
  }
  WARRANT_TRY(text, read_all(file.get(), max_profiles_bytes, profiles_path));
  return std::optional<std::string>(std::move(text));
}

// A pin that others may write says nothing, so it fails closed.
Result<std::optional<Digest>> read_pin(const std::string& root, const std::string& state) {
  const std::string path = pin_path(root, state);
  const Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
  if (!file.is_open() && errno == ENOENT) return std::optional<Digest>();
  if (!file.is_open()) return fail_errno("cannot open the trust pin", path);
  const auto damaged = [&](const std::string& what) {
    return fail(Code::integrity,
                "the trust pin " + what + "; remove it with \"warrant profiles revoke\" and trust again", path);
  };
  struct stat info{};
  if (::fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode)) return damaged("is no regular file");
  if (info.st_uid != ::geteuid() || (info.st_mode & 022U) != 0) return damaged("can be written by others");
  auto text = read_all(file.get(), 4096, path);
  if (!text) return damaged("cannot be read");
  const auto json = parse_json(*text);
  if (!json || json->text("schema") != pin_schema) return damaged("is damaged");
  if (json->text("root_sha256") != sha256(root).text()) return damaged("belongs to another workspace");
  const auto digest = Digest::parse(json->text("profiles"));
  if (!digest) return damaged("is damaged");
  return std::optional<Digest>(*digest);
}

}  // namespace

Result<Standing> standing(const std::string& root, const std::string& state) {
  WARRANT_CHECK(check_outside(root, state));
  auto text = read_profiles(root);
  if (!text) {
    return Standing{.trust = Trust::invalid, .file = {}, .pin = {}, .profiles = {}, .why = describe(text.error())};
  }
  WARRANT_TRY(pin, read_pin(root, state));
  if (!*text) return Standing{.trust = Trust::absent, .file = {}, .pin = pin, .profiles = {}, .why = {}};
  const Digest digest = sha256(**text);
  auto profiles = parse_profiles(**text, profiles_path);
  if (!profiles) {
    return Standing{
        .trust = Trust::invalid, .file = digest, .pin = pin, .profiles = {}, .why = describe(profiles.error())};
  }
  Standing result{.trust = Trust::trusted, .file = digest, .pin = pin, .profiles = std::move(*profiles), .why = {}};
  if (!pin) {
    result.trust = Trust::unknown;
    result.why = "not trusted yet: look at it with \"warrant profiles list\", then \"warrant profiles trust\"";
  } else if (*pin != digest) {
    result.trust = Trust::changed;
    result.why = "changed since it was trusted: look at it again, then \"warrant profiles trust\"";
  }
  return result;
}

Status trust(const std::string& root, const std::string& state, const Digest& seen) {
  WARRANT_CHECK(check_outside(root, state));
  WARRANT_TRY(text, read_profiles(root));
  if (!text) return fail(Code::not_found, "the workspace has no profile file", std::string(profiles_path));
  WARRANT_CHECK(parse_profiles(*text, profiles_path));
  const Digest digest = sha256(*text);
  if (digest != seen) {
    return fail(Code::conflict, "it is not what was looked at: now " + digest.text(), std::string(profiles_path));
  }
  WARRANT_CHECK(make_directories(pin_directory(state)));
  const Json pin = JsonObject{{"schema", pin_schema},
                              {"root_sha256", sha256(root).text()},
                              {"profiles", digest.text()},
                              {"at", to_rfc3339(system_clock().now_ms())}};
  return replace_file(pin_path(root, state), to_pretty(pin) + "\n", 0600);
}

Result<bool> revoke(const std::string& root, const std::string& state) {
  const std::string path = pin_path(root, state);
  if (::unlink(path.c_str()) == 0) return true;
  if (errno == ENOENT) return false;
  return fail_errno("cannot remove the trust pin", path);
}

Status check_pin(const std::string& root, const std::string& state, const Digest& pin) {
  WARRANT_TRY(found, standing(root, state));
  if (found.trust == Trust::trusted && found.pin == pin) return {};
  std::string why = found.why;
  if (why.empty()) why = found.trust == Trust::absent ? "is gone" : "is not the file the command was planned from";
  return fail(Code::refused, std::move(why), std::string(profiles_path));
}

std::string_view to_string(Trust trust) noexcept {
  switch (trust) {
    case Trust::absent: return "absent";
    case Trust::trusted: return "trusted";
    case Trust::unknown: return "unknown";
    case Trust::changed: return "changed";
    case Trust::invalid: return "invalid";
  }
  return "invalid";
}

}  // namespace warrant::command
