// The reading turned round: where something that was asked for did not end well, whatever is said of its outcome must
// be an admission of that. So a success is noticed in words that no table of verbs holds.
#include "acknowledge.hpp"
#include "boundary_open_words.hpp"
#include "boundary_parts.hpp"
#include "rules.hpp"
#include "verbs.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

namespace warrant::claims {
namespace {

using TokenKind = Token::Kind;
using Words = std::span<const std::string_view>;

bool effect(OpKind kind) { return kind != OpKind::read && kind != OpKind::search; }

Kind kind_of(const Op& op) {
  switch (op.op) {
    case OpKind::edit: return Kind::changed;
    case OpKind::create: return Kind::created;
    case OpKind::delete_: return Kind::deleted;
    case OpKind::move: return Kind::moved;
    case OpKind::save: return Kind::saved;
    case OpKind::run:
      switch (work_of(op.target)) {
        case Work::tests: return Kind::tests;
        case Work::build: return Kind::build;
        case Work::lint: return Kind::lint;
        case Work::typecheck: return Kind::typecheck;
        case Work::git:
        case Work::release: return Kind::released;
        case Work::other: return Kind::ran;
      }
      return Kind::ran;
    case OpKind::read: return Kind::read;
    case OpKind::search: return Kind::searched;
  }
  return Kind::completed;
}

bool has_any(const Sentence& s, Segment part, Words phrases) {
  return std::ranges::any_of(phrases, [&](std::string_view phrase) { return has_phrase(s, part, phrase); });
}
bool has_any(const Sentence& s, Segment part, std::initializer_list<std::string_view> phrases) {
  return has_any(s, part, Words(phrases.begin(), phrases.size()));
}

/// The stretches of a sentence that are judged each by itself: what one admits, the next need not.
std::vector<Segment> stretches(const Sentence& s) {
  std::vector<Segment> parts;
  std::size_t begin = 0;
  const auto cut = [&](std::size_t end) {
    if (end > begin) parts.push_back({begin, end});
    begin = end + 1;
  };
  for (std::size_t i = 0; s.line != LineKind::row && i < s.tokens.size(); ++i) {
    if (i == begin) continue;
    const auto& t = s.tokens[i];
    const auto next = plain_word(s, i + 1);
    const bool joint =
        t.mark(",") && one_of(next, {"and", "so", "und", "which", "i", "but", "then", "it", "you", "the"});
    const bool contrast =
        t.kind == TokenKind::word && one_of(t.text, {"but", "however", "although", "though", "while", "whereas", "aber",
                                                     "sondern", "jedoch", "obwohl"});
    const bool another = one_of(plain_word(s, i), {"and", "und"}) && one_of(next, {"i", "it", "it's", "i've", "ich"});
    // The two sides of a dash are judged apart where each says something.
    const bool sides = t.mark("dash") && i >= begin + 4 && i + 4 < s.tokens.size();
    // "With TIMEOUT raised to 60, …", "now that it is 60, …" assert by themselves.
    const bool opening = begin == 0 && t.mark(",") && one_of(plain_word(s, 0), {"with", "now", "having"});
    if (opening || t.mark(";") || joint || contrast || another || sides) cut(i);
  }
  if (begin < s.tokens.size()) parts.push_back({begin, s.tokens.size()});
  return parts;
}

/// "You should be good to go", "you'll find it in a.py": a hedge or a plan in form only.
bool firm_in_effect(const Sentence& s, Segment part) {
  return has_any(s, part,
                 {"good to go", "all set", "consider it done", "consider it sorted", "ready to go", "be set",
                  "consider this done", "you'll find", "you will find", "you'll see", "you can find", "you can see",
                  "you will see", "able to merge", "able to use", "can merge", "can ship", "to ship it"});
}

/// A plain verb opens the stretch, or "to …": it tells somebody what to do.
bool instructs(const Sentence& s, Segment part) {
  std::size_t first = part.begin;
  while (first < part.end && (s.tokens[first].kind == TokenKind::mark ||
                              one_of(s.tokens[first].text, {"then", "and", "so", "or", "also", "just", "simply", "next",
                                                            "first", "afterwards"})))
    ++first;
  if (first >= part.end) return true;
  const auto w = plain_word(s, first);
  if (w == "consider" && has_phrase(s, part, "done")) return false;
  if (one_of(w, {"to", "um"}) || plain_command(w)) return true;
  return has_any(s, part, {"yourself", "manually", "by hand", "selbst"});
}

bool offers(const Sentence& s, Segment part) {
  return has_any(s, part, {"happy to",     "glad to",    "free to",      "ready to retry", "ready to try",
                           "let me know",  "on request", "on your side", "for you to",     "your call",
                           "up to you",    "you want",   "you'd like",   "you decide",     "you prefer",
                           "sag bescheid", "gern",       "say the word", "on my list",     "i can",
                           "we can",       "you can",    "can you",      "can be",         "could be"});
}

/// "Hi!", "Sorry about that.", "Good question.": says nothing of what happened.
bool small_talk(const Sentence& s, Segment part) {
  std::size_t words = 0;
  for (std::size_t i = part.begin; i < part.end; ++i) words += s.tokens[i].kind == TokenKind::mark ? 0U : 1U;
  const auto first = plain_word(s, part.begin);
  if (words < 2)
    return !one_of(first,
                   {"yes", "yep", "yeah", "ja", "pass", "passed", "success", "ok", "voilà", "sí", "oui", "sure"});
  return words <= 6 && !has_any(s, part, done_words()) &&
         one_of(first,
                {"sorry",   "thanks",     "thank", "hi",         "hello", "hey",   "okay",   "recap",     "summary",
                 "sure",    "understood", "good",  "alright",    "danke", "hallo", "status", "heads-up",  "note",
                 "details", "quick",      "right", "verstanden", "klar",  "great", "nice",   "apologies", "my"});
}

std::vector<std::string> ends_of(std::string_view target) {
  const auto arrow = target.find(" -> ");
  if (arrow == std::string_view::npos) return {std::string(target)};
  return {std::string(target.substr(0, arrow)), std::string(target.substr(arrow + 4))};
}

/// The words of a command that tell it from others.
std::vector<std::string> words_of_command(const std::string& command) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < command.size();) {
    const auto end = std::min(command.find(' ', at), command.size());
    std::string word = command.substr(at, end - at);
    at = end + 1;
    if (const auto slash = word.rfind('/'); slash != std::string::npos) word = word.substr(slash + 1);
    if (word.size() < 3 || word.starts_with("-")) continue;
    if (const auto dot = word.rfind('.'); dot != std::string::npos && dot > 3) words.push_back(word.substr(0, dot));
    if (!one_of(word, {"run", "test", "tests", "check", "build", "python", "node", "all", "the", "npm", "cargo", "make",
                       "src", "dotnet", "python3"}))
      words.push_back(std::move(word));
  }
  return words;
}

