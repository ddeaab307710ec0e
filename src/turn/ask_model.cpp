#include "steps.hpp"

#include <warrant/base/match.hpp>
#include <warrant/policy/examine.hpp>
#include <warrant/surface/call.hpp>

#include <fmt/format.h>

#include <chrono>
#include <cmath>

namespace warrant::turn {

namespace {

std::string text_of(const std::vector<model::Message>& messages) {
  std::string all;
  for (const model::Message& message : messages) {
    all += fmt::format("<{}>\n{}\n", to_string(message.role), message.text);
  }
  return all;
}

std::string target_of(const surface::Call& call) {
  return match(
      call, [](const surface::ReadFile& it) { return it.path.text(); },
      [](const surface::ListFiles& it) { return it.directory.text(); },
      [](const surface::SearchText&) { return std::string(); },
      [](const surface::EditFile& it) { return it.path.text(); },
      [](const surface::WriteFile& it) { return it.path.text(); },
      [](const surface::AppendText& it) { return it.path.text(); },
      [](const surface::Organize& it) {
        return it.operations.empty() ? std::string() : it.operations.front().path.text();
      },
      [](const surface::RunCommand& it) { return it.profile; }, [](const surface::Answer&) { return std::string(); });
}

/// What call the reply stands for, and at which step the surface refuses it.
void read_call(record::ProposalEvent& event, std::string_view reply, const surface::Surface& surface) {
  const auto accepted = surface.accept(reply);
  const auto call = accepted ? accepted : surface::read_call(reply);
  if (call) {
    event.tool = policy::tool_of(*call);
    event.target = target_of(*call);
  }
  event.accepted = accepted.has_value();
  if (accepted) return;
  event.step = to_string(accepted.error().step);
  event.why = accepted.error().message;
}

/// Elsewhere the grammar leaves the model its words: there the strain says nothing about the edit.
void keep_strain_of_the_piece(model::Proposal& proposal, const surface::Surface& surface) {
  const Span piece = surface.copied_piece(proposal.text);
  if (proposal.strain && !piece.empty()) {
    proposal.strain = proposal.strain->within(piece.begin, piece.end);
  } else {
    proposal.strain.reset();
  }
}

std::int64_t percent(double share) { return std::lround(share * 100); }

}  // namespace

warrant::Result<model::Proposal> ask_model(Course& course, std::string_view purpose, model::Prompt prompt,
                                           const surface::Surface* surface) {
  if (course.cancelled()) return fail(Code::interrupted, "the turn was cancelled");
  if (const std::string_view limit = course.exhausted(purpose); !limit.empty()) {
    course.limit = limit;
    return fail(Code::refused, fmt::format("the limit {} of this turn is reached", limit));
  }
  prompt.limits.idle = course.limits.idle;
  prompt.limits.total = course.limits.total - std::chrono::milliseconds(course.elapsed_ms());
  WARRANT_TRY(proposer, course.ports.model());
  ++course.usage.model_calls;
  JsonArray files;
  for (const Material& material : course.materials) {
    files.emplace_back(JsonObject{{"path", material.path.text()},
                                  {"digest", material.file.digest.text()},
                                  {"bytes", material.file.bytes.size()}});
  }
  course.note(record::PromptEvent{.call = course.usage.model_calls,
                                  .model = course.model,
                                  .messages = prompt.messages.size(),
                                  .prompt = course.keep(text_of(prompt.messages)),
                                  .constrained = !prompt.grammar.empty(),
                                  .files = std::move(files),
                                  .purpose = std::string(purpose)});
  WARRANT_CHECK(course.record_status());
  const bool prose = prompt.grammar.empty();
  const model::Listener listener{.text =
                                     [&course, prose](std::string_view part) {
                                       if (prose) course.ports.observer.unchecked_text(part);
                                       return !course.cancelled();
                                     },
                                 .progress = {},
                                 .cancelled = [&course] { return course.cancelled(); }};
  const auto begun = course.ports.clock.monotonic();
  warrant::Result<model::Proposal> proposal = proposer->propose(prompt, listener);
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
  if (proposal && surface != nullptr) {
    read_call(event, proposal->text, *surface);
    keep_strain_of_the_piece(*proposal, *surface);
    if (proposal->strain) {
      event.strain = {.mean_percent = percent(proposal->strain->mean), .peak_percent = percent(proposal->strain->peak)};
    }
  }
  course.note(event);
  WARRANT_CHECK(course.record_status());
  if (!proposal) {
    if (proposal.error().code == Code::timed_out) {
      course.limit = course.elapsed_ms() >= course.limits.total.count() ? "total_time" : "idle_time";
    }
    return fail(proposal.error());
  }
  course.model = proposal->model;
  course.usage.prompt_tokens += proposal->usage.prompt_tokens;
  course.usage.cached_tokens += proposal->usage.cached_tokens;
  course.usage.output_tokens += proposal->usage.output_tokens;
  if (proposal->finish == model::Finish::repetition) {
    course.limit = "repetition";
    return fail(Code::refused, "the model went round in circles, so its reply was cut");
  }
  return proposal;
}

}  // namespace warrant::turn
