#include "warrant/base/json.hpp"

#include "warrant/base/utf8.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <unordered_set>

namespace warrant {

JsonObject::JsonObject() = default;
JsonObject::JsonObject(std::initializer_list<Member> members) {
  for (const Member& member : members) set(member.first, member.second);
}
JsonObject::JsonObject(const JsonObject&) = default;
JsonObject::JsonObject(JsonObject&&) noexcept = default;
JsonObject& JsonObject::operator=(const JsonObject&) = default;
JsonObject& JsonObject::operator=(JsonObject&&) noexcept = default;
JsonObject::~JsonObject() = default;
bool JsonObject::operator==(const JsonObject&) const = default;

const Json* JsonObject::find(std::string_view key) const noexcept {
  const auto it = std::ranges::find(members_, key, &Member::first);
  return it == members_.end() ? nullptr : &it->second;
}
Json* JsonObject::find(std::string_view key) noexcept {
  const auto it = std::ranges::find(members_, key, &Member::first);
  return it == members_.end() ? nullptr : &it->second;
}
void JsonObject::set(std::string key, Json value) {
  if (Json* existing = find(key)) {
    *existing = std::move(value);
  } else {
    members_.emplace_back(std::move(key), std::move(value));
  }
}
void JsonObject::append(std::string key, Json value) { members_.emplace_back(std::move(key), std::move(value)); }
bool JsonObject::erase(std::string_view key) {
  return std::erase_if(members_, [&](const Member& m) { return m.first == key; }) > 0;
}
std::size_t JsonObject::size() const noexcept { return members_.size(); }
bool JsonObject::empty() const noexcept { return members_.empty(); }
std::vector<JsonObject::Member>::const_iterator JsonObject::begin() const noexcept { return members_.begin(); }
std::vector<JsonObject::Member>::const_iterator JsonObject::end() const noexcept { return members_.end(); }

const Json* Json::find(std::string_view key) const noexcept {
  const JsonObject* members = object();
  return members == nullptr ? nullptr : members->find(key);
}
std::string_view Json::text(std::string_view key, std::string_view otherwise) const noexcept {
  const Json* member = find(key);
  const std::string* value = member == nullptr ? nullptr : member->string();
  return value == nullptr ? otherwise : std::string_view(*value);
}
double Json::number(double otherwise) const noexcept {
  if (const auto* exact = integer()) return static_cast<double>(*exact);
  if (const auto* inexact = std::get_if<double>(&value_)) return *inexact;
  return otherwise;
}

namespace {

using Parser = nlohmann::json;

std::string number_text(double value);

// Builds a Json from parser events. A false answer stops the parser; `problem` then says why.
class Builder : public nlohmann::json_sax<Parser> {
 public:
  explicit Builder(std::size_t depth_limit) : depth_limit_(depth_limit) {}

  bool null() override { return put(Json(nullptr)); }
  bool boolean(bool value) override { return put(Json(value)); }
  bool number_integer(std::int64_t value) override { return put(Json(value)); }
  bool number_unsigned(std::uint64_t value) override {
    if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
      return long_integer(static_cast<double>(value), std::to_string(value));
    }
    return put(Json(static_cast<std::int64_t>(value)));
  }
  bool number_float(double value, const std::string& text) override {
    if (!std::isfinite(value)) return stop("a number is out of range");
    if (text.find_first_of(".eE") == std::string::npos) return long_integer(value, text);
    return put(Json(value));
  }
  bool string(std::string& value) override { return put(Json(std::move(value))); }
  bool binary(Parser::binary_t&) override { return stop("binary values are not JSON"); }
  bool start_object(std::size_t) override { return open(Json(JsonObject())); }
  bool start_array(std::size_t) override { return open(Json(JsonArray())); }
  bool key(std::string& value) override {
    Level& level = levels_.back();
    if (!level.seen.insert(value).second)
      return stop(fmt::format("the key \"{}\" stands twice in one object", visible(value, false)));
    level.key = std::move(value);
    return true;
  }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& error) override {
    if (problem_.empty()) {
      position_ = position;
      problem_ = error.what();
      // The parser's text starts with its own error number; only the reason is of use.
      if (const auto at = problem_.find("syntax error"); at != std::string::npos) problem_ = problem_.substr(at);
    }
    return false;
  }

