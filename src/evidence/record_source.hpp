// A file of any size as a row of records, through a window of bounded size.
#pragma once

#include <warrant/base/result.hpp>
#include <warrant/base/span.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::evidence {

/// Fills a buffer with the next bytes; 0 at the end.
using Input = std::function<Result<std::size_t>(char* into, std::size_t size)>;

/// The largest record that is read; larger ones are passed over.
inline constexpr std::size_t kMaxRecord = 8U << 20U;

/// The part of the input that is in memory. Readable kRecordPadding bytes beyond its end.
class Window {
 public:
  explicit Window(Input input);

  [[nodiscard]] std::string_view bytes() const { return {buffer_.data() + begin_, end_ - begin_}; }
  [[nodiscard]] std::size_t offset() const { return offset_; }  ///< of bytes() in the input
  [[nodiscard]] bool at_end() const { return at_end_; }
  void drop(std::size_t count);
  /// Reads more behind what is there. False at the end of the input or on an error.
  bool grow();
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  Input input_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t offset_ = 0;
  bool at_end_ = false;
  std::optional<Error> error_;
};

struct RawRecord {
  std::string_view bytes;  ///< until the next call
  Span source;
  std::string_view member;  ///< of a document: the member it belongs to
  bool too_large;           ///< bytes is empty
};

/// The lines of an input, without their newline. Empty lines are left out.
class LineSource {
 public:
  explicit LineSource(Window& window) : window_(window) {}
  /// Includes empty lines; for Markdown.
  std::optional<RawRecord> next_line();
  std::optional<RawRecord> next();

 private:
  Window& window_;
  std::size_t taken_ = 0;
};

/// The records inside JSON values that go over many lines, without reading a value as a whole.
class ElementSource {
 public:
  struct Shape {
    std::vector<std::string> arrays;   ///< members of the root whose elements are records
    std::vector<std::string> objects;  ///< members of the root that are records
    bool values;                       ///< each root is a record itself; nothing else is then
  };
  ElementSource(Window& window, Shape shape) : window_(window), shape_(std::move(shape)) {}
  std::optional<RawRecord> next();
  /// Whether the last value ended where it should.
  [[nodiscard]] bool complete() const { return complete_; }

 private:
  bool more();
  bool skip_string(std::string* into);
  bool begins_record(char c) const;
  bool begins_anew();
  RawRecord take();

  Window& window_;
  Shape shape_;
  std::size_t at_ = 0;     ///< in the window
  std::size_t start_ = 0;  ///< of the captured record
  bool capturing_ = false;
  bool too_large_ = false;
  int depth_ = 0;
  int record_depth_ = 0;
  bool root_array_ = false;
  bool in_array_ = false;
  std::string key_;
  std::string member_;
  bool complete_ = false;
  std::size_t taken_ = 0;
};

}  // namespace warrant::evidence
