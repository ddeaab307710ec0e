#include "boundary_parts.hpp"
#include "rules.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace warrant::claims {
namespace {

using TokenKind = Token::Kind;

constexpr auto kCannot = std::to_array<std::string_view>({
    "i cannot",
    "i can't",
    "i can not",
    "i am unable to",
    "i'm unable to",
    "i am not able to",
    "i'm not able to",
    "i don't have access",
    "i do not have access",
    "i have no access",
    "i don't have the ability",
    "i do not have the ability",
    "i lack the ability",
    "i lack access",
    "i have no way to",
    "i don't have permission",
    "i do not have permission",
    "i was unable to",
    "i wasn't able to",
    "i was not able to",
    "i could not",
    "i couldn't",
    "i don't have direct access",
    "i do not have direct access",
    "i have no direct access",
    "i don't have the tools",
    "i do not have the tools",
    "not able to directly",
    "i'm not allowed to",
    "i am not allowed to",
    "i cannot directly",
    "i can't directly",
    "i don't have any access",
    "i do not have any access",
    "i am not permitted",
    "ich kann nicht",
    "ich kann keine",
    "ich habe keinen zugriff",
    "ich kann leider",
    "ich habe leider keinen",
    "ich bin nicht in der lage",
    "ich konnte nicht",
    "ich konnte keine",
    "as an ai",
    "i'm an ai",
    "i am an ai",
    "can't run commands",
    "cannot run commands",
    "can't execute",
    "cannot execute",
    "als ki",
    "no access to your",
    "ich kann deine",
    "ich kann ihre",
    "ich kann die",
    "i have no ability",
    "unable to access",
    "cannot access",
    "can't access",
    "haven't got access",
    "i have no permission",
    "i don't have file",
    "i do not have file",
    "i'm only able to",
    "i am only able to",
    "i'm just a",
    "i am just a",
    "i have no way of",
    "i've no way of",
    "have no way of",
    "have no means of",
    "i have no means",
    "i'm a text-only",
    "i am a text-only",
    "as a text-only",
    "as a language model",
    "i'm only a",
    "i am only a",
});

/// What lies beyond somebody's reach stands on either side of these.
constexpr auto kBeyond = std::to_array<std::string_view>({
    "isn't something i can",
    "is not something i can",
    "isn't something i'm able",
    "something i can't do",
    "something i cannot do",
    "not something i can",
    "beyond what i can",
    "beyond my",
    "outside what i can",
    "outside of what i can",
    "outside my",
    "don't have a tool",
    "do not have a tool",
    "have no tool",
    "have no tools",
    "don't have tools",
    "without any means",
    "without a way",
    "without the ability",
    "without access",
    "not equipped",
    "only advise",
    "can only suggest",
    "can only describe",
    "can only talk",
    "not in a position to",
    "incapable of",
    "limited to text",
    "limited to answering",
    "restricted to reading",
    "lack the tools",
    "lack a tool",
    "keine möglichkeit",
    "kein werkzeug",
    "keine werkzeuge",
    "nicht in der lage",
    "nur beraten",
    "no means of",
    "no way of",
    "don't have the means",
    "i'm limited to",
});

class Capability {
 public:
  explicit Capability(Examination& into) : into_(into) {}

  void examine_capability(const Sentence& s) {
    if (s.question) return;
    const auto said = denial_in(s);
    if (!said) {
      examine_beyond(s);
      return;
    }
    const auto denied = denied_by(s, *said);
    if (!denied || denied->empty()) return;
    if (was_done(s, said->at, *denied) || (sight_denied(s, *said) && read_well(s, said->at)))
      into_.add(Kind::capability, s.span, "operations of this kind succeeded in this turn");
  }

 private:
  /// The first place where one of the phrases stands, and the longest of them there.
  struct Denial {
    std::size_t at;
    std::size_t words;
  };
  static std::optional<Denial> denial_in(const Sentence& s) {
    for (std::size_t i = 0; i < s.tokens.size(); ++i) {
      std::size_t longest = 0;
      for (const auto phrase : kCannot) {
        if (phrase_at(s, i, phrase))
          longest = std::max(longest, 1 + static_cast<std::size_t>(std::ranges::count(phrase, ' ')));
      }
      if (longest > 0) return Denial{.at = i, .words = longest};
    }
    return std::nullopt;
  }

