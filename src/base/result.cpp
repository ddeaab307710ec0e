#include "warrant/base/result.hpp"

#include <cerrno>
#include <cstring>

namespace warrant {

std::string_view to_string(Code code) noexcept {
  switch (code) {
    case Code::invalid_argument: return "invalid_argument";
    case Code::malformed: return "malformed";
    case Code::not_found: return "not_found";
    case Code::conflict: return "conflict";
    case Code::refused: return "refused";
    case Code::too_large: return "too_large";
    case Code::unsupported: return "unsupported";
    case Code::io: return "io";
    case Code::timed_out: return "timed_out";
    case Code::unavailable: return "unavailable";
    case Code::integrity: return "integrity";
    case Code::interrupted: return "interrupted";
    case Code::internal: return "internal";
  }
  return "internal";
}

std::string describe(const Error& error) {
  return error.where.empty() ? error.message : error.where + ": " + error.message;
}

std::unexpected<Error> fail_errno(std::string_view what, std::string where) {
  const int number = errno;
  const Code code = number == ENOENT ? Code::not_found : number == EINTR ? Code::interrupted : Code::io;
  return fail(code, std::string(what) + ": " + std::strerror(number), std::move(where));
}

}  // namespace warrant
