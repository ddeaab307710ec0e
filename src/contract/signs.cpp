#include "signs.hpp"

#include "derive.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <optional>
#include <set>
#include <string>

namespace warrant::contract {

std::string_view signs_source() noexcept;  // signs.tsv, built in
std::string_view kinds_source() noexcept;  // kinds.tsv

namespace {

using language::Token;

constexpr std::size_t kMostTokens = 400;
constexpr std::size_t kLongestRow = 3;
constexpr std::size_t kShown = 5;
/// The bias of a table.
constexpr std::string_view kAlways = "always";
/// What begins a sign of the turn before.
constexpr std::string_view kAfter = "after ";
/// What begins a sign of words that name no file, behind a turn that changed one: there they mean something else.
constexpr std::string_view kThen = "then ";
/// In place of a token, for a sign that is no word of the request.
constexpr std::size_t kNoToken = static_cast<std::size_t>(-1);

/// FNV-1a, in pieces.
constexpr std::uint64_t kSeed = 0xCBF29CE484222325U;
constexpr std::uint64_t hashed(std::uint64_t hash, std::string_view text) noexcept {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  return hash;
}

/// The weights by the hash of their sign: a column for each thing that is weighed.
template <std::size_t Columns>
class Table {
 public:
  using Weights = std::array<std::int16_t, Columns>;

  /// Of lines of `Columns` whole numbers and the sign, with tabs between.
  explicit Table(std::string_view source) {
    const auto lines = static_cast<std::size_t>(std::ranges::count(source, '\n'));
    slots_.resize(std::bit_ceil(lines * 2 + 2));
    while (!source.empty()) {
      const std::string_view line = source.substr(0, source.find('\n'));
      source.remove_prefix(std::min(line.size() + 1, source.size()));
      Slot slot{};
      if (const auto sign = read_row(line, slot.weights)) {
        slot.key = hashed(kSeed, *sign);
        std::size_t at = slot.key & (slots_.size() - 1);
        while (slots_[at].key != 0) at = (at + 1) & (slots_.size() - 1);
        slots_[at] = slot;
      }
    }
  }

  /// The place of a sign in the table; its size for none.
  [[nodiscard]] std::size_t find(std::uint64_t key) const noexcept {
    for (std::size_t at = key & (slots_.size() - 1); slots_[at].key != 0; at = (at + 1) & (slots_.size() - 1))
      if (slots_[at].key == key) return at;
    return slots_.size();
  }
  [[nodiscard]] const Weights& weights(std::size_t place) const noexcept { return slots_[place].weights; }
  [[nodiscard]] std::size_t size() const noexcept { return slots_.size(); }

 private:
  struct Slot {
    std::uint64_t key;  ///< 0 where there is none
    Weights weights;
  };

  static std::optional<std::string_view> read_row(std::string_view line, Weights& weights) {
    for (std::int16_t& weight : weights) {
      const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), weight);
      if (error != std::errc{} || end == line.data() + line.size() || *end != '\t') return std::nullopt;
      line.remove_prefix(static_cast<std::size_t>(end - line.data()) + 1);
    }
    return line;
  }

  std::vector<Slot> slots_;
};

const Table<1>& order_table() {
  static const Table<1> built(signs_source());
  return built;
}

