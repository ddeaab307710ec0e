// One JSON value for the whole product, a strict reader and a canonical writer.
#pragma once

#include <warrant/base/result.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace warrant {

class Json;

/// Members in the order they were written or read; keys are unique.
class JsonObject {
 public:
  using Member = std::pair<std::string, Json>;

  JsonObject();
  JsonObject(std::initializer_list<Member> members);
  JsonObject(const JsonObject&);
  JsonObject(JsonObject&&) noexcept;
  JsonObject& operator=(const JsonObject&);
  JsonObject& operator=(JsonObject&&) noexcept;
  ~JsonObject();

  /// The value under `key`, or nullptr. The pointer lives until the next change of the object.
  [[nodiscard]] const Json* find(std::string_view key) const noexcept;
  [[nodiscard]] Json* find(std::string_view key) noexcept;
  /// Adds the member, or replaces the value of an existing one.
  void set(std::string key, Json value);
  /// Adds without looking for an equal key: the caller knows that there is none.
  void append(std::string key, Json value);
  bool erase(std::string_view key);

  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] bool empty() const noexcept;
  [[nodiscard]] std::vector<Member>::const_iterator begin() const noexcept;
  [[nodiscard]] std::vector<Member>::const_iterator end() const noexcept;

  bool operator==(const JsonObject&) const;

 private:
  std::vector<Member> members_;
};

using JsonArray = std::vector<Json>;

/// A JSON value. Integers that fit 64 bits are exact; every other number is a double.
class Json {
 public:
  using Value = std::variant<std::nullptr_t, bool, std::int64_t, double, std::string, JsonArray, JsonObject>;

  Json() : value_(nullptr) {}
  Json(std::nullptr_t) : value_(nullptr) {}
  Json(bool value) : value_(value) {}
  Json(int value) : value_(std::int64_t{value}) {}
  Json(std::int64_t value) : value_(value) {}
  Json(std::size_t value) : value_(static_cast<std::int64_t>(value)) {}
  Json(double value) : value_(value) {}
  Json(const char* value) : value_(std::string(value)) {}
  Json(std::string_view value) : value_(std::string(value)) {}
  Json(std::string value) : value_(std::move(value)) {}
  Json(JsonArray value) : value_(std::move(value)) {}
  Json(JsonObject value) : value_(std::move(value)) {}

  [[nodiscard]] const Value& value() const noexcept { return value_; }
  [[nodiscard]] bool is_null() const noexcept { return std::holds_alternative<std::nullptr_t>(value_); }
  // Each gives nullptr when the value is of another kind.
  [[nodiscard]] const bool* boolean() const noexcept { return std::get_if<bool>(&value_); }
  [[nodiscard]] const std::int64_t* integer() const noexcept { return std::get_if<std::int64_t>(&value_); }
  [[nodiscard]] const std::string* string() const noexcept { return std::get_if<std::string>(&value_); }
  [[nodiscard]] const JsonArray* array() const noexcept { return std::get_if<JsonArray>(&value_); }
  [[nodiscard]] const JsonObject* object() const noexcept { return std::get_if<JsonObject>(&value_); }
  [[nodiscard]] JsonArray* array() noexcept { return std::get_if<JsonArray>(&value_); }
  [[nodiscard]] JsonObject* object() noexcept { return std::get_if<JsonObject>(&value_); }

  /// Member of an object, nullptr when this is no object or has no such member.
  [[nodiscard]] const Json* find(std::string_view key) const noexcept;
  /// The string under `key`, or `otherwise`.
  [[nodiscard]] std::string_view text(std::string_view key, std::string_view otherwise = {}) const noexcept;
  /// Any number as a double; `otherwise` for the rest.
  [[nodiscard]] double number(double otherwise) const noexcept;

  bool operator==(const Json&) const = default;

 private:
  Value value_;
};

struct JsonLimits {
  std::size_t bytes = 64U << 20U;
  std::size_t depth = 128;
};

/// Reads exactly one JSON value (RFC 8259): strict UTF-8, no byte order mark, no duplicate keys, no
/// integers beyond 64 bits, nothing after the value. Errors: malformed with line and column,
/// too_large. Thread-safe.
Result<Json> parse_json(std::string_view text, JsonLimits limits = {});

/// RFC 8785 (JSON Canonicalization Scheme): the form that is hashed and signed. Doubles that are
/// not finite become null. Integers beyond 2^53 are written exactly (RFC 8785 leaves them to
/// I-JSON).
std::string canonical(const Json& value);

/// One line, members in their own order, for output to programs.
std::string to_text(const Json& value);

/// Indented by two spaces, for people.
std::string to_pretty(const Json& value);

}  // namespace warrant
