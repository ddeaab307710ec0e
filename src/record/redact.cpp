#include "warrant/record/redact.hpp"

#include <warrant/base/span.hpp>

#include <unistd.h>

#include <algorithm>
#include <array>

namespace warrant::record {

namespace {

constexpr std::string_view kMark = "[redacted]";
constexpr std::size_t kShortestEcho = 8;
constexpr std::size_t kMostCaptured = 4096;
constexpr std::size_t kLongestWithheld = 64U << 10U;

bool is_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
}

bool is_secret_name(std::string_view name) {
  std::string plain;
  for (const char c : name) {
    if (c == '_' || c == '-') continue;
    plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  }
  if (plain.ends_with("token") || plain.ends_with("pwd")) return true;
  constexpr std::array<std::string_view, 9> kNames = {"password",  "passwd",     "passphrase", "secret",       "apikey",
                                                      "accesskey", "privatekey", "credential", "authorization"};
  return std::ranges::any_of(kNames, [&](std::string_view part) { return plain.find(part) != std::string::npos; });
}

struct Shape {
  std::string_view prefix;
  std::size_t shortest;
};
// Published prefixes of access tokens: GitHub, GitLab, OpenAI, Slack, AWS, Google, npm, JWT.
constexpr std::array<Shape, 15> kShapes = {{{"ghp_", 24},
                                            {"gho_", 24},
                                            {"ghs_", 24},
                                            {"ghu_", 24},
                                            {"ghr_", 24},
                                            {"github_pat_", 30},
                                            {"glpat-", 20},
                                            {"sk-", 20},
                                            {"xoxb-", 20},
                                            {"xoxp-", 20},
                                            {"AKIA", 20},
                                            {"ASIA", 20},
                                            {"AIza", 30},
                                            {"npm_", 30},
                                            {"eyJ", 30}}};

std::size_t token_end(std::string_view text, std::size_t at) {
  while (at < text.size() && (is_word(text[at]) || text[at] == '.')) ++at;
  return at;
}

/// End of a known token that starts at `at`, or `at`.
std::size_t known_token(std::string_view text, std::size_t at) {
  if (at > 0 && is_word(text[at - 1])) return at;
  for (const Shape& shape : kShapes) {
    if (!text.substr(at).starts_with(shape.prefix)) continue;
    const std::size_t end = token_end(text, at);
    if (end - at >= shape.shortest) return end;
  }
  return at;
}

/// End of a PEM private block that starts at `at`, or `at`. An unfinished block goes to the end.
std::size_t pem_block(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  if (!rest.starts_with("-----BEGIN ")) return at;
  if (rest.substr(0, 64).find("PRIVATE KEY") == std::string_view::npos) return at;
  const std::size_t end = rest.find("-----END ");
  if (end == std::string_view::npos) return text.size();
  const std::size_t close = rest.find("-----", end + 9);
  return close == std::string_view::npos ? text.size() : at + close + 5;
}

/// End of the user-info after "://" at `at`, or `at`.
std::size_t user_info(std::string_view text, std::size_t at) {
  if (at < 3 || text.substr(at - 3, 3) != "://") return at;
  std::size_t last = at;
  for (std::size_t i = at; i < text.size(); ++i) {
    if (text[i] == '@') last = i;
    if (std::string_view("/?# \t\r\n\"'<>").find(text[i]) != std::string_view::npos) break;
  }
  return last;
}

/// The value of a secret-looking key whose name ends at `at`: [begin, end), empty if there is none.
Span key_value(std::string_view text, std::size_t at) {
  const Span none{at, at};
  std::size_t start = at;
  while (start > 0 && is_word(text[start - 1]) && at - start < 64) --start;
  if (start == at || !is_secret_name(text.substr(start, at - start))) return none;
  std::size_t i = at;
  const auto skip = [&](std::string_view set) {
    while (i < text.size() && set.find(text[i]) != std::string_view::npos) ++i;
  };
  skip("\\\"' \t");
  if (i >= text.size() || (text[i] != '=' && text[i] != ':')) return none;
  skip("=:> \t\\");
  if (i < text.size() && (text[i] == '"' || text[i] == '\'')) {
    const char quote = text[i++];
    const std::size_t end = text.find(quote, i);
    return {i, end == std::string_view::npos ? text.size() : end};
  }
  for (const std::string_view scheme : {"Bearer ", "bearer ", "Basic ", "basic "}) {
    if (text.substr(i).starts_with(scheme)) i += scheme.size();
  }
  std::size_t end = i;
  while (end < text.size() && std::string_view(" \t\r\n\"',;&").find(text[end]) == std::string_view::npos) ++end;
  return {i, end};
}

}  // namespace

