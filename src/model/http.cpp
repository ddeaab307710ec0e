#include "http.hpp"

#include <warrant/base/library.hpp>
#include <warrant/model/connect.hpp>

#include <curl/curl.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <exception>
#include <future>
#include <optional>
#include <utility>

namespace warrant::model {

namespace {

using Instant = std::chrono::steady_clock::time_point;

// The functions of libcurl that are used, under their own names.
struct Curl {
  decltype(&curl_global_init) global_init;
  decltype(&curl_easy_init) easy_init;
  decltype(&curl_easy_cleanup) easy_cleanup;
  decltype(&curl_easy_reset) easy_reset;
  // The header puts type-checking macros over these two.
  decltype(&(curl_easy_setopt)) easy_setopt;
  decltype(&(curl_easy_getinfo)) easy_getinfo;
  decltype(&curl_easy_strerror) easy_strerror;
  decltype(&curl_multi_init) multi_init;
  decltype(&curl_multi_cleanup) multi_cleanup;
  decltype(&curl_multi_add_handle) multi_add_handle;
  decltype(&curl_multi_remove_handle) multi_remove_handle;
  decltype(&curl_multi_perform) multi_perform;
  decltype(&curl_multi_poll) multi_poll;
  decltype(&curl_multi_info_read) multi_info_read;
  decltype(&curl_slist_append) slist_append;
  decltype(&curl_slist_free_all) slist_free_all;
};

Result<Curl> load_curl() {
  const Library library("libcurl.so.4");
  if (!library.is_open()) {
    return fail(Code::unavailable, "libcurl.so.4 is needed to talk to a server and cannot be loaded: install libcurl4");
  }
  Curl curl{};
  const bool complete =
      library.find("curl_global_init", curl.global_init) && library.find("curl_easy_init", curl.easy_init) &&
      library.find("curl_easy_cleanup", curl.easy_cleanup) && library.find("curl_easy_reset", curl.easy_reset) &&
      library.find("curl_easy_setopt", curl.easy_setopt) && library.find("curl_easy_getinfo", curl.easy_getinfo) &&
      library.find("curl_easy_strerror", curl.easy_strerror) && library.find("curl_multi_init", curl.multi_init) &&
      library.find("curl_multi_cleanup", curl.multi_cleanup) &&
      library.find("curl_multi_add_handle", curl.multi_add_handle) &&
      library.find("curl_multi_remove_handle", curl.multi_remove_handle) &&
      library.find("curl_multi_perform", curl.multi_perform) && library.find("curl_multi_poll", curl.multi_poll) &&
      library.find("curl_multi_info_read", curl.multi_info_read) &&
      library.find("curl_slist_append", curl.slist_append) && library.find("curl_slist_free_all", curl.slist_free_all);
  if (!complete) return fail(Code::unsupported, "libcurl.so.4 is too old: 7.85 or newer is needed");
  // Without this call the first handle would set up all of it. TLS sets itself up at its first connection.
  if (curl.global_init(CURL_GLOBAL_NOTHING) != CURLE_OK) return fail(Code::internal, "libcurl does not start");
  return curl;
}

const Result<Curl>& curl_library() {
  static const Result<Curl> library = load_curl();
  return library;
}

/// What the callbacks see of one exchange.
struct Exchange {
  const Curl& curl;
  CURL* easy;
  const Http::OnBody& on_body;
  std::size_t bytes_left;
  std::size_t bytes_limit;
  HttpHead head = {};
  Instant last_sign = std::chrono::steady_clock::now();
  std::optional<Error> error = {};
  bool enough = false;

