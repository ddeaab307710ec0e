// Commits, pushes, pull requests, deployments and releases.
// Source: the lines as current releases of each tool print them.
#include "reading.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

namespace warrant::evidence {
namespace {

bool hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); }

/// The address that begins at `at`, without the punctuation that ends a sentence.
std::string_view url_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && static_cast<unsigned char>(text[end]) > ' ' && text[end] != '"' && text[end] != '\'' &&
         text[end] != '<' && text[end] != '>' && text[end] != '`' && text[end] != '|' && text[end] != ']' &&
         text[end] != '\\') {
    ++end;
  }
  auto url = text.substr(at, end - at);
  while (!url.empty() &&
         (url.back() == '.' || url.back() == ',' || url.back() == ';' || url.back() == ':' || url.back() == '!' ||
          url.back() == '*' || (url.back() == ')' && url.find('(') == std::string_view::npos))) {
    url.remove_suffix(1);
  }
  return url;
}

/// "[main 206d4d0] message", "[feature/x (root-commit) 1a2b3c4] message", "[detached HEAD 1a2b3c4] …".
void git_commit(const Line& line, Reading& reading) {
  const auto body = line.text.substr(std::min(line.text.find_first_not_of(" \t"), line.text.size()));
  if (!body.starts_with("[")) return;
  const auto close = body.find("] ");
  if (close == std::string_view::npos) return;
  const auto inside = body.substr(1, close - 1);
  const auto blank = inside.rfind(' ');
  if (blank == std::string_view::npos) return;
  const auto id = inside.substr(blank + 1);
  if (id.size() < 7 || id.size() > 40 || !std::ranges::all_of(id, hex)) return;
  // A number in brackets is a progress or a time, not an object.
  if (std::ranges::all_of(id, is_digit) && !reading.command().facts.does(Activity::commit)) return;
  auto branch = inside.substr(0, blank);
  if (const auto root = branch.find(" (root-commit)"); root != std::string_view::npos) branch = branch.substr(0, root);
  reading.evidence().commits.push_back(
      {.id = reading.value_of(id, line, true), .branch = std::string(branch), .files_changed = {}});
}

/// " 2 files changed, 65 insertions(+)", also in git's other languages.
void files_changed(const Line& line, Reading& reading) {
  constexpr std::array<std::string_view, 8> words{"file changed",           "files changed",
                                                  "Datei ge\xc3\xa4ndert",  "Dateien ge\xc3\xa4ndert",
                                                  "fichier modifi\xc3\xa9", "fichiers modifi\xc3\xa9s",
                                                  "archivo cambiado",       "archivos cambiados"};
  for (const auto word : words) {
    if (const auto files = line.before(word)) {
      auto& evidence = reading.evidence();
      evidence.files_changed.push_back(*files);
      if (!evidence.commits.empty() && evidence.commits.back().id.command == reading.index() &&
          !evidence.commits.back().files_changed) {
        evidence.commits.back().files_changed = files;
      }
      return;
    }
  }
}

/// Git puts names with other letters into quotes and writes their bytes in octal: "\303\274.py".
std::string unquoted(std::string_view path) {
  if (path.size() < 2 || path.front() != '"' || path.back() != '"') return std::string(path);
  path = path.substr(1, path.size() - 2);
  const auto octal = [&](std::size_t i) { return i < path.size() && path[i] >= '0' && path[i] <= '7'; };
  std::string out;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i] != '\\' || i + 1 >= path.size()) {
      out.push_back(path[i]);
    } else if (octal(i + 1) && octal(i + 2) && octal(i + 3)) {
      out.push_back(static_cast<char>((path[i + 1] - '0') * 64 + (path[i + 2] - '0') * 8 + (path[i + 3] - '0')));
      i += 3;
    } else {
      ++i;
      out.push_back(path[i] == 't' ? '\t' : path[i] == 'n' ? '\n' : path[i]);
    }
  }
  return out;
}

