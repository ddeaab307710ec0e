#include "warrant/ui/report.hpp"

#include <fmt/format.h>

namespace warrant::ui {

namespace {

std::string number(const Json* value) {
  return value != nullptr && value->integer() != nullptr ? std::to_string(*value->integer()) : "?";
}

std::string bytes_of(const Json* kept) {
  return kept == nullptr ? "" : fmt::format("{} bytes", number(kept->find("bytes")));
}

std::string names(const Json* values, std::string_view member = {}) {
  std::string out;
  if (values == nullptr || values->array() == nullptr) return out;
  for (const Json& each : *values->array()) {
    const std::string* text = each.string();
    const std::string_view name = text != nullptr ? std::string_view(*text) : each.text(member);
    (out += out.empty() ? "" : ", ") += name;
  }
  return out;
}

std::size_t count(const Json* values) {
  return values != nullptr && values->array() != nullptr ? values->array()->size() : 0;
}

std::string because(std::string_view why) { return why.empty() ? "" : fmt::format(": {}", why); }

std::string request_headline(const Json& body) {
  const Json* contract = body.find("contract");
  const Json none;
  const Json& found = contract == nullptr ? none : *contract;
  const std::string targets = names(found.find("targets"), "path");
  return fmt::format("{}{}{} (request of {})", found.text("type", "unknown"), targets.empty() ? "" : " on ", targets,
                     bytes_of(body.find("request")));
}

std::string proposal_headline(const Json& body) {
  const Json* accepted = body.find("accepted");
  const bool yes = accepted != nullptr && accepted->boolean() != nullptr && *accepted->boolean();
  const std::string_view tool = body.text("tool");
  if (yes && tool.empty()) return fmt::format("a reply of {}", bytes_of(body.find("reply")));
  if (yes) return fmt::format("{} {} accepted", tool, body.text("target"));
  if (tool.empty()) return fmt::format("no call{}", because(body.text("why")));
  return fmt::format("{} {} refused at {}{}", tool, body.text("target"), body.text("step"), because(body.text("why")));
}

/// A command has no bytes to read back; what it ended with and what its runner counted is what there is to know.
std::string receipt_headline(const Json& body) {
  const std::string done = fmt::format("{} {}: {}", body.text("op"), body.text("path"), body.text("result"));
  if (body.text("op") != "run_command") return fmt::format("{}, read back: {}", done, body.text("read_back"));
  const Json* more = body.find("more");
  std::string ended = body.find("exit_code") != nullptr ? "exit code " + number(body.find("exit_code")) : "";
  if (ended.empty() && more != nullptr) ended = more->text("ending");
  std::string counted;
  for (const std::string_view name : {"passed", "failed"}) {
    const Json* count = more == nullptr ? nullptr : more->find(fmt::format("tests_{}", name));
    if (count == nullptr || count->integer() == nullptr) continue;
    counted += fmt::format("{}{} {}", counted.empty() ? "; " : ", ", number(count), name);
  }
  return fmt::format("{}{}{}{}", done, ended.empty() ? "" : ", ", ended, counted);
}

std::string recovery_headline(const Json& body) {
  if (body.text("what") == "anchor")
    return fmt::format("the anchor lacks the last settlement{}", because(body.text("why")));
  if (body.text("what") == "tail") {
    const Json* adopted = body.find("adopted");
    const bool range = adopted != nullptr && count(adopted) == 2;
    return fmt::format("after a crash: {} torn bytes cut{}", number(body.find("torn_bytes")),
                       range ? fmt::format(", events {} to {} taken over", number(adopted->array()->data()),
                                           number(&adopted->array()->back()))
                             : "");
  }
  return fmt::format("{} {}: {}{}", body.text("op"), body.text("path"), body.text("result"), because(body.text("why")));
}

}  // namespace

std::string headline(const record::Event& event) {
  const Json& body = event.body;
  const std::string_view kind = event.kind;
  const std::string_view why = body.text("why");
  if (kind == "contract") return request_headline(body);
  if (kind == "posture") return fmt::format("{}{}", body.text("posture"), because(why));
  if (kind == "plan" || kind == "surface") {
    return fmt::format("{}tools: {}", kind == "plan" ? fmt::format("phase {}, ", body.text("phase")) : "",
                       names(body.find("tools")));
  }
  if (kind == "prompt") {
    const std::string_view model = body.text("model");
    return fmt::format("call {} of {}: {}", number(body.find("call")), model.empty() ? "the model" : model,
                       bytes_of(body.find("prompt")));
  }
  if (kind == "proposal") return proposal_headline(body);
  if (kind == "check") return fmt::format("{}: {}{}", body.text("step"), body.text("result"), because(why));
  if (kind == "ruling") {
    return fmt::format("{} {}: {} by {}{}", body.text("tool"), body.text("target"), body.text("ruling"),
                       body.text("rule"), because(why));
  }
  if (kind == "approval") {
    return fmt::format("{} {}: {} by {}{}{}", body.text("tool"), body.text("target"), body.text("answer"),
                       body.text("by"), why.empty() ? "" : ": ", why);
  }
  if (kind == "checkpoint") return fmt::format("{} kept before the change", body.text("path"));
  if (kind == "intent") return fmt::format("about to {} {}", body.text("op"), body.text("path"));
  if (kind == "receipt") return receipt_headline(body);
  if (kind == "verification") {
    return fmt::format("{} {}: {}{}", body.text("expectation"), body.text("target"), body.text("result"), because(why));
  }
  if (kind == "state") return fmt::format("{} operations told to the model", count(body.find("operations")));
  if (kind == "candidate") {
    return fmt::format("answer of {} with {} claims", bytes_of(body.find("text")), count(body.find("claims")));
  }
  if (kind == "contradiction")
    return fmt::format("claim \"{}\" contradicts the facts{}", body.text("claim"), because(why));
  if (kind == "repair") {
    const Json* resolved = body.find("resolved");
    const bool yes = resolved != nullptr && resolved->boolean() != nullptr && *resolved->boolean();
    return fmt::format("{}{}", yes ? "resolved" : "not resolved", because(why));
  }
  if (kind == "containment") return fmt::format("the runtime answers instead{}", because(why));
  if (kind == "settlement") {
    const std::string_view lost = body.text("durability_why");
    return fmt::format("{} (action {}){}{}", body.text("outcome"), body.text("action"),
                       body.find("recovered") != nullptr ? ", settled at the next start after it was cut off" : "",
                       lost.empty() ? "" : fmt::format("; durability {}: {}", body.text("durability"), lost));
  }
  if (kind == "recovery") return recovery_headline(body);
  if (kind == "trust") return fmt::format("{} {} {}", body.text("what"), body.text("name"), body.text("change"));
  return {};
}

}  // namespace warrant::ui
