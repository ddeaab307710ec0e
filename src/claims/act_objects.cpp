// What an act was done to: the files, names and counts that its words speak of.
#include "act_reader.hpp"
#include "rules.hpp"

#include <algorithm>
#include <array>

namespace warrant::claims {
namespace {

using Kind = Token::Kind;

}  // namespace

void ActReader::collect(std::size_t begin, std::size_t end, Deed deed, Objects& into) const {
  enum class Role : std::uint8_t { direct, located, skip } place = Role::direct;
  for (std::size_t i = begin; i < end; ++i) {
    const auto& t = s_.tokens[i];
    if (i > begin && opens_clause(i)) return;
    if (t.kind == Kind::word) {
      const auto w = std::string_view(t.text);
      if (one_of(w, {"in", "inside", "within", "into", "under", "of", "im", "unter", "der", "datei"})) {
        place = Role::located;
      } else if (one_of(w, {"to", "nach", "zu", "auf"})) {
        place = deed == Deed::move ? Role::direct
                : one_of(w, {"to"}) && one_of(verb_text_, {"added", "appended", "wrote", "written", "saved", "made",
                                                           "applied", "stored", "moved", "introduced"})
                    ? Role::located
                    : Role::skip;
      } else if (deed == Deed::remove && one_of(w, {"from", "aus", "von"})) {
        place = Role::located;
      } else if (one_of(w, {"from", "with", "using", "by", "via", "like", "per", "against", "matching", "for", "von",
                            "mit", "für", "than", "as", "based"})) {
        place = deed == Deed::move && one_of(w, {"from", "von"}) ? Role::direct : Role::skip;
      } else if (one_of(w, {"because", "so",      "which", "since", "when",    "while",  "but",     "if",
                            "where",   "weil",    "damit", "aber",  "sondern", "jedoch", "während", "obwohl",
                            "instead", "without", "that",  "after", "before",  "not",    "nicht"})) {
        return;
      }
      if (i > begin && verb_of(t) != nullptr) return;
    } else if (t.names_thing()) {
      if (place == Role::direct) into.direct.push_back(t);
      if (place == Role::located) into.located.push_back(t);
    }
  }
}

bool ActReader::opens_clause(std::size_t at) const {
  if (s_.tokens[at].mark(";")) return true;
  if (!s_.tokens[at].mark(",") || at + 2 >= s_.tokens.size() || !s_.tokens[at + 1].names_thing()) return false;
  const auto next = word(at + 2);
  return one_of(next,
                {"is",  "are",    "was",    "were",  "has",  "had",   "still", "stays", "remains", "could", "couldn't",
                 "did", "didn't", "wasn't", "isn't", "gave", "needs", "would", "keeps", "bleibt",  "ist",   "hat"}) ||
         next.ends_with("ed") || (next.size() > 3 && next.ends_with('s'));
}

Segment ActReader::objects_before(std::size_t at, Deed deed, bool german, Objects& found) const {
  std::size_t from = at;
  while (from > 0 &&
         !(s_.tokens[from - 1].mark(";") || s_.tokens[from - 1].mark("dash") || s_.tokens[from - 1].is("but") ||
           (s_.line != LineKind::row && verb_of(s_.tokens[from - 1]) != nullptr)))
    --from;
  collect(from, at, deed, found);
  const bool none = found.direct.empty() && found.located.empty();
  if (german || none) {
    collect(at + 1, none ? s_.tokens.size() : segment_of(s_, at).end, deed, found);
    return {from, s_.tokens.size()};
  }
  // "a.py was updated and b.py removed": what follows belongs to the next verb.
  Objects after;
  collect(at + 1, segment_of(s_, at).end, deed, after);
  for (auto& each : after.located) found.located.push_back(std::move(each));
  return {from, at};
}

Segment ActReader::objects_behind(std::size_t at, Deed deed, Objects& found) const {
  collect(at + 1, s_.tokens.size(), deed, found);
  // "settings.py: updated", "| settings.py | updated |", "In settings.py, I changed …"
  const bool may_stand_before =
      s_.line == LineKind::row || (at > 0 && ends_stretch(s_.tokens[at - 1])) || one_of(word(0), {"in", "for"});
  if (found.direct.empty() && found.located.empty() && may_stand_before) {
    std::size_t from = at;
    while (from > 0 && verb_of(s_.tokens[from - 1]) == nullptr) --from;
    if (from == 0) collect(from, at, deed, found);
  }
  std::size_t end = at + 1;
  while (end < s_.tokens.size() && verb_of(s_.tokens[end]) == nullptr && !s_.tokens[end].mark(";") &&
         !(s_.tokens[end].kind == Kind::word && one_of(word(end), {"but", "because", "so"})))
    ++end;
  return {at + 1, end};
}

void ActReader::count_objects(Act& act) const {
  for (std::size_t i = act.window.begin; i < act.window.end; ++i) {
    if (one_of(word(i), {"everything", "both", "alles", "beide"})) act.everything = true;
    if (one_of(word(i), {"all", "every", "alle"}) && i != act.at) act.everything = true;
    const auto count = number_of(s_.tokens[i]);
    // "One of two files": of which two are only the choice.
    if (one_of(word(i), {"of", "von"}) && i > act.window.begin && number_of(s_.tokens[i - 1])) break;
    if (count &&
        one_of(word(i + 1), {"file", "files", "datei", "dateien", "stylesheets", "templates", "scripts", "headers",
                             "manifests", "documents", "notebooks", "fichiers", "archivos", "ficheros"}))
      act.files = count;
    if (count && one_of(word(i + 2), {"files", "dateien"}) && s_.tokens[i + 1].kind == Kind::word) act.files = count;
  }
}

void ActReader::add(std::size_t at, Deed deed, bool strict, bool backwards, bool german) {
  verb_text_ = s_.tokens[at].text;
  Objects found;
  const Segment window = backwards ? objects_before(at, deed, german, found) : objects_behind(at, deed, found);
  Act act{.deed = deed,
          .objects = {},
          .window = window,
          .strict = strict,
          .started_only = deed == Deed::run,
          .files = std::nullopt,
          .everything = false,
          .sentence = index_,
          .at = at,
          .verb = s_.tokens[at].text,
          .span = phrase(at, backwards, window.begin)};
  const bool prefer_located = !found.located.empty() && deed != Deed::move && deed != Deed::run;
  act.objects = prefer_located || found.direct.empty() ? found.located : found.direct;
  count_objects(act);
  into_.push_back(std::move(act));
}

Span ActReader::phrase(std::size_t at, bool backwards, std::size_t begin) const {
  const auto segment = segment_of(s_, at);
  const std::size_t from = backwards ? std::min(begin, segment.begin) : segment.begin;
  return {s_.tokens[std::min(from, at)].span.begin, s_.tokens[segment.end - 1].span.end};
}

}  // namespace warrant::claims
