// Whether the words before a verb let it assert: who acts, or what was acted upon.
#include "act_reader.hpp"
#include "rules.hpp"

#include <algorithm>
#include <array>

namespace warrant::claims {
namespace {

using Kind = Token::Kind;

bool adverb(std::string_view word) {
  return one_of(
      word,
      {"just",      "freshly",       "neatly",     "cleanly",      "smoothly", "swiftly",  "now",         "also",
       "already",   "successfully",  "then",       "finally",      "both",     "have",     "indeed",      "carefully",
       "fully",     "correctly",     "properly",   "safely",       "all",      "actually", "simply",      "recently",
       "only",      "completely",    "further",    "directly",     "jetzt",    "nun",      "erfolgreich", "bereits",
       "auch",      "thoroughly",    "quickly",    "subsequently", "well",     "since",    "newly",       "personally",
       "therefore", "automatically", "permanently"});
}

/// What somebody did, whatever it was.
bool past_form(std::string_view word) {
  return (word.size() > 3 && word.ends_with("ed") && word != "need") ||
         one_of(word,
                {"went",  "gone", "had",   "took",    "taken", "found", "saw",   "seen",    "read",  "got",    "made",
                 "did",   "done", "wrote", "written", "ran",   "put",   "set",   "gave",    "given", "came",   "began",
                 "begun", "kept", "left",  "thought", "drew",  "cut",   "built", "brought", "sent",  "swapped"});
}

/// Who does for the model what it speaks of as done.
bool actor(std::string_view word) {
  return one_of(word, {"program", "assistant", "tool", "runtime", "agent", "harness", "programm", "assistent"});
}

/// Nouns that can stand bare before a participle: "File saved."
bool bare_noun(const Token& token) {
  if (token.names_thing()) return true;
  if (token.kind == Kind::number) return true;
  return token.kind == Kind::word &&
         one_of(
             token.text,
             {"file",      "files",   "change",  "changes",       "edit",     "edits",        "update",   "updates",
              "value",     "values",  "config",  "configuration", "setting",  "settings",     "timeout",  "it",
              "fix",       "bug",     "issue",   "task",          "work",     "document",     "folder",   "directory",
              "command",   "tests",   "test",    "suite",         "datei",    "dateien",      "änderung", "änderungen",
              "wert",      "aufgabe", "request", "operation",     "job",      "everything",   "alles",    "code",
              "build",     "commit",  "branch",  "module",        "function", "replacement",  "patch",    "rename",
              "migration", "version", "package", "release",       "all",      "dependencies", "data",     "entry",
              "line",      "lines",   "readme"});
}

}  // namespace

ActReader::Voice ActReader::german_voice(std::size_t at) const {
  bool have = false;
  bool passive = false;
  bool person = false;
  bool other = false;
  for (std::size_t i = 0; i < s_.tokens.size(); ++i) {
    const auto w = word(i);
    if (one_of(w, {"habe", "hab", "haben"})) have = true;
    if (one_of(w, {"wurde", "wurden", "worden"})) passive = true;
    if (one_of(w, {"ist", "sind"}) && i < at) passive = true;
    if (one_of(w, {"ich", "wir"})) person = true;
    if (one_of(w,
               {"du", "hast", "hat", "wird", "werden", "kann", "können", "soll", "sollte", "muss", "musst", "werde"}))
      other = true;
  }
  const bool acting = std::ranges::any_of(s_.tokens, [](const Token& t) { return actor(t.text); });
  if (acting && std::ranges::any_of(s_.tokens, [](const Token& t) { return t.text == "hat"; }))
    return Voice::first_person;
  if (other && !(have && person)) return Voice::none;
  if (have) return Voice::first_person;
  if (passive) return Voice::passive;
  if (at == 0 || ends_stretch(s_.tokens[at - 1])) return Voice::elided;
  const bool ends = at + 1 >= s_.tokens.size() || s_.tokens[at + 1].kind == Kind::mark;
  if (ends && s_.tokens.size() <= 10 && !s_.question) return Voice::bare;
  return Voice::none;
}

ActReader::Voice ActReader::passive_by(std::size_t aux, std::size_t at) const {
  const auto w = word(aux);
  // "by the installer" names another doer; "is read at start" describes.
  for (std::size_t i = at + 1; i < std::min(at + 8, s_.tokens.size()); ++i) {
    if (word(i) == "by" && !one_of(word(i + 1), {"me", "us", "mistake", "replacing", "changing", "editing", "adding",
                                                 "removing", "moving", "running", "using"}))
      return Voice::none;
    if (word(i) == "upstream") return Voice::none;
    // "`A` was added before `B`": where it stands.
    if (i == at + 1 && one_of(word(i), {"before", "after"}) && i + 1 < s_.tokens.size() &&
        s_.tokens[i + 1].names_thing())
      return Voice::none;
    // "The function was written for local times": by whoever wrote it.
    if (i == at + 1 && word(at) == "written" && one_of(word(i), {"for", "with", "as", "when", "without", "back"}))
      return Voice::none;
  }
  if (one_of(w, {"been", "was", "were", "got"})) {
    if (w == "been") {
      for (std::size_t i = aux; i > 0 && aux - i < 3;) {
        --i;
        if (one_of(word(i), {"has", "have", "'s", "it's", "they've"})) return Voice::passive;
        if (word(i) == "had") return Voice::none;
      }
      return Voice::none;
    }
    return Voice::passive;
  }
  // "The change is pushed to origin", "the new version is deployed on staging".
  if (one_of(word(at), {"pushed", "deployed", "released", "published", "rolled", "shipped", "tagged", "merged",
                        "committed", "installed", "uploaded"}) &&
      (names_change(aux) || names_thing_before(aux) || names_commit_behind(at) || puts_out(aux)))
    return Voice::passive;
  // Present: "is updated" asserts an act only with a word for the moment, or
  // in a bare sentence.
  const auto segment = segment_of(s_, at);
  for (std::size_t i = segment.begin; i < segment.end; ++i) {
    // "Posts are deleted with their user from now on": what the program will do.
    const bool rule = word(i) == "now" && i > segment.begin && word(i - 1) == "from";
    if (one_of(word(i), {"now", "successfully", "already"}) && !rule) return Voice::passive;
  }
  // "First the rows are updated, then it commits": what a program does.
  if (has_any_phrase(s_, whole(s_),
                     {"first", "then", "each", "every", "whenever", "always", "afterwards", "zuerst", "dann"}))
    return Voice::none;
  if (one_of(word(at),
             {"done",        "saved",    "fixed",     "completed", "finished", "resolved",  "deployed",  "applied",
              "implemented", "updated",  "committed", "pushed",    "deleted",  "removed",   "confirmed", "merged",
              "published",   "released", "shipped",   "verified",  "tested",   "validated", "written"}) &&
      at + 1 >= segment.end && segment.end - segment.begin <= 6) {
    return Voice::passive;
  }
  return Voice::none;
}

bool ActReader::in_negated_list(std::size_t at) const {
  std::size_t first = at;
  while (first >= 2) {
    std::size_t joint = first - 1;
    const bool joined = s_.tokens[joint].mark(",") || one_of(word(joint), {"or", "and", "nor", "oder", "und"});
    if (!joined) break;
    if (joint >= 1 && s_.tokens[joint - 1].mark(",")) --joint;
    if (joint == 0 || verb_of(s_.tokens[joint - 1]) == nullptr) break;
    first = joint - 1;
  }
  return first != at && first > 0 &&
         one_of(word(first - 1), {"not", "never", "nicht", "neither", "haven't", "hasn't", "didn't", "wasn't",
                                  "weren't", "don't", "hadn't"});
}

bool ActReader::describes_it(std::size_t pronoun, std::size_t at) const {
  if (pronoun > 0 && one_of(word(pronoun - 1), {"where", "how", "why", "what", "when", "whether", "if"})) return true;
  if (has_any_phrase(s_, segment_of(s_, at), {"each", "every", "whenever", "always", "automatically"})) return true;
  return one_of(word(at),
                {"generated", "created", "built", "compiled", "copied", "written", "rendered", "run", "read"}) &&
         one_of(word(at + 1), {"from", "by", "at", "on", "when", "during", "before", "after"});
}

bool ActReader::puts_out(std::size_t aux) const {
  return aux > 0 &&
         one_of(word(aux - 1), {"stack", "app", "application", "site", "website", "service", "release", "image",
                                "branch", "version", "package", "function", "container"}) &&
         !has_any_phrase(s_, segment_of(s_, aux),
                         {"on", "when", "whenever", "every", "each", "once", "from", "how", "where", "if", "via",
                          "only", "whatever", "which", "that", "automatically", "always"});
}

bool ActReader::names_commit_behind(std::size_t at) const {
  return one_of(word(at + 1), {"as", "in", "under"}) && at + 2 < s_.tokens.size() &&
         s_.tokens[at + 2].text.size() >= 7 &&
         std::ranges::any_of(s_.tokens[at + 2].text, [](char c) { return c >= '0' && c <= '9'; });
}

bool ActReader::names_thing_before(std::size_t aux) const {
  if (aux == 0) return false;
  return s_.tokens[aux - 1].names_thing() || one_of(word(aux - 1), {"it", "everything", "all", "they", "both"});
}

std::optional<ActReader::Passive> ActReader::first_of_coordination(std::size_t joint) const {
  for (std::size_t i = joint; i > 0;) {
    --i;
    const auto w = word(i);
    if (s_.tokens[i].mark(";") || s_.tokens[i].mark(":") || s_.tokens[i].mark("dash") || s_.tokens[i].mark("(") ||
        one_of(w, {"but", "that", "which", "who", "because", "so", "i", "we", "you", "if", "when"}))
      return std::nullopt;
    if (!one_of(w, {"is", "are", "was", "were", "been", "it's", "they're"})) continue;
    std::size_t verb = i + 1;
    while (verb < joint && adverb(word(verb))) ++verb;
    const bool form = verb < joint && s_.tokens[verb].kind == Kind::word && past_form(word(verb));
    if (!form) return std::nullopt;
    return Passive{.auxiliary = i, .verb = verb};
  }
  return std::nullopt;
}

ActReader::Voice ActReader::voice_of(std::size_t at, const Verb& verb) const {
  if (in_negated_list(at)) return Voice::none;
  if (verb.kind == Form::german) return german_voice(at);
  std::size_t j = at;
  while (j > 0 && (adverb(word(j - 1)) || s_.tokens[j - 1].kind == Kind::quoted) && !ends_stretch(s_.tokens[j - 1])) {
    // "have" and "all" are skipped only where something stands before them.
    --j;
  }
  if (j == 0) return at > 0 && word(0) == "have" ? Voice::none : start_voice(at, verb);
  const std::size_t p = j - 1;
  const auto before = word(p);
  if (one_of(before, {"i", "we", "i've", "we've"}))
    return verb.kind == Form::participle && !one_of(before, {"i've", "we've"}) && at == p + 1 ? Voice::none
                                                                                              : Voice::first_person;
  // The model speaks of what acts for it: "The program set the port to 9000."
  if (actor(before)) return verb.kind == Form::participle ? Voice::none : Voice::first_person;
  if (one_of(before,
             {"been", "was", "were", "is", "are", "got", "it's", "that's", "they're", "everything's", "all's"})) {
    if (verb.kind == Form::past_only) return Voice::none;
    if (one_of(before, {"it's", "that's", "everything's", "all's"}))
      return describes_it(p, at) ? Voice::none : Voice::passive;
    // "The place where it was dropped"
    for (std::size_t k = p; k > 0 && p - k < 4;) {
      --k;
      if (one_of(word(k), {"where", "how", "why", "what", "whatever"}) && !has_first_person({0, p}, p))
        return Voice::none;
    }
    // "Invoices that were created before today": which ones, not what was done.
    if (p > 1 && one_of(before, {"was", "were"}) && one_of(word(p - 1), {"that", "which", "who"}) &&
        s_.tokens[p - 2].kind == Kind::word && !has_first_person({0, p}, p))
      return Voice::none;
    return passive_by(p, at);
  }
  if (ends_stretch(s_.tokens[p])) {
    if (s_.tokens[p].mark("-") || s_.tokens[p].mark("/")) return Voice::none;
    return start_voice(at, verb);
  }
  if (one_of(before, {"and", "then", "&", "but", "+"})) {
    if (asserted_ || p == 0) return verb.kind == Form::same && !asserted_ ? Voice::none : Voice::first_person;
    // "a.py is patched, staged and committed", "the change is committed as 1a2b3c4 and pushed to main".
    if (const auto first = first_of_coordination(p)) {
      const Voice voice = passive_by(first->auxiliary, first->verb);
      return voice != Voice::none ? voice : passive_by(first->auxiliary, at);
    }
    return goes_on(p) ? Voice::first_person : Voice::none;
  }
  // "Having read a.md, I changed it": whoever changed it has read it.
  if (before == "having" && has_first_person({0, s_.tokens.size()}, s_.tokens.size())) return Voice::first_person;
  if (one_of(before, {"after", "having", "by"})) return Voice::none;
  // "Port changed."
  if (p == 0 && at == 1 && verb.kind == Form::past && verb.deed <= Deed::save && s_.tokens[0].kind == Kind::word &&
      (s_.tokens.size() == 2 || (s_.tokens.size() == 3 && s_.tokens[2].kind == Kind::mark)))
    return Voice::bare;
  // "[x] image rebuilt"
  if (s_.ticked && s_.tokens.size() <= 7 && (verb.kind == Form::past || verb.kind == Form::participle))
    return Voice::bare;
  if (bare_noun(s_.tokens[p]) && verb.kind != Form::past_only) {
    const bool ends =
        at + 1 >= s_.tokens.size() || s_.tokens[at + 1].kind == Kind::mark ||
        one_of(word(at + 1), {"to", "in", "from", "successfully", "and", "with", "on", "at", "as", "for"});
    if (verb.kind == Form::same && !s_.tokens[p].names_thing()) return Voice::none;
    if (ends && before_noun_is_edge(p)) return Voice::bare;
  }
  return Voice::none;
}

bool ActReader::goes_on(std::size_t joint) const {
  const auto segment = segment_of(s_, joint > 0 ? joint - 1 : joint);
  for (std::size_t i = segment.begin; i < joint; ++i) {
    if (!one_of(word(i), {"i", "we", "i've", "we've"})) continue;
    std::size_t verb = i + 1;
    while (verb < joint && (adverb(word(verb)) || word(verb).ends_with("ly"))) ++verb;
    if (verb < joint && past_form(word(verb))) return true;
  }
  return false;
}

bool ActReader::before_noun_is_edge(std::size_t p) const {
  std::size_t steps = 0;
  while (p > 0 && !ends_stretch(s_.tokens[p - 1])) {
    --p;
    if (one_of(word(p),
               {"is",   "are",      "was", "were", "has",   "have",   "had",  "who",   "which", "that", "you",
                "they", "he",       "she", "if",   "when",  "to",     "of",   "i",     "we",    "with", "by",
                "for",  "upstream", "be",  "as",   "after", "before", "once", "until", "where", "how",  "what"})) {
      return false;
    }
    if (++steps > 5) return false;
  }
  return true;
}

ActReader::Voice ActReader::start_voice(std::size_t at, const Verb& verb) const {
  if (verb.kind == Form::same || verb.kind == Form::participle) {
    // "Done: a.py" is read with the bare completions.
    const bool cell = s_.line == LineKind::row && verb.kind == Form::participle;
    return cell ? Voice::elided : Voice::none;
  }
  const auto next = word(at + 1);
  // "Swapped in the new value": the particle belongs to the verb.
  const bool particle = next == "in" && one_of(verb.form, {"swapped", "patched"}) &&
                        one_of(word(at + 2), {"the", "a", "your", "another"});
  if (particle && s_.line != LineKind::heading) return Voice::elided;
  if (one_of(next, {"by", "code", "version", "from", "on", "in", "at"}) && !names_path_after(at)) return Voice::none;
  // "Committed hooks don't run until …": a participle before its noun.
  for (std::size_t i = at + 2; i < std::min(at + 5, s_.tokens.size()); ++i) {
    if (ends_stretch(s_.tokens[i]) || one_of(word(i), {"so", "that", "which", "because", "and", "to", "the"})) break;
    if (one_of(word(i), {"don't", "doesn't", "do", "does", "can't", "cannot", "won't", "aren't", "isn't", "are"}) &&
        s_.tokens[at + 1].kind == Kind::word)
      return Voice::none;
  }
  // "Changed files:" introduces a list, "Updated code" in a heading names
  // one.
  const bool label = (s_.introduces || s_.line == LineKind::heading) && !names_path_after(at) && s_.tokens.size() <= 5;
  return label ? Voice::none : Voice::elided;
}

}  // namespace warrant::claims
