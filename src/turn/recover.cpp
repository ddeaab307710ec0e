#include <warrant/base/match.hpp>
#include <warrant/record/read.hpp>
#include <warrant/turn/recover.hpp>

namespace warrant::turn {

namespace {

/// The digest of what stands at the path: "" for no file, nothing when it cannot be said.
std::optional<std::string> found_at(const workspace::Root& root, std::string_view path) {
  const auto relative = RelPath::make(path);
  if (!relative) return std::nullopt;
  const auto state = root.inspect(*relative);
  if (!state) return std::nullopt;
  return match(
      *state, [](const workspace::Absent&) { return std::optional(std::string()); },
      [](const workspace::RegularFile& file) { return std::optional(file.digest.text()); },
      [](const workspace::Directory&) -> std::optional<std::string> { return std::nullopt; },
      [](const workspace::SymbolicLink&) -> std::optional<std::string> { return std::nullopt; },
      [](const workspace::Special&) -> std::optional<std::string> { return std::nullopt; });
}

Recovered judge(const record::Event& intent, const std::optional<std::string>& found) {
  Recovered recovered{.op = std::string(intent.body.text("op")),
                      .path = std::string(intent.body.text("path")),
                      .result = "indeterminate",
                      .why = "the program ended before a receipt was written"};
  const std::string_view before = intent.body.text("before");
  const std::string_view after = intent.body.text("after");
  if (before.empty() && after.empty()) return recovered;  // a command or a batch: its bytes are not in the intent
  if (!found) {
    recovered.why += "; what stands there cannot be read";
  } else if (*found == before) {
    recovered.result = "failed";
    recovered.why += "; the file is as it was before";
  } else if (*found == after) {
    recovered.why += "; the file holds what was approved, but nobody saw it written";
  } else {
    recovered.why += "; the file is neither as before nor as approved";
  }
  return recovered;
}

}  // namespace

warrant::Result<std::vector<Recovered>> recover(record::Writer& record, const workspace::Root& root) {
  const record::Place& place = record.place();
  WARRANT_TRY(newest, record::list_turns(place, {.limit = 1}));
  if (newest.empty() || newest.front().outcome != "unsettled") return std::vector<Recovered>{};
  WARRANT_TRY(intents, record::intents_without_receipt(place));
  std::vector<Recovered> all;
  for (const record::Event& intent : intents) {
    const auto found = found_at(root, intent.body.text("path"));
    Recovered recovered = judge(intent, found);
    WARRANT_CHECK(record.append(intent.turn, record::RecoveryEvent{.id = std::string(intent.body.text("id")),
                                                                   .op = recovered.op,
                                                                   .path = recovered.path,
                                                                   .found = found.value_or(""),
                                                                   .result = recovered.result,
                                                                   .why = recovered.why}));
    all.push_back(std::move(recovered));
  }
  return all;
}

}  // namespace warrant::turn
