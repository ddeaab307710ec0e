#include "tokens.hpp"

#include <warrant/base/utf8.hpp>

#include <algorithm>
#include <array>
#include <span>

namespace warrant::language {
namespace {

constexpr std::size_t kMaxPhrase = 12;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }

/// Abbreviations whose full stop ends no sentence.
bool is_dotted_word(std::string_view chunk) {
  static constexpr std::array<std::string_view, 10> kWords{"e.g.",    "i.e.", "etc.", "vs.", "cf.",
                                                           "approx.", "mr.",  "mrs.", "dr.", "z.b."};
  const std::string folded = fold_case(chunk);
  return std::ranges::find(kWords, folded) != kWords.end();
}

bool is_value(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return !(is_letter(c) || c == '-' || c == '\''); });
}

constexpr std::size_t kLongestChunk = 1'000;

class Tokenizer {
 public:
  Tokenizer(std::string_view text, const std::vector<Region>& regions, const Lexicon& lexicon)
      : text_(text), regions_(regions), lexicon_(lexicon) {}

  std::vector<Token> run() {
    std::size_t at = 0;
    for (const Region& region : regions_) {
      plain({at, region.span.begin});
      add_region(region);
      at = region.span.end;
    }
    plain({at, text_.size()});
    return std::move(out_);
  }

 private:
  void push(Token::Kind kind, Span span, std::string text, bool certain = false) {
    Token token{
        .kind = kind, .span = span, .text = std::move(text), .entry = nullptr, .certain = certain, .misspelt = false};
    if (kind == Token::Kind::word || kind == Token::Kind::value) token.entry = lexicon_.find(token.text);
    if (kind == Token::Kind::value && token.entry != nullptr) token.kind = Token::Kind::word;
    // "also handle None": with its capital inside a sentence it is the value of a programming language
    if (token.text == "none" && !out_.empty() && out_.back().kind != Token::Kind::mark &&
        span.of(text_).starts_with("None")) {
      token.kind = Token::Kind::value;
      token.entry = nullptr;
      token.text = "None";
    }
    if (kind == Token::Kind::word && token.entry == nullptr) {
      token.entry = lexicon_.find_misspelt(token.text);
      token.misspelt = token.entry != nullptr;
    }
    out_.push_back(std::move(token));
  }
  /// A sign is read as `c`, whatever it is; its span is the whole of it.
  void mark(std::size_t at, char c) {
    push(Token::Kind::mark, {at, at + decode_utf8(text_, at).size}, std::string(1, c));
  }

  void add_region(const Region& region) {
    bullet_ = region.kind == Region::Kind::foreign;
    switch (region.kind) {
      case Region::Kind::foreign: push(Token::Kind::mark, region.span, "\n"); return;
      case Region::Kind::block: push(Token::Kind::block, region.span, std::string(region.inner.of(text_))); return;
      case Region::Kind::quote: break;
    }
    const std::string_view inner = region.inner.of(text_);
    if (const auto path = read_path(inner); path && inner.find('\n') == std::string_view::npos && path->certain) {
      push(Token::Kind::path, region.span, path->path, true);
      return;
    }
    push(Token::Kind::quoted, region.span, std::string(inner));
  }

  void plain(Span within) {
    std::size_t at = within.begin;
    while (at < within.end) {
      const char c = text_[at];
      if (c == '\n') {
        line_break(at, within.end);
        ++at;
      } else if (is_blank(c)) {
        ++at;
      } else if (static_cast<unsigned char>(c) == 0xC2 && at + 1 < within.end &&
                 static_cast<unsigned char>(text_[at + 1]) == 0xA0) {
        at += 2;  // no-break space
      } else {
        std::size_t end = at;
        // "s/Vue 2/Vue 3/g" goes on to its third slash.
        int slashes = text_.substr(at).starts_with("s/") ? 3 : 0;
        const std::size_t line = slashes > 0 ? std::min(text_.find('\n', at), at + 200) : 0;
        if (slashes > 0 && std::ranges::count(text_.substr(at, line - at), '/') < 3) slashes = 0;
        while (end < within.end && ((!is_blank(text_[end]) && text_[end] != '\n') || slashes > 0)) {
          if (text_[end] == '/') --slashes;
          ++end;
        }
        chunk({at, end});
        at = end;
      }
    }
  }

