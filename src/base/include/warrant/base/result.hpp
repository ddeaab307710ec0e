// Errors as values. Every fallible function of the product returns Result<T>.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <utility>

namespace warrant {

/// What kind of thing went wrong. Callers branch on the code and show the message.
enum class Code : std::uint8_t {
  invalid_argument,  ///< the caller's or the person's input cannot be used
  malformed,         ///< bytes that do not parse (JSON, TOML, a model's reply, a record line)
  not_found,         ///< the named thing does not exist
  conflict,          ///< it changed since it was looked at, or somebody else holds it
  refused,           ///< a rule of the product forbids it
  too_large,         ///< over a stated limit
  unsupported,       ///< legal, but not handled here (binary file, special file, missing kernel feature)
  io,                ///< the operating system said no
  timed_out,         ///< a stated time limit ran out
  unavailable,       ///< a peer (server, tool, terminal) is not there
  integrity,         ///< stored bytes do not match their digest or chain
  interrupted,       ///< the person cancelled
  internal,          ///< a broken invariant of our own
};

std::string_view to_string(Code code) noexcept;

/// One error: what kind, what was wrong and what to do about it (one or two sentences, no final
/// newline), and where (a path, "file:line", a URL, a JSON pointer; empty if there is no place).
struct Error {
  Code code;
  std::string message;
  std::string where = {};

  bool operator==(const Error&) const = default;
};

/// "where: message", for people.
std::string describe(const Error& error);

/// A value or an Error. Dropping one unread is a compile error (-Werror=unused-result).
template <class T>
class [[nodiscard]] Result : public std::expected<T, Error> {
 public:
  using std::expected<T, Error>::expected;
};

using Status = Result<void>;

/// Builds the error side of a Result: `return fail(Code::io, "cannot read …", path);`
inline std::unexpected<Error> fail(Code code, std::string message, std::string where = {}) {
  return std::unexpected<Error>(Error{code, std::move(message), std::move(where)});
}
inline std::unexpected<Error> fail(Error error) { return std::unexpected<Error>(std::move(error)); }

/// The error of the last failed system call, with strerror's text: "cannot open: No such file …".
std::unexpected<Error> fail_errno(std::string_view what, std::string where = {});

}  // namespace warrant

#define WARRANT_CONCAT_INNER(a, b) a##b
#define WARRANT_CONCAT(a, b) WARRANT_CONCAT_INNER(a, b)

/// Declares `name` from a Result, or returns its error: `WARRANT_TRY(text, read_file(path));`
#define WARRANT_TRY(name, ...) WARRANT_TRY_INNER(WARRANT_CONCAT(result_, __LINE__), name, __VA_ARGS__)
#define WARRANT_TRY_INNER(tmp, name, ...)                                     \
  auto tmp = (__VA_ARGS__);                                                   \
  if (!tmp) return std::unexpected<::warrant::Error>(std::move(tmp.error())); \
  auto name = std::move(*tmp)

/// Returns the error of a Result whose value is not needed.
#define WARRANT_CHECK(...)                                                                        \
  do {                                                                                            \
    auto check_result = (__VA_ARGS__);                                                            \
    if (!check_result) return std::unexpected<::warrant::Error>(std::move(check_result.error())); \
  } while (false)
