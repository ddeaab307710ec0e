// What a turn may do, decided from the words of the request before a model is asked.
#pragma once

#include <warrant/base/json.hpp>
#include <warrant/base/result.hpp>
#include <warrant/base/span.hpp>
#include <warrant/contract/operation.hpp>
#include <warrant/contract/types.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::language {
class Lexicon;
}

namespace warrant::contract {

struct Target {
  std::string path;
  Role role;
  bool exists;
  std::optional<Span> span;  ///< into the request; absent when an earlier turn named it

  bool operator==(const Target&) const = default;
};

/// The rule that decided and the words that it read.
struct Reason {
  std::string rule;
  std::vector<Span> spans;
  std::string text;

  bool operator==(const Reason&) const = default;
};

struct Contract {
  std::string request;
  Type type;
  bool requested;     ///< the words ask for a change of files by the model
  bool allowed;       ///< the model may propose one
  bool only_targets;  ///< "only", "nothing else": no other file may change
  Verification verification;
  std::vector<Target> targets;
  std::vector<Operation> operations;
  std::vector<Expectation> expectations;  ///< those that the operations fix
  Obligation obligation;
  Grounds grounds;
  Posture posture;
  Phase phase;
  Reason reason;
  bool unsure;
  std::string question;  ///< the one question that would settle it; empty when not unsure

  bool operator==(const Contract&) const = default;
};

/// What the workspace says about a path. Implementations do not change it.
class DiskFacts {
 public:
  enum class Kind : std::uint8_t { absent, file, directory };

  DiskFacts() = default;
  DiskFacts(const DiskFacts&) = delete;
  DiskFacts& operator=(const DiskFacts&) = delete;
  virtual ~DiskFacts() = default;
  [[nodiscard]] virtual Kind kind(std::string_view path) const = 0;
  /// Paths beneath the root whose last part is `base`, or `base` with any extension, letter case aside; sorted,
  /// at most a handful; empty when unknown.
  [[nodiscard]] virtual std::vector<std::string> named(std::string_view base) const = 0;
  /// The relative form of an absolute path that lies beneath the root, in letters; nothing when it does not, or when
  /// it is not known where the root is.
  [[nodiscard]] virtual std::optional<std::string> beneath(std::string_view absolute) const;
  /// The files in which a word stands.
  struct Holding {
    std::vector<std::string> paths;  ///< in the order of the search
    bool complete;                   ///< false: there may be more of them
  };
  /// Of `word`, of letters, digits and "_", as a word of its own; nothing when it is not known what files hold. May
  /// read the files at each call; what cannot be read makes it incomplete, and there are no errors.
  [[nodiscard]] virtual std::optional<Holding> holding(std::string_view word) const;
};

/// One earlier turn as it was settled.
struct Settlement {
  /// What became of one operation, in the words of the record.
  struct Done {
    std::string op;
    std::string target;
    std::string result;
  };
  std::string request;  ///< empty when its text was not kept
  Type type;
  std::string outcome;  ///< complete, partial, bounded, asked_permission, blocked_by_person, …
  std::vector<Target> targets;
  std::vector<Operation> operations;  ///< empty when not known
  std::vector<Done> done = {};        ///< empty when not known
};

/// Reads `[{"request","type","outcome","targets":[…],"operations":[{"op","target","result"}]}, …]`, oldest first; a
/// target is a path or an object of the contract's shape. Errors: malformed with the index.
Result<std::vector<Settlement>> parse_history(const Json& history);

/// The contract of `request` in the agent posture. Every input gives one; doubt makes it unsure and
/// read-only. Linear in the request but for the number of its clauses. Thread-safe.
Contract resolve(std::string_view request, const DiskFacts& disk, const language::Lexicon& lexicon,
                 const std::vector<Settlement>& history = {});

/// Pure; `ask` and `plan` allow no change whatever the contract said: phase inspect, outputs dropped from the
/// targets, sources kept.
Contract with_posture(Contract contract, Posture posture);

/// The tools that a contract of this shape gives the model: one table.
std::vector<Tool> tools_of(const Contract& contract);

/// The `warrant.contract.v1` object, `id` null or the batch line's.
Json to_json(const Contract& contract, Json id = nullptr);

}  // namespace warrant::contract
