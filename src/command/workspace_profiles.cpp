#include <warrant/base/path.hpp>
#include <warrant/base/suggest.hpp>
#include <warrant/base/toml.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/command/trust.hpp>
#include <warrant/policy/protect.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace warrant::command {

namespace {

constexpr std::size_t max_profiles = 32;
constexpr std::size_t max_list = 32;
constexpr std::size_t max_word = 512;

// Names that decide which code runs before the program's own, or where its files are.
bool is_steering_variable(std::string_view name) {
  constexpr std::array<std::string_view, 9> refused = {"PATH",     "HOME",         "TMPDIR",   "IFS",          "ENV",
                                                       "BASH_ENV", "NODE_OPTIONS", "PERL5OPT", "PYTHONSTARTUP"};
  return name.starts_with("LD_") || name.starts_with("GIT_") ||
         std::find(refused.begin(), refused.end(), name) != refused.end();
}

bool all_of(std::string_view text, std::string_view allowed) {
  return text.find_first_not_of(allowed) == std::string_view::npos;
}

class Parser {
 public:
  Parser(const Toml& toml, std::string_view name, const Digest& digest) : toml_(toml), name_(name), digest_(digest) {}

  Result<std::vector<Profile>> parse() {
    WARRANT_CHECK(known(toml_.root, "", {"profile"}));
    const Json* list = toml_.root.find("profile");
    if (list == nullptr || list->array() == nullptr || list->array()->empty()) {
      return bad("/profile", "needs at least one [[profile]]");
    }
    if (list->array()->size() > max_profiles)
      return bad("/profile", fmt::format("more than {} profiles", max_profiles));
    std::vector<Profile> out;
    for (std::size_t i = 0; i < list->array()->size(); ++i) {
      const std::string at = fmt::format("/profile/{}", i);
      const JsonObject* table = (*list->array())[i].object();
      if (table == nullptr) return bad(at, "must be a table");
      WARRANT_TRY(parsed, profile(*table, at));
      const bool twice =
          std::any_of(out.begin(), out.end(), [&](const Profile& other) { return other.id == parsed.id; });
      if (twice) return bad(at + "/id", fmt::format("the id \"{}\" is used twice", parsed.id));
      out.push_back(std::move(parsed));
    }
    return out;
  }

 private:
  Result<Profile> profile(const JsonObject& table, const std::string& at) {
    WARRANT_CHECK(known(table, at,
                        {"id", "purpose", "title", "program", "args", "options", "operand", "max_operands", "reads",
                         "writes", "environment", "pass", "network", "sandbox", "time_limit_s"}));
    Profile out{
        .id = {}, .purpose = Purpose::test, .title = {}, .programs = {}, .fixed = {}, .grammar = {.options = {}}};
    out.pin = digest_;
    WARRANT_TRY(id, string(table, at, "id"));
    if (id.empty() || id.size() > 40 || !all_of(id, "abcdefghijklmnopqrstuvwxyz0123456789-") || id.front() == '-') {
      return bad(at + "/id", "must be 1 to 40 small letters, digits and hyphens");
    }
    if (find_profile(id) != nullptr) return bad(at + "/id", fmt::format("\"{}\" is a built-in profile", id));
    out.id = std::move(id);
    WARRANT_TRY(title, string(table, at, "title"));
    out.title = std::move(title);
    WARRANT_TRY(program, string(table, at, "program"));
    if (program.find('/') != std::string::npos && !program.starts_with('/')) {
      WARRANT_CHECK(beneath(program, at + "/program"));
    }
    out.programs = {{std::move(program)}};
    WARRANT_TRY(purpose,
                chosen<Purpose>(table, at, "purpose", Purpose::test, {Purpose::test, Purpose::build, Purpose::check}));
    out.purpose = purpose;
    WARRANT_TRY(sandbox, chosen<SandboxMode>(table, at, "sandbox", SandboxMode::prefer,
                                             {SandboxMode::require, SandboxMode::prefer, SandboxMode::off}));
    out.sandbox = sandbox;
    WARRANT_TRY(fixed, strings(table, at, "args"));
    out.fixed = std::move(fixed);
    WARRANT_CHECK(grammar(table, at, out.grammar));
    WARRANT_CHECK(places(table, at, out));
    WARRANT_CHECK(variables(table, at, out));
    WARRANT_CHECK(limits(table, at, out));
    return out;
  }

