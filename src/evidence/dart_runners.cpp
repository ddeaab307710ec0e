// Summary lines of dart test and flutter test.
// Source: the lines as current releases print them: the compact, expanded and GitHub reporters.
#include "reading.hpp"

#include <algorithm>

namespace warrant::evidence {
namespace {

/// "00:03 +11 ~1 -1: Some tests failed.": passed, skipped, failed so far; the last such line counts.
void progress(const Line& line, Reading& reading) {
  const auto body = line.body;
  // "mm:ss +"
  if (body.size() < 8 || !is_digit(body[0]) || !is_digit(body[1]) || body[2] != ':' || !is_digit(body[3]) ||
      !is_digit(body[4]) || !body.substr(5).starts_with(" +"))
    return;
  const auto colon = body.find(": ", 5);
  if (colon == std::string_view::npos) return;
  const auto at = static_cast<std::size_t>(body.data() - line.text.data());
  const auto counted = [&](char sign) -> std::optional<Count> {
    const auto from = body.substr(0, colon).find(sign, 5);
    if (from == std::string_view::npos) return std::nullopt;
    return line.first(at + from + 1);
  };
  const auto passed = counted('+');
  if (!passed) return;
  const auto said = body.substr(colon + 2);
  const bool ended = said.starts_with("All tests passed!") || said.starts_with("Some tests failed") ||
                     said.starts_with("All tests skipped");
  auto* run = reading.last(Runner::dart);
  if (run != nullptr && run->suite == "ended" && !ended) run = nullptr;  // another run begins
  if (run != nullptr) reading.results.erase(reading.results.begin() + (run - reading.results.data()));
  auto& made = reading.add(Runner::dart, line, {.passed = passed, .failed = counted('-'), .skipped = counted('~')});
  made.green = ended && said.starts_with("All tests passed");
  made.suite = ended ? "ended" : "";
}

/// "10 tests passed, 2 failed, 1 skipped." of the GitHub reporter, with a mark before it.
void github(const Line& line, Reading& reading) {
  auto passed = line.before("tests passed");
  if (!passed) passed = line.before("test passed");
  if (!passed || !line.body.ends_with(".")) return;
  if (!line.body.starts_with("::error::") && !line.body.starts_with("\xf0\x9f\x8e\x89")) return;
  reading.add(Runner::dart, line,
              {.passed = passed, .failed = line.before("failed"), .skipped = line.before("skipped")});
}

void none(const Line& line, Reading& reading) {
  if (line.body == "No tests ran." || line.body.starts_with("No tests match "))
    reading.add(Runner::dart, line, {.passed = Count{0, line.span()}});
}

}  // namespace

std::vector<Row> dart_runner_rows() {
  return {
      {"00:00 +0", Runner::dart, progress},    {"0 tests passed", Runner::dart, github},
      {"0 test passed", Runner::dart, github}, {"no tests ran.", Runner::dart, none},
      {"no tests match ", Runner::dart, none},
  };
}

void finish_dart_runners(const Line&, Reading& reading) {
  // The head of an output that was cut tells how far the run had come there, not how it ended.
  if (reading.evidence().cut_short) {
    std::erase_if(reading.results, [](const TestResult& result) {
      return result.runner == Runner::dart && result.suite.empty() && !result.green && result.failed.value == 0 &&
             result.passed && !result.empty;
    });
  }
  for (auto& result : reading.results) {
    if (result.runner != Runner::dart) continue;
    // Without its last line the run broke off.
    if (result.suite.empty() && !result.line.empty() && result.passed && result.passed->value > 0 && !result.green &&
        result.failed.value == 0)
      reading.caveats.add(Caveat::cut_off);
    result.suite.clear();
  }
}

}  // namespace warrant::evidence
