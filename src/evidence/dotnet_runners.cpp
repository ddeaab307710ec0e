// Summary lines of dotnet test: the test platform's, the terminal logger's, the testing platform's; NUnit's console.
// Source: the lines as current releases of each runner print them.
#include "reading.hpp"

#include <array>

namespace warrant::evidence {
namespace {

/// The words of one language of the test platform's summary.
struct DotnetWords {
  std::string_view good, bad, failed, passed, skipped, total;
};
constexpr auto kDotnet = std::to_array<DotnetWords>({
    {"Passed!", "Failed!", "Failed:", "Passed:", "Skipped:", "Total:"},
    {"Bestanden!", "Fehler!", "Fehler:", "erfolgreich:",
     "\xc3\xbc"
     "bersprungen:",
     "gesamt:"},
    {"R\xc3\xa9ussi!",
     "\xc3\x89"
     "chou\xc3\xa9!",
     "\xc3\xa9"
     "chec:",
     "r\xc3\xa9ussite:",
     "ignor\xc3\xa9"
     "e(s):",
     "total:"},
    {"Correctas!", "Con error!", "Con error:", "Superado:", "Omitido:", "Total:"},
    {"Superato!", "Non superato!", "Non superati:", "Superati:", "Ignorati:", "Totale:"},
    {"\xe5\xb7\xb2\xe9\x80\x9a\xe8\xbf\x87!", "\xe5\xa4\xb1\xe8\xb4\xa5!", "\xe5\xa4\xb1\xe8\xb4\xa5:",
     "\xe9\x80\x9a\xe8\xbf\x87:", "\xe5\xb7\xb2\xe8\xb7\xb3\xe8\xbf\x87:", "\xe6\x80\xbb\xe8\xae\xa1:"},
    {"\xe6\x88\x90\xe5\x8a\x9f!", "\xe5\xa4\xb1\xe6\x95\x97!", "\xe5\xa4\xb1\xe6\x95\x97:", "\xe5\x90\x88\xe6\xa0\xbc:",
     "\xe3\x82\xb9\xe3\x82\xad\xe3\x83\x83\xe3\x83\x97:", "\xe5\x90\x88\xe8\xa8\x88:"},
});

/// "Başarılı!  - Başarısız: 0, Başarılı: 9, Atlanan: 0, Toplam: 9, Süre: 1 s - A.Tests.dll (net8.0)": in a language
/// that is not known by its words the numbers stand in the same order.
void dotnet_by_place(const Line& line, Reading& reading) {
  const auto head = line.body.find("! ");
  const auto dash = line.body.find("- ", head);
  if (head == std::string_view::npos || dash == std::string_view::npos || dash - head > 6 || !line.has(".dll ("))
    return;
  std::array<std::optional<Count>, 4> numbers;
  auto rest = line.body.substr(dash + 2);
  for (auto& number : numbers) {
    const auto colon = rest.find(':');
    const auto comma = rest.find(',');
    if (colon == std::string_view::npos || comma == std::string_view::npos || colon > comma) return;
    number = line.after(rest.substr(0, colon + 1));
    rest.remove_prefix(comma + 1);
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  }
  if (!numbers[0] || !numbers[1]) return;
  reading.add(Runner::dotnet, line,
              {.passed = numbers[1], .failed = numbers[0], .skipped = numbers[2], .total = numbers[3]});
}

void dotnet(const Line& line, Reading& reading) {
  for (const auto& words : kDotnet) {
    const bool good = line.body.starts_with(words.good);
    if (!good && !line.body.starts_with(words.bad)) continue;
    const auto failed = line.after(words.failed);
    const auto passed = line.after(words.passed);
    if (!failed || !passed) continue;
    const auto total = line.after(words.total);
    auto& made =
        reading.add(Runner::dotnet, line,
                    {.passed = passed, .failed = failed, .skipped = line.after(words.skipped), .total = total});
    made.green = good && made.green;
    return;
  }
  dotnet_by_place(line, reading);
}

void dotnet_lines(const Line& line, Reading& reading) {
  if (line.body.starts_with("Total tests:")) {
    if (const auto total = line.after("Total tests:"))
      reading.add(Runner::dotnet, line, {.passed = Count{0, line.span()}, .total = total}).suite = "lines";
    return;
  }
  auto* run = reading.last(Runner::dotnet);
  if (run == nullptr || run->suite != "lines") return;
  if (line.body.starts_with("Passed:")) {
    run->passed = line.after("Passed:");
  } else if (line.body.starts_with("Failed:")) {
    if (const auto failed = line.after("Failed:")) run->failed = *failed, run->green = failed->value == 0;
  } else if (line.body.starts_with("Skipped:")) {
    run->skipped = line.after("Skipped:");
  }
  run->empty = value(run->passed) == 0 && run->failed.value == 0;
  run->line.end = line.span().end;
}

void dotnet_summary(const Line& line, Reading& reading) {
  if (!line.body.starts_with("Test summary: ")) return;
  const auto total = line.after("total:");
  const auto failed = line.after("failed:");
  if (!total || !failed) return;
  // The terminal logger sums what the lines above it said by assembly.
  std::erase_if(reading.results, [](const TestResult& result) { return result.runner == Runner::dotnet; });
  reading.add(
      Runner::dotnet, line,
      {.passed = line.after("succeeded:"), .failed = failed, .skipped = line.after("skipped:"), .total = total});
}

/// The testing platform's own summary, a line a number: "Test run summary: Passed!", "  total: 12", …
void mtp(const Line& line, Reading& reading) {
  if (line.body.starts_with("Test run summary: ")) {
    std::erase_if(reading.results, [](const TestResult& result) { return result.runner == Runner::dotnet; });
    auto& made = reading.add(Runner::dotnet, line, {.passed = Count{0, line.span()}});
    made.green = line.has("Passed!");
    reading.mtp_summary = line.span();
    return;
  }
  auto* run = reading.last(Runner::dotnet);
  if (!reading.mtp_summary || run == nullptr || line.offset > reading.mtp_summary->end + 800) return;
  const bool green = run->green;
  if (line.body.starts_with("total:")) run->total = line.after("total:");
  if (const auto failed = line.after("failed:"); failed && line.body.starts_with("failed:")) run->failed = *failed;
  if (line.body.starts_with("succeeded:")) run->passed = line.after("succeeded:");
  if (line.body.starts_with("skipped:")) run->skipped = line.after("skipped:");
  run->green = green && run->failed.value == 0;
  run->empty = value(run->passed) == 0 && run->failed.value == 0;
  run->line.end = line.span().end;
}

/// No test was found, or the host of the tests died; nothing passed.
void dotnet_none(const Line& line, Reading& reading) {
  const bool crashed =
      line.body.starts_with("The active test run was aborted") || line.body.starts_with("Test Run Aborted");
  if (!crashed && !line.body.starts_with("No test is available in ") && !line.body.starts_with("No test matches "))
    return;
  if (reading.last(Runner::dotnet) != nullptr) {
    if (crashed) reading.last(Runner::dotnet)->green = false;
    return;
  }
  auto& made = reading.add(Runner::dotnet, line, {.passed = Count{0, line.span()}});
  made.green = false;
  if (crashed) {
    made.failed = {1, line.span()};
    made.empty = false;
    made.passed.reset();
    made.total.reset();
  }
}

/// NUnit's console: "Test Count: 12, Passed: 10, Failed: 1, Warnings: 0, Inconclusive: 0, Skipped: 1".
void nunit(const Line& line, Reading& reading) {
  const auto total = line.after("Test Count:");
  const auto passed = line.after("Passed:");
  const auto failed = line.after("Failed:");
  if (!total || !passed || !failed) return;
  reading.add(Runner::nunit, line,
              {.passed = passed,
               .failed = failed,
               .skipped = plus(line.after("Skipped:"), line.after("Inconclusive:")),
               .total = total});
}

}  // namespace

std::vector<Row> dotnet_runner_rows() {
  return {
      {"! ", Runner::dotnet, dotnet},
      {"total tests:", Runner::dotnet, dotnet_lines},
      {"passed:", Runner::dotnet, dotnet_lines},
      {"failed:", Runner::dotnet, dotnet_lines},
      {"skipped:", Runner::dotnet, dotnet_lines},
      {"test summary: ", Runner::dotnet, dotnet_summary},
      {"test run summary: ", Runner::dotnet, mtp},
      {"total: 0", Runner::dotnet, mtp},
      {"failed: 0", Runner::dotnet, mtp},
      {"succeeded: 0", Runner::dotnet, mtp},
      {"skipped: 0", Runner::dotnet, mtp},
      {"test run was aborted", Runner::dotnet, dotnet_none},
      {"test run aborted", Runner::dotnet, dotnet_none},
      {"no test is available", Runner::dotnet, dotnet_none},
      {"no test matches ", Runner::dotnet, dotnet_none},
      {"test count: 0", Runner::nunit, nunit},
  };
}

}  // namespace warrant::evidence
