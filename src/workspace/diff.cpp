#include <warrant/workspace/diff.hpp>

#include <algorithm>
#include <unordered_map>

namespace warrant::workspace {

namespace {

constexpr std::size_t longest_edit = 2000;

struct Line {
  std::string_view text;  // without the newline
  bool ended;
};

std::vector<Line> split(std::string_view bytes) {
  std::vector<Line> lines;
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    if (end == std::string_view::npos) {
      lines.push_back({bytes, false});
      break;
    }
    lines.push_back({bytes.substr(0, end), true});
    bytes.remove_prefix(end + 1);
  }
  return lines;
}

/// Equal lines get equal numbers, so that comparing is cheap.
class Numbers {
 public:
  std::vector<std::size_t> of(const std::vector<Line>& lines) {
    std::vector<std::size_t> numbers;
    numbers.reserve(lines.size());
    for (const Line& line : lines) {
      auto& known = line.ended ? ended_ : open_;
      numbers.push_back(known.emplace(line.text, next_).first->second);
      if (numbers.back() == next_) ++next_;
    }
    return numbers;
  }

 private:
  std::unordered_map<std::string_view, std::size_t> ended_;
  std::unordered_map<std::string_view, std::size_t> open_;
  std::size_t next_ = 0;
};

/// Which lines of each side belong to the change.
struct Changed {
  std::vector<bool> before;
  std::vector<bool> after;
};

using Numbered = std::vector<std::size_t>;

/// The furthest points on each diagonal after each number of edits (Myers' V arrays).
using Trace = std::vector<std::vector<std::size_t>>;

/// Whether the edit ending on diagonal `k` after `d` edits came by an insertion (from k + 1).
bool came_down(const std::vector<std::size_t>& last, std::size_t index, std::size_t d) {
  // Index i stands for the diagonal k = 2 i - d; the previous round has one diagonal less.
  if (index == 0) return true;
  if (index == d) return false;
  return last[index - 1] < last[index];
}

/// Marks the shortest edit between the two; false when it is longer than allowed.
bool mark_shortest(const Numbered& a, const Numbered& b, std::size_t offset, Changed& changed) {
  const auto slide = [&](std::size_t x, std::ptrdiff_t k) {
    auto y = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(x) - k);
    while (x < a.size() && y < b.size() && a[x] == b[y]) ++x, ++y;
    return x;
  };
  const auto diagonal = [](std::size_t index, std::size_t d) {
    return 2 * static_cast<std::ptrdiff_t>(index) - static_cast<std::ptrdiff_t>(d);
  };
  const auto goal = static_cast<std::ptrdiff_t>(a.size()) - static_cast<std::ptrdiff_t>(b.size());
  Trace trace;
  std::size_t index = 0;
  bool found = false;
  for (std::size_t d = 0; d <= longest_edit && !found; ++d) {
    std::vector<std::size_t> reach(d + 1, 0);
    for (std::size_t i = 0; i <= d && !found; ++i) {
      const std::ptrdiff_t k = diagonal(i, d);
      std::size_t x = 0;
      if (d > 0) x = came_down(trace.back(), i, d) ? trace.back()[i] : trace.back()[i - 1] + 1;
      // A point outside the grid stays there, as both coordinates only grow: it never reaches the goal.
      reach[i] = slide(x, k);
      found = k == goal && reach[i] == a.size();
      index = i;
    }
    trace.push_back(std::move(reach));
  }
  if (!found) return false;
  for (std::size_t d = trace.size() - 1; d > 0; --d) {
    const std::vector<std::size_t>& last = trace[d - 1];
    if (came_down(last, index, d)) {
      const auto y = static_cast<std::ptrdiff_t>(last[index]) - (diagonal(index, d) + 1);
      changed.after[offset + static_cast<std::size_t>(y)] = true;
    } else {
      --index;
      changed.before[offset + last[index]] = true;
    }
  }
  return true;
}

Changed compare(const std::vector<Line>& before, const std::vector<Line>& after) {
  Changed changed{std::vector<bool>(before.size(), false), std::vector<bool>(after.size(), false)};
  Numbers numbers;
  Numbered a = numbers.of(before);
  Numbered b = numbers.of(after);
  const std::size_t shorter = std::min(a.size(), b.size());
  std::size_t head = 0;
  while (head < shorter && a[head] == b[head]) ++head;
  std::size_t tail = 0;
  while (tail < shorter - head && a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) ++tail;
  const auto middle = [&](Numbered& lines) {
    lines.resize(lines.size() - tail);
    lines.erase(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(head));
  };
  middle(a);
  middle(b);
  if (!mark_shortest(a, b, head, changed)) {
    std::fill_n(changed.before.begin() + static_cast<std::ptrdiff_t>(head), a.size(), true);
    std::fill_n(changed.after.begin() + static_cast<std::ptrdiff_t>(head), b.size(), true);
  }
  return changed;
}

