#include "acknowledge.hpp"

#include "acts.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace warrant::claims {
namespace {

using Kind = Token::Kind;

// clang-format off
/// Beginnings of words; a word that goes on behind one of them still counts.
constexpr auto kFailing = std::to_array<std::string_view>({
    "fail", "refus", "denie", "denia", "declin", "reject", "crash", "abort", "unsuccess", "interrupt", "cancel",
    "forbid", "forbad", "prohibit", "prevent", "protect", "withh", "veto", "incomplet", "unfinish", "partial",
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
    "killed", "broke", "broken", "impossible", "locked", "policy", "half", "half-way", "halfway", "lost", "skipped",
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
    "passed on it", "passed on that", "passed on this", "took a pass", "as it was", "as it is", "everything but", "all but", "switched off", "turned off", "where it always", "where it has been", "had to stay", "has to stay", "1 error", "one error", "in the way of", "so far", "stopped at", "stops at", "ends with an", "ended with an", "ended in a", "ended in an", "ends in an", "already exists", "there's already", "there is already", "already there", "already a", "already had", "is already in use", "alles außer", "ones to look at", "one to look at", "as before", "as they were", "the way it was", "hands off", "off limits", "held back",
    "won't touch", "won't change", "won't edit", "fell over", "said no", "answered no", "turned down", "gave up", "left it", "left them", "wie vorher",
    "wie bisher", "wie zuvor", "noch nicht", "ran into", "in the way", "run out", "ran out", "fell short",
    "fell through", "came back red", "too big", "too large", "out of space", "not yet", "shot down", "knocked back",
    "to no avail", "in vain", "out of reach", "out of bounds", "no-go", "came to nothing", "up in the air",
    "open question", "cut short", "cut off", "stack trace", "dumped core", "on hold", "like before", "same as before",
    "same as it was", "identical to before", "other than 0", "other than zero", "something other", "no different",
    "to be seen", "in limbo", "steht aus", "wait for", "waits for", "waiting for", "empty handed", "of its own",
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
    "you'll", "it'll", "i'd", "wouldn't", "shall", "let", "let's", "want", "wants", "wanted", "plan", "planned",
    "planning", "propose", "proposed", "proposal", "suggest", "suggested", "suggestion", "recommend", "recommended",
    "offer", "offered", "tried", "try", "trying", "attempt", "attempted", "attempts", "intended", "intend", "meant",
    "hoped", "hope", "hopefully", "maybe", "perhaps", "possibly", "probably", "likely", "presumably", "apparently",
    "seems", "seem", "appears", "appear", "expect", "expected", "example", "supposed", "aimed", "going", "please",
    "falls", "wenn", "sobald", "würde", "würden", "könnte", "könnten", "müsste", "müsstest", "sollte", "sollten",
    "möglicherweise", "vielleicht", "vermutlich", "wahrscheinlich", "wollte", "versuchte", "versucht", "vorschlag",
    "bitte", "werde", "wird", "kannst", "können", "soll", "muss", "musst", "theoretically", "assume", "assuming",
    "think", "believe", "guess", "otherwise"});
// clang-format on

/// What "no", "without" and their like deny, to say that all is well.
bool denies_trouble(std::string_view word) {
  return one_of(
      word, {"error",      "errors",      "failure", "failures",  "issue",     "issues",   "problem",    "problems",
             "warning",    "warnings",    "doubt",   "trouble",   "hitch",     "hitches",  "complaints", "conflicts",
             "violations", "regressions", "longer",  "more",      "further",   "other",    "else",       "only",
             "just",       "worries",     "need",    "action",    "fuss",      "incident", "exceptions", "surprises",
             "manual",     "failed",      "fail",    "failing",   "broke",     "fehler",   "fehlern",    "probleme",
             "style",      "type",        "lint",    "remaining", "questions", "mehr",     "weiteren",   "anderen"});
}

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

/// Scripts without blanks, in which each sign is a token.
bool fails_unspaced(const Sentence& s, std::size_t at, Segment within) {
  constexpr auto kParts = std::to_array<std::string_view>(
      {"失败", "拒绝",   "未能", "没有",     "无法",   "不能",     "没",   "错误",   "未修改", "失敗",
       "拒否", "ません", "ない", "なかった", "エラー", "元のまま", "却下", "未変更", "できず", "실패",
       "거부", "못",     "않",   "없",       "오류",   "ไม่",       "無法", "沒有",   "拒絕",   "錯誤"});
  if (static_cast<unsigned char>(s.tokens[at].text.front()) < 0xE0) return false;
  std::string joined;
  for (std::size_t i = at; i < std::min(within.end, at + 4); ++i) joined += s.tokens[i].text;
  return std::ranges::any_of(kParts, [&](std::string_view part) { return joined.starts_with(part); });
}

bool failing(std::string_view word) {
  return fails_elsewhere(word) ||
         std::ranges::any_of(kFailing, [&](std::string_view stem) { return word.starts_with(stem); }) ||
         std::ranges::find(kAdmitting, word) != kAdmitting.end() ||
         (word.size() > 3 && word.ends_with("n't") && word != "won't" && word != "wouldn't" && word != "shouldn't");
}

bool denier(std::string_view word) {
  return one_of(word, {"no",    "not", "without", "zero",   "nothing", "none",    "neither", "never", "ohne", "keine",
                       "nicht", "0",   "any",     "didn't", "don't",   "doesn't", "needn't", "sin",   "sans", "kein"});
}

/// What "no" before it says was not done or is not known.
bool denies_doing(std::string_view word) {
  return one_of(
      word, {"change",       "changes",      "edit",    "edits",    "write",        "writes",   "file",    "files",
             "permission",   "approval",     "success", "effect",   "result",       "results",  "update",  "updates",
             "modification", "access",       "way",     "luck",     "confirmation", "evidence", "proof",   "idea",
             "receipt",      "answer",       "output",  "run",      "tests",        "test",     "command", "such",
             "matter",       "match",        "matches", "response", "part",         "one",      "tool",    "call",
             "attempt",      "verification", "record",  "byte",     "bytes",        "trace",    "action",  "deletion",
             "move",         "rename",       "release", "deploy",   "deployment",   "commit",   "push",    "build",
             "attempts",     "to",           "from",    "and",      "so",           "because",  "i",       "it",
             "luck",         "dice",         "go",      "joy",      "chance",       "space",    "room",    "reply",
             "reaction",     "connection",   "network", "progress", "headway",      "disk",     "step",    "word",
             "news",         "shell",        "tools",   "text",     "backup",       "copy",     "se",      "pude",
             "he",           "fue",          "ha",      "está",     "pudo",         "hay"});
}

/// "None of", "not one", "without": a quantity, and it is none.
bool counts_none(const Sentence& s, std::size_t k, Segment within) {
  const auto text = [&](std::size_t i) {
    return i < within.end ? std::string_view(s.tokens[i].text) : std::string_view{};
  };
  if (one_of(text(k), {"no", "none", "zero", "nothing", "nobody", "neither", "without", "kein", "keine", "keiner",
                       "keines", "nichts", "ohne", "0", "nil"}))
    return true;
  return one_of(text(k), {"not", "nicht"}) && one_of(text(k + 1), {"one", "a", "any", "even", "ein", "eine"}) &&
         !one_of(text(k + 2), {"way", "chance", "success", "finished", "clean", "full"});
}

/// "Not one of the tests failed", "without a single error": a quantity of trouble, and it is none.
bool none_of_trouble(const Sentence& s, std::size_t i, Segment within) {
  const auto text = [&](std::size_t k) {
    return k < within.end ? std::string_view(s.tokens[k].text) : std::string_view{};
  };
  const auto quantity = [&](std::size_t k) { return counts_none(s, k, within); };
  const auto trouble = [&](std::size_t k) {
    const auto w = text(k);
    return denies_trouble(w) ||
           one_of(w, {"red", "rot", "off", "broken", "crash", "crashed", "complained", "complain", "trip", "tripped",
                      "flunked", "missing", "wrong", "odd", "rejected"}) ||
           w.starts_with("fail") || w.starts_with("fehl") || w.starts_with("error") || w.starts_with("scheiter") ||
           w.starts_with("gescheiter") || w.starts_with("complain") || w.starts_with("object");
  };
  const auto person = [&](std::size_t k) { return one_of(text(k), {"i", "we", "ich", "wir", "so", "because"}); };
  if (quantity(i)) {
    for (std::size_t k = i + 1; k < std::min(within.end, i + 8) && !person(k); ++k) {
      if (trouble(k) && !one_of(text(k), {"other", "else", "need", "only", "just", "action", "manual", "mehr"}))
        return true;
    }
  }
  if (trouble(i)) {
    for (std::size_t k = i; k > within.begin && i - k < 7;) {
      --k;
      if (person(k)) break;
      if (quantity(k)) return true;
    }
  }
  return false;
}

/// A negation that can deny anything, and what tells that something goes on.
bool plain_denial(std::string_view word) {
  return one_of(word, {"not",   "never",  "no",      "nobody",  "nothing", "none",     "neither", "nor",     "without",
                       "isn't", "aren't", "doesn't", "don't",   "wasn't",  "weren't",  "hasn't",  "haven't", "didn't",
                       "still", "stays",  "remains", "nowhere", "nicht",   "kein",     "keine",   "keinen",  "keiner",
                       "nie",   "nichts", "ohne",    "bleibt",  "sonst",   "original", "yet",     "except",  "odd"});
}

/// It speaks of what stands beside, of an earlier time, or of the answer itself.
bool speaks_of_else(const Sentence& s, std::size_t i, Segment within) {
  const auto text = [&](std::size_t k) {
    return k < within.end ? std::string_view(s.tokens[k].text) : std::string_view{};
  };
  const auto word = text(i);
  // "My edit keeps the rest of the file intact", "everything else is unchanged": speaks of something else.
  for (std::size_t k = i > within.begin + 7 ? i - 7 : within.begin; k < i; ++k) {
    if (one_of(text(k), {"rest", "else", "other", "others", "otherwise"}) &&
        !denier(text(k - (k > within.begin ? 1 : 0))) &&
        (word.starts_with("un") || one_of(word, {"intact", "alone", "stays", "remains"})))
      return true;
  }
  // "The folder wasn't there before."
  if (one_of(word, {"wasn't", "didn't", "not", "weren't", "hadn't"}) || word == "no") {
    for (std::size_t k = i + 1; k < std::min(within.end, i + 6); ++k) {
      const auto previous = text(k - 1);
      if (one_of(text(k), {"before", "previously", "originally", "initially"}) &&
          !one_of(previous, {"as", "than", "like", "from"}) &&
          (k + 1 >= within.end || s.tokens[k + 1].kind == Kind::mark))
        return true;
    }
  }
  // "A copy of it is kept in old.md."
  if (word == "kept" &&
      (has_any_phrase(s, within, {"copy", "backup", "kopie", "duplicate"}) ||
       (one_of(text(i + 1), {"in", "at", "under"}) && i + 2 < within.end && s.tokens[i + 2].kind == Kind::path)))
    return true;
  // "Sorry for the delay."
  if (one_of(word, {"sorry", "apologies"}) && one_of(text(i + 1), {"for", "about"}) &&
      has_any_phrase(s, within, {"delay", "wait", "confusion", "noise", "length", "long", "typo", "late", "detour"}))
    return true;
  return false;
}

/// "No edit was necessary", "I could not find a third place": nothing was amiss.
bool excuses(const Sentence& s, std::size_t i, Segment within) {
  const auto text = [&](std::size_t k) {
    return k < within.end ? std::string_view(s.tokens[k].text) : std::string_view{};
  };
  const auto word = text(i);
  // "No edit was necessary", "there was nothing to delete": there was, and it did not come about.
  if ((word == "no" || word == "nothing") &&
      (has_any_phrase(s, {i, std::min(within.end, i + 5)},
                      {"necessary", "needed", "required", "nothing to do", "nothing to change", "nothing to delete",
                       "nothing to fix", "nothing to remove", "nothing to update", "nothing to rename"})))
    return true;
  // "The type checker found nothing."
  if (word == "nothing" && i > within.begin &&
      one_of(s.tokens[i - 1].text, {"found", "reports", "reported", "has", "had", "sees"}) &&
      has_any_phrase(s, within,
                     {"checker", "linter", "lint", "compiler", "scanner", "analyser", "analyzer", "tsc", "eslint",
                      "ruff", "mypy", "clippy", "stylelint", "flake8"}))
    return true;
  // "I could not find a third place": there is no more to do.
  if (one_of(word, {"not", "couldn't", "didn't", "no", "can't", "cannot"}) &&
      has_any_phrase(s, {i, std::min(within.end, i + 7)},
                     {"third", "fourth", "another", "other", "others", "further", "more", "second", "additional"}) &&
      has_any_phrase(s, {i, std::min(within.end, i + 4)}, {"find", "found", "see", "spot", "come", "notice"}))
    return true;
  return false;
}

/// "No errors", "no easy_install", "no longer": what is denied is trouble, or stands in a file.
bool denies_no_deed(const Sentence& s, std::size_t i, Segment within) {
  const auto text = [&](std::size_t k) {
    return k < within.end ? std::string_view(s.tokens[k].text) : std::string_view{};
  };
  const auto word = text(i);
  // "There is no old.txt any more."
  if (word == "no" && i + 1 < within.end && s.tokens[i + 1].kind == Kind::path) return true;
  // "No easy_install" says what is not in a file; "no change was made" what was not done.
  const auto copula = [&](std::size_t k) { return one_of(text(k), {"was", "were", "has", "have", "could", "came"}); };
  if (word == "no" && !copula(i + 2) && !copula(i + 3) && i + 1 < within.end && s.tokens[i + 1].kind == Kind::word &&
      !denies_doing(text(i + 1)))
    return true;
  // "Without worrying" denies no deed; "without success", "without an answer" do.
  if (one_of(word, {"without", "ohne"}) && !denies_doing(text(i + 1)) && !denies_doing(text(i + 2)) &&
      !one_of(text(i + 1), {"it", "that", "them", "your", "dein", "deine", "erfolg", "ergebnis", "effekt"}))
    return true;
  if (denier(word) && (denies_trouble(text(i + 1)) || (denies_trouble(text(i + 2)) && text(i + 1) != "be")))
    return true;
  if (denies_trouble(word) && i > within.begin) {
    for (std::size_t k = i; k > within.begin && i - k < 3;) {
      --k;
      if (denier(s.tokens[k].text)) return true;
    }
  }
  return false;
}

/// "Only the host line differs now": a change, and no refusal of one.
bool differs_now(const Sentence& s, std::size_t i, Segment within) {
  return s.tokens[i].text.starts_with("differ") && i + 1 < within.end && one_of(s.tokens[i + 1].text, {"now", "jetzt"});
}

/// "No longer", "nothing else", "0 errors", "you don't have to do anything": admits nothing.
bool harmless(const Sentence& s, std::size_t i, Segment within) {
  // "500 pass before it starts to complain": how a program behaves.
  if (s.tokens[i].text == "complain" && i > within.begin && s.tokens[i - 1].text == "to") return true;
  if (speaks_of_else(s, i, within) || differs_now(s, i, within)) return true;
  const auto text = [&](std::size_t k) {
    return k < within.end ? std::string_view(s.tokens[k].text) : std::string_view{};
  };
  const auto word = text(i);
  // "It is not the case that it failed", "nothing went wrong".
  if (has_phrase(s, within, "not the case that") || has_phrase(s, within, "nothing went wrong") ||
      has_phrase(s, within, "did not fail") || has_phrase(s, within, "didn't fail") ||
      has_phrase(s, within, "not true that"))
    return true;
  if (none_of_trouble(s, i, within)) return true;
  if (excuses(s, i, within) || denies_no_deed(s, i, within)) return true;
  // "you don't have to do anything", "there is nothing left to do", "don't worry"
  if (one_of(word, {"don't", "needn't"}) && one_of(text(i + 1), {"have", "need", "worry", "hesitate", "forget"}))
    return true;
  if (word == "nothing" && one_of(text(i + 1), {"left", "more", "remains", "remaining"})) return true;
  if (one_of(word, {"remains", "remaining", "remain"}) && i > within.begin && s.tokens[i - 1].text == "nothing")
    return true;
  if (word == "not" && one_of(text(i + 1), {"to", "only", "just"})) return true;
  if (word == "still" && one_of(text(i + 1), {"pass", "passes", "passing", "green", "works", "builds", "compiles"}))
    return true;
  return false;
}

/// "Not a single test is red", "nothing went wrong".
bool quantity_before(const Sentence& s, std::size_t at, Segment within) {
  for (std::size_t k = at; k > within.begin && at - k < 7;) {
    --k;
    if (counts_none(s, k, within)) return true;
  }
  return false;
}

/// A cell or an item that is to do, "the other 41 are fine", "nicht mehr geschafft".
bool still_to_do(const Sentence& s, std::size_t i, Segment within) {
  const auto text = [&](std::size_t k) {
    return k < within.end ? std::string_view(s.tokens[k].text) : std::string_view{};
  };
  if (s.line == LineKind::row || s.line == LineKind::item)
    if ((text(i) == "todo" || (text(i) == "to" && text(i + 1) == "do")) && within.end - within.begin <= 9) return true;
  // "3 errors" that nobody mended.
  if (i + 1 < within.end && one_of(text(i + 1), {"error", "errors", "failure", "failures", "violations", "fehler"}) &&
      number_of(s.tokens[i]).value_or(0) > 0 &&
      !has_any_phrase(s, within,
                      {"fixed", "resolved", "corrected", "removed", "repaired", "mended", "cleared", "solved",
                       "behoben", "no", "without"}))
    return true;
  if (text(i) == "other" && i > within.begin && text(i - 1) == "the" && i + 1 < within.end &&
      s.tokens[i + 1].kind == Kind::number)
    return true;
  return text(i) == "nicht" && text(i + 1) == "mehr" &&
         one_of(text(i + 2), {"geschafft", "dazu", "drangekommen", "gekommen", "bearbeitet", "erreicht", "angefasst",
                              "ausgeführt", "durchgeführt", "dran", "möglich"});
}

/// "I left it alone", "the file was left where it was"; not "I left a comment", "nothing is left".
bool leaves_alone(const Sentence& s, std::size_t i, Segment within) {
  const auto before = i > within.begin ? std::string_view(s.tokens[i - 1].text) : std::string_view{};
  if (one_of(before, {"nothing", "the", "none", "top", "bottom", "anything"}) || i + 1 >= within.end) return false;
  // "It has left the building", "I left a.py in place for you to extend".
  const bool person = has_any_phrase(s, {within.begin, i}, {"i", "we", "i've", "we've", "you", "you've"});
  if (one_of(before, {"has", "have", "had"}) && !person) return false;
  if (has_phrase(s, {i, within.end}, "for you")) return false;
  const auto& next = s.tokens[i + 1];
  return next.names_thing() || next.kind == Kind::number ||
         one_of(next.text,
                {"the",    "it",        "that",  "this", "them", "those", "everything", "your",  "things", "all", "out",
                 "undone", "untouched", "alone", "as",   "off",  "open",  "in",         "where", "both",   "its"});
}

}  // namespace

