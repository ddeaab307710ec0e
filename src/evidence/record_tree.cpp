#include "record_tree.hpp"

#include <warrant/base/utf8.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <optional>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#define SIMDJSON_EXCEPTIONS 0
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wpedantic"
#include <simdjson.h>
#pragma GCC diagnostic pop

namespace warrant::evidence {
namespace {

constexpr int kMaxDepth = 24;
constexpr std::size_t kMaxNodes = 1U << 18U;

std::optional<unsigned> hex4(std::string_view text) {
  if (text.size() < 4) return std::nullopt;
  unsigned value = 0;
  const std::string_view digits = text.substr(0, 4);
  const auto read = std::from_chars(digits.begin(), digits.end(), value, 16);
  if (read.ec != std::errc{} || read.ptr != digits.end()) return std::nullopt;
  return value;
}

/// Appends what `\uXXXX` at the head of `rest` stands for; gives the bytes it takes.
std::size_t append_unicode(std::string& out, std::string_view rest) {
  const auto high = hex4(rest.substr(2));
  if (!high) {
    append_utf8(out, 0xFFFD);
    return 2;
  }
  if (*high >= 0xD800 && *high < 0xDC00 && rest.size() >= 12 && rest[6] == '\\' && rest[7] == 'u') {
    const auto low = hex4(rest.substr(8));
    if (low && *low >= 0xDC00 && *low < 0xE000) {
      append_utf8(out, 0x10000U + ((*high - 0xD800U) << 10U) + (*low - 0xDC00U));
      return 12;
    }
  }
  append_utf8(out, *high >= 0xD800 && *high < 0xE000 ? U'\uFFFD' : static_cast<char32_t>(*high));
  return 6;
}

/// What stands for itself behind a backslash, and what does not.
constexpr auto kPlainEscapes = [] {
  std::array<char, 256> plain{};
  for (std::size_t c = 0; c < plain.size(); ++c) plain[c] = static_cast<char>(c);
  plain['n'] = '\n';
  plain['t'] = '\t';
  plain['r'] = '\r';
  plain['b'] = '\b';
  plain['f'] = '\f';
  return plain;
}();

std::string_view trim_token(std::string_view token) {
  while (!token.empty() &&
         (token.back() == ' ' || token.back() == '\n' || token.back() == '\r' || token.back() == '\t')) {
    token.remove_suffix(1);
  }
  return token;
}

}  // namespace

namespace {

#if defined(__SSE2__)
/// Copies 16 bytes; gives a bit for each that is a backslash, the first one lowest.
unsigned copy_block(const char* from, char* to) {
  const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), block);
  return static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(block, _mm_set1_epi8('\\'))));
}
constexpr std::size_t kBlock = 16;
constexpr unsigned kBitsPerByte = 1;
#else
/// Copies 8 bytes; the lowest bit that is set is that of the first backslash, the highest of its byte.
std::uint64_t copy_block(const char* from, char* to) {
  std::uint64_t word = 0;
  std::memcpy(&word, from, sizeof word);
  std::memcpy(to, &word, sizeof word);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  const std::uint64_t zeros = word ^ 0x5C5C5C5C5C5C5C5CULL;
  return (zeros - 0x0101010101010101ULL) & ~zeros & 0x8080808080808080ULL;
}
constexpr std::size_t kBlock = 8;
constexpr unsigned kBitsPerByte = 8;
#endif

/// Copies up to the next backslash, a block at a time. `out` has room for all of `raw`.
void copy_plain(std::string_view raw, std::size_t& from, char* out, std::size_t& to) {
  while (from + kBlock <= raw.size()) {
    const auto marks = copy_block(raw.data() + from, out + to);
    const std::size_t plain = marks == 0 ? kBlock : static_cast<std::size_t>(std::countr_zero(marks)) / kBitsPerByte;
    from += plain;
    to += plain;
    if (marks != 0) return;
  }
  while (from < raw.size() && raw[from] != '\\') out[to++] = raw[from++];
}

}  // namespace

