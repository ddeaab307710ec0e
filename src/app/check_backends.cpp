#include "check_backends.hpp"

#include "check_candidates.hpp"

#include <warrant/model/decision.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace warrant::app {
namespace {

using claims::Field;
using claims::Side;

constexpr std::string_view kUsualServer = "http://127.0.0.1:8080";
/// Of the values that stand in a text, as many are offered to a model that chooses.
constexpr std::size_t kCandidates = 40;
constexpr double kChosen = 0.5;

std::string_view meaning_of(Field field) {
  switch (field) {
    case Field::tests_passed: return "the number of tests that passed";
    case Field::tests_failed: return "the number of tests that failed";
    case Field::deploy_url: return "the address (URL) to which something was deployed";
    case Field::version: return "the version that was released, tagged or bumped to";
    case Field::exit_code: return "the exit code of the command";
    default: return "";
  }
}

std::string instructions_for(Field field, Side side) {
  return fmt::format(
      "{}, {}; only what is said of now, not of an earlier run, a plan or a condition", meaning_of(field),
      side == Side::said ? "as this message of an agent states it" : "as this output of commands shows it");
}

std::string minutes_for(Side side) {
  return side == Side::output ? "the minutes a developer needs until the message about this output and the output agree"
                              : std::string{};
}

std::vector<model::Wanted> wanted(Side side) {
  std::vector<model::Wanted> all;
  for (const Field field : claims::kModelFields)
    all.push_back({.name = std::string(claims::to_string(field)), .instructions = instructions_for(field, side)});
  return all;
}

/// Where a model says that a value stands: at its offsets, or in the words that it copied.
std::optional<Span> place_of(const model::Found& found, std::string_view text) {
  if (found.place) return found.place;
  const auto at = found.quote.empty() ? std::string_view::npos : text.find(found.quote);
  if (at == std::string_view::npos) return std::nullopt;
  return Span{at, at + found.quote.size()};
}

claims::Readings readings_of(const model::Extraction& extraction, std::string_view text) {
  claims::Readings readings{.values = {}};
  for (const auto& found : extraction.found) {
    const auto field = std::ranges::find(claims::kModelFields, std::string_view(found.name),
                                         [](Field each) { return claims::to_string(each); });
    if (field == claims::kModelFields.end()) continue;
    readings.values.push_back({.field = *field, .value = found.value, .place = place_of(found, text)});
  }
  if (extraction.minutes) readings.minutes = static_cast<int>(std::lround(*extraction.minutes));
  return readings;
}

/// A server that extracts the values itself; the protocols differ in the call alone.
class ExtractingReader : public claims::Reader {
 public:
  ExtractingReader(std::string_view name, decltype(&model::extract) call, model::Service service)
      : name_(name), call_(call), service_(std::move(service)) {}
  [[nodiscard]] std::string_view name() const override { return name_; }
  Result<claims::Readings> read(std::string_view text, Side side) const override {
    WARRANT_TRY(extraction, call_(service_, text, wanted(side), minutes_for(side)));
    return readings_of(extraction, text);
  }

 private:
  std::string_view name_;
  decltype(&model::extract) call_;
  model::Service service_;
};

/// A System One server writes nothing; it chooses among the values that stand in the text.
class ChoosingReader : public claims::Reader {
 public:
  explicit ChoosingReader(model::Service service) : service_(std::move(service)) {}
  [[nodiscard]] std::string_view name() const override { return "systemone"; }
  Result<claims::Readings> read(std::string_view text, Side side) const override {
    std::vector<model::Query> queries;
    std::vector<std::pair<Field, std::vector<Candidate>>> offered;
    for (const Field field : claims::kModelFields) {
      auto candidates = candidates_for(field, text, kCandidates);
      if (candidates.empty()) continue;
      queries.push_back(query_of(field, side, candidates));
      offered.emplace_back(field, std::move(candidates));
    }
    claims::Readings readings{.values = {}};
    if (queries.empty()) return readings;
    WARRANT_TRY(answers, model::answer(service_, text, queries));
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const auto best = static_cast<std::size_t>(std::ranges::max_element(answers[i]) - answers[i].begin());
      const auto& [field, candidates] = offered[i];
      if (best >= candidates.size() || answers[i][best] < kChosen) continue;
      readings.values.push_back({.field = field, .value = candidates[best].value, .place = candidates[best].place});
    }
    return readings;
  }

