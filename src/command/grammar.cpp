#include <warrant/base/path.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/command/profile.hpp>
#include <warrant/policy/protect.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace warrant::command {

namespace {

constexpr std::size_t max_arguments = 64;
constexpr std::size_t max_length = 1024;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool only(std::string_view text, std::string_view also) {
  return std::all_of(text.begin(), text.end(),
                     [&](char c) { return is_letter(c) || is_digit(c) || also.find(c) != std::string_view::npos; });
}

bool is_printable_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

// Why the value is not of its kind; empty when it is.
std::string path_fault(std::string_view text) {
  const auto path = RelPath::make(text);
  if (!path) return "is not a path beneath the workspace";
  if (policy::classify(*path) != policy::Protection::none) return "names a protected path";
  return "";
}

std::string node_fault(std::string_view text) {
  const std::size_t colons = text.find("::");
  if (colons != std::string_view::npos && !is_utf8(text.substr(colons))) return "is not UTF-8";
  return path_fault(text.substr(0, colons));
}

std::string package_fault(std::string_view text) {
  if (text == "./..." || text == "...") return "";
  if (text.starts_with('/')) return "is not a package path beneath the workspace";
  if (text.ends_with("/...")) text.remove_suffix(4);
  return only(text, "_./-") ? path_fault(text) : "is not a package path beneath the workspace";
}

std::string value_fault(Value kind, std::string_view text, const std::vector<std::string>& choices) {
  if (text.empty()) return "is empty";
  if (text.size() > max_length) return fmt::format("is longer than {} bytes", max_length);
  if (text.front() == '-') return "begins with '-': that would be another option";
  if (has_control(text)) return "holds a control character";
  switch (kind) {
    case Value::none: return "is not expected here";
    case Value::number:
      return text.size() <= 6 && std::all_of(text.begin(), text.end(), is_digit) ? "" : "is not a number up to 999999";
    case Value::name: return only(text, "_.:-") ? "" : "may hold letters, digits and _ . : - only";
    case Value::choice:
      return std::find(choices.begin(), choices.end(), text) != choices.end()
                 ? ""
                 : fmt::format("is not one of: {}", fmt::join(choices, ", "));
    case Value::path: return path_fault(text);
    case Value::node: return node_fault(text);
    case Value::package: return package_fault(text);
    case Value::expression: return only(text, "_.:-/ ()[]") ? "" : "may hold words, blanks, ( ) [ ] _ . : / - only";
    case Value::pattern: return is_printable_ascii(text) ? "" : "may hold printable ASCII only";
    case Value::revision:
      // No revision begins with a slash (man git-check-ref-format); what does would be a path outside.
      return only(text, "_./~^@{}-") && text.front() != '/'
                 ? ""
                 : "is not a revision (letters, digits, _ . / ~ ^ @ { } -, no slash in front)";
  }
  return "is of no known kind";
}

std::string shown(std::string_view text) {
  constexpr std::size_t most = 80;
  return text.size() <= most ? visible(text, false) : visible(text.substr(0, most), false) + "…";
}

std::string placeholder(Value value, const std::vector<std::string>& choices) {
  if (value == Value::choice) return fmt::format("{}", fmt::join(choices, "|"));
  if (value == Value::node) return "PATH[::NAME]";
  std::string upper(to_string(value));
  for (char& c : upper) c = static_cast<char>(c >= 'a' ? c - 'a' + 'A' : c);
  return upper;
}

class Checker {
 public:
  explicit Checker(const Profile& profile) : profile_(profile), grammar_(profile.grammar) {}

  Result<std::vector<std::string>> check(const std::vector<std::string>& arguments) {
    if (arguments.size() > max_arguments)
      return refuse("the call", fmt::format("has more than {} arguments", max_arguments));
    for (at_ = 0; at_ < arguments.size(); ++at_) WARRANT_CHECK(word(arguments));
    std::vector<std::string> out = std::move(options_);
    if (operands_.empty()) operands_ = grammar_.default_operands;
    std::move(operands_.begin(), operands_.end(), std::back_inserter(out));
    if (!rest_.empty()) out.emplace_back("--");
    std::move(rest_.begin(), rest_.end(), std::back_inserter(out));
    return out;
  }

 private:
  Status word(const std::vector<std::string>& arguments) {
    const std::string& text = arguments[at_];
    if (after_dashes_) return take(rest_, grammar_.rest, grammar_.max_rest, text);
    if (text == "--" && grammar_.rest != Value::none) {
      after_dashes_ = true;
      return {};
    }
    if (text.empty() || text.front() != '-') return take(operands_, grammar_.operand, grammar_.max_operands, text);
    return option(arguments);
  }

