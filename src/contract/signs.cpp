#include "signs.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <set>
#include <string>

namespace warrant::contract {

std::string_view signs_source() noexcept;  // signs.tsv, built in

namespace {

using language::Token;

constexpr std::size_t kMostTokens = 400;
constexpr std::size_t kLongestRow = 3;
constexpr std::size_t kShown = 5;
/// The bias of the table, and what is true of the whole request.
constexpr std::string_view kAlways = "always";
constexpr std::string_view kFollows = "follows a turn";

/// FNV-1a, in pieces.
constexpr std::uint64_t kSeed = 0xCBF29CE484222325U;
constexpr std::uint64_t hashed(std::uint64_t hash, std::string_view text) noexcept {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  return hash;
}

/// The weights by the hash of their sign.
class Table {
 public:
  explicit Table(std::string_view source) {
    std::size_t lines = static_cast<std::size_t>(std::ranges::count(source, '\n'));
    slots_.resize(std::bit_ceil(lines * 2 + 2));
    while (!source.empty()) {
      const std::string_view line = source.substr(0, source.find('\n'));
      source.remove_prefix(std::min(line.size() + 1, source.size()));
      const std::size_t tab = line.find('\t');
      if (tab == std::string_view::npos) continue;
      int weight = 0;
      const std::string_view number = line.substr(0, tab);
      if (std::from_chars(number.data(), number.data() + number.size(), weight).ec != std::errc{}) continue;
      const std::uint64_t key = hashed(kSeed, line.substr(tab + 1));
      std::size_t at = key & (slots_.size() - 1);
      while (slots_[at].weight != 0) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = {key, weight};
    }
  }

  /// The place of a sign in the table; its size for none.
  [[nodiscard]] std::size_t find(std::uint64_t key) const noexcept {
    for (std::size_t at = key & (slots_.size() - 1); slots_[at].weight != 0; at = (at + 1) & (slots_.size() - 1))
      if (slots_[at].key == key) return at;
    return slots_.size();
  }
  [[nodiscard]] int weight(std::size_t place) const noexcept { return slots_[place].weight; }
  [[nodiscard]] std::size_t size() const noexcept { return slots_.size(); }

 private:
  struct Slot {
    std::uint64_t key = 0;
    int weight = 0;  ///< 0 where there is none
  };
  std::vector<Slot> slots_;
};

const Table& table() {
  static const Table built(signs_source());
  return built;
}

/// A token as a sign sees it: in its own letters, and with them forgotten.
struct Step {
  std::string_view word;
  std::string sort;
  std::size_t token;
};

std::string_view kind_of(const Named& name) {
  if (name.directory) return "<dir>";
  return name.exists || !name.candidates.empty() ? "<file>" : "<new>";
}

/// A word without a meaning here, by its ending.
std::string_view kind_of_word(std::string_view word) {
  if (word.ends_with("ed")) return "<word ed>";
  if (word.ends_with("ing")) return "<word ing>";
  if (word.ends_with("ly")) return "<word ly>";
  if (word.ends_with("s")) return "<word s>";
  return "<word>";
}

/// "<rename 1>": a verb and the forms that it can be.
std::string sort_of(const Token& token) {
  if (token.entry == nullptr) return std::string(kind_of_word(token.text));
  if (token.entry->verb == language::Verb::none) return token.text;
  std::string sort = "<";
  sort += to_string(token.entry->verb);
  sort += ' ';
  sort += "0123456789abcdef"[token.entry->forms & 0xFU];
  sort += '>';
  return sort;
}

Step step_of(const Material& material, std::size_t at) {
  const Token& token = material.reading.tokens[at];
  const auto kind = [&](std::string_view name) { return Step{name, std::string(name), at}; };
  if (material.names[at]) return kind(kind_of(*material.names[at]));
  switch (token.kind) {
    case Token::Kind::value: return kind("<value>");
    case Token::Kind::path: return kind("<path>");
    case Token::Kind::quoted: return kind("<quote>");
    case Token::Kind::block: return kind("<block>");
    case Token::Kind::mark:
      if (token.span.end - token.span.begin > 1) return kind("<pasted>");
      return kind(token.is_mark('\n') ? "<line>" : std::string_view(token.text));
    case Token::Kind::word: break;
  }
  return {token.text, sort_of(token), at};
}

/// A "please" with its comma, and the full stop at the end, turn nothing into an order.
bool is_ornament(const std::vector<Token>& tokens, std::size_t at) {
  const bool last = at + 1 == tokens.size();
  const bool comma = tokens[at].is_mark(',') && !last && tokens[at + 1].is(language::Class::please);
  return tokens[at].is(language::Class::please) || comma || (last && tokens[at].is_mark('.'));
}

std::vector<Step> steps_of(const Material& material) {
  const std::vector<Token>& tokens = material.reading.tokens;
  const std::size_t size = std::min(tokens.size(), kMostTokens);
  std::vector<Step> steps;
  steps.reserve(size + 2);
  steps.push_back({"^", "^", 0});
  for (std::size_t at = 0; at < size; ++at)
    if (!is_ornament(tokens, at)) steps.push_back(step_of(material, at));
  steps.push_back({"$", "$", size == 0 ? 0 : size - 1});
  return steps;
}

}  // namespace

Weighed weigh(const Material& material, bool follows_a_turn) {
  const Table& weights = table();
  std::vector<bool> counted(weights.size());
  Weighed out{0, {}};
  const auto count = [&](std::uint64_t key, std::size_t first, std::size_t last) {
    const std::size_t place = weights.find(key);
    if (place == weights.size() || counted[place]) return;
    counted[place] = true;
    out.sum += weights.weight(place);
    if (weights.weight(place) > 0) out.signs.push_back({weights.weight(place), first, last});
  };
  count(hashed(kSeed, kAlways), 0, 0);
  if (follows_a_turn) count(hashed(kSeed, kFollows), 0, 0);
  out.signs.clear();  // these two are no words of the request
  const std::vector<Step> steps = steps_of(material);
  for (std::size_t at = 0; at < steps.size(); ++at) {
    std::uint64_t words = kSeed;
    std::uint64_t sorts = hashed(kSeed, "~");
    bool differ = false;
    for (std::size_t k = at; k < std::min(at + kLongestRow, steps.size()); ++k) {
      if (k > at) words = hashed(words, " "), sorts = hashed(sorts, " ");
      words = hashed(words, steps[k].word);
      sorts = hashed(sorts, steps[k].sort);
      differ = differ || steps[k].word != steps[k].sort;
      count(words, steps[at].token, steps[k].token);
      if (differ) count(sorts, steps[at].token, steps[k].token);
    }
  }
  std::ranges::stable_sort(out.signs, std::greater{}, &Weighed::Sign::weight);
  out.signs.resize(std::min(out.signs.size(), kShown));
  return out;
}

void visit_signs(const Material& material, bool follows_a_turn, const std::function<void(std::string_view)>& visit) {
  std::set<std::string> signs;
  if (follows_a_turn) signs.emplace(kFollows);
  const std::vector<Step> steps = steps_of(material);
  for (std::size_t at = 0; at < steps.size(); ++at) {
    std::string words;
    std::string sorts;
    for (std::size_t k = at; k < std::min(at + kLongestRow, steps.size()); ++k) {
      if (k > at) words += ' ', sorts += ' ';
      words += steps[k].word;
      sorts += steps[k].sort;
      signs.insert(words);
      if (sorts != words) signs.insert("~" + sorts);
    }
  }
  for (const std::string& sign : signs) visit(sign);
}

}  // namespace warrant::contract