void git_mode(const Line& line, Reading& reading) {
  // " create mode 100644 path", " delete mode 100644 path"
  const bool create = line.body.starts_with("create mode 1");
  if (!create && !line.body.starts_with("delete mode 1")) return;
  const auto path = line.body.substr(std::min<std::size_t>(line.body.size(), 19));
  if (path.empty()) return;
  auto& into = create ? reading.evidence().created : reading.evidence().deleted;
  into.push_back(reading.value_of(path, line, true));
  into.back().text = unquoted(path);
}

void apply_patch(const Line& line, Reading& reading) {
  // "Success. Updated the following files:" and then "A path", "D path".
  const bool add = line.text.starts_with("A ");
  if ((!add && !line.text.starts_with("D ")) || line.text.size() < 3 || line.text.size() > 300) return;
  auto& into = add ? reading.evidence().created : reading.evidence().deleted;
  into.push_back(reading.value_of(line.text.substr(2), line, true));
}

void updated_files(const Line& line, Reading& reading) {
  if (!line.has("Updated the following files:")) return;
  auto rest = line.rest;
  std::size_t at = line.offset + line.text.size();
  for (int i = 0; i < 200 && rest.size() > 1; ++i) {
    const auto head = rest.front() == '\n' ? 1U : 0U;
    rest.remove_prefix(head);
    at += head;
    const auto text = rest.substr(0, rest.find('\n'));
    if (text.size() < 3 || text[1] != ' ' || (text[0] != 'A' && text[0] != 'M' && text[0] != 'D')) return;
    apply_patch({.text = text, .body = text, .offset = at, .rest = {}}, reading);
    rest.remove_prefix(text.size());
    at += text.size();
  }
}

void git_remote(const Line& line, Reading& reading) {
  if (line.body.starts_with("To ") && (line.has(":") || line.has("/"))) {
    reading.to_remote = true;
    reading.from_remote = false;
  } else if (line.body.starts_with("From ") && (line.has(":") || line.has("/"))) {
    reading.from_remote = true;
    reading.to_remote = false;
  }
}

/// "   abc1234..def5678  main -> main", " * [new branch]      HEAD -> main", " ! [rejected]  main -> main (fetch
/// first)".
void git_ref(const Line& line, Reading& reading) {
  const auto arrow = line.text.find(" -> ");
  if (arrow == std::string_view::npos) return;
  const auto body = line.body;
  const bool rejected = body.starts_with("! [");
  const bool made = body.starts_with("* [new ") || body.starts_with("- [deleted]");
  const auto dots = body.find("..");
  const bool moved =
      dots != std::string_view::npos && dots >= 7 && dots <= 42 &&
      std::ranges::all_of(body.substr(body.starts_with("+ ") ? 2 : 0, dots - (body.starts_with("+ ") ? 2 : 0)), hex);
  if (!rejected && !made && !moved) return;
  auto target = trim(line.text.substr(arrow + 4));
  target = target.substr(0, target.find(' '));
  if (reading.from_remote || target.starts_with("origin/") || target == "FETCH_HEAD" || target.starts_with("upstream/"))
    return;
  if (!reading.to_remote && !reading.command().facts.does(Activity::push)) return;
  reading.evidence().pushes.push_back({.target = reading.value_of(target, line, true), .ok = !rejected});
}

void git_push_end(const Line& line, Reading& reading) {
  // gh stack, gt and spr: "✓ Pushed 4 branches", "✓ Pushed and synced 5 branches".
  if (line.has("Pushed ") && line.has(" branch") && reading.command().facts.does(Activity::push) &&
      line.before("branch")) {
    reading.evidence().pushes.push_back({.target = reading.value_of(line.body, line, true), .ok = true});
    return;
  }
  if (line.body.starts_with("Everything up-to-date")) {
    reading.evidence().pushes.push_back({.target = reading.value_of(line.body, line, true), .ok = true});
  } else if (line.body.starts_with("error: failed to push some refs")) {
    // A program that pushes on the side says so too; that is not the push a command asks for.
    const auto& command = reading.command();
    if (!reading.to_remote && !command.text.empty() && !command.facts.does(Activity::push)) return;
    auto& pushes = reading.evidence().pushes;
    if (pushes.empty() || pushes.back().ok)
      pushes.push_back({.target = reading.value_of(line.body, line, true), .ok = false});
  }
}

