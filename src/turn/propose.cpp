#include "propose.hpp"

#include "steps.hpp"

#include <warrant/base/utf8.hpp>
#include <warrant/surface/prompt.hpp>
#include <warrant/workspace/facts.hpp>

#include <fmt/format.h>

#include <algorithm>
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
  course.note(record::SurfaceEvent{.tools = std::move(tools),
                                   .prompt = course.keep(surface.prompt()),
                                   .schema = course.keep(to_text(surface.schema())),
                                   .grammar = course.keep(surface.grammar())});
}

void note_check(Course& course, std::string_view step, bool passed, std::string why) {
  course.note(record::CheckEvent{.call = course.usage.model_calls,
                                 .step = std::string(step),
                                 .result = passed ? "pass" : "refuse",
                                 .why = std::move(why)});
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
  const workspace::PolicyFacts facts(course.ports.root, fully_read(course));
  policy::Examination examination = policy::examine(reply, &surface, plan, facts);
  for (const policy::Checked& checked : examination.steps) {
    note_check(course, to_string(checked.step), checked.passed, checked.why);
  }
  return examination;
}

/// Why a call is no step towards the change: the model asks for a file that it was shown. Nothing else is answered
/// so, since nothing else was read.
std::optional<std::string> known_file(const policy::Examination& examination, const Course& course) {
  const auto* read = examination.call ? std::get_if<surface::ReadFile>(&*examination.call) : nullptr;
  if (read == nullptr) return std::nullopt;
  const auto shown = std::ranges::find_if(course.materials, [&](const Material& material) {
    return material.path == read->path || material.named == read->path.text();
  });
  if (shown == course.materials.end()) return std::nullopt;
  return fmt::format("the text of {} stands above, and it has not changed", visible(shown->named, false));
}

/// Whether the reply was a call in the form asked for whose content cannot be what is meant: the same form would bring
/// the like again. A reply in another form has not been understood yet.
bool is_unfit(const policy::Checked& refused) {
  return refused.step == policy::CheckStep::payload || refused.step == policy::CheckStep::arguments;
}

/// Most of the probability along the piece that the edit replaces may be taken away by the grammar, at the median of
/// its tokens; beyond that the model meant something else. From measurements with `warrant eval edits --form piece`.
constexpr double most_strain = 0.5;

/// Why an edit that is in order is not what the model meant.
std::optional<std::string> doubt_in(Course& course, const model::Proposal& proposal) {
  if (!proposal.strain) return std::nullopt;
  const bool strained = proposal.strain->mean > most_strain;
  std::string why =
      fmt::format("along the piece to be replaced the grammar took away {:.0f} % of the model's probability{}",
                  proposal.strain->mean * 100, strained ? ", so it meant another" : "");
  note_check(course, "strain", !strained, why);
  if (!strained) return std::nullopt;
  course.count_failure(why);
  return why;
}

/// One reply on one surface, checked. One that is no call, or that asks for what was shown, is asked for once more with
/// the reason. `onward`: why the next form of the surface is to be tried.
struct Asked {
  policy::Examination examination;
  std::optional<std::string> onward;
};
std::expected<Asked, std::string> ask(Course& course, const contract::Plan& plan, const surface::Surface& surface,
                                      const surface::Materials& materials) {
  model::Prompt prompt{.messages = messages_of(surface::prompt(plan.contract().request, surface, materials.files)),
                       .grammar = surface.grammar(),
                       .schema = surface.schema(),
                       .max_tokens = course.limits.call_tokens,
                       .measure_strain = surface.copies()};
  for (bool again = false;; again = true) {
    auto reply = ask_model(course, "call", prompt, &surface);
    if (!reply) return std::unexpected(describe(reply.error()));
    policy::Examination examination = examined(course, reply->text, surface, plan);
    if (const auto call = surface.accept(reply->text); !call && call.error().declined) {
      course.count_failure(call.error().message);
      return Asked{std::move(examination), call.error().message};
    }
    const policy::Checked* refused = examination.failed();
    const auto known = refused == nullptr ? known_file(examination, course) : std::nullopt;
    if (refused == nullptr && !known) {
      auto doubt = surface.escalated().empty() ? std::nullopt : doubt_in(course, *reply);
      return Asked{std::move(examination), std::move(doubt)};
    }
    const std::string why = refused != nullptr ? refused->why : *known;
    course.count_failure(why);
    const bool written = surface.ask() != surface::Ask::choice;  // a number has no content that could be unfit
    if (!again && refused != nullptr && written && is_unfit(*refused) && !surface.escalated().empty()) {
      return Asked{std::move(examination), why};
    }
    if (again && known) course.limit = "repeated_reads";
    // The obligation is unmet after one retry, whatever else could still be asked.
    if (again) return std::unexpected(why);
    // At temperature 0 the same question has the same answer, so the reason goes with it.
    prompt.messages.push_back({model::Role::assistant, reply->text});
    prompt.messages.push_back(
        {model::Role::user,
         fmt::format("{}: {}\n{}", refused != nullptr ? "Not accepted" : "Note", why, surface.prompt())});
  }
}

}  // namespace

std::expected<policy::Examination, std::string> propose(Course& course, const contract::Plan& plan,
                                                        surface::Surface surface, const surface::Materials& materials,
                                                        const Judge& judge) {
  std::string failure = "there is nothing that may be proposed";
  for (; !surface.empty(); surface = surface.escalated()) {
    note_surface(course, surface);
    auto asked = ask(course, plan, surface, materials);
    if (!asked) return std::unexpected(asked.error());
    if (asked->onward) {
      failure = *asked->onward;
      continue;
    }
    const auto objection = judge(asked->examination);
    note_check(course, "expectation", !objection, objection.value_or("the call would do what was asked"));
    if (!objection) return std::move(asked->examination);
    failure = *objection;
    course.count_failure(failure);
  }
  return std::unexpected(failure);
}

}  // namespace warrant::turn
