#include "warrant/record/export.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <ctime>
#include <iterator>
#include <map>

namespace warrant::record {

namespace {

// Numbers of the protocol's enumerations.
constexpr int kInternal = 1;
constexpr int kClient = 3;
constexpr int kOk = 1;
constexpr int kError = 2;

/// Nanoseconds since 1970 of "2026-03-01T12:34:56.789Z", as the protocol's decimal text.
std::string unix_nanoseconds(std::string_view at) {
  if (at.size() != 24) return "0";
  const auto number = [&](std::size_t begin, std::size_t size) {
    int value = 0;
    std::from_chars(at.data() + begin, at.data() + begin + size, value);
    return value;
  };
  std::tm utc{};
  utc.tm_year = number(0, 4) - 1900;
  utc.tm_mon = number(5, 2) - 1;
  utc.tm_mday = number(8, 2);
  utc.tm_hour = number(11, 2);
  utc.tm_min = number(14, 2);
  utc.tm_sec = number(17, 2);
  return fmt::format("{}{:03}000000", timegm(&utc), number(20, 3));
}

std::string trace_id(std::string_view turn) { return sha256(fmt::format("turn {}", turn)).hex().substr(0, 32); }
std::string span_id(std::string_view turn, std::int64_t seq) {
  return sha256(fmt::format("span {} {}", turn, seq)).hex().substr(0, 16);
}

Json attribute(std::string_view key, const Json& value) {
  JsonObject wrapped;
  if (const bool* truth = value.boolean()) {
    wrapped.append("boolValue", *truth);
  } else if (const auto* integer = value.integer()) {
    wrapped.append("intValue", std::to_string(*integer));
  } else if (const std::string* text = value.string()) {
    wrapped.append("stringValue", *text);
  } else {
    wrapped.append("stringValue", canonical(value));
  }
  return JsonObject{{"key", key}, {"value", std::move(wrapped)}};
}

/// The members of a body as attributes "warrant.<kind>.<member>".
void add_body(JsonArray& attributes, const Event& event) {
  const JsonObject* body = event.body.object();
  if (body == nullptr) return;
  for (const auto& [name, value] : *body) {
    attributes.push_back(attribute(fmt::format("warrant.{}.{}", event.kind, name), value));
  }
}

struct Span {
  std::string name;
  int kind;
  const Event* begin;
  const Event* end;
  JsonArray attributes;
  int status = 0;
};

Json render(const Span& span, const Event& root, JsonArray events) {
  const bool is_root = span.begin == &root;
  JsonObject out{{"traceId", trace_id(root.turn)}, {"spanId", span_id(root.turn, is_root ? 0 : span.begin->seq)}};
  if (!is_root) out.append("parentSpanId", span_id(root.turn, 0));
  out.append("name", span.name);
  out.append("kind", span.kind);
  out.append("startTimeUnixNano", unix_nanoseconds(span.begin->at));
  out.append("endTimeUnixNano", unix_nanoseconds(span.end->at));
  out.append("attributes", span.attributes);
  if (!events.empty()) out.append("events", std::move(events));
  out.append("status", span.status == 0 ? JsonObject{} : JsonObject{{"code", span.status}});
  return out;
}

/// A call of the model: from its prompt to the reply or the candidate answer.
Span model_call(const Event& prompt, const Event& end) {
  const std::string model(prompt.body.text("model"));
  Span span{.name = model.empty() ? "chat" : "chat " + model,
            .kind = kClient,
            .begin = &prompt,
            .end = &end,
            .attributes = {attribute("gen_ai.operation.name", "chat"), attribute("gen_ai.request.model", model)}};
  if (const Json* usage = end.body.find("usage")) {
    if (const Json* input = usage->find("prompt")) {
      span.attributes.push_back(attribute("gen_ai.usage.input_tokens", *input));
    }
    if (const Json* output = usage->find("output")) {
      span.attributes.push_back(attribute("gen_ai.usage.output_tokens", *output));
    }
  }
  add_body(span.attributes, prompt);
  if (&end != &prompt) add_body(span.attributes, end);
  return span;
}

/// An effect: from its intent to its receipt, or to the recovery that found out about it.
Span effect(const Event& intent, const Event& end) {
  const std::string op(intent.body.text("op"));
  Span span{.name = "execute_tool " + op,
            .kind = kInternal,
            .begin = &intent,
            .end = &end,
            .attributes = {attribute("gen_ai.operation.name", "execute_tool"), attribute("gen_ai.tool.name", op),
                           attribute("gen_ai.tool.call.id", intent.body.text("id"))}};
  const std::string_view result = end.body.text("result");
  span.status = result == "succeeded" ? kOk : kError;
  if (span.status == kError) {
    span.attributes.push_back(attribute("error.type", &end == &intent ? "no_receipt" : result));
  }
  add_body(span.attributes, intent);
  if (&end != &intent) add_body(span.attributes, end);
  return span;
}

class Turn {
 public:
  explicit Turn(std::vector<const Event*> events) : events_(std::move(events)), taken_(events_.size(), false) {}

