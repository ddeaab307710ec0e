#include "acknowledge_harmless.hpp"

#include "acknowledge_words.hpp"

#include <algorithm>

namespace warrant::claims {
namespace {

using Kind = Token::Kind;

/// "Not one of the tests failed", "without a single error": a quantity of trouble, and it is none.
bool none_of_trouble(const Sentence& s, std::size_t i, Segment within) {
  const auto text = [&](std::size_t k) {
    return k < within.end ? std::string_view(s.tokens[k].text) : std::string_view{};
  };
  const auto quantity = [&](std::size_t k) { return counts_none(s, k, within); };
  const auto trouble = [&](std::size_t k) {
    const auto w = text(k);
    return denies_trouble(w) ||
           one_of(w, {"red", "rot", "off", "broken", "crash", "crashed", "complained", "complain", "trip", "tripped",
                      "flunked", "missing", "wrong", "odd", "rejected"}) ||
           w.starts_with("fail") || w.starts_with("fehl") || w.starts_with("error") || w.starts_with("scheiter") ||
           w.starts_with("gescheiter") || w.starts_with("complain") || w.starts_with("object");
  };
  const auto person = [&](std::size_t k) { return one_of(text(k), {"i", "we", "ich", "wir", "so", "because"}); };
  if (quantity(i)) {
    for (std::size_t k = i + 1; k < std::min(within.end, i + 8) && !person(k); ++k) {
      if (trouble(k) && !one_of(text(k), {"other", "else", "need", "only", "just", "action", "manual", "mehr"}))
        return true;
    }
  }
  if (trouble(i)) {
    for (std::size_t k = i; k > within.begin && i - k < 7;) {
      --k;
      if (person(k)) break;
      if (quantity(k)) return true;
    }
  }
  return false;
}

/// It speaks of what stands beside, of an earlier time, or of the answer itself.
bool speaks_of_else(const Sentence& s, std::size_t i, Segment within) {
  const auto text = [&](std::size_t k) {
    return k < within.end ? std::string_view(s.tokens[k].text) : std::string_view{};
  };
  const auto word = text(i);
  // "My edit keeps the rest of the file intact", "everything else is unchanged": speaks of something else.
  for (std::size_t k = i > within.begin + 7 ? i - 7 : within.begin; k < i; ++k) {
    if (one_of(text(k), {"rest", "else", "other", "others", "otherwise"}) &&
        !denier(text(k - (k > within.begin ? 1 : 0))) &&
        (word.starts_with("un") || one_of(word, {"intact", "alone", "stays", "remains"})))
      return true;
  }
  // "The folder wasn't there before."
  if (one_of(word, {"wasn't", "didn't", "not", "weren't", "hadn't"}) || word == "no") {
    for (std::size_t k = i + 1; k < std::min(within.end, i + 6); ++k) {
      const auto previous = text(k - 1);
      if (one_of(text(k), {"before", "previously", "originally", "initially"}) &&
          !one_of(previous, {"as", "than", "like", "from"}) &&
          (k + 1 >= within.end || s.tokens[k + 1].kind == Kind::mark))
        return true;
    }
  }
  // "A copy of it is kept in old.md."
  if (word == "kept" &&
      (has_any_phrase(s, within, {"copy", "backup", "kopie", "duplicate"}) ||
       (one_of(text(i + 1), {"in", "at", "under"}) && i + 2 < within.end && s.tokens[i + 2].kind == Kind::path)))
    return true;
  // "Sorry for the delay."
  if (one_of(word, {"sorry", "apologies"}) && one_of(text(i + 1), {"for", "about"}) &&
      has_any_phrase(s, within, {"delay", "wait", "confusion", "noise", "length", "long", "typo", "late", "detour"}))
    return true;
  return false;
}

/// "No edit was necessary", "I could not find a third place": nothing was amiss.
bool excuses(const Sentence& s, std::size_t i, Segment within) {
  const auto text = [&](std::size_t k) {
    return k < within.end ? std::string_view(s.tokens[k].text) : std::string_view{};
  };
  const auto word = text(i);
  // "No edit was necessary", "there was nothing to delete": there was, and it did not come about.
  if ((word == "no" || word == "nothing") &&
      (has_any_phrase(s, {i, std::min(within.end, i + 5)},
                      {"necessary", "needed", "required", "nothing to do", "nothing to change", "nothing to delete",
                       "nothing to fix", "nothing to remove", "nothing to update", "nothing to rename"})))
    return true;
  // "The type checker found nothing."
  if (word == "nothing" && i > within.begin &&
      one_of(s.tokens[i - 1].text, {"found", "reports", "reported", "has", "had", "sees"}) &&
      has_any_phrase(s, within,
                     {"checker", "linter", "lint", "compiler", "scanner", "analyser", "analyzer", "tsc", "eslint",
                      "ruff", "mypy", "clippy", "stylelint", "flake8"}))
    return true;
  // "I could not find a third place": there is no more to do.
  if (one_of(word, {"not", "couldn't", "didn't", "no", "can't", "cannot"}) &&
      has_any_phrase(s, {i, std::min(within.end, i + 7)},
                     {"third", "fourth", "another", "other", "others", "further", "more", "second", "additional"}) &&
      has_any_phrase(s, {i, std::min(within.end, i + 4)}, {"find", "found", "see", "spot", "come", "notice"}))
    return true;
  return false;
}

/// "No errors", "no easy_install", "no longer": what is denied is trouble, or stands in a file.
bool denies_no_deed(const Sentence& s, std::size_t i, Segment within) {
  const auto text = [&](std::size_t k) {
    return k < within.end ? std::string_view(s.tokens[k].text) : std::string_view{};
  };
  const auto word = text(i);
  // "There is no old.txt any more."
  if (word == "no" && i + 1 < within.end && s.tokens[i + 1].kind == Kind::path) return true;
  // "No easy_install" says what is not in a file; "no change was made" what was not done.
  const auto copula = [&](std::size_t k) { return one_of(text(k), {"was", "were", "has", "have", "could", "came"}); };
  // "No new file": what is denied stands behind the adjective.
  if (word == "no" && text(i + 1) == "new" && denies_doing(text(i + 2))) return false;
  if (word == "no" && !copula(i + 2) && !copula(i + 3) && i + 1 < within.end && s.tokens[i + 1].kind == Kind::word &&
      !denies_doing(text(i + 1)))
    return true;
  // "Without worrying" denies no deed; "without success", "without an answer" do.
  if (one_of(word, {"without", "ohne"}) && !denies_doing(text(i + 1)) && !denies_doing(text(i + 2)) &&
      !one_of(text(i + 1), {"it", "that", "them", "your", "dein", "deine", "erfolg", "ergebnis", "effekt"}))
    return true;
  if (denier(word) && (denies_trouble(text(i + 1)) || (denies_trouble(text(i + 2)) && text(i + 1) != "be")))
    return true;
  if (denies_trouble(word) && i > within.begin) {
    for (std::size_t k = i; k > within.begin && i - k < 3;) {
      --k;
      if (denier(s.tokens[k].text)) return true;
    }
  }
  return false;
}

/// "Only the host line differs now": a change, and no refusal of one.
bool differs_now(const Sentence& s, std::size_t i, Segment within) {
  return s.tokens[i].text.starts_with("differ") && i + 1 < within.end && one_of(s.tokens[i + 1].text, {"now", "jetzt"});
}

/// "The endpoint rejects empty names", "it logs the exception": what a program does, not how the turn went.
bool describes_behaviour(const Sentence& s, std::size_t i, Segment within) {
  const auto text = [&](std::size_t k) {
    return k < within.end ? std::string_view(s.tokens[k].text) : std::string_view{};
  };
  const auto word = text(i);
  const bool does =
      one_of(word, {"rejects", "refuses", "blocks", "aborts", "protects", "prevents", "denies", "cancels", "restricts",
                    "interrupts", "forbids", "declines", "disallows", "inhibits", "locks", "stops"});
  // "Empty names are blocked in the form", "requests are refused with a 400".
  const bool done_to = one_of(word, {"rejected", "refused", "blocked", "aborted", "denied", "cancelled", "canceled",
                                     "interrupted", "dropped", "discarded", "skipped", "locked"});
  const bool present = i > within.begin && one_of(s.tokens[i - 1].text, {"is", "are", "get", "gets", "be", "being"});
  if (done_to && present && i > within.begin + 1) {
    const auto& subject = s.tokens[i - 2];
    const bool of_turn =
        subject.kind != Kind::word || acts_in_turn(subject.text) ||
        one_of(subject.text, {"this",     "that",    "there",   "access", "file",      "files",    "folder",
                              "editing",  "writing", "changes", "edits",  "deletions", "commands", "writes",
                              "deletion", "reading", "which",   "will",   "would",     "path",     "directory"});
    if (!of_turn && subject.text.ends_with("s")) return true;
  }
  if (does) {
    std::size_t subject = i;
    while (subject > within.begin &&
           one_of(s.tokens[subject - 1].text,
                  {"now", "always", "also", "then", "no", "longer", "correctly", "properly", "simply", "just"}))
      --subject;
    if (subject == within.begin) return false;
    const auto& before = s.tokens[subject - 1];
    if (before.kind == Kind::code || before.kind == Kind::path)
      return before.text.find('(') != std::string::npos || before.text.find('/') != std::string::npos ||
             has_any_phrase(s, within, {"now"});
    return before.kind == Kind::word && !acts_in_turn(before.text);
  }
  if (word.starts_with("exception") || one_of(word, {"error", "errors", "traceback", "failure", "failures"})) {
    for (std::size_t k = i > within.begin + 3 ? i - 3 : within.begin; k < i; ++k) {
      if (one_of(text(k), {"logs",    "log",      "logged",   "catches", "catch",  "handles",  "handle",
                           "swallow", "swallows", "hides",    "hiding",  "shows",  "displays", "prints",
                           "raise",   "wraps",    "rethrows", "ignores", "ignore", "reports"})) {
        // "The linter reports errors."
        return !(k > within.begin && acts_in_turn(s.tokens[k - 1].text) && s.tokens[k - 1].text != "it");
      }
    }
    if (word.starts_with("exception") &&
        one_of(text(i + 1), {"in", "from", "get", "are", "handler", "handling", "class", "type"}) &&
        word.ends_with("s"))
      return true;
    return one_of(text(i + 1), {"message", "messages", "handling", "handler", "page", "pages", "text", "log", "type",
                                "types", "class", "classes", "banner", "dialog", "codes"});
  }
  return false;
}

}  // namespace

bool counts_none(const Sentence& s, std::size_t k, Segment within) {
  const auto text = [&](std::size_t i) {
    return i < within.end ? std::string_view(s.tokens[i].text) : std::string_view{};
  };
  if (one_of(text(k), {"no", "none", "zero", "nothing", "nobody", "neither", "without", "kein", "keine", "keiner",
                       "keines", "nichts", "ohne", "0", "nil"}))
    return true;
  return one_of(text(k), {"not", "nicht"}) && one_of(text(k + 1), {"one", "a", "any", "even", "ein", "eine"}) &&
         !one_of(text(k + 2), {"way", "chance", "success", "finished", "clean", "full"});
}

bool harmless(const Sentence& s, std::size_t i, Segment within) {
  // "It warns instead of failing."
  if (i > within.begin + 1 && s.tokens[i - 1].text == "of" && s.tokens[i - 2].text == "instead") return true;
  // "Traffic on 8443 is no longer blocked."
  if (i > within.begin + 1 && s.tokens[i - 1].text == "longer" && s.tokens[i - 2].text == "no") return true;
  if (describes_behaviour(s, i, within)) return true;
  // "`make dist` leaves the mirror alone": what a program does.
  if (s.tokens[i].text == "alone" && i > within.begin &&
      has_any_phrase(s, {i > within.begin + 5 ? i - 5 : within.begin, i}, {"leaves", "lets"}))
    return true;
  // "One alarm for errors and one for throttles"
  if (one_of(s.tokens[i].text, {"error", "errors", "failure", "failures"}) && i > within.begin &&
      one_of(s.tokens[i - 1].text, {"for", "upon"}))
    return true;
  // "Es läuft nichts mehr."
  if (s.tokens[i].text == "nichts" && i + 1 < within.end && s.tokens[i + 1].text == "mehr" && i > within.begin &&
      one_of(s.tokens[i - 1].text, {"läuft", "gibt", "steht", "bleibt", "hängt", "ist"}))
    return true;
  // "It used to return None": a value.
  if (one_of(s.tokens[i].text, {"none", "nothing", "undefined"}) && i > within.begin &&
      one_of(s.tokens[i - 1].text, {"return", "returns", "returned", "returning", "yields", "yield", "be"}))
    return true;
  // "It doesn't swallow it any more" tells a change.
  if (s.tokens[i].text.ends_with("n't") &&
      has_any_phrase(s, {i, std::min(within.end, i + 10)}, {"any more", "anymore", "any longer"}))
    return true;
  if (one_of(s.tokens[i].text, {"nicht", "not", "kein", "keine"}) &&
      has_any_phrase(s, {i, std::min(within.end, i + 8)}, {"any more", "anymore", "any longer"}))
    return true;
  // "500 pass before it starts to complain": how a program behaves.
  if (s.tokens[i].text == "complain" && i > within.begin && s.tokens[i - 1].text == "to") return true;
  if (speaks_of_else(s, i, within) || differs_now(s, i, within)) return true;
  const auto text = [&](std::size_t k) {
    return k < within.end ? std::string_view(s.tokens[k].text) : std::string_view{};
  };
  const auto word = text(i);
  // "Nothing should surprise you."
  if (s.tokens[i].text == "nothing" &&
      has_any_phrase(s, {i, std::min(within.end, i + 6)},
                     {"surprise", "surprises", "worry", "stand in", "to worry", "stop you", "stops you", "holds you"}))
    return true;
  // "It is not the case that it failed", "nothing went wrong".
  if (has_phrase(s, within, "not the case that") || has_phrase(s, within, "nothing went wrong") ||
      has_phrase(s, within, "did not fail") || has_phrase(s, within, "didn't fail") ||
      has_phrase(s, within, "not true that"))
    return true;
  if (none_of_trouble(s, i, within)) return true;
  if (excuses(s, i, within) || denies_no_deed(s, i, within)) return true;
  // "you don't have to do anything", "there is nothing left to do", "don't worry"
  if (one_of(word, {"don't", "needn't"}) && one_of(text(i + 1), {"have", "need", "worry", "hesitate", "forget"}))
    return true;
  if (word == "nothing" && one_of(text(i + 1), {"left", "more", "remains", "remaining"})) return true;
  if (one_of(word, {"remains", "remaining", "remain"}) && i > within.begin && s.tokens[i - 1].text == "nothing")
    return true;
  if (word == "not" && one_of(text(i + 1), {"to", "only", "just"})) return true;
  if (word == "still" && one_of(text(i + 1), {"pass", "passes", "passing", "green", "works", "builds", "compiles"}))
    return true;
  return false;
}

}  // namespace warrant::claims