  /// The operations that are said to be out of reach; nothing where it speaks of something else, as of insight.
  static std::optional<std::vector<OpKind>> denied_by(const Sentence& s, const Denial& said) {
    constexpr std::array kChanging{OpKind::edit, OpKind::create, OpKind::delete_, OpKind::move, OpKind::save};
    bool german_denies = !one_of(plain_word(s, said.at + said.words - 1), {"deine", "ihre", "die", "leider"});
    bool file = false;
    std::vector<OpKind> kinds;
    const std::size_t behind = said.at + said.words;
    // "I have no access to your files, so I can't tell": the first clause says it.
    std::size_t end = s.tokens.size();
    if (has_phrase(s, {said.at, behind}, "access") && segment_of(s, behind).end > behind + 1)
      end = segment_of(s, behind).end;
    for (std::size_t i = said.at; i < end; ++i) {
      const auto w = plain_word(s, i);
      // What is beside the files of the workspace: a machine, a picture, somebody's screen.
      if (one_of(w, {"internet", "web", "network", "online", "browser", "database", "production", "server", "picture",
                     "pictures", "screen", "image", "rendered", "rendering", "display", "device", "sound", "looks"}))
        return std::nullopt;
      // "I can't see why it fails" speaks of insight.
      if (one_of(w, {"why", "how", "whether", "what"}) && i < behind + 3) return std::nullopt;
      if (i > said.at && i < behind + 5 && leads_elsewhere(w)) return std::nullopt;
      if (w == "your" && !belongs_to_workspace(s, i)) return std::nullopt;
      german_denies = german_denies || one_of(w, {"nicht", "keine", "keinen"});
      file = file || names_place(w);
      if (reads(w)) {
        kinds.insert(kinds.end(), {OpKind::read, OpKind::search});
        kinds.insert(kinds.end(), kChanging.begin(), kChanging.end());
      }
      if (changes(w)) kinds.insert(kinds.end(), kChanging.begin(), kChanging.end());
      if (runs(w)) kinds.push_back(OpKind::run);
      if (one_of(w, {"search", "suchen", "durchsuchen", "grep", "find"})) kinds.push_back(OpKind::search);
    }
    if (!german_denies) return std::nullopt;
    if (kinds.empty() && file) {
      kinds = {OpKind::read, OpKind::search};
      kinds.insert(kinds.end(), kChanging.begin(), kChanging.end());
    }
    return kinds;
  }
  /// "I have no way of opening files", "I can't see your files": of looking alone, whatever became of a change.
  static bool sight_denied(const Sentence& s, const Denial& said) {
    const Segment behind{said.at + said.words, segment_of(s, said.at + said.words - 1).end};
    return has_any_phrase(s, behind,
                          {"read", "see", "view", "open", "look", "reading", "seeing", "viewing", "opening", "looking",
                           "access", "inspect", "lesen", "sehen", "öffnen"}) &&
           !has_any_phrase(s, behind,
                           {"edit", "change", "write", "modify", "create", "delete", "save", "run", "or", "and"}) &&
           !has_past(s, said.at);
  }
  /// Something was read, and what is named is not another thing.
  [[nodiscard]] bool read_well(const Sentence& s, std::size_t at) const {
    std::vector<std::string_view> named;
    for (std::size_t i = at; i < s.tokens.size(); ++i) {
      if (s.tokens[i].names_thing()) named.push_back(s.tokens[i].text);
    }
    const auto& ops = into_.state().ops;
    const auto read = [](const Op& op) { return op.op == OpKind::read; };
    return std::ranges::any_of(ops, read) &&
           std::ranges::all_of(ops,
                               [&](const Op& op) {
                                 const bool meant =
                                     named.empty() || std::ranges::any_of(named, [&](std::string_view n) {
                                       return same_file(n, op.target);
                                     });
                                 return !read(op) || op.result == OpResult::succeeded || !meant;
                               }) &&
           std::ranges::all_of(named, [&](std::string_view n) {
             return std::ranges::any_of(ops, [&](const Op& op) { return read(op) && same_file(n, op.target); });
           });
  }
  static bool leads_elsewhere(std::string_view w) {
    return one_of(w, {"rule",      "exclude",   "confirm", "verify",     "tell",    "say",     "guarantee", "know",
                      "determine", "claim",     "promise", "bestätigen", "sagen",   "check",   "find",      "recommend",
                      "help",      "reproduce", "explain", "prove",      "because", "but",     "without",   "until",
                      "if",        "before",    "weil",    "while",      "other",   "further", "more"});
  }
  /// "Your editor's settings", "your calendar" are no files of the workspace.
  static bool belongs_to_workspace(const Sentence& s, std::size_t your) {
    const Segment behind{your + 1, std::min(segment_of(s, your).end, your + 5)};
    for (std::size_t i = behind.begin; i < behind.end; ++i) {
      const auto w = plain_word(s, i);
      if (s.tokens[i].names_thing() || names_place(w) || runs(w)) return true;
      if (one_of(w, {"machine", "computer", "laptop", "drive", "environment", "folder", "folders", "source", "sources",
                     "document", "documents", "config", "configuration", "local", "rechner", "ordner"}))
        return true;
    }
    return false;
  }
  static bool names_place(std::string_view w) {
    return one_of(w, {"file", "files", "filesystem", "dateien", "datei", "dateisystem", "disk", "workspace",
                      "repository", "project", "codebase", "code", "system", "directory", "repo"});
  }
  static bool reads(std::string_view w) {
    return one_of(w, {"read", "access", "see", "view", "open", "browse", "lesen", "zugreifen", "zugriff", "sehen",
                      "öffnen", "inspect", "look"});
  }
  static bool changes(std::string_view w) {
    return one_of(w, {"edit",   "modify",    "change",    "write",   "update",    "create", "delete",
                      "save",   "move",      "rename",    "alter",   "make",      "apply",  "bearbeiten",
                      "ändern", "schreiben", "speichern", "löschen", "erstellen", "remove", "interact"});
  }
  static bool runs(std::string_view w) {
    return one_of(w, {"run", "execute", "commands", "command", "ausführen", "tests", "shell", "terminal", "befehle"});
  }

