#include "warrant/surface/candidates.hpp"

#include "assignments.hpp"
#include "change.hpp"
#include "lines.hpp"
#include "sites.hpp"

#include <warrant/base/json.hpp>
#include <warrant/base/match.hpp>
#include <warrant/surface/surface.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace warrant::surface {

namespace {

using contract::Place;

/// Collects changed texts and gives them back as edits.
class Collector {
 public:
  Collector(std::string_view text, Syntax syntax) : text_(text), syntax_(syntax), was_sound_(is_sound(syntax, text)) {}
  void add(std::string after) {
    if (was_sound_ && !is_sound(syntax_, after)) return;
    if (std::ranges::find(afters_, after) == afters_.end()) afters_.push_back(std::move(after));
  }
  [[nodiscard]] bool empty() const { return afters_.empty(); }
  [[nodiscard]] std::vector<Candidate> edits() const {
    std::vector<Candidate> found;
    if (afters_.size() > Surface::choice_limit) return found;
    for (const std::string& after : afters_) {
      if (auto edit = edit_between(text_, after)) found.push_back(std::move(*edit));
    }
    return found;
  }

 private:
  std::string_view text_;
  Syntax syntax_;
  bool was_sound_;
  std::vector<std::string> afters_;
};

std::vector<std::size_t> standing_alone(std::string_view text, std::string_view piece) {
  std::vector<std::size_t> places = occurrences(text, piece);
  std::vector<std::size_t> alone = places;
  std::erase_if(alone, [&](std::size_t at) { return !stands_alone(text, at, piece.size()); });
  return alone.empty() ? places : alone;
}

std::string all_replaced(std::string_view text, const std::vector<std::size_t>& places, std::size_t size,
                         std::string_view with) {
  std::vector<Change> changes;
  changes.reserve(places.size());
  for (const std::size_t at : places) changes.push_back({{at, at + size}, std::string(with)});
  return changed(text, changes);
}

void replace(const contract::Replace& it, const Scene& scene, Collector& found) {
  std::vector<std::size_t> places = standing_alone(scene.lines.text(), it.find);
  const std::vector<std::size_t> meant = contract::meant(scene.lines.text(), it.find, it.subject);
  std::erase_if(places, [&](std::size_t at) { return !std::ranges::binary_search(meant, at); });
  if (places.empty()) return;
  if (it.everywhere) return found.add(all_replaced(scene.lines.text(), places, it.find.size(), it.with));
  std::vector<Site> sites;
  sites.reserve(places.size());
  for (const std::size_t at : places) sites.push_back({{at, at + it.find.size()}, scene.lines.number_of(at), 0});
  for (const Site& site : best_for(std::move(sites), it.subject, scene)) {
    found.add(changed(scene.lines.text(), {{site.at, it.with}}));
  }
}

void set_value(const contract::SetValue& it, const Scene& scene, Collector& found) {
  const std::string_view text = scene.lines.text();
  for (const Site& site : values_of(it.subject, it.value, scene)) {
    std::string value = value_like(site.at.of(text), it.value, scene.syntax);
    const bool touches = site.at.empty() && site.at.begin > 0 && text[site.at.begin - 1] == ':';
    if (touches) value.insert(0, " ");
    found.add(changed(text, {{site.at, std::move(value)}}));
  }
}

void rename(const contract::RenameSymbol& it, const Scene& scene, Collector& found) {
  std::vector<std::size_t> places = occurrences(scene.lines.text(), it.from);
  std::erase_if(places, [&](std::size_t at) { return !stands_alone(scene.lines.text(), at, it.from.size()); });
  if (!places.empty()) found.add(all_replaced(scene.lines.text(), places, it.from.size(), it.to));
}

/// The new lines, indented as asked where the words say nothing about it.
std::string indented(std::string_view text, std::string_view indent, std::string_view newline) {
  std::string out;
  const bool keeps = text.starts_with(' ') || text.starts_with('\t');
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (at > 0) out += newline;
    if (!keeps && !line.empty()) out += indent;
    out += line;
    at = end + 1;
  }
  return out;
}

/// Puts whole lines before line `number` (or behind the last line).
std::string with_lines(const Lines& lines, std::size_t number, std::string_view added) {
  const std::string_view text = lines.text();
  const std::string_view newline = newline_of(text);
  if (number < lines.count()) {
    return changed(text,
                   {{{lines.span(number).begin, lines.span(number).begin}, std::string(added) + std::string(newline)}});
  }
  if (text.empty() || text.ends_with('\n')) return std::string(text) + std::string(added) + std::string(newline);
  return std::string(text) + std::string(newline) + std::string(added);
}

/// Items of a list are separated by commas: the new one takes part in that.
void add_item(const Lines& lines, std::size_t number, const std::string& added, Collector& found) {
  std::string_view item = added;
  while (item.ends_with(',')) item.remove_suffix(1);
  found.add(with_lines(lines, number, std::string(item) + ","));
  if (number == 0) return;
  std::size_t above = number - 1;
  while (above > 0 && lines.is_blank(above)) --above;
  const std::string_view last = without_space(lines.line(above));
  std::string after = with_lines(lines, number, item);
  if (!last.ends_with(',') && !last.ends_with('{') && !last.ends_with('[') && !last.ends_with('(')) {
    after.insert(lines.span(above).begin + lines.line(above).find_last_not_of(" \t\r") + 1, ",");
  }
  found.add(std::move(after));
}

