// A request, read: its regions, tokens and sentences, and what the whole takes back from its clauses.
#include "clause.hpp"
#include "guess.hpp"
#include "sentence.hpp"
#include "tokens.hpp"

#include <algorithm>

namespace warrant::language {
namespace {

using Kind = Token::Kind;

bool ends_sentence(const Token& token) {
  return token.is_mark('.') || token.is_mark('!') || token.is_mark('?') || token.is_mark(';') || token.is_mark('\n');
}

/// `the docs say "Delete it." Is that needed?`: the quotation ends the sentence that it stands in.
bool begins_behind_quotation(const std::vector<Token>& tokens, std::size_t at, std::string_view request) {
  if (at == 0 || at >= tokens.size() || tokens[at].kind != Kind::word || tokens[at - 1].kind != Kind::quoted)
    return false;
  const std::string& quoted = tokens[at - 1].text;
  const char first = request[tokens[at].span.begin];
  return first >= 'A' && first <= 'Z' && (quoted.ends_with('.') || quoted.ends_with('!') || quoted.ends_with('?'));
}

constexpr std::size_t kLongestSentence = 500;
constexpr std::size_t kMostClauses = 2'000;

/// "Hi Anna, … Thanks, Bob": from one person to another, for it is signed and speaks to somebody by name.
void forget_letter(Reading& reading) {
  const auto& tokens = reading.tokens;
  const std::size_t size = tokens.size();
  if (size < 8) return;
  const auto name = [&](std::size_t at) {
    return tokens[at].kind == Kind::word &&
           (tokens[at].entry == nullptr || tokens[at].is(Class::third) || tokens[at].is(Class::first_name));
  };
  const bool opens = (tokens[0].is(Class::greeting) || tokens[0].text == "dear") && tokens[2].is_mark(',') &&
                     (name(1) || (tokens[0].text == "dear" && tokens[1].kind == Kind::word));
  std::size_t last = size;
  while (last > 0 && tokens[last - 1].kind == Kind::mark) --last;
  if (!opens || last < 6 || !name(last - 1)) return;
  std::size_t sign = last - 1;
  while (sign > 0 && tokens[sign - 1].kind == Kind::mark) --sign;
  const bool signs =
      sign + 1 < last && sign > 0 &&
      (tokens[sign - 1].is(Class::greeting) || tokens[sign - 1].is(Class::polite) ||
       tokens[sign - 1].text == "regards" || tokens[sign - 1].text == "best" || tokens[sign - 1].text == "sincerely");
  if (!signs) return;
  for (Clause& it : reading.clauses) {
    it.reported = true;
    if (!it.negated) it.mood = Mood::statement;
  }
}

bool is_capital(std::string_view request, const Token& token) {
  const char first = request[token.span.begin];
  return first >= 'A' && first <= 'Z';
}

/// "Bob, please …", "@anna fix …": the sentence is for somebody else.
bool calls_another(const Words& words, std::size_t at, std::string_view request) {
  const Token& it = words.at(at);
  const std::string_view raw = it.span.of(request);
  if (raw.starts_with('@') && raw.find_first_of("./") == std::string_view::npos) return at + 2 < words.end();
  if (it.kind != Kind::word || raw.find(' ') != std::string_view::npos || !is_capital(request, it)) return false;
  const bool stops = words.is_mark(at + 1, ',') || words.is_mark(at + 1, ':');
  if (!stops || it.is(Class::addressee)) return false;
  if (it.is(Class::first_name) || it.is(Class::third)) return true;
  // A word of no known use with a capital: a name, where a "please" or an order is right behind it.
  const std::size_t next = at + 2;
  const bool small = raw.size() > 1 && raw[1] >= 'a' && raw[1] <= 'z';
  return it.entry == nullptr && small && words.is_mark(at + 1, ',') &&
         (words.is(next, Class::please) || is_polite_verb(words, next));
}

/// What is said to somebody else orders nothing here.
void forget_addressed(Reading& reading, std::string_view request) {
  const Words words(reading.tokens, 0, reading.tokens.size());
  std::size_t addressed = 0;
  bool any = false;
  for (const Clause& it : reading.clauses) {
    if (any && it.sentence == addressed) continue;
    std::size_t at = it.begin;
    while (at + 1 < it.end && (words.at(at).is(Class::greeting) || words.at(at).kind == Kind::mark)) ++at;
    if (!calls_another(words, at, request)) continue;
    any = true;
    addressed = it.sentence;
    for (Clause& other : reading.clauses) {
      if (other.sentence != addressed) continue;
      other.reported = true;
      if (!other.negated && other.mood != Mood::question) other.mood = Mood::statement;
    }
  }
}

/// "TODO in a.py: remove …", "Output of a.py: …": what stands there, not what is wanted.
void forget_cited(Reading& reading) {
  const Words words(reading.tokens, 0, reading.tokens.size());
  for (const Clause& head : reading.clauses) {
    const std::size_t noun = words.is(head.begin, Class::article) ? head.begin + 1 : head.begin;
    const bool cites = words.is(noun, Class::source_noun) || words.is(noun, Class::heading) ||
                       words.is(noun, Class::measure) || words.is_text(noun, "todo") || words.is_text(noun, "TODO");
    if (!cites || !words.is(noun + 1, Class::in)) continue;
    const std::size_t path = words.is(noun + 2, Class::article) ? noun + 3 : noun + 2;
    if (path + 1 >= words.end() || words.at(path).kind != Kind::path || !words.is_mark(path + 1, ':')) continue;
    for (Clause& it : reading.clauses) {
      if (it.sentence != head.sentence) continue;
      it.reported = true;
      if (!it.negated && it.mood != Mood::question) it.mood = Mood::statement;
    }
  }
}

/// "1. cargo run  2. type foo": a bare program beside other sentences is a step that was taken, not an order.
void forget_steps(Reading& reading) {
  const auto is_step = [&](const Clause& it) {
    return &it != &reading.clauses.front() && it.mood == Mood::imperative && it.verb == Verb::run && it.at < it.end &&
           reading.tokens[it.at].is(Class::tool) && reading.tokens[it.at].order() == Verb::none;
  };
  const bool others = std::ranges::any_of(reading.clauses, [&](const Clause& it) {
    return !is_step(it) && !it.negated && (it.mood == Mood::imperative || it.mood == Mood::question);
  });
  if (!others) return;
  for (Clause& it : reading.clauses)
    if (is_step(it)) it.mood = Mood::statement;
}

/// "Steps: open the cart, remove the item. Expected: … Actual: …": the parts of a report, not orders.
void forget_symptoms(Reading& reading) {
  std::vector<std::size_t> sentences;
  for (const Clause& it : reading.clauses) {
    const bool first = sentences.empty() || sentences.back() != it.sentence;
    const std::size_t colon = it.begin + 1;
    if (first && reading.tokens[it.begin].is(Class::symptom) && colon < reading.tokens.size() &&
        reading.tokens[colon].is_mark(':'))
      sentences.push_back(it.sentence);
  }
  if (sentences.size() < 2) return;
  for (Clause& it : reading.clauses)
    if (!it.negated && std::ranges::binary_search(sentences, it.sentence)) it.mood = Mood::statement;
}

/// "Is it possible to log to stderr in a.py? If yes, do it.": the verb of the question is the order.
void take_up_question(Reading& reading) {
  const Words words(reading.tokens, 0, reading.tokens.size());
  auto& clauses = reading.clauses;
  for (std::size_t i = 1; i < clauses.size(); ++i) {
    const Clause& it = clauses[i];
    const std::size_t at = words.find(Class::do_so, it.begin);
    if (at >= it.end || it.negated || it.reported || it.mood == Mood::question) continue;
    const bool bound = it.conditional || words.is(it.begin, Class::affirm) ||
                       words.find(Class::please, it.begin) < it.end ||
                       (clauses[i - 1].mood == Mood::condition && clauses[i - 1].sentence == it.sentence);
    std::size_t asked = i;
    while (asked > 0 && clauses[asked - 1].mood != Mood::question) --asked;
    if (!bound || asked == 0 || asked + 2 < i) continue;
    Clause& question = clauses[asked - 1];
    for (std::size_t k = question.begin + 1; k < question.end; ++k) {
      const bool infinitive = words.is(k - 1, Class::infinitive) && changes_something(words.order(k));
      const bool gerund = words.has_form(k, Form::gerund) && changes_something(words.verb(k));
      if (!infinitive && !gerund) continue;
      question.mood = Mood::imperative;
      question.verb = words.verb(k);
      question.at = k;
      break;
    }
  }
}

}  // namespace

Reading read(std::string_view request, const Lexicon& lexicon) {
  Reading out{.regions = find_regions(request, lexicon),
              .tokens = {},
              .clauses = {},
              .asks = false,
              .overlong = false,
              .injection = false};
  out.tokens = tokenize(request, out.regions, lexicon);
  // Whoever writes "ignore previous instructions" is not believed from there on.
  for (std::size_t i = 0; i < out.tokens.size(); ++i)
    if (out.tokens[i].is(Class::ignore_rules)) {
      out.tokens.resize(i);
      out.injection = true;
    }
  std::size_t begin = 0;
  std::size_t number = 0;
  for (std::size_t at = 0; at <= out.tokens.size(); ++at) {
    const bool behind = at > begin && begins_behind_quotation(out.tokens, at, request);
    if (at < out.tokens.size() && !ends_sentence(out.tokens[at]) && !behind) continue;
    if (at > begin) {
      if (at - begin > kLongestSentence || out.clauses.size() > kMostClauses) {
        out.overlong = true;
        out.clauses.clear();
        return out;
      }
      const bool question = at < out.tokens.size() && out.tokens[at].is_mark('?');
      for (Clause& clause : Sentence(out.tokens, begin, at, number, question).read()) out.clauses.push_back(clause);
      ++number;
    }
    begin = behind ? at : at + 1;
  }
  forget_letter(out);
  forget_addressed(out, request);
  forget_cited(out);
  forget_steps(out);
  forget_symptoms(out);
  take_up_question(out);
  if (!out.injection) guess_orders(out);
  out.asks = std::ranges::any_of(out.clauses, [](const Clause& it) { return it.mood == Mood::question; });
  return out;
}

}  // namespace warrant::language