  void fill_head() {
    long status = 0;
    curl.easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    head.status = static_cast<int>(status);
    const char* type = nullptr;
    curl.easy_getinfo(easy, CURLINFO_CONTENT_TYPE, &type);
    head.content_type = type == nullptr ? "" : type;
    curl_off_t wait = 0;
    curl.easy_getinfo(easy, CURLINFO_RETRY_AFTER, &wait);
    head.retry_after = wait > 0 ? fmt::format("{}", wait) : "";
  }
};

/// Gives back `size` to go on and anything else to end the transfer.
std::size_t write_body(char* data, std::size_t, std::size_t size, void* user) noexcept {
  Exchange& exchange = *static_cast<Exchange*>(user);
  exchange.last_sign = std::chrono::steady_clock::now();
  try {
    exchange.fill_head();
    if (size > exchange.bytes_left) {
      exchange.error =
          Error{Code::too_large, fmt::format("the server's reply is longer than {} bytes", exchange.bytes_limit)};
      return 0;
    }
    exchange.bytes_left -= size;
    const Result<Go> next = exchange.on_body(exchange.head, std::string_view(data, size));
    if (!next) {
      exchange.error = next.error();
      return 0;
    }
    if (*next == Go::enough) {
      exchange.enough = true;
      return 0;
    }
    return size;
  } catch (const std::exception& error) {
    exchange.error = Error{.code = Code::internal, .message = "out of memory"};
  }
  return 0;
}

std::size_t write_header(char*, std::size_t, std::size_t size, void* user) noexcept {
  static_cast<Exchange*>(user)->last_sign = std::chrono::steady_clock::now();
  return size;
}

std::string seconds(std::chrono::milliseconds limit) {
  return fmt::format("{:g} s", static_cast<double>(limit.count()) / 1000);
}

Error error_of(CURLcode code, const Curl& curl, const Address& address, const Limits& limits) {
  const std::string& where = address.base;
  switch (code) {
    case CURLE_COULDNT_CONNECT:
    case CURLE_COULDNT_RESOLVE_HOST:
      return {Code::unavailable, "no server answers there: start it, or choose another address", where};
    case CURLE_OPERATION_TIMEDOUT:
      return {Code::timed_out, fmt::format("no connection within {}", seconds(limits.connect)), where};
    case CURLE_GOT_NOTHING:
    case CURLE_PARTIAL_FILE:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
      return {Code::unavailable, "the server ended the connection in the middle of its reply", where};
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_BAD_CONTENT_ENCODING: return {Code::malformed, "what answers there does not speak HTTP/1.1", where};
    case CURLE_OUT_OF_MEMORY: return {Code::internal, "out of memory", where};
    default: return {Code::unavailable, fmt::format("the exchange failed: {}", curl.easy_strerror(code)), where};
  }
}

}  // namespace

struct Http::Handles {
  const Curl& curl;
  CURLM* multi;
  CURL* easy;

  explicit Handles(const Curl& library) : curl(library), multi(library.multi_init()), easy(library.easy_init()) {}
  Handles(const Handles&) = delete;
  Handles& operator=(const Handles&) = delete;
  ~Handles() {
    curl.easy_cleanup(easy);
    curl.multi_cleanup(multi);
  }
};

namespace {

/// A list of header lines that libcurl reads until it is freed.
class Lines {
 public:
  explicit Lines(const Curl& curl) : curl_(curl) {}
  Lines(const Lines&) = delete;
  Lines& operator=(const Lines&) = delete;
  ~Lines() { curl_.slist_free_all(list_); }
  void add(const std::string& line) { list_ = curl_.slist_append(list_, line.c_str()); }
  [[nodiscard]] curl_slist* get() const noexcept { return list_; }

