#include "check_output.hpp"

#include "subcommand.hpp"

#include <warrant/base/utf8.hpp>

#include <fmt/format.h>

#include <vector>

namespace warrant::app {

Exit exit_of(claims::Gate gate) {
  switch (gate) {
    case claims::Gate::pass: return Exit::done;
    case claims::Gate::retry: return Exit::gate_retry;
    case claims::Gate::ask: return Exit::gate_ask;
  }
  return Exit::gate_ask;
}

/// What people read: a line a claimed field, then the contradictions, then the gate.
std::string for_people(const Json& document) {
  std::string text;
  for (const Json& field : *document.find("fields")->array()) {
    if (field.text("status") == "unclaimed") continue;
    text += fmt::format("{:<13} {:<14} {:<12} {}\n", field.text("status"), field.text("field"),
                        visible(field.find("claim")->text("value"), false), visible(field.text("why"), false));
  }
  if (const Json* open = document.find("indeterminate")) {
    for (const Json& each : *open->array())
      text += fmt::format("{:<13} {:<14} {}: {}\n", "open", each.text("part"), visible(each.text("backend"), false),
                          visible(each.text("error"), false));
  }
  if (const Json* found = document.find("contradictions")) {
    for (const Json& each : *found->array()) {
      text += fmt::format("{:<13} {:<14} {}: {}\n", "refuted", each.text("kind"), visible(each.text("text"), false),
                          visible(each.text("why"), false));
    }
  }
  if (text.empty()) text = "nothing is claimed that could be checked\n";
  return text + fmt::format("gate: {}\n", document.text("gate"));
}

Status Held::add(std::string_view text) {
  constexpr std::size_t in_memory = 2U << 20U;
  text_ += text;
  if (text_.size() <= in_memory) return {};
  if (!file_) file_.reset(std::tmpfile());
  if (!file_) return fail_errno("cannot make a temporary file", "the results");
  if (std::fwrite(text_.data(), 1, text_.size(), file_.get()) != text_.size())
    return fail_errno("cannot write a temporary file", "the results");
  text_.clear();
  return {};
}

Status Held::print() const {
  if (file_) {
    std::vector<char> part(256U << 10U);
    if (std::fseek(file_.get(), 0, SEEK_SET) != 0) return fail_errno("cannot read a temporary file", "the results");
    while (const std::size_t got = std::fread(part.data(), 1, part.size(), file_.get()))
      WARRANT_CHECK(app::print({part.data(), got}));
    if (std::ferror(file_.get()) != 0) return fail_errno("cannot read a temporary file", "the results");
  }
  return app::print(text_);
}

}  // namespace warrant::app
