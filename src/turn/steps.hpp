// The named steps of a turn, in the order in which run() takes them.
#pragma once

#include "course.hpp"

#include <warrant/surface/surface.hpp>

#include <optional>
#include <string>

namespace warrant::turn {

/// Writes request, contract, posture and plan into the record.
Status note_plan(Course& course);

/// Reads what the contract names, as far as policy allows, and lists what it asks to be listed.
void gather(Course& course);

/// Looks in the files for what a question names (quotations and identifiers, else its own words), within bounds, and
/// keeps the lines for the answer.
void search(Course& course);

/// Carries out the operations that change files, each through proposal, checks, approval and read-back.
void make_changes(Course& course);

/// Runs the commands that the contract asks for.
void run_commands(Course& course);

/// Takes the last change back, or makes it again.
void restore(Course& course);

/// Holds every expectation of the contract against the files as they are now, and settles verification.
void verify(Course& course);

/// In plan mode a change is not made, but how it would be made can be said.
inline bool plans_change(const contract::Contract& contract) {
  return contract.posture == contract::Posture::plan && contract.requested;
}

/// What the turn answers, after the boundary.
struct Answered {
  std::string text;
  AnswerSource source;
  std::vector<claims::Contradiction> contradictions;
  Response response;
  Review review;
};
/// The model's answer, checked, repaired once, or contained. `opening` is put before the model's words and judged with
/// them: what the runtime has to say first.
Answered answer(Course& course, std::string_view opening = {});
/// The runtime's own answer, for turns that need no model: a question to the person, a restore, a status.
Answered answer_by_runtime(std::string text);

/// One call of the model, noted and counted. `purpose` is call, answer or repair; `surface` is what a call is asked
/// on: the strain is then that along the piece which the reply copies. Errors: the model's; interrupted; refused when a
/// limit is reached, also that of going round in circles.
warrant::Result<model::Proposal> ask_model(Course& course, std::string_view purpose, model::Prompt prompt,
                                           const surface::Surface* surface = nullptr);

}  // namespace warrant::turn
