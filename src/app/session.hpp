// A workspace opened for a turn: its files, its record, its checkpoints, and the model that was chosen.
#pragma once

#include "settings.hpp"
#include "subcommand.hpp"

#include <warrant/base/dirs.hpp>
#include <warrant/checkpoint/store.hpp>
#include <warrant/language/language.hpp>
#include <warrant/model/proposer.hpp>
#include <warrant/model/server.hpp>
#include <warrant/policy/rules.hpp>
#include <warrant/record/writer.hpp>
#include <warrant/workspace/root.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace warrant::app {

/// Opens at most once, at the first use: a turn that needs no model starts no server.
class ModelChoice {
 public:
  /// From --script, --connect, --model; else the default model. Nothing is started or asked yet. Errors:
  /// invalid_argument when more than one is given, and what is wrong with the one that is: a script or weights that are
  /// not there or are none, a URL that is none.
  static Result<ModelChoice> from(const Arguments& arguments);

  /// The model, ready to be asked. `progress` is told what is waited for. Errors: the backend's.
  Result<model::Proposer*> open(const Dirs& dirs, const Settings& settings,
                                const std::function<void(std::string_view)>& progress);

 private:
  enum class Kind { script, connect, managed };
  ModelChoice(Kind kind, std::string value) : kind_(kind), value_(std::move(value)) {}
  Kind kind_;
  std::string value_;                          ///< file, URL, or the weights' file (empty for the default)
  std::unique_ptr<model::ServerLease> lease_;  ///< keeps the shared server alive
  std::unique_ptr<model::Proposer> proposer_;
};

/// The options that choose a model.
std::vector<Option> model_options();

struct Session {
  Dirs dirs;
  Settings settings;
  workspace::Root root;
  record::Place place;
  record::Writer record;
  checkpoint::Store checkpoints;
  language::Lexicon lexicon;
  policy::RuleSet rules;  ///< bad ones are in it as malformed, which denies everything
};

/// Opens everything a turn in `directory` needs. Errors: not_found, conflict when another turn is under way there,
/// integrity of the record, those of the configuration.
Result<Session> open_session(const std::string& directory);

}  // namespace warrant::app