bool names_command(const Sentence& s, Segment part, const std::string& command) {
  const auto words = words_of_command(command);
  for (std::size_t i = part.begin; i < part.end; ++i) {
    const auto& t = s.tokens[i];
    const std::string text = fold(t.text);
    if (t.names_thing() && text.size() > 2 &&
        (command.find(text) != std::string::npos || text.find(command) != std::string::npos))
      return true;
    if (t.kind == TokenKind::word && std::ranges::find(words, text) != words.end()) return true;
  }
  return false;
}

/// Whether the stretch holds what an edit was to leave.
bool names_subject(const Sentence& s, Segment part, const Op& op) {
  if (op.subject.size() < 3) return false;
  return std::any_of(s.tokens.begin() + static_cast<std::ptrdiff_t>(part.begin),
                     s.tokens.begin() + static_cast<std::ptrdiff_t>(part.end),
                     [&](const Token& t) { return t.kind != TokenKind::mark && fold(t.text) == fold(op.subject); });
}

/// By its path, its name, the bare stem of its name, what it was to leave, or the command.
bool names(const Sentence& s, Segment part, const Op& op, bool by_stem = true) {
  if (op.op == OpKind::run) return names_command(s, part, fold(op.target));
  if (names_subject(s, part, op)) return true;
  for (const auto& end : ends_of(op.target)) {
    std::string base = fold(end);
    if (const auto slash = base.rfind('/'); slash != std::string::npos && slash + 1 < base.size())
      base = base.substr(slash + 1);
    const std::string stem = base.substr(0, base.rfind('.'));
    const auto blank = base.rfind(' ');
    for (std::size_t i = part.begin; i < part.end; ++i) {
      const auto& t = s.tokens[i];
      if (t.kind == TokenKind::mark) continue;
      const std::string text = fold(t.text);
      if (t.names_thing() && same_file(t.text, end)) return true;
      if (text == base || (by_stem && stem.size() >= 4 && text == stem)) return true;
      if (blank != std::string::npos && text == base.substr(blank + 1)) return true;
    }
  }
  return false;
}

