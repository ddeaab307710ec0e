// What the machine knows about a turn: rulings, receipts and runs. Never a word of the model.
#pragma once

#include <warrant/claims/boundary.hpp>
#include <warrant/contract/operation.hpp>
#include <warrant/turn/settlement.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warrant::turn {

/// One operation of the contract and what became of it.
struct OperationFact {
  contract::Operation asked;
  OperationResult result;
  std::string detail;  ///< one sentence from the runtime: the receipt, the rule that denied, the error
};

/// One command that really ran.
struct RunFact {
  std::string profile;
  std::string command;                 ///< the argument list, joined for people
  std::optional<int> exit;             ///< absent when ended by a signal or a limit
  std::string ended;                   ///< "exit code 0", "killed by signal 9 (SIGKILL)", "timed out"
  std::optional<std::int64_t> passed;  ///< tests, when a runner printed them
  std::optional<std::int64_t> failed;
  std::vector<std::string> failed_tests = {};  ///< their names as the runner printed them, the first ten
  std::string output = {};                     ///< the end of what it printed, bounded; text from outside
};

/// One text that was looked for in the files of the workspace. Protected and ignored files are not looked into.
struct SearchFact {
  std::string text;
  std::size_t lines;  ///< that hold it
  std::size_t files;  ///< in which they stand, of those whose lines were kept
  bool complete;      ///< false: a bound ended the search early, or lines were left out
};

struct Facts {
  std::vector<OperationFact> operations;
  std::vector<std::string> read;      ///< files whose text the model was shown
  std::vector<std::string> withheld;  ///< files that could not be shown, each with its reason
  std::vector<std::string> absent;    ///< paths that were looked for and are not there
  std::vector<SearchFact> searched;
  std::vector<RunFact> runs;
  std::vector<std::string> unmet;  ///< expectations that do not hold, each with its reason
  bool fixed = false;              ///< the request fixed more than that a file changes
  Verification verification;
  Durability durability;
  std::string durability_why = {};  ///< when it failed
};

/// The facts in the shape that the boundary compares with.
claims::State boundary_state(const Facts& facts);

/// The block that the model is given before its answer. One line a fact; ends with a newline.
std::string state_block(const Facts& facts);

/// The same facts as prose of the runtime, one line a fact: what is known and what is not.
std::string known_facts(const Facts& facts);

/// "\"TIMEOUT\": 3 lines hold it, in 2 files", for people.
std::string describe(const SearchFact& search);

/// "change TIMEOUT from 30 to 60 in settings.py": what was asked, for people.
std::string describe(const contract::Operation& operation);

}  // namespace warrant::turn
