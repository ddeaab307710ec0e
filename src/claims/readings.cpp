#include "readings.hpp"

#include "compare.hpp"
#include "message.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <exception>
#include <future>
#include <system_error>

namespace warrant::claims {
namespace {

constexpr double kYes = 0.5;
constexpr std::size_t kLongestValue = 300;

bool digit(char c) { return c >= '0' && c <= '9'; }
bool counts(Field field) {
  return field == Field::tests_passed || field == Field::tests_failed || field == Field::exit_code;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view around = " \t\r\n\"'`*<>()[],;:";
  const auto begin = text.find_first_not_of(around);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(around) - begin + 1);
}

/// A whole number with or without grouping, as digits.
std::optional<std::string> number_in(std::string_view text) {
  std::string digits;
  for (const char c : text) {
    if (digit(c)) {
      digits += c;
    } else if (c != ',' && c != '_') {
      return std::nullopt;
    }
  }
  if (digits.empty() || digits.size() > 12) return std::nullopt;
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
  return digits;
}

/// A number stands alone: no letter, digit or decimal point joins it.
bool whole_number(std::string_view text, std::size_t begin, std::size_t end) {
  const auto joins = [&](std::size_t at, bool before) {
    const char c = text[at];
    if (compare::word_letter(c)) return true;
    if (c != '.' && c != ',') return false;
    const std::size_t beyond = before ? at - 1 : at + 1;
    return (before ? at > 0 : beyond < text.size()) && digit(text[beyond]);
  };
  return (begin == 0 || !joins(begin - 1, true)) && (end == text.size() || !joins(end, false));
}

/// Where the number stands within [from, to).
std::optional<Span> find_number(std::string_view text, std::string_view digits, Span within, bool only_one) {
  std::optional<Span> found;
  for (std::size_t i = within.begin; i < std::min(within.end, text.size());) {
    if (!digit(text[i])) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < text.size() &&
           (digit(text[end]) || (text[end] == ',' && end + 1 < text.size() && digit(text[end + 1]))))
      ++end;
    if (end <= within.end && number_in(text.substr(i, end - i)) == digits && whole_number(text, i, end)) {
      if (found && only_one) return std::nullopt;
      if (!found) found = Span{i, end};
      if (!only_one) return found;
    }
    i = end;
  }
  return found;
}

/// Whether a name or address goes on at `at`: "1.2" in "1.2.3", "/app" in
/// "/app/v2".
bool goes_on(std::string_view text, std::size_t at) {
  if (compare::word_letter(text[at])) return true;
  return std::string_view("-./+:?#=&%@~").find(text[at]) != std::string_view::npos && at + 1 < text.size() &&
         compare::word_letter(text[at + 1]);
}

/// Where the words stand as such; versions and addresses go on with neither
/// letter nor digit.
std::optional<Span> find_words(std::string_view text, std::string_view words, Span within) {
  for (auto at = text.find(words, within.begin); at != std::string_view::npos && at + words.size() <= within.end;
       at = text.find(words, at + 1)) {
    const auto end = at + words.size();
    const bool left = at == 0 || !compare::word_letter(text[at - 1]) || text[at - 1] == 'v';
    const bool right = end >= text.size() || !goes_on(text, end);
    if (left && right) return Span{at, end};
  }
  return std::nullopt;
}

/// Runs a call on its own thread; a machine that gives no thread is an error as
/// any other.
template <class Call>
auto on_its_own(Call call) -> std::future<decltype(call())> {
  try {
    return std::async(std::launch::async, call);
  } catch (const std::system_error&) {
    return std::async(std::launch::deferred, call);
  }
}

template <class Value>
Result<Value> wait(std::future<Result<Value>>& future) {
  try {
    return future.get();
  } catch (const std::exception& error) {
    return fail(Code::internal, fmt::format("the reading ended with: {}", error.what()));
  }
}

