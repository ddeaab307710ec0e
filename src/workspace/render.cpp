#include <warrant/base/utf8.hpp>
#include <warrant/workspace/diff.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace warrant::workspace {

namespace {

std::size_t count_points(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

/// The first `count` code points.
std::string_view first_points(std::string_view text, std::size_t count) {
  std::size_t at = 0;
  for (; at < text.size() && count > 0; --count) at += decode_utf8(text, at).size;
  return text.substr(0, at);
}

std::string show(std::string_view text) { return reveal_lookalikes(visible(text, false)); }

std::string show_blanks(std::string_view text) {
  std::string shown;
  for (const char c : text) {
    if (c == ' ') {
      shown += "\u00b7";
    } else if (c == '\t') {
      shown += "\u2192";
    } else {
      shown += c;
    }
  }
  return shown;
}

class Lines {
 public:
  explicit Lines(const Diff& diff) : diff_(diff) {}

  std::vector<std::string> all(std::string_view name) {
    if (diff_.hunks.empty() && !diff_.binary && !diff_.created && !diff_.deleted) return {"# nothing changes"};
    lines_.push_back(diff_.created ? "--- /dev/null" : "--- a/" + show(name));
    lines_.push_back(diff_.deleted ? "+++ /dev/null" : "+++ b/" + show(name));
    add_notes();
    if (!diff_.line_endings_only) {
      for (const Hunk& hunk : diff_.hunks) add_hunk(hunk);
    }
    return std::move(lines_);
  }

 private:
  void add_notes() {
    if (diff_.created) note(diff_.after_size == 0 ? "a new, empty file" : "a new file");
    if (diff_.deleted) note(diff_.before_size == 0 ? "deletes the file, which is empty" : "deletes the file");
    if (diff_.binary) note(fmt::format("binary: {} bytes become {}", diff_.before_size, diff_.after_size));
    if (diff_.line_endings_only) {
      note("only line endings change, the text of every line stays");
    } else if (diff_.whitespace_only) {
      note("only white space changes (here a space is \u00b7 and a tab is \u2192)");
    }
    if (!diff_.before || !diff_.after) return;
    if (diff_.form.line_ending) {
      note(fmt::format("line endings: {} become {}", to_string(diff_.before->line_ending),
                       to_string(diff_.after->line_ending)));
    }
    if (diff_.form.byte_order_mark) {
      note(diff_.after->byte_order_mark ? "adds a byte order mark" : "removes the byte order mark");
    }
    if (diff_.form.final_newline) {
      note(diff_.after->final_newline ? "adds the final newline" : "removes the final newline");
    }
    if (diff_.form.encoding) {
      note(fmt::format("encoding: {} becomes {}", to_string(diff_.before->encoding), to_string(diff_.after->encoding)));
    }
  }

  void add_hunk(const Hunk& hunk) {
    lines_.push_back(
        fmt::format("@@ -{},{} +{},{} @@", hunk.before_start, hunk.before_count, hunk.after_start, hunk.after_count));
    for (const DiffLine& line : hunk.lines) {
      std::string_view text = line.text;
      if (ends_alike() && line.ended && text.ends_with('\r')) text.remove_suffix(1);
      std::string shown = show(text);
      if (diff_.whitespace_only && line.mark != Mark::same) shown = show_blanks(shown);
      lines_.push_back(std::string(1, sign(line.mark)) + shown);
      if (!line.ended) lines_.emplace_back("\\ no newline at the end of the file");
    }
  }

  /// Whether every line of both sides ends with CRLF, so that saying it on each is no news.
  [[nodiscard]] bool ends_alike() const {
    const auto plain = [](const std::optional<Form>& form) { return !form || form->line_ending == LineEnding::crlf; };
    return plain(diff_.before) && plain(diff_.after);
  }

  static char sign(Mark mark) {
    switch (mark) {
      case Mark::same: return ' ';
      case Mark::removed: return '-';
      case Mark::added: return '+';
    }
    return ' ';
  }

  void note(std::string_view text) { lines_.push_back("# " + std::string(text)); }

  const Diff& diff_;
  std::vector<std::string> lines_;
};

std::string statement(std::size_t lines, std::size_t characters) {
  return fmt::format("# not shown: {} more line{}, {} more characters", lines, lines == 1 ? "" : "s", characters);
}

}  // namespace

Rendering render(const Diff& diff, std::string_view name, RenderLimits limits) {
  const std::vector<std::string> lines = Lines(diff).all(name);
  std::size_t total = 0;
  for (const std::string& line : lines) total += count_points(line) + 1;
  Rendering out{};
  if (lines.size() <= limits.lines && total <= limits.characters) {
    for (const std::string& line : lines) out.text += line + "\n";
    return out;
  }
  // Room is kept for the statement, at its longest.
  const std::size_t reserved = count_points(statement(lines.size() + 1, total)) + 1;
  const std::size_t room = limits.characters - std::min(reserved, limits.characters);
  const std::size_t most = limits.lines - std::min<std::size_t>(1, limits.lines);
  std::size_t used = 0;
  std::size_t shown = 0;
  while (shown < std::min(most, lines.size())) {
    const std::size_t size = count_points(lines[shown]) + 1;
    if (used + size > room) break;
    out.text += lines[shown++] + "\n";
    used += size;
  }
  out.hidden_lines = lines.size() - shown;
  // A line that is too long is shown in part rather than not at all.
  if (shown < std::min(most, lines.size()) && room > used + 1) {
    out.text += std::string(first_points(lines[shown], room - used - 1)) + "\n";
    used = room;
    --out.hidden_lines;
  }
  out.hidden_characters = total - used;
  out.text += statement(out.hidden_lines, out.hidden_characters) + "\n";
  return out;
}

}  // namespace warrant::workspace