  /// A line that goes on in small letters without a verb is the same sentence; all else begins a new one.
  void line_break(std::size_t at, std::size_t end) {
    std::size_t next = at + 1;
    while (next < end && is_blank(text_[next])) ++next;
    const bool small = next < end && text_[next] >= 'a' && text_[next] <= 'z';
    if (small) {
      std::size_t stop = next;
      while (stop < end && is_letter(text_[stop])) ++stop;
      const Entry* entry = lexicon_.find(text_.substr(next, stop - next));
      const bool verb = entry != nullptr && (entry->has(Form::base) || entry->is(Class::negation));
      if (!verb && !out_.empty() && !out_.back().is_mark('\n')) return;
    }
    mark(at, '\n');
    bullet_ = true;
  }

  void chunk(Span span) {
    const bool first = bullet_ || out_.empty();
    bullet_ = false;
    std::string_view raw = span.of(text_);
    // Nobody writes such a word: it is not looked into.
    if (raw.size() > kLongestChunk) return push(Token::Kind::value, span, std::string(raw.substr(0, kLongestChunk)));
    if (first && is_bullet(raw)) return;
    if (is_emoticon(raw)) return mark(span.begin, ',');
    if (is_day(span)) return core({span.begin, span.end - 1});
    // "1) …, 2) …"
    if (!first && raw.size() < 4 && raw.back() == ')' && raw.size() > 1 &&
        raw.find_first_not_of("0123456789") == raw.size() - 1)
      return push(Token::Kind::mark, {span.begin, span.end}, "\n");
    if (raw == "-" || raw == "--" || raw == "–" || raw == "—" || raw == "*" || raw == "|") return mark(span.begin, ',');
    if (first && commit_label(span)) return;
    if (is_substitution(raw)) {
      push(Token::Kind::quoted, span, std::string(raw));
      return;
    }
    if (is_dotted_word(raw)) return push(Token::Kind::word, span, fold_word(raw.substr(0, raw.size() - 1)));
    for (const std::string_view split : {"—", "->", "=>", "→", "⇒"}) {
      const std::size_t at = raw.find(split);
      if (at == std::string_view::npos || raw.size() == split.size()) continue;
      if (at > 0) chunk({span.begin, span.begin + at});
      if (split == "—")
        mark(span.begin + at, ',');
      else
        push(Token::Kind::word, {span.begin + at, span.begin + at + split.size()}, std::string(split));
      if (at + split.size() < raw.size()) chunk({span.begin + at + split.size(), span.end});
      return;
    }
    while (!raw.empty() && (raw.front() == '(' || raw.front() == '[' || raw.front() == '{' || raw.front() == ',' ||
                            raw.front() == ';')) {
      if (raw.front() == '(' || raw.front() == ',' || raw.front() == ';')
        mark(span.begin, raw.front() == ';' ? ';' : ',');
      ++span.begin;
      raw = span.of(text_);
    }
    const std::size_t kept = without_punctuation(raw);
    core({span.begin, span.begin + kept});
    trailing({span.begin + kept, span.end});
  }

  /// "fix(cart): …" says fix, "docs: …" says nothing.
  bool commit_label(Span span) {
    const std::string_view raw = span.of(text_);
    if (raw.size() < 3 || raw.back() != ':') return false;
    const std::size_t word = std::min(raw.find_first_of("(:!"), raw.size());
    const bool scope = raw[word] == ':' ? word + 1 == raw.size() : raw.find("):") != std::string_view::npos;
    const Entry* entry = scope ? lexicon_.find(raw.substr(0, word)) : nullptr;
    if (entry == nullptr || !entry->is(Class::commit_label)) return false;
    if (changes_something(entry->verb))
      push(Token::Kind::word, {span.begin, span.begin + word}, std::string(raw.substr(0, word)));
    return true;
  }

  /// "3. Mai", "3. May": no end of a sentence.
  bool is_day(Span span) const {
    const std::string_view raw = span.of(text_);
    // "12.03."
    const std::size_t dot = raw.find('.');
    if (raw.ends_with('.') && dot > 0 && dot < 3 && raw.size() > dot + 2 && raw.size() <= dot + 4 &&
        raw.find_first_not_of("0123456789.") == std::string_view::npos && span.end + 1 < text_.size() &&
        text_[span.end + 1] >= 'a' && text_[span.end + 1] <= 'z')
      return true;
    if (raw.size() < 2 || raw.size() > 3 || raw.back() != '.' || raw.find_first_not_of("0123456789") != raw.size() - 1)
      return false;
    std::size_t from = span.end;
    while (from < text_.size() && is_blank(text_[from])) ++from;
    std::size_t end = from;
    while (end < text_.size() && is_letter(text_[end])) ++end;
    const Entry* next = lexicon_.find(fold_word(text_.substr(from, end - from)));
    return next != nullptr && next->is(Class::month);
  }

