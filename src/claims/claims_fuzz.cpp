// Whatever was said and printed: spans lie inside, a broken or unbacked claim never passes, and what a model read is
// taken only where it stands. The bytes up to the first NUL are the message, the rest the output; the same message is
// held against a state of a turn that the lengths of both choose.
#include "warrant/claims/boundary.hpp"
#include "warrant/claims/check.hpp"
#include "warrant/claims/readers.hpp"

#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace warrant::claims {
namespace {

/// One operation of each kind, with a result that `seed` chooses.
State state_of(std::size_t seed, std::string_view target) {
  State state{.ops = {}, .tests = std::nullopt, .verification = {}, .durability = {}};
  for (int kind = 0; kind < 8; ++kind) {
    if ((seed >> static_cast<unsigned>(kind)) % 2 == 0) continue;
    state.ops.push_back({.op = static_cast<OpKind>(kind),
                         .target = std::string(target.substr(0, 40)),
                         .result = static_cast<OpResult>((seed + static_cast<std::size_t>(kind)) % 6)});
  }
  if (seed % 3 == 0) state.tests = Tests{.passed = 42, .failed = seed % 2 == 0 ? 0 : 1, .exit = std::nullopt};
  if (seed % 5 == 0) state.verification = "fail";
  return state;
}

void examine(std::string_view said, std::string_view output) {
  for (const auto& each : contradictions(said, state_of(said.size() * 31 + output.size(), output))) {
    if (each.span.begin > each.span.end || each.span.end > said.size() || each.why.empty()) std::abort();
  }
}

void take(std::string_view said, std::string_view output) {
  const Reading reading{.field = said.size() % 2 == 0 ? Field::tests_passed : Field::version,
                        .value = std::string(said.substr(0, 12)),
                        .place = warrant::Span{said.size() / 2, said.size()}};
  const auto good = accepted(output, reading);
  if (good && (!good->place || good->place->empty() || good->place->end > output.size())) std::abort();
}

}  // namespace

static int take_one(const std::uint8_t* data, std::size_t size) {
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  const auto cut = all.find('\0');
  const auto said = all.substr(0, cut);
  const auto output = cut == std::string_view::npos ? std::string_view{} : all.substr(cut + 1);
  examine(said, output);
  take(said, output);
  const auto verdict = warrant::claims::check(said, output);
  for (const auto& line : verdict.lines) {
    if (line.claim && line.claim->phrase.end > said.size()) std::abort();
    if (line.evidence && line.evidence->span.end > output.size()) std::abort();
    const bool bad = line.status == warrant::claims::Status::broken || line.status == warrant::claims::Status::unbacked;
    if (bad && verdict.gate == warrant::claims::Gate::pass) std::abort();
  }
  const auto text = warrant::canonical(warrant::claims::to_json(verdict, said, output, nullptr));
  if (!warrant::parse_json(text)) std::abort();
  return 0;
}

}  // namespace warrant::claims

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return warrant::claims::take_one(data, size);
}
