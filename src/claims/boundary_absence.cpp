#include "boundary_parts.hpp"
#include "rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

namespace warrant::claims {
namespace {

using TokenKind = Token::Kind;

constexpr auto kUnused = std::to_array<std::string_view>({
    "nothing else uses",
    "nothing else references",
    "nothing else depends",
    "nothing else imports",
    "nothing else calls",
    "nothing else in",
    "no other file uses",
    "no other files use",
    "no other file references",
    "no other files reference",
    "no other file imports",
    "no other code uses",
    "no other code references",
    "no other module uses",
    "no other modules use",
    "no other usages",
    "no other uses",
    "no other references",
    "no other callers",
    "no other usage",
    "no other places",
    "no other place",
    "not used anywhere else",
    "isn't used anywhere else",
    "is not used anywhere else",
    "not referenced anywhere else",
    "isn't referenced anywhere",
    "is not referenced anywhere",
    "is unused",
    "is never used",
    "not used anywhere",
    "isn't used anywhere",
    "only place",
    "only used in",
    "no remaining references",
    "no remaining usages",
    "nobody else uses",
    "no one else uses",
    "used nowhere else",
    "nowhere else",
    "referenced nowhere else",
    "no callers",
    "no usages",
    "no references",
    "is dead code",
    "no other occurrences",
    "no further references",
    "no further usages",
    "no other imports",
    "nirgendwo sonst",
    "nirgends sonst",
    "nichts anderes verwendet",
    "nichts anderes nutzt",
    "keine weiteren verwendungen",
    "keine anderen verwendungen",
    "keine weiteren stellen",
    "keine anderen stellen",
    "sonst nirgends",
    "sonst nirgendwo",
    "keine andere datei",
    "wird nirgends",
    "no other dependents",
    "nothing depends on",
    "nothing uses",
    "nothing references",
    "no other consumers",
    "nothing imports",
    "nothing calls",
});

constexpr auto kNothing = std::to_array<std::string_view>({
    "no matches",      "no match",          "no results",         "no occurrences",    "no occurrence",
    "no hits",         "found nothing",     "nothing found",      "nothing was found", "zero matches",
    "0 matches",       "found no",          "could not find any", "couldn't find any", "did not find any",
    "didn't find any", "keine treffer",     "nichts gefunden",    "keine ergebnisse",  "keine fundstellen",
    "kein treffer",    "keine vorkommen",   "no such file",       "does not exist",    "doesn't exist",
    "do not exist",    "existiert nicht",   "no mentions",        "no instances",      "returned nothing",
    "came up empty",   "no file named",     "no files matching",  "were not found",    "was not found",
    "gibt es nicht",   "search found none", "turned up nothing",  "turned up no",      "came back empty",
    "yielded nothing", "yielded no",        "brought up nothing",
});

class Absence {
 public:
  explicit Absence(Examination& into) : into_(into) {}

  void examine_absence(const Sentence& s) {
    if (on(Rule::state_unused) && denies_use(s)) return;
    if (on(Rule::state_matches) && !denies_sought(s)) denies_matches(s);
  }

