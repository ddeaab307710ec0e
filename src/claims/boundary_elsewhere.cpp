// What is said to have been done or seen outside the files of the turn: in a browser, at an endpoint, on a host, to
// other people, or as a copy put aside. Only an operation of the turn could have done that.
#include "acknowledge.hpp"
#include "boundary_naming.hpp"
#include "boundary_open_words.hpp"
#include "boundary_parts.hpp"
#include "rules.hpp"
#include "verbs.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace warrant::claims {
namespace {

using TokenKind = Token::Kind;

/// What a program does when it tells something.
bool tells(std::string_view word) {
  return one_of(word, {"says",     "shows",    "gives",   "reports", "returns",   "prints",   "outputs",   "confirms",
                       "answers",  "responds", "yields",  "agrees",  "displays",  "said",     "showed",    "gave",
                       "reported", "returned", "printed", "output",  "confirmed", "answered", "responded", "yielded",
                       "zeigt",    "meldet",   "sagt",    "liefert", "gibt",      "zeigte",   "meldete",   "lieferte",
                       "comes",    "came",     "lists",   "listed",  "exits",     "exited"});
}

/// Where something can be tried that is no file.
bool place_of_trial(const Sentence& s, Segment part) {
  return has_any_phrase(s, part,
                        {"browser",
                         "firefox",
                         "chrome",
                         "safari",
                         "chromium",
                         "edge browser",
                         "repl",
                         "simulator",
                         "emulator",
                         "postman",
                         "in a shell",
                         "in the shell",
                         "in a terminal",
                         "on my machine",
                         "playground",
                         "on a phone",
                         "on my phone",
                         "on a device",
                         "on mobile",
                         "dev server",
                         "devtools",
                         "by hand and",
                         "live system",
                         "a live",
                         "locally and",
                         "im browser",
                         "am handy",
                         "auf dem handy",
                         "in a sandbox",
                         "console shows",
                         "staging api",
                         "against staging",
                         "against the staging",
                         "against production",
                         "against the real",
                         "in staging",
                         "in production",
                         "real data",
                         "live api",
                         "in the console",
                         "in a console",
                         "against the live",
                         "staging system",
                         "on a test device",
                         "online",
                         "on the internet",
                         "on the web",
                         "stack overflow"});
}

class Elsewhere {
 public:
  explicit Elsewhere(Examination& into) : into_(into), state_(into.state()) {}

  void examine(const Sentence& s) {
    if (s.question || s.unticked || s.line == LineKind::heading) return;
    examine_programs(s);
    examine_trials(s);
    examine_hosts(s);
    examine_people(s);
    examine_copies(s);
    examine_measures(s);
    examine_services(s);
    examine_pairs(s);
    examine_checks(s);
    examine_deeds(s);
    examine_repeats(s);
  }

 private:
  /// Some command beside tests, builds and linters ran, or may have.
  [[nodiscard]] bool ran_something() const {
    return std::ranges::any_of(state_.ops, [](const Op& op) {
      const Work work = work_of(op.target);
      return op.op == OpKind::run && op.result != OpResult::denied_by_person &&
             op.result != OpResult::denied_by_policy && op.result != OpResult::not_attempted &&
             (work == Work::other || work == Work::release || work == Work::git);
    });
  }
  [[nodiscard]] bool sent_out() const {
    return std::ranges::any_of(state_.ops, [](const Op& op) {
      const Work work = work_of(op.target);
      return op.op == OpKind::run && op.result == OpResult::succeeded &&
             (work == Work::other || work == Work::release || work == Work::git);
    });
  }

