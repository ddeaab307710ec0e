// HTTP/1.1 for the backends: one exchange at a time, streamed, bounded in time and size.
#pragma once

#include <warrant/base/result.hpp>
#include <warrant/model/proposer.hpp>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::model {

enum class Reach : bool { this_machine, anywhere };

/// A server's address as a person wrote it, checked: `http://127.0.0.1:8080`, `http://[::1]:8080`,
/// `http://localhost:8080`, with or without a path before `/v1`. Without `Reach::anywhere` no other host
/// and no https. Errors: invalid_argument for what is no such URL, refused for another host.
struct Address {
  std::string base;  ///< without the final '/' and without a final "/v1"
  std::string host;  ///< as in the URL, without brackets
  std::uint16_t port;
};
Result<Address> parse_address(std::string_view url, Reach reach);

struct HttpRequest {
  std::string path;                       ///< appended to the address's base
  std::string body = {};                  ///< JSON for POST; empty for GET
  std::vector<std::string> headers = {};  ///< "Name: value"
};

struct HttpHead {
  int status = 0;
  std::string content_type;
  std::string retry_after;
};

/// What a piece of a body leads to.
enum class Go : std::uint8_t { on, enough };

/// One server. Keeps its connection between exchanges. Redirects are not followed, no proxy is used, and
/// "localhost" means this machine whatever a resolver says. Loads libcurl at first use (see prepare() in connect.hpp),
/// because its libraries cost some 8 ms. Not thread-safe.
class Http {
 public:
  explicit Http(Address address);
  ~Http();
  Http(const Http&) = delete;
  Http& operator=(const Http&) = delete;

  using OnBody = std::function<Result<Go>(const HttpHead&, std::string_view)>;
  /// Sends the request and gives the body to `on_body` as it comes. `cancelled` (may be empty) is asked
  /// every 50 ms at least. Errors: those of Proposer::propose, and those of `on_body` as they are. A status that
  /// is no success is not an error here.
  Result<HttpHead> exchange(const HttpRequest& request, const Limits& limits, const std::function<bool()>& cancelled,
                            const OnBody& on_body);
  /// The same with the whole body at once.
  struct Reply {
    HttpHead head;
    std::string body;
  };
  Result<Reply> fetch(const HttpRequest& request, const Limits& limits, const std::function<bool()>& cancelled = {});

  [[nodiscard]] const Address& address() const noexcept { return address_; }

 private:
  struct Handles;
  Address address_;
  std::unique_ptr<Handles> handles_;
};

}  // namespace warrant::model
