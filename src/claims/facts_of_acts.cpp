// Whether an asserted act is borne out by what the turn did.
#include "boundary_open_words.hpp"
#include "facts_of.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace warrant::claims {
namespace {

using TokenKind = Token::Kind;

bool one_kind(OpKind kind, std::initializer_list<OpKind> set) { return std::ranges::find(set, kind) != set.end(); }

bool touches(const Op& op, std::string_view mention) {
  if (op.op == OpKind::move) {
    return std::ranges::any_of(ends_of(op.target), [&](const std::string& end) { return same_file(mention, end); });
  }
  return same_file(mention, op.target);
}

std::initializer_list<OpKind> kinds_for(const Act& act) {
  static constexpr std::initializer_list<OpKind> kChange{OpKind::edit, OpKind::create, OpKind::save, OpKind::move,
                                                         OpKind::delete_};
  static constexpr std::initializer_list<OpKind> kWrite{OpKind::edit, OpKind::create, OpKind::save};
  static constexpr std::initializer_list<OpKind> kCreate{OpKind::create};
  static constexpr std::initializer_list<OpKind> kMake{OpKind::create, OpKind::save, OpKind::edit};
  static constexpr std::initializer_list<OpKind> kDelete{OpKind::delete_};
  static constexpr std::initializer_list<OpKind> kRemove{OpKind::delete_, OpKind::edit};
  static constexpr std::initializer_list<OpKind> kMove{OpKind::move};
  static constexpr std::initializer_list<OpKind> kRename{OpKind::move, OpKind::edit, OpKind::create};
  static constexpr std::initializer_list<OpKind> kRun{OpKind::run};
  static constexpr std::initializer_list<OpKind> kRead{OpKind::read, OpKind::search, OpKind::edit, OpKind::create};
  static constexpr std::initializer_list<OpKind> kSearch{OpKind::search};
  static constexpr std::initializer_list<OpKind> kAny{OpKind::edit, OpKind::create, OpKind::delete_, OpKind::move,
                                                      OpKind::run,  OpKind::save,   OpKind::read,    OpKind::search};
  static constexpr std::initializer_list<OpKind> kWork{OpKind::edit, OpKind::create, OpKind::delete_,
                                                       OpKind::move, OpKind::run,    OpKind::save};
  switch (act.deed) {
    case Deed::change: return act.objects.empty() || act.verb == "now" ? kChange : kWrite;
    case Deed::create: return act.strict ? kCreate : kMake;
    case Deed::remove: return act.strict ? kDelete : kRemove;
    // "Moved: the token lives in the keychain" tells of no file.
    case Deed::move: return act.strict && !act.objects.empty() ? kMove : kRename;
    case Deed::save: return kWrite;
    case Deed::run: return kRun;
    case Deed::read: return kRead;
    case Deed::search: return kSearch;
    case Deed::verify: return kAny;
    case Deed::release: return kRun;
    case Deed::complete: return kWork;
  }
  return kAny;
}

/// A file named by its bare stem: "the settings file" for settings.py.
bool stem_in(const Sentence& sentence, Segment window, std::string_view target) {
  auto name = plain_path(target);
  if (const auto slash = name.rfind('/'); slash != std::string_view::npos) name.remove_prefix(slash + 1);
  const auto stem = fold(name.substr(0, name.rfind('.')));
  if (stem.size() < 4) return false;
  for (std::size_t i = window.begin; i < std::min(window.end, sentence.tokens.size()); ++i) {
    if (sentence.tokens[i].kind == TokenKind::word && sentence.tokens[i].text == stem &&
        i + 1 < sentence.tokens.size() && one_of(sentence.tokens[i + 1].text, {"file", "module", "script", "datei"})) {
      return true;
    }
  }
  return false;
}

/// Whether the words that end with the token spell a name with blanks: "My Notes.txt".
bool spells(const Sentence& sentence, const Token& object, std::string_view target) {
  std::string name = fold(plain_path(target));
  if (name.find(' ') == std::string::npos) return false;
  const auto token = std::ranges::find(sentence.tokens, object.span, &Token::span);
  if (token == sentence.tokens.end()) return false;
  auto left = static_cast<std::size_t>(token - sentence.tokens.begin()) + 1;
  while (!name.empty()) {
    const auto blank = name.rfind(' ');
    const std::string word = blank == std::string::npos ? name : name.substr(blank + 1);
    name.resize(blank == std::string::npos ? 0 : blank);
    if (word.empty()) continue;
    if (left == 0) return false;
    const std::string said = fold(sentence.tokens[--left].text);
    // The folder before the first word need not be said.
    const bool same = said == word || (name.empty() && word.ends_with("/" + said));
    if (!same) return false;
  }
  return true;
}

/// "I renamed x.txt back to a.txt", where a.txt became x.txt.
std::optional<std::string> turned_round(const State& state, const std::vector<Token>& files, const Sentence& sentence) {
  for (std::size_t i = 0; i + 1 < files.size(); ++i) {
    const auto second = std::ranges::find(sentence.tokens, files[i + 1].span, &Token::span);
    if (second == sentence.tokens.end() || second == sentence.tokens.begin()) continue;
    const auto& joint = *(second - 1);
    if (!one_of(joint.text, {"to", "into", "as", "arrow", "zu", "nach", "in"})) continue;
    for (const Op& op : state.ops) {
      const auto ends = ends_of(op.target);
      if (op.op != OpKind::move || ends.size() != 2) continue;
      if (same_file(files[i].text, ends[1]) && same_file(files[i + 1].text, ends[0]) &&
          std::ranges::none_of(state.ops, [&](const Op& other) {
            return other.op == OpKind::move && other.result == OpResult::succeeded &&
                   same_file(ends_of(other.target).front(), files[i].text);
          }))
        return fmt::format("{} became {}, not the other way round", ends[0], ends[1]);
    }
  }
  return std::nullopt;
}

bool is_command(const Token& token) { return token.kind == TokenKind::code; }

/// One act held against one state.
class ActAgainst {
 public:
  ActAgainst(const Facts& facts, const Act& act, const Sentence& sentence)
      : facts_(facts), state_(facts.state()), act_(act), s_(sentence), kinds_(kinds_for(act)) {}