void add_at_line(const Scene& scene, std::size_t number, std::size_t beside, std::string_view text, Collector& found) {
  const Lines& lines = scene.lines;
  const std::string_view indent = beside < lines.count() ? lines.line(beside).substr(0, lines.indent(beside)) : "";
  std::string added = indented(text, indent, newline_of(lines.text()));
  if (scene.syntax == Syntax::json) return add_item(lines, number, added, found);
  const std::string_view neighbour = beside < lines.count() ? without_space(lines.line(beside)) : "";
  const std::string_view own = without_space(added);
  const bool list = scene.syntax == Syntax::python || scene.syntax == Syntax::code || scene.syntax == Syntax::toml ||
                    scene.syntax == Syntax::sql;
  if (list && neighbour.ends_with(',') && !own.ends_with(',')) added += ',';
  const bool declares = neighbour.ends_with(';') && (scene.syntax == Syntax::css || scene.syntax == Syntax::sql);
  if (declares && !own.ends_with(';') && !own.ends_with('}') && !own.ends_with('{')) added += ';';
  found.add(with_lines(lines, number, added));
}

std::size_t first_free_line(const Lines& lines) {
  return lines.line(0).starts_with("#!") || lines.line(0).starts_with("<?") ? 1 : 0;
}

/// Where the last closing bracket of a JSON document stands.
std::size_t closing_line(const Lines& lines) {
  std::size_t number = lines.count();
  while (number > 0 && lines.is_blank(number - 1)) --number;
  return number == 0 ? 0 : number - 1;
}

/// The item as its neighbour is written: in the same quotes.
std::string quoted_like(std::string_view neighbour, const std::string& item) {
  const char quote = neighbour.empty() ? '"' : neighbour.front();
  const bool bare = quote != '"' && quote != '\'' && quote != '`';
  const bool number = item.find_first_not_of("0123456789.") == std::string::npos;
  if (bare || item.starts_with(quote) || (neighbour.empty() && number)) return item;
  return quote + item + quote;
}

/// Into a list on one line, or before the line that closes it.
void add_to_list(Span value, std::size_t line, const contract::AddText& it, const Scene& scene, Collector& found) {
  const Lines& lines = scene.lines;
  const std::string_view list = value.of(lines.text());
  const bool first = it.place == Place::start;
  const std::size_t opening = list.find_first_of("[({");
  if (opening == std::string_view::npos) return;
  if (list.find_first_of("])}") == std::string_view::npos) {
    const std::size_t closing = lines.block_end(line) - 1;
    if (closing <= line + 1) return;
    const std::size_t beside = first ? line + 1 : closing - 1;
    const std::string item = quoted_like(without_space(lines.line(beside)), it.text);
    const std::string added =
        indented(item, lines.line(beside).substr(0, lines.indent(beside)), newline_of(lines.text()));
    if (first) return found.add(with_lines(lines, beside, added + ","));
    const bool ended = without_space(lines.line(beside)).ends_with(',');
    std::string after = with_lines(lines, closing, ended ? added + "," : added);
    if (!ended) after.insert(lines.span(beside).begin + lines.line(beside).find_last_not_of(" \t\r") + 1, ",");
    return found.add(std::move(after));
  }
  if (list.find_last_of("])}") != list.size() - 1) return;
  const Span inside{value.begin + opening + 1, value.end - 1};
  const std::string_view items = without_space(inside.of(lines.text()));
  const std::string item = quoted_like(items, it.text);
  if (items.empty()) return found.add(changed(lines.text(), {{inside, item}}));
  const auto begin = static_cast<std::size_t>(items.data() - lines.text().data());
  if (first) return found.add(changed(lines.text(), {{{begin, begin}, item + ", "}}));
  const std::size_t end = begin + items.size();
  found.add(changed(lines.text(), {{{end, end}, (items.ends_with(',') ? " " : ", ") + item}}));
}

void add_to_named(const contract::AddText& it, const Scene& scene, Collector& found) {
  std::string_view name = it.anchor;
  for (const std::string_view noun : {" list", " array", " tuple", " set"}) {
    if (name.ends_with(noun)) name.remove_suffix(noun.size());
  }
  for (const Site& site : values_of(name, "[", scene)) add_to_list(site.at, site.line, it, scene, found);
}

