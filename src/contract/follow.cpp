#include "derive.hpp"
#include "follow_up.hpp"

#include <algorithm>

namespace warrant::contract {

using language::Class;
using language::Token;

Contract plain(const Material& material, Type type, std::string rule) {
  const std::string_view request = material.request;
  return nothing_allowed(request, type, {std::move(rule), {{0, request.size()}}, std::string(request)});
}

Contract unsure(const Material& material, std::string rule, std::string question) {
  Contract contract = plain(material, Type::unknown, std::move(rule));
  contract.unsure = true;
  contract.question = std::move(question);
  derive(contract);
  return contract;
}

FollowUp::FollowUp(const Material& material, const language::Lexicon& lexicon, const std::vector<Settlement>& history)
    : material_(material), lexicon_(lexicon), history_(history), tokens_(material.reading.tokens) {
  for (std::size_t at = 0; at < tokens_.size(); ++at)
    if (tokens_[at].kind != Token::Kind::mark) words_.push_back(at);
}

std::optional<Contract> FollowUp::resolve() const {
  if (words_.empty() || words_.size() > 14) return std::nullopt;
  if (corrects_file()) return same_for(true);
  if (auto revalued = other_value()) return revalued;
  if (first(Class::affirm) && (puts_off_by_own_act() || is_no_consent()))
    return done(plain(material_, Type::answer, "follow_up.not_yet"));
  if (all_of(Class::deny)) return done(plain(material_, Type::answer, "follow_up.no"));
  if (all_of(Class::proposal) && proposes()) return applied();
  if (all_of(Class::affirm)) return confirmed();
  if (first(Class::again) && (all_of(Class::again) || only_tells_behind())) return again();
  if (first(Class::affirm) && !asks_anything_new() && !history_.empty() &&
      history_.back().outcome == "asked_permission")
    return confirmed();
  if (repeats()) return again();
  // "do it again but for b.py"
  if (first(Class::again) && names_something() && !changes_explicitly()) return names_wanted() ? same_for() : again();
  if (takes_all() || has_leave()) return confirmed();
  if (is_choice_by_name()) return confirmed();
  if (is_choice()) return chosen();
  if (misses_file()) return same_for();
  if (const auto path = other_file()) return same_in(*path);
  if ((continues() || names_only_more()) && names_something() && !changes_explicitly()) return same_for();
  if (all_of(Class::deictic)) return looked_at();
  return std::nullopt;
}

bool FollowUp::has(Class which) const {
  return std::ranges::any_of(words_, [&](std::size_t at) { return tokens_[at].is(which); });
}

bool FollowUp::all_of(Class which) const {
  bool found = false;
  for (const std::size_t at : words_) {
    if (tokens_[at].is(which))
      found = true;
    else if (!tokens_[at].is(Class::polite) && !tokens_[at].is(Class::pronoun) && !tokens_[at].is(Class::conjunction))
      return false;
  }
  return found;
}

bool FollowUp::names_something() const {
  return std::ranges::any_of(words_, [&](std::size_t at) { return material_.names[at].has_value(); });
}

bool FollowUp::changes_explicitly() const {
  return std::ranges::any_of(material_.reading.clauses, [](const language::Clause& clause) {
    return !clause.negated && (clause.mood == language::Mood::imperative || clause.mood == language::Mood::wish) &&
           language::changes_something(clause.verb);
  });
}

Contract FollowUp::done(Contract contract) {
  derive(contract);
  return contract;
}

/// The contract of the last turn again, with its targets and no other.
Contract FollowUp::inherit(const Settlement& turn, std::vector<Target> targets, std::string rule) const {
  Contract contract = plain(material_, turn.type, std::move(rule));
  contract.requested = is_change(turn.type);
  contract.allowed = contract.requested;
  contract.only_targets = true;
  contract.operations = turn.operations;
  if (contract.operations.empty() && !turn.request.empty()) {
    const Contract earlier = contract::resolve(turn.request, material_.disk, lexicon_, {});
    if (earlier.type == turn.type) contract.operations = earlier.operations;
  }
  for (Target& target : targets) {
    target.span = std::nullopt;
    target.exists = material_.disk.kind(target.path) != DiskFacts::Kind::absent;
  }
  const auto covered = [&](std::string_view path) {
    return std::ranges::any_of(targets,
                               [&](const Target& target) { return is_changeable(target.role) && target.path == path; });
  };
  std::erase_if(contract.operations, [&](const Operation& operation) {
    if (std::holds_alternative<Run>(operation) || std::holds_alternative<Restore>(operation)) return false;
    return !path_of(operation).empty() && !covered(path_of(operation));
  });
  // The words are not known: the type and the targets are.
  if (contract.allowed)
    for (const Target& target : targets) {
      if (!is_changeable(target.role)) continue;
      const bool known = std::ranges::any_of(contract.operations, [&](const Operation& operation) {
        const auto* transfer = std::get_if<TransferFile>(&operation);
        return path_of(operation) == target.path || (transfer != nullptr && transfer->from == target.path);
      });
      if (known) continue;
      if (turn.type == Type::create)
        contract.operations.emplace_back(CreateFile{target.path, std::nullopt});
      else
        contract.operations.emplace_back(Edit{target.path, ""});
    }
  contract.targets = std::move(targets);
  if (contract.allowed &&
      std::ranges::none_of(contract.targets, [](const Target& target) { return is_changeable(target.role); })) {
    contract.unsure = true;
    contract.question = "Which file should be changed?";
  }
  return done(std::move(contract));
}

/// What a turn was to do; read from its words again where the record does not say.
std::vector<Operation> FollowUp::operations_of(const Settlement& turn) const {
  if (!turn.operations.empty() || turn.request.empty()) return turn.operations;
  return contract::resolve(turn.request, material_.disk, lexicon_, {}).operations;
}

Contract FollowUp::looked_at() const {
  Contract contract = plain(material_, Type::question, "follow_up.this_here");
  if (!history_.empty())
    for (Target target : history_.back().targets)
      if (target.role != Role::forbidden) {
        target.role = Role::must_read;
        target.span = std::nullopt;
        contract.targets.push_back(std::move(target));
      }
  return done(std::move(contract));
}

std::optional<Contract> confirmed_before(const Material& material, const language::Lexicon& lexicon,
                                         const std::vector<Settlement>& history) {
  return FollowUp(material, lexicon, history).confirms_first();
}

std::optional<Contract> follow_up(const Material& material, const language::Lexicon& lexicon,
                                  const std::vector<Settlement>& history) {
  return FollowUp(material, lexicon, history).resolve();
}

}  // namespace warrant::contract