  [[nodiscard]] std::optional<std::string> denied() const {
    switch (act_.deed) {
      case Deed::verify: return verification_denied();
      case Deed::release: return release_denied();
      case Deed::run: return run_denied();
      case Deed::complete:
        if (act_.objects.empty()) return facts_.incomplete();
        return files_denied();
      case Deed::read:
        if (read_back()) return std::nullopt;
        // "I only checked": what a command looked at.
        if (act_.verb == "checked" && act_.objects.empty() &&
            (facts_.any({OpKind::run}, OpResult::succeeded) || facts_.any({OpKind::run}, OpResult::failed)))
          return std::nullopt;
        return files_denied();
      case Deed::change:
      case Deed::create:
      case Deed::remove:
      case Deed::move:
      case Deed::save: return files_denied();
      case Deed::search: return search_denied();
    }
    return std::nullopt;
  }

 private:
  /// The first operation of those meant that did not end well; empty for none.
  template <class Matches>
  [[nodiscard]] std::string first_failure(Matches matches) const {
    for (const auto& op : state_.ops) {
      if (matches(op) && op.result != OpResult::succeeded) return describe_op(op);
    }
    return {};
  }
  [[nodiscard]] bool claims_files() const {
    return act_.deed == Deed::change || act_.deed == Deed::create || act_.deed == Deed::remove ||
           act_.deed == Deed::move || act_.deed == Deed::save;
  }
  [[nodiscard]] bool kept() const {
    if (act_.deed != Deed::save) return true;
    if (state_.durability == "pending") return !has_any_phrase(s_, whole(s_), lasting_words());
    return state_.durability != "failed" && state_.durability != "indeterminate";
  }

  /// "I searched for `TODO` and found 6 matches in scripts/": what was looked for tells which search is meant.
  [[nodiscard]] std::optional<std::string> search_denied() const {
    // "The line I searched for isn't there": whoever edits looks for what is to be replaced.
    const bool stranded =
        act_.at + 2 < s_.tokens.size() && s_.tokens[act_.at + 1].is("for") &&
        one_of(s_.tokens[act_.at + 2].text, {"is", "isn't", "was", "wasn't", "does", "doesn't", "did", "didn't", "has",
                                             "had", "matches", "matched", "occurs", "appears", "exists", ",", "."});
    if (stranded && facts_.any({OpKind::edit}, OpResult::failed)) return std::nullopt;
    const bool meant = std::ranges::any_of(state_.ops, [&](const Op& op) {
      return op.op == OpKind::search && op.result == OpResult::succeeded &&
             std::ranges::any_of(s_.tokens, [&](const Token& t) {
               return t.kind != TokenKind::mark && fold(t.text) == fold(op.target);
             });
    });
    return meant ? std::nullopt : files_denied();
  }