  void write(JsonArray& spans) {
    const Event& root = *events_.front();
    JsonArray children;
    for (std::size_t i = 0; i < events_.size(); ++i) {
      if (events_[i]->kind == "prompt") {
        children.push_back(render(model_call(*events_[i], end_of(i, {"proposal", "candidate"}, "call")), root, {}));
      } else if (events_[i]->kind == "intent") {
        children.push_back(render(effect(*events_[i], end_of(i, {"receipt", "recovery"}, "id")), root, {}));
      }
    }
    JsonArray moments;
    for (std::size_t i = 0; i < events_.size(); ++i) {
      if (!taken_[i]) moments.push_back(moment(*events_[i]));
    }
    spans.push_back(render(whole(), root, std::move(moments)));
    std::ranges::move(children, std::back_inserter(spans));
  }

 private:
  /// The first later event of one of these kinds with the same `key`, or the event itself.
  const Event& end_of(std::size_t begin, std::initializer_list<std::string_view> kinds, std::string_view key) {
    taken_[begin] = true;
    const Json* mine = events_[begin]->body.find(key);
    for (std::size_t i = begin + 1; i < events_.size(); ++i) {
      const Json* other = events_[i]->body.find(key);
      const bool same = mine != nullptr && other != nullptr && *mine == *other;
      if (taken_[i] || !same || std::ranges::find(kinds, events_[i]->kind) == kinds.end()) continue;
      taken_[i] = true;
      return *events_[i];
    }
    return *events_[begin];
  }

  static Json moment(const Event& event) {
    JsonArray attributes;
    add_body(attributes, event);
    return JsonObject{{"timeUnixNano", unix_nanoseconds(event.at)},
                      {"name", "warrant." + event.kind},
                      {"attributes", std::move(attributes)}};
  }

  [[nodiscard]] Span whole() const {
    const Event& root = *events_.front();
    Span span{.name = "invoke_agent warrant",
              .kind = kInternal,
              .begin = &root,
              .end = events_.back(),
              .attributes = {attribute("gen_ai.operation.name", "invoke_agent"),
                             attribute("gen_ai.agent.name", "warrant"), attribute("warrant.turn", root.turn)}};
    for (const Event* event : events_) {
      if (event->kind != "settlement") continue;
      const std::string_view action = event->body.text("action");
      span.status = action == "failed" || action == "indeterminate" ? kError : kOk;
      for (const std::string_view name : {"response", "action", "verification", "review", "durability", "outcome"}) {
        span.attributes.push_back(attribute(fmt::format("warrant.{}", name), event->body.text(name)));
      }
    }
    return span;
  }

  std::vector<const Event*> events_;
  std::vector<bool> taken_;
};

}  // namespace

Json to_otlp(const std::vector<Event>& events) {
  std::vector<std::vector<const Event*>> turns;
  std::map<std::string_view, std::size_t> known;
  for (const Event& event : events) {
    if (event.turn.empty()) continue;
    const auto [turn, added] = known.try_emplace(event.turn, turns.size());
    if (added) turns.emplace_back();
    turns[turn->second].push_back(&event);
  }
  JsonArray spans;
  for (auto& turn : turns) Turn(std::move(turn)).write(spans);
  const JsonObject scope{{"name", "warrant.record"}, {"version", "1"}};
  const JsonObject resource{{"attributes", JsonArray{attribute("service.name", "warrant")}}};
  JsonArray scopes{JsonObject{{"scope", scope}, {"spans", std::move(spans)}}};
  JsonArray resources{JsonObject{{"resource", resource}, {"scopeSpans", std::move(scopes)}}};
  return JsonObject{{"resourceSpans", std::move(resources)}};
}

}  // namespace warrant::record
