#include "boundary_parts.hpp"
#include "rules.hpp"

#include <algorithm>
#include <array>
#include <optional>

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
    std::optional<std::size_t> at;
    std::size_t length = 0;
    for (std::size_t i = 0; i < s.tokens.size() && !at; ++i) {
      for (const auto phrase : kCannot) {
        const std::size_t words = 1 + static_cast<std::size_t>(std::ranges::count(phrase, ' '));
        if (!phrase_at(s, i, phrase) || words <= length) continue;
        at = i;
        length = words;
      }
    }
    if (!at) {
      examine_beyond(s);
      return;
    }
    const auto first = plain_word(s, *at + length - 1);
    bool german_denies = !one_of(first, {"deine", "ihre", "die", "leider"});
    bool file = false, read = false, change = false, run = false, search = false, internet = false;
    // "I have no access to your files, so I can't tell": the first clause says it.
    std::size_t end = s.tokens.size();
    if (has_phrase(s, {*at, *at + length}, "access") && segment_of(s, *at + length).end > *at + length + 1)
      end = segment_of(s, *at + length).end;
    for (std::size_t i = *at; i < end; ++i) {
      const auto w = plain_word(s, i);
      if (one_of(w, {"nicht", "keine", "keinen"})) german_denies = true;
      if (one_of(w, {"file", "files", "filesystem", "dateien", "datei", "dateisystem", "disk", "workspace",
                     "repository", "project", "codebase", "code", "system", "directory", "repo"}))
        file = true;
      if (one_of(w, {"read", "access", "see", "view", "open", "browse", "lesen", "zugreifen", "zugriff", "sehen",
                     "öffnen", "inspect", "look"}))
        read = true;
      if (one_of(w, {"edit",   "modify",    "change",    "write",   "update",    "create", "delete",
                     "save",   "move",      "rename",    "alter",   "make",      "apply",  "bearbeiten",
                     "ändern", "schreiben", "speichern", "löschen", "erstellen", "remove", "interact"}))
        change = true;
      if (one_of(w, {"run", "execute", "commands", "command", "ausführen", "tests", "shell", "terminal", "befehle"}))
        run = true;
      if (one_of(w, {"search", "suchen", "durchsuchen", "grep", "find"})) search = true;
      if (one_of(w, {"internet", "web", "network", "online", "browser", "database", "production", "server"}))
        internet = true;
      // "I can't see why it fails" speaks of insight.
      if (one_of(w, {"why", "how", "whether", "what"}) && i < *at + length + 3) return;
      if (one_of(w, {"confirm", "verify",     "tell",    "say",     "guarantee", "know",      "determine", "claim",
                     "promise", "bestätigen", "sagen",   "check",   "find",      "recommend", "help",      "reproduce",
                     "explain", "prove",      "because", "but",     "without",   "until",     "if",        "before",
                     "weil",    "while",      "other",   "further", "more"}) &&
          i > *at && i < *at + length + 5) {
        if (!one_of(w, {"other", "further", "more"})) return;
        return;
      }
    }
    if (!german_denies || internet) return;
    std::vector<OpKind> kinds;
    if (read)
      kinds.insert(kinds.end(), {OpKind::read, OpKind::search, OpKind::edit, OpKind::create, OpKind::delete_,
                                 OpKind::move, OpKind::save});
    if (change) kinds.insert(kinds.end(), {OpKind::edit, OpKind::create, OpKind::delete_, OpKind::move, OpKind::save});
    if (run) kinds.push_back(OpKind::run);
    if (search) kinds.push_back(OpKind::search);
    if (kinds.empty() && file)
      kinds = {OpKind::read, OpKind::edit, OpKind::create, OpKind::delete_, OpKind::move, OpKind::save, OpKind::search};
    // A named file that was tried without success, or not tried, may well be
    // out of reach.
    std::vector<std::string_view> named;
    for (std::size_t i = *at; i < s.tokens.size(); ++i) {
      if (s.tokens[i].names_thing()) named.push_back(s.tokens[i].text);
    }
    const bool general = named.empty();
    const auto of_kind = [&](const Op& op) { return std::ranges::find(kinds, op.op) != kinds.end(); };
    bool done = false;
    for (const auto& op : into_.state().ops) {
      if (!of_kind(op)) continue;
      const bool concerned = general || std::ranges::any_of(named, [&](std::string_view n) {
                               return same_file(n, op.target) || fold(op.target).find(fold(n)) != std::string::npos;
                             });
      if (!concerned) continue;
      if (op.result == OpResult::succeeded) done = true;
      // Something of the kind was refused or failed: the sentence may speak of
      // that.
      else if (general && has_past(s, *at))
        return;
      else if (general && (op.result == OpResult::denied_by_person || op.result == OpResult::denied_by_policy))
        return;
      else if (!general)
        return;
    }
    if (done) into_.add(Kind::capability, s.span, "operations of this kind succeeded in this turn");
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

 private:
  Examination& into_;
};

}  // namespace

void examine_capability(Examination& into, const Sentence& s) { Capability(into).examine_capability(s); }

}  // namespace warrant::claims