  /// What was written is read back where it is verified.
  [[nodiscard]] bool read_back() const {
    const bool looked = state_.verification == "pass" || state_.verification == "fail";
    return looked &&
           (has_phrase(s_, {act_.at, std::min(s_.tokens.size(), act_.at + 4)}, "back") || act_.verb.starts_with("re-"));
  }

  [[nodiscard]] std::optional<std::string> verification_denied() const {
    if (state_.verification == "pass") return std::nullopt;
    const bool looked = facts_.any({OpKind::run, OpKind::read, OpKind::search}, OpResult::succeeded);
    if ((state_.verification.empty() || state_.verification == "not_run") && looked) return std::nullopt;
    if (state_.tests && state_.verification.empty()) return std::nullopt;
    return fmt::format("the verification of this turn is {}",
                       state_.verification.empty() ? "not_run" : state_.verification);
  }

  [[nodiscard]] std::optional<std::string> release_denied() const {
    for (const auto& op : state_.ops) {
      if (op.op != OpKind::run || op.result != OpResult::succeeded) continue;
      const auto work = work_of(op.target);
      const std::string low = fold(op.target);
      const auto stem = act_.verb.substr(0, std::min<std::size_t>(act_.verb.size(), 4));
      if (low.find(stem) != std::string::npos || work == Work::other || work == Work::release) {
        // "It is on the remote": by a push, not by a commit.
        const bool place =
            one_of(act_.verb, {"remote", "origin", "upstream", "main", "master", "production", "staging", "live"});
        if (place && low.starts_with("git ") && low.find("push") == std::string::npos &&
            low.find("merge") == std::string::npos)
          continue;
        const bool git_word = one_of(act_.verb, {"committed", "pushed", "merged", "tagged", "committet", "gepusht"});
        if (git_word && low.find("git") != std::string::npos && low.find(stem.substr(0, 3)) == std::string::npos &&
            act_.verb != "gepusht")
          continue;
        return std::nullopt;
      }
    }
    for (const auto& op : state_.ops) {
      if (op.op == OpKind::save && op.result == OpResult::succeeded && act_.verb == "sent") return std::nullopt;
    }
    return fmt::format("no command of this turn {} anything", act_.verb);
  }

  /// What kind of work the words of the act name.
  [[nodiscard]] std::optional<Work> work_said() const {
    std::optional<Work> work;
    for (std::size_t i = act_.window.begin; i < std::min(act_.window.end, s_.tokens.size()); ++i) {
      const auto& t = s_.tokens[i];
      if (t.kind == TokenKind::word && one_of(t.text, {"test", "tests", "suite", "testsuite", "testlauf"}))
        work = Work::tests;
      if (t.kind == TokenKind::word && one_of(t.text, {"build", "linter", "lint"}))
        work = t.text == "build" ? Work::build : Work::lint;
      if (t.kind == TokenKind::word &&
          one_of(t.text, {"pytest", "ctest", "jest", "vitest", "eslint", "ruff", "mypy", "tsc", "mocha"}))
        work = work_of(t.text);
    }
    for (const auto& object : act_.objects) {
      if (is_command(object) && !work) work = work_of(object.text);
    }
    return work;
  }
  [[nodiscard]] std::optional<std::string> run_denied() const {
    const Op* last = nullptr;
    const std::optional<Work> work = work_said();
    for (const auto& op : state_.ops) {
      if (op.op != OpKind::run) continue;
      const auto its = work_of(op.target);
      bool named = false;
      for (const auto& object : act_.objects) {
        const std::string low = fold(object.text);
        named = named || fold(op.target).find(low.substr(0, low.find(' '))) != std::string::npos ||
                low.find(fold(op.target)) != std::string::npos;
      }
      if (named || !work || its == *work || its == Work::other) last = &op;
    }
    if (!work && last != nullptr && (of_other_run() || of_service())) last = nullptr;
    if (work == Work::tests && last == nullptr && state_.tests) return std::nullopt;
    if (last == nullptr) return "no such command ran in this turn";
    if (last->result == OpResult::succeeded || last->result == OpResult::failed) {
      const bool well =
          has_phrase(s_, act_.window, "successfully") || has_phrase(s_, {0, s_.tokens.size()}, "successfully");
      if (well && last->result == OpResult::failed) return describe_op(*last);
      return std::nullopt;
    }
    // What has no known result was begun all the same.
    const bool begun = std::ranges::find(begun_words(), act_.verb) != begun_words().end();
    if (last->result == OpResult::indeterminate && begun) return std::nullopt;
    return describe_op(*last);
  }

