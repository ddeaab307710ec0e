// Whatever a program prints, every span of every field lies inside it.
#include "warrant/evidence/evidence.hpp"

#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace warrant::evidence {

static int take(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto found = read_evidence(text);
  const auto inside = [&](warrant::Span span) {
    if (span.begin > span.end || span.end > text.size()) std::abort();
  };
  const auto count = [&](const std::optional<Count>& each) {
    if (each) inside(each->span);
  };
  for (const auto* runs : {&found.runs, &found.earlier}) {
    for (const auto& run : *runs) {
      if (run.parts.empty()) std::abort();
      for (const auto& part : run.parts) {
        inside(part.failed.span);
        inside(part.line);
        count(part.passed);
        count(part.skipped);
        count(part.total);
        if (part.command >= found.commands.size()) std::abort();
        if (part.green && part.failed.value > 0) std::abort();
      }
    }
  }
  for (const auto* values : {&found.exit_codes, &found.versions, &found.urls, &found.pr_urls, &found.deploy_urls,
                             &found.published, &found.created, &found.deleted}) {
    for (const auto& value : *values) inside(value.span);
  }
  for (const auto& check : found.checks) {
    inside(check.span);
    count(check.errors);
    count(check.warnings);
  }
  for (const auto& commit : found.commits) inside(commit.id.span);
  for (const auto& push : found.pushes) inside(push.target.span);
  for (const auto& percent : found.coverage) inside(percent.printed.span);
  for (const auto& each : found.files_changed) inside(each.span);
  for (const auto& each : found.http_statuses) inside(each.span);
  for (const auto& each : found.counts) inside(each.count.span);
  for (const auto& command : found.commands) {
    inside(command.span);
    inside(command.output);
  }
  return 0;
}

}  // namespace warrant::evidence

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return warrant::evidence::take(data, size);
}