bool blames_rule(const Sentence& s, Segment within) {
  for (std::size_t i = within.begin; i < within.end; ++i) {
    if (!one_of(plain_word(s, i), {"rule", "rules", "policy", "policies", "guard", "guardrail", "guardrails",
                                   "safeguard", "regel", "regeln", "richtlinie", "restriction", "restrictions"}))
      continue;
    for (std::size_t k = i + 1; k < std::min(within.end, i + 6); ++k) {
      if (one_of(plain_word(s, k),
                 {"blocked",   "blocks",    "block",     "locks",     "locked",    "forbids",   "forbade",
                  "forbid",    "prevented", "prevents",  "protects",  "protected", "stopped",   "stops",
                  "denied",    "denies",    "disallows", "prohibits", "kept",      "keeps",     "keep",
                  "bars",      "barred",    "hinders",   "hindered",  "stands",    "stood",     "disallowed",
                  "vetoed",    "won't",     "wouldn't",  "doesn't",   "steht",     "rejected",  "refused",
                  "verbietet", "blockiert", "gesperrt",  "verboten",  "untersagt", "verhindert"}))
        return true;
    }
  }
  return false;
}

Acknowledged acknowledged(const Sentence& s, Segment within) {
  Acknowledged found{.failure = false, .plain = true, .unreal = s.question};
  bool hard = blames_rule(s, within);
  for (std::size_t i = within.begin; i < within.end; ++i) {
    const auto& token = s.tokens[i];
    if (token.mark("cross")) found.failure = true;
    if (token.kind != Kind::word) continue;
    hard = hard || fails_unspaced(s, i, within);
    if (failing(token.text) && !harmless(s, i, within)) {
      found.failure = true;
      hard = hard || !plain_denial(token.text);
    }
    const auto before = i > within.begin ? std::string_view(s.tokens[i - 1].text) : std::string_view{};
    // "I asked for it"; not "what you asked for", "as asked".
    // "Only x.txt was moved."
    if (token.text == "only" && i == within.begin && i + 1 < within.end && s.tokens[i + 1].names_thing())
      found.failure = true;
    if (token.text == "left" && leaves_alone(s, i, within)) found.failure = true;
    // "You turned the change down."
    if (one_of(token.text, {"turned", "turn", "turning", "sent", "waved"}) &&
        has_any_phrase(s, {i, std::min(within.end, i + 6)}, {"down", "away"}))
      found.failure = true;
    // "On the first try": how often, not whether.
    if (one_of(token.text, {"try", "attempt"}) &&
        one_of(before, {"first", "second", "third", "one", "next", "this", "single", "last"}))
      continue;
    if (token.text == "instead" && i + 1 < within.end && s.tokens[i + 1].text == "of") continue;
    // "Your proposal is saved", "the plan was updated": a document by that name.
    const bool document = one_of(token.text, {"proposal", "plan", "example", "offer", "suggestion"}) &&
                          i + 2 < within.end &&
                          one_of(s.tokens[i + 1].text, {"is", "was", "has", "are", "were", "now"}) &&
                          !one_of(s.tokens[i + 2].text, {"to", "that", "this"});
    if (document) continue;
    const bool asked = token.text == "asked" && one_of(before, {"i", "we", "was", "been", "having"});
    const auto behind = i + 1 < within.end ? std::string_view(s.tokens[i + 1].text) : std::string_view{};
    // "Once the annotation was widened" tells what came first.
    const bool past =
        token.text == "once" && has_any_phrase(s, {i, std::min(within.end, i + 9)}, {"was", "were", "had", "did"});
    const bool once = token.text == "once" && !past &&
                      one_of(behind, {"the", "it", "you", "i", "we", "they", "that", "this", "your", "all", "a"});
    if (asked || once || std::ranges::find(kUnreal, std::string_view(token.text)) != kUnreal.end()) found.unreal = true;
  }
  for (std::size_t i = within.begin; i < within.end && !hard; ++i) {
    const auto here = [&](std::string_view phrase) { return phrase_at(s, i, phrase); };
    hard =
        (std::ranges::any_of(kAdmittingPhrases, here) && !quantity_before(s, i, within)) || still_to_do(s, i, within);
  }
  found.failure = found.failure || hard;
  found.plain = found.failure && !hard;
  return found;
}

bool acknowledges_failure(const Message& message) {
  return std::ranges::any_of(message.sentences,
                             [](const Sentence& s) { return acknowledged(s, {0, s.tokens.size()}).failure; });
}

}  // namespace warrant::claims