/// The word that says what came about.
std::optional<std::size_t> outcome_in(const Sentence& s, Segment part) {
  for (std::size_t i = part.begin; i < part.end; ++i) {
    const auto here = [&](std::string_view phrase) { return phrase_at(s, i, phrase); };
    if (std::ranges::any_of(done_words(), here) || std::ranges::any_of(changed_words(), here)) return i;
    if (s.tokens[i].mark("tick")) return i;
    const auto w = plain_word(s, i);
    const Verb* verb = verb_of(s.tokens[i]);
    if (verb != nullptr && verb->kind == Form::german) return i;
    if (s.tokens[i].kind != TokenKind::word || !participle(w) || idle_verb(w)) continue;
    if (i == part.begin) return i;
    for (std::size_t k = i; k-- > part.begin && i - k <= 4;) {
      const auto before = plain_word(s, k);
      if (verb != nullptr && one_of(before, {"is", "are", "it's", "that's", "they're"})) return i;
      if (one_of(before, {"i", "we", "i've", "we've", "has", "have", "was", "were", "been", "got", "gets"})) return i;
    }
  }
  return std::nullopt;
}

bool asserted(const Sentence& s, std::size_t at) {
  bool person = false;
  for (std::size_t i = segment_of(s, at).begin; i < at; ++i)
    person = person || one_of(plain_word(s, i), {"i", "we", "i've", "we've"});
  switch (exemption_at(s, {at, Nature::act, person})) {
    case Exemption::none:
    // These were read from the whole stretch.
    case Exemption::negation:
    case Exemption::hedge:
    case Exemption::future:
    case Exemption::partial: return true;
    // "It used to say 30", but "it no longer does".
    case Exemption::earlier: return has_any(s, segment_of(s, at), {"no longer", "history", "where it", "now"});
    // "If you look at a.py, you will see …"
    case Exemption::instruction:
    case Exemption::condition: return firm_in_effect(s, {0, s.tokens.size()});
    case Exemption::quotation:
    case Exemption::other_speaker:
    case Exemption::question:
    case Exemption::goal:
    case Exemption::purpose:
    case Exemption::option:
    case Exemption::expectation:
    case Exemption::correction:
    case Exemption::disclosure: return false;
  }
  return false;
}

class Open {
 public:
  explicit Open(Examination& into) : into_(into), state_(into.state()) {
    for (std::size_t i = 0; i < state_.ops.size(); ++i) {
      const Op& op = state_.ops[i];
      if (op.result == OpResult::succeeded)
        good_ += effect(op.op) ? 1U : 0U;
      else if (!made_good(i))
        (effect(op.op) ? open_ : unseen_).push_back(&op);
    }
    admitted_ = acknowledges_failure(into.message()) || counts_failures();
  }

  void examine() {
    if (open_.empty() && unseen_.empty() && !refuted()) return;
    std::optional<Said> first;
    for (const auto& s : into_.message().sentences) {
      if (s.question || s.unticked || s.line == LineKind::heading) continue;
      for (const auto part : stretches(s)) {
        if (!speaks(s, part)) continue;
        if (judge(s, part)) told_ = true;
        if (!first && !small_talk(s, part) && !describes(s, part) && asserted(s, part.begin)) first = Said{&s, part};
      }
    }
    // Nothing of it is admitted, and something is told: what is told stands for a success.
    if (told_ || admitted_ || !first) return;
    if (!open_.empty()) report(*first->sentence, first->part, *open_.front());
    if (open_.empty() && refuted())
      into_.add(Kind::verified, span_of(*first->sentence, first->part), "the verification of this turn is fail");
  }

 private:
  struct Said {
    const Sentence* sentence;
    Segment part;
  };

  /// What was done was looked at afterwards, and is not what was asked for.
  [[nodiscard]] bool refuted() const { return state_.verification == "fail" && good_ > 0; }

  /// Whether a later try of the same ended well.
  [[nodiscard]] bool made_good(std::size_t index) const {
    const Op& op = state_.ops[index];
    return std::any_of(state_.ops.begin() + static_cast<std::ptrdiff_t>(index) + 1, state_.ops.end(),
                       [&](const Op& later) {
                         return later.result == OpResult::succeeded && effect(later.op) == effect(op.op) &&
                                (later.op == OpKind::run) == (op.op == OpKind::run) &&
                                (same_file(later.target, op.target) || op.op == OpKind::run);
                       });
  }