 private:
  /// Asserted now; a negation belongs to the phrase.
  [[nodiscard]] bool asserted(const Sentence& s, std::size_t at, std::string_view phrase) const {
    if (s.question || s.unticked) return false;
    const auto segment = segment_of(s, at);
    for (std::size_t i = segment.begin; i < segment.end; ++i) {
      if (one_of(plain_word(s, i),
                 {"if",        "whether",    "might",      "may",        "should",         "would",
                  "unless",    "assuming",   "probably",   "likely",     "seems",          "appears",
                  "wenn",      "falls",      "ob",         "think",      "believe",        "check",
                  "ensure",    "verify",     "presumably", "perhaps",    "maybe",          "will",
                  "yesterday", "previously", "earlier",    "vermutlich", "wahrscheinlich", "vielleicht",
                  "confirm",   "sure",       "hopefully",  "can't",      "cannot",         "must",
                  "expect",    "sollte"})) {
        const bool firm = plain_word(s, i) == "confirm" && i > 0 && one_of(plain_word(s, i - 1), {"can", "i", "to"});
        if (!firm && !(i >= at && i < at + 4 && phrase.find(plain_word(s, i)) != std::string_view::npos)) return false;
      }
    }
    // "Nothing imports it yet", of what was made in this turn.
    const bool made = std::ranges::any_of(
        into_.state().ops, [](const Op& op) { return op.op == OpKind::create && op.result == OpResult::succeeded; });
    // "Yet" parts clauses elsewhere.
    const Segment behind{segment.begin, std::min(s.tokens.size(), segment.end + 1)};
    if (made && has_any_phrase(s, behind, {"yet", "so far", "as far as", "for now", "at the moment", "noch", "bisher"}))
      return false;
    // "An empty list from a broken search is not the same as no matches."
    if (has_any_phrase(s, segment, {"same as", "mean", "means", "proof of", "proves", "instead of", "rather than"}))
      return false;
    const auto exempt = exemption_at(s, {at, Nature::result, false});
    return exempt == Exemption::none || exempt == Exemption::negation;
  }

  [[nodiscard]] bool searched() const {
    return into_.facts().any({OpKind::search}, OpResult::succeeded) ||
           std::ranges::any_of(into_.state().ops, [](const Op& op) {
             return op.op == OpKind::run && op.result == OpResult::succeeded &&
                    (op.target.find("grep") != std::string::npos || op.target.starts_with("rg ") ||
                     op.target.find("find ") != std::string::npos);
           });
  }
  /// It speaks of one file, and some file was read.
  [[nodiscard]] bool seen_locally(const Sentence& s) const {
    const bool local = has_any_phrase(s, whole(s), {"in this file", "in the file"}) ||
                       std::ranges::any_of(s.tokens, [](const Token& t) { return t.kind == TokenKind::path; });
    return local && (searched() || into_.facts().any({OpKind::read}, OpResult::succeeded));
  }

  /// Whether the sentence is dealt with: it denies a use, rightly or not.
  bool denies_use(const Sentence& s) {
    const bool looked = searched() || into_.facts().any({OpKind::read}, OpResult::succeeded);
    for (const auto phrase : kUnused) {
      for (std::size_t i = 0; i < s.tokens.size(); ++i) {
        if (!phrase_at(s, i, phrase) || !asserted(s, i, phrase)) continue;
        if (phrase == "nothing else in" && !uses_behind(s, i)) continue;
        if (one_of(phrase, {"only place", "no references", "nothing else in"}) && looked) return true;
        const bool of_others =
            phrase.find("other") != std::string_view::npos || phrase.find("else") != std::string_view::npos;
        if (!searched() && (of_others || !seen_locally(s))) into_.add(Kind::unused, s.span, searched_why());
        return true;
      }
    }
    for (std::size_t i = 0; !searched() && i < s.tokens.size(); ++i) {
      if (!no_user(s, i) || !asserted(s, i, "no other")) continue;
      into_.add(Kind::unused, s.span, searched_why());
      return true;
    }
    for (std::size_t i = 0; !searched() && i < s.tokens.size(); ++i) {
      if (!usage_denied(s, i) || !asserted(s, i, "no not nobody nothing never nowhere")) continue;
      into_.add(Kind::unused, s.span, searched_why());
      into_.add(Kind::no_matches, s.span, searched_why());
      return true;
    }
    return false;
  }

