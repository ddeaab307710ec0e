#include "settings.hpp"

#include <warrant/base/fd.hpp>
#include <warrant/base/suggest.hpp>
#include <warrant/base/toml.hpp>
#include <warrant/base/utf8.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace warrant::app {

namespace {

constexpr std::size_t longest_file = std::size_t{1} << 20U;
constexpr std::size_t most_words = 64;

/// Reads one file; the first problem ends it.
class Reader {
 public:
  Reader(Toml toml, std::string_view name) : toml_(std::move(toml)), name_(name) {}

  Result<Settings> read() {
    WARRANT_CHECK(read_record());
    WARRANT_CHECK(read_model());
    WARRANT_CHECK(read_limits());
    return std::move(settings_);
  }

 private:
  Result<const JsonObject*> table(std::string_view name, std::span<const std::string_view> keys) {
    const Json* value = toml_.root.find(name);
    if (value == nullptr) return nullptr;
    const std::string at = fmt::format("/{}", name);
    const JsonObject* members = value->object();
    if (members == nullptr) return problem(at, fmt::format("[{}] is a table", name));
    for (const auto& [key, ignored] : *members) {
      if (std::ranges::find(keys, key) != keys.end()) continue;
      const auto near = nearest(key, keys);
      return problem(at + "/" + key, fmt::format("unknown key \"{}\" in [{}]: {}", visible(key, false), name,
                                                 near ? fmt::format("did you mean \"{}\"?", *near)
                                                      : fmt::format("it can be {}", fmt::join(keys, ", "))));
    }
    return members;
  }

  Status read_record() {
    static constexpr std::array<std::string_view, 3> keys{"content", "anchor", "anchor_command"};
    WARRANT_TRY(members, table("record", keys));
    if (members == nullptr) return {};
    if (const Json* content = members->find("content")) {
      const std::string* word = content->string();
      if (word == nullptr || (*word != "full" && *word != "digests")) {
        return problem("/record/content", "record.content is \"digests\" or \"full\"");
      }
      settings_.content = *word == "full" ? record::Content::full : record::Content::digests;
    }
    if (const Json* anchor = members->find("anchor")) {
      if (anchor->string() == nullptr || *anchor->string() != "git-note") {
        return problem("/record/anchor", "record.anchor is \"git-note\"; any other program goes into anchor_command");
      }
      settings_.note_heads = true;
    }
    if (const Json* command = members->find("anchor_command")) WARRANT_CHECK(read_command(*command));
    if (settings_.note_heads && !settings_.anchor_command.empty()) {
      return problem("/record/anchor_command", "record.anchor and record.anchor_command exclude each other");
    }
    return {};
  }

  Status read_command(const Json& command) {
    const std::string at = "/record/anchor_command";
    const JsonArray* words = command.array();
    if (words == nullptr || words->empty() || words->size() > most_words) {
      return problem(at, "record.anchor_command is a list of texts: a program and its arguments, without a shell");
    }
    for (const Json& word : *words) {
      if (word.string() == nullptr || word.string()->empty() || word.string()->find('\0') != std::string::npos) {
        return problem(at, "each word of record.anchor_command is a text");
      }
      settings_.anchor_command.push_back(*word.string());
    }
    return {};
  }

  Status read_model() {
    static constexpr std::array<std::string_view, 1> keys{"allow_remote"};
    WARRANT_TRY(members, table("model", keys));
    const Json* remote = members == nullptr ? nullptr : members->find("allow_remote");
    if (remote == nullptr) return {};
    if (remote->boolean() == nullptr) return problem("/model/allow_remote", "model.allow_remote is true or false");
    settings_.allow_remote = *remote->boolean();
    return {};
  }

  Status read_limits() {
    static constexpr std::array<std::string_view, 4> keys{"model_calls", "equal_failures", "total_seconds",
                                                          "idle_seconds"};
    WARRANT_TRY(members, table("limits", keys));
    if (members == nullptr) return {};
    for (const auto& [key, value] : *members) {
      const auto number = value.integer();
      if (!number || *number < 1 || *number > 100'000) {
        return problem("/limits/" + key, fmt::format("limits.{} is a whole number from 1 to 100000", key));
      }
      if (key == "model_calls") settings_.limits.model_calls = static_cast<int>(*number);
      if (key == "equal_failures") settings_.limits.equal_failures = static_cast<int>(*number);
      if (key == "total_seconds") settings_.limits.total = std::chrono::seconds(*number);
      if (key == "idle_seconds") settings_.limits.idle = std::chrono::seconds(*number);
    }
    return {};
  }

  std::unexpected<Error> problem(const std::string& pointer, std::string message) const {
    return fail(Code::malformed, std::move(message), toml_.where(name_, pointer));
  }

  Toml toml_;
  std::string name_;
  Settings settings_;
};

}  // namespace

const std::vector<std::string_view>& settings_tables() {
  static const std::vector<std::string_view> tables{"record", "model", "limits"};
  return tables;
}

Result<Settings> read_settings(std::string_view toml, std::string_view name) {
  WARRANT_TRY(document, parse_toml(toml, name));
  return Reader(std::move(document), name).read();
}

Result<Settings> load_settings(const Dirs& dirs) {
  const std::string path = dirs.config + "/config.toml";
  const auto text = read_file(path, longest_file);
  if (!text && text.error().code == Code::not_found) return Settings{};
  if (!text) return fail(text.error());
  return read_settings(*text, path);
}

record::Place record_place(const Dirs& dirs, const std::string& workspace, const Settings& settings) {
  record::Place place = record::place_of(dirs, workspace);
  place.content = settings.content;
  place.anchor_command = settings.note_heads ? record::git_note_command(workspace) : settings.anchor_command;
  return place;
}

Result<record::Place> record_place(const Dirs& dirs, const std::string& workspace) {
  WARRANT_TRY(settings, load_settings(dirs));
  return record_place(dirs, workspace, settings);
}

}  // namespace warrant::app
