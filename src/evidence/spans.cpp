#include "spans.hpp"

namespace warrant::evidence {

void for_each_span(Evidence& found, const std::function<void(Span&)>& move) {
  const auto count = [&](std::optional<Count>& each) {
    if (each) move(each->span);
  };
  for (auto* runs : {&found.runs, &found.earlier}) {
    for (auto& run : *runs) {
      for (auto& part : run.parts) {
        count(part.passed);
        count(part.skipped);
        count(part.total);
        count(part.cases);
        move(part.failed.span);
        move(part.line);
      }
    }
  }
  for (auto* values : {&found.exit_codes, &found.versions, &found.urls, &found.pr_urls, &found.deploy_urls,
                       &found.published, &found.created, &found.deleted}) {
    for (auto& value : *values) move(value.span);
  }
  for (auto& check : found.checks) {
    count(check.errors);
    count(check.warnings);
    move(check.span);
  }
  for (auto& commit : found.commits) {
    move(commit.id.span);
    count(commit.files_changed);
  }
  for (auto& push : found.pushes) move(push.target.span);
  for (auto& each : found.coverage) move(each.printed.span);
  for (auto& each : found.files_changed) move(each.span);
  for (auto& each : found.http_statuses) move(each.span);
  for (auto& each : found.hosted) move(each.span);
  for (auto& each : found.counts) move(each.count.span);
  for (auto& command : found.commands) {
    move(command.span);
    move(command.output);
    count(command.exit_code);
  }
}

}  // namespace warrant::evidence
