// "Regenerated the snapshots (`make snapshots`)": by what command it is said to have been done.
#include "acknowledge.hpp"
#include "boundary_open_words.hpp"
#include "boundary_parts.hpp"
#include "rules.hpp"

#include <warrant/evidence/command.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace warrant::claims {
namespace {

using TokenKind = Token::Kind;

bool is_command(std::string_view text) {
  const auto first = text.substr(0, text.find(' '));
  if (one_of(first, {"make",    "npm",       "npx",     "yarn",    "pnpm",   "cargo", "go",  "python",
                     "python3", "pip",       "docker",  "git",     "bundle", "rake",  "mvn", "gradle",
                     "dotnet",  "terraform", "kubectl", "alembic", "uv",     "poetry"}))
    return text.find(' ') != std::string_view::npos;
  if (names_program(first)) return true;
  return first.starts_with("./") || !evidence::read_command(text).activities.empty();
}

/// Whether some run of the turn is that command, or may be.
bool ran(const State& state, std::string_view command) {
  const std::string said = fold(command);
  return std::ranges::any_of(state.ops, [&](const Op& op) {
    if (op.op != OpKind::run || (op.result != OpResult::succeeded && op.result != OpResult::failed)) return false;
    const std::string target = fold(op.target);
    return target.find(said) != std::string::npos || said.find(target) != std::string::npos ||
           (work_of(target) == work_of(said) && work_of(said) != Work::other);
  });
}

/// "I verified this by running the program": where nothing ran.
void examine_means(Examination& into, const Sentence& s) {
  const bool any = std::ranges::any_of(into.state().ops, [](const Op& op) { return op.op == OpKind::run; });
  for (std::size_t i = 1; !any && i + 2 < s.tokens.size() && !s.question; ++i) {
    if (plain_word(s, i - 1) != "by" || plain_word(s, i) != "running") continue;
    if (!one_of(plain_word(s, i + 1), {"the", "it", "your", "this", "them"})) continue;
    const auto said = acknowledged(s, {0, i});
    bool person = false;
    for (std::size_t k = 0; k < i; ++k)
      person = person || one_of(plain_word(s, k), {"i", "i've", "we", "verified", "tested", "checked"});
    if (person && !said.failure && !said.unreal && exemption_at(s, {i, Nature::act, true}) == Exemption::none)
      into.add(Kind::ran, s.span, "no command ran in this turn");
  }
}

}  // namespace

void examine_commands(Examination& into, const Sentence& s) {
  examine_means(into, s);
  for (std::size_t i = 1; i < s.tokens.size() && !s.question; ++i) {
    const auto& t = s.tokens[i];
    const bool bracketed = s.tokens[i - 1].mark("(") && i + 1 < s.tokens.size() && s.tokens[i + 1].mark(")");
    // "I validated it with `nginx -t`."
    const bool means = one_of(plain_word(s, i - 1), {"with", "using", "via", "mit", "per"});
    if (t.kind != TokenKind::code || (!bracketed && !means) || !is_command(t.text) || ran(into.state(), t.text))
      continue;
    std::optional<std::size_t> deed;
    for (std::size_t k = i - 1; k-- > 0 && !deed;) {
      if (s.tokens[k].kind == TokenKind::word && participle(s.tokens[k].text) && !idle_verb(s.tokens[k].text)) deed = k;
    }
    if (!deed) continue;
    const bool told = has_any_phrase(s, {0, i}, {"i", "we", "i've", "we've", "was", "were", "been", "ich", "wurde"});
    const bool person_acts = told && !has_any_phrase(s, {0, i}, {"you", "can", "could", "du", "sie"});
    if (means && !person_acts) continue;
    const auto said = acknowledged(s, {0, i});
    if (said.failure || said.unreal || exemption_at(s, {*deed, Nature::act, true}) != Exemption::none) continue;
    into.add(Kind::ran, s.span, fmt::format("{} did not run in this turn", t.text));
  }
}

}  // namespace warrant::claims
