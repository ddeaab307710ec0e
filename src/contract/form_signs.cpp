#include "form_signs.hpp"

#include <algorithm>
#include <array>

namespace warrant::contract {

using language::Class;
using language::Clause;
using language::Mood;
using language::Token;
using language::Verb;

namespace {

/// The signs in one clause.
class Scale {
 public:
  Scale(const Material& material, const Clause& clause)
      : material_(material), tokens_(material.reading.tokens), clause_(clause) {}

  struct Test {
    std::string_view name;
    int weight;
    bool (Scale::*shows)() const;
  };

  [[nodiscard]] FormVerdict weigh() const {
    static constexpr std::array kSigns{
        Test{"wish", kEnough, &Scale::wishes},
        Test{"substitution", kEnough, &Scale::substitutes},
        Test{"please", kEnough, &Scale::asks_nicely},
        Test{"contrast", kEnough, &Scale::contrasts},
        Test{"setting", kEnough, &Scale::switches},
        Test{"arrow", kEnough, &Scale::points},
        Test{"value", kEnough, &Scale::values},
        Test{"from_to", kEnough, &Scale::goes_from_to},
        Test{"into", kEnough, &Scale::puts_in},
        Test{"old_value", kEnough, &Scale::names_old_value},
        Test{"new_piece", kEnough, &Scale::adds},
        Test{"new_value", kEnough, &Scale::renews},
        Test{"new_file", kEnough, &Scale::names_new_file},
        Test{"adopted", kEnough, &Scale::adopts},
        Test{"lack", 1, &Scale::lacks},
        Test{"given_text", 1, &Scale::gives_a_text},
    };
    FormVerdict verdict{0, {}};
    for (const Test& sign : kSigns) {
      if (!(this->*sign.shows)()) continue;
      if (verdict.weight < sign.weight) verdict.sign = sign.name;
      verdict.weight += sign.weight;
    }
    return verdict;
  }

  [[nodiscard]] bool adopts() const {
    // "He's right, so that's what I'll be doing this afternoon."
    for (const Clause& other : material_.reading.clauses)
      if (other.sentence == clause_.sentence)
        for (std::size_t at = other.begin; at < other.end; ++at)
          if (tokens_[at].is(Class::speaker) && tokens_[at].text.ends_with("'ll")) return false;
    return any(Class::adopts) || (any(Class::do_so) && !any(Class::infinitive) && !any(Class::speaker));
  }

