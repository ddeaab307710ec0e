#include "manifest.hpp"

#include <warrant/base/json.hpp>
#include <warrant/base/match.hpp>
#include <warrant/base/utf8.hpp>

namespace warrant::checkpoint {

namespace {

using workspace::Absent;
using workspace::Directory;
using workspace::RegularFile;
using workspace::Special;
using workspace::State;
using workspace::SymbolicLink;

constexpr std::string_view schema = "warrant.checkpoint.v1";

// Names need not be UTF-8, JSON must be.
void set_bytes(JsonObject& object, const std::string& key, const std::string& bytes) {
  if (is_utf8(bytes) && bytes.find('\0') == std::string::npos) {
    object.set(key, bytes);
  } else {
    object.set(key + "_hex", to_hex({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}));
  }
}

Result<std::string> get_bytes(const Json& object, const std::string& key) {
  if (const Json* plain = object.find(key); plain != nullptr && plain->string() != nullptr) return *plain->string();
  if (const Json* hex = object.find(key + "_hex"); hex != nullptr && hex->string() != nullptr) {
    return from_hex(*hex->string());
  }
  return fail(Code::integrity, "a member is missing: " + key);
}

Json mode_json(const std::optional<unsigned>& mode) { return mode ? Json(std::int64_t{*mode}) : Json(); }

Json to_json(const State& state) {
  return match(
      state, [](const Absent&) { return JsonObject{{"is", "absent"}}; },
      [](const RegularFile& file) {
        return JsonObject{{"is", "file"},
                          {"digest", file.digest.text()},
                          {"size", static_cast<std::int64_t>(file.size)},
                          {"mode", mode_json(file.mode)}};
      },
      [](const Directory& directory) { return JsonObject{{"is", "directory"}, {"mode", mode_json(directory.mode)}}; },
      [](const SymbolicLink& link) {
        JsonObject object{{"is", "link"}};
        set_bytes(object, "target", link.target);
        return object;
      },
      [](const Special&) { return JsonObject{{"is", "special"}}; });
}

std::optional<unsigned> mode_of(const Json& object) {
  const Json* mode = object.find("mode");
  if (mode == nullptr || mode->integer() == nullptr) return std::nullopt;
  return static_cast<unsigned>(*mode->integer()) & 07777U;
}

Result<State> state_of(const Json& object) {
  const std::string_view is = object.text("is");
  if (is == "absent") return State(Absent{});
  if (is == "special") return State(Special{});
  if (is == "directory") return State(Directory{mode_of(object)});
  if (is == "link") {
    WARRANT_TRY(target, get_bytes(object, "target"));
    return State(SymbolicLink{std::move(target)});
  }
  if (is != "file") return fail(Code::integrity, "an unknown kind of file");
  WARRANT_TRY(digest, Digest::parse(object.text("digest")));
  const Json* size = object.find("size");
  if (size == nullptr || size->integer() == nullptr || *size->integer() < 0) {
    return fail(Code::integrity, "a file has no size");
  }
  return State(RegularFile{digest, static_cast<std::uint64_t>(*size->integer()), mode_of(object)});
}

Result<RelPath> path_of(const Json& object) {
  WARRANT_TRY(text, get_bytes(object, "path"));
  WARRANT_TRY(path, RelPath::make(text));
  if (path.text() != text) return fail(Code::integrity, "a path is not in its normal form");
  return path;
}

Result<Kind> kind_of(std::string_view text) {
  for (const Kind kind : {Kind::turn, Kind::undo, Kind::redo, Kind::restore}) {
    if (to_string(kind) == text) return kind;
  }
  return fail(Code::integrity, "an unknown kind of checkpoint");
}

Result<Entry> entry_of(const Json& object) {
  const Json* before = object.find("before");
  const Json* after = object.find("after");
  if (before == nullptr || after == nullptr) return fail(Code::integrity, "an entry is not complete");
  WARRANT_TRY(path, path_of(object));
  WARRANT_TRY(was, state_of(*before));
  Entry entry{std::move(path), std::move(was), std::nullopt};
  if (after->is_null()) return entry;
  auto left = state_of(*after);
  if (!left) return fail(left.error());
  entry.after.emplace(std::move(*left));
  return entry;
}

Result<Checkpoint> checkpoint_of(const Json& body) {
  const Json* taken = body.find("taken_ms");
  const Json* finished = body.find("finished");
  const Json* entries = body.find("entries");
  const Json* open = body.find("open");
  if (taken == nullptr || taken->integer() == nullptr || finished == nullptr || finished->boolean() == nullptr ||
      entries == nullptr || entries->array() == nullptr || open == nullptr || open->array() == nullptr) {
    return fail(Code::integrity, "a member is missing or of another type");
  }
  WARRANT_TRY(kind, kind_of(body.text("kind")));
  Checkpoint checkpoint{std::string(body.text("id")),
                        kind,
                        std::string(body.text("turn")),
                        std::string(body.text("of")),
                        *taken->integer(),
                        *finished->boolean(),
                        {},
                        {}};
  for (const Json& each : *entries->array()) {
    WARRANT_TRY(entry, entry_of(each));
    checkpoint.entries.push_back(std::move(entry));
  }
  for (const Json& each : *open->array()) {
    WARRANT_TRY(path, path_of(each));
    checkpoint.open.push_back(std::move(path));
  }
  return checkpoint;
}

}  // namespace

std::string_view to_string(Kind kind) noexcept {
  switch (kind) {
    case Kind::turn: return "turn";
    case Kind::undo: return "undo";
    case Kind::redo: return "redo";
    case Kind::restore: return "restore";
  }
  return "turn";
}

std::string write_manifest(const Checkpoint& checkpoint) {
  JsonArray entries;
  for (const Entry& entry : checkpoint.entries) {
    JsonObject object;
    set_bytes(object, "path", entry.path.text());
    object.set("before", to_json(entry.before));
    object.set("after", entry.after ? to_json(*entry.after) : Json());
    entries.emplace_back(std::move(object));
  }
  JsonArray open;
  for (const RelPath& path : checkpoint.open) {
    JsonObject object;
    set_bytes(object, "path", path.text());
    open.emplace_back(std::move(object));
  }
  const Json body = JsonObject{{"id", checkpoint.id},
                               {"kind", to_string(checkpoint.kind)},
                               {"turn", to_valid_utf8(checkpoint.turn)},
                               {"of", checkpoint.of},
                               {"taken_ms", checkpoint.taken_ms},
                               {"finished", checkpoint.finished},
                               {"entries", std::move(entries)},
                               {"open", std::move(open)}};
  const std::string digest = sha256(canonical(body)).text();
  return to_text(JsonObject{{"schema", schema}, {"body", body}, {"digest", digest}}) + "\n";
}

Result<Checkpoint> read_manifest(std::string_view text) {
  const auto json = parse_json(text);
  if (!json) return fail(Code::integrity, "the manifest does not read: " + json.error().message);
  const Json* body = json->find("body");
  if (json->text("schema") != schema || body == nullptr) return fail(Code::integrity, "not a manifest of a checkpoint");
  if (sha256(canonical(*body)).text() != json->text("digest")) {
    return fail(Code::integrity, "the manifest is damaged: its digest differs");
  }
  auto checkpoint = checkpoint_of(*body);
  if (!checkpoint) return fail(Code::integrity, checkpoint.error().message);
  return checkpoint;
}

}  // namespace warrant::checkpoint