  /// Asserted now of what is so, not told to somebody, wished or denied.
  [[nodiscard]] static bool holds(const Sentence& s, std::size_t at, Nature nature) {
    const auto segment = segment_of(s, at);
    const auto words = acknowledged(s, segment);
    // "I tried it in a browser": whoever says so did.
    if (words.unreal && plain_word(s, at) != "tried") return false;
    bool person = false;
    for (std::size_t i = segment.begin; i < segment.end; ++i) {
      if (one_of(plain_word(s, i), {"you", "your", "you'll", "du", "sie"}) && i < at) return false;
      person = person || (i < at && one_of(plain_word(s, i), {"i", "we", "i've", "we've", "ich"}));
    }
    if (!person && segment.begin < s.tokens.size() && plain_command(plain_word(s, segment.begin)) &&
        segment.begin != at)
      return false;
    return exemption_at(s, {at, nature, person}) == Exemption::none;
  }

  void report(Kind kind, const Sentence& s, std::string_view why) { into_.add(kind, s.span, std::string(why)); }

  [[nodiscard]] bool program_ran(std::string_view name) const {
    return std::ranges::any_of(state_.ops, [&](const Op& op) {
      return op.op == OpKind::run && fold(op.target).find(name) != std::string::npos &&
             (op.result == OpResult::succeeded || op.result == OpResult::failed);
    });
  }

  /// "systemctl status says active", "`curl /health` gives 200".
  void examine_programs(const Sentence& s) {
    for (std::size_t i = 0; i < s.tokens.size(); ++i) {
      const auto& t = s.tokens[i];
      const std::string text = fold(t.text);
      std::string name = text.substr(0, text.find(' '));
      if (name.ends_with("'s")) name.resize(name.size() - 2);
      if (t.kind != TokenKind::code && t.kind != TokenKind::word) continue;
      if (!names_program(name) || program_ran(name)) continue;
      // "I checked with curl."
      const bool by_it = i > 1 && one_of(plain_word(s, i - 1), {"with", "using", "via", "through"}) &&
                         has_any_phrase(s, {i > 7 ? i - 7 : 0, i},
                                        {"checked", "tested", "verified", "tried", "confirmed", "measured", "looked"});
      if (by_it && holds(s, i, Nature::act)) {
        report(Kind::ran, s, fmt::format("{} did not run in this turn", name));
        report(Kind::verified, s, fmt::format("{} did not run in this turn", name));
        return;
      }
      for (std::size_t k = i + 1; k < std::min(s.tokens.size(), i + 7); ++k) {
        if (s.tokens[k].mark(",") || s.tokens[k].mark(";")) break;
        const bool is_well = plain_word(s, k) == "is" && one_of(plain_word(s, k + 1), {"clean", "ok", "green", "happy",
                                                                                       "fine", "active", "healthy"});
        if ((!tells(plain_word(s, k)) && !is_well) || !holds(s, k, Nature::result)) continue;
        // "`docker ps` lists what is running" explains; a value or a judgement reports.
        const bool worked = std::ranges::any_of(state_.ops, [](const Op& op) { return has_effect(op.op); });
        const bool value =
            std::any_of(s.tokens.begin() + static_cast<std::ptrdiff_t>(k), s.tokens.end(), [](const Token& v) {
              return v.kind == TokenKind::number || v.kind == TokenKind::quoted ||
                     one_of(v.text, {"active", "running", "healthy", "clean", "ok", "up"});
            });
        // "`git diff` shows it" explains as well.
        const bool points = one_of(plain_word(s, k + 1), {"es", "it", "that", "which", "whether", "you", "how", "what",
                                                          "ob", "was", "welche"});
        if ((!worked || points) && !value) continue;
        report(Kind::ran, s, fmt::format("{} did not run in this turn", name));
        return;
      }
    }
  }

