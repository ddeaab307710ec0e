#include <warrant/base/fd.hpp>
#include <warrant/base/suggest.hpp>
#include <warrant/base/toml.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/contract/types.hpp>
#include <warrant/policy/rules.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <set>

namespace warrant::policy {

namespace {

constexpr std::array<std::string_view, 7> rule_keys = {"name",    "decision", "tool",     "path",
                                                       "profile", "match",    "not_match"};
constexpr std::array<std::string_view, 3> decisions = {"allow", "ask", "deny"};
constexpr std::size_t most_patterns = 100;

Rule malformed(std::string name) { return {std::move(name), Verdict::deny, {"*"}, {"**"}, {}, true}; }

std::string hint(std::string_view word, std::span<const std::string_view> known) {
  const auto near = nearest(word, known);
  if (near) return fmt::format("did you mean \"{}\"?", *near);
  return fmt::format("it can be {}", fmt::join(known, ", "));
}

bool has_wildcard(std::string_view glob) { return glob.find_first_of("*?") != std::string_view::npos; }

std::vector<std::string_view> tool_names() {
  std::vector<std::string_view> names;
  for (const auto tool : {contract::Tool::read_file, contract::Tool::list_files, contract::Tool::search_text,
                          contract::Tool::edit_file, contract::Tool::write_file, contract::Tool::append_text,
                          contract::Tool::organize, contract::Tool::run_command}) {
    names.push_back(contract::to_string(tool));
  }
  return names;
}

/// Reads one file of rules.
class Reader {
 public:
  Reader(std::string_view name, Author author) : name_(name), author_(author) {}

  RuleSet read(std::string_view text, const std::vector<std::string_view>& others) {
    const auto toml = parse_toml(text, name_);
    if (!toml) {
      set_.problems.push_back(toml.error());
      set_.rules.push_back(malformed(name_));
      return std::move(set_);
    }
    toml_ = *toml;
    read_top(others);
    return std::move(set_);
  }

 private:
  void read_top(const std::vector<std::string_view>& others) {
    std::vector<std::string_view> known = others;
    known.push_back("rule");
    for (const auto& [key, value] : toml_.root) {
      if (std::find(known.begin(), known.end(), key) == known.end()) {
        problem("/" + key, fmt::format("unknown key \"{}\": {}", visible(key, false), hint(key, known)));
        set_.rules.push_back(malformed(name_));  // it may have been meant to forbid something
      }
    }
    const Json* rules = toml_.root.find("rule");
    if (rules == nullptr) return;
    if (rules->array() == nullptr || rules->array()->size() > most_rules) {
      problem("/rule", "rules are written as [[rule]] tables, at most 1000");
      set_.rules.push_back(malformed(name_));
      return;
    }
    for (std::size_t i = 0; i < rules->array()->size(); ++i) read_rule((*rules->array())[i], i);
  }

  void read_rule(const Json& table, std::size_t index) {
    const std::string at = fmt::format("/rule/{}", index);
    const std::size_t problems_before = set_.problems.size();
    Rule rule{fmt::format("{} {}", name_, index + 1), Verdict::deny, {"*"}, {"**"}, {}, false};
    if (table.object() == nullptr) {
      problem(at, "a rule is a table: [[rule]]");
    } else {
      read_members(*table.object(), at, rule);
    }
    if (set_.problems.size() == problems_before) read_examples(*table.object(), at, rule);
    if (set_.problems.size() != problems_before) rule = malformed(rule.name);
    set_.rules.push_back(std::move(rule));
  }

  void read_members(const JsonObject& table, const std::string& at, Rule& rule) {
    for (const auto& [key, value] : table) {
      if (std::find(rule_keys.begin(), rule_keys.end(), key) == rule_keys.end()) {
        problem(at + "/" + key, fmt::format("unknown key \"{}\": {}", visible(key, false), hint(key, rule_keys)));
      }
    }
    if (const Json* name = table.find("name")) read_name(*name, at, rule);
    read_decision(table.find("decision"), at, rule);
    if (const Json* tools = table.find("tool")) rule.tools = read_tools(*tools, at);
    if (const Json* paths = table.find("path")) rule.paths = read_paths(*paths, at);
    if (const Json* profiles = table.find("profile")) rule.profiles = texts(*profiles, at + "/profile");
  }

  void read_name(const Json& name, const std::string& at, Rule& rule) {
    if (name.string() == nullptr || name.string()->empty()) {
      problem(at + "/name", "the name is a text");
    } else if (!names_.insert(*name.string()).second) {
      problem(at + "/name", fmt::format("two rules are named \"{}\"", visible(*name.string(), false)));
    } else {
      rule.name = visible(*name.string(), false);
    }
  }

  void read_decision(const Json* decision, const std::string& at, Rule& rule) {
    if (decision == nullptr || decision->string() == nullptr) {
      problem(at + (decision == nullptr ? "" : "/decision"), "a rule has a decision: \"allow\", \"ask\" or \"deny\"");
      return;
    }
    const std::string& word = *decision->string();
    if (word == "allow" && author_ == Author::workspace) {
      problem(at + "/decision", "a workspace may ask or deny, not allow; put the rule into your own configuration");
    } else if (word == "allow") {
      rule.verdict = Verdict::allow;
    } else if (word == "ask") {
      rule.verdict = Verdict::ask;
    } else if (word != "deny") {
      problem(at + "/decision",
              fmt::format("unknown decision \"{}\": {}", visible(word, false), hint(word, decisions)));
    }
  }