  static bool is_emoticon(std::string_view raw) {
    static constexpr std::array<std::string_view, 14> kFaces{":)", ":-)", ";)", ";-)", ":(", ":-(", ":D",
                                                             ":P", ":p",  ":/", "^^",  ":|", "xD",  "<3"};
    return std::ranges::find(kFaces, raw) != kFaces.end();
  }

  /// s/old/new/g, as far as it has no space.
  static bool is_substitution(std::string_view raw) {
    return raw.size() > 4 && raw.starts_with("s/") && std::ranges::count(raw, '/') >= 2 &&
           raw.find('.') == std::string_view::npos;
  }

  static bool is_bullet(std::string_view raw) {
    if (raw == "-" || raw == "*" || raw == "+" || raw == "•" || raw == "–" || raw == "#" || raw == "##" || raw == "[ ]")
      return true;
    const std::size_t digits = std::min(raw.find_first_not_of("0123456789"), raw.size());
    return digits > 0 && digits <= 2 && digits + 1 == raw.size() && (raw[digits] == '.' || raw[digits] == ')');
  }

  static std::size_t without_punctuation(std::string_view raw) {
    // What is opened within the word is closed by it: "f(x)".
    const auto spare = [raw](char open, char close) {
      return std::ranges::count(raw, close) - std::ranges::count(raw, open);
    };
    std::ptrdiff_t round = spare('(', ')');
    std::ptrdiff_t square = spare('[', ']');
    std::ptrdiff_t curly = spare('{', '}');
    while (!raw.empty()) {
      if (raw.ends_with("…")) {
        raw.remove_suffix(3);
        continue;
      }
      const char c = raw.back();
      if (std::string_view(".,;:!?)]}\"'").find(c) == std::string_view::npos) break;
      if (c == ')' && round-- <= 0) break;
      if (c == ']' && square-- <= 0) break;
      if (c == '}' && curly-- <= 0) break;
      raw.remove_suffix(1);
    }
    return raw.size();
  }

  void trailing(Span span) {
    const std::string_view raw = span.of(text_);
    if (raw.empty()) return;
    // "by the ? operator": a sign that is spoken of
    const bool alone = raw == "?" && span.begin > 0 && text_[span.begin - 1] == ' ' && span.end + 1 < text_.size() &&
                       text_[span.end] == ' ' && text_[span.end + 1] >= 'a' && text_[span.end + 1] <= 'z';
    if (alone) return push(Token::Kind::value, span, "?");
    if (raw.find('?') != std::string_view::npos) return mark(span.begin + raw.find('?'), '?');
    if (raw.starts_with("..") || raw.starts_with("…")) return mark(span.begin, ',');
    for (const char c : std::string_view("!.;:,"))
      if (const std::size_t at = raw.find(c); at != std::string_view::npos) return mark(span.begin + at, c);
    if (raw.find(')') != std::string_view::npos) mark(span.begin, ',');
  }

  void core(Span span) {
    std::string_view raw = span.of(text_);
    if (raw.empty()) return;
    for (const std::string_view ending : {"'s", "’s"})
      if (raw.size() > ending.size() && raw.ends_with(ending) && read_path(raw.substr(0, raw.size() - ending.size()))) {
        span.end -= ending.size();
        raw = span.of(text_);
      }
    if (const std::size_t comma = raw.find(','); comma != std::string_view::npos && comma > 0 &&
                                                 raw.find('{') == std::string_view::npos &&
                                                 read_path(raw.substr(0, comma)) && comma + 1 < raw.size()) {
      core({span.begin, span.begin + comma});
      mark(span.begin + comma, ',');
      return core({span.begin + comma + 1, span.end});
    }
    if (const auto path = read_path(raw)) return push(Token::Kind::path, span, path->path, path->certain);
    // "app.py:handler", "test_a.py::test_x"
    if (const std::size_t colon = raw.find(':');
        colon != std::string_view::npos && colon > 2 && colon + 1 < raw.size()) {
      if (const auto path = read_path(raw.substr(0, colon)); path && path->certain) {
        push(Token::Kind::path, {span.begin, span.begin + colon}, path->path, true);
        const std::size_t from = raw.find_first_not_of(':', colon);
        return core({span.begin + from, span.end});
      }
    }
    if (const std::size_t slash = raw.find('/');
        slash != std::string_view::npos && slash > 0 && slash + 1 < raw.size() &&
        std::ranges::all_of(raw, [](char c) { return is_letter(c) || c == '/'; })) {
      core({span.begin, span.begin + slash});
      return core({span.begin + slash + 1, span.end});
    }
    std::string word = fold_word(raw);
    const bool value = is_value(word);
    push(value ? Token::Kind::value : Token::Kind::word, span, std::move(word));
  }