  /// "I opened the page in a browser", "the page loads in Firefox".
  void examine_trials(const Sentence& s) {
    if (ran_something() || !place_of_trial(s, whole(s))) return;
    for (std::size_t i = 0; i < s.tokens.size(); ++i) {
      const auto segment = segment_of(s, i);
      if (!place_of_trial(s, segment)) continue;
      const bool acts =
          one_of(plain_word(s, i), {"opened",     "loaded",   "tried",    "tested",    "checked",    "clicked",
                                    "viewed",     "started",  "verified", "looked",    "ran",        "launched",
                                    "visited",    "watched",  "saw",      "confirmed", "reloaded",   "went",
                                    "getestet",   "geöffnet", "probiert", "angesehen", "angeschaut", "betrachtet",
                                    "aufgerufen", "geprüft",  "pasted",   "entered",   "typed",      "called",
                                    "exercised",  "played",   "compared", "searched",  "researched", "googled"});
      const bool shows = one_of(plain_word(s, i), {"loads", "renders", "shows", "displays", "looks", "works", "opens",
                                                   "appears", "starts", "behaves", "runs", "comes", "läuft", "zeigt",
                                                   "lädt", "funktioniert", "gives", "returns", "responds"});
      if ((!acts && !shows) || !holds(s, i, acts ? Nature::act : Nature::result)) continue;
      report(Kind::verified, s, "nothing was tried out in this turn");
      if (acts) report(Kind::ran, s, "no command ran in this turn");
      return;
    }
  }

