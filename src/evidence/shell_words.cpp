#include "shell_words.hpp"

#include <algorithm>
#include <cctype>

namespace warrant::evidence {
namespace {

constexpr std::size_t kMaxBytes = 64U << 10U;
constexpr std::size_t kMaxSteps = 512;

bool blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

class Parter {
 public:
  explicit Parter(std::string_view text) : text_(text.substr(0, kMaxBytes)) {}

  std::vector<Step> part() {
    while (at_ < text_.size() && steps_.size() < kMaxSteps) one();
    end_step(Link::end);
    return std::move(steps_);
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  void one() {
    const char c = text_[at_];
    if (blank(c)) {
      end_word();
      ++at_;
    } else if (c == '\n') {
      ++at_;
      end_step(Link::then);
      skip_here_documents();
    } else if (c == ';') {
      while (peek() == ';') ++at_;
      end_step(Link::then);
    } else if (c == '&' || c == '|') {
      operator_at(c);
    } else if (c == '<' || c == '>') {
      redirection();
    } else if (c == '#' && !in_word_) {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if ((c == '(' || c == ')') && !in_word_) {
      ++at_;  // a subshell's steps are steps
      if (c == ')') end_word();
    } else {
      word_part(c);
    }
  }

  void operator_at(char c) {
    const bool twice = peek(1) == c;
    if (c == '&' && peek(1) == '>') {  // &> file
      ++at_;
      redirection();
      return;
    }
    at_ += twice ? 2U : 1U;
    if (c == '|' && peek() == '&') ++at_;
    if (c == '&') {
      end_step(twice ? Link::and_then : Link::background);
    } else {
      end_step(twice ? Link::or_else : Link::pipe);
    }
  }

  void redirection() {
    // The descriptor before it ("2>") is no word.
    if (word_ == "1" || word_ == "2") word_.clear(), in_word_ = false;
    end_word();
    if (text_.substr(at_).starts_with("<<") && !text_.substr(at_).starts_with("<<<")) {
      at_ += 2;
      if (peek() == '-') ++at_;
      while (blank(peek())) ++at_;
      const char quote = peek() == '\'' || peek() == '"' ? peek() : '\0';
      if (quote != '\0') ++at_;
      const std::size_t from = at_;
      while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(peek())) != 0 || peek() == '_')) ++at_;
      if (at_ > from) heres_.emplace_back(text_.substr(from, at_ - from));
      if (quote != '\0' && peek() == quote) ++at_;
      return;
    }
    while (peek() == '<' || peek() == '>' || peek() == '&' || peek() == '|') ++at_;
    while (blank(peek())) ++at_;
    // The target.
    std::string kept;
    kept.swap(word_);
    const std::size_t words = step_.words.size();
    while (at_ < text_.size() && !blank(peek()) && peek() != '\n' && peek() != ';' && peek() != '&' && peek() != '|' &&
           peek() != ')') {
      word_part(text_[at_]);
    }
    word_.swap(kept);
    in_word_ = false;
    step_.words.resize(std::min(words, step_.words.size()));
  }

  void word_part(char c) {
    if (!in_word_ && step_.words.empty()) step_.begin = at_;
    in_word_ = true;
    if (c == '\\') {
      if (peek(1) != '\n' && at_ + 1 < text_.size()) word_.push_back(peek(1));
      at_ += 2;
    } else if (c == '\'' || c == '"') {
      ++at_;
      while (at_ < text_.size() && text_[at_] != c) {
        if (c == '"' && text_[at_] == '$' && peek(1) == '(') {
          substitution();
          continue;
        }
        if (c == '"' && text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
        word_.push_back(text_[at_++]);
      }
      ++at_;
    } else {
      word_.push_back(c);
      ++at_;
    }
  }

  /// "$(…)" inside quotes, up to its own bracket: what stands in a here-document or in quotes of its own closes
  /// nothing.
  void substitution() {
    std::vector<std::string> marks;
    int depth = 0;
    word_.push_back(text_[at_++]);
    do {
      const char c = peek();
      if (c == '(') ++depth;
      if (c == ')') --depth;
      if (c == '\'' && marks.empty()) {
        const auto close = text_.find('\'', at_ + 1);
        if (close != std::string_view::npos) copy_to(close);
      }
      if (text_.substr(at_).starts_with("<<") && peek(2) != '<') {
        auto mark = text_.substr(at_ + 2, text_.substr(at_ + 2).find_first_of("\n);&|"));
        std::string name(mark);
        std::erase_if(name, [](char each) { return each == '\'' || each == '"' || each == '-' || blank(each); });
        if (!name.empty()) marks.push_back(std::move(name));
        copy_to(at_ + 1 + mark.size());
      }
      const bool ends_line = peek() == '\n';
      word_.push_back(text_[at_++]);
      if (ends_line) copy_here_documents(marks);
    } while (at_ < text_.size() && depth > 0);
  }

  void copy_to(std::size_t last) {
    while (at_ < std::min(last, text_.size() - 1)) word_.push_back(text_[at_++]);
  }

  void copy_here_documents(std::vector<std::string>& marks) {
    for (const auto& mark : marks) {
      while (at_ < text_.size()) {
        const std::size_t end = std::min(text_.find('\n', at_), text_.size());
        auto line = text_.substr(at_, end - at_);
        const std::size_t next = std::min(end + 1, text_.size());
        word_.append(text_.substr(at_, next - at_));
        at_ = next;
        while (!line.empty() && (blank(line.front()))) line.remove_prefix(1);
        while (!line.empty() && (blank(line.back()))) line.remove_suffix(1);
        if (line == mark) break;
      }
    }
    marks.clear();
  }

  void end_word() {
    if (in_word_) step_.words.push_back(std::move(word_));
    word_.clear();
    in_word_ = false;
  }

  void end_step(Link link) {
    end_word();
    if (step_.words.empty()) {
      // "a &\n b": the operator that closed the step stands.
      return;
    }
    step_.link = link;
    steps_.push_back(std::move(step_));
    step_ = {.words = {}, .link = Link::end};
  }

  void skip_here_documents() {
    for (const auto& mark : heres_) {
      while (at_ < text_.size()) {
        const std::size_t end = std::min(text_.find('\n', at_), text_.size());
        auto line = text_.substr(at_, end - at_);
        at_ = std::min(end + 1, text_.size());
        while (!line.empty() && (blank(line.front()))) line.remove_prefix(1);
        while (!line.empty() && (blank(line.back()))) line.remove_suffix(1);
        if (line == mark) break;
      }
    }
    heres_.clear();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string word_;
  bool in_word_ = false;
  Step step_{.words = {}, .link = Link::end};
  std::vector<Step> steps_;
  std::vector<std::string> heres_;
};

}  // namespace

std::vector<Step> part_command(std::string_view command) { return Parter(command).part(); }

}  // namespace warrant::evidence
