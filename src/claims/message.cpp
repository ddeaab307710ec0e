#include "message.hpp"

#include "message_json.hpp"
#include "rules.hpp"
#include "tokens.hpp"

#include <algorithm>

namespace warrant::claims {
namespace {

/// The part of the message that speaks for itself: a message that is one fenced
/// block, one block quote or one pair of quotation marks quotes nobody.
bool all_lines_start(std::string_view text, std::string_view sign) {
  std::size_t lines = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find('\n', begin), text.size());
    const auto line = trimmed(text.substr(begin, end - begin));
    if (!line.empty()) {
      if (!line.starts_with(sign)) return false;
      ++lines;
    }
    begin = end + 1;
  }
  return lines > 0;
}

struct Frame {
  Span inside;
  bool quoted_lines;
};

Frame frame_of(std::string_view said, Whole whole) {
  if (whole == Whole::as_written) return {{0, said.size()}, false};
  const auto body = trimmed(said);
  const auto base = static_cast<std::size_t>(body.data() - said.data());
  if (body.empty()) return {{0, said.size()}, false};
  if (body.starts_with("```") && body.ends_with("```") && body.size() > 6 && body.find("```", 3) == body.size() - 3) {
    const auto line = body.find('\n');
    if (line != std::string_view::npos) return {{base + line + 1, base + body.size() - 3}, false};
    return {{base + 3, base + body.size() - 3}, false};
  }
  if (body.size() > 2 && body.front() == '"' && body.back() == '"' && body.find('"', 1) == body.size() - 1) {
    return {{base + 1, base + body.size() - 1}, false};
  }
  return {{0, said.size()}, all_lines_start(body, ">")};
}

class Reader {
 public:
  Reader(std::string_view said, Whole whole, Message& into)
      : whole_(whole), original_(said), text_(with_json_flattened(said, json_)), tokens_(text_, into), into_(into) {}

  void read() {
    const Frame frame = frame_of(original_, whole_);
    // A fence around nothing but JSON was flattened already; its own lines are
    // skipped as fences.
    bool plans = true;
    for (std::size_t begin = frame.inside.begin; begin < frame.inside.end;) {
      const auto end = std::min(text_.find('\n', begin), frame.inside.end);
      // What an agent puts between these tags is to be done.
      constexpr std::string_view kPlan = "<proposed_plan>";
      constexpr std::string_view kPlanEnd = "</proposed_plan>";
      if (plans && std::string_view(text_).substr(begin, kPlan.size()) == kPlan) {
        const auto close = text_.find(kPlanEnd, begin);
        plans = close < frame.inside.end;
        if (plans) {
          begin = close + kPlanEnd.size();
          continue;
        }
      }
      line({begin, end}, frame.quoted_lines);
      begin = end + 1;
    }
    close_block(frame.inside.end);
    tokens_.flush();
    govern();
  }

 private:
  [[nodiscard]] bool in_json(std::size_t at) const {
    return std::ranges::any_of(json_, [&](Span span) { return span.begin <= at && at < span.end; });
  }

  void close_block(std::size_t end) {
    if (!fence_.empty()) into_.blocks.push_back({{block_begin_, std::max(block_begin_, end)}, label_, intro_});
    fence_.clear();
  }

  void line(Span span, bool quoted_lines) {
    auto rest = std::string_view(text_).substr(span.begin, span.end - span.begin);
    const auto skip = [&](std::size_t count) {
      rest.remove_prefix(count);
      span.begin += count;
    };
    const auto indent = [&] { skip(std::min(rest.find_first_not_of(" \t"), rest.size())); };
    indent();
    if (quoted_lines && rest.starts_with(">")) {
      skip(1);
      indent();
    }
    if (!fence_.empty()) {
      if (rest.starts_with(fence_)) {
        close_block(span.begin);
      } else if (in_json(span.begin)) {
        tokens_.read_line(span, LineKind::json, false);
      }
      return;
    }
    if (rest.starts_with("```") || rest.starts_with("~~~")) {
      tokens_.flush();
      fence_ = std::string(rest.substr(0, 3));
      label_ = fold(trimmed(rest.substr(3)));
      block_begin_ = std::min(span.end + 1, text_.size());
      intro_ = into_.sentences.empty() ? std::string{} : fold(into_.sentences.back().span.of(original_));
      return;
    }
    if (trimmed(rest).empty()) {
      tokens_.flush();
      ++tokens_.paragraph;
      return;
    }
    if (rest.starts_with(">") && on(Exemption::quotation)) {
      tokens_.flush();
      return;
    }
    if (rest.starts_with("$ ")) {
      tokens_.flush();
      return;
    }
    if (in_json(span.begin)) {
      tokens_.read_line(span, LineKind::json, false);
      return;
    }
    LineKind kind = LineKind::prose;
    if (rest.starts_with("#")) {
      const auto level = rest.find_first_not_of('#');
      if (level <= 6 && space(rest[level])) {  // a line of nothing but '#' has no level
        kind = LineKind::heading;
        skip(level);
        ++tokens_.paragraph;
      }
    } else if (rest.starts_with("|") || std::ranges::count(rest, '|') > 1) {
      kind = LineKind::row;
    } else if (bullet(rest) > 0) {
      kind = LineKind::item;
      skip(bullet(rest));
      indent();
      if (rest.starts_with("[ ]")) {
        tokens_.flush();
        tokens_.pending_unticked = true;
        skip(3);
      } else if (rest.starts_with("[x]") || rest.starts_with("[X]")) {
        tokens_.flush();
        tokens_.pending_ticked = true;
        skip(3);
      }
    }
    const bool continues = kind == LineKind::prose && !rest.empty() && rest.front() >= 'a' && rest.front() <= 'z';
    if (kind != LineKind::prose) tokens_.flush();
    if (!continues) tokens_.flush();
    tokens_.read_line(span, kind, continues);
  }

