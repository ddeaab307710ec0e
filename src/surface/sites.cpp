#include "sites.hpp"

#include <warrant/base/utf8.hpp>

#include <algorithm>
#include <array>

namespace warrant::surface {

namespace {

// Words of requests that name no place.
constexpr std::array<std::string_view, 62> common = {
    "the",   "a",      "an",    "in",      "of",      "to",     "from",   "change", "set",     "replace", "with",
    "by",    "for",    "and",   "is",      "it",      "its",    "please", "file",   "line",    "value",   "update",
    "make",  "should", "be",    "at",      "on",      "this",   "that",   "add",    "remove",  "delete",  "rename",
    "after", "before", "end",   "start",   "top",     "bottom", "new",    "old",    "into",    "as",      "so",
    "only",  "key",    "field", "section", "block",   "under",  "inside", "within", "nothing", "else",    "not",
    "do",    "touch",  "other", "entry",   "setting", "option", "use"};

std::string singular(std::string word) {
  if (word.size() > 3 && word.ends_with('s') && !word.ends_with("ss")) word.pop_back();
  return word;
}

WordSet set_of(std::string_view text) {
  WordSet words;
  for (std::string& word : words_of(text)) words.insert(singular(std::move(word)));
  return words;
}

bool all_in(const WordSet& part, const WordSet& whole) {
  return std::ranges::all_of(part, [&](const std::string& word) { return whole.contains(word); });
}

WordSet joined(WordSet left, const WordSet& right) {
  left.insert(right.begin(), right.end());
  return left;
}

WordSet singulars(const WordSet& words) {
  WordSet out;
  for (const std::string& word : words) out.insert(singular(word));
  return out;
}

/// The subject without the words that name no place.
WordSet subject_words(std::string_view subject) {
  WordSet words = set_of(subject);
  std::erase_if(words, [](const std::string& word) { return std::ranges::find(common, word) != common.end(); });
  return words;
}

/// How well a key, with what it stands under, is what the subject says. 0: not at all.
int fit(std::string_view key, std::string_view subject, const WordSet& wanted, const WordSet& above) {
  if (key == subject) return 70;
  const WordSet words = set_of(key);
  if (words.empty() || wanted.empty()) return 0;
  if (words == wanted) return fold_case(key) == fold_case(subject) ? 65 : 60;
  if (all_in(words, wanted) && all_in(wanted, joined(words, above))) return 55;
  if (all_in(wanted, words)) return 40;
  if (all_in(wanted, joined(words, above)) &&
      std::ranges::any_of(words, [&](const auto& word) { return wanted.contains(word); })) {
    return 35;
  }
  return all_in(words, wanted) ? 20 : 0;
}

/// How many of the request's hints stand above the line or on it.
int hinted(const Scene& scene, std::size_t line, const WordSet& above) {
  const WordSet here = joined(set_of(scene.lines.line(line)), above);
  return static_cast<int>(
      std::ranges::count_if(scene.hints, [&](const std::string& word) { return here.contains(word); }));
}

std::vector<Site> best(std::vector<Site> sites) {
  if (sites.empty()) return sites;
  const int top = std::ranges::max(sites, {}, &Site::score).score;
  std::erase_if(sites, [&](const Site& site) { return site.score < top; });
  return sites;
}

int subject_fit(const Site& site, std::string_view subject, const Scene& scene, const WordSet& above) {
  if (subject.empty()) return 0;
  const WordSet wanted = subject_words(subject);
  int score = 0;
  for (const Assignment& known : scene.assignments) {
    if (!known.value.contains(site.at)) continue;
    score = std::max(score, fit(known.key.of(scene.lines.text()), subject, wanted, above));
  }
  if (score >= 35) return score;
  const std::string_view line = scene.lines.line(site.line);
  for (const std::size_t at : occurrences(line, subject)) {
    if (stands_alone(line, at, subject.size())) return std::max(score, 50);
  }
  const WordSet here = set_of(line);
  if (!wanted.empty() && all_in(wanted, here)) return std::max(score, 34);
  if (!wanted.empty() && all_in(wanted, joined(here, above))) return std::max(score, 30);
  const auto some =
      std::ranges::count_if(wanted, [&](const auto& word) { return here.contains(word) || above.contains(word); });
  return std::max(score, static_cast<int>(std::min<std::ptrdiff_t>(some, 5)));
}

bool looks_literal(std::string_view value) {
  if (value.empty()) return false;
  const char c = value.front();
  return (c >= '0' && c <= '9') || c == '"' || c == '\'' || c == '-' || c == '[' || value == "true" ||
         value == "false" || value == "True" || value == "False" || value == "null" || value == "None";
}

}  // namespace

Scene::Scene(std::string_view text, std::string_view path, std::string_view request)
    : lines(text), syntax(syntax_of(path)), assignments(find_assignments(lines, syntax)), hints(set_of(request)) {
  const WordSet own = set_of(path.substr(path.rfind('/') + 1));
  std::erase_if(hints, [&](const std::string& word) {
    return own.contains(word) || std::ranges::find(common, word) != common.end() ||
           word.find_first_not_of("0123456789") == std::string::npos;
  });
}

bool Scene::defines(std::size_t line, std::string_view name) const {
  const std::string_view text = without_space(lines.line(line));
  std::size_t at = text.find(name);
  while (at != std::string_view::npos && !stands_alone(text, at, name.size())) at = text.find(name, at + 1);
  if (at == std::string_view::npos || name.empty()) return false;
  const std::string_view lead = without_space(text.substr(0, at));
  const std::string_view behind = without_space(text.substr(at + name.size()));
  constexpr std::array<std::string_view, 24> words = {"def",
                                                      "class",
                                                      "function",
                                                      "fn",
                                                      "func",
                                                      "struct",
                                                      "enum",
                                                      "interface",
                                                      "async def",
                                                      "async function",
                                                      "pub fn",
                                                      "type",
                                                      "export function",
                                                      "export class",
                                                      "export default function",
                                                      "trait",
                                                      "impl",
                                                      "module",
                                                      "CREATE TABLE",
                                                      "create table",
                                                      "CREATE TABLE IF NOT EXISTS",
                                                      "CREATE VIEW",
                                                      "CREATE INDEX",
                                                      "namespace"};
  if (std::ranges::find(words, lead) != words.end()) return true;
  const bool headed = !lead.empty() && lead.find_first_not_of('#') == std::string_view::npos;  // a heading
  const bool section = lead == "[" && behind == "]";
  const bool rule =
      (lead.empty() || lead == "." || lead == "\"") &&
      (behind.starts_with(':') || behind.starts_with('{') || behind.starts_with("\":") || behind.starts_with('('));
  return headed || section || (rule && lines.block_end(line) > line + 1);
}

std::vector<Site> best_for(std::vector<Site> sites, std::string_view subject, const Scene& scene) {
  if (sites.size() < 2) return sites;
  for (Site& site : sites) {
    const WordSet above = singulars(words_above(scene.lines, site.line));
    site.score = subject_fit(site, subject, scene, above) * 100 + hinted(scene, site.line, above) * 10;
    const bool comment = std::ranges::any_of(
        scene.assignments, [&](const Assignment& known) { return known.is_comment && known.line == site.line; });
    if (comment) site.score -= 5;
  }
  return best(std::move(sites));
}

std::vector<Site> values_of(std::string_view subject, std::string_view new_value, const Scene& scene) {
  const WordSet wanted = subject_words(subject);
  const bool new_is_compound = new_value.starts_with('[') || new_value.starts_with('{') || new_value.starts_with('(');
  std::vector<Site> sites;
  for (const Assignment& known : scene.assignments) {
    const std::string_view value = known.value.of(scene.lines.text());
    const bool empty_allowed =
        scene.syntax == Syntax::ini || scene.syntax == Syntax::shell || scene.syntax == Syntax::makefile;
    if (value.empty() && !(empty_allowed && scene.lines.block_end(known.line) == known.line + 1)) continue;
    const bool opens = value.ends_with('{') || value.ends_with('[') || value.ends_with('(') ||
                       value.find('\n') != std::string_view::npos;
    if (opens && !new_is_compound) continue;
    const WordSet above = singulars(words_above(scene.lines, known.line));
    const int fits = fit(known.key.of(scene.lines.text()), subject, wanted, above);
    if (fits == 0) continue;
    int score = fits * 100 + hinted(scene, known.line, above) * 10;
    if (known.is_statement) score += 3;
    if (looks_literal(value)) score += 4;
    if (known.is_comment) score -= 2000;
    sites.push_back({known.value, known.line, score});
  }
  return best(std::move(sites));
}

std::vector<Site> anchors_of(std::string_view anchor, const Scene& scene) {
  const Lines& lines = scene.lines;
  std::vector<Site> exact;
  std::vector<Site> declared;
  std::vector<Site> held;
  const std::string_view wanted = without_space(anchor);
  if (wanted.empty()) return {};
  for (std::size_t number = 0; number < lines.count(); ++number) {
    const std::string_view line = lines.line(number);
    const Site site{lines.span(number), number, 0};
    if (without_space(line) == wanted) exact.push_back(site);
    if (scene.defines(number, wanted)) declared.push_back(site);
    const std::size_t at = line.find(wanted);
    if (at != std::string_view::npos && stands_alone(line, at, wanted.size())) held.push_back(site);
  }
  if (!exact.empty()) return best_for(std::move(exact), "", scene);
  if (!declared.empty()) return best_for(std::move(declared), "", scene);
  if (!held.empty()) {
    std::vector<Site> keys = held;
    std::erase_if(keys, [&](const Site& site) {
      return std::ranges::none_of(scene.assignments, [&](const Assignment& known) {
        return known.line == site.line && known.key.of(lines.text()) == wanted;
      });
    });
    return best_for(keys.empty() ? std::move(held) : std::move(keys), "", scene);
  }
  // In other words: "the max retries setting".
  const WordSet words = subject_words(anchor);
  std::vector<Site> near;
  for (std::size_t number = 0; number < lines.count() && !words.empty(); ++number) {
    if (all_in(words, set_of(lines.line(number)))) near.push_back({lines.span(number), number, 0});
  }
  return best_for(std::move(near), "", scene);
}

}  // namespace warrant::surface
