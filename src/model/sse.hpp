// Server-sent events (WHATWG HTML, "Server-sent events"), as far as model servers use them.
#pragma once

#include <warrant/base/result.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace warrant::model {

/// Puts a byte stream together into events, wherever the pieces are cut. Comments (pings) and unknown
/// fields are skipped. Beyond the standard, `error: {…}` gives an event too (older llama-server).
class SseReader {
 public:
  /// `event` is "" unless the stream names one; `data` holds the data lines joined by newlines.
  using OnEvent = std::function<Status(std::string_view event, std::string_view data)>;

  explicit SseReader(std::size_t event_limit) : limit_(event_limit) {}

  /// Errors: too_large when one event is over the limit; those of `on_event`.
  Status feed(std::string_view bytes, const OnEvent& on_event);
  /// At the end of the stream: gives the event that no empty line ended, if there is one.
  Status finish(const OnEvent& on_event);

 private:
  Status take_line(std::string_view line, const OnEvent& on_event);
  Status dispatch(const OnEvent& on_event);

  std::size_t limit_;
  std::string line_;
  std::string event_;
  std::string data_;
  bool has_data_ = false;
  bool after_cr_ = false;
};

}  // namespace warrant::model
