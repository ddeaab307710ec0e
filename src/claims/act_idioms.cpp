// Acts that no verb of the table tells: "a.py has a new home", "I managed to update a.py".
#include "act_reader.hpp"
#include "rules.hpp"

#include <algorithm>
#include <array>

namespace warrant::claims {
namespace {

using Kind = Token::Kind;

}  // namespace

void ActReader::idiom(std::size_t at, Deed deed, bool strict, bool backwards, Exemption but) {
  const bool told = std::ranges::any_of(into_, [&](const Act& a) {
    return a.sentence == index_ && a.deed == deed && a.window.begin <= at && at <= a.window.end;
  });
  const auto exempt = exemption_at(s_, {at, Nature::act, !backwards});
  if (told || (exempt != Exemption::none && exempt != but)) return;
  add(at, deed, strict, backwards, false);
}

void ActReader::read_idioms() {
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
    const std::size_t on = i > 1 && one_of(word(i - 1), {"the", "your", "our"}) ? i - 2 : i - 1;
    if (one_of(word(i), {"main", "master", "origin", "production", "staging", "remote", "upstream", "live"}) &&
        one_of(word(on), {"on", "in"}) && on > 0 &&
        (one_of(word(on - 1), {"is", "are", "now", "landed"}) ||
         (word(on - 1) == "and" && has_any_phrase(s_, {0, on}, {"is", "are"}))) &&
        names_landed(i)) {
      // "Committed and on the remote" says two things.
      if (word(on - 1) == "and" && exemption_at(s_, {i, Nature::act, false}) == Exemption::none)
        add(i, Deed::release, false, true, false);
      // "Passed on main" speaks of another run; "is on main now" of this turn.
      idiom(i, Deed::release, false, true, word(i + 1) == "now" ? Exemption::earlier : Exemption::none);
    }
  }
}

bool ActReader::try_named(std::size_t at) const {
  for (std::size_t i = at; i < std::min(at + 5, s_.tokens.size()); ++i) {
    if (word(i) == "a" && one_of(word(i + 1), {"spin", "run", "go", "whirl"})) return true;
  }
  return false;
}

bool ActReader::names_landed(std::size_t before) const {
  for (std::size_t i = 0; i < before; ++i) {
    if (one_of(word(i), {"commit", "change", "changes", "fix", "branch", "release", "version", "update", "it"}))
      return true;
  }
  return false;
}

bool ActReader::shows_made(std::size_t path) const {
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

void ActReader::read_managed() {
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
        (names_path_after(i) || names_sources_after(i)))
      deed =
          through_everything(i) && has_any_phrase(s_, whole(s_), {"search", "grep", "for"}) ? Deed::search : Deed::read;
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

bool ActReader::names_sources_after(std::size_t at) const {
  for (std::size_t i = at + 1; i < std::min(s_.tokens.size(), at + 6); ++i) {
    if (one_of(word(i), {"repository", "repo", "codebase", "project", "code", "files", "file", "sources", "tree"}))
      return true;
  }
  return false;
}

void ActReader::read_means() {
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
                                                       {"running", Deed::run, false},
                                                       {"reading", Deed::read, false}});
  for (std::size_t i = 1; i < s_.tokens.size(); ++i) {
    const auto* const means = std::ranges::find(kMeans, word(i), &Means::form);
    if (means == kMeans.end() || !one_of(word(i - 1), {"by", "after"})) continue;
    if (!asserted_ && means->deed != Deed::read) continue;
    const bool named = std::any_of(s_.tokens.begin() + static_cast<std::ptrdiff_t>(i), s_.tokens.end(),
                                   [](const Token& t) { return t.names_thing(); });
    if (!named || exemption_at(s_, {i, Nature::act, true}) != Exemption::none) continue;
    add(i, means->deed, means->strict, false, false);
  }
}

}  // namespace warrant::claims