std::string unescape(std::string_view raw) {
  // An escape is never shorter than what it stands for, but for a "\\u" without its digits: three
  // bytes from two, as long as there is room.
  std::string out;
  out.resize_and_overwrite(raw.size() + 16, [raw](char* into, std::size_t room) {
    std::size_t to = 0;
    for (std::size_t i = 0; i < raw.size();) {
      copy_plain(raw, i, into, to);
      if (i + 1 >= raw.size()) break;
      const char escaped = raw[i + 1];
      if (escaped == 'u') {
        std::string unit;
        i += append_unicode(unit, raw.substr(i));
        if (to + unit.size() + (raw.size() - i) > room) {
          into[to++] = '?';
          continue;
        }
        to = static_cast<std::size_t>(std::ranges::copy(unit, into + to).out - into);
        continue;
      }
      into[to++] = kPlainEscapes[static_cast<unsigned char>(escaped)];
      i += 2;
    }
    return to;
  });
  return out;
}

const Node& Record::Ref::node() const { return record_->nodes_[index_]; }

Record::Ref Record::Ref::operator[](std::string_view wanted) const {
  if (record_ == nullptr) return {};
  const auto& nodes = record_->nodes_;
  for (std::uint32_t at = nodes[index_].child; at != 0; at = nodes[at].next) {
    const auto key = nodes[at].key;
    // Most others differ in their first letter, which costs no call.
    if (key.size() == wanted.size() && !key.empty() && key.front() == wanted.front() && key == wanted)
      return {record_, at};
  }
  return {};
}
Record::Ref Record::Ref::first() const {
  return record_ == nullptr || node().child == 0 ? Ref() : Ref(record_, node().child);
}
Record::Ref Record::Ref::next() const {
  return record_ == nullptr || node().next == 0 ? Ref() : Ref(record_, node().next);
}
std::string_view Record::Ref::key() const { return record_ == nullptr ? std::string_view{} : node().key; }
bool Record::Ref::is(Node::Kind kind) const { return record_ != nullptr && node().kind == kind; }
std::string_view Record::Ref::raw() const { return is(Node::Kind::string) ? node().raw : std::string_view{}; }
std::string Record::Ref::text() const { return unescape(raw()); }
bool Record::Ref::is_true() const { return is(Node::Kind::boolean) && node().raw == "true"; }
long long Record::Ref::integer(long long otherwise) const {
  if (!is(Node::Kind::number)) return otherwise;
  long long value = otherwise;
  std::from_chars(node().raw.data(), node().raw.data() + node().raw.size(), value);
  return value;
}

/// simdjson's first stage finds every structural byte (at run time with the widest instructions the
/// processor has), checks UTF-8 and that strings end. The walk over these bytes is ours: its
/// on-demand walk is fixed to one instruction set when it is compiled, its DOM unescapes everything.
struct RecordParser::State {
  /// The parser's first stage alone: a whole parser would also make room for the values, ten bytes for each byte.
  std::unique_ptr<simdjson::internal::dom_parser_implementation> parser;
  /// By length and first letter, so that most unknown keys cost no comparison.
  std::array<std::vector<std::string>, 256> keys{};
  std::string_view bytes;
  const std::uint32_t* at = nullptr;   ///< the structural byte that is next
  const std::uint32_t* end = nullptr;  ///< behind the last one

  static std::size_t slot(std::string_view key) {
    return (key.size() * 7 + static_cast<unsigned char>(key.front())) % 256;
  }
  bool wants(std::string_view key) const {
    if (key.empty()) return false;
    const auto& candidates = keys[slot(key)];
    return !candidates.empty() && std::ranges::find(candidates, key) != candidates.end();
  }

  bool done() const { return at >= end; }
  /// The first stage gives only places inside the bytes.
  char here() const { return bytes.data()[*at]; }
  /// The bytes from the current token to the next structural byte.
  std::string_view token() const {
    const std::size_t to = at + 1 < end ? at[1] : bytes.size();
    return trim_token(bytes.substr(*at, to - *at));
  }

  /// Passes over one value.
  bool skip() {
    int depth = 0;
    do {
      if (done()) return false;
      const char c = here();
      if (c == '{' || c == '[') ++depth;
      if (c == '}' || c == ']') --depth;
      ++at;
    } while (depth > 0);
    return depth == 0;
  }