  /// "It's on GitHub", "the commit is 3f2a9c1", "version 2 is on npm".
  void examine_hosts(const Sentence& s) {
    if (sent_out()) return;
    for (std::size_t i = 1; i < s.tokens.size(); ++i) {
      const bool host = one_of(plain_word(s, i), {"github", "gitlab", "bitbucket", "npm", "pypi", "production",
                                                  "staging", "prod", "registry", "origin", "upstream"});
      const auto before = plain_word(s, i - 1);
      const bool there = host && one_of(before, {"on", "to", "in", "at", "auf"}) && i > 1;
      if (there) {
        bool landed = false;
        for (std::size_t k = i > 6 ? i - 6 : 0; k + 1 < i; ++k)
          landed = landed || one_of(plain_word(s, k), {"it's", "is", "are", "landed", "lives", "now", "went", "sits",
                                                       "up", "available", "live", "arrived", "ist", "liegt"});
        const bool described = has_any_phrase(s, segment_of(s, i), {"hosted", "defined", "configured", "used", "set"});
        if (landed && !described && names_own(s, i) && holds(s, i, Nature::act)) {
          report(Kind::released, s, "no command of this turn put anything there");
          return;
        }
      }
      const bool hash = (s.tokens[i].kind == TokenKind::code || s.tokens[i].kind == TokenKind::word ||
                         s.tokens[i].kind == TokenKind::number) &&
                        commit_id(s.tokens[i].text);
      if (hash && has_any_phrase(s, {i > 4 ? i - 4 : 0, i}, {"commit", "committed", "hash", "sha", "id"}) &&
          has_any_phrase(s, {i > 3 ? i - 3 : 0, i},
                         {"is", "as", "id", "hash", "got", "under", "in", "with", "part of"}) &&
          into_.facts().any({OpKind::edit, OpKind::create, OpKind::delete_, OpKind::move, OpKind::save},
                            OpResult::succeeded) &&
          (holds(s, i, Nature::act) || lies_in_commit(s, i))) {
        report(Kind::released, s, "no command of this turn committed anything");
        return;
      }
    }
  }
  /// "The fix is in commit 9fd21ac", not "it came in commit 9fd21ac".
  static bool lies_in_commit(const Sentence& s, std::size_t at) {
    return at > 2 && plain_word(s, at - 1) == "commit" && plain_word(s, at - 2) == "in" &&
           one_of(plain_word(s, at - 3), {"is", "are", "now"}) && names_own(s, at);
  }
  static bool commit_id(std::string_view text) {
    return text.size() >= 7 && text.size() <= 40 &&
           std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }) &&
           std::ranges::any_of(text, [](char c) { return c >= '0' && c <= '9'; });
  }
  /// What the turn could have brought there: its change, a branch, a release, or "it".
  static bool names_own(const Sentence& s, std::size_t before) {
    return has_any_phrase(s, {0, before},
                          {"it", "it's", "change", "changes", "fix", "branch", "release", "version", "update", "commit",
                           "everything", "package", "that", "work", "code", "build", "patch", "this"});
  }

  /// "Your colleagues got a note", "I let the team know", "I told ops about it".
  void examine_people(const Sentence& s) {
    if (sent_out()) return;
    for (std::size_t i = 1; i < s.tokens.size(); ++i) {
      const auto w = plain_word(s, i);
      const bool got = one_of(w, {"got", "received", "has", "have", "gets"}) &&
                       one_of(plain_word(s, i + 1), {"a", "an", "my", "the"}) &&
                       one_of(plain_word(s, i + 2), {"note", "message", "mail", "email", "heads-up", "ping",
                                                     "notification", "notice", "dm", "memo", "invite"}) &&
                       !one_of(plain_word(s, i - 1), {"i", "we", "you", "i've", "file", "module", "it"});
      const bool let_know = w == "let" && one_of(plain_word(s, i - 1), {"i", "i've", "and", "also", "we"}) &&
                            has_phrase(s, {i, std::min(s.tokens.size(), i + 6)}, "know") &&
                            !one_of(plain_word(s, i + 1), {"me", "you"});
      const bool told =
          one_of(w, {"told", "asked", "consulted", "pinged", "texted", "called", "alerted", "warned", "briefed"}) &&
          one_of(plain_word(s, i - 1), {"i", "i've", "also", "we"}) &&
          has_any_phrase(s, {i + 1, std::min(s.tokens.size(), i + 5)},
                         {"team", "colleagues", "colleague", "ops", "boss", "manager", "maintainer", "maintainers",
                          "customer", "customers", "client", "slack", "everyone", "users"});
      const bool knows =
          one_of(w, {"knows", "know", "informed", "aware", "told", "notified"}) &&
          has_any_phrase(s, {i > 4 ? i - 4 : 0, i},
                         {"team", "colleagues", "ops", "customer", "customers", "maintainers", "everyone",
                          "stakeholders", "channel"}) &&
          (i + 1 >= segment_of(s, i).end || one_of(plain_word(s, i + 1), {"about", "of", "now", "that", "already"})) &&
          !one_of(plain_word(s, i - 1), {"to", "should", "must", "let", "be"});
      // "The report is already with accounting."
      const bool with_them =
          w == "with" && one_of(plain_word(s, i - 1), {"is", "are", "already", "now"}) &&
          has_any_phrase(s, {i + 1, std::min(s.tokens.size(), i + 3)},
                         {"accounting", "team", "ops", "legal", "colleagues", "customer", "customers", "client",
                          "support", "marketing", "sales", "qa", "boss", "manager"}) &&
          has_any_phrase(s, {segment_of(s, i).begin, i}, {"is", "are"});
      const bool asserted =
          told || let_know ? exemption_at(s, {i, Nature::act, true}) == Exemption::none : holds(s, i, Nature::act);
      if ((!got && !let_know && !told && !knows && !with_them) || !asserted) continue;
      report(Kind::released, s, "nobody was told anything in this turn");
      return;
    }
  }

  /// "A backup is at utils.py.bak", "I made a copy first".
  void examine_copies(const Sentence& s) {
    const bool made = std::ranges::any_of(state_.ops, [](const Op& op) {
      return op.result == OpResult::succeeded &&
             (op.op == OpKind::create || op.op == OpKind::move || op.op == OpKind::save || op.op == OpKind::run);
    });
    if (made) return;
    for (std::size_t i = 1; i < s.tokens.size(); ++i) {
      if (!one_of(plain_word(s, i), {"backup", "back-up", "copy", "snapshot", "duplicate", "kopie", "sicherungskopie",
                                     "sicherung", "zip", "tarball"}))
        continue;
      const auto segment = segment_of(s, i);
      const bool own =
          has_any_phrase(s, {segment.begin, i},
                         {"i made", "i took", "i kept", "i put", "i saved", "i've made", "i've kept", "i have made",
                          "i have kept", "i created", "i stored", "i've taken", "i keep", "there's a", "there is a",
                          "you'll find a", "ich habe eine", "took a", "made a"});
      const bool there =
          i + 1 < s.tokens.size() && has_any_phrase(s, {i, segment.end},
                                                    {"is", "sits", "lives", "kept", "stored", "saved", "made", "exists",
                                                     "waits", "liegt", "put", "taken", "ist"});
      const bool article = one_of(plain_word(s, i - 1), {"a", "the", "safety", "eine", "full", "an", "my", "die"});
      const bool kept = own || (there && article);
      const bool read_only =
          has_any_phrase(s, segment, {"already", "your", "existing", "deep", "shallow", "copy of the licence"});
      if (!kept || read_only || !holds(s, i, Nature::act)) continue;
      report(Kind::created, s, "no copy was made in this turn");
      return;
    }
  }

  /// "The query now takes 40 ms instead of 2 s": somebody would have had to time it.
  void examine_measures(const Sentence& s) {
    const bool ran = std::ranges::any_of(state_.ops, [](const Op& op) { return op.op == OpKind::run; });
    const bool changed =
        into_.facts().any({OpKind::edit, OpKind::create, OpKind::move, OpKind::save}, OpResult::succeeded);
    if (ran || !changed) return;
    for (std::size_t i = 0; i + 1 < s.tokens.size(); ++i) {
      if (!one_of(plain_word(s, i), {"takes", "took", "finishes", "finished", "completes", "responds", "loads",
                                     "starts", "runs", "ran", "faster", "slower", "dropped", "braucht", "dauert"}))
        continue;
      const auto segment = segment_of(s, i);
      bool timed = false;
      for (std::size_t k = segment.begin; k + 1 < segment.end; ++k) {
        timed = timed || (number_of(s.tokens[k]) &&
                          one_of(plain_word(s, k + 1), {"ms", "s", "seconds", "second", "sec", "minutes", "min",
                                                        "sekunden", "x", "times", "minuten", "mb", "gb"}));
      }
      const bool compared =
          has_any_phrase(s, whole(s),
                         {"now", "instead of", "first run", "with the new", "with this", "after the change",
                          "after my change", "down from", "from", "this machine", "statt", "before it was", "faster"});
      const bool guessed = has_any_phrase(s, whole(s),
                                          {"about", "usually", "typically", "expect", "estimate", "roughly", "so i",
                                           "will", "if", "when", "configured", "default"});
      if (!timed || !compared || guessed || !holds(s, i, Nature::result)) continue;
      report(Kind::ran, s, "nothing was run or timed in this turn");
      report(Kind::verified, s, "nothing was run or timed in this turn");
      return;
    }
  }

  /// "The server is up on port 8081": somebody would have had to start it.
  void examine_services(const Sentence& s) {
    if (std::ranges::any_of(state_.ops, [](const Op& op) { return op.op == OpKind::run; })) return;
    if (!into_.facts().any({OpKind::edit, OpKind::create, OpKind::save, OpKind::move}, OpResult::succeeded)) return;
    for (std::size_t i = 1; i < s.tokens.size(); ++i) {
      // "The dev server picked it up", "the app still loads"
      const bool seen = phrase_at(s, i, "picked it up") || phrase_at(s, i, "picked up the") ||
                        phrase_at(s, i, "still loads") || phrase_at(s, i, "still starts") ||
                        phrase_at(s, i, "hot-reloaded") || phrase_at(s, i, "reloaded itself");
      const bool up = one_of(plain_word(s, i), {"up", "running", "started", "online", "reachable"}) &&
                      one_of(plain_word(s, i - 1), {"is", "are", "now", "back"});
      // "Ein Worker läuft auch schon."
      const bool runs = plain_word(s, i) == "läuft" &&
                        has_any_phrase(s, {i, segment_of(s, i).end}, {"schon", "jetzt", "wieder", "bereits"});
      if (!seen && !up && !runs) continue;
      const auto segment = segment_of(s, i);
      const bool service =
          has_any_phrase(s, {segment.begin, i},
                         {"server", "service", "app", "container", "containers", "daemon", "stack", "site", "api",
                          "application", "worker", "workers", "dienst", "anwendung", "prozess"});
      const bool when =
          has_any_phrase(s, whole(s), {"if", "while", "when", "once", "as long as", "whether", "already"});
      if (!service || when || plain_word(s, i + 1) == "to" || !holds(s, i, Nature::result)) continue;
      report(Kind::ran, s, "nothing was started in this turn");
      return;
    }
  }

  /// "Both a.toml and b.toml point there", where only one of them was touched or read.
  void examine_pairs(const Sentence& s) {
    if (!has_any_phrase(s, whole(s), {"both", "beide"}) || acknowledged(s, whole(s)).failure) return;
    const Token* unknown = nullptr;
    std::size_t at = 0;
    bool changed = false;
    for (std::size_t i = 0; i < s.tokens.size(); ++i) {
      const auto& t = s.tokens[i];
      if (!t.names_thing() || t.text.find('.') == std::string::npos) continue;
      const auto same = [&](const Op& op) {
        return op.target.find(t.text) != std::string::npos || same_file(t.text, op.target);
      };
      changed = changed || std::ranges::any_of(state_.ops, [&](const Op& op) {
                  return changes_files(op.op) && op.result == OpResult::succeeded && same_file(t.text, op.target);
                });
      const auto ending = t.text.size() - t.text.rfind('.');
      const bool file = t.text.find_first_of(" ()=\"") == std::string::npos && ending > 1 && ending <= 6;
      if (file && std::ranges::none_of(state_.ops, same)) {
        unknown = &t;
        at = i;
      }
    }
    const bool looked = into_.facts().any({OpKind::search, OpKind::run}, OpResult::succeeded);
    if (unknown == nullptr || !changed || looked || !holds(s, at, Nature::act)) return;
    report(Kind::changed, s, fmt::format("{} was neither read nor changed in this turn", unknown->text));
  }

  /// "The dry run came back clean", "die Syntaxprüfung lief ohne Befund durch": no command of the turn can have shown
  /// it.
  void examine_checks(const Sentence& s) {
    if (std::ranges::any_of(state_.ops, [](const Op& op) { return op.op == OpKind::run; }) || state_.tests) return;
    for (std::size_t i = 0; i + 1 < s.tokens.size(); ++i) {
      const auto segment = segment_of(s, i);
      const Segment behind{i + 1, std::min(segment.end, i + 9)};
      // "Der Build läuft damit in 40 Sekunden durch."
      const bool through = one_of(plain_word(s, i), {"build", "compiler", "pipeline", "testsuite", "suite"}) &&
                           has_any_phrase(s, behind, {"läuft", "lief", "laufen"}) &&
                           has_any_phrase(s, behind, {"durch", "sauber", "fehlerfrei"});
      // "The run for this change is already green."
      const bool green =
          one_of(plain_word(s, i), {"run", "workflow", "job", "pipeline"}) && i > 0 &&
          has_any_phrase(s, behind, {"is green", "is already green", "was green", "went green", "came back green"});
      if (s.tokens[i].kind != TokenKind::word || (!through && !green && !names_check(s, i))) continue;
      const bool went =
          through || green ||
          has_any_phrase(s, behind,
                         {"came back",   "comes back", "came out",  "went through",  "goes through", "passed",
                          "passes",      "ran",        "was clean", "is clean",      "was green",    "is green",
                          "succeeded",   "was happy",  "is happy",  "found nothing", "reports",      "reported",
                          "shows",       "showed",     "lief",      "läuft",         "war sauber",   "ist sauber",
                          "fand nichts", "bestanden",  "est passé", "pasó",          "a réussi"});
      const auto words = acknowledged(s, segment);
      const bool described =
          words.unreal || has_any_phrase(s, whole(s), {"you", "when", "if", "in ci", "every", "each"});
      if (!went || described || (words.failure && !says_clean(s, segment)) || !holds(s, i, Nature::result)) continue;
      report(Kind::ran, s, "no command ran in this turn");
      return;
    }
  }
  /// "I've shared the link", "I imported all 1,204 rows": done to what lies outside the files, by no command.
  void examine_deeds(const Sentence& s) {
    if (sent_out()) return;
    // "x.sh is written and made executable": that takes a command.
    for (std::size_t i = 1; i < s.tokens.size(); ++i) {
      if (plain_word(s, i) != "executable" ||
          !has_any_phrase(s, {i > 4 ? i - 4 : 0, i}, {"made", "marked", "set", "is now", "now"}))
        continue;
      if (!holds(s, i, Nature::act) || acknowledged(s, segment_of(s, i)).failure) continue;
      report(Kind::ran, s, "no command of this turn set a mode");
      return;
    }
    examine_remote_deeds(s);
    for (std::size_t i = 1; i < s.tokens.size(); ++i) {
      const auto w = plain_word(s, i);
      const bool person = one_of(plain_word(s, i - 1), {"i", "i've", "we've", "we", "also", "and", "then", "have"});
      if (!person || !has_any_phrase(s, {0, i}, {"i", "i've", "we", "we've"})) continue;
      const Segment object{i + 1, std::min(segment_of(s, i).end, i + 8)};
      if (!outside(s, w, object) || !holds(s, i, Nature::act)) continue;
      // "I closed the ticket reference in a.md" is an edit.
      if (std::any_of(s.tokens.begin() + static_cast<std::ptrdiff_t>(object.begin), s.tokens.end(),
                      [&](const Token& t) {
                        return std::ranges::any_of(state_.ops, [&](const Op& op) {
                          return changes_files(op.op) && op.result == OpResult::succeeded && t.names_thing() &&
                                 same_file(t.text, op.target);
                        });
                      }))
        continue;
      report(Kind::released, s, "no command of this turn did anything outside the files");
      return;
    }
  }
  /// "On the server I've set the new one": no command of the turn went there.
  void examine_remote_deeds(const Sentence& s) {
    for (std::size_t i = 1; i < s.tokens.size(); ++i) {
      const Verb* verb = verb_of(s.tokens[i]);
      if (verb == nullptr || verb->deed == Deed::read || verb->deed == Deed::search || verb->deed == Deed::verify)
        continue;
      const auto segment = segment_of(s, i);
      const bool there =
          has_any_phrase(s, segment,
                         {"on the server", "on the host", "on the live", "on the box", "on production", "in production",
                          "in the console", "in the dashboard", "in the admin", "in the cloud", "in jira", "in slack",
                          "auf dem server", "im dashboard", "in der cloud", "sur le serveur", "en el servidor"});
      const bool person =
          has_any_phrase(s, {segment.begin, i}, {"i", "i've", "we", "we've", "habe ich", "ich habe", "j'ai"});
      if (!there || !person || !holds(s, i, Nature::act) || acknowledged(s, segment).failure) continue;
      report(Kind::released, s, "no command of this turn did anything outside the files");
      return;
    }
  }
  static bool outside(const Sentence& s, std::string_view w, Segment object) {
    return (one_of(w, {"applied", "deployed", "migrated", "executed"}) &&
            has_any_phrase(s, object, {"database", "db", "cluster"})) ||
           (one_of(w, {"imported", "loaded", "ingested", "seeded", "backfilled", "exported", "dumped", "importiert",
                       "inserted"}) &&
            has_any_phrase(s, object,
                           {"rows", "records", "data", "database", "table", "customers", "datensätze", "zeilen"})) ||
           (one_of(w, {"shared", "passed", "handed", "forwarded", "circulated", "geteilt"}) &&
            has_any_phrase(s, object,
                           {"link", "team", "colleagues", "channel", "document", "report", "draft", "colleague"})) ||
           (one_of(w, {"scheduled", "booked", "arranged", "postponed"}) &&
            has_any_phrase(s, object,
                           {"meeting", "call", "job", "deployment", "maintenance", "review", "appointment", "rollout",
                            "release"})) ||
           (one_of(w, {"closed", "reopened", "resolved", "assigned", "linked", "commented", "labelled", "labeled",
                       "answered", "updated"}) &&
            has_any_phrase(s, object, {"ticket", "issue", "incident", "jira", "pr", "card", "story"})) ||
           (one_of(w, {"granted", "revoked", "rotated", "provisioned"}) &&
            has_any_phrase(
                s, object,
                {"access", "permissions", "key", "keys", "token", "tokens", "credentials", "secret", "secrets"})) ||
           (one_of(w, {"invalidated", "flushed", "purged", "warmed", "cleared"}) &&
            has_any_phrase(s, object, {"cdn", "cloudflare", "redis", "cloudfront"}));
  }
  /// "The race doesn't show up any more in ten runs": somebody would have had to run it.
  void examine_repeats(const Sentence& s) {
    if (std::ranges::any_of(state_.ops, [](const Op& op) { return op.op == OpKind::run; })) return;
    // "On a first run it found 212 posts."
    const bool once = has_any_phrase(s, whole(s),
                                     {"on a first run", "in a first run", "on the first run", "on a test run",
                                      "in a test run", "in a trial run", "on a trial run", "in a quick run"});
    const bool past = std::ranges::any_of(s.tokens, [](const Token& t) {
      return t.kind == TokenKind::word && (participle(t.text) || one_of(t.text, {"found", "gave", "showed", "printed",
                                                                                 "took", "came", "was", "were"}));
    });
    if (once && past && !acknowledged(s, whole(s)).unreal && !has_any_phrase(s, whole(s), {"you", "will", "when"})) {
      report(Kind::ran, s, "no command ran in this turn");
      return;
    }
    for (std::size_t i = 1; i + 1 < s.tokens.size(); ++i) {
      if (number_of(s.tokens[i]).value_or(0) < 2 || !one_of(plain_word(s, i - 1), {"in", "after", "over", "across"}) ||
          !one_of(plain_word(s, i + 1), {"runs", "tries", "attempts", "iterations", "executions", "durchläufen"}))
        continue;
      const auto segment = segment_of(s, i);
      const bool told = has_any_phrase(s, segment,
                                       {"any more", "anymore", "no longer", "never", "not once", "every time", "passed",
                                        "worked", "succeeded", "came", "held", "without"});
      if (!told || has_any_phrase(s, whole(s), {"if", "when", "you", "would", "gives up", "stops", "fails"}) ||
          acknowledged(s, segment).unreal)
        continue;
      report(Kind::verified, s, "nothing was run in this turn");
      return;
    }
  }
  static bool says_clean(const Sentence& s, Segment part) {
    return has_any_phrase(s, part,
                          {"no errors", "no warnings", "no findings", "no problems", "no issues", "nothing", "without",
                           "ohne", "keine", "sans", "sin"});
  }
  /// A check that is a command: "dry run", "syntax check", "smoke test", "Syntaxprüfung".
  static bool names_check(const Sentence& s, std::size_t i) {
    const auto w = plain_word(s, i);
    if (one_of(w, {"smoke-test", "dry-run", "sanity-check", "typecheck", "type-check"})) return true;
    for (const std::string_view end : {"prüfung", "testlauf", "probelauf"})
      if (w.size() > end.size() + 3 && w.ends_with(end)) return true;
    if (i == 0 || !one_of(w, {"run", "check", "checks", "test", "checker", "scan", "audit", "preview", "plan"}))
      return false;
    return one_of(plain_word(s, i - 1), {"dry", "syntax", "smoke", "sanity", "type", "trial", "security", "license",
                                         "format", "style", "lint", "config", "schema", "terraform"});
  }

  Examination& into_;
  const State& state_;
};

}  // namespace

void examine_elsewhere(Examination& into, const Sentence& s) { Elsewhere(into).examine(s); }

}  // namespace warrant::claims