  void denies_matches(const Sentence& s) {
    for (const auto phrase : kNothing) {
      for (std::size_t i = 0; i < s.tokens.size(); ++i) {
        if (!phrase_at(s, i, phrase) || !asserted(s, i, phrase)) continue;
        // "`go vet` found nothing": a checker, and no search.
        if (one_of(phrase, {"found nothing", "found no", "came back empty", "turned up nothing"}) &&
            names_checker(s, i))
          return;
        // "Reason given: no match": of what an edit was to replace.
        if (one_of(phrase, {"no match", "no matches"}) && !searched() &&
            into_.facts().any({OpKind::edit}, OpResult::failed))
          return;
        if (phrase == "found no" && has_any_phrase(s, {i + 2, std::min(s.tokens.size(), i + 5)},
                                                   {"errors", "issues", "problems", "failures", "bugs", "reason",
                                                    "evidence", "error", "warnings", "vulnerabilities", "differences"}))
          continue;
        if (speaks_of_existence(phrase) ? unseen(s) : !searched() && !seen_locally(s))
          into_.add(Kind::no_matches, s.span, searched_why());
        else if (!speaks_of_existence(phrase) && all_searches_found())
          into_.add(Kind::no_matches, s.span, "the search of this turn found lines that hold it");
        return;
      }
    }
  }
  /// "8 TODOs, and no FIXMEs at all", where the search for FIXME came to nothing.
  bool denies_sought(const Sentence& s) {
    for (std::size_t i = 1; i < s.tokens.size(); ++i) {
      if (!one_of(plain_word(s, i - 1), {"no", "zero", "kein", "keine", "single"})) continue;
      for (const Op& op : into_.state().ops) {
        const std::string sought = fold(op.target);
        const std::string text = fold(s.tokens[i].text);
        if (op.op != OpKind::search || op.result == OpResult::succeeded || (text != sought && text != sought + "s"))
          continue;
        if (!asserted(s, i, "no") || has_any_phrase(s, segment_of(s, i), {"number", "answer", "result", "idea"}))
          continue;
        into_.add(Kind::no_matches, s.span, searched_why());
        return true;
      }
    }
    return false;
  }

  /// Every search of the turn is known to have found something, so that none of them can be meant.
  [[nodiscard]] bool all_searches_found() const {
    const auto& ops = into_.state().ops;
    const auto is_search = [](const Op& op) { return op.op == OpKind::search; };
    return std::ranges::any_of(ops, is_search) &&
           std::ranges::all_of(ops, [&](const Op& op) { return !is_search(op) || op.found.value_or(0) > 0; });
  }

  [[nodiscard]] bool names_checker(const Sentence& s, std::size_t before) const {
    for (std::size_t i = before > 3 ? before - 3 : 0; i < before; ++i) {
      const Work work = work_of(s.tokens[i].text);
      if (std::ranges::any_of(into_.state().ops, [&](const Op& op) {
            return op.op == OpKind::run && fold(op.target).starts_with(fold(s.tokens[i].text));
          }))
        return true;
      if (work == Work::lint || work == Work::typecheck || work == Work::build || work == Work::tests ||
          one_of(plain_word(s, i), {"compiler", "checker", "scanner", "analyser", "analyzer"}))
        return true;
    }
    return false;
  }
  static bool speaks_of_existence(std::string_view phrase) {
    return one_of(phrase, {"no such file", "does not exist", "doesn't exist", "do not exist", "existiert nicht",
                           "was not found", "were not found", "gibt es nicht", "no file named"});
  }
  /// A file is named, and no attempt to open, change or search it can have shown that it is not there.
  [[nodiscard]] bool unseen(const Sentence& s) const {
    return std::ranges::any_of(s.tokens, [](const Token& t) { return t.kind == TokenKind::path; }) &&
           std::ranges::none_of(into_.state().ops, [](const Op& op) {
             return op.result == OpResult::succeeded || op.result == OpResult::failed;
           });
  }

  [[nodiscard]] std::string searched_why() const {
    for (const auto& op : into_.state().ops) {
      if (op.op == OpKind::search)
        return fmt::format("the search of this turn {}", op.result == OpResult::failed ? "failed" : "gave no result");
    }
    return "nothing was searched in this turn";
  }