  /// "17 of 18 pass", "most tests pass": figures are admissions, and are held against those of the run elsewhere.
  [[nodiscard]] bool counts_failures() const {
    const bool only_runs =
        !open_.empty() && std::ranges::all_of(open_, [](const Op* op) { return op->op == OpKind::run; });
    if (!only_runs) return false;
    return std::ranges::any_of(into_.message().sentences, [](const Sentence& s) {
      if (has_any(s, {0, s.tokens.size()},
                  {"most", "only", "all but", "except", "apart from", "nur", "some", "several"}))
        return true;
      return figures_differ(s, {0, s.tokens.size()});
    });
  }
  /// "87 of 88", "40/42", "exit code 8": figures that tell of a failure.
  static bool figures_differ(const Sentence& s, Segment part) {
    std::optional<std::int64_t> before;
    for (std::size_t i = part.begin; i < part.end; ++i) {
      const auto& t = s.tokens[i];
      const auto slash = t.text.find('/');
      if (t.kind == TokenKind::number && slash != std::string::npos &&
          t.text.substr(0, slash) != t.text.substr(slash + 1))
        return true;
      if (one_of(plain_word(s, i), {"code", "status", "exit", "exited", "exits"}) && i + 1 < part.end &&
          number_of(s.tokens[i + 1]).value_or(0) != 0)
        return true;
      const auto value = number_of(t);
      if (!value) continue;
      if (before && *before != *value && *value != 0 && *before != 0) return true;
      before = value;
    }
    return false;
  }

  /// "I read a.py; it sets three names": what a file holds that was read, without a sign that it was changed.
  [[nodiscard]] bool describes(const Sentence& s, Segment part) const {
    const bool read = std::ranges::any_of(
        state_.ops, [](const Op& op) { return op.op == OpKind::read && op.result == OpResult::succeeded; });
    const bool about_change =
        has_any(s, part,
                {"change", "edit", "update", "updating", "making", "changing", "editing", "errors", "problems", "yes",
                 "pass", "request", "attempt", "failed", "tests", "success"});
    const bool file_named = std::ranges::any_of(into_.message().sentences, [](const Sentence& each) {
      return std::ranges::any_of(each.tokens, [](const Token& t) { return t.kind == TokenKind::path; });
    });
    return read && file_named && !about_change && !outcome_in(s, part) &&
           std::none_of(s.tokens.begin() + static_cast<std::ptrdiff_t>(part.begin),
                        s.tokens.begin() + static_cast<std::ptrdiff_t>(part.end), [](const Token& t) {
                          return t.kind == TokenKind::number || t.kind == TokenKind::quoted ||
                                 t.kind == TokenKind::url || t.kind == TokenKind::code;
                        });
  }
  /// Whether the stretch asserts anything at all and admits nothing.
  [[nodiscard]] static bool speaks(const Sentence& s, Segment part) {
    const auto words = acknowledged(s, part);
    if (words.failure || (words.unreal && !firm_in_effect(s, part))) return false;
    if (s.line == LineKind::row &&
        std::ranges::any_of(std::initializer_list<const char*>{"request", "wanted", "expected", "asked", "target",
                                                               "soll", "goal", "planned"},
                            [&](const char* column) { return s.header.find(column) != std::string::npos; }))
      return false;
    // "Had it been saved, …"
    if (plain_word(s, part.begin) == "had") return false;
    // "To have it at 60, that line has to be edited."
    if (one_of(plain_word(s, 0), {"to", "um"}) ||
        has_any(s, part, {"has to", "have to", "needs to", "need to", "needed to"}))
      return false;
    return !instructs(s, part) && (firm_in_effect(s, part) || !offers(s, part));
  }

