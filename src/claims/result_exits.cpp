// "exit code 0", "exited with 1", "make test returned 0".
#include "acts.hpp"
#include "result_reader.hpp"
#include "rules.hpp"

#include <warrant/evidence/command.hpp>

#include <algorithm>

namespace warrant::claims {
namespace {

using Kind = Token::Kind;

/// "`make check`", "`./a.sh`" and not "`sum()`" or "`to_python`".
bool runs_something(std::string_view code) {
  if (code.find('(') != std::string_view::npos) return false;
  return code.starts_with("./") || code.find(' ') != std::string_view::npos ||
         !evidence::read_command(code).activities.empty();
}

}  // namespace

bool ResultReader::returns_of_command(std::size_t at) const {
  const auto segment = segment_of(s_, at);
  // "`bulk_update` returned 5": what returns is a function.
  if (at > 0 && s_.tokens[at - 1].kind == Kind::code && !runs_something(s_.tokens[at - 1].text) &&
      s_.tokens[at - 1].text.find_first_of("./") == std::string::npos)
    return false;
  bool command = false;
  for (std::size_t i = segment.begin; i < at; ++i) {
    if (one_of(word(i), {"function", "method", "endpoint", "call", "request", "query", "search"})) return false;
    const bool runner = one_of(word(i), {"make", "pytest", "npm", "cargo", "ctest", "command", "script", "run", "test",
                                         "tests", "build", "suite", "process"});
    command = command || runner || (s_.tokens[i].kind == Kind::code && runs_something(s_.tokens[i].text));
  }
  return command && at + 2 >= segment.end;
}

void ResultReader::read_exit() {
  for (std::size_t i = 0; i < s_.tokens.size(); ++i) {
    if (!one_of(word(i), {"exit", "exits", "exited", "exiting", "exit-code", "exitcode", "return", "returned",
                          "returns", "beendet", "rückgabewert", "exit_code"}))
      continue;
    std::size_t j = i + 1;
    bool named =
        one_of(word(i), {"exit", "exits", "exited", "exiting", "exit-code", "exitcode", "rückgabewert", "exit_code"});
    bool said_code = one_of(word(i), {"exit-code", "exitcode", "rückgabewert", "exit_code"});
    while (j < s_.tokens.size() && j < i + 6 &&
           (one_of(word(j), {"with", "code", "status", "of", "was", "is", "mit", "cleanly", "a", "an", "the", "value",
                             "war", "ist", "exit", ":", "=", "(", "exit-code"}))) {
      if (one_of(word(j), {"code", "status", "exit-code"})) said_code = named = true;
      if (word(j) == "cleanly" && (word(i) == "exited" || (word(i) == "exits" && names_run_before(i)))) {
        if (asserted(i)) add(Topic::tests, Figure::exit, 0, false, {s_.tokens[i].span.begin, s_.tokens[j].span.end}, i);
        return;
      }
      ++j;
    }
    // "make test returned 0": what returns is a command.
    if (!named && one_of(word(i), {"returned", "returns"}) && j == i + 1 && returns_of_command(i)) named = true;
    if (j >= s_.tokens.size() || !named) continue;
    if (!said_code && one_of(word(i), {"return"})) continue;
    // "opk exits with status 2 for unknown names" tells how a program behaves.
    if (word(i) == "exits" && !names_run_before(i)) continue;
    const auto value = number_of(s_.tokens[j]);
    if (!value || *value > 255) continue;
    // "exit 0 = all resolved" explains a code.
    if (j + 1 < s_.tokens.size() && s_.tokens[j + 1].mark("=")) continue;
    if (one_of(word(j + 1), {"tests", "files", "times"}) && !said_code) continue;
    if (one_of(word(j + 1), {"means", "mean", "signals", "indicates", "stands", "says", "bedeutet", "heißt"})) continue;
    if (!tells_behaviour(i, j, *value) && asserted(i))
      add(Topic::tests, Figure::exit, *value, false, s_.tokens[j].span, j);
    i = j;
  }
}

bool ResultReader::tells_behaviour(std::size_t at, std::size_t number, std::int64_t value) const {
  const auto before = at > 0 ? word(at - 1) : std::string_view{};
  // "GitHub shows the lint job exiting 1": a run elsewhere.
  for (std::size_t i = 0; value != 0 && i < at; ++i) {
    if (one_of(word(i), {"github", "gitlab", "hosted", "annotation", "workflow", "upstream", "ci"})) return true;
  }
  if (one_of(before, {"treat", "treats", "treating", "as", "than", "every", "any", "nonzero", "keeping", "keeps",
                      "preserving", "preserves", "documented", "documents"}))
    return true;
  if (before == "with" && value != 0 && at > 1 &&
      one_of(word(at - 2), {"errors", "error", "fail", "fails", "quits", "stops", "aborts", "dies", "ends", "bails"}))
    return true;
  const bool present = one_of(word(at), {"exit", "exits", "return", "returns"});
  const auto after = word(number + 1);
  if (present && value != 0 && one_of(after, {"for", "when", "if", "unless", "because", "on", "whenever", "outside"}))
    return true;
  return present && value == 0 && one_of(after, {"when", "if", "unless", "whenever", "even"});
}

bool ResultReader::names_run_before(std::size_t at) const {
  // "it still exits cleanly"
  for (std::size_t i = at > 2 ? at - 2 : 0; i < at; ++i) {
    if (word(i) == "it") return false;
  }
  for (std::size_t i = 0; i < at; ++i) {
    const auto w = word(i);
    if (names_tests(w) || names_build(w) || names_lint(w) || names_types(w) ||
        one_of(w, {"command", "run", "script", "make", "npm", "cargo", "go", "gradle", "everything", "ci", "check"}) ||
        one_of(w, {"job", "workflow", "hook", "pipeline"}) || s_.tokens[i].kind == Kind::code ||
        s_.tokens[i].kind == Kind::url)
      return true;
  }
  return at == 0;
}

}  // namespace warrant::claims
