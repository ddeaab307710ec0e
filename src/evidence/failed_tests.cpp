// Source: the lines that current releases of each runner print for a failed test.
#include "warrant/evidence/failed_tests.hpp"

#include "reading.hpp"

#include <algorithm>
#include <array>

namespace warrant::evidence {

namespace {

constexpr std::size_t longest_name = 200;

/// The text behind `head`, when the line begins with it; else an empty one.
std::string_view behind(std::string_view line, std::string_view head) {
  return line.starts_with(head) ? trim(line.substr(head.size())) : std::string_view();
}

std::string_view up_to(std::string_view text, std::string_view mark) { return trim(text.substr(0, text.find(mark))); }

/// Without a duration in brackets at the end: "TestX (0.00s)", "Name [12 ms]".
std::string_view without_duration(std::string_view text) {
  const std::size_t open = text.find_last_of("([");
  if (open == std::string_view::npos || open + 1 >= text.size()) return text;
  const bool timed = is_digit(text[open + 1]) || text[open + 1] == '<';
  return timed && (text.ends_with(')') || text.ends_with(']')) ? trim(text.substr(0, open)) : text;
}

bool is_number(std::string_view text) { return !text.empty() && std::ranges::all_of(text, is_digit); }

/// pytest's short summary: "FAILED tests/test_a.py::test_b - AssertionError". Its verbose lines have the word behind.
std::string_view pytest(std::string_view line) {
  std::string_view name = behind(line, "FAILED ");
  if (name.empty()) name = behind(line, "ERROR ");
  name = up_to(name, " - ");
  return name.find("::") == std::string_view::npos && !name.ends_with(".py") ? std::string_view() : name;
}

/// "FAIL: test_b (test_a.Case.test_b)".
std::string_view unittest(std::string_view line) {
  std::string_view name = behind(line, "FAIL: ");
  if (name.empty()) name = behind(line, "ERROR: ");
  return name.ends_with(')') && name.find(" (") != std::string_view::npos ? name : std::string_view();
}

/// "--- FAIL: TestX/sub (0.00s)".
std::string_view go(std::string_view line) { return without_duration(behind(trim(line), "--- FAIL: ")); }

/// "test module::name ... FAILED"; nextest: "FAIL [   0.005s] crate module::name".
std::string_view cargo(std::string_view line) {
  const std::string_view body = trim(line);
  if (body.starts_with("test ") && body.ends_with(" ... FAILED")) {
    return trim(body.substr(5, body.size() - 5 - std::string_view(" ... FAILED").size()));
  }
  const std::string_view next = behind(body, "FAIL [");
  const std::size_t close = next.find("s] ");
  return close == std::string_view::npos ? std::string_view() : trim(next.substr(close + 3));
}

/// jest: "● Suite › name"; vitest: "FAIL  src/a.test.ts > suite > name"; node: "✖ name (1.2ms)".
std::string_view javascript(std::string_view line) {
  const std::string_view body = trim(line);
  if (const std::string_view jest = behind(body, "● "); jest.find(" › ") != std::string_view::npos) return jest;
  if (const std::string_view vitest = behind(body, "FAIL "); vitest.find(" > ") != std::string_view::npos)
    return vitest;
  const std::string_view node = behind(body, "✖ ");
  const std::string_view name = without_duration(node);
  return name.size() < node.size() && !name.ends_with(':') ? name : std::string_view();
}

/// "not ok 3 - name"; a test that is to do or to be skipped does not fail.
std::string_view tap(std::string_view line) {
  const std::string_view behind_mark = behind(trim(line), "not ok ");
  const std::size_t digits = std::min(behind_mark.find_first_not_of("0123456789"), behind_mark.size());
  if (digits == 0) return {};
  std::string_view name = trim(behind_mark.substr(digits));
  if (name.starts_with("- ")) name = trim(name.substr(2));
  const std::string folded = lower(name);
  const bool excused = folded.find("# todo") != std::string::npos || folded.find("# skip") != std::string::npos;
  return excused ? std::string_view() : up_to(name, " # ");
}

/// RSpec: "rspec ./spec/a_spec.rb:3 # it works"; PHPUnit: "1) App\Test::testName".
std::string_view scripts(std::string_view line) {
  if (const std::string_view rspec = behind(line, "rspec ./"); !rspec.empty()) return trim(line.substr(6));
  const std::size_t close = line.find(") ");
  if (close == std::string_view::npos || !is_number(line.substr(0, close))) return {};
  const std::string_view name = up_to(trim(line.substr(close + 2)), " with data set");
  return name.find("::") != std::string_view::npos && name.find(' ') == std::string_view::npos ? name
                                                                                               : std::string_view();
}

/// ctest: "  3 - name (Failed)"; GoogleTest: "[  FAILED  ] Suite.Name (0 ms)".
std::string_view native(std::string_view line) {
  const std::string_view body = trim(line);
  if (const std::string_view google = behind(body, "[  FAILED  ] "); !google.empty()) {
    const std::string_view name = up_to(without_duration(google), ", where ");
    return name.find('.') != std::string_view::npos && name.find(' ') == std::string_view::npos ? name
                                                                                                : std::string_view();
  }
  const std::size_t dash = body.find(" - ");
  if (dash == std::string_view::npos || !is_number(body.substr(0, dash))) return {};
  for (const std::string_view end : {"(Failed)", "(Timeout)", "(SEGFAULT)", "(Not Run)", "(Subprocess aborted)"}) {
    if (body.ends_with(end)) return trim(body.substr(dash + 3, body.size() - dash - 3 - end.size()));
  }
  return {};
}

/// Maven: "[ERROR]   AppTest.adds:12 expected …"; Gradle: "AppTest > adds() FAILED"; dotnet: "Failed App.Tests.Adds [12
/// ms]"; swift: "Test Case '-[AppTests adds]' failed (0.1 seconds).".
std::string_view managed(std::string_view line) {
  const std::string_view body = trim(line);
  if (line.starts_with("[ERROR]   ")) {
    const std::string_view name = up_to(trim(line.substr(7)), ":");
    return name.find('.') != std::string_view::npos && name.find(' ') == std::string_view::npos ? name
                                                                                                : std::string_view();
  }
  if (body.ends_with(" FAILED") && body.find(" > ") != std::string_view::npos) {
    return trim(body.substr(0, body.size() - std::string_view(" FAILED").size()));
  }
  if (const std::string_view dotnet = behind(body, "Failed "); dotnet.ends_with("]")) {
    const std::string_view name = without_duration(dotnet);
    return name.size() < dotnet.size() ? name : std::string_view();
  }
  const std::string_view swift = behind(body, "Test Case '");
  const std::size_t quote = swift.find("' failed (");
  return quote == std::string_view::npos ? std::string_view() : swift.substr(0, quote);
}

}  // namespace

std::vector<std::string> failed_tests(std::string_view output, std::size_t most) {
  constexpr std::array readers{pytest, unittest, go, cargo, javascript, tap, scripts, native, managed};
  std::vector<std::string> names;
  const Plain plain = strip_ansi(output);
  std::string_view rest = plain.text;
  while (!rest.empty() && names.size() < most) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    for (const auto reader : readers) {
      const std::string_view name = reader(line);
      if (name.empty() || name.size() > longest_name) continue;
      if (std::ranges::find(names, name) == names.end()) names.emplace_back(name);
      break;
    }
  }
  return names;
}

}  // namespace warrant::evidence