  std::string_view text_;
  const std::vector<Region>& regions_;
  const Lexicon& lexicon_;
  std::vector<Token> out_;
  bool bullet_ = true;
};

/// Joins the words of the longest known phrases.
std::vector<Token> join_phrases(std::vector<Token> tokens, const Lexicon& lexicon) {
  std::vector<Token> out;
  out.reserve(tokens.size());
  std::string phrase;
  std::string joined;
  for (std::size_t i = 0; i < tokens.size();) {
    std::size_t taken = 1;
    const Entry* entry = nullptr;
    if (tokens[i].kind == Token::Kind::word) {
      const std::size_t longest = std::min(lexicon.longest_phrase(tokens[i].text), kMaxPhrase);
      // "could you please just", "I would really like": an adverb in a phrase leaves it what it is.
      for (const bool over_adverbs : {false, true}) {
        phrase = tokens[i].text;
        std::size_t words = 1;
        for (std::size_t n = 1; words < longest && i + n < tokens.size() && n < kMaxPhrase; ++n) {
          const Token& next = tokens[i + n];
          if (next.kind != Token::Kind::word) break;
          if (over_adverbs && next.is(Class::adverb)) continue;
          phrase += ' ';
          phrase += next.text;
          ++words;
          const Entry* found = lexicon.find(phrase);
          if (found == nullptr || n + 1 <= taken) continue;
          entry = found;
          taken = n + 1;
          joined = phrase;
        }
      }
    }
    Token token = std::move(tokens[i]);
    if (taken > 1) {
      token.text = joined;
      token.span.end = tokens[i + taken - 1].span.end;
      token.entry = entry;
    }
    out.push_back(std::move(token));
    i += taken;
  }
  return out;
}

/// Particles that can stand before anything; the others are prepositions too, unless nothing of theirs follows.
bool is_free_particle(const Token& token, const Token* next) {
  if (next == nullptr || next->kind == Token::Kind::mark) return true;
  if (token.text.find(' ') != std::string::npos) return true;  // "back the way it was"
  if (token.is(Class::noun_after)) return !next->is(Class::to);
  for (const Class opens : {Class::in, Class::from, Class::with, Class::into, Class::polite, Class::conjunction,
                            Class::because, Class::instead, Class::please, Class::source})
    if (next->is(opens)) return true;
  return false;
}

/// The particle that makes another verb of the one at `at`, some words later: "take the banner out".
std::size_t split_particle(const std::vector<Token>& tokens, std::size_t at, const Lexicon& lexicon) {
  constexpr std::size_t kReach = 16;
  for (std::size_t k = at + 1; k < std::min(tokens.size(), at + kReach); ++k) {
    const Token& it = tokens[k];
    if (it.kind == Token::Kind::mark) break;
    if (it.kind == Token::Kind::word && it.order() != Verb::none && !it.is(Class::particle) &&
        !tokens[k - 1].is(Class::article) && !it.is(Class::polite))
      break;
    if (k == at + 1 || !it.is(Class::particle)) continue;
    if (!is_free_particle(it, k + 1 < tokens.size() ? &tokens[k + 1] : nullptr)) break;
    const Entry* entry = lexicon.find(tokens[at].text + " " + it.text);
    return entry != nullptr && entry->has(Form::base) ? k : tokens.size();
  }
  return tokens.size();
}

/// Joins a verb with a particle that stands apart from it.
void join_split_verbs(std::vector<Token>& tokens, const Lexicon& lexicon) {
  for (std::size_t at = 0; at + 2 < tokens.size(); ++at) {
    if (tokens[at].kind != Token::Kind::word || lexicon.longest_phrase(tokens[at].text) < 2) continue;
    const std::size_t particle = split_particle(tokens, at, lexicon);
    if (particle >= tokens.size()) continue;
    tokens[at].text += " " + tokens[particle].text;
    tokens[at].entry = lexicon.find(tokens[at].text);
    tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(particle));
  }
}

}  // namespace

std::string fold_word(std::string_view word) {
  std::string plain;
  for (std::size_t at = 0; at < word.size(); ++at) {
    if (!word.substr(at).starts_with("’")) {
      plain += word[at];
      continue;
    }
    plain += '\'';
    at += 2;
  }
  return fold_case(plain);
}

std::vector<Token> tokenize(std::string_view request, const std::vector<Region>& regions, const Lexicon& lexicon) {
  std::vector<Token> tokens = join_phrases(Tokenizer(request, regions, lexicon).run(), lexicon);
  join_split_verbs(tokens, lexicon);
  take_shown(tokens, request);
  return take_literals(std::move(tokens), request, lexicon);
}

}  // namespace warrant::language
