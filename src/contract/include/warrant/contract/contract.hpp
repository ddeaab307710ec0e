// What a turn may do, decided before a model is asked.
#pragma once

#include <warrant/base/json.hpp>
#include <warrant/base/span.hpp>
#include <warrant/language/language.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::contract {

enum class Type : std::uint8_t { question, list, explain, edit, create, organize, run, unknown };
enum class Role : std::uint8_t { forbidden, must_change, output, must_read };
enum class Posture : std::uint8_t { agent, ask, plan };
enum class Phase : std::uint8_t { inspect, apply };

struct Target {
  std::string path;
  Role role;
  bool exists;
  Span span;
};
struct Reason {
  std::string rule;
  std::vector<Span> spans;
  std::string text;
};
struct Contract {
  std::string request;
  Type type;
  bool requested;  ///< the words ask for a change of files
  bool allowed;    ///< the model may propose one
  std::vector<Target> targets;
  Posture posture;
  Phase phase;
  Reason reason;
  bool unsure;
};

/// What the workspace says about a path. Implementations do not change it.
class DiskFacts {
 public:
  virtual ~DiskFacts() = default;
  [[nodiscard]] virtual bool exists(std::string_view path) const = 0;
};

/// The contract of `request` in the agent posture. A change is allowed only for one imperative of a
/// closed list of shapes with a named file and no doubt, ban, quotation mark of another script or further line beside
/// it.
Contract resolve(std::string_view request, const DiskFacts& disk, const language::Lexicon& lexicon);
/// Pure; `ask` and `plan` allow no change whatever the contract said.
Contract with_posture(Contract contract, Posture posture);
/// The object of `contract --json`, without the members that this slice does not resolve.
Json to_json(const Contract& contract);

}  // namespace warrant::contract
