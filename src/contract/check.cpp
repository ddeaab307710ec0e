// Holds an expectation against the bytes before and after.
#include "warrant/contract/operation.hpp"

#include "passage.hpp"

#include <warrant/base/match.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace warrant::contract {
namespace {

using Result = Finding::Result;

Finding met(std::string why) { return {Result::met, std::move(why)}; }
Finding not_met(std::string why) { return {Result::not_met, std::move(why)}; }
Finding unknown(std::string why) { return {Result::unknown, std::move(why)}; }

struct Pair {
  std::string before;
  std::string after;
};

std::optional<Pair> both(const Files& files, std::string_view path) {
  std::optional<std::string> before = files.before(path);
  std::optional<std::string> after = files.after(path);
  if (!before || !after) return std::nullopt;
  return Pair{std::move(*before), std::move(*after)};
}

Finding missing(const Files& files, std::string_view path) {
  if (!files.after(path)) return not_met(fmt::format("{} is not there", path));
  return not_met(fmt::format("{} was not there before", path));
}

std::string not_meant(const Replacement& it, std::string_view before) {
  if (occurrences(before, it.from).empty()) return fmt::format("“{}” did not stand in {}", it.from, it.path);
  return fmt::format("“{}” stood in {}, but not where {} is named", it.from, it.path, it.subject);
}

Finding check_replacement(const Replacement& it, const Files& files) {
  const auto pair = both(files, it.path);
  if (!pair) return missing(files, it.path);
  const auto places = meant(pair->before, it.from, it.subject);
  if (places.empty()) return not_met(not_meant(it, pair->before));
  const auto all = occurrences(pair->before, it.from);
  if (!it.rest_unchanged) {
    // Beside another edit with the same values only the subject tells whose they are.
    const auto count = [&](std::string_view text, std::string_view piece) {
      return meant(text, piece, it.subject).size();
    };
    const bool less = count(pair->after, it.from) < places.size() || it.to.find(it.from) != std::string::npos;
    const bool more = it.to.empty() || count(pair->after, it.to) > count(pair->before, it.to);
    return less && more ? met(fmt::format("“{}” became “{}” in {}", it.from, it.to, it.path))
                        : not_met(fmt::format("“{}” did not become “{}” in {}", it.from, it.to, it.path));
  }
  const std::string good = fmt::format("“{}” became “{}” in {} and nothing else changed", it.from, it.to, it.path);
  if (replaced(pair->before, places, it.from.size(), it.to) == pair->after) return met(good);
  if (it.everywhere || it.subject.empty())
    if (replaced(pair->before, all, it.from.size(), it.to) == pair->after) return met(good);
  if (!it.everywhere)
    for (const std::size_t at : places)
      if (replaced(pair->before, {at}, it.from.size(), it.to) == pair->after) {
        if (places.size() == 1) return met(good);
        return unknown(fmt::format("“{}” became “{}” in {} at one of {} places; the request does not say at which",
                                   it.from, it.to, it.path, places.size()));
      }
  if (pair->before == pair->after) return not_met(fmt::format("{} did not change", it.path));
  return not_met(
      fmt::format("{} is not the old text with “{}” made “{}” and the rest as it was", it.path, it.from, it.to));
}

Finding check_value(const ValueIs& it, const Files& files) {
  const auto pair = both(files, it.path);
  if (!pair) return missing(files, it.path);
  const bool named = std::ranges::any_of(occurrences(pair->after, it.value), [&](std::size_t at) {
    return stands_alone(pair->after, at, it.value.size()) && speaks_of(line_around(pair->after, at), it.subject);
  });
  if (!named) {
    if (!speaks_of(pair->after, it.subject))
      return unknown(fmt::format("{} does not name {}, so its value cannot be read", it.path, it.subject));
    return not_met(fmt::format("no line of {} gives {} the value {}", it.path, it.subject, it.value));
  }
  if (pair->before == pair->after) return met(fmt::format("{} already had the value {}", it.subject, it.value));
  if (!it.rest_unchanged) return met(fmt::format("{} has the value {}", it.subject, it.value));
  const Difference change = difference(pair->before, pair->after);
  const auto lines = std::ranges::count(change.come, '\n') + std::ranges::count(change.gone, '\n');
  const std::string_view line = line_around(pair->after, change.begin);
  const bool here = speaks_of(line, it.subject) || speaks_of(change.come, it.subject);
  return lines <= 1 && here ? met(fmt::format("{} has the value {} and nothing else changed", it.subject, it.value))
                            : not_met(fmt::format("more than the value of {} changed in {}", it.subject, it.path));
}

Finding check_symbol(const SymbolRenamed& it, const Files& files) {
  const auto pair = both(files, it.path);
  if (!pair) return missing(files, it.path);
  const auto places = whole_words(pair->before, it.from);
  if (places.empty()) return not_met(fmt::format("{} did not stand in {}", it.from, it.path));
  if (!whole_words(pair->after, it.from).empty() && it.to != it.from)
    return not_met(fmt::format("{} still stands in {}", it.from, it.path));
  return replaced(pair->before, places, it.from.size(), it.to) == pair->after
             ? met(fmt::format("{} is {} everywhere in {}", it.from, it.to, it.path))
             : not_met(fmt::format("{} changed by more than {} becoming {}", it.path, it.from, it.to));
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == '\n' || text.front() == '\r')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

/// The text around an item without the comma that the item needs, before it or else behind it.
std::string without_one_comma(std::string_view head, std::string_view tail) {
  const std::size_t last = head.find_last_not_of(" \t\r\n");
  if (last != std::string_view::npos && head[last] == ',')
    return std::string(head.substr(0, last)) + std::string(head.substr(last + 1)) + std::string(tail);
  if (tail.starts_with(',')) tail.remove_prefix(1);
  return std::string(head) + std::string(tail);
}

/// Whether what went is the one definition of `name`: its line, and the lines that stand deeper beneath it.
bool is_definition(std::string_view before, std::string_view after, std::string_view name) {
  const Difference change = difference(before, after);
  if (!change.come.empty() || whole_words(change.gone, name).empty()) return false;
  // The stretch can be shifted by what it has in common with its surroundings: take the line that holds the name.
  const std::size_t at = change.begin + whole_words(change.gone, name).front();
  const std::string_view line = line_around(before, at);
  const std::size_t depth = std::min(line.find_first_not_of(" \t"), line.size());
  std::string_view rest = before.substr(static_cast<std::size_t>(line.data() - before.data()) + line.size());
  const std::size_t end = change.begin + change.gone.size();
  rest = rest.substr(0, end > before.size() - rest.size() ? end - (before.size() - rest.size()) : 0);
  while (!rest.empty()) {
    rest.remove_prefix(1);  // the line break
    const std::string_view next = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(next.size());
    const std::size_t indent = next.find_first_not_of(" \t\r");
    const bool closes = indent != std::string_view::npos && next.substr(indent, 1).find_first_of("})];") == 0;
    // The last line may be the common head of what follows.
    if (indent != std::string_view::npos && indent <= depth && !closes && !rest.empty()) return false;
  }
  return true;
}

/// Whether one stretch came in beside what the anchor names, and it is the text with the signs of a list.
bool is_new_item(std::string_view before, std::string_view after, const TextAdded& it) {
  const Difference change = difference(before, after);
  const std::size_t size = change.come.size();
  if (!change.gone.empty() || size < it.text.size()) return false;
  // Where the ends of the stretch equal what stands beside it, it can be read from several places.
  bool is_item = false;
  for (std::size_t begin = change.begin - std::min(change.begin, size); begin <= change.begin && !is_item; ++begin) {
    const std::string_view come = after.substr(begin, size);
    const std::size_t at = come.find(it.text);
    if (at == std::string_view::npos ||
        before != std::string(after.substr(0, begin)) + std::string(after.substr(begin + size)))
      continue;
    const std::string signs = std::string(come.substr(0, at)) + std::string(come.substr(at + it.text.size()));
    is_item = signs.find_first_not_of(" \t\r\n,;\"'-") == std::string::npos;
  }
  if (!is_item) return false;
  const std::size_t from = change.begin > 400 ? change.begin - 400 : 0;
  const std::string_view near = after.substr(from, change.begin - from);
  const auto opened = [](std::string_view text) {
    std::ptrdiff_t depth = 0;
    for (const char c : text) {
      if (c == '[' || c == '(' || c == '{') ++depth;
      if (c == ']' || c == ')' || c == '}') --depth;
    }
    return depth > 0;
  };
  const std::string_view line = line_around(after, after.find(it.text, change.begin > 8 ? change.begin - 8 : 0));
  const std::size_t mark = line.find_first_not_of(" \t");
  const bool dashed = mark != std::string_view::npos && line.substr(mark, 2) == "- ";
  std::string_view words = it.anchor;
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    for (std::size_t at = 0; end > 2 && at < near.size(); at = std::min(near.find('\n', at), near.size() - 1) + 1) {
      const std::string_view rest = near.substr(at);
      const std::string_view named = rest.substr(0, rest.find('\n'));
      if (speaks_of(named, words.substr(0, end)) && (dashed || opened(rest))) return true;
    }
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return false;
}

bool added_at(std::string_view before, std::string_view after, std::size_t begin, std::size_t size,
              const TextAdded& it) {
  const std::string_view head = after.substr(0, begin);
  const std::string_view tail = after.substr(begin + size);
  const std::string rest = std::string(head) + std::string(tail);
  // The line breaks around the new text are the writer's business.
  const auto bare = [](std::string_view text) {
    std::string out;
    for (const char c : text)
      if (c != '\n' && c != '\r') out += c;
    return out;
  };
  if (bare(rest) != bare(before) && bare(without_one_comma(head, tail)) != bare(before)) return false;
  switch (it.place) {
    case Place::start: return trimmed(head).empty();
    case Place::end: return trimmed(tail).empty();
    case Place::before:
      return speaks_of(line_around(after, std::min(after.size(), begin + size + 1)), it.anchor) ||
             tail.find(it.anchor) < 200;
    case Place::after:
      return head.size() >= it.anchor.size() &&
             head.substr(head.size() > 400 ? head.size() - 400 : 0).find(it.anchor) != std::string_view::npos;
  }
  std::unreachable();
}

Finding check_added(const TextAdded& it, const Files& files) {
  const auto after = files.after(it.path);
  if (!after) return missing(files, it.path);
  const std::string before = files.before(it.path).value_or("");
  if (it.text.empty()) return unknown("the words do not say which text");
  if (!it.anchor.empty() && (it.place == Place::start || it.place == Place::end)) {
    return is_new_item(before, *after, it)
               ? met(fmt::format("“{}” was added to {} in {} and nothing else changed", it.text, it.anchor, it.path))
               : not_met(fmt::format("{} is not the old text with “{}” added to {}", it.path, it.text, it.anchor));
  }
  for (const std::size_t at : occurrences(*after, it.text))
    if (added_at(before, *after, at, it.text.size(), it))
      return met(fmt::format("“{}” was added to {} and nothing else changed", it.text, it.path));
  return not_met(fmt::format("{} is not the old text with “{}” added at the asked place", it.path, it.text));
}

Finding check_removed(const TextRemoved& it, const Files& files) {
  const auto pair = both(files, it.path);
  if (!pair) return missing(files, it.path);
  const auto places = occurrences(pair->before, it.text);
  if (places.empty()) return not_met(fmt::format("“{}” did not stand in {}", it.text, it.path));
  const std::string good = fmt::format("“{}” is gone from {} and nothing else changed", it.text, it.path);
  const auto without_line = [&](std::size_t at) {
    const std::string_view line = line_around(pair->before, at);
    const auto begin = static_cast<std::size_t>(line.data() - pair->before.data());
    std::string out = pair->before;
    out.erase(begin, line.size() + (begin + line.size() < out.size() ? 1U : 0U));
    return out;
  };
  for (const std::size_t at : places) {
    if (without_line(at) == pair->after) return met(good);
    if (!it.whole_line && replaced(pair->before, {at}, it.text.size(), "") == pair->after) return met(good);
  }
  if (!it.whole_line && replaced(pair->before, places, it.text.size(), "") == pair->after) return met(good);
  if (!it.whole_line && is_definition(pair->before, pair->after, it.text)) return met(good);
  return not_met(fmt::format("{} is not the old text without “{}”", it.path, it.text));
}

Finding check_transfer(const FileTransferred& it, const Files& files) {
  const auto source = files.before(it.from);
  if (!source) {
    if (!files.is_directory(it.to)) return not_met(fmt::format("{} was no file and {} is not there", it.from, it.to));
    return unknown(fmt::format("{} is a directory; its files are not compared", it.to));
  }
  const auto target = files.after(it.to);
  if (!target) return not_met(fmt::format("{} is not there", it.to));
  if (*target != *source) return not_met(fmt::format("{} does not hold what {} held", it.to, it.from));
  const auto left = files.after(it.from);
  if (it.copied && left != source) return not_met(fmt::format("{} is not what it was", it.from));
  if (!it.copied && files.is_there(it.from) == true) return not_met(fmt::format("{} is still there", it.from));
  return met(fmt::format("{} holds what {} held", it.to, it.from));
}

bool is_item(std::string_view line) {
  const std::size_t at = line.find_first_not_of(" \t");
  if (at == std::string_view::npos) return false;
  line.remove_prefix(at);
  if (line.size() > 1 && (line[0] == '-' || line[0] == '*' || line[0] == '+') && line[1] == ' ') return true;
  std::size_t digits = 0;
  while (digits < line.size() && line[digits] >= '0' && line[digits] <= '9') ++digits;
  return digits > 0 && digits + 1 < line.size() && (line[digits] == '.' || line[digits] == ')') &&
         line[digits + 1] == ' ';
}

std::optional<std::int64_t> count_of(std::string_view text, std::string_view unit) {
  const bool items = unit == "items" || unit == "bullets" || unit == "points" || unit == "steps";
  const bool headings = unit == "sections" || unit == "headings";
  const bool paragraphs = unit == "paragraphs";
  const bool words = unit == "words";
  if (!items && !headings && !paragraphs && !words && unit != "lines") return std::nullopt;
  std::int64_t count = 0;
  bool blank = true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const bool empty = line.find_first_not_of(" \t\r") == std::string_view::npos;
    if (words) {
      bool inside = false;
      for (const char c : line) {
        const bool space = c == ' ' || c == '\t' || c == '\r';
        if (!space && !inside) ++count;
        inside = !space;
      }
    } else if (items ? is_item(line) : headings ? line.starts_with("#") : paragraphs ? !empty && blank : !empty) {
      ++count;
    }
    blank = empty;
  }
  return count;
}