  Status grammar(const JsonObject& table, const std::string& at, Grammar& out) {
    if (const Json* options = table.find("options")) {
      if (options->array() == nullptr || options->array()->size() > max_list) {
        return bad(at + "/options", fmt::format("must be a list of at most {} tables", max_list));
      }
      for (std::size_t i = 0; i < options->array()->size(); ++i) {
        const std::string below = fmt::format("{}/options/{}", at, i);
        const JsonObject* one = (*options->array())[i].object();
        if (one == nullptr) return bad(below, "must be a table");
        WARRANT_TRY(parsed, option(*one, below));
        out.options.push_back(std::move(parsed));
      }
    }
    if (table.find("operand") == nullptr) {
      if (table.find("max_operands") != nullptr) return bad(at + "/max_operands", "needs an operand");
      return {};
    }
    WARRANT_TRY(operand, chosen<Value>(table, at, "operand", Value::none,
                                       {Value::number, Value::name, Value::path, Value::node, Value::package,
                                        Value::expression, Value::pattern}));
    out.operand = operand;
    WARRANT_TRY(most, number(table, at, "max_operands", 1, 1, static_cast<std::int64_t>(max_list)));
    out.max_operands = static_cast<std::size_t>(most);
    return {};
  }

  Result<Option> option(const JsonObject& table, const std::string& at) {
    WARRANT_CHECK(known(table, at, {"name", "value", "joined", "choices"}));
    WARRANT_TRY(name, string(table, at, "name"));
    const bool plain = all_of(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_");
    if (name.size() < 2 || name.front() != '-' || name == "--" || !plain) {
      return bad(at + "/name", "must be an option such as \"-k\" or \"--filter\"");
    }
    WARRANT_TRY(value, chosen<Value>(table, at, "value", Value::none,
                                     {Value::none, Value::number, Value::name, Value::choice, Value::path, Value::node,
                                      Value::package, Value::expression, Value::pattern}));
    WARRANT_TRY(joined, boolean(table, at, "joined"));
    WARRANT_TRY(choices, strings(table, at, "choices"));
    if ((value == Value::choice) == choices.empty())
      return bad(at, "choices belong to value = \"choice\", and only there");
    return Option{.name = std::move(name), .value = value, .joined = joined, .choices = std::move(choices)};
  }

  Status places(const JsonObject& table, const std::string& at, Profile& out) {
    WARRANT_TRY(reads, strings(table, at, "reads"));
    for (const std::string& path : reads) WARRANT_CHECK(place(path, at + "/reads"));
    out.reads = std::move(reads);
    WARRANT_TRY(writes, strings(table, at, "writes"));
    for (const std::string& path : writes) WARRANT_CHECK(place(path, at + "/writes"));
    out.writes = std::move(writes);
    return {};
  }

  // Beneath the workspace, or beneath the home directory as "~/…", and nothing that is protected.
  Status place(const std::string& text, const std::string& at) {
    return beneath(text.starts_with("~/") ? text.substr(2) : text, at);
  }

  Status beneath(const std::string& text, const std::string& at) {
    const auto path = RelPath::make(text);
    if (!path)
      return bad(at, fmt::format("\"{}\" is not beneath the workspace or the home directory", visible(text, false)));
    if (policy::classify(*path) != policy::Protection::none) {
      return bad(at, fmt::format("\"{}\" is a protected path", visible(text, false)));
    }
    return {};
  }

  Status variables(const JsonObject& table, const std::string& at, Profile& out) {
    WARRANT_TRY(environment, strings(table, at, "environment"));
    for (const std::string& assignment : environment) {
      const std::size_t equals = assignment.find('=');
      if (equals == std::string::npos) return bad(at + "/environment", "each entry must be \"NAME=value\"");
      WARRANT_CHECK(variable(assignment.substr(0, equals), at + "/environment"));
    }
    out.environment = std::move(environment);
    WARRANT_TRY(pass, strings(table, at, "pass"));
    for (const std::string& name : pass) WARRANT_CHECK(variable(name, at + "/pass"));
    out.pass = std::move(pass);
    return {};
  }

  Status variable(const std::string& name, const std::string& at) {
    const bool plain = all_of(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
    if (name.empty() || !plain || (name.front() >= '0' && name.front() <= '9')) {
      return bad(at, fmt::format("\"{}\" is no variable name", visible(name, false)));
    }
    if (is_steering_variable(name)) return bad(at, fmt::format("{} may not be set by a profile", name));
    return {};
  }

  Status limits(const JsonObject& table, const std::string& at, Profile& out) {
    WARRANT_TRY(network, boolean(table, at, "network"));
    out.network = network;
    constexpr std::int64_t most_seconds = 24 * 3600;
    WARRANT_TRY(seconds, number(table, at, "time_limit_s", 600, 1, most_seconds));
    out.wall_ms = seconds * 1'000;
    return {};
  }

  // --- single values ---

  Status known(const JsonObject& table, const std::string& at, std::initializer_list<std::string_view> keys) {
    for (const auto& [key, value] : table) {
      if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
      const std::vector<std::string_view> candidates(keys);
      const auto near = nearest(key, candidates);
      return bad(at + "/" + key, fmt::format("unknown key \"{}\"{}", visible(key, false),
                                             near ? fmt::format(": did you mean \"{}\"?", *near) : std::string()));
    }
    return {};
  }

  Status word(const std::string& text, const std::string& at) {
    if (text.size() > max_word) return bad(at, fmt::format("is longer than {} bytes", max_word));
    if (!is_utf8(text) || visible(text, false) != text) return bad(at, "holds a control or invisible character");
    return {};
  }

  Result<std::string> string(const JsonObject& table, const std::string& at, const char* key) {
    const std::string below = fmt::format("{}/{}", at, key);
    const Json* value = table.find(key);
    if (value == nullptr) return bad(at, fmt::format("needs \"{}\"", key));
    if (value->string() == nullptr || value->string()->empty()) return bad(below, "must be a string that is not empty");
    WARRANT_CHECK(word(*value->string(), below));
    return *value->string();
  }

  Result<std::vector<std::string>> strings(const JsonObject& table, const std::string& at, const char* key) {
    const std::string below = fmt::format("{}/{}", at, key);
    const Json* value = table.find(key);
    if (value == nullptr) return std::vector<std::string>();
    if (value->array() == nullptr || value->array()->size() > max_list) {
      return bad(below, fmt::format("must be a list of at most {} strings", max_list));
    }
    std::vector<std::string> out;
    for (const Json& element : *value->array()) {
      if (element.string() == nullptr || element.string()->empty())
        return bad(below, "must hold strings that are not empty");
      WARRANT_CHECK(word(*element.string(), below));
      out.push_back(*element.string());
    }
    return out;
  }

  Result<bool> boolean(const JsonObject& table, const std::string& at, const char* key) {
    const Json* value = table.find(key);
    if (value == nullptr) return false;
    if (value->boolean() == nullptr) return bad(fmt::format("{}/{}", at, key), "must be true or false");
    return *value->boolean();
  }

  Result<std::int64_t> number(const JsonObject& table, const std::string& at, const char* key, std::int64_t otherwise,
                              std::int64_t least, std::int64_t most) {
    const Json* value = table.find(key);
    if (value == nullptr) return otherwise;
    if (value->integer() == nullptr || *value->integer() < least || *value->integer() > most) {
      return bad(fmt::format("{}/{}", at, key), fmt::format("must be a whole number from {} to {}", least, most));
    }
    return *value->integer();
  }

  template <class Enum>
  Result<Enum> chosen(const JsonObject& table, const std::string& at, const char* key, Enum otherwise,
                      std::initializer_list<Enum> choices) {
    const Json* value = table.find(key);
    if (value == nullptr) return otherwise;
    std::vector<std::string_view> names;
    for (const Enum choice : choices) {
      if (value->string() != nullptr && *value->string() == to_string(choice)) return choice;
      names.push_back(to_string(choice));
    }
    return bad(fmt::format("{}/{}", at, key), fmt::format("must be one of: {}", fmt::join(names, ", ")));
  }

  [[nodiscard]] std::unexpected<Error> bad(const std::string& pointer, std::string what) const {
    const std::size_t slash = pointer.rfind('/');
    const std::string key = slash == std::string::npos ? pointer : pointer.substr(slash + 1);
    return fail(Code::malformed, fmt::format("{}: {}", visible(key, false), what), toml_.where(name_, pointer));
  }

  const Toml& toml_;
  std::string_view name_;
  Digest digest_;
};

}  // namespace

Result<std::vector<Profile>> parse_profiles(std::string_view text, std::string_view name) {
  if (text.size() > max_profiles_bytes) {
    return fail(Code::too_large, fmt::format("larger than {} bytes", max_profiles_bytes), std::string(name));
  }
  WARRANT_TRY(toml, parse_toml(text, name));
  return Parser(toml, name, sha256(text)).parse();
}

}  // namespace warrant::command
