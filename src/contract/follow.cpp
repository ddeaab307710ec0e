#include "follow.hpp"

#include "derive.hpp"
#include "shape.hpp"

#include <warrant/base/utf8.hpp>

#include <algorithm>
#include <array>

namespace warrant::contract {
namespace {

using language::Class;
using language::Token;
using language::Verb;

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

class FollowUp {
 public:
  FollowUp(const Material& material, const language::Lexicon& lexicon, const std::vector<Settlement>& history)
      : material_(material), lexicon_(lexicon), history_(history), tokens_(material.reading.tokens) {
    for (std::size_t at = 0; at < tokens_.size(); ++at)
      if (tokens_[at].kind != Token::Kind::mark) words_.push_back(at);
  }

  std::optional<Contract> resolve() const {
    if (words_.empty() || words_.size() > 14) return std::nullopt;
    if (corrects_file()) return same_for(true);
    if (auto revalued = other_value()) return revalued;
    if (first(Class::affirm) && puts_off_by_own_act()) return done(plain(material_, Type::answer, "follow_up.not_yet"));
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

  std::optional<Contract> confirms_first() const {
    if (words_.empty() || history_.empty() || history_.back().outcome != "asked_permission" || !first(Class::affirm) ||
        material_.reading.asks || has(Class::only))
      return std::nullopt;
    return confirmed();
  }

 private:
  const Token& word(std::size_t index) const { return tokens_[words_[index]]; }
  bool first(Class which) const { return word(0).is(which); }
  bool has(Class which) const {
    return std::ranges::any_of(words_, [&](std::size_t at) { return tokens_[at].is(which); });
  }
  bool all_of(Class which) const {
    bool found = false;
    for (const std::size_t at : words_) {
      if (tokens_[at].is(which))
        found = true;
      else if (!tokens_[at].is(Class::polite) && !tokens_[at].is(Class::pronoun) && !tokens_[at].is(Class::conjunction))
        return false;
    }
    return found;
  }
  /// "again please, the last edit didn't go through": behind the first clause nothing is asked.
  bool only_tells_behind() const {
    const auto& clauses = material_.reading.clauses;
    if (history_.empty() || clauses.empty() || names_something() || material_.reading.asks) return false;
    for (std::size_t at = clauses.front().begin;
         at < tokens_.size() && !tokens_[at].is_mark(',') && !tokens_[at].is_mark('.'); ++at)
      if (!tokens_[at].is(Class::again) && !tokens_[at].is(Class::polite) && tokens_[at].kind != Token::Kind::mark)
        return false;
    return std::ranges::none_of(clauses, [&](const language::Clause& clause) {
      return clause.negated || (clause.at < clause.end && language::changes_something(clause.verb));
    });
  }
  /// "ok continue", "Same error, still there. Have another go.": beside the words that repeat, something is told at
  /// most.
  bool repeats() const {
    if (history_.empty() || !is_change(history_.back().type) || history_.back().outcome == "complete" ||
        !has(Class::again) || names_something() || material_.reading.asks)
      return false;
    const auto only_repeats = [&](const language::Clause& clause) {
      bool found = false;
      for (std::size_t at = clause.begin; at < clause.end; ++at) {
        const Token& token = tokens_[at];
        if (token.kind == Token::Kind::mark || token.is(Class::polite) || token.is(Class::affirm) ||
            token.is(Class::pronoun) || token.is(Class::conjunction) || token.text == "your")
          continue;
        if (!token.is(Class::again) && !(found && (token.is(Class::change_noun) || at + 1 == clause.end))) return false;
        found = found || token.is(Class::again);
      }
      return found;
    };
    const auto& clauses = material_.reading.clauses;
    if (std::ranges::any_of(clauses, &language::Clause::reported)) return false;
    return std::ranges::any_of(clauses, only_repeats) &&
           std::ranges::all_of(clauses, [&](const language::Clause& clause) {
             return only_repeats(clause) || (clause.mood == language::Mood::statement && !clause.negated);
           });
  }
  bool names_something() const {
    return std::ranges::any_of(words_, [&](std::size_t at) { return material_.names[at].has_value(); });
  }
  /// "Yes, I saw your question. Let me sleep on it."
  bool puts_off_by_own_act() const {
    return std::ranges::any_of(material_.reading.clauses, [&](const language::Clause& clause) {
      return clause.mood == language::Mood::statement && clause.begin + 1 < clause.end &&
             tokens_[clause.begin].is(Class::lets) && tokens_[clause.begin + 1].is(Class::speaker);
    });
  }
  /// "a.md was the last one you managed"
  bool is_past(const language::Clause& clause) const {
    for (std::size_t at = clause.begin; at < clause.end; ++at)
      if (tokens_[at].text == "was" || tokens_[at].text == "were") return clause.mood == language::Mood::statement;
    return false;
  }
  /// A file that no ban of the request is about.
  bool names_wanted() const {
    return std::ranges::any_of(material_.reading.clauses, [&](const language::Clause& clause) {
      for (std::size_t at = clause.begin; at < clause.end; ++at)
        if (material_.names[at] && !clause.negated && !is_past(clause)) return true;
      return false;
    });
  }
  bool changes_explicitly() const {
    return std::ranges::any_of(material_.reading.clauses, [](const language::Clause& clause) {
      return !clause.negated && (clause.mood == language::Mood::imperative || clause.mood == language::Mood::wish) &&
             language::changes_something(clause.verb);
    });
  }
  /// "the same for b.py", but not "b.html: same footer as a.html".
  bool continues() const {
    // "before you do that: explain …"
    if (std::ranges::any_of(material_.reading.clauses, [](const language::Clause& it) {
          return !it.negated && it.mood == language::Mood::imperative &&
                 language::sort_of(it.verb) == language::Sort::tell;
        }))
      return false;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (!word(i).is(Class::continuing)) continue;
      const bool compared =
          std::any_of(words_.begin() + static_cast<std::ptrdiff_t>(i), words_.end(), [&](std::size_t at) {
            return (tokens_[at].is(Class::as) || tokens_[at].is(Class::source)) && at + 1 < tokens_.size() &&
                   material_.names[at + 1];
          });
      return !compared;
    }
    return false;
  }
  /// Words of an order of its own behind the "yes".
  bool asks_anything_new() const {
    return std::ranges::any_of(material_.reading.clauses,
                               [&](const language::Clause& clause) {
                                 return !clause.negated && clause.at < clause.end && clause.verb != Verb::none &&
                                        !tokens_[clause.at].is(Class::affirm) && clause.verb != Verb::attempt;
                               }) ||
           material_.reading.asks;
  }
  static Contract done(Contract contract) {
    derive(contract);
    return contract;
  }

