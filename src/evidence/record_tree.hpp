// One JSON record of a transcript, reduced to the members a reader asked for.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::evidence {

/// Bytes that must be readable (and may hold anything) behind a record given to RecordParser.
inline constexpr std::size_t kRecordPadding = 64;

/// A member or an element. Strings stay escaped until they are needed.
struct Node {
  enum class Kind : std::uint8_t { null, boolean, number, string, object, array };
  Kind kind;
  std::string_view key;  ///< empty for elements; escaped
  std::string_view raw;  ///< a string without its quotes, a number or a boolean as written
  std::uint32_t child;   ///< index of the first, 0: none
  std::uint32_t next;    ///< index of the next sibling, 0: none
};

/// The tree of one record; views into the record's bytes.
class Record {
 public:
  /// A node, or none. Looking into none gives none.
  class Ref {
   public:
    Ref() = default;
    Ref(const Record* record, std::uint32_t index) : record_(record), index_(index) {}
    explicit operator bool() const { return record_ != nullptr; }
    [[nodiscard]] Ref operator[](std::string_view key) const;
    [[nodiscard]] Ref first() const;  ///< first member or element
    [[nodiscard]] Ref next() const;   ///< next sibling
    [[nodiscard]] std::string_view key() const;
    [[nodiscard]] bool is(Node::Kind kind) const;
    /// The string, escapes still in it: enough to compare with plain words.
    [[nodiscard]] std::string_view raw() const;
    /// The string without escapes; empty for anything else. Unpaired surrogates become U+FFFD.
    [[nodiscard]] std::string text() const;
    [[nodiscard]] bool is_true() const;
    [[nodiscard]] long long integer(long long otherwise) const;

   private:
    [[nodiscard]] const Node& node() const;
    const Record* record_ = nullptr;
    std::uint32_t index_ = 0;
  };

  [[nodiscard]] Ref root() const { return nodes_.empty() ? Ref() : Ref(this, 0); }
  std::vector<Node> nodes_;
};

/// The inside of a JSON string without its escapes.
std::string unescape(std::string_view raw);

/// Reads records. Members whose key is not among `keys` are passed over unread, at any depth.
/// Not thread-safe; one a thread.
class RecordParser {
 public:
  explicit RecordParser(std::span<const std::string_view> keys);
  ~RecordParser();
  RecordParser(const RecordParser&) = delete;
  RecordParser& operator=(const RecordParser&) = delete;

  /// False when the record is no complete JSON object. The views in `into` live as long as `bytes`.
  bool parse(std::string_view bytes, Record& into);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace warrant::evidence
