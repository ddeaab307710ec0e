// Figures beside words of other scripts.
#include "listed_checks.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

namespace warrant::claims {
namespace {

using Words = std::span<const std::string_view>;

constexpr auto kTests =
    std::to_array<std::string_view>({"테스트", "测试", "測試", "テスト", "试验", "тест", "טסט", "اختبار", "परीक्षण"});
constexpr auto kPasses =
    std::to_array<std::string_view>({"통과", "성공", "通过", "通過", "成功", "合格", "パス", "通りました", "通った",
                                     "通って", "прош", "пройден", "успешн", "עבר", "نجح", "ناجح", "पास"});
/// Failing, not, if, must, should, please, a question: nothing is stated then, or not this.
constexpr auto kOthers = std::to_array<std::string_view>(
    {"실패",     "않",   "못",   "만약",   "해야",  "예정",   "하면",   "까요",     "失败", "失敗", "不",
     "未",       "没",   "沒",   "如果",   "应该",  "應該",   "请",     "請",       "需要", "会",   "ません",
     "ない",     "べき", "予定", "すれば", "たら",  "ですか", "下さい", "ください", "не ",  "Не ",  "упал",
     "провален", "если", "Если", "долж",   "нужно", "будет",  "？",     "?",        "לא",   "فشل"});

constexpr auto kAll = std::to_array<std::string_view>(
    {"全", "すべて", "所有", "모든", "모두", "전체", "все ", "Все ", "всех", "כל ", "جميع", "सभी"});

bool has(std::string_view text, Words words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

struct Figures {
  struct One {
    std::int64_t value;
    Span span;
  };
  std::vector<One> all;
  bool fraction = false;  ///< the two stand as "27/30"
};

/// The whole numbers of a text; those of a version or a decimal do not count.
Figures figures_of(std::string_view text) {
  const auto digit = [&](std::size_t i) { return i < text.size() && text[i] >= '0' && text[i] <= '9'; };
  Figures found;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (digit(end)) ++end;
    if (end == i) {
      ++i;
      continue;
    }
    std::int64_t value = 0;
    const bool read = std::from_chars(text.data() + i, text.data() + end, value).ec == std::errc{};
    const char before = i > 0 ? text[i - 1] : ' ';
    const bool percent = end < text.size() && (text[end] == '%' || text.substr(end).starts_with(" %"));
    const bool part = percent || before == '.' || before == '-' || before == '#' ||
                      (end < text.size() && text[end] == '.' && digit(end + 1));
    if (read && !part) {
      found.fraction = found.fraction || (before == '/' && !found.all.empty());
      found.all.push_back({value, {i, end}});
    }
    i = end;
  }
  return found;
}

}  // namespace

void read_foreign_counts(const Sentence& s, std::string_view said, std::size_t index, std::vector<ResultClaim>& into) {
  if (s.question || s.unticked || s.span.begin >= said.size()) return;
  // A sentence ends where its last token does, which may leave out letters that are no tokens.
  const auto end = std::min(said.find('\n', s.span.begin), said.size());
  const auto before = s.span.begin == 0 ? std::string_view::npos : said.rfind('\n', s.span.begin - 1);
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  auto text = said.substr(begin, end - begin);
  constexpr std::size_t kMaxLine = 400;
  if (text.size() > kMaxLine || (!has(text, kTests) && !has(s.header, kTests))) return;
  if (!has(text, kPasses) || has(text, kOthers)) return;
  const auto figures = figures_of(text);
  // "全テスト合格": of all, without a figure.
  if (figures.all.empty() && has(text, kAll))
    into.push_back({.topic = Topic::tests,
                    .figure = Figure::green,
                    .value = 1,
                    .bare = false,
                    .whole = true,
                    .span = {begin, end},
                    .phrase = {begin, end},
                    .sentence = index,
                    .foreign = true});
  const auto add = [&](Figure figure, const Figures::One& one, bool whole) {
    const Span place{begin + one.span.begin, begin + one.span.end};
    into.push_back({.topic = Topic::tests,
                    .figure = figure,
                    .value = one.value,
                    .bare = false,
                    .whole = whole,
                    .span = place,
                    .phrase = {begin, end},
                    .sentence = index,
                    .foreign = true});
  };
  // "401/403": two statuses.
  const auto status = [](std::int64_t value) { return value >= 200 && value < 600; };
  if (figures.fraction && figures.all.size() == 2 && figures.all[0].value != figures.all[1].value &&
      status(figures.all[0].value) && status(figures.all[1].value) &&
      figures.all[0].value / 100 == figures.all[1].value / 100)
    return;
  if (figures.fraction && figures.all.size() == 2) {
    add(Figure::passed, figures.all[0], figures.all[0].value == figures.all[1].value);
    add(Figure::total, figures.all[1], false);
  } else if (!figures.fraction && figures.all.size() == 1) {
    add(Figure::passed, figures.all[0], false);
  } else if (!figures.fraction) {
    // "6ファイル・40テスト成功": the figure that stands at the tests.
    for (const auto& each : figures.all) {
      const auto behind = text.substr(each.span.end);
      if (std::ranges::any_of(kTests, [&](std::string_view word) { return behind.starts_with(word); })) {
        add(Figure::passed, each, false);
        return;
      }
    }
  }
}

}  // namespace warrant::claims
