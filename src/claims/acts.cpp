#include "acts.hpp"

#include "acknowledge.hpp"
#include "act_reader.hpp"
#include "rules.hpp"

#include <algorithm>
#include <array>

namespace warrant::claims {
namespace {

using Kind = Token::Kind;

}  // namespace

bool ends_stretch(const Token& token) {
  return token.kind == Kind::mark &&
         one_of(token.text, {",", ";", ":", "(", ")", "dash", "arrow", "|", "tick", "[", "]", "/", "-"});
}

void ActReader::read() {
  for (std::size_t i = 0; on(Rule::act_verbs) && i < s_.tokens.size(); ++i) {
    static constexpr Verb kLetRun{.form = "laufen lassen", .deed = Deed::run, .kind = Form::german};
    if (const Verb* verb = verb_of(s_.tokens[i])) consider(i, *verb);
    if (i > 0 && word(i) == "lassen" && one_of(word(i - 1), {"laufen", "durchlaufen"})) consider(i, kLetRun);
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

std::string_view ActReader::word(std::size_t i) const {
  return i < s_.tokens.size() ? std::string_view(s_.tokens[i].text) : std::string_view{};
}

void ActReader::consider(std::size_t at, const Verb& verb) {
  // "It was turned down": a refusal.
  if (verb.form == "turned" && one_of(word(at + 1), {"down", "away"})) return;
  // "I bounced the service", not "the mail bounced".
  if (one_of(verb.form, {"bounced", "recycled"}) &&
      !has_any_phrase(s_, {at, std::min(s_.tokens.size(), at + 5)},
                      {"service", "server", "services", "daemon", "pod", "pods", "container", "containers", "process",
                       "worker", "workers", "app", "box"}))
    return;
  // "I ran into the limit": met it.
  if (verb.form == "ran" && one_of(word(at + 1), {"into", "out", "across"})) return;
  // "What I sent was rejected": what it was is told, and that it failed.
  if (at >= 2 && word(at - 2) == "what" && one_of(word(at - 1), {"i", "we"}) &&
      one_of(word(at + 1), {"was", "were", "is"}) && acknowledged(s_, segment_of(s_, at)).failure)
    return;
  // "I sent the write off": nothing went to anybody.
  if (verb.form == "sent" && !sends_message(at)) return;
  const Voice voice = voice_of(at, verb);
  if (voice == Voice::none) return;
  const bool person = voice == Voice::first_person || voice == Voice::elided;
  const auto exempt = exemption_at(s_, {at, Nature::act, person});
  if (exempt != Exemption::none) return;
  const bool backwards = voice == Voice::passive || voice == Voice::bare || verb.kind == Form::german;
  const bool assures = one_of(verb.form, {"checked", "ensured", "made"}) &&
                       (word(at + 1) == "that" || (word(at + 1) == "sure" && verb.form == "made"));
  // "Rolled back" undoes; "rolled out" brings to people.
  const bool undoes = verb.form == "rolled" && has_phrase(s_, {at, std::min(s_.tokens.size(), at + 4)}, "back");
  const Deed deed = undoes                                                                 ? Deed::change
                    : hands_over(at, backwards)                                            ? Deed::release
                    : assures                                                              ? Deed::verify
                    : verb.deed == Deed::read && (through_everything(at) || looks_for(at)) ? Deed::search
                                                                                           : verb.deed;
  add(at, deed, verb.strict, backwards, verb.kind == Form::german);
  into_.back().by_nobody = voice != Voice::first_person && !has_first_person({0, at}, at);
  asserted_ = true;
}

bool ActReader::through_everything(std::size_t at) const {
  bool whole = false;
  bool base = false;
  for (std::size_t i = at + 1; i < segment_of(s_, at).end; ++i) {
    whole = whole || one_of(word(i), {"whole", "entire", "all", "full", "every", "gesamte", "ganze"});
    base = base ||
           one_of(word(i), {"file", "files", "codebase", "base", "repository", "repo", "project", "tree", "projekt"});
  }
  return whole && base;
}

bool ActReader::looks_for(std::size_t at) const { return word(at) == "looked" && word(at + 1) == "for"; }

bool ActReader::sends_message(std::size_t at) const {
  // "The write was sent": to the tool.
  if (at > 1 && one_of(word(at - 1), {"was", "were", "been", "is"}) &&
      one_of(word(at - 2),
             {"write", "edit", "save", "move", "rename", "deletion", "command", "request", "call", "change"}))
    return false;
  if (one_of(word(at + 1), {"back", "off", "away"})) return false;
  for (std::size_t i = at + 1; i < std::min(at + 4, s_.tokens.size()); ++i) {
    if (one_of(word(i), {"write", "save", "edit", "change", "command", "call", "deletion", "rename", "move", "request",
                         "create", "instruction", "query"}))
      return has_phrase(s_, {at, s_.tokens.size()}, "pull");
  }
  return true;
}

bool ActReader::hands_over(std::size_t at, bool backwards) const {
  const auto segment = segment_of(s_, at);
  const std::size_t begin = backwards ? segment.begin : at + 1;
  const std::size_t end = std::min(backwards ? at : at + 5, segment.end);
  for (std::size_t i = begin; i < end; ++i) {
    if (word(i) == "request" && i > 0 && one_of(word(i - 1), {"pull", "merge"})) return true;
    if (one_of(word(i), {"pr", "mr", "ticket", "e-mail", "email", "issue", "issues", "story", "bug"}) &&
        one_of(s_.tokens[at].text,
               {"opened", "created", "raised", "submitted", "filed", "made", "updated", "erstellt", "logged"}))
      return true;
  }
  return false;
}

bool ActReader::names_path_after(std::size_t at) const {
  for (std::size_t i = at + 1; i < s_.tokens.size(); ++i) {
    if (s_.tokens[i].names_thing()) return true;
  }
  return false;
}

bool ActReader::has_first_person(Segment segment, std::size_t at) const {
  for (std::size_t i = segment.begin; i < at; ++i) {
    if (one_of(word(i), {"i", "we", "i've", "we've", "ich", "wir"})) return true;
  }
  return false;
}

void ActReader::read_listed() {
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

std::optional<Deed> ActReader::listed(std::string_view under) {
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
  if (under == "changed" || under == "changed:" || under == "modified:" || under == "updated:" || under == "changes:" ||
      under == "geändert:")
    return Deed::change;
  if (under == "created:" || under == "added:" || under == "erstellt:") return Deed::create;
  if (under == "deleted:" || under == "removed:" || under == "gelöscht:") return Deed::remove;
  return std::nullopt;
}

std::vector<Act> read_acts(const Message& message) {
  std::vector<Act> acts;
  for (std::size_t i = 0; i < message.sentences.size(); ++i) {
    if (taken_back(message, i)) continue;
    ActReader(message.sentences[i], i, acts).read();
  }
  return acts;
}

}  // namespace warrant::claims