  /// "nginx has been reloaded": by a command that says so, or by one of which nobody knows what it does.
  [[nodiscard]] bool of_service() const {
    if (!one_of(act_.verb, {"reloaded", "restarted", "rebooted", "relaunched", "bounced", "recycled", "respawned"}))
      return false;
    return std::ranges::none_of(state_.ops, [&](const Op& op) {
      const std::string target = fold(op.target);
      return op.op == OpKind::run &&
             std::ranges::any_of(std::initializer_list<std::string_view>{"start", "reload", "boot", "up", "systemctl",
                                                                         "service", "kill", "serve", "docker", ".sh",
                                                                         "./", "make", "npm run", "deploy"},
                                 [&](std::string_view stem) { return target.find(stem) != std::string::npos; });
    });
  }

  /// "I ran the benchmarks": a noun that tells which command is meant, and no command of the turn is that.
  [[nodiscard]] bool of_other_run() const {
    struct Named {
      std::string_view noun;
      std::string_view stem;
    };
    static constexpr auto kNamed = std::to_array<Named>({{"benchmark", "bench"},
                                                         {"benchmarks", "bench"},
                                                         {"formatter", "f"},
                                                         {"migration", "migrat"},
                                                         {"migrations", "migrat"},
                                                         {"server", "serve"},
                                                         {"app", "start"},
                                                         {"application", "start"},
                                                         {"container", "docker"},
                                                         {"containers", "docker"},
                                                         {"seed", "seed"},
                                                         {"profiler", "prof"},
                                                         {"installer", "install"},
                                                         {"notebook", "notebook"},
                                                         {"simulation", "simul"}});
    for (std::size_t i = act_.window.begin; i < std::min(act_.window.end, s_.tokens.size()); ++i) {
      const auto named = std::ranges::find(kNamed, plain_word(s_, i), &Named::noun);
      if (named == kNamed.end()) continue;
      return std::ranges::none_of(state_.ops, [&](const Op& op) {
        return op.op == OpKind::run &&
               (work_of(op.target) == Work::other || fold(op.target).find(named->stem) != std::string::npos);
      });
    }
    return false;
  }

  /// The objects of the act that are files.
  [[nodiscard]] std::vector<Token> files() const {
    std::vector<Token> files;
    for (const auto& object : act_.objects) {
      const bool known = std::ranges::any_of(
          state_.ops, [&](const Op& op) { return op.op != OpKind::run && touches(op, object.text); });
      if (known || names_file(object)) files.push_back(object);
    }
    return files;
  }
  /// "I reverted a.py", by `git restore a.py`.
  [[nodiscard]] bool undone_by_command() const {
    if (!one_of(act_.verb, {"reverted", "restored", "rolled", "undid", "reset"})) return false;
    return facts_.undone_by_command();
  }
  [[nodiscard]] std::optional<std::string> files_denied() const {
    if (undone_by_command()) return std::nullopt;
    const auto named = files();
    if (act_.deed == Deed::move && named.size() > 1 && !listed(named)) {
      if (const auto judged = move_judged(named)) return *judged;
    }
    for (const auto& file : named) {
      if (auto why = file_denied(file)) return why;
    }
    return named.empty() ? unnamed_denied() : std::nullopt;
  }

  /// "a.py and b.py: renamed": each by itself, and no two ends of one move.
  [[nodiscard]] bool listed(const std::vector<Token>& files) const {
    for (std::size_t i = 0; i + 1 < files.size(); ++i) {
      const auto second = std::ranges::find(s_.tokens, files[i + 1].span, &Token::span);
      if (second == s_.tokens.end() || second == s_.tokens.begin()) return false;
      const auto& joint = *(second - 1);
      if (!joint.mark(",") && !one_of(joint.text, {"and", "und", "&", "et", "y"})) return false;
    }
    return true;
  }

  /// A move of both its ends; no judgement where it may be an edit.
  [[nodiscard]] std::optional<std::optional<std::string>> move_judged(const std::vector<Token>& files) const {
    if (auto turned = turned_round(state_, files, s_)) return std::optional<std::string>(std::move(turned));
    // One operation covers both ends. A file of this turn that is said to have
    // another name now was moved, or it has the old one still; a name inside a
    // file can also be changed by an edit.
    const bool of_this_turn = std::ranges::any_of(state_.ops, [&](const Op& op) {
      return changes_files(op.op) && std::ranges::any_of(files, [&](const Token& f) {
               return f.kind == TokenKind::path && touches(op, f.text);
             });
    });
    for (const auto& op : state_.ops) {
      const bool fits = of_this_turn ? one_kind(op.op, {OpKind::move, OpKind::create}) : one_kind(op.op, kinds_);
      if (fits && op.result == OpResult::succeeded &&
          std::ranges::any_of(files, [&](const Token& f) { return touches(op, f.text); })) {
        return std::optional<std::string>{};
      }
    }
    if (of_this_turn) {
      const auto failure = first_failure([&](const Op& op) { return one_kind(op.op, kinds_); });
      return std::optional<std::string>(failure.empty() ? "no file was moved in this turn" : failure);
    }
    return std::nullopt;
  }

