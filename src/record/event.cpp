#include "files.hpp"

#include <fmt/format.h>

namespace warrant::record {

std::string to_line(const Event& event) {
  return canonical(JsonObject{{"v", 1},
                              {"seq", event.seq},
                              {"turn", event.turn},
                              {"at", event.at},
                              {"kind", event.kind},
                              {"body", event.body},
                              {"prev", event.prev.text()}});
}

Result<Event> parse_event(std::string_view line) {
  WARRANT_TRY(json, parse_json(line, {.bytes = kLongestLine}));
  const Json* version = json.find("v");
  if (version == nullptr || version->integer() == nullptr || *version->integer() != 1) {
    return fail(Code::malformed, "not an event of version 1");
  }
  const Json* seq = json.find("seq");
  const Json* body = json.find("body");
  if (seq == nullptr || seq->integer() == nullptr || body == nullptr)
    return fail(Code::malformed, "seq or body missing");
  WARRANT_TRY(prev, Digest::parse(json.text("prev")));
  Event event{.seq = *seq->integer(),
              .turn = std::string(json.text("turn")),
              .at = std::string(json.text("at")),
              .kind = std::string(json.text("kind")),
              .body = *body,
              .prev = prev};
  if (to_line(event) != line) return fail(Code::malformed, "the event is not in its canonical form");
  return event;
}

std::string segment_path(const Place& place, std::int64_t segment) {
  return fmt::format("{}/trace-{:06}.jsonl", place.directory, segment);
}

std::string head_path(const Place& place) { return place.directory + "/head.json"; }

Result<SigningKey> read_key(const Place& place) {
  WARRANT_TRY(text, read_file(place.key, 1024));
  return SigningKey::parse(text);
}

Result<std::string> head_text(const Head& head, const SigningKey& key) {
  JsonObject object{{"v", 1}, {"segment", head.segment}, {"seq", head.seq}, {"hash", head.hash.text()}};
  WARRANT_TRY(signature, sign(key, canonical(object)));
  object.set("signature", signature);
  return canonical(object);
}

Result<Head> read_head(const Place& place, const SigningKey& key) {
  const std::string path = head_path(place);
  WARRANT_TRY(text, read_file(path, 4096));
  const auto json = parse_json(text);
  const JsonObject* object = json ? json->object() : nullptr;
  if (object == nullptr) return fail(Code::integrity, "the head of the record is not JSON", path);
  JsonObject body = *object;
  body.erase("signature");
  const Json* segment = json->find("segment");
  const Json* seq = json->find("seq");
  const auto hash = Digest::parse(json->text("hash"));
  if (!verify_signature(key.public_part, canonical(body), json->text("signature")) || segment == nullptr ||
      segment->integer() == nullptr || seq == nullptr || seq->integer() == nullptr || !hash) {
    return fail(Code::integrity, "the head of the record is not signed by the key", path);
  }
  return Head{.segment = *segment->integer(), .seq = *seq->integer(), .hash = *hash};
}

}  // namespace warrant::record
