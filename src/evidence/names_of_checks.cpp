#include "names_of_checks.hpp"

#include "reading.hpp"

#include <array>
#include <utility>

namespace warrant::evidence {

std::optional<Activity> activity_of_check(std::string_view name) {
  // In this order: "lint tests" is a linter, "type-check the build" a type checker.
  constexpr auto kWords = std::to_array<std::pair<std::string_view, Activity>>({
      {"typecheck", Activity::typecheck},
      {"type-check", Activity::typecheck},
      {"type check", Activity::typecheck},
      {"types", Activity::typecheck},
      {"mypy", Activity::typecheck},
      {"pyright", Activity::typecheck},
      {"tsc", Activity::typecheck},
      {"lint", Activity::lint},
      {"ruff", Activity::lint},
      {"flake8", Activity::lint},
      {"clippy", Activity::lint},
      {"biome", Activity::lint},
      {"black", Activity::lint},
      {"isort", Activity::lint},
      {"prettier", Activity::lint},
      {"format", Activity::lint},
      {"fmt", Activity::lint},
      {"vet", Activity::lint},
      {"rubocop", Activity::lint},
      {"build", Activity::build},
      {"compile", Activity::build},
      {"test", Activity::test},
      {"pytest", Activity::test},
      {"jest", Activity::test},
      {"vitest", Activity::test},
      {"spec", Activity::test},
      {"unit", Activity::test},
  });
  const auto low = lower(name);
  for (const auto& [word, activity] : kWords) {
    if (low.find(word) != std::string::npos) return activity;
  }
  return std::nullopt;
}

}  // namespace warrant::evidence