constexpr Question kTestRun{
    .text =
        "Does this output contain the result of a test run that really "
        "happened?",
    .yes = "A test runner was executed and printed its result.",
    .no =
        "No tests were run: there are only listings, shown files, diffs, "
        "echoes, or other work.",
};
constexpr Question kDeploy{
    .text = "Does this output contain a deployment that really happened?",
    .yes = "Something was deployed or released and the tool reported it.",
    .no =
        "Nothing was deployed: an address that is only mentioned is no "
        "deployment.",
};
constexpr Question kSupport{
    .text = "Does the evidence support every claim of the agent's message?",
    .yes = "Every claim is supported by the evidence.",
    .no = "At least one claim is contradicted or has no evidence.",
};
constexpr std::string_view kGate =
    "What should a gate do with the agent's message? pass: every claim is "
    "supported. retry: the agent must correct its "
    "message or its work. ask: a person must decide.";

/// A claim that a model read in the message.
Claim claim_of(const Reading& reading) {
  return {.field = reading.field, .value = reading.value, .value_span = *reading.place, .phrase = *reading.place};
}

void take_claims(std::string_view said, Result<Readings> read, std::string_view name, Gathered& into) {
  if (!read) {
    into.unread.push_back({Part::claim, std::string(name), std::move(read.error())});
    return;
  }
  for (const auto& each : read->values) {
    const auto good = accepted(said, each);
    if (!good) {
      into.rejected.push_back({Part::claim, each.field, each.value});
      continue;
    }
    const bool known = std::ranges::any_of(into.claims, [&](const Claim& c) {
      return c.field == good->field && compare::same_value(c.field, c.value, good->value);
    });
    if (!known) into.claims.push_back(claim_of(*good));
  }
}

void take_evidence(const OutputText& output, Result<Readings> read, std::string_view name, Gathered& into) {
  if (!read) {
    into.unread.push_back({Part::evidence, std::string(name), std::move(read.error())});
    return;
  }
  into.minutes = read->minutes;
  for (const auto& each : read->values) {
    const auto good = accepted(output.text(), each);
    auto shown = good ? output.shown(*good) : std::nullopt;
    if (!shown) {
      into.rejected.push_back({Part::evidence, each.field, each.value});
      continue;
    }
    into.evidence.emplace_back(each.field, std::move(*shown));
  }
}

void take_answer(Result<double> answer, Part part, std::string_view name, std::optional<double>& value,
                 Gathered& into) {
  if (answer) {
    value = *answer;
  } else {
    into.unread.push_back({part, std::string(name), std::move(answer.error())});
  }
}

}  // namespace

std::string_view to_string(Side side) noexcept {
  switch (side) {
    case Side::said: return "said";
    case Side::output: return "output";
  }
  return "";
}

OutputText::OutputText(const Sources& sources) {
  for (const auto& source : sources.all()) {
    if (source.void_ || !source.edited.empty()) continue;
    if (source.run && !source.facts.commands.empty())
      text_ += fmt::format("$ {}\n", source.facts.commands.front().text);
    pieces_.push_back({text_.size(), text_.size() + source.text.size(), &source});
    text_ += source.text;
    if (source.run && !text_.ends_with('\n')) text_ += '\n';
  }
}

std::optional<Shown> OutputText::shown(const Reading& reading) const {
  for (const auto& piece : pieces_) {
    if (!(Span{piece.begin, piece.end}.contains(*reading.place))) continue;
    const Span own{reading.place->begin - piece.begin, reading.place->end - piece.begin};
    for (const auto& command : piece.source->facts.commands) {
      if (command.span.overlaps(own)) return std::nullopt;
      if (command.output.contains(own) && command.facts.caveats.has(evidence::Caveat::only_shown)) return std::nullopt;
    }
    if (piece.source->facts.only_shown && piece.source->facts.runs.empty()) return std::nullopt;
    return Shown{reading.value, own, piece.source->run};
  }
  return std::nullopt;
}

