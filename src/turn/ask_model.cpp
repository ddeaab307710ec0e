#include "steps.hpp"

#include <fmt/format.h>

#include <chrono>

namespace warrant::turn {

namespace {

std::string text_of(const std::vector<model::Message>& messages) {
  std::string all;
  for (const model::Message& message : messages) {
    all += fmt::format("<{}>\n{}\n", to_string(message.role), message.text);
  }
  return all;
}

}  // namespace

warrant::Result<std::string> ask_model(Course& course, std::string_view purpose, const model::Prompt& prompt) {
  if (course.cancelled()) return fail(Code::interrupted, "the turn was cancelled");
  if (const std::string_view limit = course.exhausted(); !limit.empty()) {
    course.limit = limit;
    return fail(Code::refused, fmt::format("the limit {} of this turn is reached", limit));
  }
  WARRANT_TRY(proposer, course.ports.model());
  ++course.usage.model_calls;
  JsonArray files;
  for (const Material& material : course.materials) {
    files.emplace_back(JsonObject{{"path", material.path.text()},
                                  {"digest", material.file.digest.text()},
                                  {"bytes", material.file.bytes.size()}});
  }
  WARRANT_CHECK(course.note(record::PromptEvent{.call = course.usage.model_calls,
                                                .model = course.model,
                                                .messages = prompt.messages.size(),
                                                .prompt = course.keep(text_of(prompt.messages)),
                                                .constrained = !prompt.grammar.empty(),
                                                .files = std::move(files),
                                                .purpose = std::string(purpose)}));
  const bool prose = prompt.grammar.empty();
  const model::Listener listener{.text =
                                     [&course, prose](std::string_view part) {
                                       if (prose) course.ports.observer.unchecked_text(part);
                                       return !course.cancelled();
                                     },
                                 .progress = {},
                                 .cancelled = [&course] { return course.cancelled(); }};
  const auto begun = course.ports.clock.monotonic();
  const warrant::Result<model::Proposal> proposal = proposer->propose(prompt, listener);
  const auto took = course.ports.clock.monotonic() - begun;
  course.model_time += took;
  if (prose) course.ports.observer.unchecked_text("\n");
  record::ProposalEvent event{.call = course.usage.model_calls,
                              .reply = course.keep(proposal ? proposal->text : std::string()),
                              .tool = {},
                              .target = {},
                              .accepted = proposal.has_value(),
                              .step = {},
                              .why = proposal ? std::string() : describe(proposal.error()),
                              .prompt_tokens = proposal ? proposal->usage.prompt_tokens : 0,
                              .cached_tokens = proposal ? proposal->usage.cached_tokens : 0,
                              .output_tokens = proposal ? proposal->usage.output_tokens : 0,
                              .milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(took).count()};
  WARRANT_CHECK(course.note(event));
  if (!proposal) return fail(proposal.error());
  course.model = proposal->model;
  course.usage.prompt_tokens += proposal->usage.prompt_tokens;
  course.usage.cached_tokens += proposal->usage.cached_tokens;
  course.usage.output_tokens += proposal->usage.output_tokens;
  return proposal->text;
}

}  // namespace warrant::turn
