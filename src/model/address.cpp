#include "http.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace warrant::model {

namespace {

constexpr std::string_view example = "write it like http://127.0.0.1:8080";

bool is_this_machine(std::string_view host) { return host == "127.0.0.1" || host == "::1" || host == "localhost"; }

/// Takes the host off the front of `rest`, with its brackets if it has them.
Result<std::string> take_host(std::string_view& rest, std::string_view url) {
  if (rest.starts_with('[')) {
    const std::size_t end = rest.find(']');
    if (end == std::string_view::npos)
      return fail(Code::invalid_argument, fmt::format("no ']'; {}", example), std::string(url));
    std::string host(rest.substr(1, end - 1));
    rest.remove_prefix(end + 1);
    return host;
  }
  const std::size_t end = std::min(rest.find_first_of(":/"), rest.size());
  std::string host(rest.substr(0, end));
  rest.remove_prefix(end);
  return host;
}

Result<std::uint16_t> take_port(std::string_view& rest, std::uint16_t usual, std::string_view url) {
  if (!rest.starts_with(':')) return usual;
  const char* const end = rest.data() + rest.size();
  std::uint16_t port = 0;
  const auto [stop, error] = std::from_chars(rest.data() + 1, end, port);
  if (error != std::errc() || port == 0 || (stop != end && *stop != '/')) {
    return fail(Code::invalid_argument, fmt::format("the port is no number from 1 to 65535; {}", example),
                std::string(url));
  }
  rest.remove_prefix(static_cast<std::size_t>(stop - rest.data()));
  return port;
}

bool is_plain(std::string_view text, std::string_view signs) {
  return std::ranges::all_of(text, [&](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           signs.find(c) != std::string_view::npos;
  });
}

}  // namespace

Result<Address> parse_address(std::string_view url, Reach reach) {
  const std::string where(url.substr(0, 200));
  const bool secure = url.starts_with("https://");
  if (!secure && !url.starts_with("http://")) {
    return fail(Code::invalid_argument, fmt::format("this is no address of a server; {}", example), where);
  }
  std::string_view rest = url.substr(secure ? 8 : 7);
  WARRANT_TRY(host, take_host(rest, where));
  WARRANT_TRY(port, take_port(rest, secure ? 443 : 80, where));
  // No user, query, fragment, escape or space: none has a use here, and each has been a way to another host. Behind
  // the host an '@' is harmless, and hosted models have one in their names.
  if (host.empty() || !is_plain(host, "-._~:/") || !is_plain(rest, "-._~:/@") ||
      (!rest.empty() && rest.front() != '/')) {
    return fail(Code::invalid_argument, fmt::format("this is no address of a server; {}", example), where);
  }
  if (reach == Reach::this_machine && (secure || !is_this_machine(host))) {
    return fail(Code::refused,
                "only a server on this machine is asked (http://127.0.0.1, http://[::1] or http://localhost); "
                "[model] allow_remote = true in config.toml (for check: --allow-remote) sends requests, with what they "
                "quote of your files, elsewhere",
                where);
  }
  while (rest.ends_with('/')) rest.remove_suffix(1);
  if (rest.ends_with("/v1")) rest.remove_suffix(3);
  const bool six = host.find(':') != std::string::npos;
  std::string base =
      fmt::format("{}://{}{}{}:{}{}", secure ? "https" : "http", six ? "[" : "", host, six ? "]" : "", port, rest);
  return Address{.base = std::move(base), .host = std::move(host), .port = port};
}

}  // namespace warrant::model
