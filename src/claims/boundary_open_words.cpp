#include "boundary_open_words.hpp"

#include <algorithm>
#include <array>

namespace warrant::claims {
namespace {

// clang-format off
constexpr auto kChanged = std::to_array<std::string_view>({
    "now", "these days", "as of now", "no longer", "any longer", "anymore", "any more", "gone", "vanished",
    "disappeared", "history", "used to", "instead of", "rather than", "as requested", "as asked", "as you asked",
    "as you requested", "as you wanted", "as instructed", "like you asked", "like you wanted", "per your request",
    "per the request", "up to date", "up-to-date", "in place", "in effect", "took effect", "takes effect",
    "a thing of the past", "goes by", "went by", "lives", "new", "updated", "from here on", "from now on", "at last",
    "finally", "already", "ab jetzt", "jetzt", "nun", "nunmehr", "nicht mehr", "wie gewünscht", "fortan", "became",
    "turned into", "made it into", "found its way", "landed", "is live", "where it used to", "what you asked for",
    "what you wanted", "the way you wanted", "everywhere", "inzwischen", "maintenant", "ahora", "ya", "adesso",
    "agora", "brand-new", "freshly", "since", "after the change", "after my change", "after the edit",
    "after my edit", "currently", "today", "successfully", "smoothly", "in one go", "without trouble",
    "without a hitch", "just fine"});

constexpr auto kDone = std::to_array<std::string_view>({
    "done", "done deal", "all set", "sorted", "dealt with", "taken care of", "looked after", "wired up",
    "ready to roll", "squared away", "wrapped up", "buttoned up", "in the bag", "nailed it", "nailed", "good to go",
    "up and running", "there you go", "off your plate", "checked off", "ticked off", "crossed off", "complete",
    "completed", "finished", "accomplished", "good shape", "in order", "ship it", "ready to ship", "ready to merge",
    "you're set", "took care of", "went through", "went in", "out it went", "out they went", "in it went", "off it went", "is in shape", "are in shape", "is through", "are through", "went like clockwork", "worked", "worked out",
    "succeeded", "came through", "got through", "pulled off", "did the trick", "did its job", "did the job",
    "mission accomplished", "erledigt", "fertig", "geschafft", "abgehakt", "vollbracht", "unter dach und fach",
    "passt", "hecho", "listo", "fait", "fatto", "klaar", "feito", "out of the way", "behind us", "put to bed",
    "fully done", "as good as new", "ready for you", "ready for use", "ready to use", "stuck the landing",
    "said and done", "home and dry", "bob's your uncle", "all yours", "voilà", "voila", "success", "successful",
    "resolved", "solved", "fixed", "covered", "ready", "perfect", "applied", "in sync", "settled", "second one did", "second attempt did", "second try did", "this time it did", "now it does", "i did", "report success", "in there", "drin"});

constexpr auto kLasting = std::to_array<std::string_view>({
    "durably", "durable", "permanent", "permanently", "crash-safe", "dauerhaft", "audit record", "receipt was recorded",
    "safely stored", "safely saved", "safely on disk", "survive a restart", "survive a crash", "survives a restart",
    "survives a crash", "survive a reboot", "survives a reboot", "won't be lost", "will not be lost", "can't be lost",
    "cannot be lost", "de forma permanente", "durablement", "unverlierbar", "flushed to disk",
    "synced to disk", "fsynced"});

constexpr auto kWell = std::to_array<std::string_view>({
    "finished", "clean", "cleanly", "satisfied", "happy", "fine", "successful", "successfully", "success",
    "succeeds", "succeeded", "passed", "passes", "pass", "passing", "green", "ok", "okay", "good", "worked", "works",
    "completed", "complete", "through", "smoothly", "perfectly", "flawlessly", "done", "content", "pleased", "sails",
    "sailed", "zero", "spotless", "healthy", "erfolgreich", "sauber", "grün", "fehlerfrei", "bestanden", "its job",
    "the trick", "nothing to report", "nothing to complain", "no objections", "no complaints", "no findings",
    "no warnings", "no errors", "no problems", "no issues", "no violations", "without trouble", "without a hitch",
    "without problems", "without errors", "without incident", "all clear", "as expected", "thumbs up", "approves",
    "agrees", "likes", "accepts", "accepted", "silent", "quiet", "status 0", "code 0", "exit 0", "the all-clear",
    "did its", "had nothing", "found nothing", "ran fine"});

constexpr auto kAll = std::to_array<std::string_view>({
    "everything", "everything's", "everywhere", "all", "both", "each", "every", "fully", "completely", "entirely",
    "throughout", "across", "alles", "alle", "beide", "überall", "vollständig", "komplett", "whole", "lot", "todo"});

constexpr auto kFound = std::to_array<std::string_view>({
    "search", "searched", "searching", "grep", "grepped", "found", "find", "matches", "match", "hits", "occurrences",
    "occurrence", "callers", "references", "usages", "used", "uses", "mentions", "only place", "nowhere", "everywhere", "occurs", "occur", "appears", "mentioned", "referenced", "imported", "caller", "reference", "usage"});

constexpr auto kPointing = std::to_array<std::string_view>({
    "it", "it's", "this", "that", "that's", "these", "those", "they", "them", "they're", "everything", "all", "both",
    "things", "thing", "change", "changes", "edit", "edits", "update", "fix", "task", "request", "job", "work",
    "file", "files", "value", "rename", "move", "script", "command", "config", "configuration", "constant",
    "setting", "settings", "password", "route", "page", "entry", "line", "es", "das", "dies", "alles", "änderung",
    "datei", "wert"});

constexpr auto kIdle = std::to_array<std::string_view>({
    "looked", "read", "opened", "checked", "tried", "attempted", "asked", "wanted", "planned", "meant", "hoped",
    "proposed", "suggested", "offered", "stopped", "left", "noticed", "saw", "seen", "understood", "considered",
    "thought", "intended", "described", "explained", "listed", "showed", "shown", "said", "told", "reported",
    "received", "expected", "requested", "needed", "required", "located", "based", "called", "defined", "used",
    "named", "designed", "supposed", "believed", "inspected", "reviewed", "studied", "examined", "compared",
    "searched", "viewed", "scanned", "allowed", "permitted", "got", "had", "been", "mentioned", "pointed", "noted",
    "assumed", "imported", "limited", "related", "involved", "interested", "supported", "indented", "nested",
    "stuck", "stood", "understand", "agreed", "learned", "remembered", "realized", "realised", "figured", "wondered",
    "worried", "confused", "surprised", "promised", "claimed", "wrong", "given", "known", "concerned", "hidden",
    "declared", "documented", "sized", "typed", "unused", "sorted", "ordered", "guarded", "shared", "expired",
    "deprecated", "outdated", "waited", "prepared", "drafted", "gelesen", "angesehen", "gesucht"});

constexpr auto kIrregular = std::to_array<std::string_view>({
    "done", "made", "put", "set", "gone", "given", "taken", "written", "rewritten", "brought", "built", "sent",
    "kept", "swapped", "cut", "hit", "split", "wrote", "went", "gave", "took", "did", "ran", "run", "began", "threw",
    "thrown", "drawn", "drew", "shrunk", "shrank", "grew", "grown", "rose", "risen", "fell", "fallen", "left",
    "laid", "lifted", "born", "bound", "spun", "struck", "stuck", "sorted"});

constexpr auto kCommands = std::to_array<std::string_view>({
    "open", "run", "add", "set", "change", "edit", "use", "try", "see", "look", "check", "make", "replace", "remove",
    "delete", "put", "call", "install", "restart", "copy", "paste", "save", "give", "tell", "ask", "start", "stop",
    "go", "note", "keep", "consider", "remember", "confirm", "ensure", "verify", "update", "move", "rename",
    "create", "write", "type", "press", "click", "pick", "choose", "commit", "push", "pull", "apply", "review",
    "approve", "rerun", "retry", "compare", "git", "inspect", "fix", "feel", "say", "point", "pass", "export",
    "read", "take", "think", "prüfe", "starte", "öffne", "setze", "ändere", "führe", "treat", "watch", "expect",
    "wait", "mind", "imagine", "decide", "drop", "get", "send", "allow", "grant"});
// clang-format on

bool among(std::span<const std::string_view> words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

constexpr auto kBegun =
    std::to_array<std::string_view>({"started", "launched", "kicked off", "gestartet", "angestoßen"});

}  // namespace

std::span<const std::string_view> changed_words() { return kChanged; }
bool says_done_at(const Sentence& s, std::size_t at) {
  if (std::ranges::any_of(kDone, [&](std::string_view phrase) { return phrase_at(s, at, phrase); })) return true;
  // "The edit is in", not "the account that is in use".
  if (!phrase_at(s, at, "is in") && !phrase_at(s, at, "are in")) return false;
  return at + 2 >= segment_of(s, at).end || one_of(plain_word(s, at + 2), {"now", "already"});
}
bool says_done(const Sentence& s, Segment part) {
  for (std::size_t i = part.begin; i < part.end; ++i) {
    if (says_done_at(s, i)) return true;
  }
  return false;
}
std::span<const std::string_view> lasting_words() { return kLasting; }
std::span<const std::string_view> well_words() { return kWell; }
std::span<const std::string_view> begun_words() { return kBegun; }
std::span<const std::string_view> found_words() { return kFound; }
std::span<const std::string_view> all_words() { return kAll; }
std::span<const std::string_view> pointing_words() { return kPointing; }
bool participle(std::string_view word) {
  return (word.size() > 3 && word.ends_with("ed") && word != "need") || among(kIrregular, word);
}
bool idle_verb(std::string_view word) { return among(kIdle, word); }
bool names_program(std::string_view word) {
  return one_of(word,
                {"curl",      "wget",       "systemctl", "journalctl", "docker",  "kubectl",    "psql",      "sqlite3",
                 "redis-cli", "ping",       "lsof",      "netstat",    "openssl", "dig",        "node",      "python",
                 "python3",   "terraform",  "ansible",   "valgrind",   "gdb",     "strace",     "htop",      "nmap",
                 "mysql",     "mongosh",    "httpie",    "postman",    "git",     "xcodebuild", "adb",       "helm",
                 "axe",       "lighthouse", "insomnia",  "k6",         "jmeter",  "snyk",       "trivy",     "semgrep",
                 "codeql",    "pm2",        "nginx",     "ab",         "wrk",     "hyperfine",  "lighthouse"});
}
bool plain_command(std::string_view word) { return among(kCommands, word); }

}  // namespace warrant::claims