/// One step of the walk through both sides.
struct Step {
  Mark mark;
  std::size_t before;  // lines passed before this one
  std::size_t after;
};

std::vector<Step> walk(const Changed& changed) {
  std::vector<Step> steps;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < changed.before.size() || j < changed.after.size()) {
    if (i < changed.before.size() && changed.before[i]) {
      steps.push_back({Mark::removed, i++, j});
    } else if (j < changed.after.size() && changed.after[j]) {
      steps.push_back({Mark::added, i, j++});
    } else {
      steps.push_back({Mark::same, i++, j++});
    }
  }
  return steps;
}

std::vector<Hunk> make_hunks(const std::vector<Line>& before, const std::vector<Line>& after, std::size_t context) {
  const std::vector<Step> steps = walk(compare(before, after));
  std::vector<Hunk> hunks;
  for (std::size_t at = 0; at < steps.size(); ++at) {
    if (steps[at].mark == Mark::same) continue;
    const std::size_t from = at - std::min(at, context);
    hunks.push_back({steps[from].before, 0, steps[from].after, 0, {}});
    // To the last change that is near, and its context.
    std::size_t to = at + 1;
    for (std::size_t next = to; next < steps.size() && next - to <= 2 * context; ++next) {
      if (steps[next].mark != Mark::same) to = next + 1;
    }
    const std::size_t end = std::min(steps.size(), to + context);
    Hunk& hunk = hunks.back();
    for (std::size_t i = from; i < end; ++i) {
      const Step& step = steps[i];
      const Line& line = step.mark == Mark::added ? after[step.after] : before[step.before];
      hunk.lines.push_back({step.mark, std::string(line.text), line.ended});
      if (step.mark != Mark::added) ++hunk.before_count;
      if (step.mark != Mark::removed) ++hunk.after_count;
    }
    at = end - 1;
  }
  for (Hunk& hunk : hunks) {
    if (hunk.before_count > 0) ++hunk.before_start;
    if (hunk.after_count > 0) ++hunk.after_start;
  }
  return hunks;
}

std::string without(std::string_view bytes, std::string_view left_out) {
  std::string kept;
  kept.reserve(bytes.size());
  for (const char c : bytes) {
    if (left_out.find(c) == std::string_view::npos) kept += c;
  }
  return kept;
}

std::string with_plain_endings(std::string_view bytes) {
  std::string plain;
  plain.reserve(bytes.size());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] != '\r') {
      plain += bytes[i];
    } else if (i + 1 == bytes.size() || bytes[i + 1] != '\n') {
      plain += '\n';
    }
  }
  return plain;
}

bool has_lines(Encoding encoding) {
  return encoding == Encoding::ascii || encoding == Encoding::utf8 || encoding == Encoding::one_byte;
}

}  // namespace

Diff make_diff(std::optional<std::string_view> before, std::optional<std::string_view> after, std::size_t context) {
  Diff diff{};
  const std::string_view old_bytes = before.value_or("");
  const std::string_view new_bytes = after.value_or("");
  diff.before_size = old_bytes.size();
  diff.after_size = new_bytes.size();
  diff.created = !before && after;
  diff.deleted = before && !after;
  if (before) diff.before = form_of(old_bytes);
  if (after) diff.after = form_of(new_bytes);
  diff.form = warrant::form_change(old_bytes, new_bytes);
  const auto textual = [](const std::optional<Form>& form) { return !form || has_lines(form->encoding); };
  diff.binary = !textual(diff.before) || !textual(diff.after);
  if (diff.binary || old_bytes == new_bytes) return diff;
  diff.hunks = make_hunks(split(old_bytes), split(new_bytes), context);
  for (const Hunk& hunk : diff.hunks) {
    for (const DiffLine& line : hunk.lines) {
      if (line.mark == Mark::removed) ++diff.removed;
      if (line.mark == Mark::added) ++diff.added;
    }
  }
  if (before && after) {
    diff.whitespace_only = without(old_bytes, " \t\r\n") == without(new_bytes, " \t\r\n");
    diff.line_endings_only = with_plain_endings(old_bytes) == with_plain_endings(new_bytes);
  }
  return diff;
}

}  // namespace warrant::workspace
