#include "warrant/record/event.hpp"

namespace warrant::record {

Json to_json(const Event& event) {
  JsonObject out{{"v", 1},
                 {"seq", event.seq},
                 {"turn", event.turn},
                 {"at", event.at},
                 {"kind", event.kind},
                 {"body", event.body},
                 {"prev", event.prev.text()}};
  if (!event.mac.empty()) out.append("mac", event.mac);
  return out;
}

std::string to_line(const Event& event) { return canonical(to_json(event)); }

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
              .prev = prev,
              .mac = std::string(json.text("mac"))};
  if (to_line(event) != line) return fail(Code::malformed, "the event is not in its canonical form");
  return event;
}

}  // namespace warrant::record
