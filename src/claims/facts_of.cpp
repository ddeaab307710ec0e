#include "facts_of.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace warrant::claims {
namespace {

using TokenKind = Token::Kind;

bool one_kind(OpKind kind, std::initializer_list<OpKind> set) { return std::ranges::find(set, kind) != set.end(); }

std::string_view without_dot(std::string_view path) {
  while (path.starts_with("./")) path.remove_prefix(2);
  while (path.ends_with('/')) path.remove_suffix(1);
  return path;
}

bool alnum(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80; }

bool touches(const Op& op, std::string_view mention) {
  if (op.op == OpKind::move) {
    return std::ranges::any_of(ends_of(op.target), [&](const std::string& end) { return same_file(mention, end); });
  }
  return same_file(mention, op.target);
}

std::string_view said_result(OpResult result) {
  switch (result) {
    case OpResult::succeeded: return "succeeded";
    case OpResult::failed: return "failed";
    case OpResult::indeterminate: return "has no known result";
    case OpResult::denied_by_person: return "was denied by the person";
    case OpResult::denied_by_policy: return "was denied by policy";
    case OpResult::not_attempted: return "was not attempted";
  }
  return "";
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
    case Deed::move: return act.strict ? kMove : kRename;
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
  auto name = without_dot(target);
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
  std::string name = fold(without_dot(target));
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

}  // namespace

bool has_effect(OpKind kind) { return !one_kind(kind, {OpKind::read, OpKind::search}); }
bool changes_files(OpKind kind) { return has_effect(kind) && kind != OpKind::run; }

std::vector<std::string> ends_of(std::string_view target) {
  for (const std::string_view arrow : {" -> ", "->", " => ", " \xE2\x86\x92 ", " to "}) {
    const auto at = target.find(arrow);
    if (at != std::string_view::npos) {
      return {std::string(target.substr(0, at)), std::string(target.substr(at + arrow.size()))};
    }
  }
  return {std::string(target)};
}

std::string describe_op(const Op& op) {
  return fmt::format("{} {} {}", to_string(op.op), op.target, said_result(op.result));
}

bool same_file(std::string_view mention, std::string_view target) {
  const std::string a = fold(without_dot(mention));
  const std::string b = fold(without_dot(target));
  if (a.empty() || b.empty()) return false;
  if (a == b) return true;
  const auto tail = [](std::string_view whole, std::string_view part) {
    return whole.size() > part.size() && whole.ends_with(part) && whole[whole.size() - part.size() - 1] == '/';
  };
  return tail(a, b) || tail(b, a);
}

Work work_of(std::string_view command) {
  const std::string low = fold(command);
  const auto has = [&](std::string_view what) {
    for (auto at = low.find(what); at != std::string::npos; at = low.find(what, at + 1)) {
      const bool left = at == 0 || !alnum(low[at - 1]);
      const bool right = at + what.size() >= low.size() || !alnum(low[at + what.size()]);
      if (left && right) return true;
    }
    return false;
  };
  for (const std::string_view w : {"test", "tests", "pytest", "jest", "vitest", "mocha", "ctest", "rspec", "phpunit",
                                   "unittest", "tox", "nox", "nextest", "spec"})
    if (has(w)) return Work::tests;
  for (const std::string_view w : {"eslint", "ruff", "clippy", "flake8", "pylint", "lint", "clang-tidy", "prettier",
                                   "golangci", "black", "stylelint", "vet"})
    if (has(w)) return Work::lint;
  if (low.find("lint") != std::string::npos) return Work::lint;
  for (const std::string_view w : {"mypy", "tsc", "pyright", "typecheck", "type-check", "types"})
    if (has(w)) return Work::typecheck;
  for (const std::string_view w : {"build", "make", "cmake", "ninja", "compile", "gcc", "g++", "clang", "javac",
                                   "msbuild", "webpack", "vite", "assemble"})
    if (has(w)) return Work::build;
  for (const std::string_view w :
       {"deploy", "publish", "release", "push", "upload", "install", "send", "ship", "merge", "tag", "commit"})
    if (has(w)) return Work::release;
  if (has("git")) return Work::git;
  if (has("check") || has("verify")) return Work::tests;
  return Work::other;
}

bool Facts::any(std::initializer_list<OpKind> kinds, OpResult result) const {
  return std::ranges::any_of(state_.ops, [&](const Op& op) { return one_kind(op.op, kinds) && op.result == result; });
}

bool Facts::any(OpResult result) const {
  return std::ranges::any_of(state_.ops, [&](const Op& op) { return op.result == result; });
}

const Op* Facts::last_run(Work work) const {
  const Op* found = nullptr;
  for (const auto& op : state_.ops) {
    if (op.op != OpKind::run) continue;
    const auto its = work_of(op.target);
    if (its == work || its == Work::other ||
        (work == Work::build && its == Work::tests && fold(op.target).find("make") != std::string::npos))
      found = &op;
  }
  return found;
}

bool Facts::stale_tests() const {
  std::optional<std::size_t> run;
  std::optional<std::size_t> edit;
  for (std::size_t i = 0; i < state_.ops.size(); ++i) {
    const auto& op = state_.ops[i];
    const std::string low = fold(op.target);
    const bool document = low.ends_with(".md") || low.ends_with(".txt") || low.ends_with(".rst");
    if (op.op == OpKind::run && (work_of(op.target) == Work::tests || work_of(op.target) == Work::other)) run = i;
    if (changes_files(op.op) && !document && op.result == OpResult::succeeded) edit = i;
  }
  return run && edit && *run < *edit;
}

std::optional<std::string> Facts::incomplete() const {
  if (state_.ops.empty()) return "nothing was done in this turn";
  bool good = false;
  for (std::size_t i = 0; i < state_.ops.size(); ++i) {
    const auto& op = state_.ops[i];
    if (op.result == OpResult::succeeded) {
      good = true;
      continue;
    }
    if (one_kind(op.op, {OpKind::read, OpKind::search})) continue;
    const bool later =
        std::any_of(state_.ops.begin() + static_cast<std::ptrdiff_t>(i) + 1, state_.ops.end(), [&](const Op& next) {
          return next.result == OpResult::succeeded && changes_files(next.op) == changes_files(op.op) &&
                 (same_file(next.target, op.target) || next.op == OpKind::run);
        });
    if (!later) return describe_op(op);
  }
  if (!good) return describe_op(state_.ops.back());
  return std::nullopt;
}

std::optional<std::string> Facts::denies(const Act& act, const Sentence& sentence) const {
  const auto kinds = kinds_for(act);
  const bool files_claimed = act.deed == Deed::change || act.deed == Deed::create || act.deed == Deed::remove ||
                             act.deed == Deed::move || act.deed == Deed::save;
  // Which operations speak of the claimed objects?
  const auto first_failure = [&](auto&& matches) -> std::string {
    for (const auto& op : state_.ops) {
      if (matches(op) && op.result != OpResult::succeeded) return describe_op(op);
    }
    return {};
  };

  if (act.deed == Deed::verify) {
    if (state_.verification == "pass") return std::nullopt;
    const bool looked = any({OpKind::run, OpKind::read, OpKind::search}, OpResult::succeeded);
    if ((state_.verification.empty() || state_.verification == "not_run") && looked) return std::nullopt;
    if (state_.tests && state_.verification.empty()) return std::nullopt;
    return fmt::format("the verification of this turn is {}",
                       state_.verification.empty() ? "not_run" : state_.verification);
  }
  if (act.deed == Deed::complete && act.objects.empty()) {
    return incomplete();
  }
  if (act.deed == Deed::release) {
    for (const auto& op : state_.ops) {
      if (op.op != OpKind::run || op.result != OpResult::succeeded) continue;
      const auto work = work_of(op.target);
      const std::string low = fold(op.target);
      const auto stem = act.verb.substr(0, std::min<std::size_t>(act.verb.size(), 4));
      if (low.find(stem) != std::string::npos || work == Work::other || work == Work::release) {
        const bool git_word = one_of(act.verb, {"committed", "pushed", "merged", "tagged", "committet", "gepusht"});
        if (git_word && low.find("git") != std::string::npos && low.find(stem.substr(0, 3)) == std::string::npos &&
            act.verb != "gepusht")
          continue;
        return std::nullopt;
      }
    }
    for (const auto& op : state_.ops) {
      if (op.op == OpKind::save && op.result == OpResult::succeeded && act.verb == "sent") return std::nullopt;
    }
    return fmt::format("no command of this turn {} anything", act.verb);
  }
  if (act.deed == Deed::run) {
    const Op* last = nullptr;
    std::optional<Work> work;
    for (std::size_t i = act.window.begin; i < std::min(act.window.end, sentence.tokens.size()); ++i) {
      const auto& t = sentence.tokens[i];
      if (t.kind == TokenKind::word && one_of(t.text, {"test", "tests", "suite", "testsuite", "testlauf"}))
        work = Work::tests;
      if (t.kind == TokenKind::word && one_of(t.text, {"build", "linter", "lint"}))
        work = t.text == "build" ? Work::build : Work::lint;
      if (t.kind == TokenKind::word &&
          one_of(t.text, {"pytest", "ctest", "jest", "vitest", "eslint", "ruff", "mypy", "tsc", "mocha"}))
        work = work_of(t.text);
    }
    for (const auto& object : act.objects) {
      if (is_command(object) && !work) work = work_of(object.text);
    }
    for (const auto& op : state_.ops) {
      if (op.op != OpKind::run) continue;
      const auto its = work_of(op.target);
      bool named = false;
      for (const auto& object : act.objects) {
        const std::string low = fold(object.text);
        named = named || fold(op.target).find(low.substr(0, low.find(' '))) != std::string::npos ||
                low.find(fold(op.target)) != std::string::npos;
      }
      if (named || !work || its == *work || its == Work::other) last = &op;
    }
    if (work == Work::tests && last == nullptr && state_.tests) return std::nullopt;
    if (last == nullptr) return "no such command ran in this turn";
    if (last->result == OpResult::succeeded || last->result == OpResult::failed) {
      const bool well = has_phrase(sentence, act.window, "successfully") ||
                        has_phrase(sentence, {0, sentence.tokens.size()}, "successfully");
      if (well && last->result == OpResult::failed) return describe_op(*last);
      return std::nullopt;
    }
    return describe_op(*last);
  }

  // Named files: each must have been acted upon.
  std::vector<Token> files;
  for (const auto& object : act.objects) {
    const bool path = object.kind == TokenKind::path;
    const bool known = std::ranges::any_of(state_.ops, [&](const Op& op) { return touches(op, object.text); });
    const bool looks =
        object.text.find(' ') == std::string::npos &&
        (object.text.find('/') != std::string::npos ||
         (object.text.find('.') != std::string::npos && object.text.back() != ')' &&
          object.text.find('(') == std::string::npos && object.text.rfind('.') + 1 < object.text.size() &&
          object.text.size() - object.text.rfind('.') <= 6 &&
          !(object.text[object.text.rfind('.') + 1] >= '0' && object.text[object.text.rfind('.') + 1] <= '9')));
    if (path || known || looks) files.push_back(object);
  }
  if (act.deed == Deed::move && files.size() > 1) {
    if (auto turned = turned_round(state_, files, sentence)) return turned;
    // One operation covers both ends. A file of this turn that is said to have
    // another name now was moved, or it has the old one still; a name inside a
    // file can also be changed by an edit.
    const bool of_this_turn = std::ranges::any_of(state_.ops, [&](const Op& op) {
      return changes_files(op.op) && std::ranges::any_of(files, [&](const Token& f) {
               return f.kind == TokenKind::path && touches(op, f.text);
             });
    });
    for (const auto& op : state_.ops) {
      const bool fits = of_this_turn ? one_kind(op.op, {OpKind::move, OpKind::create}) : one_kind(op.op, kinds);
      if (fits && op.result == OpResult::succeeded &&
          std::ranges::any_of(files, [&](const Token& f) { return touches(op, f.text); })) {
        return std::nullopt;
      }
    }
    if (of_this_turn) {
      const auto failure = first_failure([&](const Op& op) { return one_kind(op.op, kinds); });
      return failure.empty() ? std::string("no file was moved in this turn") : failure;
    }
  }
  for (const auto& file : files) {
    const auto concerns = [&](const Op& op) {
      return touches(op, file.text) || std::ranges::any_of(ends_of(op.target), [&](const std::string& end) {
               return spells(sentence, file, end);
             });
    };
    const bool done = std::ranges::any_of(state_.ops, [&](const Op& op) {
      return concerns(op) && one_kind(op.op, kinds) && op.result == OpResult::succeeded;
    });
    // A directory stands for the files below it; a move of the file changed it
    // too.
    const std::string folder = fold(without_dot(file.text)) + "/";
    const bool below = std::ranges::any_of(state_.ops, [&](const Op& op) {
      if (op.result != OpResult::succeeded || !one_kind(op.op, kinds) || folder.size() == 1) return false;
      return std::ranges::any_of(ends_of(op.target), [&](const std::string& end) {
        return fold(without_dot(end)).starts_with(folder) || fold(end).find("/" + folder) != std::string::npos;
      });
    });
    if (done || below) {
      if (act.deed == Deed::save && (state_.durability == "failed" || state_.durability == "indeterminate"))
        return fmt::format("whether it is kept is {}", state_.durability);
      continue;
    }
    const auto failure = first_failure(concerns);
    return failure.empty() ? fmt::format("nothing of the kind was done to {} in this turn", file.text) : failure;
  }
  if (!files.empty()) return std::nullopt;

  // A file named by its stem alone.
  for (const auto& op : state_.ops) {
    if (!files_claimed || op.result == OpResult::succeeded || !changes_files(op.op)) continue;
    if (!stem_in(sentence, act.window, op.target)) continue;
    const bool later = std::ranges::any_of(state_.ops, [&](const Op& other) {
      return other.result == OpResult::succeeded && same_file(other.target, op.target) && changes_files(other.op);
    });
    if (!later) return describe_op(op);
  }
  if (files_claimed && act.files) {
    std::set<std::string> touched;
    for (const auto& op : state_.ops) {
      if (one_kind(op.op, kinds) && op.result == OpResult::succeeded) touched.insert(fold(without_dot(op.target)));
    }
    if (static_cast<std::int64_t>(touched.size()) != *act.files)
      return fmt::format("{} such files were changed in this turn", touched.size());
  }
  const bool good = any(kinds, OpResult::succeeded);
  if (!good) {
    const auto failure = first_failure([&](const Op& op) { return one_kind(op.op, kinds); });
    return failure.empty() ? std::string("nothing of the kind was done in this turn") : failure;
  }
  if (act.everything && files_claimed) return incomplete();
  if (act.deed == Deed::save && (state_.durability == "failed" || state_.durability == "indeterminate")) {
    return fmt::format("whether it is kept is {}", state_.durability);
  }
  return std::nullopt;
}

}  // namespace warrant::claims
