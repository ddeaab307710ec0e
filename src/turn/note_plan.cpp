#include "steps.hpp"

namespace warrant::turn {

Status note_plan(Course& course) {
  const contract::Contract& contract = course.plan.contract();
  course.note(record::ContractEvent{.request = course.keep(contract.request), .contract = contract::to_json(contract)});
  course.note(record::PostureEvent{.mode = std::string(to_string(course.request.posture)),
                                   .posture = std::string(to_string(contract.posture)),
                                   .mutation_allowed = contract.allowed,
                                   .why = contract.reason.rule});
  std::vector<std::string> tools;
  for (const contract::Tool tool : course.plan.tools()) tools.emplace_back(to_string(tool));
  JsonArray expectations;
  for (const contract::Expectation& expectation : course.plan.expectations()) {
    expectations.push_back(contract::to_json(expectation));
  }
  course.note(record::PlanEvent{.phase = std::string(to_string(contract.phase)),
                                .obligation = std::string(to_string(course.plan.obligation())),
                                .tools = std::move(tools),
                                .expectations = std::move(expectations)});
  return course.record_status();
}

}  // namespace warrant::turn