  Status take(std::vector<std::string>& into, Value kind, std::size_t most, const std::string& text) {
    if (kind == Value::none || into.size() >= most) {
      return refuse(shown(text), most == 0 ? "is one operand too many: none is taken here"
                                           : fmt::format("is one operand too many: at most {}", most));
    }
    if (const std::string fault = value_fault(kind, text, {}); !fault.empty()) return refuse(shown(text), fault);
    into.push_back(text);
    return {};
  }

  Status option(const std::vector<std::string>& arguments) {
    const std::string& text = arguments[at_];
    const std::size_t equals = text.find('=');
    const std::string_view name = std::string_view(text).substr(0, equals);
    const auto found = std::find_if(grammar_.options.begin(), grammar_.options.end(),
                                    [&](const Option& known) { return known.name == name; });
    if (found == grammar_.options.end()) return refuse(shown(text), "is not an option of this profile");
    if (found->value == Value::none) {
      if (equals != std::string::npos) return refuse(shown(text), "takes no value");
      options_.push_back(found->name);
      return {};
    }
    std::string value;
    if (equals != std::string::npos) {
      value = text.substr(equals + 1);
    } else if (++at_ < arguments.size()) {
      value = arguments[at_];
    } else {
      return refuse(shown(text), "needs a value");
    }
    const std::string fault = value_fault(found->value, value, found->choices);
    if (!fault.empty()) return refuse(fmt::format("{} {}", found->name, shown(value)), fault);
    if (found->joined) {
      options_.push_back(found->name + "=" + value);
    } else {
      options_.push_back(found->name);
      options_.push_back(std::move(value));
    }
    return {};
  }

  [[nodiscard]] std::unexpected<Error> refuse(const std::string& what, const std::string& why) const {
    const std::string accepted = usage(grammar_);
    return fail(
        Code::refused,
        fmt::format("{} {}. {} takes: {}", what, why, profile_.id, accepted.empty() ? "no arguments" : accepted),
        "args");
  }

  const Profile& profile_;
  const Grammar& grammar_;
  std::size_t at_ = 0;
  bool after_dashes_ = false;
  std::vector<std::string> options_;
  std::vector<std::string> operands_;
  std::vector<std::string> rest_;
};

constexpr std::array<std::string_view, 6> raw_keys = {"command", "cmd", "shell", "executable", "argv", "command_line"};

}  // namespace

Result<std::vector<std::string>> check_arguments(const Profile& profile, const std::vector<std::string>& arguments) {
  return Checker(profile).check(arguments);
}

std::string usage(const Grammar& grammar) {
  std::vector<std::string> parts;
  for (const Option& option : grammar.options) {
    std::string part = option.name;
    if (option.value != Value::none) part += (option.joined ? "=" : " ") + placeholder(option.value, option.choices);
    parts.push_back(std::move(part));
  }
  const auto operands = [](Value value, std::size_t most) { return placeholder(value, {}) + (most > 1 ? "…" : ""); };
  if (grammar.operand != Value::none) parts.push_back(operands(grammar.operand, grammar.max_operands));
  if (grammar.rest != Value::none) parts.push_back("-- " + operands(grammar.rest, grammar.max_rest));
  return fmt::format("{}", fmt::join(parts, ", "));
}

Result<Request> read_request(const Json& arguments) {
  const JsonObject* object = arguments.object();
  if (object == nullptr) return fail(Code::malformed, "the arguments of run_command must be an object", "args");
  for (const auto& [key, value] : *object) {
    if (std::find(raw_keys.begin(), raw_keys.end(), fold_case(key)) != raw_keys.end()) {
      return fail(Code::refused, fmt::format("\"{}\": raw commands are not run. Name a profile instead.", shown(key)),
                  shown(key));
    }
  }
  for (const auto& [key, value] : *object) {
    if (key != "profile" && key != "args") {
      return fail(Code::malformed, fmt::format("unknown key \"{}\": run_command takes profile and args", shown(key)),
                  shown(key));
    }
  }
  const Json* profile = object->find("profile");
  if (profile == nullptr || profile->string() == nullptr) {
    return fail(Code::malformed, "run_command needs a profile, a string", "profile");
  }
  Request request{.profile = *profile->string(), .arguments = {}};
  const Json* list = object->find("args");
  if (list == nullptr || list->is_null()) return request;
  if (list->array() == nullptr) return fail(Code::malformed, "args must be a list of strings", "args");
  for (const Json& word : *list->array()) {
    if (word.string() == nullptr) return fail(Code::malformed, "args must be a list of strings", "args");
    request.arguments.push_back(*word.string());
  }
  return request;
}

std::string_view to_string(Value value) noexcept {
  switch (value) {
    case Value::none: return "none";
    case Value::number: return "number";
    case Value::name: return "name";
    case Value::choice: return "choice";
    case Value::path: return "path";
    case Value::node: return "node";
    case Value::package: return "package";
    case Value::expression: return "expression";
    case Value::pattern: return "pattern";
    case Value::revision: return "revision";
  }
  return "none";
}

}  // namespace warrant::command
