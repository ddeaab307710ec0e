// The profile file and the argument grammar on arbitrary bytes: whatever is accepted must also be harmless.
#include <warrant/base/utf8.hpp>
#include <warrant/command/trust.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

namespace command = warrant::command;

void require(bool holds) {
  if (!holds) std::abort();
}

void check_file(std::string_view text) {
  const auto profiles = command::parse_profiles(text, "p.toml");
  if (!profiles) return;
  require(!profiles->empty() && profiles->size() <= 32);
  for (const command::Profile& profile : *profiles) {
    require(command::find_profile(profile.id) == nullptr && profile.pin == warrant::sha256(text));
    require(warrant::visible(profile.title, false) == profile.title);
    for (const std::string& word : profile.fixed) require(word.find('\0') == std::string::npos);
    for (const std::string& path : profile.writes) require(!path.starts_with('/') && path.find("..") != 0);
  }
}

// First byte: which built-in profile; the rest: arguments apart by newlines.
void check_words(std::string_view text) {
  if (text.empty()) return;
  const auto& table = command::builtin_profiles();
  const command::Profile& profile = table[static_cast<unsigned char>(text.front()) % table.size()];
  std::vector<std::string> words(1);
  for (const char c : text.substr(1)) {
    if (c == '\n') {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  const auto accepted = command::check_arguments(profile, words);
  if (!accepted) return;
  for (const std::string& word : *accepted) {
    require(!word.empty() && word.size() <= 2048);
    for (const char c : word) require(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f);
    require(!word.starts_with('/'));
    if (word.front() != '-' || word == "--") continue;
    // Whatever looks like an option is one of the grammar's own.
    bool own = false;
    for (const command::Option& option : profile.grammar.options)
      own = own || word == option.name || word.starts_with(option.name + "=");
    require(own);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_file(text);
  check_words(text);
  return 0;
}