  /// The contract of the last turn again, with its targets and no other.
  Contract inherit(const Settlement& turn, std::vector<Target> targets, std::string rule) const {
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
      return std::ranges::any_of(
          targets, [&](const Target& target) { return is_changeable(target.role) && target.path == path; });
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

  /// "yes", "go ahead", "do it": more than "ok", which may say that something was understood.
  bool urges() const {
    static constexpr std::array<std::string_view, 9> kUrging{"yes",   "go",         "do",  "please do", "proceed",
                                                             "apply", "make it so", "yep", "yeah"};
    return std::ranges::any_of(words_, [&](std::size_t at) {
      return std::ranges::any_of(kUrging, [&](std::string_view it) {
        return tokens_[at].text == it || tokens_[at].text.starts_with(std::string(it) + " ");
      });
    });
  }

  Contract confirmed() const {
    if (history_.empty() || history_.back().outcome != "asked_permission") {
      // What was only answered has proposed nothing.
      if (!history_.empty() && history_.back().outcome == "answered" && urges())
        return unsure(material_, "follow_up.nothing_proposed", "Nothing was proposed: what should be done?");
      // A bare "yes" to nothing is talk, not an order.
      return done(plain(material_, Type::answer, "follow_up.yes_to_nothing"));
    }
    // "sounds good, but wait until Ola has had a look"
    // "yes, but not now", "yes if the tests pass", "yes?"
    const bool bound = std::ranges::any_of(material_.reading.clauses, [&](const language::Clause& clause) {
      bool names = false;
      for (std::size_t at = clause.begin; at < clause.end; ++at)
        names = names || material_.names[at].has_value() || described(tokens_[at]) != nullptr;
      return clause.mood == language::Mood::condition || clause.mood == language::Mood::question ||
             (clause.negated && !names && !leaves_out_a_piece(clause));
    });
    const bool waits = bound || std::ranges::any_of(tokens_, [&](const Token& it) {
                         return it.is(Class::until_then) || it.is(Class::later) || it.is(Class::condition) ||
                                it.text == "wait" || it.is_mark('?');
                       });
    if (waits) return unsure(material_, "follow_up.put_off", "Should it be done now?");
    std::vector<Target> targets = history_.back().targets;
    const bool only = has(Class::only);
    forbid_negated(targets);
    const auto meant = [&](std::size_t at) -> std::string {
      const bool banned = std::ranges::any_of(material_.reading.clauses, [&](const language::Clause& it) {
        return it.negated && at >= it.begin && at < it.end;
      });
      if (banned) return {};
      if (material_.names[at]) return material_.names[at]->path;
      const Target* target = described(tokens_[at]);
      return target == nullptr ? std::string() : target->path;
    };
    if (only && std::ranges::any_of(words_, [&](std::size_t at) { return !meant(at).empty(); }))
      std::erase_if(targets, [&](const Target& target) {
        return target.role != Role::forbidden &&
               std::ranges::none_of(words_, [&](std::size_t at) { return meant(at) == target.path; });
      });
    Settlement turn = history_.back();
    // What a question led to was proposed: "would it help?" – "Yes. Shall I write it?" – "yes"
    const bool proposed = !is_change(turn.type) && turn.type != Type::run && turn.type != Type::restore &&
                          std::ranges::any_of(targets, [](const Target& it) { return is_changeable(it.role); });
    if (proposed) turn.type = Type::edit;
    return inherit(turn, std::move(targets), "follow_up.confirmed");
  }

  /// "yes but without the animation": less than was proposed
  bool leaves_out_a_piece(const language::Clause& clause) const {
    std::size_t at = clause.begin;
    while (at < clause.end && (tokens_[at].is(Class::but) || tokens_[at].kind == Token::Kind::mark)) ++at;
    return at + 1 < clause.end && tokens_[at].is(Class::without) && !tokens_[at + 1].has(language::Form::gerund) &&
           clause.verb == Verb::none;
  }

  /// "yes, but not the guide", "try again, but leave b.php out of it"
  void forbid_negated(std::vector<Target>& targets) const {
    for (const language::Clause& clause : material_.reading.clauses)
      for (std::size_t at = clause.begin; at < clause.end; ++at) {
        if (!clause.negated) continue;
        const Target* meant = material_.names[at] ? nullptr : described(tokens_[at]);
        if (!material_.names[at] && meant == nullptr) continue;
        const std::string path = meant != nullptr ? meant->path : material_.names[at]->path;
        bool known = false;
        for (Target& target : targets) {
          if (target.path != path) continue;
          target.role = Role::forbidden;
          known = true;
        }
        if (!known) targets.push_back({path, Role::forbidden, true, std::nullopt});
      }
  }

  Contract again() const {
    if (history_.empty())
      return unsure(material_, "follow_up.nothing_to_repeat", "There is no earlier turn: what should be done?");
    const Settlement& last = history_.back();
    if (last.outcome == "complete" || last.outcome == "answered" || last.outcome == "asked_permission") {
      if (!is_change(last.type) && last.type != Type::restore && last.outcome != "asked_permission")
        return inherit(last, last.targets, "follow_up.again");
      return unsure(material_, "follow_up.already_done", "The last turn succeeded: what should be done again?");
    }
    std::vector<Target> targets = last.targets;
    forbid_negated(targets);
    return inherit(last, std::move(targets), "follow_up.again");
  }

  /// "only the first two", "just the second one", "the last one"
  bool is_choice() const {
    if (history_.empty() || !has(Class::ordinal)) return false;
    if (history_.back().targets.size() < 2 && !first(Class::only)) return false;
    if (names_something() || changes_explicitly()) return false;
    return std::ranges::all_of(words_, [&](std::size_t at) {
      const Token& token = tokens_[at];
      return token.is(Class::ordinal) || token.is(Class::only) || token.is(Class::polite) || token.is(Class::affirm) ||
             token.text == "the" || token.text == "of" || token.is(Class::pronoun) || token.is(Class::file_noun) ||
             token.is(Class::but);
    });
  }

  /// "all three", "all of them"
  bool takes_all() const {
    if (history_.empty() || history_.back().outcome != "asked_permission" || material_.reading.asks) return false;
    const auto is_all = [&](std::size_t at) {
      const Token& token = tokens_[at];
      return token.is(Class::all) || token.text == "both" ||
             (token.is(Class::pronoun) && (token.text.starts_with("all ") || token.text.starts_with("both ")));
    };
    return std::ranges::any_of(words_, is_all) && std::ranges::all_of(words_, [&](std::size_t at) {
             const Token& token = tokens_[at];
             return is_all(at) || token.is(Class::pronoun) || token.is(Class::polite) || token.is(Class::affirm) ||
                    token.is(Class::ordinal) || token.is(Class::article) || token.text == "of";
           });
  }

  /// "b.yaml too", "and b.yaml as well"
  bool names_only_more() const {
    if (history_.empty() || !is_change(history_.back().type) || history_.back().outcome == "asked_permission")
      return false;
    static constexpr std::array<std::string_view, 4> kMore{"too", "as well", "also", "and also"};
    return std::ranges::any_of(
               words_, [&](std::size_t at) { return std::ranges::find(kMore, tokens_[at].text) != kMore.end(); }) &&
           std::ranges::all_of(words_, [&](std::size_t at) {
             return material_.names[at] || tokens_[at].is(Class::polite) || tokens_[at].is(Class::conjunction) ||
                    tokens_[at].is(Class::in) || tokens_[at].is(Class::article);
           });
  }

  /// "90 instead, actually", "hmm, better 45": the value of the last turn was the wrong one.
  std::optional<Contract> other_value() const {
    if (history_.empty() || history_.back().type != Type::edit || material_.reading.asks || words_.size() > 6)
      return std::nullopt;
    static constexpr std::array<std::string_view, 12> kBeside{
        "instead", "better", "rather", "make", "make it", "to", "use", "go with", "say", "let's", "set it to", "it"};
    std::string value;
    for (const std::size_t at : words_) {
      const Token& token = tokens_[at];
      const std::string_view raw = token.span.of(material_.request);
      if (!material_.names[at] && raw.find_first_of("0123456789") == 0) {
        if (!value.empty()) return std::nullopt;
        value = raw;
      } else if (!token.is(Class::polite) && !token.is(Class::affirm) && !token.is(Class::deny) &&
                 !token.is(Class::correction) && !token.is(Class::instead) &&
                 std::ranges::find(kBeside, token.text) == kBeside.end()) {
        return std::nullopt;
      }
    }
    if (value.empty()) return std::nullopt;
    Settlement turn = history_.back();
    turn.operations = operations_of(turn);
    if (turn.operations.size() != 1) return std::nullopt;
    if (auto* replaced = std::get_if<Replace>(&turn.operations.front())) {
      if (turn.outcome == "complete") replaced->find = replaced->with;
      replaced->with = std::move(value);
    } else if (auto* set = std::get_if<SetValue>(&turn.operations.front())) {
      set->value = std::move(value);
    } else {
      return std::nullopt;
    }
    std::vector<Target> targets = turn.targets;
    return inherit(turn, std::move(targets), "follow_up.other_value");
  }

  /// What a turn was to do; read from its words again where the record does not say.
  std::vector<Operation> operations_of(const Settlement& turn) const {
    if (!turn.operations.empty() || turn.request.empty()) return turn.operations;
    return contract::resolve(turn.request, material_.disk, lexicon_, {}).operations;
  }

  /// "the view" is CartView.vue, "the store" is stores/cart.ts.
  static bool has_part(std::string_view path, std::string_view word) {
    if (word.size() < 4) return false;
    if (path.ends_with("." + std::string(word))) return true;
    const std::string directory = directory_of(path);
    const std::string folder =
        fold_case(last_part(std::string_view(directory).substr(0, directory.size() - (directory.empty() ? 0 : 1))));
    if (folder == word || (folder.size() == word.size() + 1 && folder.starts_with(word) && folder.ends_with('s')))
      return true;
    const std::string_view name = last_part(path);
    for (std::size_t at = name.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_-"); at < name.size();
         at = name.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_-", at + 1)) {
      const std::size_t from = name[at] == '_' || name[at] == '-' ? at + 1 : at;
      const std::size_t end = name.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_-.", from + 1);
      if (fold_case(name.substr(from, end == std::string_view::npos ? end : end - from)) == word) return true;
    }
    return false;
  }

  /// "the release notes" is release-notes.md.
  bool spells(std::string_view stem, const Token& token) const {
    const auto at = static_cast<std::size_t>(&token - tokens_.data());
    if (at + 1 >= tokens_.size() || tokens_[at + 1].kind != Token::Kind::word) return false;
    const std::string folded = fold_case(stem);
    return folded == token.text + "-" + tokens_[at + 1].text || folded == token.text + "_" + tokens_[at + 1].text ||
           folded == token.text + tokens_[at + 1].text;
  }

  /// The target of the last turn that a word describes: "the guide" is docs/guide.md; nullptr for none or several.
  const Target* described(const Token& token) const {
    const Target* found = nullptr;
    for (const Target& target : history_.back().targets) {
      std::string_view stem = last_part(target.path);
      stem = stem.substr(0, stem.rfind('.'));
      if (fold_case(stem) != token.text && !is_called(target.path, token.text) && !has_part(target.path, token.text) &&
          !spells(stem, token))
        continue;
      if (found != nullptr) return nullptr;
      found = &target;
    }
    return found;
  }

  /// "she said yes, so please do it": the last clause allows, and no other asks for anything.
  bool has_leave() const {
    if (history_.empty() || history_.back().outcome != "asked_permission" || material_.reading.asks ||
        material_.reading.clauses.size() < 2)
      return false;
    const language::Clause& last = material_.reading.clauses.back();
    bool allows = false;
    for (std::size_t at = last.begin; at < last.end; ++at) {
      allows = allows || tokens_[at].is(Class::do_so);
      if (tokens_[at].kind != Token::Kind::mark && !tokens_[at].is(Class::do_so) && !tokens_[at].is(Class::polite) &&
          !tokens_[at].is(Class::affirm) && !tokens_[at].is(Class::so_that))
        return false;
    }
    return allows &&
           std::all_of(material_.reading.clauses.begin(), material_.reading.clauses.end() - 1,
                       [](const language::Clause& it) { return it.mood == language::Mood::statement && !it.negated; });
  }

  /// "only a.py", "just the guide", "dev only, don't touch prod": what stands behind may tell or forbid.
  bool is_choice_by_name() const {
    if (history_.empty() || history_.back().outcome != "asked_permission" || !has(Class::only) ||
        material_.reading.asks)
      return false;
    const auto& clauses = material_.reading.clauses;
    std::size_t end = 0;
    while (end < tokens_.size() && !tokens_[end].is_mark(',') && !tokens_[end].is_mark('.') &&
           !tokens_[end].is_mark(';'))
      ++end;
    bool chosen = false;
    bool only = false;
    for (const std::size_t at : words_) {
      if (at >= end) break;
      const Token& token = tokens_[at];
      const bool meant = material_.names[at].has_value() || described(token) != nullptr;
      chosen = chosen || meant;
      only = only || token.is(Class::only);
      if (!meant && !token.is(Class::only) && !token.is(Class::polite) && !token.is(Class::affirm) &&
          !token.is(Class::article) && !token.is(Class::conjunction) && !token.is(Class::pronoun) &&
          token.text != "one" && token.text != "do" && !token.is(Class::in))
        return false;
    }
    return chosen && only && std::ranges::all_of(clauses, [&](const language::Clause& it) {
             return it.begin < end || it.negated || it.mood == language::Mood::statement;
           });
  }

  /// "apply that" behind an answer about how a file could be changed.
  bool proposes() const {
    if (history_.empty() || history_.back().outcome != "answered") return false;
    const Type type = history_.back().type;
    return (type == Type::question || type == Type::diagnose || type == Type::explain) &&
           std::ranges::any_of(history_.back().targets,
                               [](const Target& target) { return target.role != Role::forbidden; });
  }
  Contract applied() const {
    Settlement turn = history_.back();
    turn.type = Type::edit;
    turn.operations.clear();
    for (Target& target : turn.targets)
      if (target.role != Role::forbidden) target.role = Role::must_change;
    std::vector<Target> targets = turn.targets;
    return inherit(turn, std::move(targets), "follow_up.apply");
  }

  /// "You forgot a.py.": the change of the last turn is still wanted there.
  bool misses_file() const {
    return !history_.empty() && is_change(history_.back().type) && first(Class::missed) && names_something() &&
           !material_.reading.asks;
  }

  Contract chosen() const {
    const Settlement& last = history_.back();
    if (last.outcome != "asked_permission")
      return unsure(material_, "follow_up.nothing_asked", "Nothing is open: what should be done with them?");
    std::size_t from = 0;
    std::size_t count = 1;
    bool end = false;
    for (const std::size_t at : words_) {
      const std::string& text = tokens_[at].text;
      if (text == "second" || text == "2nd") from = 1;
      if (text == "third" || text == "3rd") from = 2;
      if (text == "fourth" || text == "4th") from = 3;
      if (text == "fifth" || text == "5th") from = 4;
      if (text == "last" || text == "latter") end = true;
      if (text == "two" || text == "2") count = 2;
      if (text == "three" || text == "3") count = 3;
      if (text == "four" || text == "4") count = 4;
      if (text == "five" || text == "5") count = 5;
    }
    std::vector<Target> open;
    for (const Target& target : last.targets)
      if (target.role != Role::forbidden) open.push_back(target);
    if (end) from = open.size() > count ? open.size() - count : 0;
    if (from >= open.size())
      return unsure(material_, "follow_up.no_such_target", "There are not so many files: which ones?");
    count = std::min(count, open.size() - from);
    std::vector<Target> targets(open.begin() + static_cast<std::ptrdiff_t>(from),
                                open.begin() + static_cast<std::ptrdiff_t>(from + count));
    return inherit(last, std::move(targets), "follow_up.chosen");
  }

  /// "the same for b.py"
  /// "no, the other one: b.py"
  bool corrects_file() const {
    const bool corrects = !words_.empty() && (first(Class::deny) || has(Class::correction));
    return !history_.empty() && is_change(history_.back().type) && corrects && names_something() &&
           !changes_explicitly() && !material_.reading.asks && words_.size() <= 11 &&
           std::ranges::none_of(words_, [&](std::size_t at) {
             const language::Entry* entry = tokens_[at].entry;
             return entry != nullptr && entry->verb != Verb::none && !tokens_[at].is(Class::deny) &&
                    !tokens_[at].is(Class::do_so) && !tokens_[at].is(Class::continuing) &&
                    !tokens_[at].is(Class::correction);
           });
  }

  std::optional<Contract> same_for(bool corrected = false) const {
    if (history_.empty()) {
      // "… is slow. Let's do that in a.py": what stands before it in the request.
      const bool more = std::ranges::any_of(words_, [&](std::size_t at) {
        return tokens_[at].entry == nullptr && !material_.names[at] && tokens_[at].kind == Token::Kind::word;
      });
      const bool tells = std::ranges::any_of(material_.reading.clauses, [](const language::Clause& clause) {
        return language::sort_of(clause.verb) == language::Sort::tell;
      });
      const auto names = std::ranges::count_if(material_.names, [](const auto& name) { return name.has_value(); });
      if (material_.reading.clauses.size() > 1 || more || tells || names > 1) return std::nullopt;
      return unsure(material_, "follow_up.nothing_to_repeat", "There is no earlier turn: what should be done?");
    }
    const Settlement& last = history_.back();
    if (!is_change(last.type) || material_.reading.asks) return std::nullopt;
    if (!corrected &&
        std::ranges::any_of(material_.reading.clauses, [](const language::Clause& clause) { return clause.negated; }))
      return std::nullopt;
    std::vector<Target> targets;
    for (const std::size_t at : words_)
      if (material_.names[at])
        targets.push_back({material_.names[at]->path, last.type == Type::create ? Role::output : Role::must_change,
                           material_.names[at]->exists, material_.names[at]->span});
    Settlement turn = last;
    if (!targets.empty()) turn.operations = moved(last, targets.front().path);
    return inherit(turn, std::move(targets), "follow_up.same");
  }
  /// The earlier operation on another path, where it has one path only.
  std::vector<Operation> moved(const Settlement& last, const std::string& path) const {
    std::vector<Operation> operations = operations_of(last);
    if (operations.size() != 1) return {};
    auto operation = moved_to(std::move(operations.front()), path);
    if (!operation) return {};
    return {std::move(*operation)};
  }

  /// "do the same in prod", "and in discussion", "you forgot the memory store": the one word that names a file beside
  /// those of the last turn by its stem alone.
  std::optional<std::string> other_file() const {
    if (history_.empty() || !is_change(history_.back().type) || history_.back().outcome == "asked_permission" ||
        names_something() || material_.reading.asks || words_.size() > 7)
      return std::nullopt;
    const bool goes_on = continues() || first(Class::missed) || (word(0).text == "and" && has(Class::in)) ||
                         has_word("too") || has_word("as well");
    if (!goes_on) return std::nullopt;
    std::optional<std::string> found;
    for (const std::size_t at : words_) {
      const Token& token = tokens_[at];
      const bool grammar = token.is(Class::continuing) || token.is(Class::missed) || token.is(Class::polite) ||
                           token.is(Class::in) || token.is(Class::article) || token.is(Class::conjunction) ||
                           token.is(Class::file_noun) || token.is(Class::do_so);
      if (grammar || token.kind != Token::Kind::word) continue;
      std::vector<std::string> paths = material_.disk.named(token.text);
      std::erase_if(paths, [&](const std::string& path) {
        return material_.disk.kind(path) != DiskFacts::Kind::file || !stands_beside(path);
      });
      if (paths.empty()) continue;
      if (found || paths.size() > 1) return std::nullopt;
      found = paths.front();
    }
    return found;
  }
  bool has_word(std::string_view text) const {
    return std::ranges::any_of(words_, [&](std::size_t at) { return tokens_[at].text == text; });
  }
  /// In the directory of a file that the last turn was to change, and with its ending.
  bool stands_beside(const std::string& path) const {
    const auto ending = [](std::string_view it) { return it.substr(std::min(it.rfind('.'), it.size())); };
    return std::ranges::any_of(history_.back().targets, [&](const Target& it) {
      return is_changeable(it.role) && it.path != path && directory_of(it.path) == directory_of(path) &&
             ending(it.path) == ending(path);
    });
  }
  Contract same_in(const std::string& path) const {
    Settlement turn = history_.back();
    turn.operations = moved(turn, path);
    return inherit(turn, {{path, Role::must_change, true, std::nullopt}}, "follow_up.same");
  }

  Contract looked_at() const {
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

  const Material& material_;
  const language::Lexicon& lexicon_;
  const std::vector<Settlement>& history_;
  const std::vector<Token>& tokens_;
  std::vector<std::size_t> words_;
};

}  // namespace

std::optional<Contract> confirmed_before(const Material& material, const language::Lexicon& lexicon,
                                         const std::vector<Settlement>& history) {
  return FollowUp(material, lexicon, history).confirms_first();
}

std::optional<Contract> follow_up(const Material& material, const language::Lexicon& lexicon,
                                  const std::vector<Settlement>& history) {
  return FollowUp(material, lexicon, history).resolve();
}

}  // namespace warrant::contract