Finding check_count(const Counted& it, const Files& files) {
  const auto after = files.after(it.path);
  if (!after) return missing(files, it.path);
  const auto count = count_of(*after, it.unit);
  if (!count) return unknown(fmt::format("{} cannot be counted", it.unit));
  return *count == it.count ? met(fmt::format("{} has {} {}", it.path, it.count, it.unit))
                            : not_met(fmt::format("{} has {} {}, not {}", it.path, *count, it.unit, it.count));
}

}  // namespace

Finding check(const Expectation& expectation, const Files& files) {
  return match(
      expectation, [&](const Replacement& it) { return check_replacement(it, files); },
      [&](const ValueIs& it) { return check_value(it, files); },
      [&](const SymbolRenamed& it) { return check_symbol(it, files); },
      [&](const TextAdded& it) { return check_added(it, files); },
      [&](const TextRemoved& it) { return check_removed(it, files); },
      [&](const ContentIs& it) {
        const auto after = files.after(it.path);
        if (!after) return missing(files, it.path);
        // A final line break belongs to the file, not to the words.
        return *after == it.content || *after == it.content + "\n"
                   ? met(fmt::format("{} holds exactly the asked text", it.path))
                   : not_met(fmt::format("{} holds another text", it.path));
      },
      [&](const FileChanged& it) {
        const auto after = files.after(it.path);
        if (!after) return missing(files, it.path);
        return files.before(it.path) != after ? met(fmt::format("{} changed", it.path))
                                              : not_met(fmt::format("{} did not change", it.path));
      },
      [&](const FileCreated& it) {
        return files.after(it.path) ? met(fmt::format("{} is there", it.path))
                                    : not_met(fmt::format("{} is not there", it.path));
      },
      [&](const FileDeleted& it) {
        const auto there = files.is_there(it.path);
        if (!there) return unknown(fmt::format("whether {} is gone cannot be told", it.path));
        return *there ? not_met(fmt::format("{} is still there", it.path)) : met(fmt::format("{} is gone", it.path));
      },
      [&](const FileTransferred& it) { return check_transfer(it, files); },
      [&](const DirectoryExists& it) {
        return files.is_directory(it.path) ? met(fmt::format("{} is a directory", it.path))
                                           : not_met(fmt::format("{} is no directory", it.path));
      },
      [&](const Counted& it) { return check_count(it, files); },
      [&](const SymbolExists& it) {
        const auto before = files.before(it.path);
        if (!before) return not_met(fmt::format("{} was not there before", it.path));
        return !whole_words(*before, it.symbol).empty()
                   ? met(fmt::format("{} stands in {}", it.symbol, it.path))
                   : not_met(fmt::format("{} does not stand in {}", it.symbol, it.path));
      });
}

}  // namespace warrant::contract