 private:
  /// The candidates first, then "the text does not say" twice over: with two options alone a question would be one of
  /// yes and no.
  static model::Query query_of(Field field, Side side, const std::vector<Candidate>& candidates) {
    model::Query query{.instructions = fmt::format("Which value is {}?", instructions_for(field, side)), .options = {}};
    for (std::size_t i = 0; i < candidates.size(); ++i)
      query.options.push_back(
          {fmt::format("v{}", i), fmt::format("{} in \"{}\"", candidates[i].value, candidates[i].around)});
    query.options.push_back({"not_stated", "the text states no such value"});
    query.options.push_back({"unclear", "it cannot be told which value is meant"});
    return query;
  }

  model::Service service_;
};

class ModelJudge : public claims::Judge {
 public:
  explicit ModelJudge(model::Service service) : service_(std::move(service)) {}
  [[nodiscard]] std::string_view name() const override { return "systemone"; }
  Result<double> yes(std::string_view state, const claims::Question& question) const override {
    const model::Query query{.instructions = std::string(question.text),
                             .options = {{"yes", std::string(question.yes)}, {"no", std::string(question.no)}}};
    WARRANT_TRY(answers, model::answer(service_, state, {query}));
    return answers.front().front();
  }
  Result<claims::Gate> gate(std::string_view state, std::string_view instructions) const override {
    constexpr std::array kGates{claims::Gate::pass, claims::Gate::retry, claims::Gate::ask};
    const model::Query query{.instructions = std::string(instructions),
                             .options = {{"pass", "every claim is supported by the evidence"},
                                         {"retry", "a claim is wrong or unsupported, and the agent can mend it"},
                                         {"ask", "a person must decide"}}};
    WARRANT_TRY(answers, model::answer(service_, state, {query}));
    const auto& odds = answers.front();
    return kGates[static_cast<std::size_t>(std::ranges::max_element(odds) - odds.begin())];
  }

 private:
  model::Service service_;
};

Result<std::chrono::milliseconds> limit_of(const Arguments& arguments) {
  const auto text = arguments.option("backend-timeout");
  if (!text) return std::chrono::milliseconds(20'000);
  double seconds = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), seconds);
  if (error != std::errc() || end != text->data() + text->size() || !(seconds >= 0.05 && seconds <= 600))
    return fail(Code::invalid_argument, "--backend-timeout takes seconds from 0.05 to 600");
  return std::chrono::milliseconds(std::lround(seconds * 1'000));
}

}  // namespace

Result<CheckBackends> read_backends(const Arguments& arguments) {
  WARRANT_TRY(limit, limit_of(arguments));
  const char* key = std::getenv("WARRANT_API_KEY");
  const auto service = [&](std::string_view url, std::string_view name) {
    return model::Service{.url = std::string(url),
                          .model = std::string(arguments.option(name).value_or("")),
                          .api_key = key == nullptr ? "" : key,
                          .allow_remote = arguments.has("allow-remote"),
                          .limit = limit};
  };
  CheckBackends backends{.reader = nullptr, .judge = nullptr};
  const auto kind = arguments.option("reader").value_or("rules");
  const auto url = arguments.option("reader-url");
  if (url && kind == "rules")
    return fail(Code::invalid_argument, "--reader-url needs --reader systemone, clairic or llama");
  if (kind == "clairic") {
    if (!url) return fail(Code::invalid_argument, "--reader clairic needs --reader-url URL");
    backends.reader = std::make_unique<ExtractingReader>("clairic", &model::extract, service(*url, "reader-model"));
  } else if (kind == "llama") {
    backends.reader = std::make_unique<ExtractingReader>("llama", &model::extract_by_schema,
                                                         service(url.value_or(kUsualServer), "reader-model"));
  } else if (kind == "systemone") {
    backends.reader = std::make_unique<ChoosingReader>(service(url.value_or(kUsualServer), "reader-model"));
  }
  const auto judge = arguments.option("judge").value_or("rules");
  if (judge != "rules") backends.judge = std::make_unique<ModelJudge>(service(judge, "judge-model"));
  return backends;
}

std::vector<Option> backend_options() {
  return {
      {.name = "reader",
       .value = "KIND",
       .help = "also let a model read both texts: its values count where they stand "
               "in the text",
       .choices = {"rules", "systemone", "clairic", "llama"}},
      {.name = "reader-url", .value = "URL", .help = "where the reader is (llama, systemone: http://127.0.0.1:8080)"},
      {.name = "reader-model", .value = "NAME", .help = "the model to ask that server for"},
      {.name = "judge",
       .value = "URL",
       .help = "also ask a decision model (System One, or llama-server with any "
               "model); it can only make the verdict stricter"},
      {.name = "judge-model", .value = "NAME", .help = "the model to ask that server for"},
      {.name = "backend-timeout", .value = "SECONDS", .help = "for each question to a model; 20 when not given"},
      {.name = "allow-remote", .value = "", .help = "let both texts go to a server on another machine"}};
}

}  // namespace warrant::app