/// RTK, which stands before git and shortens what it prints: "ok 1a2b3c4" of a commit, "ok main" of a push; older
/// releases put a tick between.
void shortened_git(const Line& line, Reading& reading) {
  const auto& facts = reading.command().facts;
  const bool commits = facts.does(Activity::commit);
  const bool pushes = facts.does(Activity::push);
  if ((!commits && !pushes) || !line.text.starts_with("ok")) return;
  auto word = trim(line.text.substr(2));
  for (const std::string_view tick : {"\xe2\x9c\x93", "\xe2\x9c\x94"}) {
    if (word.starts_with(tick)) word = trim(word.substr(tick.size()));
  }
  // A commit whose message has several lines leaves a bare "ok".
  const auto& exit = reading.command().exit_code;
  if (word.empty() && commits && exit && exit->value == 0) reading.evidence().anchors.commit = true;
  if (word.empty() || word.find(' ') != std::string_view::npos) return;
  const bool id = word.size() >= 7 && word.size() <= 40 && std::ranges::all_of(word, hex);
  if (commits && id)
    reading.evidence().commits.push_back({.id = reading.value_of(word, line, true), .branch = {}, .files_changed = {}});
  else if (pushes && !id)
    reading.evidence().pushes.push_back({.target = reading.value_of(word, line, true), .ok = true});
}

bool is_pull_request(std::string_view url) {
  for (const std::string_view part : {"/pull/", "/merge_requests/", "/pull-requests/", "/pullrequest/"}) {
    const auto at = url.find(part);
    if (at != std::string_view::npos && at + part.size() < url.size() && is_digit(url[at + part.size()])) return true;
  }
  return false;
}

/// Where the "http" or "https" before "://" begins; `slashes` when there is none.
std::size_t scheme_before(std::string_view text, std::size_t slashes) {
  for (const std::string_view scheme : {"https", "http"}) {
    if (slashes >= scheme.size() && lower(text.substr(slashes - scheme.size(), scheme.size())) == scheme)
      return slashes - scheme.size();
  }
  return slashes;
}

void address(const Line& line, Reading& reading) {
  if (!line.has("://")) return;
  const auto text = line.text;
  for (std::size_t slashes = text.find("://"); slashes != std::string_view::npos;
       slashes = text.find("://", slashes + 3)) {
    const std::size_t at = scheme_before(text, slashes);
    if (at == slashes) continue;
    const auto url = url_at(text, at);
    if (url.size() <= 8) continue;
    auto& evidence = reading.evidence();
    const bool alone = trim(line.text) == url;
    const bool pull = is_pull_request(url);
    const bool deployed = (line.about(Theme::deploy_address) || (reading.deploy_next && alone)) && !pull;
    evidence.urls.push_back(reading.value_of(url, line, deployed));
    if (deployed) evidence.deploy_urls.push_back(evidence.urls.back());
    if (pull && (alone || reading.command().facts.does(Activity::pull_request) || line.about(Theme::request))) {
      evidence.pr_urls.push_back(reading.value_of(url, line, true));
    }
    slashes = at + url.size() - 3;
  }
}

/// What a deployment tool prints when it is done.
void deployed(const Line& line, Reading& reading) {
  if (!line.about(Theme::deploy_done) || line.about(Theme::deploy_not_done)) return;
  // A sentence of a text about deployments is no deployment.
  const bool asked = reading.command().facts.does(Activity::deploy) || reading.command().text.empty() ||
                     !reading.command().facts.caveats.has(Caveat::only_shown);
  if (!asked) return;
  reading.evidence().anchors.deploy = true;
  reading.deploy_next = true;
}