  Json root;
  [[nodiscard]] const std::string& problem() const { return problem_; }
  [[nodiscard]] std::size_t position() const { return position_; }

 private:
  struct Level {
    Json value;
    std::string key;
    std::unordered_set<std::string> seen;
  };

  // RFC 8785 writes doubles up to 1e21 without an exponent. Digits beyond 64 bits are accepted only
  // where they are that writing, so that no digit is lost.
  bool long_integer(double value, const std::string& digits) {
    return number_text(value) == digits ? put(Json(value)) : stop("an integer does not fit 64 bits");
  }
  bool stop(std::string why) {
    problem_ = std::move(why);
    return false;
  }
  bool put(Json value) {
    if (levels_.empty()) {
      root = std::move(value);
      return true;
    }
    Level& level = levels_.back();
    if (JsonObject* members = level.value.object()) {
      members->append(std::move(level.key), std::move(value));
    } else {
      level.value.array()->push_back(std::move(value));
    }
    return true;
  }
  bool open(Json container) {
    if (levels_.size() >= depth_limit_) return stop(fmt::format("nested deeper than {} levels", depth_limit_));
    levels_.push_back(Level{.value = std::move(container), .key = {}, .seen = {}});
    return true;
  }
  bool close() {
    Json done = std::move(levels_.back().value);
    levels_.pop_back();
    return put(std::move(done));
  }

  std::size_t depth_limit_;
  std::vector<Level> levels_;
  std::string problem_;
  std::size_t position_ = 0;
};

std::string line_and_column(std::string_view text, std::size_t position) {
  const std::string_view before = text.substr(0, std::min(position, text.size()));
  const auto line = static_cast<std::size_t>(std::ranges::count(before, '\n')) + 1;
  const auto start = before.rfind('\n');
  const std::size_t column = start == std::string_view::npos ? before.size() : before.size() - start - 1;
  return fmt::format("line {}, column {}", line, std::max<std::size_t>(column, 1));
}

void write_string(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    switch (c) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\b': out += "\\b"; break;
      case '\f': out += "\\f"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned char>(c));
        } else {
          out += c;
        }
    }
  }
  out += '"';
}

// ECMAScript's Number::toString, which RFC 8785 prescribes: shortest digits, plain notation for
// exponents from -7 to 20.
std::string number_text(double value) {
  if (!std::isfinite(value)) return "null";
  if (value == 0) return "0";
  char buffer[40];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, std::fabs(value), std::chars_format::scientific).ptr;
  const std::string_view text(buffer, static_cast<std::size_t>(end - buffer));
  const std::size_t e = text.find('e');
  std::string digits;
  for (const char c : text.substr(0, e)) {
    if (c != '.') digits += c;
  }
  int exponent = 0;
  const std::string_view exponent_text = text.substr(e + 1);
  std::from_chars(exponent_text.data() + (exponent_text[0] == '+' ? 1 : 0), exponent_text.data() + exponent_text.size(),
                  exponent);
  const int count = static_cast<int>(digits.size());
  const int point = exponent + 1;  // position of the decimal point behind the first digit
  std::string out = value < 0 ? "-" : "";
  if (count <= point && point <= 21) {
    out += digits + std::string(static_cast<std::size_t>(point - count), '0');
  } else if (0 < point && point <= 21) {
    out += digits.substr(0, static_cast<std::size_t>(point)) + "." + digits.substr(static_cast<std::size_t>(point));
  } else if (-6 < point && point <= 0) {
    out += "0." + std::string(static_cast<std::size_t>(-point), '0') + digits;
  } else {
    out += digits.substr(0, 1);
    if (count > 1) out += "." + digits.substr(1);
    out += fmt::format("e{}{}", point > 0 ? "+" : "-", std::abs(point - 1));
  }
  return out;
}

// RFC 8785 sorts members by the UTF-16 code units of their keys.
std::u16string utf16(std::string_view text) {
  std::u16string out;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_utf8(text, at);
    at += point.size;
    if (point.value >= 0x10000) {
      out += static_cast<char16_t>(0xD800 + ((point.value - 0x10000) >> 10U));
      out += static_cast<char16_t>(0xDC00 + ((point.value - 0x10000) & 0x3FFU));
    } else {
      out += static_cast<char16_t>(point.value);
    }
  }
  return out;
}

