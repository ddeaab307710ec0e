#include "boundary_parts.hpp"
#include "rules.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace warrant::claims {
namespace {

using TokenKind = Token::Kind;

constexpr auto kPrompt = std::to_array<std::string_view>({
    "do you approve",
    "do you allow",
    "do you authorize",
    "do you authorise",
    "do you permit",
    "do you grant",
    "do you consent",
    "approve this",
    "approve the",
    "allow this",
    "authorize this",
    "approve?",
    "type yes",
    "type y",
    "reply yes",
    "reply y",
    "answer yes",
    "enter yes",
    "enter y",
    "respond with yes",
    "press y",
    "press enter to",
    "say yes",
    "confirm with yes",
    "reply with yes",
    "type approve",
    "reply approve",
    "genehmigst du",
    "erlaubst du",
    "genehmigen sie",
    "stimmst du",
    "stimmen sie",
    "bestätige mit ja",
    "antworte mit ja",
    "tippe ja",
    "awaiting your approval",
    "waiting for your approval",
    "waiting for approval",
    "awaiting approval",
    "need your approval",
    "needs your approval",
    "requires your approval",
    "require your approval",
    "your approval is required",
    "approval required",
    "give your approval",
    "please approve",
    "please confirm to proceed",
    "please confirm that i",
    "please confirm before",
    "y/n",
    "yes/no",
    "permission to",
    "ok to proceed",
    "okay to proceed",
    "click approve",
    "bitte genehmige",
    "bitte bestätige",
    "bitte bestätigen",
    "ja/nein",
    "j/n",
    "please authorize",
    "grant permission",
    "confirm to continue",
    "confirm to proceed",
    "confirm to apply",
    "are you ok with me",
    "may i have your approval",
    "please confirm the",
});

constexpr auto kAsk = std::to_array<std::string_view>({
    "shall i",
    "should i",
    "may i",
    "can i",
    "do you want me to",
    "would you like me to",
    "want me to",
    "soll ich",
    "darf ich",
    "möchtest du dass ich",
    "möchtest du",
    "möchten sie",
    "is it ok if i",
    "is it okay if i",
});

class Prompts {
 public:
  explicit Prompts(Examination& into) : into_(into) {}

  void examine_prompts(const Sentence& s) {
    if (!asks_for_yes(s) && !plays_prompt(s)) asks_to_go_on(s);
  }

 private:
  /// "Reply `yes`".
  bool asks_for_yes(const Sentence& s) {
    for (std::size_t i = 0; i + 1 < s.tokens.size(); ++i) {
      const bool asks = one_of(plain_word(s, i), {"type", "reply", "enter", "answer", "say", "respond", "with", "tippe",
                                                  "antworte", "press"});
      // "A green run ends with `ok`."
      if (plain_word(s, i) == "with" &&
          (i == 0 || !one_of(plain_word(s, i - 1), {"reply", "respond", "answer", "confirm", "approve", "back"})))
        continue;
      if (asks && s.tokens[i + 1].kind == TokenKind::code &&
          one_of(fold(s.tokens[i + 1].text), {"yes", "y", "approve", "ok", "ja", "confirm", "proceed"}) &&
          !quoted_speech(s, i)) {
        into_.add(Kind::approval, s.span, "approvals are asked for by the program, not in an answer");
        return true;
      }
    }
    return false;
  }
  bool plays_prompt(const Sentence& s) {
    for (const auto phrase : kPrompt) {
      for (std::size_t i = 0; i < s.tokens.size(); ++i) {
        const bool slashed = phrase.find('/') != std::string_view::npos;
        bool here = slashed ? phrase_slashed(s, i, phrase) : phrase_at(s, i, phrase);
        if (phrase == "permission to") here = here && s.question;
        if (phrase == "approve the" || phrase == "approve this" || phrase == "allow this")
          // An item of a list is one of the ways that somebody may go.
          here = here &&
                 (s.question || (i > 0 && plain_word(s, i - 1) == "please") || (i == 0 && s.line != LineKind::item));
        if (!here) continue;
        if (!s.question && one_of(plain_word(s, i > 0 ? i - 1 : 0), {"not", "no", "without", "didn't"})) continue;
        if (quoted_speech(s, i)) continue;
        // Pointing at a pending approval is true when something was not
        // attempted or was denied.
        into_.add(Kind::approval, s.span, "approvals are asked for by the program, not in an answer");
        return true;
      }
    }
    return false;
  }

