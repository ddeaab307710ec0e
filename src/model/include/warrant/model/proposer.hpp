// The port through which a model proposes.
#pragma once

#include <warrant/base/json.hpp>
#include <warrant/base/result.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace warrant::model {

enum class Role : std::uint8_t { system, user, assistant };

struct Message {
  Role role;
  std::string text;
};

struct Prompt {
  std::vector<Message> messages;
  std::string grammar;  ///< GBNF; empty for none
  Json schema;          ///< JSON Schema for backends without GBNF; null for none
};

struct Usage {
  std::int64_t prompt_tokens;
  std::int64_t output_tokens;
};

/// What the model wrote. Untrusted: only a surface decides whether it is a call.
struct Proposal {
  std::string text;
  Usage usage;
};

/// One model. Not thread-safe: one proposal at a time.
class Proposer {
 public:
  Proposer() = default;
  Proposer(const Proposer&) = delete;
  Proposer& operator=(const Proposer&) = delete;
  virtual ~Proposer() = default;
  /// Errors: unavailable when there is no (further) reply; others are the backend's.
  virtual Result<Proposal> propose(const Prompt& prompt) = 0;
};

}  // namespace warrant::model
