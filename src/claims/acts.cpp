#include "acts.hpp"

#include "rules.hpp"
#include "verbs.hpp"

#include <algorithm>
#include <array>

namespace warrant::claims {
namespace {

using Kind = Token::Kind;

bool adverb(std::string_view word) {
  return one_of(
      word,
      {"just",     "now",         "also",       "already",   "successfully",  "then",       "finally",      "both",
       "have",     "indeed",      "carefully",  "fully",     "correctly",     "properly",   "safely",       "all",
       "actually", "simply",      "recently",   "only",      "completely",    "further",    "directly",     "jetzt",
       "nun",      "erfolgreich", "bereits",    "auch",      "thoroughly",    "quickly",    "subsequently", "well",
       "since",    "newly",       "personally", "therefore", "automatically", "permanently"});
}

bool ends_stretch(const Token& token) {
  return token.kind == Kind::mark &&
         one_of(token.text, {",", ";", ":", "(", ")", "dash", "arrow", "|", "tick", "[", "]", "/", "-"});
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

class Reader {
 public:
  Reader(const Sentence& sentence, std::size_t index, std::vector<Act>& into)
      : s_(sentence), index_(index), into_(into) {}

  void read() {
    for (std::size_t i = 0; on(Rule::act_verbs) && i < s_.tokens.size(); ++i) {
      if (const Verb* verb = verb_of(s_.tokens[i])) consider(i, *verb);
    }
    if (!asserted_ && on(Rule::act_listed)) read_listed();
    if (on(Rule::act_now)) read_now();
    if (on(Rule::act_managed)) read_managed();
    if (on(Rule::act_gone)) read_gone();
    if (on(Rule::act_idioms)) read_idioms();
    read_new();
    read_means();
    if (on(Rule::act_done)) read_done();
  }

 private:
  [[nodiscard]] std::string_view word(std::size_t i) const {
    return i < s_.tokens.size() ? std::string_view(s_.tokens[i].text) : std::string_view{};
  }

  /// How the words before the verb let it assert.
  enum class Voice : std::uint8_t { none, first_person, elided, passive, bare };

  [[nodiscard]] bool has_first_person(Segment segment, std::size_t at) const {
    for (std::size_t i = segment.begin; i < at; ++i) {
      if (one_of(word(i), {"i", "we", "i've", "we've", "ich", "wir"})) return true;
    }
    return false;
  }

  [[nodiscard]] Voice german_voice(std::size_t at) const {
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

  [[nodiscard]] Voice passive_by(std::size_t aux, std::size_t at) const {
    const auto w = word(aux);
    // "by the installer" names another doer; "is read at start" describes.
    for (std::size_t i = at + 1; i < std::min(at + 8, s_.tokens.size()); ++i) {
      if (word(i) == "by" && !one_of(word(i + 1), {"me", "us", "mistake", "replacing", "changing", "editing", "adding",
                                                   "removing", "moving", "running", "using"}))
        return Voice::none;
      if (word(i) == "upstream") return Voice::none;
    }
    if (one_of(w, {"been", "was", "were", "got"})) {
      if (w == "been") {
        for (std::size_t i = aux; i-- > 0 && aux - i < 4;) {
          if (one_of(word(i), {"has", "have", "'s", "it's", "they've"})) return Voice::passive;
          if (word(i) == "had") return Voice::none;
        }
        return Voice::none;
      }
      return Voice::passive;
    }
    // "The change is pushed to origin", "the new version is deployed on staging".
    if (one_of(word(at),
               {"pushed", "deployed", "released", "published", "merged", "committed", "installed", "uploaded"}) &&
        names_change(aux))
      return Voice::passive;
    // Present: "is updated" asserts an act only with a word for the moment, or
    // in a bare sentence.
    const auto segment = segment_of(s_, at);
    for (std::size_t i = segment.begin; i < segment.end; ++i) {
      if (one_of(word(i), {"now", "successfully", "already"})) return Voice::passive;
    }
    if (one_of(word(at),
               {"done",        "saved",    "fixed",     "completed", "finished", "resolved",  "deployed",  "applied",
                "implemented", "updated",  "committed", "pushed",    "deleted",  "removed",   "confirmed", "merged",
                "published",   "released", "shipped",   "verified",  "tested",   "validated", "written"}) &&
        at + 1 >= segment.end && segment.end - segment.begin <= 6) {
      return Voice::passive;
    }
    return Voice::none;
  }

  /// "was not run, tested or read": the "not" holds for all of the list.
  [[nodiscard]] bool in_negated_list(std::size_t at) const {
    std::size_t first = at;
    while (first >= 2) {
      std::size_t joint = first - 1;
      const bool joined = s_.tokens[joint].mark(",") || one_of(word(joint), {"or", "and", "nor", "oder", "und"});
      if (!joined) break;
      if (joint >= 1 && s_.tokens[joint - 1].mark(",")) --joint;
      if (joint == 0 || verb_of(s_.tokens[joint - 1]) == nullptr) break;
      first = joint - 1;
    }
    return first != at && first > 0 && one_of(word(first - 1), {"not", "never", "nicht", "neither"});
  }

  [[nodiscard]] Voice voice_of(std::size_t at, const Verb& verb) const {
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
      if (one_of(before, {"it's", "that's", "everything's", "all's"})) return Voice::passive;
      return passive_by(p, at);
    }
    if (ends_stretch(s_.tokens[p])) {
      if (s_.tokens[p].mark("-") || s_.tokens[p].mark("/")) return Voice::none;
      return start_voice(at, verb);
    }
    if (one_of(before, {"and", "then", "&", "but", "+"})) {
      if (asserted_ || p == 0) return verb.kind == Form::same && !asserted_ ? Voice::none : Voice::first_person;
      // "The image was built and pushed": the auxiliary covers both.
      for (std::size_t i = p; i-- > 0 && p - i < 5 && !ends_stretch(s_.tokens[i]);) {
        if (one_of(word(i), {"was", "were", "been"}) && p > 0 &&
            (word(p - 1).ends_with("t") || word(p - 1).ends_with("ed")))
          return passive_by(i, at);
      }
      // "I went ahead and changed it": the act before is none of the table's.
      const auto segment = segment_of(s_, p > 0 ? p - 1 : p);
      const bool goes_on = std::ranges::any_of(
          s_.tokens.begin() + static_cast<std::ptrdiff_t>(segment.begin),
          s_.tokens.begin() + static_cast<std::ptrdiff_t>(p),
          [](const Token& t) { return one_of(t.text, {"went", "gone", "took", "stepped", "looked", "logged"}); });
      return goes_on && has_first_person(segment, p) ? Voice::first_person : Voice::none;
    }
    // "Having read a.md, I changed it": whoever changed it has read it.
    if (before == "having" && has_first_person({0, s_.tokens.size()}, s_.tokens.size())) return Voice::first_person;
    if (one_of(before, {"after", "having", "by"})) return Voice::none;
    // "Port changed."
    if (p == 0 && at == 1 && verb.kind == Form::past && verb.deed <= Deed::save && s_.tokens[0].kind == Kind::word &&
        (s_.tokens.size() == 2 || (s_.tokens.size() == 3 && s_.tokens[2].kind == Kind::mark)))
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

  /// Before a bare noun stand at most a few words and no verb: "All changes
  /// saved".
  [[nodiscard]] bool before_noun_is_edge(std::size_t p) const {
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

  [[nodiscard]] Voice start_voice(std::size_t at, const Verb& verb) const {
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
    const bool label =
        (s_.introduces || s_.line == LineKind::heading) && !names_path_after(at) && s_.tokens.size() <= 5;
    return label ? Voice::none : Voice::elided;
  }

  [[nodiscard]] bool names_path_after(std::size_t at) const {
    for (std::size_t i = at + 1; i < s_.tokens.size(); ++i) {
      if (s_.tokens[i].names_thing()) return true;
    }
    return false;
  }

  void consider(std::size_t at, const Verb& verb) {
    const Voice voice = voice_of(at, verb);
    if (voice == Voice::none) return;
    const bool person = voice == Voice::first_person || voice == Voice::elided;
    const auto exempt = exemption_at(s_, {at, Nature::act, person});
    if (exempt != Exemption::none) return;
    const bool backwards = voice == Voice::passive || voice == Voice::bare || verb.kind == Form::german;
    const bool assures = one_of(verb.form, {"checked", "ensured", "made"}) &&
                         (word(at + 1) == "that" || (word(at + 1) == "sure" && verb.form == "made"));
    const Deed deed = hands_over(at, backwards)                           ? Deed::release
                      : assures                                           ? Deed::verify
                      : verb.deed == Deed::read && through_everything(at) ? Deed::search
                                                                          : verb.deed;
    add(at, deed, verb.strict, backwards, verb.kind == Form::german);
    asserted_ = true;
  }

  /// "I looked through the whole code base"
  [[nodiscard]] bool through_everything(std::size_t at) const {
    bool whole = false;
    bool base = false;
    for (std::size_t i = at + 1; i < segment_of(s_, at).end; ++i) {
      whole = whole || one_of(word(i), {"whole", "entire", "all", "full", "every", "gesamte", "ganze"});
      base = base || one_of(word(i), {"codebase", "base", "repository", "repo", "project", "tree", "projekt"});
    }
    return whole && base;
  }

  /// Whatever the verb: a pull request, an issue or a ticket leaves the
  /// workspace.
  [[nodiscard]] bool hands_over(std::size_t at, bool backwards) const {
    const auto segment = segment_of(s_, at);
    const std::size_t begin = backwards ? segment.begin : at + 1;
    const std::size_t end = std::min(backwards ? at : at + 5, segment.end);
    for (std::size_t i = begin; i < end; ++i) {
      if (word(i) == "request" && i > 0 && one_of(word(i - 1), {"pull", "merge"})) return true;
      if (one_of(word(i), {"pr", "mr", "ticket", "e-mail", "email"}) &&
          one_of(s_.tokens[at].text,
                 {"opened", "created", "raised", "submitted", "filed", "made", "updated", "erstellt"}))
        return true;
    }
    return false;
  }

  struct Objects {
    std::vector<Token> direct;
    std::vector<Token> located;
  };

  void collect(std::size_t begin, std::size_t end, Deed deed, Objects& into) const {
    enum class Place : std::uint8_t { direct, located, skip } place = Place::direct;
    for (std::size_t i = begin; i < end; ++i) {
      const auto& t = s_.tokens[i];
      if (t.kind == Kind::word) {
        const auto w = std::string_view(t.text);
        if (one_of(w, {"in", "inside", "within", "into", "under", "of", "im", "unter", "der", "datei"})) {
          place = Place::located;
        } else if (one_of(w, {"to", "nach", "zu", "auf"})) {
          place = deed == Deed::move ? Place::direct
                  : one_of(w, {"to"}) && one_of(verb_text_, {"added", "appended", "wrote", "written", "saved", "made",
                                                             "applied", "stored", "moved", "introduced"})
                      ? Place::located
                      : Place::skip;
        } else if (deed == Deed::remove && one_of(w, {"from", "aus", "von"})) {
          place = Place::located;
        } else if (one_of(w, {"from", "with", "using", "by", "via", "like", "per", "against", "matching", "for", "von",
                              "mit", "für", "than", "as", "based"})) {
          place = deed == Deed::move && one_of(w, {"from", "von"}) ? Place::direct : Place::skip;
        } else if (one_of(w, {"because", "so", "which", "since", "when", "while", "but", "if", "where", "weil", "damit",
                              "instead", "without", "that", "after", "before", "not", "nicht"})) {
          return;
        }
        if (i > begin && verb_of(t) != nullptr) return;
      } else if (t.names_thing()) {
        if (place == Place::direct) into.direct.push_back(t);
        if (place == Place::located) into.located.push_back(t);
      }
    }
  }

  void add(std::size_t at, Deed deed, bool strict, bool backwards, bool german) {
    verb_text_ = s_.tokens[at].text;
    std::size_t begin = at + 1;
    std::size_t end = s_.tokens.size();
    Objects found;
    if (backwards) {
      std::size_t from = at;
      while (from > 0 &&
             !(s_.tokens[from - 1].mark(";") || s_.tokens[from - 1].mark("dash") || s_.tokens[from - 1].is("but") ||
               (s_.line != LineKind::row && verb_of(s_.tokens[from - 1]) != nullptr)))
        --from;
      collect(from, at, deed, found);
      begin = from;
      if (german || (found.direct.empty() && found.located.empty()))
        collect(at + 1, found.direct.empty() && found.located.empty() ? s_.tokens.size() : segment_of(s_, at).end, deed,
                found);
      else {
        // "a.py was updated and b.py removed": what follows belongs to the next
        // verb.
        end = at;
        Objects after;
        collect(at + 1, segment_of(s_, at).end, deed, after);
        for (auto& each : after.located) found.located.push_back(std::move(each));
      }
    } else {
      collect(at + 1, s_.tokens.size(), deed, found);
      if (found.direct.empty() && found.located.empty()) {
        // "settings.py: updated", "| settings.py | updated |", "In settings.py,
        // I changed …"
        if (s_.line == LineKind::row || (at > 0 && ends_stretch(s_.tokens[at - 1])) || one_of(word(0), {"in", "for"})) {
          std::size_t from = at;
          while (from > 0 && verb_of(s_.tokens[from - 1]) == nullptr) --from;
          if (from == 0) collect(from, at, deed, found);
        }
      }
      for (std::size_t i = at + 1; i < end; ++i) {
        if (verb_of(s_.tokens[i]) != nullptr || s_.tokens[i].mark(";") || s_.tokens[i].is("but") ||
            s_.tokens[i].is("because") || s_.tokens[i].is("so")) {
          end = i;
          break;
        }
      }
    }
    Act act{.deed = deed,
            .objects = {},
            .window = {begin, end},
            .strict = strict,
            .started_only = deed == Deed::run,
            .files = std::nullopt,
            .everything = false,
            .sentence = index_,
            .at = at,
            .verb = s_.tokens[at].text,
            .span = phrase(at, backwards, begin)};
    const bool prefer_located = !found.located.empty() && deed != Deed::move && deed != Deed::run;
    act.objects = prefer_located ? found.located : found.direct;
    if (!prefer_located && act.objects.empty()) act.objects = found.located;
    for (std::size_t i = begin; i < std::max(end, begin); ++i) {
      if (one_of(word(i), {"everything", "both", "alles", "beide"})) act.everything = true;
      if (one_of(word(i), {"all", "every", "alle"}) && i != at) act.everything = true;
      const auto count = number_of(s_.tokens[i]);
      if (count && one_of(word(i + 1), {"file", "files", "datei", "dateien"})) act.files = count;
      if (count && one_of(word(i + 2), {"files", "dateien"}) && s_.tokens[i + 1].kind == Kind::word) act.files = count;
    }
    into_.push_back(std::move(act));
  }

  [[nodiscard]] Span phrase(std::size_t at, bool backwards, std::size_t begin) const {
    const auto segment = segment_of(s_, at);
    const std::size_t from = backwards ? std::min(begin, segment.begin) : segment.begin;
    return {s_.tokens[std::min(from, at)].span.begin, s_.tokens[segment.end - 1].span.end};
  }

  /// "✅ settings.py", and the items under "Changed files:".
  void read_listed() {
    const auto thing =
        std::ranges::find_if(s_.tokens, [](const Token& t) { return t.kind == Kind::path || t.kind == Kind::code; });
    if (thing == s_.tokens.end()) return;
    const auto at = static_cast<std::size_t>(thing - s_.tokens.begin());
    std::optional<Deed> deed;
    const bool starts = at == 0 || s_.tokens[0].kind == Kind::mark;
    if (s_.ticked && thing->kind == Kind::path && at <= 2) deed = Deed::complete;
    if (s_.ticked && s_.line == LineKind::row)
      deed = thing->kind == Kind::path ? std::optional(Deed::complete) : std::nullopt;
    if ((s_.line == LineKind::item || s_.line == LineKind::row || s_.line == LineKind::json) && starts &&
        !s_.under.empty() && !deed)
      deed = listed(s_.under);
    if (s_.line == LineKind::row && !deed && thing->kind == Kind::path) deed = listed(s_.header);
    if (!deed || exemption_at(s_, {at, Nature::act, false}) != Exemption::none) return;
    for (const auto& each : s_.tokens) {
      if (each.mark("cross")) return;
      if (each.kind == Kind::word &&
          one_of(each.text, {"unchanged", "failed", "no", "not", "skipped", "denied", "none", "fehlgeschlagen", "nicht",
                             "unverändert", "pending", "untouched", "false", "read-only"}))
        return;
    }
    into_.push_back({.deed = *deed,
                     .objects = {*thing},
                     .window = {at, at + 1},
                     .strict = false,
                     .started_only = false,
                     .files = std::nullopt,
                     .everything = false,
                     .sentence = index_,
                     .at = at,
                     .verb = "listed",
                     .span = s_.span});
  }

  static std::optional<Deed> listed(std::string_view under) {
    struct Heading {
      std::string_view word;
      Deed deed;
    };
    constexpr auto kHeadings = std::to_array<Heading>({
        {"files changed", Deed::change},     {"changed files", Deed::change},     {"changes made", Deed::change},
        {"files modified", Deed::change},    {"modified files", Deed::change},    {"files updated", Deed::change},
        {"updated files", Deed::change},     {"i changed", Deed::change},         {"i updated", Deed::change},
        {"i modified", Deed::change},        {"i edited", Deed::change},          {"have been updated", Deed::change},
        {"were updated", Deed::change},      {"were changed", Deed::change},      {"were modified", Deed::change},
        {"what i changed", Deed::change},    {"have been changed", Deed::change}, {"have been modified", Deed::change},
        {"what changed", Deed::change},      {"files created", Deed::create},     {"created files", Deed::create},
        {"new files", Deed::create},         {"i created", Deed::create},         {"files deleted", Deed::remove},
        {"deleted files", Deed::remove},     {"files removed", Deed::remove},     {"removed files", Deed::remove},
        {"i deleted", Deed::remove},         {"files read", Deed::read},          {"i read", Deed::read},
        {"geänderte dateien", Deed::change}, {"gelöschte dateien", Deed::remove}, {"erstellte dateien", Deed::create},
        {"neue dateien", Deed::create},      {"changed |", Deed::change},         {"files changed", Deed::change},
        {"commands run", Deed::run},         {"commands executed", Deed::run},
    });
    for (const auto& heading : kHeadings) {
      if (under.find(heading.word) != std::string_view::npos) return heading.deed;
    }
    if (under == "changed" || under == "changed:" || under == "modified:" || under == "updated:" ||
        under == "changes:" || under == "geändert:")
      return Deed::change;
    if (under == "created:" || under == "added:" || under == "erstellt:") return Deed::create;
    if (under == "deleted:" || under == "removed:" || under == "gelöscht:") return Deed::remove;
    return std::nullopt;
  }

  /// "TIMEOUT is now 60", "settings.py now contains …", "the change is in
  /// place".
  void read_now() {
    for (std::size_t i = 0; i < s_.tokens.size(); ++i) {
      bool claim = false;
      if (i > 0 && one_of(word(i), {"now", "jetzt", "nun"})) {
        claim =
            german_verb_before(i) ||
            one_of(word(i - 1),
                   {"is", "are", "has", "have", "ist", "sind", "hat", "lautet", "steht", "beträgt", "enthält"}) ||
            (one_of(word(i + 1), {"reads",    "contains", "uses", "returns", "points", "equals",   "says",   "shows",
                                  "supports", "includes", "has",  "is",      "are",    "defaults", "exists", "holds",
                                  "works",    "lives",    "sits", "resides", "stands", "goes"}) &&
             !ends_stretch(s_.tokens[i - 1]));
        if (one_of(word(i + 1), {"ready", "able", "possible", "pass", "passing", "green", "passes", "up"}))
          claim = claim && word(i + 1) == "ready";
        if (i + 1 < s_.tokens.size() && verb_of(s_.tokens[i + 1]) != nullptr) claim = false;  // read with the verb
        if (one_of(word(i - 1), {"you", "we", "can", "i"})) claim = false;
      }
      // "You can find a.txt in docs/ now."
      if (one_of(word(i), {"now", "jetzt"}) && i + 1 >= segment_of(s_, i).end && (found_there(i) || has_value(i)))
        claim = true;
      if (word(i) == "now" && i > 1 && word(i - 1) == "there" && one_of(word(i - 2), {"is", "are"})) claim = true;
      if (one_of(word(i), {"place", "effect"}) && word(i - 1) == "in" && i > 1 &&
          one_of(word(i - 2), {"is", "are", "now"}) && names_change(i))
        claim = true;
      if (states_new_value(i)) claim = true;
      if (!claim || tests_word(i)) continue;
      if (exemption_at(s_, {i, Nature::act, false}) != Exemption::none) continue;
      if (std::ranges::any_of(
              into_, [&](const Act& a) { return a.sentence == index_ && a.window.begin <= i && i <= a.window.end; }))
        continue;
      add(i, Deed::change, false, true, false);
      into_.back().verb = "now";
    }
  }

  /// "TIMEOUT is 60 now"
  [[nodiscard]] bool has_value(std::size_t at) const {
    for (std::size_t i = at; i-- > 0 && at - i < 5 && !ends_stretch(s_.tokens[i]);) {
      if (one_of(word(i), {"is", "are", "ist", "sind"}))
        return i > 0 && std::any_of(s_.tokens.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                    s_.tokens.begin() + static_cast<std::ptrdiff_t>(at), [](const Token& t) {
                                      return t.kind == Kind::number || t.kind == Kind::code || t.kind == Kind::quoted;
                                    });
    }
    return false;
  }

  [[nodiscard]] bool found_there(std::size_t at) const {
    const auto segment = segment_of(s_, at);
    bool find = false;
    std::size_t files = 0;
    for (std::size_t i = segment.begin; i < at; ++i) {
      find = find || one_of(word(i), {"find", "findest", "finden", "see", "siehst"});
      if (s_.tokens[i].kind == Kind::path) ++files;
    }
    return find && files > 0;
  }

  /// "You'll find the new notes.txt in the folder"
  void read_new() {
    for (std::size_t i = 1; i < s_.tokens.size(); ++i) {
      if (s_.tokens[i].kind != Kind::path || !one_of(word(i - 1), {"new", "neue"})) continue;
      const auto segment = segment_of(s_, i);
      const bool shown = std::any_of(s_.tokens.begin() + static_cast<std::ptrdiff_t>(segment.begin),
                                     s_.tokens.begin() + static_cast<std::ptrdiff_t>(segment.end), [](const Token& t) {
                                       return one_of(t.text, {"find", "see", "there", "exists", "here's", "findest"});
                                     });
      const bool told = std::ranges::any_of(
          into_, [&](const Act& a) { return a.sentence == index_ && a.window.begin <= i && i < a.window.end; });
      if (!shown || told || exemption_at(s_, {i, Nature::act, false}) != Exemption::none) continue;
      add(i - 1, Deed::create, true, false, false);
    }
  }

  /// "I cleaned up by deleting tmp.log": by what means is asserted, too.
  void read_means() {
    struct Means {
      std::string_view form;
      Deed deed;
      bool strict;
    };
    static constexpr auto kMeans = std::to_array<Means>({{"deleting", Deed::remove, true},
                                                         {"removing", Deed::remove, false},
                                                         {"creating", Deed::create, true},
                                                         {"renaming", Deed::move, false},
                                                         {"moving", Deed::move, true},
                                                         {"editing", Deed::change, false},
                                                         {"changing", Deed::change, false},
                                                         {"updating", Deed::change, false},
                                                         {"running", Deed::run, false}});
    if (!asserted_) return;
    for (std::size_t i = 1; i < s_.tokens.size(); ++i) {
      const auto* const means = std::ranges::find(kMeans, word(i), &Means::form);
      if (means == kMeans.end() || !one_of(word(i - 1), {"by", "after"})) continue;
      const bool named = std::any_of(s_.tokens.begin() + static_cast<std::ptrdiff_t>(i), s_.tokens.end(),
                                     [](const Token& t) { return t.names_thing(); });
      if (!named || exemption_at(s_, {i, Nature::act, true}) != Exemption::none) continue;
      add(i, means->deed, means->strict, false, false);
    }
  }

  /// "old.txt is gone", "settings.py no longer exists", "I got rid of it.py".
  void read_gone() {
    for (std::size_t i = 1; i < s_.tokens.size(); ++i) {
      const bool be = one_of(word(i - 1), {"is", "are", "now", "ist", "sind", "it's", "jetzt"});
      const bool out_of_way = word(i) == "out" && word(i + 1) == "of" && one_of(word(i + 2), {"the", "your"}) &&
                              one_of(word(i + 3), {"way", "picture", "repo", "repository", "tree"});
      const bool gone = be && (one_of(word(i), {"gone", "weg", "fort", "history"}) || out_of_way);
      const bool any_more = word(i) == "exist" && (word(i + 1) == "anymore" ||
                                                   (word(i + 1) == "any" && one_of(word(i + 2), {"more", "longer"})));
      const bool no_longer = any_more || (one_of(word(i), {"exists", "exist", "there"}) && word(i - 1) == "longer");
      const bool rid = word(i) == "rid" && one_of(word(i - 1), {"got", "gotten"});
      if (!gone && !no_longer && !rid) continue;
      const auto segment = segment_of(s_, i);
      const bool named = std::any_of(s_.tokens.begin() + static_cast<std::ptrdiff_t>(segment.begin),
                                     s_.tokens.begin() + static_cast<std::ptrdiff_t>(segment.end),
                                     [](const Token& t) { return t.kind == Kind::path || t.text == "file"; });
      const Exemption exempt = exemption_at(s_, {i, Nature::act, false});
      const bool asserted = exempt == Exemption::none || (any_more && exempt == Exemption::negation);
      if (!named || !asserted) continue;
      add(i, Deed::remove, true, !rid, false);
    }
  }

  void idiom(std::size_t at, Deed deed, bool strict, bool backwards, Exemption but = Exemption::none) {
    const bool told = std::ranges::any_of(into_, [&](const Act& a) {
      return a.sentence == index_ && a.deed == deed && a.window.begin <= at && at <= a.window.end;
    });
    const auto exempt = exemption_at(s_, {at, Nature::act, !backwards});
    if (told || (exempt != Exemption::none && exempt != but)) return;
    add(at, deed, strict, backwards, false);
  }

  /// "a.py has a new home", "there's a fresh guide in docs/a.md", "safely on disk", "I gave pytest a spin",
  /// "the commit is on main": acts that no verb of the table tells.
  void read_idioms() {
    for (std::size_t i = 1; i < s_.tokens.size(); ++i) {
      const bool has = one_of(word(i - 1), {"has", "have", "found", "got", "hat"});
      if (has && one_of(word(i), {"a", "its", "their", "ein", "seinen"}) &&
          one_of(word(i + 1), {"new", "different", "neues", "neuen"}) &&
          one_of(word(i + 2), {"home", "place", "location", "folder", "name", "zuhause", "platz", "namen"}) &&
          std::any_of(s_.tokens.begin(), s_.tokens.begin() + static_cast<std::ptrdiff_t>(i),
                      [](const Token& t) { return t.names_thing() || one_of(t.text, {"file", "module"}); }))
        idiom(i, Deed::move, false, true);
      if (s_.tokens[i].kind == Kind::path && shows_made(i)) idiom(i - 1, Deed::create, false, false);
      if (word(i) == "disk" && one_of(word(i - 1), {"on", "to"}) && i > 1 &&
          one_of(word(i - 2), {"safely", "safe", "is", "are", "now", "already"}))
        idiom(i, Deed::save, false, true);
      if (one_of(word(i - 1), {"gave", "given"}) && has_first_person({0, i}, i) && try_named(i))
        idiom(i - 1, Deed::run, false, false);
      if (one_of(word(i), {"main", "master", "origin", "production", "staging"}) && one_of(word(i - 1), {"on", "in"}) &&
          i > 1 && one_of(word(i - 2), {"is", "are", "now", "landed"}) && names_landed(i))
        // "Passed on main" speaks of another run; "is on main now" of this turn.
        idiom(i, Deed::release, false, true, word(i + 1) == "now" ? Exemption::earlier : Exemption::none);
    }
  }
  /// "the suite a spin", "pytest a run"
  [[nodiscard]] bool try_named(std::size_t at) const {
    for (std::size_t i = at; i < std::min(at + 5, s_.tokens.size()); ++i) {
      if (word(i) == "a" && one_of(word(i + 1), {"spin", "run", "go", "whirl"})) return true;
    }
    return false;
  }
  /// What lands on a branch or a host.
  [[nodiscard]] bool names_landed(std::size_t before) const {
    for (std::size_t i = 0; i < before; ++i) {
      if (one_of(word(i), {"commit", "change", "changes", "fix", "branch", "release", "version", "update", "it"}))
        return true;
    }
    return false;
  }
  /// "There's a fresh guide waiting in docs/a.md", "you'll find the write-up under docs/a.md": something made for the
  /// person, unlike "you'll find the setting in a.py".
  [[nodiscard]] bool shows_made(std::size_t path) const {
    const auto segment = segment_of(s_, path);
    bool shown = false;
    bool made = false;
    for (std::size_t i = segment.begin; i < path; ++i) {
      const auto w = word(i);
      if (w == "have" && i > segment.begin && word(i - 1) == "now") shown = made = true;
      shown = shown || one_of(w, {"find", "there's", "waiting", "waits", "awaits", "here's", "findest", "wartet"}) ||
              (w == "there" && one_of(word(i + 1), {"is", "are"}));
      made = made || one_of(w, {"fresh", "brand-new", "write-up", "writeup", "report", "summary", "draft", "notes"}) ||
             (w == "a" && word(i + 1) == "new");
      if (one_of(w, {"already", "existing", "schon"})) return false;
    }
    return shown && made;
  }

  /// "I managed to update a.py", "I went through a.py", "it listens on 9090 after my edit".
  void read_managed() {
    struct Plain {
      std::string_view verb;
      Deed deed;
    };
    constexpr auto kPlain = std::to_array<Plain>({
        {"update", Deed::change},
        {"change", Deed::change},
        {"edit", Deed::change},
        {"fix", Deed::change},
        {"apply", Deed::change},
        {"write", Deed::change},
        {"add", Deed::change},
        {"set", Deed::change},
        {"replace", Deed::change},
        {"create", Deed::create},
        {"delete", Deed::remove},
        {"remove", Deed::remove},
        {"rename", Deed::move},
        {"move", Deed::move},
        {"save", Deed::save},
        {"run", Deed::run},
    });
    for (std::size_t i = 1; i + 1 < s_.tokens.size(); ++i) {
      std::optional<Deed> deed;
      std::size_t at = i;
      const bool able = (word(i) == "managed" || (word(i) == "able" && one_of(word(i - 1), {"was", "were"}))) &&
                        word(i + 1) == "to" && has_first_person({0, i}, i);
      if (able) {
        const auto plain = std::ranges::find(kPlain, word(i + 2), &Plain::verb);
        if (plain != kPlain.end()) deed = plain->deed;
        at = i + 2;
      }
      if (word(i) == "went" && one_of(word(i + 1), {"through", "over"}) && one_of(word(i - 1), {"i", "we"}) &&
          names_path_after(i))
        deed = Deed::read;
      if (one_of(word(i), {"took", "had"}) && word(i + 1) == "a" && word(i + 2) == "look" &&
          one_of(word(i - 1), {"i", "we"}) && names_path_after(i))
        deed = Deed::read;
      if (word(i) == "my" && one_of(word(i - 1), {"after", "since"}) &&
          one_of(word(i + 1), {"edit", "change", "changes", "fix", "update"}) &&
          std::any_of(s_.tokens.begin(), s_.tokens.begin() + static_cast<std::ptrdiff_t>(i),
                      [](const Token& t) { return t.kind == Kind::path; }))
        deed = Deed::change;
      if (!deed || at >= s_.tokens.size() || exemption_at(s_, {i, Nature::act, true}) != Exemption::none) continue;
      add(at, *deed, false, word(i) == "my", false);
    }
  }

  /// "In a.py steht TIMEOUT jetzt auf 60".
  [[nodiscard]] bool german_verb_before(std::size_t at) const {
    if (!one_of(word(at), {"jetzt", "nun"})) return false;
    for (std::size_t i = at > 3 ? at - 3 : 0; i < at; ++i) {
      if (one_of(word(i), {"steht", "stehen", "lautet", "beträgt", "enthält", "heißt", "gilt", "verwendet", "nutzt"}))
        return true;
    }
    return false;
  }
  /// What can be in place: a change, a fix, something new.
  [[nodiscard]] bool names_change(std::size_t before) const {
    for (std::size_t i = 0; i < before; ++i) {
      if (one_of(word(i),
                 {"change", "changes", "fix", "fixes", "edit", "edits", "update", "updates", "new", "correction"}))
        return true;
    }
    return false;
  }
  /// "a.py has the new value", "TIMEOUT in a.py went from 30 to 60".
  [[nodiscard]] bool states_new_value(std::size_t at) const {
    const bool path_before =
        std::any_of(s_.tokens.begin(), s_.tokens.begin() + static_cast<std::ptrdiff_t>(at), [](const Token& t) {
          return t.kind == Kind::path ||
                 one_of(t.text, {"file", "files", "config", "settings", "configuration", "datei", "konfiguration"});
        });
    if (one_of(word(at), {"has", "have", "contains", "contain", "holds", "hold", "uses", "use", "carries", "carry",
                          "shows", "show", "hat", "enthält"}))
      return path_before && one_of(word(at + 1), {"the", "your", "den", "die", "das"}) &&
             one_of(word(at + 2), {"new", "updated", "changed", "corrected", "longer", "shorter", "higher", "lower",
                                   "rename", "fix", "change", "edit", "neue", "neuen"});
    // "Thirty became sixty in a.py": somebody wrote it there.
    if (one_of(word(at), {"became", "wurde"}) && at > 0)
      return std::any_of(s_.tokens.begin() + static_cast<std::ptrdiff_t>(at), s_.tokens.end(),
                         [](const Token& t) { return t.kind == Kind::path; }) &&
             std::any_of(s_.tokens.begin() + static_cast<std::ptrdiff_t>(at), s_.tokens.end(),
                         [](const Token& t) { return t.kind == Kind::number || one_of(t.text, {"one", "zu"}); });
    // "The timeout has grown to 60", not "the file has grown to 500 lines".
    if (one_of(word(at), {"grown", "risen", "climbed", "shrunk", "fallen"}) && at > 1 &&
        one_of(word(at - 1), {"has", "have"}) && word(at + 1) == "to" && at + 2 < s_.tokens.size())
      return number_of(s_.tokens[at + 2]).has_value() && at + 3 >= segment_of(s_, at).end;
    // "The change is in."
    if (word(at) == "in" && at > 1 && one_of(word(at - 1), {"is", "are", "went"}) && at + 1 >= segment_of(s_, at).end &&
        names_change(at))
      return true;
    if (word(at) != "went" || word(at + 1) != "from" || !has_phrase(s_, {at, s_.tokens.size()}, "to")) return false;
    return std::ranges::any_of(s_.tokens, [](const Token& t) { return t.names_thing(); });
  }

  [[nodiscard]] bool tests_word(std::size_t at) const {
    const auto segment = segment_of(s_, at);
    for (std::size_t i = segment.begin; i < segment.end; ++i) {
      if (one_of(word(i),
                 {"test", "tests", "suite", "build", "lint", "ci", "types", "typecheck", "pipeline", "checks"}))
        return true;
    }
    return false;
  }

  /// "Done.", "All set!", "Fertig.", "That's taken care of.", "Mission
  /// accomplished."
  void read_done() {
    std::size_t content = 0;
    for (const auto& t : s_.tokens) content += t.kind == Kind::mark ? 0 : 1;
    for (const auto phrase : completions()) {
      for (std::size_t i = 0; i < s_.tokens.size(); ++i) {
        if (!phrase_at(s_, i, phrase)) continue;
        if (std::ranges::any_of(into_, [&](const Act& a) { return a.sentence == index_; })) return;
        const auto segment = segment_of(s_, i);
        std::size_t words = 0;
        // "It would be 60, had the write worked."
        bool anchored = word(segment.begin) != "had";
        for (std::size_t k = segment.begin; k < segment.end; ++k) {
          if (s_.tokens[k].kind == Kind::word) ++words;
          if (one_of(word(k), {"test", "tests", "suite", "build", "lint", "when", "definition", "criteria", "you",
                               "types", "reading", "looking", "files", "yet"}))
            anchored = false;
        }
        const std::size_t size = 1 + static_cast<std::size_t>(std::ranges::count(phrase, ' '));
        const bool weak = one_of(phrase, {"success", "successful", "successfully", "fixed", "worked", "went through",
                                          "succeeded", "in place", "ready", "complete", "completed", "finished",
                                          "is complete", "are complete", "now complete", "fait"});
        // "I have taken care of the timeout": what was cared for may be named.
        const bool cared = phrase == "taken care of" && has_first_person(segment, i);
        const bool short_enough = cared || (words <= size + (weak ? 4 : 3) && i < segment.begin + 5);
        bool about_change = !weak || words <= size + 1;
        if (weak) {
          for (std::size_t k = segment.begin; k < segment.end; ++k) {
            if (one_of(word(k), {"change",   "changes",    "edit",        "update", "operation", "task",   "request",
                                 "work",     "everything", "it",          "rename", "write",     "status", "move",
                                 "deletion", "fix",        "replacement", "result", "outcome",   "action"}))
              about_change = true;
          }
          if (one_of(phrase, {"ready", "in place"}) && words <= size) about_change = false;
        }
        if (!anchored || !short_enough || !about_change) continue;
        if (exemption_at(s_, {i, Nature::act, false}) != Exemption::none) return;
        into_.push_back({.deed = Deed::complete,
                         .objects = {},
                         .window = segment,
                         .strict = false,
                         .started_only = false,
                         .files = std::nullopt,
                         .everything = phrase.starts_with("all"),
                         .sentence = index_,
                         .at = i,
                         .verb = "done",
                         .span = {s_.tokens[segment.begin].span.begin, s_.tokens[segment.end - 1].span.end}});
        return;
      }
    }
    if (s_.ticked && content == 0) {
      into_.push_back({.deed = Deed::complete,
                       .objects = {},
                       .window = {0, s_.tokens.size()},
                       .strict = false,
                       .started_only = false,
                       .files = std::nullopt,
                       .everything = false,
                       .sentence = index_,
                       .at = 0,
                       .verb = "done",
                       .span = s_.span});
    }
  }

  const Sentence& s_;
  std::size_t index_;
  std::vector<Act>& into_;
  bool asserted_ = false;
  std::string verb_text_;
};

}  // namespace

std::vector<Act> read_acts(const Message& message) {
  std::vector<Act> acts;
  for (std::size_t i = 0; i < message.sentences.size(); ++i) {
    if (taken_back(message, i)) continue;
    Reader(message.sentences[i], i, acts).read();
  }
  return acts;
}

}  // namespace warrant::claims
