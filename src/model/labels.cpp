// Yes or no from a model that only writes: the log-probabilities of one label an option.
#include "service.hpp"

#include <warrant/base/utf8.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace warrant::model {

namespace {

using Clock = std::chrono::steady_clock;

/// The model would say something else than a label with more than the rest.
constexpr double kLeastMass = 0.98;
/// Of a vocabulary, the likeliest tokens that are asked for; deeper where a label is not among them.
constexpr std::array kDepths{256, 4'096, 32'768};

std::string label_of(std::size_t index) { return std::string(1, static_cast<char>('A' + index)); }

class Readout {
 public:
  Readout(const Service& service, Route route, Clock::time_point deadline)
      : service_(service), route_(std::move(route)), deadline_(deadline) {}

  Result<Odds> odds(std::string_view state, const Query& query) {
    const std::size_t count = query.options.size();
    if (count < 2 || count > 26) return fail(Code::invalid_argument, "a question has 2 to 26 options", service_.url);
    WARRANT_TRY(labels, label_tokens(count));
    WARRANT_TRY(forwards, one_order(state, query, labels, false));
    WARRANT_TRY(backwards, one_order(state, query, labels, true));
    Odds odds(count);
    for (std::size_t i = 0; i < count; ++i) odds[i] = (forwards[i] + backwards[count - 1 - i]) / 2;
    return odds;
  }

 private:
  Result<Json> post(std::string_view path, const Json& body) const {
    Route route = route_;
    route.path = path;
    return post_json(service_, route, body, deadline_);
  }

  /// The token of each label, alone and behind a blank. A label of several tokens cannot be read out.
  using Labels = std::vector<std::vector<std::int64_t>>;
  [[nodiscard]] Result<Labels> label_tokens(std::size_t count) const {
    Labels labels(count);
    for (std::size_t i = 0; i < count; ++i) {
      for (const std::string& form : {label_of(i), " " + label_of(i)}) {
        WARRANT_TRY(reply,
                    post("/tokenize", JsonObject{{"content", form}, {"add_special", false}, {"with_pieces", true}}));
        const Json* tokens = reply.find("tokens");
        if (tokens == nullptr || tokens->array() == nullptr)
          return fail(Code::malformed, "the server's /tokenize gives no tokens", service_.url);
        if (tokens->array()->size() != 1) continue;
        const Json& token = tokens->array()->front();
        const Json* id = token.find("id");
        const auto* number = id != nullptr ? id->integer() : token.integer();
        if (number != nullptr) labels[i].push_back(*number);
      }
      if (labels[i].empty())
        return fail(Code::unsupported, fmt::format("the model has no single token for the label {}", label_of(i)),
                    service_.url);
    }
    return labels;
  }

  Result<Odds> one_order(std::string_view state, const Query& query, const Labels& labels, bool reversed) {
    std::string text = fmt::format("{}\n\n{}\n", to_valid_utf8(state), query.instructions);
    for (std::size_t i = 0; i < query.options.size(); ++i) {
      const auto& option = query.options[reversed ? query.options.size() - 1 - i : i];
      text += fmt::format("{}: {} ({})\n", label_of(i), option.name, to_valid_utf8(option.meaning));
    }
    text += "Answer with the letter alone.";
    const Json messages = JsonArray{
        JsonObject{{"role", "system"}, {"content", "You judge a text. Answer with one letter."}},
        JsonObject{{"role", "user"}, {"content", std::move(text)}},
    };
    WARRANT_TRY(templated,
                post("/apply-template", JsonObject{{"messages", messages},
                                                   {"chat_template_kwargs", JsonObject{{"enable_thinking", false}}}}));
    const std::string prompt(templated.text("prompt"));
    if (prompt.empty()) return fail(Code::malformed, "the server's /apply-template gives no prompt", service_.url);
    std::string grammar = "root ::= ";
    for (std::size_t i = 0; i < labels.size(); ++i)
      grammar += fmt::format("{}\"{}\" | \" {}\"", i == 0 ? "" : " | ", label_of(i), label_of(i));
    for (const int depth : kDepths) {
      WARRANT_TRY(reply, post("/completion", JsonObject{{"prompt", prompt},
                                                        {"n_predict", 1},
                                                        {"temperature", 0},
                                                        {"cache_prompt", true},
                                                        {"n_probs", depth},
                                                        {"grammar", grammar},
                                                        {"samplers", JsonArray{}}}));
      WARRANT_TRY(odds, read(reply, labels));
      if (odds) return *std::move(odds);
    }
    return fail(Code::unsupported, "a label is not among the tokens whose probability the server gives", service_.url);
  }

  /// Nothing when a label's forms are all missing from the list: it is asked for deeper, and never taken for zero.
  [[nodiscard]] Result<std::optional<Odds>> read(const Json& reply, const Labels& labels) const {
    const Json* list = reply.find("completion_probabilities");
    const bool any = list != nullptr && list->array() != nullptr && !list->array()->empty();
    const Json* top = any ? list->array()->front().find("top_logprobs") : nullptr;
    if (top == nullptr || top->array() == nullptr)
      return fail(Code::malformed, "the server's /completion gives no log-probabilities (top_logprobs)", service_.url);
    std::map<std::int64_t, double> by_token;
    for (const Json& each : *top->array()) {
      const Json* id = each.find("id");
      const Json* logprob = each.find("logprob");
      if (id == nullptr || id->integer() == nullptr || logprob == nullptr) continue;
      const double value = logprob->number(1);
      if (!std::isfinite(value) || value > 0.001)
        return fail(Code::malformed, "a log-probability of the server's answer is above 0", service_.url);
      by_token.emplace(*id->integer(), std::exp(value));
    }
    Odds odds;
    double mass = 0;
    for (const auto& forms : labels) {
      double p = 0;
      bool seen = false;
      for (const auto id : forms) {
        const auto found = by_token.find(id);
        if (found == by_token.end()) continue;
        seen = true;
        p += found->second;
      }
      if (!seen) return std::optional<Odds>{};
      odds.push_back(p);
      mass += p;
    }
    if (mass < kLeastMass)
      return fail(Code::refused,
                  fmt::format("the labels hold only {:.1f} % of the probability (98 % are needed): the model would "
                              "answer something else",
                              mass * 100),
                  service_.url);
    for (double& each : odds) each /= mass;
    return std::optional(std::move(odds));
  }

  const Service& service_;
  Route route_;
  Clock::time_point deadline_;
};

}  // namespace

Result<std::vector<Odds>> answer_by_labels(const Service& service, std::string_view state,
                                           const std::vector<Query>& queries) {
  WARRANT_CHECK(check_state(state, service));
  WARRANT_TRY(route, route_of(service, ""));
  Readout readout(service, std::move(route), Clock::now() + service.limit);
  std::vector<Odds> all;
  for (const auto& query : queries) {
    WARRANT_TRY(odds, readout.odds(state, query));
    all.push_back(std::move(odds));
  }
  return all;
}

}  // namespace warrant::model