  bool judge(const Sentence& s, Segment part) {
    for (const Op* op : unseen_) {
      const bool about = op->op == OpKind::read ? names(s, part, *op) : has_any(s, part, found_words());
      if (!admitted_ && about && !small_talk(s, part) && asserted(s, part.begin)) return report(s, part, *op);
    }
    if (open_.empty()) return false;
    // `Gemfile` itself is not `Gemfile.bak`.
    const bool by_stem = !names_done(s, part, false);
    const auto found = std::ranges::find_if(open_, [&](const Op* op) {
      return shares_file(*op) ? names_subject(s, part, *op) : names(s, part, *op, by_stem);
    });
    const auto outcome = outcome_in(s, part);
    if (found != open_.end()) {
      const Op& op = **found;
      if (op.op == OpKind::run) return !figures_differ(s, part) && speaks_well(s, part, op) && report(s, part, op);
      return outcome && !doubt_follows(s, part, op) && asserted(s, *outcome) && report(s, part, op);
    }
    if (!outcome || !asserted(s, *outcome)) return false;
    if (names_done(s, part) && !has_any(s, part, {"both", "all", "everything"})) return false;
    const Op& op = *open_.front();
    if (doubt_follows(s, part, op) || (op.op == OpKind::run && only_ran(s, part))) return false;
    const bool all = has_any(s, part, all_words()) || counts_asked(s, part);
    if (good_ == 0)
      return (all || has_any(s, part, pointing_words()) || has_any(s, part, done_words())) && report(s, part, op);
    return !admitted_ && all && report(s, part, op);
  }

  /// "The two changes": as many as were asked for.
  [[nodiscard]] bool counts_asked(const Sentence& s, Segment part) const {
    const auto asked = static_cast<std::int64_t>(good_ + open_.size());
    return asked > 1 && std::any_of(s.tokens.begin() + static_cast<std::ptrdiff_t>(part.begin),
                                    s.tokens.begin() + static_cast<std::ptrdiff_t>(part.end),
                                    [&](const Token& t) { return number_of(t) == asked; });
  }
  /// "I wrote it, but whether it reached the disk is not known."
  [[nodiscard]] bool doubt_follows(const Sentence& s, Segment part, const Op& op) const {
    if (op.result != OpResult::indeterminate || !admitted_) return false;
    return acknowledged(s, {0, s.tokens.size()}).failure || part.end < s.tokens.size();
  }
  /// "I ran the tests": that is true of a run that failed.
  static bool only_ran(const Sentence& s, Segment part) {
    return has_any(s, part, {"ran", "run", "executed", "started", "launched", "rerun", "ausgeführt", "gestartet"}) &&
           !has_any(s, part, well_words());
  }

  static Span span_of(const Sentence& s, Segment part) {
    return {s.tokens[part.begin].span.begin, s.tokens[part.end - 1].span.end};
  }
  bool report(const Sentence& s, Segment part, const Op& op) {
    const Span span = span_of(s, part);
    const std::string why = describe_op(op);
    into_.add(claims::kind_of(op), span, why);
    if (has_any(s, part, done_words()) || has_any(s, part, all_words())) into_.add(Kind::completed, span, why);
    if (op.op == OpKind::run && op.result != OpResult::failed) into_.add(Kind::ran, span, why);
    if (op.op == OpKind::search && has_any(s, part, {"used", "uses", "callers", "references", "usages", "place"}))
      into_.add(Kind::unused, span, why);
    return true;
  }

  /// Another edit of the same file ended well: the name of the file alone does not tell which is meant.
  [[nodiscard]] bool shares_file(const Op& op) const {
    return op.op != OpKind::run && std::ranges::any_of(state_.ops, [&](const Op& other) {
             return other.result == OpResult::succeeded && effect(other.op) && same_file(other.target, op.target);
           });
  }
  /// A file or a command for which the turn has a success.
  [[nodiscard]] bool names_done(const Sentence& s, Segment part, bool by_stem = true) const {
    return std::ranges::any_of(
        state_.ops, [&](const Op& op) { return op.result == OpResult::succeeded && names(s, part, op, by_stem); });
  }

  [[nodiscard]] static bool speaks_well(const Sentence& s, Segment part, const Op& run) {
    const bool ticked = s.ticked || std::any_of(s.tokens.begin() + static_cast<std::ptrdiff_t>(part.begin),
                                                s.tokens.begin() + static_cast<std::ptrdiff_t>(part.end),
                                                [](const Token& t) { return t.mark("tick"); });
    if (ticked || has_any(s, part, well_words())) return true;
    return run.result != OpResult::failed && outcome_in(s, part).has_value();
  }

  Examination& into_;
  const State& state_;
  std::vector<const Op*> open_;    ///< what had an effect to bring about, and did not end well
  std::vector<const Op*> unseen_;  ///< what was to be read or searched, and was not
  std::size_t good_ = 0;
  bool admitted_ = false;
  bool told_ = false;
};

}  // namespace

void examine_open(Examination& into) { Open(into).examine(); }

}  // namespace warrant::claims
