#include "boundary_naming.hpp"

#include <algorithm>

namespace warrant::claims {
namespace {

using TokenKind = Token::Kind;

/// The words of a command that tell it from others.
std::vector<std::string> words_of_command(const std::string& command) {
  std::vector<std::string> words;
  // The branch or the message of a commit is not what it is known by.
  if (command.starts_with("git ")) return {command.substr(4, command.find(' ', 4) - 4)};
  for (std::size_t at = 0; at < command.size();) {
    const auto end = std::min(command.find(' ', at), command.size());
    std::string word = command.substr(at, end - at);
    at = end + 1;
    if (const auto slash = word.rfind('/'); slash != std::string::npos) word = word.substr(slash + 1);
    if (word.size() < 3 || word.starts_with("-")) continue;
    if (const auto dot = word.rfind('.'); dot != std::string::npos && dot > 3) words.push_back(word.substr(0, dot));
    if (!one_of(word, {"run", "test", "tests", "check", "build", "python", "node", "all", "the", "npm", "cargo", "make",
                       "src", "dotnet", "python3"}))
      words.push_back(std::move(word));
  }
  return words;
}

bool names_command(const Sentence& s, Segment part, const std::string& command) {
  const auto words = words_of_command(command);
  for (std::size_t i = part.begin; i < part.end; ++i) {
    const auto& t = s.tokens[i];
    const std::string text = fold(t.text);
    // "`make`" alone is not `make flash`.
    const bool head_alone = command.starts_with(text + " ") && text.find(' ') == std::string::npos && words.size() == 1;
    if (t.names_thing() && text.size() > 2 && !head_alone &&
        (command.find(text) != std::string::npos || text.find(command) != std::string::npos))
      return true;
    if (t.kind == TokenKind::word && std::ranges::find(words, text) != words.end()) return true;
  }
  return false;
}

}  // namespace

/// Whether the stretch holds what an edit was to leave.
bool names_subject(const Sentence& s, Segment part, const Op& op) {
  if (op.subject.size() < 3) return false;
  return std::any_of(s.tokens.begin() + static_cast<std::ptrdiff_t>(part.begin),
                     s.tokens.begin() + static_cast<std::ptrdiff_t>(part.end),
                     [&](const Token& t) { return t.kind != TokenKind::mark && fold(t.text) == fold(op.subject); });
}

/// By its path, its name, the bare stem of its name, what it was to leave, or the command.
bool names(const Sentence& s, Segment part, const Op& op, bool by_stem) {
  if (op.op == OpKind::run) return names_command(s, part, fold(op.target));
  if (names_subject(s, part, op)) return true;
  for (const auto& end : ends_of(op.target)) {
    std::string base = fold(end);
    if (const auto slash = base.rfind('/'); slash != std::string::npos && slash + 1 < base.size())
      base = base.substr(slash + 1);
    const std::string stem = base.substr(0, base.rfind('.'));
    const auto blank = base.rfind(' ');
    for (std::size_t i = part.begin; i < part.end; ++i) {
      const auto& t = s.tokens[i];
      if (t.kind == TokenKind::mark) continue;
      const std::string text = fold(t.text);
      if (t.names_thing() && same_file(t.text, end)) return true;
      if (text == base || (by_stem && stem.size() >= 4 && text == stem)) return true;
      if (blank != std::string::npos && text == base.substr(blank + 1)) return true;
    }
  }
  return false;
}

}  // namespace warrant::claims
