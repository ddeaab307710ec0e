// Reads lexicon files and writes them as a table of constants (word_table.hpp) to standard output, at build time.
// Usage: make_word_table LEXICON.toml…
#include "word_table.hpp"

#include <warrant/base/fd.hpp>

#include <fmt/format.h>

#include <bit>
#include <cstdio>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::language {

/// Writes the words of a lexicon as the definition of `built_in_words`.
class TableMaker {
 public:
  explicit TableMaker(const Lexicon& lexicon) {
    for (const auto& [text, entry] : lexicon.entries_) words_[text].entry = &entry;
    for (const auto& [text, longest] : lexicon.phrases_) words_[text].longest_phrase = longest;
    std::size_t at = 0;
    for (auto& [text, word] : words_) {
      word.at = at;
      at += text.size();
      holds_ = holds_ && text.size() <= std::numeric_limits<std::uint8_t>::max() &&
               word.longest_phrase <= std::numeric_limits<std::uint8_t>::max();
    }
    holds_ = holds_ && words_.size() < std::numeric_limits<std::uint16_t>::max();
    for (const auto& [first, verbs] : lexicon.spellings_) spellings_[static_cast<unsigned char>(first[0])] = &verbs;
  }

  /// Errors: too_large where a word or the number of words is too great for the table's numbers.
  [[nodiscard]] Result<std::string> definition() {
    if (!holds_) return fail(Code::too_large, "the lexicon has more or longer words than the table can hold");
    text_ =
        "// Made by make_word_table from the lexicon files.\n#include \"word_table.hpp\"\n\n#include <array>\n\n"
        "namespace warrant::language {\nnamespace {\n\n";
    write_words();
    write_slots();
    write_spellings();
    text_ +=
        "}  // namespace\n\nconstinit const WordTable built_in_words{.text = kText, .words = kWords, .slots = kSlots, "
        ".spellings = kSpellings, .first_of = kFirstOf};\n\n}  // namespace warrant::language\n";
    return std::move(text_);
  }

 private:
  struct Word {
    std::size_t at = 0;
    std::size_t longest_phrase = 0;
    const Entry* entry = nullptr;
  };
  using Words = std::map<std::string, Word, std::less<>>;

  void append(const std::string& more) { text_ += more; }

  void write_words() {
    text_ += "constexpr std::string_view kText =\n";
    for (const auto& [text, word] : words_) {
      text_ += "    \"";
      for (const char c : text) text_ += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
      text_ += "\"\n";
    }
    append(fmt::format("    ;\n\nconstexpr std::array<TableWord, {}> kWords{{{{\n", words_.size()));
    static constexpr Entry kNone;
    for (const auto& [text, word] : words_) {
      const Entry& entry = word.entry == nullptr ? kNone : *word.entry;
      append(fmt::format("    {{{}, {}, {}, {}, {{{{{}U, {}U, {}U}}, Verb{{{}}}, {}}}}},\n", word.at, text.size(),
                         word.longest_phrase, word.entry != nullptr, entry.classes[0], entry.classes[1],
                         entry.classes[2], static_cast<unsigned>(entry.verb), entry.forms));
    }
    text_ += "}};\n\n";
  }

  void write_slots() {
    // At most half of the slots are taken, so that few looks find a word or a free slot.
    std::vector<std::size_t> slots(std::bit_ceil(words_.size() * 2 + 1), 0);
    std::size_t number = 0;
    for (const auto& [text, word] : words_) {
      std::size_t slot = slot_hash(text) & (slots.size() - 1);
      while (slots[slot] != 0) slot = (slot + 1) & (slots.size() - 1);
      slots[slot] = ++number;
    }
    append(
        fmt::format("constexpr std::array<std::uint16_t, {}> kSlots{{{}}};\n\n", slots.size(), fmt::join(slots, ", ")));
  }

  void write_spellings() {
    std::vector<std::size_t> first_of;
    std::string rows;
    std::size_t count = 0;
    for (const auto* verbs : spellings_) {
      first_of.push_back(count);
      if (verbs == nullptr) continue;
      for (const std::string& verb : *verbs)
        rows += fmt::format("    {{{}, {}}},\n", words_.find(verb)->second.at, verb.size());
      count += verbs->size();
    }
    first_of.push_back(count);
    append(fmt::format("constexpr std::array<TableSpelling, {}> kSpellings{{{{\n{}}}}};\n\n", count, rows));
    append(fmt::format("constexpr std::array<std::uint32_t, {}> kFirstOf{{{}}};\n\n", first_of.size(),
                       fmt::join(first_of, ", ")));
  }

  Words words_;
  std::array<const std::vector<std::string>*, 256> spellings_{};
  bool holds_ = true;
  std::string text_;
};

}  // namespace warrant::language

int main(int argc, char** argv) {
  constexpr std::size_t kLargestFile = std::size_t{1} << 22U;
  const auto made = [&]() -> warrant::Result<std::string> {
    warrant::language::Lexicon lexicon;
    for (int i = 1; i < argc; ++i) {
      WARRANT_TRY(text, warrant::read_file(argv[i], kLargestFile));
      WARRANT_CHECK(lexicon.add(text, argv[i]));
    }
    return warrant::language::TableMaker(lexicon).definition();
  }();
  if (!made) {
    std::fputs((warrant::describe(made.error()) + "\n").c_str(), stderr);
    return 1;
  }
  return std::fputs(made->c_str(), stdout) < 0 || std::fflush(stdout) != 0 ? 1 : 0;
}
