#include "batch_journal.hpp"

#include "temporary.hpp"

#include <warrant/base/fd.hpp>
#include <warrant/base/json.hpp>
#include <warrant/base/match.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace warrant::workspace {

namespace {

constexpr std::string_view schema = "warrant.batch_journal.v1";
constexpr std::size_t journal_limit = std::size_t{16} << 20U;

std::string_view name_of(Action action) {
  switch (action) {
    case Action::make_directory: return "make_directory";
    case Action::move: return "move";
    case Action::copy: return "copy";
    case Action::remove: return "remove";
  }
  return "move";
}

// Names need not be UTF-8.
Json hex_of(const RelPath& path) {
  return to_hex({reinterpret_cast<const std::uint8_t*>(path.text().data()), path.text().size()});
}

Result<RelPath> path_of(const Json& step, std::string_view key) {
  WARRANT_TRY(text, from_hex(step.text(key)));
  return RelPath::make(text);
}

Result<JournalStep> step_of(const Json& json) {
  WARRANT_TRY(from, path_of(json, "from"));
  WARRANT_TRY(to, path_of(json, "to"));
  WARRANT_TRY(before, Digest::parse(json.text("before")));
  for (const Action action : {Action::make_directory, Action::move, Action::copy, Action::remove}) {
    if (name_of(action) == json.text("action")) return JournalStep{action, std::move(from), std::move(to), before};
  }
  return fail(Code::integrity, "an unknown action");
}

Result<Journal> journal_from(const std::string& text) {
  WARRANT_TRY(json, parse_json(text));
  const Json* committed = json.find("committed");
  const Json* steps = json.find("steps");
  if (json.text("schema") != schema || committed == nullptr || committed->boolean() == nullptr || steps == nullptr ||
      steps->array() == nullptr) {
    return fail(Code::integrity, "it is no journal of a batch");
  }
  Journal journal{*committed->boolean(), {}};
  for (const Json& each : *steps->array()) {
    WARRANT_TRY(step, step_of(each));
    journal.steps.push_back(std::move(step));
  }
  return journal;
}

}  // namespace

Journal journal_of(const policy::Batch& batch) {
  Journal journal{false, {}};
  for (const auto& step : batch.steps) {
    journal.steps.push_back(match(
        step,
        [](const policy::MakeDirectory& one) {
          return JournalStep{Action::make_directory, one.path, RelPath(), sha256("")};
        },
        [](const policy::MoveFile& one) { return JournalStep{Action::move, one.from, one.to, one.before}; },
        [](const policy::CopyFile& one) { return JournalStep{Action::copy, one.from, one.to, one.before}; },
        [](const policy::RemoveFile& one) {
          const std::string aside = temporary_name(one.before, std::nullopt);
          const std::string parent = one.path.parent().text();
          auto to = RelPath::make(parent.empty() ? aside : parent + "/" + aside);
          return JournalStep{Action::remove, one.path, to ? *std::move(to) : RelPath(), one.before};
        }));
  }
  return journal;
}

Status write_journal(const std::string& file, const Journal& journal) {
  JsonArray steps;
  for (const JournalStep& step : journal.steps) {
    steps.push_back(JsonObject{{"action", name_of(step.action)},
                               {"from", hex_of(step.from)},
                               {"to", hex_of(step.to)},
                               {"before", step.before.text()}});
  }
  return replace_file(
      file,
      to_text(JsonObject{{"schema", schema}, {"committed", journal.committed}, {"steps", std::move(steps)}}) + "\n");
}

Result<std::optional<Journal>> read_journal(const std::string& file) {
  if (::access(file.c_str(), F_OK) != 0 && errno == ENOENT) return std::optional<Journal>();
  WARRANT_TRY(text, read_file(file, journal_limit));
  auto journal = journal_from(text);
  if (!journal) return fail(Code::integrity, "the journal of a batch does not read: " + journal.error().message, file);
  return std::optional(*std::move(journal));
}

Status remove_journal(const std::string& file) {
  if (::unlink(file.c_str()) != 0 && errno != ENOENT) return fail_errno("cannot remove", file);
  const std::size_t slash = file.rfind('/');
  const std::string directory = slash == std::string::npos ? "." : file.substr(0, slash + 1);
  const Fd fd(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd.is_open() || ::fsync(fd.get()) != 0) return fail_errno("cannot write the directory to disk", directory);
  return {};
}

}  // namespace warrant::workspace
