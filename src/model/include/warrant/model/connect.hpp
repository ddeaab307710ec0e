// Models behind HTTP: llama-server, and every server with the OpenAI chat completions form.
#pragma once

#include <warrant/base/result.hpp>
#include <warrant/model/proposer.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace warrant::model {

/// Where a person says that a model is.
struct Endpoint {
  std::string url;           ///< "http://127.0.0.1:8080", with or without "/v1"
  std::string model = {};    ///< the name to ask for; empty where the server has only one
  std::string api_key = {};  ///< sent as a bearer token; empty for none
  bool allow_remote = false;
};

enum class BackendKind : std::uint8_t { llama_server, openai_compatible };
std::string_view to_string(BackendKind kind) noexcept;

/// What answers there, as it says of itself.
struct Backend {
  BackendKind kind;
  std::string model;         ///< name or path of the model
  std::string build = {};    ///< "b11669-Debian"; empty where it does not say
  std::int64_t context = 0;  ///< tokens; 0 where it does not say
  Guidance guidance = Guidance::none;
};

/// Whether `url` has the form of a server's address, on this machine or elsewhere; asks nobody. Errors:
/// invalid_argument. Thread-safe.
Status check_address(std::string_view url);

/// Begins to load the HTTP library on a thread of its own, so that a program which will ask a server can do other
/// things meanwhile. Without it the first request waits for that. The thread takes the caller's signal mask. May be
/// called again and from any thread.
void prepare();

/// Asks the server who it is: `GET /props` (llama.cpp tools/server/README.md), else `GET /v1/models`.
/// Errors: refused for an address that is not of this machine, and for a llama-server that runs tools of
/// its own (`--tools`, `--agent`, MCP): it would act past every check here; unavailable, timed_out; not_found for a
/// model that the server does not have; invalid_argument when it has several and none is named; malformed.
Result<Backend> inspect(const Endpoint& endpoint, const std::function<bool()>& cancelled = {});

/// A proposer for a server whose nature is known. `before_request` (may be empty) runs before every
/// request, and its error stops it. No connection is made here. Errors: those of the address.
Result<std::unique_ptr<Proposer>> make_chat(const Endpoint& endpoint, const Backend& backend,
                                            std::function<Status()> before_request = {});

struct Connected {
  std::unique_ptr<Proposer> proposer;
  Backend backend;
};
/// inspect() and make_chat() for a server that is not ours: it is never started, stopped or changed.
Result<Connected> connect(const Endpoint& endpoint, const std::function<bool()>& cancelled = {});

}  // namespace warrant::model
