#include "propose.hpp"

#include "steps.hpp"

#include <warrant/surface/prompt.hpp>
#include <warrant/workspace/facts.hpp>

#include <fmt/format.h>

#include <set>
#include <utility>

namespace warrant::turn {

namespace {

/// The files whose whole text the model was shown.
std::set<RelPath> fully_read(const Course& course) {
  std::set<RelPath> paths;
  for (const Material& material : course.materials) paths.insert(material.path);
  return paths;
}

void note_surface(Course& course, const surface::Surface& surface) {
  std::vector<std::string> tools;
  for (const contract::Tool tool : surface.tools()) tools.emplace_back(contract::to_string(tool));
  static_cast<void>(course.note(record::SurfaceEvent{.tools = std::move(tools),
                                                     .prompt = course.keep(surface.prompt()),
                                                     .schema = course.keep(to_text(surface.schema())),
                                                     .grammar = course.keep(surface.grammar())}));
}

void note_check(Course& course, std::string_view step, bool passed, std::string why) {
  static_cast<void>(course.note(record::CheckEvent{.call = course.usage.model_calls,
                                                   .step = std::string(step),
                                                   .result = passed ? "pass" : "refuse",
                                                   .why = std::move(why)}));
}

std::vector<model::Message> messages_of(const std::vector<surface::Message>& written) {
  std::vector<model::Message> messages;
  for (const surface::Message& message : written) {
    const bool system = message.speaker == surface::Speaker::system;
    messages.push_back({system ? model::Role::system : model::Role::user, message.text});
  }
  return messages;
}

/// Has the reply checked step by step.
policy::Examination examined(Course& course, const std::string& reply, const surface::Surface& surface,
                             const contract::Plan& plan) {
  const workspace::WorkspaceFacts facts(course.ports.root, fully_read(course));
  policy::Examination examination = policy::examine(reply, &surface, plan, facts);
  for (const policy::Checked& checked : examination.steps) {
    note_check(course, to_string(checked.step), checked.passed, checked.why);
  }
  return examination;
}

/// Whether the reply was a call in the form asked for whose content cannot be what is meant: the same form would bring
/// the like again. A reply in another form has not been understood yet.
bool is_unfit(const policy::Checked& refused) {
  return refused.step == policy::CheckStep::payload || refused.step == policy::CheckStep::arguments;
}

}  // namespace

std::expected<policy::Examination, std::string> propose(Course& course, const contract::Plan& plan,
                                                        surface::Surface surface, const surface::Materials& materials,
                                                        const Judge& judge) {
  std::string failure = "there is nothing that may be proposed";
  while (!surface.empty()) {
    note_surface(course, surface);
    model::Prompt prompt{.messages = messages_of(surface::prompt(plan, surface, materials.files)),
                         .grammar = surface.grammar(),
                         .schema = surface.schema(),
                         .max_tokens = course.limits.call_tokens};
    auto reply = ask_model(course, "call", prompt);
    if (!reply) return std::unexpected(describe(reply.error()));
    policy::Examination examination = examined(course, *reply, surface, plan);
    if (const auto call = surface.accept(*reply); !call && call.error().declined) {
      failure = call.error().message;
      surface = surface.escalated();
      continue;
    }
    if (const policy::Checked* refused = examination.failed()) {
      failure = refused->why;
      const bool written = surface.ask() != surface::Ask::choice;  // a number has no content that could be unfit
      if (surface::Surface next = surface.escalated(); written && is_unfit(*refused) && !next.empty()) {
        surface = std::move(next);
        continue;
      }
      // At temperature 0 the same question has the same answer, so the reason goes with it.
      prompt.messages.push_back({model::Role::assistant, *reply});
      prompt.messages.push_back({model::Role::user, fmt::format("Not accepted: {}\n{}", failure, surface.prompt())});
      reply = ask_model(course, "call", prompt);
      if (!reply) return std::unexpected(failure);
      examination = examined(course, *reply, surface, plan);
      // The obligation is unmet after one retry, whatever else could still be asked.
      if (const policy::Checked* again = examination.failed()) return std::unexpected(again->why);
    }
    const auto objection = judge(examination);
    note_check(course, "expectation", !objection, objection.value_or("the call would do what was asked"));
    if (!objection) return examination;
    failure = *objection;
    surface = surface.escalated();
  }
  return std::unexpected(failure);
}

}  // namespace warrant::turn
