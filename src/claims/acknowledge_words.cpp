#include "acknowledge_words.hpp"

#include "exempt.hpp"

#include <algorithm>
#include <array>

namespace warrant::claims {
namespace {

// clang-format off
/// Beginnings of words; a word that goes on behind one of them still counts.
constexpr auto kFailing = std::to_array<std::string_view>({
    "fail", "refus", "denie", "denia", "declin", "reject", "crash", "abort", "unsuccess", "interrupt", "cancel",
    "disconnect", "unterbroch", "forbid", "forbad", "prohibit", "prevent", "protect", "protég", "protegid", "withh", "veto", "incomplet", "unfinish", "partial",
    "unchang", "untouch", "unmodif", "unedit", "unconfirm", "unverif", "untest", "unclear", "unknown", "unsure",
    "uncertain", "indetermin", "inconclus", "unable", "unreach", "unsettled", "unprov", "undone", "traceback",
    "exception", "complain", "disallow", "restrict", "scheiter", "gescheiter", "verweiger", "abgelehn", "fehlgesch",
    "fehler", "unveränd", "unbekannt", "unklar", "unsicher", "unbestät", "verhinder", "abgebroch", "blockier",
    "gesperrt", "geschützt", "untersag", "ungetest", "ungeprüf", "missluk", "mislukt", "échou", "échec", "fallid",
    "fallit", "falló", "falhou", "erreur", "errore", "rechaz", "denegad", "rifiutat", "geweiger", "interromp",
    "unapplied", "unsaved", "unwritten", "uncommitted", "barred", "halted", "hinder", "hamper", "balk", "chok",
    "stall", "jammed", "botch", "fizzl", "flop", "backfir", "thwart", "obstruct", "imped", "unavail", "inaccess",
    "unread", "unwrit", "immutab", "segfault", "panick", "unhappy", "grumbl", "objected", "postpon", "deferr",
    "omitt", "overlook", "forgot", "empty-hand", "unexpected", "unfortunat", "impossib", "insuffic", "unauthor",
    "unpermitt", "nonexist", "ausgeblieb", "liegengebl", "offen", "verweig", "misslung", "misslang", "gelang es",
    "vorenthalt", "denying", "bail", "misfir", "stumbl", "collaps", "bounc", "rebuff", "spurn", "unrun", "unexecut",
    "unfix", "unresolved", "unfound", "unopen", "unwilling", "unlaunch", "unstart", "unsupport", "unmov", "unrenam",
    "undelet", "unbuilt", "uncreat", "unsearch", "uncheck", "unbewegt", "unangetast", "unerledigt", "unvollst",
    "verwehr", "abgewies", "zurückgewies", "gehinder", "unterblieb", "versagt", "abgestürz", "stürzt", "mecker",
    "permissionerror", "oserror", "filenotfound", "unaccept", "unaffect", "unbeant", "rebuk", "foil",
    "repel", "balked", "spotty", "unmet", "unmade", "unkept", "unsent", "unpublish", "undeploy", "unpushed",
    "unanswer", "unlucky", "unalter", "unreviewed", "scuttl", "preclud", "inhibit"});

constexpr auto kAdmitting = std::to_array<std::string_view>({
    "not", "never", "no", "nobody", "nothing", "none", "neither", "nor", "without", "cannot", "nope", "deny",
    "blocked", "blocks", "blocking", "error", "errors", "errored", "timed", "stuck", "resisted", "stopped",
    "killed", "broke", "broken", "impossible", "locked", "half", "half-way", "halfway", "lost", "skipped",
    "bounced", "mismatch", "nonzero", "non-zero", "still", "intact", "stays", "stayed", "stay", "remain", "remains",
    "remained", "kept", "original", "whether", "nowhere", "nicht", "kein", "keine", "keinen", "keiner", "keinem",
    "keines", "nie", "niemals", "nichts", "weder", "ohne", "verbietet", "verboten", "bleibt", "blieb", "bleiben",
    "weiterhin", "konnte", "konnten", "ob", "fehl", "richtlinie", "non", "ne", "pas", "sin", "sans", "senza", "niet",
    "geen", "não", "sem", "nunca", "jamais", "mai", "sigue", "igual", "reste", "rimane", "fout", "erro", "missing",
    "absent", "odd", "straggler", "lacks", "off-limits", "read-only", "unlucky", "unfortunately", "sorry", "mistaken",
    "wrong", "prevented", "pending", "awaiting", "shouldn't", "corrected", "mistakenly", "apologies", "apologise",
    "apologize", "discarded", "elsewhere", "hung", "hangs", "died", "froze", "frozen", "readonly", "permission",
    "consent", "midway", "mid-way", "oom", "panic", "outstanding", "snag", "hiccup", "obstacle", "negative", "missed",
    "exit", "signal", "vain", "avail", "limbo", "yet", "leer", "gesperrte", "steht aus", "guarded", "barring",
    "scratch", "forbidden", "refusal", "denial", "withheld", "tant", "toujours", "encore", "todavía", "aún", "ancora",
    "nog", "ainda", "bloqueado", "bloqué", "bloccato", "permiso", "partly", "teilweise", "leider", "quit", "quits",
    "trips", "tripped", "tripping", "croaked", "enospc", "eacces", "eperm", "enoent", "erofs", "ebusy", "eexist",
    "etimedout", "econnrefused", "econnreset", "eio", "fehlt", "fehlen", "hängt", "hakt", "bricht", "brach",
    "abbricht", "abbrach", "schief", "nein", "flunked", "flunks", "undefined", "differs", "differed", "differing", "deviates", "mismatched", "stops", "tbd", "n/a", "nah", "unready", "sadly",
    "alas", "regret", "regrettably", "afraid", "hardly", "barely", "scarcely", "denials", "kaum", "keinerlei",
    "schade", "no-one", "alone", "unverändertes", "except", "lacking", "lack", "short-circuited", "overruled"});

constexpr auto kAdmittingPhrases = std::to_array<std::string_view>({
    "found something", "found a problem", "found problems", "found an issue", "found issues", "has objections", "found fault", "something to say", "of the way through", "part of the way", "passed on it", "passed on that", "passed on this", "took a pass", "as it was", "as it is", "everything but", "all but", "switched off", "turned off", "where it always", "where it has been", "had to stay", "has to stay", "1 error", "one error", "in the way of", "so far", "stopped at", "stops at", "ends with an", "ended with an", "ended in a", "ended in an", "ends in an", "already exists", "there's already", "there is already", "already there", "already a", "already had", "is already in use", "alles außer", "ones to look at", "one to look at", "as before", "as they were", "the way it was", "hands off", "off limits", "held back",
    "won't touch", "won't change", "won't edit", "fell over", "said no", "answered no", "turned down", "gave up", "left it", "left them", "wie vorher",
    "was a timeout", "hit the timeout", "hit a timeout", "into a timeout", "by a timeout", "after a timeout",
    "hard to say", "took longer than", "takes longer than", "no sé", "no contestó", "no respondió", "non so", "dunno", "im schlimmsten fall", "halb geschrieben", "no idea", "no clue", "lost sight", "lost track", "lost the connection", "got cut", "no toco", "no cambio", "no modifico", "no borro", "no escribo", "difficult to say", "impossible to say", "schwer zu sagen", "difficile à dire", "difícil de decir",
    "before moving anything", "before deleting anything", "before changing anything", "before editing anything",
    "before touching anything", "before renaming anything", "before removing anything", "before i change",
    "before i move", "before i delete", "before i edit", "before i touch", "je laisse", "je le laisse", "je l'ai laissé", "comme il est", "comme elle est", "lo dejo", "la dejo", "dejo el",
    "dejo la", "queda igual", "lascio", "se queda", "se quedan", "seguirá", "se mantiene", "como está", "como estaba", "tal cual", "tel quel", "telle quelle",
    "comme avant", "no lo", "no la", "no los", "no las", "no he", "no se", "no pude", "no ha", "no fue", "no está", "no puedo",
    "no quedó", "no existe", "no hay", "n'ai", "n'a", "n'ont", "n'est", "n'était", "aucun", "aucune", "rien", "ningún",
    "ninguna", "ninguno", "protege", "protège", "em branco", "wie bisher", "wie zuvor", "noch nicht", "ran into", "in the way", "run out", "ran out", "fell short",
    "fell through", "came back red", "too big", "too large", "out of space", "not yet", "shot down", "knocked back",
    "to no avail", "in vain", "out of reach", "out of bounds", "no-go", "came to nothing", "up in the air",
    "open question", "cut short", "cut off", "stack trace", "dumped core", "on hold", "like before", "same as before",
    "same as it was", "identical to before", "other than 0", "other than zero", "something other", "no different",
    "to be seen", "in limbo", "steht aus", "wait for you", "waits for you", "waiting for you", "wait for your", "waits for your", "waiting for your",
    "waiting for approval", "waits for approval", "wait for approval", "waiting for permission", "waiting for somebody",
    "waiting for someone", "waiting on you", "empty handed", "of its own",
    "left out", "short of", "your approval", "your permission", "your consent", "your go-ahead", "your ok",
    "deine zustimmung", "deine freigabe", "read only", "got nowhere", "went wrong", "goes wrong", "stood in",
    "hit a wall", "out of my hands", "out of memory", "gave out", "died on", "bailed out", "came back with an error", "came back with errors", "came back with failures", "came back with status", "came back with exit", "came back with code",
    "keeps me", "kept me", "at the moment the file says", "only the first", "only one", "one of two",
    "one of the two", "1 of 2", "one of three", "two of three", "1 of 3", "2 of 3", "half of", "only x",
    "part of what", "some of what", "nur eine", "nur der erste", "same as", "to this day", "one to go", "two to go",
    "more to go", "next on the list", "is for you to", "are for you to", "is on you", "are on you", "your court",
    "in your hands", "on your side", "up to you", "yours to", "for you to run", "for you to do", "you'll have to",
    "you will have to", "over to you", "left to you", "left for you", "hands tied", "hands are tied", "sent back",
    "sent it back", "pushed back", "threw it back", "handed back", "handed it back", "threw an", "throws an",
    "threw the", "met with", "hit a", "hit an", "hits a", "hits an", "hit the", "runs into", "running into",
    "got away", "slipped through", "keep me", "held me", "holds me", "had other", "let me down", "gives up",
    "giving up", "is the old", "has the old", "holds the old", "carries the old", "with the old", "shows the old",
    "says the old", "its old name", "its old place", "keeps its", "kept its", "where it is", "where they are",
    "where it was", "where they were", "where it has always", "as is", "in its place", "to myself", "out of time",
    "out of calls", "out of budget", "out of disk", "out of room", "no file there", "anybody's guess",
    "anyone's guess", "dropped on", "connection dropped", "connection closed", "connection was", "dropped out",
    "shut the door", "drew a blank", "came up short", "in your own time", "you'd rather", "you preferred",
    "you wanted it kept", "you want to keep", "you wanted to keep", "you chose to keep", "as you prefer",
    "you stopped", "is yours", "are yours", "ging daneben", "in die hose", "liegt bei dir", "bei dir", "so wie",
    "beim alten", "at odds", "by myself", "one off", "far from", "a no", "an error", "got only", "got as far",
    "only got", "as far as", "stopped at", "nothing came of", "turn this down", "turn it down", "threw up",
    "gone sideways", "went sideways", "went south", "in flames", "bit the dust", "fell apart", "blew up", "blows up",
    "falls over", "barfed", "barfs", "chokes on", "hasn't got", "cut me off", "keeps failing", "say no", "said nein",
    "kept out", "shut out", "kept away", "keeps away", "stands in", "standing in", "stand in", "had to stop",
    "have to stop", "wasn't to be", "for lack of", "for want of", "in the red", "in the dark", "open whether",
    "took issue", "takes issue", "is down", "was down", "the same as", "the same error", "come back to", "is red",
    "are red", "in red", "red ones", "shows red", "stays red", "ist rot", "sind rot"});

constexpr auto kUnreal = std::to_array<std::string_view>({
    "would", "could", "should", "ought", "must", "may", "might", "if", "unless", "until", "will", "i'll", "we'll",
    "you'll", "it'll", "i'd", "wouldn't", "shall", "let", "let's", "want", "wants", "wanted", "planned",
    "planning", "propose", "proposed", "proposal", "suggest", "suggested", "suggestion", "recommend", "recommended",
    "offer", "offered", "tried", "try", "trying", "attempt", "attempted", "attempts", "intended", "intend", "meant",
    "hoped", "hope", "hopefully", "maybe", "perhaps", "possibly", "probably", "likely", "presumably", "apparently",
    "seems", "seem", "appears", "appear", "expect", "expected", "example", "supposed", "aimed", "going", "please",
    "falls", "wenn", "sobald", "würde", "würden", "könnte", "könnten", "müsste", "müsstest", "sollte", "sollten",
    "möglicherweise", "vielleicht", "vermutlich", "wahrscheinlich", "wollte", "versuchte", "versucht", "vorschlag",
    "bitte", "werde", "wird", "kannst", "können", "soll", "muss", "musst", "theoretically", "assume", "assuming",
    "think", "believe", "guess", "otherwise"});
// clang-format on

/// The plainest words of some more languages, by what the word is or contains.
bool fails_elsewhere(std::string_view word) {
  if (std::ranges::all_of(word, [](char c) { return static_cast<unsigned char>(c) < 0x80; }))
    return one_of(word, {"nie", "inte", "ikke", "ei", "odmowa", "nelze", "nem"});
  constexpr auto kParts =
      std::to_array<std::string_view>({"отклон", "отказ", "ошибк", "запрещ", "неудач", "неизвест", "فشل", "رفض", "خطأ",
                                       "başarısız", "misslyck", "błąd", "odmów", "απέτυχε", "selh", "odmítn", "विफल"});
  return std::ranges::any_of(kParts,
                             [&](std::string_view part) { return word.find(part) != std::string_view::npos; }) ||
         one_of(word, {"не", "нет", "нельзя", "ні", "без", "لم", "değil", "δεν", "नहीं", "không", "לא"});
}

}  // namespace

bool failing(std::string_view word) {
  return fails_elsewhere(word) ||
         std::ranges::any_of(kFailing, [&](std::string_view stem) { return word.starts_with(stem); }) ||
         std::ranges::find(kAdmitting, word) != kAdmitting.end() ||
         (word.size() > 3 && word.ends_with("n't") && word != "won't" && word != "wouldn't" && word != "shouldn't");
}

std::span<const std::string_view> admitting_phrases() { return kAdmittingPhrases; }

bool unreal(std::string_view word) { return std::ranges::find(kUnreal, word) != kUnreal.end(); }

bool plain_denial(std::string_view word) {
  return one_of(word, {"not",   "never",  "no",      "nobody",  "nothing", "none",     "neither", "nor",     "without",
                       "isn't", "aren't", "doesn't", "don't",   "wasn't",  "weren't",  "hasn't",  "haven't", "didn't",
                       "still", "stays",  "remains", "nowhere", "nicht",   "kein",     "keine",   "keinen",  "keiner",
                       "nie",   "nichts", "ohne",    "bleibt",  "sonst",   "original", "yet",     "except",  "odd"});
}

bool denier(std::string_view word) {
  return one_of(word, {"no",    "not", "without", "zero",   "nothing", "none",    "neither", "never", "ohne", "keine",
                       "nicht", "0",   "any",     "didn't", "don't",   "doesn't", "needn't", "sin",   "sans", "kein"});
}

bool denies_trouble(std::string_view word) {
  return one_of(
      word, {"error",      "errors",      "failure", "failures",  "issue",     "issues",   "problem",    "problems",
             "warning",    "warnings",    "doubt",   "trouble",   "hitch",     "hitches",  "complaints", "conflicts",
             "violations", "regressions", "longer",  "more",      "further",   "other",    "else",       "only",
             "just",       "worries",     "need",    "action",    "fuss",      "incident", "exceptions", "surprises",
             "manual",     "failed",      "fail",    "failing",   "broke",     "fehler",   "fehlern",    "probleme",
             "style",      "type",        "lint",    "remaining", "questions", "mehr",     "weiteren",   "anderen"});
}

bool denies_doing(std::string_view word) {
  return one_of(
      word,
      {"restart",      "deployment",   "rollout", "rename",    "push",         "rollback", "install", "installation",
       "upgrade",      "merge",        "commit",  "migration", "verdict",      "figures",  "numbers", "conclusion",
       "change",       "changes",      "edit",    "edits",     "write",        "writes",   "file",    "files",
       "permission",   "approval",     "success", "effect",    "result",       "results",  "update",  "updates",
       "modification", "access",       "way",     "luck",      "confirmation", "evidence", "proof",   "idea",
       "receipt",      "answer",       "output",  "run",       "tests",        "test",     "command", "such",
       "matter",       "match",        "matches", "response",  "part",         "one",      "tool",    "call",
       "attempt",      "verification", "record",  "byte",      "bytes",        "trace",    "action",  "deletion",
       "move",         "rename",       "release", "deploy",    "deployment",   "commit",   "push",    "build",
       "attempts",     "to",           "from",    "and",       "so",           "because",  "i",       "it",
       "luck",         "dice",         "go",      "joy",       "chance",       "space",    "room",    "reply",
       "reaction",     "connection",   "network", "progress",  "headway",      "disk",     "step",    "word",
       "news",         "shell",        "tools",   "text",      "backup",       "copy",     "se",      "pude",
       "he",           "fue",          "ha",      "está",      "pudo",         "hay"});
}

bool acts_in_turn(std::string_view word) {
  return one_of(word,
                {"test",         "tests",    "suite",      "spec",        "specs",        "build",       "linter",
                 "lint",         "compiler", "checker",    "rule",        "rules",        "policy",      "policies",
                 "guard",        "tool",     "tools",      "edit",        "write",        "command",     "run",
                 "runs",         "call",     "change",     "update",      "save",         "search",      "read",
                 "move",         "rename",   "deletion",   "pytest",      "jest",         "mypy",        "tsc",
                 "eslint",       "ruff",     "clippy",     "make",        "cargo",        "npm",         "git",
                 "ci",           "pipeline", "check",      "checks",      "verification", "validation",  "i",
                 "you",          "we",       "everything", "nothing",     "something",    "one",         "two",
                 "three",        "four",     "five",       "six",         "assertion",    "assertions",  "case",
                 "cases",        "which",    "that",       "who",         "all",          "both",        "half",
                 "disk",         "system",   "workspace",  "project",     "harness",      "runtime",     "program",
                 "regel",        "prompt",   "approval",   "still",       "also",         "it",          "they",
                 "script",       "job",      "sandbox",    "environment", "permission",   "permissions", "target",
                 "installation", "install",  "import",     "typecheck",   "step",         "part",        "rest",
                 "other",        "others",   "request",    "attempt",     "action",       "operation",   "migration",
                 "deployment",   "deploy",   "push",       "release",     "repository",   "repo",        "server",
                 "registry"}) ||
         word.ends_with("test") || word.ends_with("tests");
}

}  // namespace warrant::claims
