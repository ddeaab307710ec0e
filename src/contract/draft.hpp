// A contract in the making.
#pragma once

#include "slots.hpp"

#include <map>
#include <string>
#include <vector>

namespace warrant::contract {

class Draft {
 public:
  Draft(const Material& material, const std::vector<Settlement>& history) : material_(material), history_(history) {}

  /// Gives the path a role; the strictest stays.
  void give(const Named& named, Role role, bool as_written = false);
  void give(std::string path, Role role, bool exists, std::optional<Span> span);
  /// An operation of a clause, with the type that it makes the request.
  void operate(Type type, Operation operation);
  void decide(std::string rule, const language::Clause& clause);
  void doubt(std::string question);
  /// The same where only the place is missing, which other words of the request may give.
  void doubt_place(std::string question);

  /// The place is found: nothing is left to ask.
  void settle_place();

  /// Several files can be meant: asks which, and says so by true.
  bool is_ambiguous(const Named& named);

  const Material& material_;
  const std::vector<Settlement>& history_;
  std::vector<Target> targets;
  std::vector<Operation> operations;
  std::optional<Type> change;  ///< the type of the first change that was asked
  std::optional<Reason> reason;
  std::string question;    ///< set: unsure
  bool placeless = false;  ///< the question is only where
  bool banned = false;     ///< everything
  bool only = false;
  std::vector<Named> recent;  ///< the files that were spoken of last
  bool recent_all = false;    ///< "it" stands in each of them
  bool recent_holds = false;  ///< "it" is something in them: "the function f in a.py"
};

/// Adds what a clause that asks for a change asks for.
void read_change(const language::Clause& clause, Draft& draft);

}  // namespace warrant::contract