  std::vector<std::string> read_tools(const Json& value, const std::string& at) {
    std::vector<std::string> tools = texts(value, at + "/tool");
    const std::vector<std::string_view> known = tool_names();
    for (const std::string& tool : tools) {
      if (has_wildcard(tool) || std::find(known.begin(), known.end(), tool) != known.end()) continue;
      problem(at + "/tool", fmt::format("unknown tool \"{}\": {}", visible(tool, false), hint(tool, known)));
    }
    return tools;
  }

  std::vector<std::string> read_paths(const Json& value, const std::string& at) {
    std::vector<std::string> paths = texts(value, at + "/path");
    for (std::string& path : paths) {
      if (path.ends_with('/')) path += "**";
      const auto normal = RelPath::make(path);
      if (!normal || normal->text() != path) {
        problem(at + "/path", fmt::format("the path \"{}\" is not one beneath the workspace in its plain form, like "
                                          "\"src/**\"",
                                          visible(path, false)));
      }
    }
    return paths;
  }

  /// A text, or a list of texts.
  std::vector<std::string> texts(const Json& value, const std::string& at) {
    std::vector<std::string> all;
    if (value.string() != nullptr) {
      all.push_back(*value.string());
    } else if (value.array() != nullptr) {
      for (const Json& each : *value.array()) all.push_back(each.string() == nullptr ? "" : *each.string());
    }
    const bool good = !all.empty() && all.size() <= most_patterns &&
                      std::none_of(all.begin(), all.end(), [](const std::string& text) { return text.empty(); });
    if (!good) problem(at, "it is a text or a list of 1 to 100 texts, none of them empty");
    return all;
  }

  void read_examples(const JsonObject& table, const std::string& at, const Rule& rule) {
    for (const std::string_view key : {"match", "not_match"}) {
      const Json* examples = table.find(key);
      if (examples == nullptr) continue;
      const std::string here = fmt::format("{}/{}", at, key);
      for (const std::string& text : texts(*examples, here)) {
        const auto matches = covers(rule, text, here);
        if (!matches) continue;
        Example example{rule.name, text, key == "match", *matches, toml_.where(name_, here)};
        if (!example.holds()) {
          problem(here, fmt::format("the example \"{}\" {} the rule", visible(text, false),
                                    *matches ? "is covered by" : "is not covered by"));
        }
        set_.examples.push_back(std::move(example));
      }
    }
  }

  std::optional<bool> covers(const Rule& rule, const std::string& text, const std::string& at) {
    const std::size_t space = text.find(' ');
    const std::string tool = text.substr(0, space);
    const std::string rest = space == std::string::npos ? "" : text.substr(space + 1);
    const std::vector<std::string_view> known = tool_names();
    if (std::find(known.begin(), known.end(), tool) == known.end()) {
      problem(at, fmt::format("unknown tool \"{}\" in an example: {}", visible(tool, false), hint(tool, known)));
      return std::nullopt;
    }
    if (rest.empty()) {
      problem(at, "an example is \"TOOL PATH\" or \"run_command PROFILE\"");
      return std::nullopt;
    }
    if (tool == contract::to_string(contract::Tool::run_command)) return rule_covers(rule, tool, std::nullopt, rest);
    const auto path = RelPath::make(rest);
    if (!path) {
      problem(at, fmt::format("the example \"{}\" names no path beneath the workspace", visible(text, false)));
      return std::nullopt;
    }
    return rule_covers(rule, tool, path->text(), std::nullopt);
  }

  void problem(const std::string& pointer, std::string message) {
    set_.problems.push_back({Code::malformed, std::move(message), toml_.where(name_, pointer)});
  }

  std::string name_;
  Author author_;
  Toml toml_;
  std::set<std::string> names_;
  RuleSet set_;
};

void append(RuleSet& all, RuleSet part) {
  const auto move_to = [](auto& to, auto& from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  };
  move_to(all.rules, part.rules);
  move_to(all.examples, part.examples);
  move_to(all.problems, part.problems);
}

bool is_absent(const std::string& file) { return ::access(file.c_str(), F_OK) != 0 && errno == ENOENT; }

RuleSet load_one(const std::string& file, Author author, const std::vector<std::string_view>& others) {
  const auto text = read_file(file, rules_limit);
  if (text) return read_rules(*text, file, author, others);
  if (is_absent(file)) return {};
  return {{malformed(file)}, {}, {text.error()}};
}

}  // namespace

RuleSet read_rules(std::string_view toml, std::string_view name, Author author,
                   const std::vector<std::string_view>& others) {
  return Reader(name, author).read(toml, others);
}

RuleSet load_rules(const std::string& person_file, const std::string& workspace_file,
                   const std::vector<std::string_view>& others) {
  RuleSet all = load_one(person_file, Author::person, others);
  append(all, load_one(workspace_file, Author::workspace, {}));
  return all;
}

}  // namespace warrant::policy
