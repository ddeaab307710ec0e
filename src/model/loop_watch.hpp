// Text that goes round in circles.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace warrant::model {

/// Notices when sentences or lines bring nothing new: one or many, in the same order each time or not. Letter case,
/// blanks and the number or bullet before an item make no difference. Constant memory, constant work a byte.
class SentenceWatch {
 public:
  /// `text` only grows between calls. Where the first sentence of the circle stands that had been said before, once
  /// nothing else came for 300 letters and each sentence of it on average twice more; nullopt while it is no circle.
  /// Of what was said longer ago than the last 64 different sentences, nothing is known.
  std::optional<std::size_t> look(std::string_view text);

 private:
  struct Sentence {
    std::size_t begin;
    std::uint64_t hash;
    std::size_t letters;
  };
  static constexpr std::size_t remembered = 64;

  void take(char byte, std::size_t at);
  void end_sentence();

  std::size_t read_ = 0;
  bool after_stop_ = false;
  bool escaped_ = false;
  std::optional<std::size_t> begun_at_;  ///< its number or bullet, too
  std::optional<Sentence> open_;
  std::array<std::uint64_t, remembered> known_{};
  std::size_t next_ = 0;
  std::size_t filled_ = 0;
  // What has come since the last new sentence.
  std::array<bool, remembered> again_{};
  std::size_t different_ = 0;
  std::size_t sentences_ = 0;
  std::size_t letters_ = 0;
  std::size_t begin_ = 0;
};

/// Finds text that goes round in circles. Amortised constant work a byte.
class LoopWatch {
 public:
  /// The length to which `text`, which only grows between calls, must be cut; nullopt while it is no loop. A loop is a
  /// unit of at most 400 bytes that fills the last 1,000 bytes at least and comes at least twelve times, or a circle of
  /// sentences.
  std::optional<std::size_t> look(std::string_view text);

 private:
  std::size_t looked_at_ = 0;
  SentenceWatch sentences_;
};

}  // namespace warrant::model
