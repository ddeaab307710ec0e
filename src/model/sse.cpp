#include "sse.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace warrant::model {

Status SseReader::feed(std::string_view bytes, const OnEvent& on_event) {
  while (!bytes.empty()) {
    // A line ends with LF, CR, or CR LF; the two of the last can come in different pieces.
    if (after_cr_ && bytes.front() == '\n') bytes.remove_prefix(1);
    after_cr_ = false;
    const std::size_t end = std::min(bytes.find_first_of("\r\n"), bytes.size());
    line_ += bytes.substr(0, end);
    if (line_.size() + data_.size() > limit_) {
      return fail(Code::too_large, fmt::format("one event of the stream is longer than {} bytes", limit_));
    }
    if (end == bytes.size()) break;
    after_cr_ = bytes[end] == '\r';
    bytes.remove_prefix(end + 1);
    WARRANT_CHECK(take_line(line_, on_event));
    line_.clear();
  }
  return {};
}

Status SseReader::finish(const OnEvent& on_event) {
  if (!line_.empty()) WARRANT_CHECK(take_line(line_, on_event));
  line_.clear();
  return dispatch(on_event);
}

Status SseReader::take_line(std::string_view line, const OnEvent& on_event) {
  if (line.empty()) return dispatch(on_event);
  const std::size_t colon = std::min(line.find(':'), line.size());
  const std::string_view field = line.substr(0, colon);
  std::string_view value = line.substr(std::min(colon + 1, line.size()));
  if (value.starts_with(' ')) value.remove_prefix(1);
  if (field == "event") event_ = value;
  if (field == "error") event_ = "error";
  if (field == "data" || field == "error") {
    if (has_data_) data_ += '\n';
    data_ += value;
    has_data_ = true;
  }
  return {};
}

Status SseReader::dispatch(const OnEvent& on_event) {
  if (!has_data_) {
    event_.clear();
    return {};
  }
  const Status status = on_event(event_, data_);
  event_.clear();
  data_.clear();
  has_data_ = false;
  return status;
}

}  // namespace warrant::model