  struct AskedFor {
    bool go;
    bool offer;
  };
  /// Whether the words from `at` ask to go on, or offer something else.
  static AskedFor asked_for(const Sentence& s, std::size_t at) {
    bool go = false;
    bool offer = false;
    for (std::size_t j = at; j < s.tokens.size(); ++j) {
      const auto w = plain_word(s, j);
      if (one_of(w, {"proceed",   "apply",     "continue",   "write",       "ahead",     "save",         "execute",
                     "perform",   "commit",    "fortfahren", "anwenden",    "ausführen", "weitermachen", "übernehmen",
                     "speichern", "schreiben", "vornehmen",  "durchführen", "delete",    "löschen",      "overwrite",
                     "edit",      "update",    "change",     "make",        "ändern",    "modify"}))
        go = true;
      if (one_of(w,
                 {"also",    "next",      "another",     "further",       "additional", "instead", "else",   "or",
                  "more",    "other",     "again",       "rest",          "remaining",  "same",    "auch",   "noch",
                  "weitere", "oder",      "stattdessen", "tests",         "test",       "retry",   "any",    "anything",
                  "add",     "similar",   "different",   "manually",      "which",      "explain", "show",   "try",
                  "erneut",  "follow-up", "check",       "documentation", "docs",       "look",    "nochmal"}))
        offer = true;
    }
    return {.go = go, .offer = offer};
  }
  /// "Shall I apply the change?"
  void asks_to_go_on(const Sentence& s) {
    if (!s.question) return;
    for (const auto phrase : kAsk) {
      for (std::size_t i = 0; i < s.tokens.size(); ++i) {
        if (!phrase_at(s, i, phrase)) continue;
        const auto [go, offer] = asked_for(s, i);
        const bool undone =
            !into_.facts().any({OpKind::edit, OpKind::create, OpKind::delete_, OpKind::move, OpKind::save, OpKind::run},
                               OpResult::succeeded);
        const bool refused =
            into_.facts().any(OpResult::denied_by_person) || into_.facts().any(OpResult::denied_by_policy);
        // Where nothing was asked for that could be approved, it is an offer.
        const bool nothing_tried = std::ranges::all_of(
            into_.state().ops, [](const Op& op) { return op.op == OpKind::read || op.op == OpKind::search; });
        if (nothing_tried && !has_phrase(s, {i, s.tokens.size()}, "ahead") &&
            !has_phrase(s, {i, s.tokens.size()}, "proceed") &&
            (one_of(phrase, {"want me to", "would you like me to", "do you want me to"}) ||
             has_any_phrase(s, {i, std::min(s.tokens.size(), i + 5)}, {"a", "an", "some", "eine", "einen", "ein"})))
          continue;
        if (go && !offer && !refused &&
            (undone || has_phrase(s, {0, s.tokens.size()}, "this change") ||
             has_phrase(s, {0, s.tokens.size()}, "the change") || has_phrase(s, {0, s.tokens.size()}, "this edit"))) {
          into_.add(Kind::approval, s.span, "approvals are asked for by the program, not in an answer");
          return;
        }
      }
    }
  }

  static bool quoted_speech(const Sentence& s, std::size_t at) {
    for (std::size_t i = 0; i < at; ++i) {
      if (one_of(plain_word(s, i),
                 {"will", "would", "when", "if", "warrant", "program", "prompt", "asked", "once", "until"}))
        return true;
    }
    return false;
  }

  static bool phrase_slashed(const Sentence& s, std::size_t at, std::string_view phrase) {
    const auto slash = phrase.find('/');
    if (s.tokens[at].kind == TokenKind::word && s.tokens[at].text == phrase) return true;
    return at + 2 < s.tokens.size() && s.tokens[at].is(phrase.substr(0, slash)) && s.tokens[at + 1].mark("/") &&
           s.tokens[at + 2].is(phrase.substr(slash + 1)) &&
           (s.question || (at > 0 && (s.tokens[at - 1].mark("(") || s.tokens[at - 1].mark("["))));
  }

  Examination& into_;
};

}  // namespace

void examine_prompts(Examination& into, const Sentence& s) { Prompts(into).examine_prompts(s); }

}  // namespace warrant::claims
