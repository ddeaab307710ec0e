// A server for tests: answers each request with the very bytes a test gives. Loopback only.
#pragma once

#include <warrant/base/fd.hpp>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace warrant::model::test {

struct Request {
  std::string head;  ///< request line and header lines
  std::string body;
  [[nodiscard]] bool is(std::string_view start) const { return head.starts_with(start); }
};

/// Bytes, and a pause after them. `hold` keeps the connection open until the client goes.
struct Piece {
  std::string bytes;
  int pause_ms = 0;
  bool hold = false;
};

using Answer = std::function<std::vector<Piece>(const Request&)>;

inline std::string response(int status, std::string_view type, std::string_view body, std::string_view more = {}) {
  return "HTTP/1.1 " + std::to_string(status) + " X\r\nContent-Type: " + std::string(type) +
         "\r\nContent-Length: " + std::to_string(body.size()) + "\r\nConnection: close\r\n" + std::string(more) +
         "\r\n" + std::string(body);
}
inline std::string json(std::string_view body, int status = 200) { return response(status, "application/json", body); }
/// The head of a stream that ends with its connection.
inline std::string events() {
  return "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";
}

class FakeServer {
 public:
  explicit FakeServer(Answer answer)
      : answer_(std::move(answer)), listener_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (bind(listener_.get(), reinterpret_cast<sockaddr*>(&address), size) != 0 || listen(listener_.get(), 16) != 0)
      std::abort();
    getsockname(listener_.get(), reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  FakeServer(const FakeServer&) = delete;
  FakeServer& operator=(const FakeServer&) = delete;
  ~FakeServer() {
    stop_ = true;
    thread_.join();
  }

  [[nodiscard]] std::uint16_t port() const { return port_; }
  [[nodiscard]] std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
  [[nodiscard]] std::vector<Request> requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
  }

 private:
  void serve() {
    while (!stop_) {
      pollfd waiting{.fd = listener_.get(), .events = POLLIN, .revents = 0};
      if (poll(&waiting, 1, 20) <= 0) continue;
      const Fd client(accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
      if (client.is_open()) talk(client.get());
    }
  }

  void talk(int client) {
    const Request request = read_request(client);
    {
      const std::lock_guard lock(mutex_);
      requests_.push_back(request);
    }
    for (const Piece& piece : answer_(request)) {
      if (send(client, piece.bytes.data(), piece.bytes.size(), MSG_NOSIGNAL) < 0) return;
      for (int waited = 0; waited < piece.pause_ms && !stop_; waited += 5) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
      char byte = 0;
      while (piece.hold && !stop_ && recv(client, &byte, 1, MSG_DONTWAIT) != 0) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
    }
    shutdown(client, SHUT_WR);
    char rest[256];
    while (!stop_ && recv(client, rest, sizeof rest, 0) > 0) {}
  }

  static Request read_request(int client) {
    std::string all;
    std::size_t needed = std::string::npos;
    char block[4096];
    while (needed == std::string::npos || all.size() < needed) {
      const ssize_t got = recv(client, block, sizeof block, 0);
      if (got <= 0) break;
      all.append(block, static_cast<std::size_t>(got));
      const std::size_t end = all.find("\r\n\r\n");
      if (needed == std::string::npos && end != std::string::npos) needed = end + 4 + length_in(all.substr(0, end));
    }
    const std::size_t end = all.find("\r\n\r\n");
    if (end == std::string::npos) return {.head = all, .body = {}};
    return {.head = all.substr(0, end), .body = all.substr(end + 4)};
  }

  static std::size_t length_in(const std::string& head) {
    const std::size_t at = head.find("Content-Length: ");
    std::size_t length = 0;
    if (at != std::string::npos) std::from_chars(head.data() + at + 16, head.data() + head.size(), length);
    return length;
  }

  Answer answer_;
  Fd listener_;
  std::uint16_t port_ = 0;
  std::atomic<bool> stop_ = false;
  mutable std::mutex mutex_;
  std::vector<Request> requests_;
  std::thread thread_;
};

}  // namespace warrant::model::test
