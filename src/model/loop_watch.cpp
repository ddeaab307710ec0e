#include "loop_watch.hpp"

#include <algorithm>

namespace warrant::model {

namespace {

bool is_letter(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || static_cast<unsigned char>(byte) >= 0x80;
}

/// What may stand before the words of an item: "12.", "-", "*".
bool is_bullet(char byte) {
  return (byte >= '0' && byte <= '9') || byte == '-' || byte == '*' || byte == '.' || byte == ')' || byte == '#' ||
         byte == '>';
}

bool is_blank(char byte) { return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n'; }

/// Where a unit of up to 400 bytes that fills the end of the text may be cut to one turn.
std::optional<std::size_t> end_of_first_turn(std::string_view text) {
  constexpr std::size_t longest_unit = 400;
  constexpr std::size_t least_bytes = 1'000;
  constexpr std::size_t least_times = 12;
  constexpr std::size_t window = longest_unit * least_times;

  // The prefix function (Knuth, Morris, Pratt 1977) of the reversed end gives the period of every end.
  const std::size_t size = std::min(text.size(), window);
  const auto back = [&](std::size_t i) { return text[text.size() - 1 - i]; };
  std::array<std::uint16_t, window> border{};
  std::optional<std::size_t> cut;
  for (std::size_t i = 1; i < size; ++i) {
    std::size_t length = border[i - 1];
    while (length > 0 && back(i) != back(length)) length = border[length - 1];
    if (back(i) == back(length)) ++length;
    border[i] = static_cast<std::uint16_t>(length);
    const std::size_t bytes = i + 1;
    const std::size_t unit = bytes - length;
    if (bytes >= least_bytes && unit <= longest_unit && bytes / unit >= least_times) {
      // One turn of the circle stays, to be seen.
      cut = text.size() - bytes + unit;
    }
  }
  // Not in the middle of a character.
  while (cut && *cut < text.size() && (static_cast<std::uint8_t>(text[*cut]) & 0xC0U) == 0x80U) ++*cut;
  return cut;
}

}  // namespace

std::optional<std::size_t> SentenceWatch::look(std::string_view text) {
  constexpr std::size_t least_letters = 300;
  for (; read_ < text.size(); ++read_) {
    take(text[read_], read_);
    if (letters_ >= least_letters && sentences_ >= 2 * different_) return begin_;
  }
  return std::nullopt;
}

void SentenceWatch::take(char byte, std::size_t at) {
  // Inside the arguments of a call, a line ends with an escape.
  const bool line_ends = byte == '\n' || (escaped_ && byte == 'n');
  escaped_ = byte == '\\' && !escaped_;
  if (line_ends || (after_stop_ && is_blank(byte))) return end_sentence();
  after_stop_ = byte == '.' || byte == '!' || byte == '?';
  if (is_blank(byte) || byte == '\\') return;
  if (!begun_at_) begun_at_ = at;
  if (!open_) {
    if (is_bullet(byte)) return;
    constexpr std::uint64_t offset_basis = 0xCBF29CE484222325U;  // FNV-1a, 64 bits
    open_ = Sentence{.begin = *begun_at_, .hash = offset_basis, .letters = 0};
  }
  const char folded = byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte + ('a' - 'A')) : byte;
  constexpr std::uint64_t prime = 0x100000001B3U;
  open_->hash = (open_->hash ^ static_cast<unsigned char>(folded)) * prime;
  open_->letters += is_letter(byte) ? 1U : 0U;
}

void SentenceWatch::end_sentence() {
  after_stop_ = false;
  begun_at_.reset();
  if (!open_) return;
  const Sentence sentence = *open_;
  open_.reset();
  auto* const end = known_.begin() + static_cast<std::ptrdiff_t>(filled_);
  auto* const found = std::find(known_.begin(), end, sentence.hash);
  if (found == end) {
    known_[next_] = sentence.hash;
    next_ = (next_ + 1) % remembered;
    filled_ = std::min(filled_ + 1, remembered);
    again_.fill(false);
    different_ = sentences_ = letters_ = 0;
    return;
  }
  if (sentences_ == 0) begin_ = sentence.begin;
  bool& again = again_[static_cast<std::size_t>(found - known_.begin())];
  different_ += again ? 0U : 1U;
  again = true;
  ++sentences_;
  letters_ += sentence.letters;
}

std::optional<std::size_t> LoopWatch::look(std::string_view text) {
  constexpr std::size_t stride = 256;
  if (const auto circle = sentences_.look(text)) return circle;
  if (text.size() < looked_at_ + stride) return std::nullopt;
  looked_at_ = text.size();
  return end_of_first_turn(text);
}

}  // namespace warrant::model