  /// Adds a node and what is below it; gives its index, or nothing when the bytes are no JSON.
  std::optional<std::uint32_t> add(std::string_view key, int depth, Record& into) {
    const auto index = static_cast<std::uint32_t>(into.nodes_.size());
    if (index >= kMaxNodes || done()) return std::nullopt;
    into.nodes_.push_back({.kind = Node::Kind::null, .key = key, .raw = {}, .child = 0, .next = 0});
    const char c = here();
    if (c == '{' || c == '[') {
      ++at;
      const bool read = c == '{' ? members(index, depth, into) : elements(index, depth, into);
      return read ? std::optional(index) : std::nullopt;
    }
    const auto value = token();
    ++at;
    if (c == '"') {
      if (value.size() < 2 || value.back() != '"') return std::nullopt;
      into.nodes_[index].kind = Node::Kind::string;
      into.nodes_[index].raw = value.substr(1, value.size() - 2);
      return index;
    }
    if (value == "true" || value == "false") {
      into.nodes_[index].kind = Node::Kind::boolean;
    } else if (value != "null") {
      if (value.empty() || (value.front() != '-' && (value.front() < '0' || value.front() > '9'))) return std::nullopt;
      into.nodes_[index].kind = Node::Kind::number;
    }
    into.nodes_[index].raw = value;
    return index;
  }

  /// The members behind a '{', up to and with its '}'.
  bool members(std::uint32_t index, int depth, Record& into) {
    into.nodes_[index].kind = Node::Kind::object;
    std::uint32_t last = 0;
    if (!done() && here() == '}') return ++at, true;
    while (!done()) {
      const auto quoted = token();
      if (here() != '"' || quoted.size() < 2 || quoted.back() != '"') return false;
      const auto key = quoted.substr(1, quoted.size() - 2);
      ++at;
      if (done() || here() != ':') return false;
      ++at;
      if (depth >= kMaxDepth || !wants(key)) {
        if (!skip()) return false;
      } else {
        const auto made = add(key, depth + 1, into);
        if (!made) return false;
        (last == 0 ? into.nodes_[index].child : into.nodes_[last].next) = *made;
        last = *made;
      }
      if (done()) return false;
      const char c = here();
      ++at;
      if (c == '}') return true;
      if (c != ',') return false;
    }
    return false;
  }

  bool elements(std::uint32_t index, int depth, Record& into) {
    into.nodes_[index].kind = Node::Kind::array;
    std::uint32_t last = 0;
    if (!done() && here() == ']') return ++at, true;
    while (!done()) {
      if (depth >= kMaxDepth) {
        if (!skip()) return false;
      } else {
        const auto made = add({}, depth + 1, into);
        if (!made) return false;
        (last == 0 ? into.nodes_[index].child : into.nodes_[last].next) = *made;
        last = *made;
      }
      if (done()) return false;
      const char c = here();
      ++at;
      if (c == ']') return true;
      if (c != ',') return false;
    }
    return false;
  }
};

RecordParser::RecordParser(std::span<const std::string_view> keys) : state_(std::make_unique<State>()) {
  for (const auto key : keys) {
    state_->keys[State::slot(key)].emplace_back(key);
  }
}
RecordParser::~RecordParser() = default;

bool RecordParser::parse(std::string_view bytes, Record& into) {
  into.nodes_.clear();
  auto& parser = state_->parser;
  // A smaller table than the last record needed is given back after a very large one.
  constexpr std::size_t kSmall = 256U << 10U;
  const std::size_t had = parser ? parser->capacity() : 0;
  if (had < bytes.size() || (had > 8 * kSmall && bytes.size() < kSmall)) {
    parser.reset();
    if (simdjson::get_active_implementation()->create_dom_parser_implementation(
            std::max(bytes.size(), kSmall), kMaxDepth, parser) != simdjson::SUCCESS) {
      parser.reset();
      return false;
    }
  }
  if (parser->stage1(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(),
                     simdjson::stage1_mode::regular) != simdjson::SUCCESS) {
    return false;
  }
  state_->bytes = bytes;
  state_->at = parser->structural_indexes.get();
  state_->end = state_->at + parser->n_structural_indexes;
  if (state_->done() || state_->here() != '{') return false;
  ++state_->at;
  into.nodes_.push_back({.kind = Node::Kind::object, .key = {}, .raw = {}, .child = 0, .next = 0});
  return state_->members(0, 0, into) && state_->done();
}

}  // namespace warrant::evidence