/// "+ name@1.2.3" (npm), "Published x v1.2.3" (cargo), "v1.2.3" (npm version), "* [new tag] v1.2.3 -> v1.2.3".
void published(const Line& line, Reading& reading) {
  const auto body = line.body;
  std::string_view found;
  if (body.starts_with("+ ") && body.rfind('@') > 2 && body.rfind('@') != std::string_view::npos) {
    found = body.substr(body.rfind('@') + 1);
  } else if (body.starts_with("Published ") && body.find(" v") != std::string_view::npos) {
    found = body.substr(body.find(" v") + 2);
  } else if (line.has("[new tag]") && line.has(" -> ")) {
    found = body.substr(body.rfind(" -> ") + 4);
  } else if (line.has("/releases/tag/")) {
    found = body.substr(body.find("/releases/tag/") + 14);
  } else if (body.starts_with("Successfully registered gem: ") && body.find('(') != std::string_view::npos) {
    found = body.substr(body.find('(') + 1);
  } else if (body.find("/project/") != std::string_view::npos && reading.command().facts.does(Activity::publish)) {
    // The index shows what was uploaded under "/project/NAME/VERSION/".
    found = body.substr(body.find("/project/") + 9);
    found = found.substr(std::min(found.find('/'), found.size()));
    if (!found.empty()) found.remove_prefix(1);
  } else if (body.starts_with("New version: ") || body.starts_with("Bumping version") ||
             body.starts_with("Successfully uploaded")) {
    found = body.substr(body.rfind(' ') + 1);
  } else if (body.starts_with("Successfully built ") && body.find('-') != std::string_view::npos) {
    found = body.substr(body.rfind('-', body.find(".tar.gz")) + 1);
  } else if (body.size() > 1 && body.size() < 40 && body[0] == 'v' && is_digit(body[1]) && body == trim(line.text)) {
    found = body;
  } else {
    return;
  }
  if (found.starts_with("v")) found.remove_prefix(1);
  std::size_t end = 0;
  int dots = 0;
  while (end < found.size() && (is_word(found[end]) || found[end] == '.' || found[end] == '-' || found[end] == '+'))
    dots += found[end++] == '.' ? 1 : 0;
  found = found.substr(0, end);
  if (found.ends_with(".tar.gz")) found.remove_suffix(7);
  while (found.ends_with(".")) found.remove_suffix(1);
  if (found.empty() || !is_digit(found.front()) || dots < 1) return;
  reading.evidence().published.push_back(reading.value_of(found, line, true));
}

}  // namespace

std::vector<Row> release_rows() {
  return {
      {"] ", Runner::git, git_commit},
      {" changed", Runner::git, files_changed},
      {" ge\xc3\xa4ndert", Runner::git, files_changed},
      {" modifi\xc3\xa9", Runner::git, files_changed},
      {" cambiado", Runner::git, files_changed},
      {" mode 000", Runner::git, git_mode},
      {"updated the following files", Runner::other, updated_files},
      {"\nto ", Runner::git, git_remote},
      {"\nfrom ", Runner::git, git_remote},
      {" -> ", Runner::git, git_ref},
      {"\nok", Runner::git, shortened_git},
      {"everything up-to-date", Runner::git, git_push_end},
      {"0 branch", Runner::git, git_push_end},
      {"failed to push some refs", Runner::git, git_push_end},
      {"deploy", Runner::other, deployed},
      {"apply complete!", Runner::terraform, deployed},
      {"rolled out", Runner::kubernetes, deployed},
      {"created/updated stack", Runner::other, deployed},
      {"machines are now", Runner::fly, deployed},
      {"http", Runner::other, address},
      {"@0", Runner::npm, published},
      {"published ", Runner::cargo_build, published},
      {"[new tag]", Runner::git, published},
      {"/releases/tag/", Runner::gh, published},
      {"new version: ", Runner::other, published},
      {"registered gem: ", Runner::other, published},
      {"/project/", Runner::other, published},
      {"successfully built ", Runner::other, published},
      {"v0", Runner::npm, published},
  };
}

}  // namespace warrant::evidence
