#include "files.hpp"

#include <warrant/base/fd.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>

namespace warrant::record {

Place place_of(const Dirs& dirs, const std::string& workspace) {
  const std::string name = workspace_key(workspace);
  return Place{.directory = dirs.state + "/record/" + name,
               .key = dirs.state + "/keys/" + name + ".ed25519",
               .content_key = dirs.state + "/keys/" + name + ".content",
               .anchor = dirs.state + "/anchor/" + name};
}

std::vector<std::string> git_note_command(const std::string& repository) {
  return {"git", "-C", repository, "notes", "--ref=warrant-record", "append", "-F", "-", "HEAD"};
}

std::string segment_path(const Place& place, std::int64_t segment) {
  return fmt::format("{}/trace-{:06}.jsonl", place.directory, segment);
}
std::string head_path(const Place& place) { return place.directory + "/head.json"; }
std::string anchor_head_path(const Place& place) { return place.anchor + "/head.json"; }
std::string anchor_seals_path(const Place& place) { return place.anchor + "/seals.jsonl"; }
std::string next_key_path(const Place& place) { return place.key + ".next"; }
std::string first_key_path(const Place& place) { return place.key + ".first"; }

bool exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

Result<bool> stands(const std::string& path) {
  if (exists(path)) return true;
  if (errno == ENOENT || errno == ENOTDIR) return false;
  return fail_errno("the record cannot be looked at", path);
}

bool Standing::nothing() const noexcept { return !key && !segment && (beginning || (!head && !anchor)); }

Result<Standing> look(const Place& place) {
  WARRANT_TRY(key, stands(place.key));
  WARRANT_TRY(beginning, stands(first_key_path(place)));
  WARRANT_TRY(head, stands(head_path(place)));
  WARRANT_TRY(segment, stands(segment_path(place, 1)));
  WARRANT_TRY(anchor, place.anchor.empty() ? Result<bool>(head) : stands(anchor_head_path(place)));
  if (beginning && !key) {
    // Whoever has a head over events is past its beginning, whatever its key is called.
    const auto over_events = [](const std::string& path) {
      const auto known = read_head(path);
      return known && known->seq > 0;
    };
    beginning = !over_events(head_path(place)) && !over_events(anchor_head_path(place));
  }
  return Standing{.key = key, .beginning = beginning, .head = head, .segment = segment, .anchor = anchor};
}

Status check_complete(const Place& place, const Standing& standing) {
  constexpr std::string_view kAnew = "; \"warrant trace set-aside\" begins a new record that says so";
  if (!standing.head && standing.segment) {
    return fail(Code::integrity, fmt::format("the record has lost its signed head{}", kAnew), head_path(place));
  }
  if (!standing.head) {
    return fail(
        Code::integrity,
        fmt::format("the record is gone: {} of it stands{}", standing.key ? "the signing key" : "the anchor", kAnew),
        place.directory);
  }
  if (!standing.anchor) {
    return fail(Code::integrity,
                fmt::format("the anchor of the record is gone, so nothing tells how far the record reached{}", kAnew),
                place.anchor);
  }
  return {};
}

Result<SigningKey> read_key(const std::string& path) {
  WARRANT_TRY(text, read_file(path, 1024));
  return SigningKey::parse(text);
}

Result<std::string> head_text(const Head& head, const SigningKey& key) {
  JsonObject object{
      {"v", 1}, {"segment", head.segment}, {"seq", head.seq}, {"hash", head.hash.text()}, {"key", key.public_part}};
  WARRANT_TRY(signature, sign(key, canonical(object)));
  object.append("signature", signature);
  return canonical(object);
}

std::string head_block(std::string text) {
  text.resize(kHeadBytes - 1, ' ');
  text += '\n';
  return text;
}

Result<Head> parse_head(std::string_view text, const std::string& where) {
  const auto json = parse_json(text);
  const JsonObject* object = json ? json->object() : nullptr;
  if (object == nullptr) return fail(Code::integrity, "the signed head is damaged: not JSON", where);
  JsonObject body = *object;
  body.erase("signature");
  const Json* segment = json->find("segment");
  const Json* seq = json->find("seq");
  const auto hash = Digest::parse(json->text("hash"));
  const std::string key(json->text("key"));
  if (!verify_signature(key, canonical(body), json->text("signature")) || segment == nullptr ||
      segment->integer() == nullptr || seq == nullptr || seq->integer() == nullptr || !hash) {
    return fail(Code::integrity, "the signed head is damaged: its signature does not fit", where);
  }
  return Head{.segment = *segment->integer(), .seq = *seq->integer(), .hash = *hash, .key = key};
}

Result<Head> read_head(const std::string& path) {
  WARRANT_TRY(text, read_file(path, 4096));
  if (text.size() != kHeadBytes) return fail(Code::integrity, "the signed head is damaged: wrong size", path);
  WARRANT_TRY(head, parse_head(text, path));
  // One writing only, or bytes could change unseen where JSON and hexadecimal digits do not care.
  const auto json = parse_json(text);
  const bool upper = text.find_first_of("ABCDEF") != std::string::npos;
  if (!json || upper || head_block(canonical(*json)) != text) {
    return fail(Code::integrity, "the signed head is damaged: not in its canonical form", path);
  }
  return head;
}

Result<Head> read_head_beside_writer(const std::string& path) {
  auto head = read_head(path);
  for (int again = 0; !head && head.error().code == Code::integrity && again < 3; ++again) {
    ::usleep(500);
    head = read_head(path);
  }
  return head;
}

std::string rotation_statement(std::string_view from, std::string_view to) {
  return fmt::format("warrant record: key {} hands over to key {}", from, to);
}

std::optional<Rotation> rotation_of(const Event& event) {
  if (event.kind != "trust" || event.body.text("what") != "signing_key") return std::nullopt;
  const std::string from(event.body.text("from"));
  const std::string to(event.body.text("to"));
  // Both sign: the old key so that the new one is its choice, the new one so that nobody can put a
  // history of their own before it.
  const std::string statement = rotation_statement(from, to);
  return Rotation{.seq = event.seq,
                  .from = from,
                  .to = to,
                  .proven = verify_signature(from, statement, event.body.text("given")) &&
                            verify_signature(to, statement, event.body.text("taken"))};
}

}  // namespace warrant::record