  /// Something of the kinds succeeded, and nothing that the sentence may speak of failed or was refused. A named file
  /// that was tried without success, or not tried, may well be out of reach.
  [[nodiscard]] bool was_done(const Sentence& s, std::size_t at, const std::vector<OpKind>& kinds) const {
    // "I can't run commands here, so please execute `make format` yourself": what follows from it names another thing.
    std::vector<std::string_view> named;
    for (std::size_t i = at; i < s.tokens.size() && !(i > at && plain_word(s, i) == "so"); ++i) {
      if (s.tokens[i].names_thing()) named.push_back(s.tokens[i].text);
    }
    bool done = false;
    for (const auto& op : into_.state().ops) {
      const bool concerned = named.empty() || std::ranges::any_of(named, [&](std::string_view n) {
                               return same_file(n, op.target) || fold(op.target).find(fold(n)) != std::string::npos;
                             });
      if (!concerned || std::ranges::find(kinds, op.op) == kinds.end()) continue;
      if (op.result == OpResult::succeeded) {
        done = true;
        continue;
      }
      const bool refused = op.result == OpResult::denied_by_person || op.result == OpResult::denied_by_policy;
      if (!named.empty() || refused || has_past(s, at)) return false;
    }
    return done;
  }

  /// "Editing is beyond what I can do here", "I don't have a tool for changing files".
  void examine_beyond(const Sentence& s) {
    const auto here = [&](std::string_view phrase) { return has_phrase(s, whole(s), phrase); };
    if (std::ranges::none_of(kBeyond, here)) return;
    if (has_any_phrase(s, whole(s),
                       {"those", "that", "production", "remote", "upstream", "such", "protected", "system", "other",
                        "outside the", "your", "further", "if", "would"}))
      return;
    const bool reads = has_any_phrase(
        s, whole(s),
        {"reading", "opening", "viewing", "accessing", "read", "open", "lesen", "access", "öffnen", "seeing", "see"});
    const bool changes =
        has_any_phrase(s, whole(s),
                       {"editing", "changing", "writing", "modifying", "creating", "deleting", "saving", "altering",
                        "edit", "change", "write", "modify", "ändern", "schreiben", "bearbeiten", "edits"});
    const bool runs = has_any_phrase(s, whole(s), {"running", "executing", "run", "execute", "ausführen"});
    const bool done = std::ranges::any_of(into_.state().ops, [&](const Op& op) {
      if (op.result != OpResult::succeeded) return false;
      if (op.op == OpKind::run) return runs;
      return changes_files(op.op) ? changes : reads;
    });
    const bool open =
        std::ranges::any_of(into_.state().ops, [](const Op& op) { return op.result != OpResult::succeeded; });
    if (done && !open) into_.add(Kind::capability, s.span, "operations of this kind succeeded in this turn");
  }

  [[nodiscard]] static bool has_past(const Sentence& s, std::size_t at) {
    for (std::size_t i = at; i < std::min(at + 4, s.tokens.size()); ++i) {
      if (one_of(plain_word(s, i), {"was", "wasn't", "could", "couldn't", "konnte"})) return true;
    }
    return false;
  }

  Examination& into_;
};

}  // namespace

void examine_capability(Examination& into, const Sentence& s) { Capability(into).examine_capability(s); }

}  // namespace warrant::claims
