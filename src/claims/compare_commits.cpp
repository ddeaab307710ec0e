// Commits and pushes: which of them a claim can mean.
#include "compare.hpp"
#include "exempt.hpp"
#include "message.hpp"
#include "rules.hpp"

#include <algorithm>

namespace warrant::claims::compare {

using evidence::Activity;

/// Where an id of a commit stands in a text as a word that it begins or that
/// begins it.
static std::optional<Span> id_in(std::string_view text, std::string_view id) {
  const auto head = id.substr(0, 7);
  if (head.size() < 7) return std::nullopt;
  for (std::size_t at = text.find(head); at != std::string_view::npos; at = text.find(head, at + 1)) {
    if (at > 0 && word_letter(text[at - 1])) continue;
    std::size_t end = at;
    while (end < text.size() && end - at < 64 && id_letter(text[end])) ++end;
    if (end < text.size() && word_letter(text[end])) continue;
    const auto shorter = std::min(end - at, id.size());
    if (text.substr(at, shorter) == id.substr(0, shorter)) return Span{at, end};
  }
  return std::nullopt;
}

/// The last attempt to commit, as far as one was made: a refused one makes an earlier commit stand for nothing; one
/// that found nothing to commit leaves it.
static std::optional<Finding> last_commit(const Sources& sources) {
  for (auto source = sources.all().rbegin(); source != sources.all().rend(); ++source) {
    const auto& facts = source->facts;
    for (auto id = facts.commits.rbegin(); id != facts.commits.rend(); ++id) {
      if (id->id.announced) return compared(true, shown(id->id.text, id->id.span, *source));
    }
    if (facts.anchors.commit) return std::nullopt;
    if (source->text.find("nothing to commit") != std::string_view::npos ||
        source->text.find("nothing added to commit") != std::string_view::npos ||
        source->text.find("no changes added to commit") != std::string_view::npos)
      continue;
    for (const auto& command : facts.commands) {
      const bool refused = command.facts.does(Activity::commit) && command.exit_code && command.exit_code->value != 0 &&
                           !command.facts.caveats.has(evidence::Caveat::masked_exit);
      if (refused && !command.facts.does(Activity::push))
        return compared(false, shown("false", command.exit_code->span, *source));
    }
  }
  return std::nullopt;
}

/// Where the last commit of ordered runs was made, as far as git announced one.
static const Source* last_committing(const Sources& sources) {
  for (auto source = sources.all().rbegin(); source != sources.all().rend(); ++source) {
    const bool announced = std::ranges::any_of(source->facts.commits, [](const auto& c) { return c.id.announced; });
    if (announced || source->facts.anchors.commit) return &*source;
  }
  return nullptr;
}

/// The words behind each "git add" of a command; empty where everything is added.
struct Added {
  std::vector<std::string> words;
  bool all = false;
};
static Added added_by(std::string_view command) {
  Added added;
  for (auto at = command.find("git "); at != std::string_view::npos; at = command.find("git ", at + 4)) {
    auto rest = command.substr(at + 4);
    std::size_t stop = 0;
    // A backslash carries a list on over the end of the line.
    while (stop < rest.size() && std::string_view("&|;\n").find(rest[stop]) == std::string_view::npos)
      stop += rest[stop] == '\\' ? 2U : 1U;
    rest = rest.substr(0, std::min(stop, rest.size()));
    const bool adds = rest.starts_with("add");
    const bool commits = rest.starts_with("commit");
    for (bool first = true; !rest.empty(); first = false) {
      const auto blank = std::min(rest.find_first_of(" \t\\\n"), rest.size());
      auto word = rest.substr(0, blank);
      rest.remove_prefix(std::min(blank + 1, rest.size()));
      if (first || word.empty()) continue;
      const bool flag = word.starts_with('-');
      const bool letter_a = flag && !word.starts_with("--") && word.find('a') != std::string_view::npos;
      if (commits && flag) added.all = added.all || word == "--all" || letter_a;
      if (!adds && !commits) {
        added.words.emplace_back(word);  // a file that git restores, removes or moves is no open edit
        continue;
      }
      if (adds) added.all = added.all || one_of(word, {"-A", "--all", ".", "-u", "--update", ":/", "./", "*", "-p"});
      while (!word.empty() && (word.front() == '"' || word.front() == '\'')) word.remove_prefix(1);
      while (!word.empty() && (word.back() == '"' || word.back() == '\'' || word.back() == '/')) word.remove_suffix(1);
      if (adds && !flag && !word.empty()) added.words.emplace_back(word);
    }
  }
  return added;
}

static bool names_edit(const Added& added, std::string_view path) {
  return std::ranges::any_of(added.words, [&](std::string_view word) {
    while (word.starts_with("./") || word.starts_with("../")) word.remove_prefix(word.find('/') + 1);
    if (word.find_first_of("*?$[{(") != std::string_view::npos) return true;
    const auto at = path.find(word);
    return !word.empty() && at != std::string_view::npos && (at == 0 || path[at - 1] == '/') &&
           (at + word.size() == path.size() || path[at + word.size()] == '/');
  });
}

/// What one command handed to git.
struct Handed {
  std::int64_t order;
  Added added;
  bool explicitly;  ///< by "git add"
};

static std::vector<Handed> handed_to_git(const Sources& sources) {
  std::vector<Handed> all;
  for (const auto& source : sources.all()) {
    for (const auto& command : source.facts.commands) {
      if (command.text.find("git ") == std::string::npos) continue;
      all.push_back({source.order, added_by(command.text), command.text.find("git add") != std::string::npos});
    }
  }
  return all;
}

static bool says_all_committed(std::string_view printed) {
  const auto text = fold(printed);
  return text.find("working tree clean") != std::string::npos || text.find("nothing to commit") != std::string::npos;
}

/// `git status --short` that printed nothing.
static bool shows_clean_tree(const Source& source) {
  return std::ranges::any_of(source.facts.commands, [&](const evidence::Command& command) {
    const std::string_view text = command.text;
    const bool brief = text.find("git status -s") != std::string_view::npos ||
                       text.find("git status --short") != std::string_view::npos ||
                       text.find("git status --porcelain") != std::string_view::npos;
    const bool alone = text.find_first_of("|;&>") == std::string_view::npos;
    const bool failed = command.exit_code && command.exit_code->value != 0;
    const auto printed = command.output.of(source.text);
    return brief && alone && !failed &&
           (printed.find_first_not_of(" \t\r\n") == std::string_view::npos || printed.starts_with("(Bash completed"));
  });
}

/// "All changes are committed" without a commit of now: a clean tree says so, as long as nothing was edited since.
static Finding clean_tree(const Sources& sources) {
  for (auto source = sources.all().rbegin(); source != sources.all().rend(); ++source) {
    if (!says_all_committed(source->text) && !shows_clean_tree(*source)) continue;
    if (!source->edited.empty()) return unbacked(Reason::stale);
    return compared(true, shown("true", source->facts.commands.back().span, *source));
  }
  return unbacked(Reason::no_commit);
}

/// An edit that no commit took up: it was made before the last one, and what was added since names other files.
static bool left_out_edit(const Sources& sources, const Source& last) {
  if (sources.edits() == nullptr) return false;
  for (const auto& source : sources.all()) {
    if (source.order >= last.order && (says_all_committed(source.text) || shows_clean_tree(source))) return false;
  }
  const auto handed = handed_to_git(sources);
  for (const auto& edit : *sources.edits()) {
    const auto path = evidence::plain_path(edit.path);
    if (!edit.ok || edit.order > last.order || path.find("/.") != std::string::npos || path.starts_with('.') ||
        path.starts_with("/tmp/"))
      continue;
    bool explicit_add = false;
    bool taken = false;
    for (const auto& each : handed) {
      if (each.order < edit.order) continue;
      explicit_add = explicit_add || each.explicitly;
      taken = taken || each.added.all || names_edit(each.added, path);
    }
    if (explicit_add && !taken) return true;
  }
  return false;
}

/// "Committed" of this work: not by a commit that was made before its last edit, nor, where all of it is meant, by one
/// that left a file out.
static Finding fresh_commit(Finding finding, const Claim& claim, const Sources& sources) {
  const auto* last = last_committing(sources);
  if (finding.status != Status::held || last == nullptr || sources.edits() == nullptr || !on(Rule::last_event))
    return finding;
  if (!last->edited.empty()) return unbacked(Reason::stale);
  if (claim.whole && left_out_edit(sources, *last)) return unbacked(Reason::no_commit);
  return finding;
}

/// Whether a command may have made a commit, as far as its words tell.
static bool may_commit(const evidence::Command& command) {
  if (command.facts.does(Activity::commit)) return true;
  for (const std::string_view word : {"commit", "merge", "release", "cherry-pick", "rebase", "git am", "version",
                                      "git pull", "changeset", "publish", "git tag", "stack", " jj ", "gt "}) {
    if (command.text.find(word) != std::string::npos && !command.facts.caveats.has(evidence::Caveat::only_shown))
      return true;
  }
  return command.text.ends_with("\xe2\x80\xa6");
}

/// "Committed as X" where X stood in a log before anything was committed here, or nothing was: the commit is an older
/// one. Only ordered runs tell.
static bool older_commit(const Claim& claim, const Sources& sources, const Source& first_shown) {
  if (!claim.made || sources.edits() == nullptr || !on(Rule::older_commits)) return false;
  for (const auto& source : sources.all()) {
    if (source.order > first_shown.order) return true;
    if (std::ranges::any_of(source.facts.commands, may_commit)) return false;
  }
  return true;
}

/// Commit ids agree when one of at least seven characters begins the other.
Finding commit(const Claim& claim, const Sources& sources) {
  std::optional<Shown> other;
  if (claim.value == "true" && on(Rule::last_event)) {
    if (auto last = last_commit(sources)) return fresh_commit(std::move(*last), claim, sources);
  }
  for (const auto& source : sources.all()) {
    for (const auto& value : source.facts.commits) {
      const Shown here = shown(value.id.text, value.id.span, source);
      if (claim.value == "true") return compared(true, here);
      const auto shorter = std::min(value.id.text.size(), claim.value.size());
      if (shorter >= 7 && fold(value.id.text).substr(0, shorter) == claim.value.substr(0, shorter)) {
        if (!value.id.announced && older_commit(claim, sources, source)) return unbacked(Reason::no_commit);
        return compared(true, here);
      }
      other = here;
    }
  }
  if (claim.value == "true") {
    for (const auto& source : sources.all()) {
      if (source.facts.anchors.commit)
        return fresh_commit(compared(true, shown("true", source.facts.commands.back().span, source)), claim, sources);
    }
    return claim.whole ? clean_tree(sources) : unbacked(Reason::no_commit);
  }
  // `git log`, `git status` and an `echo` show it as well as `git commit` does.
  for (const auto& source : sources.all()) {
    if (const auto at = id_in(source.text, claim.value)) {
      if (older_commit(claim, sources, source)) return unbacked(Reason::no_commit);
      return compared(true, shown(std::string(at->of(source.text)), *at, source));
    }
  }
  return other ? compared(false, *other) : unbacked(Reason::no_commit);
}

/// What another tool pushed, and where.
struct OtherPush {
  Shown shown;
  const Source* source;
};

/// Whether the sentence speaks of what git pushes, or names nothing else.
static bool pushes_code(std::string_view sentence) {
  constexpr std::size_t kFew = 5;
  std::size_t words = 0;
  bool may_be = false;
  for (std::size_t i = 0; i < sentence.size();) {
    std::size_t end = i;
    while (end < sentence.size() && word_letter(sentence[end])) ++end;
    if (end == i) {
      ++i;
      continue;
    }
    const auto word = sentence.substr(i, end - i);
    ++words;
    i = end;
    if (one_of(word, {"commit", "commits", "committed", "branch", "branches", "origin", "main", "master", "github",
                      "gitlab", "fix", "code", "pr"}))
      return true;
    may_be = may_be || one_of(word, {"change", "changes", "everything", "it", "remote", "upstream", "all"});
  }
  // "Beads changes were pushed to the tracker's remote" names what it is about.
  return words <= 2 || (may_be && words <= kFew);
}

/// `bd dolt push`, `docker push`: what other tools push, where their command succeeded. It is no push of commits,
/// unless the sentence names the tool.
static std::optional<OtherPush> pushed_by_others(const Claim& claim, const Sources& sources) {
  for (auto source = sources.all().rbegin(); source != sources.all().rend(); ++source) {
    for (auto command = source->facts.commands.rbegin(); command != source->facts.commands.rend(); ++command) {
      const auto at = command->text.find(" push");
      const auto end = at + std::string_view(" push").size();
      if (at == std::string::npos || (end < command->text.size() && word_letter(command->text[end]))) continue;
      const bool git = command->facts.does(Activity::push) || command->text.substr(0, at).ends_with("git");
      const bool succeeded = command->exit_code && command->exit_code->value == 0;
      const auto before = std::string_view(command->text).substr(0, at);
      const auto tool = fold(before.substr(before.find_last_of(" \n;&|") + 1));
      const bool named = !tool.empty() && claim.noun.find(tool) != std::string::npos;
      if (on(Rule::other_pushes) && !named && pushes_code(claim.noun)) continue;
      if (!git && succeeded && !command->facts.caveats.has(evidence::Caveat::masked_exit) &&
          !command->facts.caveats.has(evidence::Caveat::only_shown))
        return OtherPush{compare::shown("true", command->span.empty() ? command->output : command->span, *source),
                         &*source};
    }
  }
  return std::nullopt;
}

/// A request that was opened for a branch shows that the branch is there, not which of its commits.
static bool opened_request(const Sources& sources) {
  return std::ranges::any_of(sources.all(), [](const Source& source) {
    return !source.facts.pr_urls.empty() && std::ranges::any_of(source.facts.commands, [](const auto& command) {
      return command.facts.does(Activity::pull_request);
    });
  });
}

/// The first seven letters of a commit that a sentence names; empty for none.
static std::string_view id_named(std::string_view sentence) {
  constexpr std::size_t kShort = 7;
  for (std::size_t i = 0; i < sentence.size();) {
    std::size_t end = i;
    bool digit = false;
    bool id = true;
    for (; end < sentence.size() && word_letter(sentence[end]); ++end) {
      id = id && id_letter(sentence[end]);
      digit = digit || (sentence[end] >= '0' && sentence[end] <= '9');
    }
    if (id && digit && end - i >= kShort && end - i <= 40) return sentence.substr(i, kShort);
    i = std::max(end, i + 1);
  }
  return {};
}

/// The last attempt counts. "Everything up-to-date" pushed nothing: an earlier push stands.
Finding pushed(const Claim& claim, const Sources& sources) {
  std::optional<Finding> last;
  const Source* where = nullptr;
  bool pushed_nothing = false;
  for (const auto& source : sources.all()) {
    for (const auto& push : source.facts.pushes) {
      const Shown here = shown(push.ok ? "true" : "false", push.target.span, source);
      const bool nothing_new = push.ok && push.target.text.starts_with("Everything");
      if (nothing_new && last) {
        where = &source;
        continue;
      }
      // Alone it shows that the remote has it all, not that this work went there.
      pushed_nothing = nothing_new && !last;
      if (last && !on(Rule::last_event) && last->status == Status::held) continue;
      last = compared(push.ok, here);
      where = &source;
    }
  }
  const auto others = pushed_by_others(claim, sources);
  if (!last) {
    if (others) return compared(true, others->shown);
    return opened_request(sources) ? not_judged() : unbacked(Reason::no_push);
  }
  if (last->status != Status::held || sources.edits() == nullptr || !on(Rule::last_event)) return *last;
  if (pushed_nothing && !claim.state && !others) return unbacked(Reason::no_push);
  // A push before the last commit, or before the last edit, is of earlier work.
  const auto* committed = last_committing(sources);
  const bool older = committed != nullptr && committed->order > where->order;
  const bool by_others = others && others->source->order > where->order;
  // "`1a2b3c4` pushed": which commit it was is said, and what came later is no part of it.
  const auto id = id_named(claim.noun);
  if (!id.empty() && where->text.find(id) != std::string_view::npos) return *last;
  if ((older || !where->edited.empty()) && !by_others) return unbacked(Reason::stale);
  return *last;
}

}  // namespace warrant::claims::compare