  static bool uses(std::string_view w) {
    return one_of(w, {"uses",    "use",       "references", "reference", "depends", "depend",     "imports",
                      "import",  "calls",     "call",       "relies",    "rely",    "needs",      "need",
                      "reads",   "read",      "mentions",   "mention",   "touches", "touch",      "consumes",
                      "consume", "verwendet", "verwenden",  "nutzt",     "nutzen",  "importiert", "importieren"});
  }
  /// "`Foo` isn't mentioned anywhere any longer", "nobody but a.py refers to it", "I can rule out that it occurs in a
  /// second file".
  static bool usage_denied(const Sentence& s, std::size_t at) {
    const auto w = plain_word(s, at);
    const bool rules_out = one_of(w, {"rule", "ruled", "ausschließen"}) &&
                           (w == "ausschließen" || has_phrase(s, {at, std::min(s.tokens.size(), at + 3)}, "out"));
    if (!rules_out && !one_of(w, {"no",      "none",     "nobody",    "nothing", "never",  "nowhere", "not",  "isn't",
                                  "aren't",  "wasn't",   "weren't",   "doesn't", "don't",  "keine",   "kein", "nichts",
                                  "niemand", "nirgends", "nirgendwo", "nicht",   "hasn't", "haven't"}))
      return false;
    const auto segment = segment_of(s, at);
    // "`README.md` doesn't mention it any more" speaks of that file.
    if (at > 0 && names_file(s.tokens[at - 1])) return false;
    bool used = false;
    for (std::size_t i = at + 1; i < std::min(segment.end, at + 9); ++i) used = used || usage(plain_word(s, i));
    const bool wide = has_any_phrase(
        s, segment,
        {"anywhere",   "else",     "other",    "others",    "elsewhere", "nowhere",   "nobody",   "repository",
         "repo",       "project",  "codebase", "code base", "tree",      "second",    "third",    "further",
         "sonst",      "andere",   "anderen",  "anderer",   "weitere",   "weiteren",  "nirgends", "nirgendwo",
         "any longer", "any more", "anymore",  "niemand",   "another",   "workspace", "zweiten",  "zweite"});
    if (!used || !wide) return false;
    // "No other test failed", "nothing else was touched" speak of something else.
    if (has_any_phrase(s, segment,
                       {"test", "tests", "error", "errors", "change", "changes", "changed", "edit", "failed", "i", "we",
                        "touched", "me", "you"}))
      return rules_out;
    return true;
  }
  static bool usage(std::string_view w) {
    if (uses(w)) return true;
    for (const std::string_view stem : {"mention", "refer", "occur", "appear", "import", "depend", "caller", "usage",
                                        "erwähn", "verwend", "benutz", "genutzt", "aufgeruf", "vorkomm", "fundst"}) {
      if (w.starts_with(stem)) return true;
    }
    return one_of(w, {"used", "called", "calls", "match", "matches", "hit", "hits", "treffer", "consumed"});
  }
  static bool uses_behind(const Sentence& s, std::size_t at) {
    for (std::size_t i = at; i < s.tokens.size(); ++i) {
      if (uses(plain_word(s, i)) || one_of(plain_word(s, i), {"used", "referenced", "imported", "called"})) return true;
    }
    return false;
  }
  /// "no other module depends on it", "nobody else calls it", "no file imports it".
  static bool no_user(const Sentence& s, std::size_t at) {
    const auto first = plain_word(s, at);
    const auto second = plain_word(s, at + 1);
    if (one_of(first, {"nobody", "nothing", "keine", "kein"}) && one_of(second, {"else", "andere", "anderes", "sonst"}))
      return uses(plain_word(s, at + 2)) || uses(plain_word(s, at + 3));
    if (!one_of(first, {"no", "keine", "kein"})) return false;
    const bool other = one_of(second, {"other", "further", "additional", "andere", "anderes", "weitere"});
    const auto noun = plain_word(s, at + (other ? 2 : 1));
    const bool place =
        one_of(noun, {"file",      "files",   "module",  "modules",   "code",       "package", "packages", "part",
                      "parts",     "script",  "scripts", "component", "components", "class",   "classes",  "function",
                      "functions", "test",    "tests",   "place",     "places",     "one",     "caller",   "callers",
                      "datei",     "dateien", "modul",   "module",    "stelle"});
    return place && uses(plain_word(s, at + (other ? 3 : 2)));
  }

  Examination& into_;
};

}  // namespace

void examine_absence(Examination& into, const Sentence& s) { Absence(into).examine_absence(s); }

}  // namespace warrant::claims