bool utf16_less(const std::string& a, const std::string& b) {
  // Byte order and UTF-16 order differ only where surrogate pairs meet U+E000…U+FFFF.
  const auto plain = [](const std::string& s) {
    return std::ranges::all_of(s, [](char c) { return static_cast<unsigned char>(c) < 0xEE; });
  };
  return plain(a) && plain(b) ? a < b : utf16(a) < utf16(b);
}

enum class Order { as_written, sorted };

class Writer {
 public:
  Writer(Order order, int indent) : order_(order), indent_(indent) {}

  void write(const Json& json, int depth) {
    std::visit([&](const auto& value) { put(value, depth); }, json.value());
  }
  std::string out;

 private:
  void put(std::nullptr_t, int) { out += "null"; }
  void put(bool value, int) { out += value ? "true" : "false"; }
  void put(std::int64_t value, int) { fmt::format_to(std::back_inserter(out), "{}", value); }
  void put(double value, int) { out += number_text(value); }
  void put(const std::string& value, int) { write_string(out, value); }
  void put(const JsonArray& values, int depth) {
    out += '[';
    bool first = true;
    for (const Json& value : values) {
      separate(first, depth + 1);
      write(value, depth + 1);
    }
    finish(']', first, depth);
  }
  void put(const JsonObject& members, int depth) {
    out += '{';
    bool first = true;
    const auto one = [&](const JsonObject::Member& member) {
      separate(first, depth + 1);
      write_string(out, member.first);
      out += indent_ > 0 ? ": " : ":";
      write(member.second, depth + 1);
    };
    if (order_ == Order::as_written) {
      for (const auto& member : members) one(member);
    } else {
      std::vector<const JsonObject::Member*> sorted;
      sorted.reserve(members.size());
      for (const auto& member : members) sorted.push_back(&member);
      std::ranges::sort(sorted, [](const auto* a, const auto* b) { return utf16_less(a->first, b->first); });
      for (const auto* member : sorted) one(*member);
    }
    finish('}', first, depth);
  }
  void separate(bool& first, int depth) {
    if (!first) out += ',';
    first = false;
    newline(depth);
  }
  void finish(char close, bool was_empty, int depth) {
    if (!was_empty) newline(depth);
    out += close;
  }
  void newline(int depth) {
    if (indent_ == 0) return;
    out += '\n';
    out.append(static_cast<std::size_t>(depth) * static_cast<std::size_t>(indent_), ' ');
  }

  Order order_;
  int indent_;
};

std::string render(const Json& value, Order order, int indent) {
  Writer writer(order, indent);
  writer.write(value, 0);
  return std::move(writer.out);
}

}  // namespace

Result<Json> parse_json(std::string_view text, JsonLimits limits) {
  if (text.size() > limits.bytes) {
    return fail(Code::too_large, fmt::format("JSON of {} bytes is over the limit of {}", text.size(), limits.bytes));
  }
  // The lexer behind this takes a NUL for the end of its input and would not see what follows.
  if (const auto nul = text.find('\0'); nul != std::string_view::npos) {
    return fail(Code::malformed, fmt::format("not valid JSON at {}: a NUL byte", line_and_column(text, nul + 1)));
  }
  if (text.starts_with("\xEF\xBB\xBF")) return fail(Code::malformed, "JSON must not start with a byte order mark");
  Builder builder(limits.depth);
  bool ok = false;
  try {
    ok = Parser::sax_parse(text.begin(), text.end(), &builder);
  } catch (const std::exception& error) {
    return fail(Code::malformed, fmt::format("JSON cannot be read: {}", error.what()));
  }
  if (ok) return std::move(builder.root);
  const std::string place = builder.position() > 0 ? " at " + line_and_column(text, builder.position()) : "";
  return fail(Code::malformed, fmt::format("not valid JSON{}: {}", place, visible(builder.problem(), false)));
}

std::string canonical(const Json& value) { return render(value, Order::sorted, 0); }
std::string to_text(const Json& value) { return render(value, Order::as_written, 0); }
std::string to_pretty(const Json& value) { return render(value, Order::as_written, 2); }

}  // namespace warrant
