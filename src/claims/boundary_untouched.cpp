// "Nothing was changed", "exactly as you left it", "and undid it again": what a turn that changed something did not do.
#include "acknowledge.hpp"
#include "boundary_parts.hpp"
#include "rules.hpp"
#include "verbs.hpp"

#include <algorithm>
#include <optional>

namespace warrant::claims {
namespace {

using TokenKind = Token::Kind;

bool mutating(OpKind kind) { return kind != OpKind::read && kind != OpKind::search && kind != OpKind::run; }

class Untouched {
 public:
  explicit Untouched(Examination& into) : into_(into), state_(into.state()) {}

  void examine() {
    const auto done = std::ranges::find_if(
        state_.ops, [](const Op& op) { return mutating(op.op) && op.result == OpResult::succeeded; });
    if (done == state_.ops.end()) return;
    for (const auto& s : into_.message().sentences) {
      if (s.question || limits(s)) continue;
      const auto at = says_untouched(s);
      if (!at || names_other(s)) continue;
      const auto exempt = exemption_at(s, {*at, Nature::act, false});
      if (exempt != Exemption::none && exempt != Exemption::negation && exempt != Exemption::earlier) continue;
      into_.add(Kind::changed, s.span, describe_op(*done));
    }
  }

 private:
  /// "Nothing else was changed", "no file other than a.py": speaks of the rest.
  static bool limits(const Sentence& s) {
    return std::ranges::any_of(s.tokens, [](const Token& t) {
      return t.kind == TokenKind::word &&
             one_of(t.text, {"else",    "other",     "others",    "rest",     "further",   "apart",    "except",
                             "besides", "only",      "than",      "beyond",   "more",      "sonst",    "außer",
                             "andere",  "anderen",   "weitere",   "weiteren", "behaviour", "behavior", "logic",
                             "api",     "interface", "remaining", "outside",  "but",       "unless",   "if",
                             "would",   "tests",     "test",      "yet",      "so",        "far"});
    });
  }

  /// Another file, or something inside one, is what stayed as it was.
  [[nodiscard]] bool names_other(const Sentence& s) const {
    return std::ranges::any_of(s.tokens, [&](const Token& t) {
      return t.names_thing() && std::ranges::none_of(state_.ops, [&](const Op& op) {
               return mutating(op.op) && op.result == OpResult::succeeded && same_file(t.text, op.target);
             });
    });
  }

  [[nodiscard]] static std::optional<std::size_t> says_untouched(const Sentence& s) {
    for (std::size_t i = 0; i < s.tokens.size(); ++i) {
      for (const std::string_view phrase : {"as you left it",
                                            "as you left them",
                                            "as you left everything",
                                            "back where you started",
                                            "back where we started",
                                            "back to where you started",
                                            "stuck to reading",
                                            "undid it",
                                            "undid that",
                                            "undid the change",
                                            "undid them",
                                            "undone it again",
                                            "without changing anything",
                                            "without touching anything",
                                            "without modifying anything",
                                            "made no changes",
                                            "made no edits",
                                            "no changes were made",
                                            "no change was made",
                                            "no changes have been made",
                                            "no edits were made",
                                            "no files were changed",
                                            "no file was changed",
                                            "no files were modified",
                                            "no file was modified",
                                            "no files were touched",
                                            "no file was touched",
                                            "no files were written",
                                            "no file was written",
                                            "nothing was changed",
                                            "nothing was modified",
                                            "nothing was written",
                                            "nothing was touched",
                                            "nothing has been changed",
                                            "nothing has changed",
                                            "nothing changed",
                                            "nothing has been written",
                                            "nothing has been touched",
                                            "nothing has been modified",
                                            "changed nothing",
                                            "modified nothing",
                                            "touched nothing",
                                            "wrote nothing",
                                            "left everything as",
                                            "left everything untouched",
                                            "left everything unchanged",
                                            "left it untouched",
                                            "left it unchanged",
                                            "left it as it was",
                                            "left it alone",
                                            "left the file untouched",
                                            "left the file unchanged",
                                            "left the file alone",
                                            "left the files untouched",
                                            "left the files alone",
                                            "everything is as it was",
                                            "everything is unchanged",
                                            "workspace is unchanged",
                                            "workspace is untouched",
                                            "tree is unchanged",
                                            "tree is untouched",
                                            "tree is clean",
                                            "repository is unchanged",
                                            "repository is untouched",
                                            "files are unchanged",
                                            "file is unchanged",
                                            "files are untouched",
                                            "file is untouched",
                                            "rolled it back",
                                            "rolled everything back",
                                            "nichts geändert",
                                            "nichts verändert",
                                            "keine änderungen vorgenommen",
                                            "keine datei geändert",
                                            "nichts geschrieben",
                                            "unverändert gelassen"}) {
        if (phrase_at(s, i, phrase)) return i;
      }
      if (refrained(s, i)) return i;
    }
    return std::nullopt;
  }

  /// "I haven't written to any file", "I didn't change anything".
  static bool refrained(const Sentence& s, std::size_t at) {
    if (!one_of(plain_word(s, at), {"haven't", "didn't", "not", "never", "hasn't"})) return false;
    const auto segment = segment_of(s, at);
    bool person = false;
    for (std::size_t i = segment.begin; i < at; ++i) person = person || one_of(plain_word(s, i), {"i", "we", "i've"});
    bool deed = false;
    for (std::size_t i = at + 1; person && i < std::min(segment.end, at + 7); ++i) {
      const auto w = plain_word(s, i);
      deed = deed || one_of(w, {"change", "changed", "modify", "modified", "touch", "touched", "write", "written",
                                "edit", "edited", "alter", "altered", "made", "make"});
      if (deed && w == "anything") return true;
      if (deed && w == "any" &&
          one_of(plain_word(s, i + 1), {"file", "files", "change", "changes", "edit", "edits", "of"}))
        return plain_word(s, i + 1) != "of";
      if (deed && w == "a" && one_of(plain_word(s, i + 1), {"thing", "single"})) return true;
    }
    return false;
  }

  Examination& into_;
  const State& state_;
};

}  // namespace

void examine_untouched(Examination& into) { Untouched(into).examine(); }

}  // namespace warrant::claims