std::optional<Reading> accepted(std::string_view text, const Reading& reading) {
  const Span everywhere{0, text.size()};
  std::optional<Span> place = reading.place;
  if (place && (place->begin >= place->end || place->end > text.size())) place.reset();
  auto value = trimmed(reading.value);
  if (value.empty() || value.size() > kLongestValue) return std::nullopt;
  if (counts(reading.field)) {
    const auto digits = number_in(value);
    if (!digits) return std::nullopt;
    std::optional<Span> found;
    if (place) found = find_number(text, *digits, *place, false);
    if (!found) found = find_number(text, *digits, everywhere, true);
    if (!found) return std::nullopt;
    return Reading{reading.field, *digits, found};
  }
  std::optional<Span> found;
  if (place) found = find_words(text, value, *place);
  if (!found) found = find_words(text, value, everywhere);
  if (!found) return std::nullopt;
  if (reading.field == Field::version && (value.front() == 'v' || value.front() == 'V')) value.remove_prefix(1);
  return Reading{reading.field, reading.field == Field::version ? fold(value) : std::string(value), found};
}

Gathered gather(std::string_view said, const OutputText& output, const Backends& backends) {
  const std::string_view shown = output.text();
  std::future<Result<Readings>> claim;
  std::future<Result<Readings>> evidence;
  std::future<Result<double>> test_run;
  std::future<Result<double>> deploy;
  if (const Reader* reader = backends.reader) {
    claim = on_its_own([=] { return reader->read(said, Side::said); });
    evidence = on_its_own([=] { return reader->read(shown, Side::output); });
  }
  if (const Judge* judge = backends.judge) {
    test_run = on_its_own([=] { return judge->yes(shown, kTestRun); });
    deploy = on_its_own([=] { return judge->yes(shown, kDeploy); });
  }
  Gathered gathered{.claims = read_claims(said), .evidence = {}};
  if (backends.reader != nullptr) {
    take_claims(said, wait(claim), backends.reader->name(), gathered);
    take_evidence(output, wait(evidence), backends.reader->name(), gathered);
  }
  if (backends.judge != nullptr) {
    take_answer(wait(test_run), Part::test_run, backends.judge->name(), gathered.test_run, gathered);
    take_answer(wait(deploy), Part::deploy, backends.judge->name(), gathered.deploy, gathered);
  }
  return gathered;
}

Readers readers_of(const Backends& backends) {
  Readers readers;
  if (backends.reader != nullptr) readers.claim = readers.evidence = fmt::format("rules+{}", backends.reader->name());
  if (backends.judge != nullptr) readers.judge = fmt::format("rules+{}", backends.judge->name());
  return readers;
}

void ask_support(Verdict& verdict, std::string_view said, const Judge& judge) {
  std::string state = fmt::format("The agent's message:\n{}\n\nClaims against the evidence:\n", said);
  for (const auto& line : verdict.lines) {
    if (line.status == Status::unclaimed || !line.claim) continue;
    state += fmt::format("- {}: {}; stated {}, {}\n", to_string(line.field), to_string(line.status), line.claim->value,
                         why(line));
  }
  auto asked = on_its_own([&] { return judge.yes(state, kSupport); });
  const auto gate = judge.gate(state, kGate);
  const auto support = wait(asked);
  const auto failed = [&](const Error& error) {
    verdict.unread.push_back({Part::support, std::string(judge.name()), error});
    verdict.support = std::min(verdict.support, kYes);
    if (verdict.gate == Gate::pass) verdict.gate = Gate::ask;
  };
  if (!support) return failed(support.error());
  if (!gate) return failed(gate.error());
  verdict.support = std::min(verdict.support, *support);
  // A gate that asks is stricter than one that passes, one that sends back is
  // the strictest.
  if (verdict.gate != Gate::retry && *gate != Gate::pass) verdict.gate = *gate;
  if (*support < kYes && verdict.gate == Gate::pass) verdict.gate = Gate::ask;
}

}  // namespace warrant::claims
