#include "service.hpp"

#include <warrant/base/utf8.hpp>
#include <warrant/model/decision.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace warrant::model {

namespace {

/// A probability that a server wrote; hosted ones round to four decimals.
std::optional<double> probability(const Json* value) {
  if (value == nullptr) return std::nullopt;
  const double p = value->number(-1);
  if (!std::isfinite(p) || p < 0 || p > 1.001) return std::nullopt;
  return std::min(p, 1.0);
}

Json question_of(const Query& query) {
  JsonObject criteria;
  if (query.options.size() == 2) {
    criteria.set("true", query.options[0].meaning);
    criteria.set("false", query.options[1].meaning);
    return JsonObject{{"type", "noul"}, {"instructions", query.instructions}, {"criteria", std::move(criteria)}};
  }
  for (const auto& option : query.options) criteria.set(option.name, to_valid_utf8(option.meaning));
  return JsonObject{{"type", "choice"}, {"instructions", query.instructions}, {"criteria", std::move(criteria)}};
}

Result<Odds> odds_of(const Query& query, const Json& answer, const std::string& where) {
  if (query.options.size() == 2) {
    const auto yes = answer.text("type", "noul") == "noul" ? probability(answer.find("noul")) : std::nullopt;
    if (!yes) return fail(Code::malformed, "the server's answer has no probability of yes between 0 and 1", where);
    return Odds{*yes, 1 - *yes};
  }
  const Json* table = answer.find("probabilities");
  if (table == nullptr || table->object() == nullptr)
    return fail(Code::malformed, "the server's answer has no probabilities of the options", where);
  Odds odds;
  double sum = 0;
  for (const auto& option : query.options) {
    const Json* value = table->find(option.name);
    const auto p = value == nullptr ? std::optional(0.0) : probability(value);
    if (!p) return fail(Code::malformed, "a probability of the server's answer is not between 0 and 1", where);
    odds.push_back(*p);
    sum += *p;
  }
  // Rounded to four decimals they need not sum to 1, but nearly.
  if (sum < 0.9 || sum > 1.1)
    return fail(Code::malformed, fmt::format("the probabilities of the server's answer sum to {:.3f}", sum), where);
  for (double& each : odds) each /= sum;
  return odds;
}

bool knows_no_route(const Error& error) {
  return error.code == Code::not_found || error.message.find("answers 405") != std::string::npos ||
         error.message.find("answers 501") != std::string::npos ||
         error.message.find("not_supported") != std::string::npos;
}

}  // namespace

Result<std::vector<Odds>> answer(const Service& service, std::string_view state, const std::vector<Query>& queries) {
  WARRANT_CHECK(check_state(state, service));
  WARRANT_TRY(route, route_of(service, "/v1/systemone"));
  const auto deadline = std::chrono::steady_clock::now() + service.limit;
  JsonObject questions;
  for (std::size_t i = 0; i < queries.size(); ++i) questions.set(fmt::format("q{}", i), question_of(queries[i]));
  const Json body = JsonObject{{"model", route.model.empty() ? "default" : route.model},
                               {"state", to_valid_utf8(state)},
                               {"questions", std::move(questions)}};
  const Result<Json> reply = post_json(service, route, body, deadline);
  if (!reply && !route.path.empty() && knows_no_route(reply.error())) return answer_by_labels(service, state, queries);
  if (!reply) return fail(reply.error());
  const std::string where = route.address.base + route.path;
  const Json* answers = reply->find("answers");
  std::vector<Odds> all;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const Json* one = answers == nullptr ? nullptr : answers->find(fmt::format("q{}", i));
    if (one == nullptr) return fail(Code::malformed, "the server's answer lacks a question", where);
    WARRANT_TRY(odds, odds_of(queries[i], *one, where));
    all.push_back(std::move(odds));
  }
  return all;
}

}  // namespace warrant::model