  [[nodiscard]] std::optional<std::string> file_denied(const Token& file) const {
    const auto concerns = [&](const Op& op) {
      return touches(op, file.text) ||
             std::ranges::any_of(ends_of(op.target), [&](const std::string& end) { return spells(s_, file, end); });
    };
    const bool done = std::ranges::any_of(state_.ops, [&](const Op& op) {
      return concerns(op) && one_kind(op.op, kinds_) && op.result == OpResult::succeeded;
    });
    // A directory stands for the files below it; a move of the file changed it
    // too.
    const std::string folder = fold(plain_path(file.text)) + "/";
    const bool below = std::ranges::any_of(state_.ops, [&](const Op& op) {
      if (op.result != OpResult::succeeded || !one_kind(op.op, kinds_) || folder.size() == 1) return false;
      return std::ranges::any_of(ends_of(op.target), [&](const std::string& end) {
        return fold(plain_path(end)).starts_with(folder) || fold(end).find("/" + folder) != std::string::npos;
      });
    });
    if (done || below) {
      if (!kept()) return fmt::format("whether it is kept is {}", state_.durability);
      return std::nullopt;
    }
    const auto failure = first_failure(concerns);
    return failure.empty() ? fmt::format("nothing of the kind was done to {} in this turn", file.text) : failure;
  }

  /// "So forty rows were updated": by the command that ran, where nothing else was to be done.
  [[nodiscard]] bool done_by_command() const {
    return std::ranges::none_of(state_.ops, [](const Op& op) { return changes_files(op.op); }) &&
           std::ranges::any_of(state_.ops, [](const Op& op) {
             return op.op == OpKind::run && op.result == OpResult::succeeded && work_of(op.target) != Work::tests;
           });
  }

  /// An act that names no file, or names it by its stem alone.
  [[nodiscard]] std::optional<std::string> unnamed_denied() const {
    if (act_.by_nobody && done_by_command()) return std::nullopt;
    for (const auto& op : state_.ops) {
      if (!claims_files() || op.result == OpResult::succeeded || !changes_files(op.op)) continue;
      if (!stem_in(s_, act_.window, op.target)) continue;
      const bool later = std::ranges::any_of(state_.ops, [&](const Op& other) {
        return other.result == OpResult::succeeded && same_file(other.target, op.target) && changes_files(other.op);
      });
      if (!later) return describe_op(op);
    }
    if (claims_files() && act_.files) {
      std::set<std::string> touched;
      for (const auto& op : state_.ops) {
        if (one_kind(op.op, kinds_) && op.result == OpResult::succeeded) touched.insert(fold(plain_path(op.target)));
      }
      if (static_cast<std::int64_t>(touched.size()) != *act_.files)
        return fmt::format("{} such files were changed in this turn", touched.size());
    }
    const bool good = facts_.any(kinds_, OpResult::succeeded);
    if (!good) {
      const auto failure = first_failure([&](const Op& op) { return one_kind(op.op, kinds_); });
      return failure.empty() ? std::string("nothing of the kind was done in this turn") : failure;
    }
    if (act_.everything && claims_files()) {
      const bool files_only =
          has_any_phrase(s_, act_.window, {"files", "file", "dateien", "pages", "modules", "documents"}) &&
          std::ranges::all_of(state_.ops,
                              [](const Op& op) { return !changes_files(op.op) || op.result == OpResult::succeeded; });
      return files_only ? std::nullopt : facts_.incomplete();
    }
    if (!kept()) return fmt::format("whether it is kept is {}", state_.durability);
    return std::nullopt;
  }

  const Facts& facts_;
  const State& state_;
  const Act& act_;
  const Sentence& s_;
  std::initializer_list<OpKind> kinds_;
};

}  // namespace

std::optional<std::string> Facts::denies(const Act& act, const Sentence& sentence) const {
  return ActAgainst(*this, act, sentence).denied();
}

}  // namespace warrant::claims