const Table<kWeighedKinds.size()>& kind_table() {
  static const Table<kWeighedKinds.size()> built(kinds_source());
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
  if (word.ends_with("er")) return "<word er>";
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
      if (!token.is_mark('\n')) return kind(token.text);
      return kind(token.span.end - token.span.begin > 1 ? "<pasted>" : "<line>");
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

/// A row of steps as its hash, and as its text.
class HashRow {
 public:
  explicit HashRow(std::string_view mark) : hash_(hashed(kSeed, mark)) {}
  void add(std::string_view step) { hash_ = hashed(hash_, step); }
  [[nodiscard]] std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_;
};
class TextRow {
 public:
  explicit TextRow(std::string_view mark) : text_(mark) {}
  void add(std::string_view step) { text_ += step; }
  [[nodiscard]] const std::string& value() const { return text_; }

 private:
  std::string text_;
};

/// Visits the rows of words and the rows of their sorts, each behind `mark`.
template <class Row, class Visit>
void walk_rows(const std::vector<Step>& steps, std::string_view mark, const Visit& visit) {
  for (std::size_t at = 0; at < steps.size(); ++at) {
    Row words(mark);
    Row sorts(std::string(mark) + "~");
    bool differ = false;
    for (std::size_t k = at; k < std::min(at + kLongestRow, steps.size()); ++k) {
      if (k > at) words.add(" "), sorts.add(" ");
      words.add(steps[k].word);
      sorts.add(steps[k].sort);
      differ = differ || steps[k].word != steps[k].sort;
      visit(words.value(), steps[at].token, steps[k].token);
      if (differ) visit(sorts.value(), steps[at].token, steps[k].token);
    }
  }
}

/// Visits every sign of the request by its row and its first and last token: rows of words, rows of their sorts, and
/// what the turn before was.
template <class Row, class Visit>
void walk(const Material& material, const Settlement* before, const Visit& visit) {
  const auto after = [&](std::initializer_list<std::string_view> words) {
    Row row(kAfter);
    for (const std::string_view word : words) row.add(word);
    visit(row.value(), kNoToken, kNoToken);
  };
  if (before != nullptr) {
    after({"a turn"});
    after({to_string(before->type)});
    after({before->outcome});
    after({to_string(before->type), " ", before->outcome});
  }
  const std::vector<Step> steps = steps_of(material);
  walk_rows<Row>(steps, "", visit);
  if (goes_on(material, before)) walk_rows<Row>(steps, kThen, visit);
}

/// Visits the weights of every sign of the request that has any, each once.
template <std::size_t Columns, class Visit>
void walk_weights(const Table<Columns>& table, const Material& material, const Settlement* before, const Visit& visit) {
  std::vector<bool> counted(table.size());
  walk<HashRow>(material, before, [&](std::uint64_t key, std::size_t first, std::size_t last) {
    const std::size_t place = table.find(key);
    if (place == table.size() || counted[place]) return;
    counted[place] = true;
    visit(table.weights(place), first, last);
  });
}

void keep_heaviest(std::vector<Sign>& signs) {
  std::ranges::stable_sort(signs, std::greater{}, &Sign::weight);
  signs.resize(std::min(signs.size(), kShown));
}

std::string sign_of(const Ruled& ruled) { return "=" + std::string(ruled.rule); }
std::string sign_of(Type ruled) { return "==" + std::string(to_string(ruled)); }

}  // namespace

bool goes_on(const Material& material, const Settlement* before) {
  return before != nullptr && !names_any(material) &&
         std::ranges::count_if(before->targets, [](const Target& it) { return is_changeable(it.role); }) == 1;
}

Weighed weigh(const Material& material, const Settlement* before) {
  const Table<1>& table = order_table();
  const std::size_t always = table.find(hashed(kSeed, kAlways));
  Weighed out{always == table.size() ? 0 : table.weights(always)[0], {}};
  walk_weights(table, material, before, [&](const auto& weights, std::size_t first, std::size_t last) {
    out.sum += weights[0];
    if (weights[0] > 0 && first != kNoToken) out.signs.push_back({weights[0], first, last});
  });
  keep_heaviest(out.signs);
  return out;
}

WeighedKind weigh_kind(const Material& material, const Settlement* before, const Ruled& ruled) {
  const Table<kWeighedKinds.size()>& table = kind_table();
  std::array<int, kWeighedKinds.size()> sums{};
  const auto add = [&](const auto& weights) {
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += weights[i];
  };
  for (const std::string& sign : {std::string(kAlways), sign_of(ruled), sign_of(ruled.type)})
    if (const std::size_t place = table.find(hashed(kSeed, sign)); place != table.size()) add(table.weights(place));
  struct Hit {
    const Table<kWeighedKinds.size()>::Weights* weights;
    std::size_t first;
    std::size_t last;
  };
  std::vector<Hit> hits;
  walk_weights(table, material, before, [&](const auto& weights, std::size_t first, std::size_t last) {
    add(weights);
    if (first != kNoToken) hits.push_back({&weights, first, last});
  });
  const auto best = static_cast<std::size_t>(std::ranges::max_element(sums) - sums.begin());
  const auto rule = static_cast<std::size_t>(std::ranges::find(kWeighedKinds, ruled.type) - kWeighedKinds.begin());
  const bool known = rule < sums.size();
  WeighedKind out{kWeighedKinds[best], known ? sums[best] - sums[rule] : sums[best], {}};
  for (const Hit& hit : hits)
    if (const int lead = known ? (*hit.weights)[best] - (*hit.weights)[rule] : 0; lead > 0)
      out.signs.push_back({lead, hit.first, hit.last});
  keep_heaviest(out.signs);
  return out;
}

void visit_signs(const Material& material, const Settlement* before, const Ruled& ruled,
                 const std::function<void(std::string_view)>& visit) {
  std::set<std::string> signs{sign_of(ruled), sign_of(ruled.type)};
  walk<TextRow>(material, before,
                [&](const std::string& sign, std::size_t /*first*/, std::size_t /*last*/) { signs.insert(sign); });
  for (const std::string& sign : signs) visit(sign);
}

}  // namespace warrant::contract