 private:
  const Curl& curl_;
  curl_slist* list_ = nullptr;
};

void set_up(const Curl& curl, CURL* easy, const Address& address, const HttpRequest& request, const Limits& limits,
            Exchange& exchange, Lines& headers, Lines& names) {
  const auto set = [&](CURLoption option, auto value) { curl.easy_setopt(easy, option, value); };
  curl.easy_reset(easy);
  const std::string url = address.base + request.path;
  set(CURLOPT_URL, url.c_str());
  set(CURLOPT_PROTOCOLS_STR, address.base.starts_with("https") ? "https" : "http");
  set(CURLOPT_PROXY, "");
  set(CURLOPT_NOPROXY, "*");
  set(CURLOPT_FOLLOWLOCATION, 0L);
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
  set(CURLOPT_HTTP09_ALLOWED, 0L);
  set(CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
  set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(limits.connect.count()));
  set(CURLOPT_USERAGENT, "warrant");
  if (address.host == "localhost") {
    names.add(fmt::format("localhost:{}:127.0.0.1,[::1]", address.port));
    set(CURLOPT_RESOLVE, names.get());
  }
  headers.add("Expect:");  // no pause for a go-ahead before a large body
  for (const std::string& header : request.headers) headers.add(header);
  if (!request.body.empty()) {
    headers.add("Content-Type: application/json");
    set(CURLOPT_POSTFIELDS, request.body.data());
    set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
  }
  set(CURLOPT_HTTPHEADER, headers.get());
  set(CURLOPT_WRITEFUNCTION, &write_body);
  set(CURLOPT_WRITEDATA, static_cast<void*>(&exchange));
  set(CURLOPT_HEADERFUNCTION, &write_header);
  set(CURLOPT_HEADERDATA, static_cast<void*>(&exchange));
}

/// Drives the transfer to its end: its code, or why it was given up.
Result<CURLcode> drive(const Curl& curl, CURLM* multi, Exchange& exchange, const Limits& limits,
                       const std::function<bool()>& cancelled, const std::string& where) {
  constexpr int poll_ms = 50;
  const Instant begin = std::chrono::steady_clock::now();
  curl_off_t sent_before = 0;
  while (true) {
    int running = 0;
    if (curl.multi_perform(multi, &running) != CURLM_OK) return fail(Code::internal, "libcurl refuses to go on", where);
    int left = 0;
    while (const CURLMsg* message = curl.multi_info_read(multi, &left)) {
      if (message->msg == CURLMSG_DONE) return message->data.result;
    }
    const Instant now = std::chrono::steady_clock::now();
    curl_off_t sent = 0;
    curl.easy_getinfo(exchange.easy, CURLINFO_SIZE_UPLOAD_T, &sent);
    if (std::exchange(sent_before, sent) != sent) exchange.last_sign = now;
    if (cancelled && cancelled()) return fail(Code::interrupted, "cancelled", where);
    if (now - begin > limits.total) {
      return fail(Code::timed_out, fmt::format("the whole reply took longer than {}", seconds(limits.total)), where);
    }
    if (now - exchange.last_sign > limits.idle) {
      return fail(Code::timed_out, fmt::format("the server sent nothing for {}", seconds(limits.idle)), where);
    }
    curl.multi_poll(multi, nullptr, 0, poll_ms, nullptr);
  }
}

}  // namespace

void prepare() {
  static const std::future<void> loading = std::async(std::launch::async, [] { static_cast<void>(curl_library()); });
}

Http::Http(Address address) : address_(std::move(address)) {}
Http::~Http() = default;

Result<HttpHead> Http::exchange(const HttpRequest& request, const Limits& limits,
                                const std::function<bool()>& cancelled, const OnBody& on_body) {
  const Result<Curl>& library = curl_library();
  if (!library) return fail(library.error());
  const Curl& curl = *library;
  if (!handles_) handles_ = std::make_unique<Handles>(curl);
  if (handles_->easy == nullptr || handles_->multi == nullptr) return fail(Code::internal, "libcurl does not start");

  Exchange exchange{.curl = curl,
                    .easy = handles_->easy,
                    .on_body = on_body,
                    .bytes_left = limits.response_bytes,
                    .bytes_limit = limits.response_bytes};
  Lines headers(curl);
  Lines names(curl);
  set_up(curl, handles_->easy, address_, request, limits, exchange, headers, names);
  if (curl.multi_add_handle(handles_->multi, handles_->easy) != CURLM_OK) {
    return fail(Code::internal, "libcurl refuses the request", address_.base);
  }
  const Result<CURLcode> ended = drive(curl, handles_->multi, exchange, limits, cancelled, address_.base);
  if (ended) exchange.fill_head();
  curl.multi_remove_handle(handles_->multi, handles_->easy);
  curl.easy_reset(handles_->easy);  // it must not keep pointers into this frame

  if (exchange.error) return fail(*exchange.error);
  if (!ended) return fail(ended.error());
  if (*ended != CURLE_OK && !exchange.enough) return fail(error_of(*ended, curl, address_, limits));
  if (exchange.head.status >= 300 && exchange.head.status < 400) {
    return fail(Code::refused, "the server redirects to another address, and redirects are not followed",
                address_.base);
  }
  return exchange.head;
}

Result<Http::Reply> Http::fetch(const HttpRequest& request, const Limits& limits,
                                const std::function<bool()>& cancelled) {
  std::string body;
  WARRANT_TRY(head, exchange(request, limits, cancelled, [&](const HttpHead&, std::string_view piece) -> Result<Go> {
                body += piece;
                return Go::on;
              }));
  return Reply{.head = std::move(head), .body = std::move(body)};
}

}  // namespace warrant::model