 private:
  [[nodiscard]] bool is(std::size_t at, Class which) const { return at < clause_.end && tokens_[at].is(which); }
  [[nodiscard]] bool any(Class which, std::size_t from = 0) const {
    for (std::size_t at = std::max(clause_.begin, from); at < clause_.end; ++at)
      if (tokens_[at].is(which)) return true;
    return false;
  }
  [[nodiscard]] std::size_t head() const {
    std::size_t at = clause_.begin;
    while (at < clause_.end && (tokens_[at].kind == Token::Kind::mark || tokens_[at].is(Class::polite))) ++at;
    return at;
  }
  [[nodiscard]] bool is_value(std::size_t at) const {
    return at < clause_.end && !material_.names[at] &&
           (tokens_[at].kind == Token::Kind::value || tokens_[at].kind == Token::Kind::quoted ||
            tokens_[at].kind == Token::Kind::block);
  }
  [[nodiscard]] bool has_content() const {
    for (std::size_t at = clause_.begin; at < clause_.end; ++at)
      if (is_value(at) ||
          (!material_.names[at] && tokens_[at].kind == Token::Kind::word && tokens_[at].entry == nullptr))
        return true;
    return false;
  }
  [[nodiscard]] bool has_name() const {
    for (std::size_t at = clause_.begin; at < clause_.end; ++at)
      if (material_.names[at]) return true;
    return false;
  }
  /// "… was removed", "it took 5 s", "is red": something is told.
  [[nodiscard]] bool tells() const {
    for (std::size_t at = clause_.begin; at < clause_.end; ++at) {
      const Token& token = tokens_[at];
      if (token.kind != Token::Kind::word) continue;
      const bool past = (token.has(language::Form::past) && !token.has(language::Form::base)) ||
                        (token.entry == nullptr && token.text.size() > 4 && token.text.ends_with("ed"));
      const bool fails = token.is(Class::defect) && (token.text.ends_with("ed") || token.text.ends_with('s'));
      if (fails || token.text == "will" || token.is(Class::auxiliary) || token.is(Class::irregular_past) || past)
        return true;
    }
    return false;
  }
  /// "the first lines of a.py please", "please be careful with a.py": to be told, to be minded.
  [[nodiscard]] bool is_told() const {
    const std::size_t at = head();
    return at >= clause_.end || is(at, Class::article) || is(at, Class::ordinal) || is(at, Class::all) ||
           is(at, Class::being) || (tokens_[at].entry != nullptr && tokens_[at].entry->verb == Verb::proceed);
  }
  [[nodiscard]] bool asks_nicely() const {
    return any(Class::please) && !is_told() && (has_content() || has_new_name() || is_labelled());
  }
  [[nodiscard]] bool has_new_name() const {
    for (std::size_t at = clause_.begin; at < clause_.end; ++at)
      if (material_.names[at] && !material_.names[at]->exists && material_.names[at]->candidates.empty()) return true;
    return false;
  }
  /// "about.html: same footer as …"
  [[nodiscard]] bool is_labelled() const {
    const std::size_t at = head();
    return at + 2 < clause_.end && material_.names[at] && tokens_[at + 1].kind == Token::Kind::mark;
  }
  /// "debug off in a.yaml", "a.yaml: strict mode on"
  [[nodiscard]] bool switches() const {
    if (tells() || clause_.end - clause_.begin > 9) return false;
    for (std::size_t at = clause_.begin + 1; at < clause_.end; ++at) {
      if (!tokens_[at].is(Class::setting)) continue;
      std::size_t next = at + 1;
      while (next < clause_.end && (tokens_[next].kind == Token::Kind::mark || tokens_[next].is(Class::please))) ++next;
      const bool placed = next + 1 < clause_.end && is(next, Class::in) && material_.names[next + 1];
      if (has_name() && (placed || (next >= clause_.end && is_labelled()))) return true;
    }
    return false;
  }
  [[nodiscard]] bool wishes() const {
    std::size_t obliged = clause_.begin;
    if (clause_.mood == Mood::statement) obliged = clause_.end;  // "a.py must be the culprit" was read and is no wish
    while (obliged < clause_.end && !tokens_[obliged].is(Class::obliged)) {
      // "we must understand a.py": who has to
      if (tokens_[obliged].is(Class::speaker) || tokens_[obliged].is(Class::third)) obliged = clause_.end;
      ++obliged;
    }
    if (any(Class::addressee)) return false;                   // "you want 5 there"
    for (std::size_t at = head() + 1; at < clause_.end; ++at)  // "the auditors want 5 there"
      if (tokens_[at].is(Class::wish_thing) && tokens_[at].text.find(' ') == std::string::npos &&
          tokens_[at - 1].kind == Token::Kind::word && !tokens_[at - 1].is(Class::polite))
        return false;
    return (any(Class::wish_thing) || any(Class::wish_if) || obliged < clause_.end) && has_content();
  }
  /// s/old/new/
  [[nodiscard]] bool substitutes() const {
    for (std::size_t at = clause_.begin; at < clause_.end; ++at)
      if (tokens_[at].kind == Token::Kind::quoted && tokens_[at].span.of(material_.request).starts_with("s/"))
        return true;
    return false;
  }
  /// "links in a.css underlined, not bold"
  [[nodiscard]] bool contrasts() const {
    const auto& clauses = material_.reading.clauses;
    const auto next = static_cast<std::size_t>(&clause_ - clauses.data()) + 1;
    for (std::size_t at = next < clauses.size() ? clauses[next].begin : clause_.end;
         next < clauses.size() && at < clauses[next].end; ++at)
      if (tokens_[at].is(Class::auxiliary)) return false;
    if (next + 1 < clauses.size() && clauses[next + 1].sentence == clause_.sentence) return false;
    return next < clauses.size() && clauses[next].exception && clauses[next].sentence == clause_.sentence &&
           tokens_[clauses[next].begin].is(Class::negation) && has_name() && !any(Class::auxiliary) &&
           !any(Class::irregular_past) && !any(Class::measure);
  }
  /// "a.md, one more line: …", "a new paragraph in a.md about …"
  [[nodiscard]] bool adds() const {
    for (std::size_t at = clause_.begin; at + 1 < clause_.end; ++at) {
      if (!tokens_[at].is(Class::piece_new)) continue;
      for (std::size_t noun = at + 1; noun < std::min(at + 4, clause_.end); ++noun)
        if (is(noun, Class::line_noun) || is(noun, Class::content_noun)) return !tells() && has_content();
    }
    return false;
  }
  /// "our new phone: 0211 55", "the new one is 5.2"
  [[nodiscard]] bool renews() const {
    for (std::size_t at = clause_.begin; at + 2 < clause_.end; ++at) {
      if (!tokens_[at].is(Class::piece_new)) continue;
      for (std::size_t k = at + 1; k + 1 < std::min(at + 6, clause_.end); ++k)
        if ((tokens_[k].is_mark(':') || is(k, Class::equals) || (is(k, Class::being) && !has_name())) &&
            is_value(k + 1))
          return true;
    }
    return false;
  }
  /// "Text for colleagues, … . File: b.txt"
  [[nodiscard]] bool names_new_file() const {
    const std::size_t at = head();
    return at + 2 < clause_.end && is(at, Class::file_noun) && tokens_[at + 1].is_mark(':') &&
           material_.names[at + 2] && !material_.names[at + 2]->exists && material_.names[at + 2]->candidates.empty();
  }
  /// "'seperate' -> 'separate'", "a.c: baud rate to 115200"
  [[nodiscard]] bool points() const {
    if (tells()) return false;
    std::size_t last = clause_.end;
    while (last > clause_.begin && (tokens_[last - 1].kind == Token::Kind::mark || tokens_[last - 1].is(Class::polite)))
      --last;
    if (is_labelled() && last > clause_.begin + 4 && is_value(last - 1) && is(last - 2, Class::to)) return true;
    for (std::size_t at = clause_.begin + 1; at + 1 < clause_.end; ++at) {
      const std::string_view arrow = tokens_[at].span.of(material_.request);
      if ((arrow == "->" || arrow == "→" || arrow == "=>") && is_value(at - 1) && is_value(at + 1)) return true;
    }
    return false;
  }
  /// "pom.xml: packaging from war to jar", "log level from info to debug in a.yaml"
  [[nodiscard]] bool goes_from_to() const {
    if (tells() || !has_name() || any(Class::article) || any(Class::speaker) || any(Class::pronoun)) return false;
    for (std::size_t at = head() + 1; at + 3 < clause_.end; ++at) {
      const bool steps =
          tokens_[at].text == "from" && tokens_[at + 2].text == "to" && tokens_[at - 1].kind == Token::Kind::word;
      const bool words = !material_.names[at + 1] && !material_.names[at + 3] && !material_.names[at - 1];
      const std::size_t behind = at + 4;
      const bool ends = behind >= clause_.end || tokens_[behind].kind == Token::Kind::mark || is(behind, Class::in) ||
                        is(behind, Class::polite);
      if (steps && words && ends) return true;
    }
    return false;
  }
  /// "a.gd jump_velocity -420", "tsconfig.json -> strict: true", "MinVersion 1.4.0, in Info.plist", "replicas: 3 in
  /// a.yaml": a setting and its value, and nothing else
  [[nodiscard]] bool values() const {
    const bool placed = placed_by_old_value();
    if (tells() || (!has_name() && !placed) || any(Class::measure) || any(Class::records)) return false;
    std::size_t names = placed ? 1 : 0;
    std::size_t settings = 0;
    bool certain = false;  // that a setting is meant
    bool valued = false;
    for (std::size_t at = clause_.begin; at < clause_.end; ++at) {
      const Token& token = tokens_[at];
      const std::string_view raw = token.span.of(material_.request);
      if (material_.names[at]) {
        ++names;
      } else if (token.is_mark(':') || token.is_mark('=') || token.is(Class::equals)) {
        certain = certain || (settings > 0 && !material_.names[at - 1]);
      } else if (token.kind == Token::Kind::mark || token.is(Class::polite) || token.is(Class::in) ||
                 token.is(Class::to)) {
        continue;
      } else if (!valued && settings > 0 && is_setting_value(token, raw)) {
        valued = true;
      } else if (!valued && token.kind != Token::Kind::quoted && settings < 2 && is_setting_name(raw) &&
                 (token.entry == nullptr || token.entry->verb != Verb::none)) {
        certain = certain || is_identifier(raw);
        ++settings;
      } else {
        return false;
      }
    }
    return names == 1 && settings > 0 && valued && certain;
  }
  /// "memory limit 1Gi in a.yaml, | was 512Mi"
  [[nodiscard]] bool names_old_value() const { return has_name() && any_value() && ends_with_old_value(); }
  [[nodiscard]] bool any_value() const {
    for (std::size_t at = clause_.begin; at < clause_.end; ++at)
      if (is_value(at)) return true;
    return false;
  }
  /// "…, was 512Mi": a value at the end, and nothing but "was" before it.
  [[nodiscard]] bool ends_with_old_value() const {
    const std::size_t end = clause_.end;
    const auto old = [&](std::size_t at) {
      return at + 1 < tokens_.size() && (tokens_[at].text == "was" || tokens_[at].text == "currently") &&
             is_free_value(at + 1) && (at + 2 >= tokens_.size() || tokens_[at + 2].kind == Token::Kind::mark);
    };
    if (end > clause_.begin + 3 && tokens_[end - 3].is_mark(',') && old(end - 2)) return true;
    return end < tokens_.size() && tokens_[end - 1].is_mark(',') && old(end);
  }
  [[nodiscard]] bool is_free_value(std::size_t at) const {
    return !material_.names[at] && (tokens_[at].kind == Token::Kind::value || tokens_[at].kind == Token::Kind::quoted ||
                                    tokens_[at].is(Class::setting));
  }
  /// "replicas: 3 | instead of 2 in a.yaml"
  [[nodiscard]] bool placed_by_old_value() const {
    const auto& clauses = material_.reading.clauses;
    const auto next = static_cast<std::size_t>(&clause_ - clauses.data()) + 1;
    if (next >= clauses.size() || clauses[next].sentence != clause_.sentence || !clauses[next].exception) return false;
    for (std::size_t at = clauses[next].begin; at < clauses[next].end; ++at)
      if (material_.names[at]) return !tokens_[clauses[next].end - 1].is(Class::auxiliary);
    return false;
  }
  [[nodiscard]] static bool is_setting_value(const Token& token, std::string_view raw) {
    const bool number = raw.find_first_of("0123456789") != std::string_view::npos &&
                        raw.find_first_not_of("-+.0123456789") == std::string_view::npos;
    return number || token.is(Class::setting) || raw == "true" || raw == "false";
  }
  [[nodiscard]] static bool is_setting_name(std::string_view raw) {
    return raw.size() > 1 && std::ranges::all_of(raw, [](char c) {
             return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
           });
  }
  [[nodiscard]] static bool is_identifier(std::string_view raw) {
    for (std::size_t i = 1; i < raw.size(); ++i)
      if (raw[i] == '_' || (raw[i] >= 'A' && raw[i] <= 'Z' && raw[i - 1] >= 'a' && raw[i - 1] <= 'z')) return true;
    return false;
  }
  /// "alias ll='ls -lah' into .bashrc"
  [[nodiscard]] bool puts_in() const {
    if (tells() || !has_content() || any(Class::speaker)) return false;
    for (std::size_t at = clause_.begin + 1; at < clause_.end; ++at)
      if (material_.names[at] && tokens_[at - 1].is(Class::into)) return true;
    return false;
  }
  [[nodiscard]] bool lacks() const { return any(Class::lacks); }
  [[nodiscard]] bool gives_a_text() const {
    for (std::size_t at = clause_.begin + 1; at < clause_.end; ++at)
      if (is_value(at) && tokens_[at].kind != Token::Kind::value && tokens_[at - 1].is_mark(':')) return true;
    return false;
  }

  const Material& material_;
  const std::vector<Token>& tokens_;
  const Clause& clause_;
};

}  // namespace

FormVerdict weigh_form(const Material& material, const Clause& clause) { return Scale(material, clause).weigh(); }

bool adopts(const Material& material, const Clause& clause) { return Scale(material, clause).adopts(); }

}  // namespace warrant::contract