  static std::size_t bullet(std::string_view line) {
    if (line.size() > 1 && (line[0] == '-' || line[0] == '*' || line[0] == '+') && line[1] == ' ') return 2;
    if (line.starts_with("\xE2\x80\xA2")) return 3;
    std::size_t digits = 0;
    while (digits < line.size() && digits < 3 && digit(line[digits])) ++digits;
    if (digits > 0 && digits + 1 < line.size() && (line[digits] == '.' || line[digits] == ')') &&
        line[digits + 1] == ' ')
      return digits + 2;
    return 0;
  }

  /// Every sentence learns the heading or introduction above it, every row the
  /// first row of its table.
  void govern() {
    struct Intro {
      std::string text;
      std::size_t indent;  ///< of the item that it is; 0 for prose
      bool item;
    };
    std::string heading;
    std::vector<Intro> intros;
    std::string header;
    std::size_t intro_paragraph = 0;
    LineKind before = LineKind::prose;
    for (auto& each : into_.sentences) {
      const std::string own = fold(each.span.of(original_));
      if (each.line == LineKind::heading || (each.line == LineKind::prose && bold_line(each))) {
        heading = own;
        intros.clear();
        before = each.line;
        continue;
      }
      if (each.line == LineKind::prose && !each.introduces && each.paragraph != intro_paragraph) intros.clear();
      const std::size_t indent = indent_of(each.span.begin);
      // The list that an item opens ends with the next item that stands no deeper.
      while (each.line == LineKind::item && starts_line(each.span.begin) && !intros.empty() && intros.back().item &&
             indent <= intros.back().indent && on(Rule::list_scope))
        intros.pop_back();
      if (each.line == LineKind::row) {
        if (before != LineKind::row) header = own;
        each.header = header;
      }
      each.under = intros.empty() ? heading : intros.back().text;
      each.heading = heading;
      if (each.introduces && each.line != LineKind::row && each.line != LineKind::json) {
        const bool item = each.line == LineKind::item;
        if (!item) intros.clear();
        intros.push_back({own, item ? indent : 0, item});
        intro_paragraph = each.paragraph;
      }
      before = each.line;
    }
  }

  [[nodiscard]] std::size_t line_begin(std::size_t at) const {
    const auto before = at == 0 ? std::string::npos : original_.rfind('\n', at - 1);
    return before == std::string::npos ? 0 : before + 1;
  }
  [[nodiscard]] std::size_t indent_of(std::size_t at) const {
    const auto begin = line_begin(at);
    return std::min(original_.find_first_not_of(" \t", begin), original_.size()) - begin;
  }
  /// Whether nothing but a bullet and emphasis stands before `at` on its line.
  [[nodiscard]] bool starts_line(std::size_t at) const {
    const auto begin = line_begin(at);
    return original_.substr(begin, at - begin).find_first_not_of(" \t-*+_0123456789.)`[]xX\xE2\x80\xA2\"") ==
           std::string::npos;
  }

  /// "**Next steps**" on a line of its own is a heading.
  [[nodiscard]] bool bold_line(const Sentence& each) const {
    const auto from = each.span.begin;
    return from >= 2 && original_.substr(from - 2, 2) == "**" &&
           original_.substr(std::min(each.span.end, original_.size())).starts_with("**") && each.tokens.size() <= 6 &&
           (each.span.end + 2 >= original_.size() || original_[each.span.end + 2] == '\n');
  }

  Whole whole_;
  std::string_view original_;
  std::vector<Span> json_;
  std::string text_;
  Tokenizer tokens_;
  Message& into_;
  std::string fence_;
  std::string label_;
  std::string intro_;
  std::size_t block_begin_ = 0;
};

}  // namespace

std::string fold(std::string_view text) {
  std::string out(text);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto c = static_cast<unsigned char>(out[i]);
    if (c >= 'A' && c <= 'Z') out[i] = static_cast<char>(c + 32);
    if (c == 0xC3 && i + 1 < out.size()) {
      const auto d = static_cast<unsigned char>(out[i + 1]);
      if (d >= 0x80 && d <= 0x9E && d != 0x97) out[i + 1] = static_cast<char>(d + 0x20);
    }
  }
  return out;
}

Message read_message(std::string_view said, Whole whole) {
  Message message;
  Reader(said, whole, message).read();
  return message;
}

}  // namespace warrant::claims