void add_text(const contract::AddText& it, const Scene& scene, Collector& found) {
  const Lines& lines = scene.lines;
  if (it.text.empty()) return;
  const bool beside = it.place == Place::before || it.place == Place::after;
  if (!beside && !it.anchor.empty()) return add_to_named(it, scene, found);
  const bool json = scene.syntax == Syntax::json && lines.count() > 2;
  switch (it.place) {
    case Place::start:
      return add_at_line(scene, json ? 1 : first_free_line(lines), json ? 1 : lines.count(), it.text, found);
    case Place::end: {
      if (json) return add_at_line(scene, closing_line(lines), closing_line(lines) - 1, it.text, found);
      return found.add(with_lines(lines, lines.count(), indented(it.text, "", newline_of(lines.text()))));
    }
    case Place::before:
    case Place::after: break;
  }
  for (const Site& site : anchors_of(it.anchor, scene)) {
    if (it.place == Place::before) {
      add_at_line(scene, site.line, site.line, it.text, found);
      continue;
    }
    const std::size_t end = lines.block_end(site.line);
    const bool opens = end > site.line + 1;
    const std::string_view anchor = without_space(it.anchor);
    const bool whole_line = without_space(lines.line(site.line)) == anchor;
    if (opens && !whole_line) add_at_line(scene, end, site.line, it.text, found);
    add_at_line(scene, site.line + 1, opens && whole_line ? site.line + 1 : site.line, it.text, found);
  }
}

std::string without_lines(const Lines& lines, std::size_t first, std::size_t last) {
  const std::string_view text = lines.text();
  const std::size_t end = last < lines.count() ? lines.span(last).begin : text.size();
  std::string after = changed(text, {{{lines.span(first).begin, end}, ""}});
  return after;
}

/// The last item of a list leaves no comma behind.
std::string without_dangling_comma(const Lines& lines, std::size_t first, std::size_t last) {
  std::string after = without_lines(lines, first, last);
  if (first == 0) return after;
  const Span above = lines.span(first - 1);
  if (!above.empty() && after[above.end - 1] == ',') after.erase(above.end - 1, 1);
  return after;
}

void remove_text(const contract::RemoveText& it, const Scene& scene, Collector& found) {
  const Lines& lines = scene.lines;
  std::vector<std::size_t> places = standing_alone(lines.text(), it.text);
  const auto statement = [&](std::size_t at) {
    return std::ranges::find_if(scene.assignments, [&](const Assignment& known) {
      return known.is_statement && !known.is_comment && known.key == Span{at, at + it.text.size()};
    });
  };
  const auto defined = [&](std::size_t at) {
    return scene.defines(lines.number_of(at), it.text) || statement(at) != scene.assignments.end();
  };
  // Of a name that the file defines the definition goes, not its uses.
  if (std::ranges::any_of(places, defined)) std::erase_if(places, [&](std::size_t at) { return !defined(at); });
  std::vector<Site> sites;
  sites.reserve(places.size());
  for (const std::size_t at : places) sites.push_back({{at, at + it.text.size()}, lines.number_of(at), 0});
  for (const Site& site : best_for(std::move(sites), "", scene)) {
    const std::size_t last = lines.number_of(site.at.end - 1);
    const bool fills = without_space(Span{lines.span(site.line).begin, lines.span(last).end}.of(lines.text())) ==
                       without_space(it.text);
    const bool defines = scene.defines(site.line, it.text);
    if (defines && lines.block_end(site.line) > site.line + 1) {
      std::size_t end = lines.block_end(site.line);
      while (end < lines.count() && lines.is_blank(end)) ++end;
      std::size_t begin = site.line;
      while (end == lines.count() && begin > 0 && lines.is_blank(begin - 1)) --begin;
      found.add(without_lines(lines, begin, end));
      continue;
    }
    if (const auto set = statement(site.at.begin); set != scene.assignments.end()) {
      const std::string_view value = set->value.of(lines.text());
      const bool opens = value.ends_with('[') || value.ends_with('{') || value.ends_with('(');
      const std::size_t end =
          opens ? lines.block_end(site.line) : lines.number_of(std::max(set->value.end, set->key.end + 1) - 1) + 1;
      found.add(without_lines(lines, site.line, end));
      if (scene.syntax == Syntax::json) found.add(without_dangling_comma(lines, site.line, end));
    } else if (it.whole_line || fills || defines) {
      found.add(without_lines(lines, site.line, last + 1));
      if (scene.syntax == Syntax::json) found.add(without_dangling_comma(lines, site.line, last + 1));
    } else {
      found.add(changed(lines.text(), {{site.at, ""}}));
    }
  }
}

}  // namespace

std::vector<Candidate> candidates(const contract::Operation& operation, std::string_view text,
                                  std::string_view request) {
  const std::string path(contract::path_of(operation));
  const Scene scene(text, path, request);
  Collector found(text, scene.syntax);
  match(
      operation, [&](const contract::Replace& it) { replace(it, scene, found); },
      [&](const contract::SetValue& it) { set_value(it, scene, found); },
      [&](const contract::RenameSymbol& it) { rename(it, scene, found); },
      [&](const contract::AddText& it) { add_text(it, scene, found); },
      [&](const contract::RemoveText& it) { remove_text(it, scene, found); }, [](const contract::Edit&) {},
      [](const contract::CreateFile&) {}, [](const contract::DeleteFile&) {}, [](const contract::TransferFile&) {},
      [](const contract::MakeDirectory&) {}, [](const contract::Run&) {}, [](const contract::Restore&) {});
  return found.edits();
}

}  // namespace warrant::surface