void Redactor::capture(std::string_view value) {
  if (value.size() < kShortestEcho || value == kMark || captured_.size() >= kMostCaptured) return;
  if (std::ranges::find(captured_, value) == captured_.end()) captured_.emplace_back(value);
}

void Redactor::capture_environment() {
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view variable(*entry);
    const std::size_t equals = variable.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string_view value = variable.substr(equals + 1);
    // A variable that names a file or a socket (SSH_AUTH_SOCK, TOKEN_FILE) is no secret.
    if (is_secret_name(variable.substr(0, equals)) && !value.starts_with('/')) capture(value);
  }
}

std::string Redactor::text(std::string_view input) {
  std::string out;
  for (std::size_t at = 0; at < input.size();) {
    std::size_t begin = at;
    std::size_t end = std::max({pem_block(input, at), known_token(input, at), user_info(input, at)});
    if (end == at && at > 0 && is_word(input[at - 1]) && !is_word(input[at])) {
      const Span value = key_value(input, at);
      begin = value.begin;
      end = value.end;
    }
    if (end > begin) {
      capture(input.substr(begin, end - begin));
      out += input.substr(at, begin - at);
      out += kMark;
      at = end;
    } else {
      out += input[at++];
    }
  }
  for (const std::string& value : captured_) {
    for (std::size_t at = out.find(value); at != std::string::npos; at = out.find(value, at + kMark.size())) {
      out.replace(at, value.size(), kMark);
    }
  }
  return out;
}

void Redactor::withhold(std::string_view content) {
  if (content.empty() || content.size() > kLongestWithheld || withheld_.size() >= kMostCaptured) return;
  const auto longer = [&](const std::string& other) { return other.size() > content.size(); };
  if (std::ranges::find(withheld_, content) != withheld_.end()) return;
  withheld_.emplace(std::ranges::find_if_not(withheld_, longer), content);
}

/// The sentence without contents: what stands between typographic quotes, and every text that was withheld.
std::string Redactor::reason(std::string_view text) {
  constexpr std::string_view kOpen = "“";
  constexpr std::string_view kClose = "”";
  constexpr std::string_view kLeftOut = "…";
  std::string out;
  while (true) {
    const std::size_t open = text.find(kOpen);
    const std::size_t close = open == std::string_view::npos ? open : text.find(kClose, open);
    if (close == std::string_view::npos) break;
    (out += text.substr(0, open + kOpen.size())) += kLeftOut;
    text.remove_prefix(close);
  }
  out += text;
  const auto stands_alone = [&](std::size_t at, std::string_view content) {
    const std::size_t end = at + content.size();
    const bool before = at == 0 || !is_word(out[at - 1]) || !is_word(content.front());
    return before && (end == out.size() || !is_word(out[end]) || !is_word(content.back()));
  };
  for (const std::string& content : withheld_) {
    std::size_t at = out.find(content);
    while (at != std::string::npos) {
      const bool alone = stands_alone(at, content);
      if (alone) out.replace(at, content.size(), kLeftOut);
      at = out.find(content, at + (alone ? kLeftOut.size() : 1));
    }
  }
  return out;
}

Json Redactor::json(const Json& input) {
  if (const std::string* value = input.string()) return text(*value);
  if (const JsonArray* array = input.array()) {
    JsonArray out;
    for (const Json& item : *array) out.push_back(json(item));
    return out;
  }
  const JsonObject* object = input.object();
  if (object == nullptr) return input;
  JsonObject out;
  for (const auto& [name, value] : *object) {
    const std::string* secret = is_secret_name(name) ? value.string() : nullptr;
    if (secret != nullptr) capture(*secret);
    const std::string* why = name == "why" || name == "reason" ? value.string() : nullptr;
    if (secret != nullptr) {
      out.set(text(name), kMark);
    } else {
      out.set(text(name), why != nullptr ? Json(text(reason(*why))) : json(value));
    }
  }
  return out;
}

}  // namespace warrant::record
