#include "http.hpp"
#include "reply.hpp"

#include <warrant/base/json.hpp>
#include <warrant/model/connect.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace warrant::model {

namespace {

constexpr Limits probe_limits{.connect = std::chrono::milliseconds(3'000),
                              .idle = std::chrono::milliseconds(15'000),
                              .total = std::chrono::milliseconds(30'000),
                              .response_bytes = std::size_t{8} << 20U};

Result<Address> address_of(const Endpoint& endpoint) {
  return parse_address(endpoint.url, endpoint.allow_remote ? Reach::anywhere : Reach::this_machine);
}

Result<Http::Reply> get(Http& http, const Endpoint& endpoint, std::string path,
                        const std::function<bool()>& cancelled) {
  HttpRequest request{.path = std::move(path)};
  if (!endpoint.api_key.empty()) request.headers.push_back("Authorization: Bearer " + endpoint.api_key);
  return http.fetch(request, probe_limits, cancelled);
}

bool is_true(const Json& value, std::string_view key) {
  const Json* found = value.find(key);
  return found != nullptr && found->boolean() != nullptr && *found->boolean();
}

/// Whether the server would act on its own: `/tools` lists what it can do, and is 403 or 404 without.
Status refuse_agents(Http& http, const Endpoint& endpoint, const Json& props, const std::function<bool()>& cancelled) {
  WARRANT_TRY(tools, get(http, endpoint, "/tools", cancelled));
  const bool answers = tools.head.status >= 200 && tools.head.status < 300;
  const Result<Json> list = parse_server_json(tools.body);
  const bool none = list && list->array() != nullptr && list->array()->empty();
  if ((answers && !none) || is_true(props, "cors_proxy_enabled")) {
    return fail(Code::refused,
                "this llama-server runs tools of its own (--tools, --agent, an MCP server or its proxy), which act "
                "past every check here: start it without them",
                endpoint.url);
  }
  return {};
}

Backend backend_of_props(const Json& props) {
  Backend backend{.kind = BackendKind::llama_server,
                  .model = std::string(props.text("model_path", props.text("model_alias"))),
                  .build = std::string(props.text("build_info")),
                  .guidance = Guidance::grammar};
  if (const Json* settings = props.find("default_generation_settings")) {
    const Json* context = settings->find("n_ctx");
    if (context != nullptr && context->integer() != nullptr) backend.context = *context->integer();
  }
  return backend;
}

bool is_llama_server(const Json& props) {
  return props.find("build_info") != nullptr || props.find("default_generation_settings") != nullptr;
}

Result<std::vector<std::string>> list_models(Http& http, const Endpoint& endpoint,
                                             const std::function<bool()>& cancelled) {
  WARRANT_TRY(reply, get(http, endpoint, "/v1/models", cancelled));
  if (reply.head.status != 200) {
    return fail(server_error(reply.head.status, reply.body, reply.head.retry_after, endpoint.url + "/v1/models"));
  }
  const Result<Json> value = parse_server_json(reply.body);
  const Json* data = value ? value->find("data") : nullptr;
  if (data == nullptr || data->array() == nullptr) {
    return fail(Code::malformed, "what answers there is no model server: its list of models cannot be read",
                endpoint.url);
  }
  std::vector<std::string> names;
  for (const Json& model : *data->array()) {
    if (const std::string_view id = model.text("id"); !id.empty() && names.size() < 1'000) names.emplace_back(id);
  }
  return names;
}

Result<std::string> choose_model(const std::vector<std::string>& names, const Endpoint& endpoint) {
  const std::string list = fmt::format(
      "{}", fmt::join(names.begin(), names.begin() + std::min<std::ptrdiff_t>(10, std::ssize(names)), ", "));
  if (!endpoint.model.empty()) {
    if (std::ranges::find(names, endpoint.model) != names.end()) return endpoint.model;
    return fail(Code::not_found, fmt::format("the server has no model \"{}\"; it has: {}", endpoint.model, list),
                endpoint.url);
  }
  if (names.size() == 1) return names.front();
  if (names.empty()) return fail(Code::not_found, "the server has no model", endpoint.url);
  return fail(Code::invalid_argument, fmt::format("the server has several models; name one of: {}", list),
              endpoint.url);
}

}  // namespace

std::string_view to_string(BackendKind kind) noexcept {
  switch (kind) {
    case BackendKind::llama_server: return "llama-server";
    case BackendKind::openai_compatible: return "openai-compatible";
  }
  std::unreachable();
}

Status check_address(std::string_view url) {
  WARRANT_CHECK(parse_address(url, Reach::anywhere));
  return {};
}

Result<Backend> inspect(const Endpoint& endpoint, const std::function<bool()>& cancelled) {
  WARRANT_TRY(address, address_of(endpoint));
  Http http(std::move(address));
  WARRANT_TRY(props, get(http, endpoint, "/props", cancelled));
  if (props.head.status == 503) {
    return fail(server_error(props.head.status, props.body, props.head.retry_after, endpoint.url));
  }
  const Result<Json> value = parse_server_json(props.body);
  const bool llama = props.head.status == 200 && value && is_llama_server(*value);
  if (llama) WARRANT_CHECK(refuse_agents(http, endpoint, *value, cancelled));
  const bool router = llama && value->text("role") == "router";
  if (llama && !router) return backend_of_props(*value);
  WARRANT_TRY(names, list_models(http, endpoint, cancelled));
  WARRANT_TRY(model, choose_model(names, endpoint));
  return Backend{.kind = llama ? BackendKind::llama_server : BackendKind::openai_compatible,
                 .model = std::move(model),
                 .build = llama ? std::string(value->text("build_info")) : std::string(),
                 .guidance = llama ? Guidance::grammar : Guidance::json_schema};
}

Result<Connected> connect(const Endpoint& endpoint, const std::function<bool()>& cancelled) {
  WARRANT_TRY(backend, inspect(endpoint, cancelled));
  WARRANT_TRY(proposer, make_chat(endpoint, backend));
  return Connected{.proposer = std::move(proposer), .backend = std::move(backend)};
}

}  // namespace warrant::model
