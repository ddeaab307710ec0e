// What a question is about.
#include "judge.hpp"

#include <algorithm>
#include <array>

namespace warrant::contract {

using language::Class;
using language::Form;
using language::Token;
using language::Verb;

std::optional<Kind> Judge::question(std::size_t from) const {
  while (from < clause_.end && (tokens_[from].kind == Token::Kind::mark || tokens_[from].is(Class::conjunction) ||
                                tokens_[from].is(Class::polite)))
    ++from;
  const std::string head = from < clause_.end ? tokens_[from].text : std::string();
  if (any(Class::git_noun)) return run();
  if (is_status(from, head)) return kind(Type::status, "question.status");
  if (is_general(from) && (any(Class::general) || names_language())) return kind(Type::answer, "question.general");
  if (is_diagnosis(from, head)) return kind(Type::diagnose, "question.defect");
  if (asks_about_a_crash(from)) return kind(Type::diagnose, "question.crash");
  if (is_file_list(from, head)) return kind(Type::list, "question.files");
  if (is_check(from)) return kind(Type::verify, "question.check");
  if (asks_for_meaning(from)) return kind(Type::explain, "question.meaning");
  if (is_general(from)) return kind(Type::answer, "question.general");
  return kind(Type::question, "question");
}

/// "what does a.py do?", "what foo() is doing", "what is b.sh for?": what something in the workspace means.
bool Judge::asks_for_meaning(std::size_t from) const {
  if (from >= clause_.end || !(tokens_[from].is(Class::which) || tokens_[from].is(Class::manner))) return false;
  bool thing = false;
  for (std::size_t at = from + 1; at < clause_.end; ++at) {
    const Token& token = tokens_[at];
    if (token.is(Class::addressee) || token.is(Class::speaker) || token.is(Class::modal) || token.is(Class::third))
      return false;
    const bool does = token.text == "do" || token.text == "does" || token.text == "doing" || token.text == "macht" ||
                      token.text == "tut";
    const bool is_for = token.text == "for" || token.text == "good for" || token.text == "about";  // "what is b.sh for"
    const bool what = tokens_[from].text.starts_with("what") || tokens_[from].text.starts_with("was");
    const bool at_end = at + 1 >= clause_.end || tokens_[at + 1].kind == Token::Kind::mark ||
                        tokens_[at + 1].is(Class::adverb) || tokens_[at + 1].is(Class::in) ||
                        tokens_[at + 1].is(Class::topic) || tokens_[at + 1].is(Class::present) ||
                        tokens_[at + 1].is(Class::line_noun) || tokens_[at + 1].text == "exactly" ||
                        tokens_[at + 1].text == "step by step";
    if (does && thing && at_end) return true;
    // "what is a.sql calculating"
    if (what && thing && from + 1 < clause_.end && tokens_[from + 1].is(Class::auxiliary) && at + 1 >= clause_.end &&
        token.kind == Token::Kind::word && token.text.ends_with("ing") && material_.names[at - 1])
      return true;
    if (tokens_[from].is(Class::manner) && thing && at + 1 >= clause_.end &&
        (token.text == "work" || token.text == "works"))
      return true;
    if (token.text == "mean" && thing && !is_diagnosis(from, tokens_[from].text)) return true;
    if (is_for && what && thing && at + 1 >= clause_.end) return true;
    if ((token.text == "macht" || token.text == "tut") && at == from + 1 && at + 1 < clause_.end) return true;
    thing = thing || material_.names[at] || token.kind == Token::Kind::value || token.is(Class::pronoun) ||
            token.is(Class::symbol_noun) || token.is(Class::file_noun) || token.is(Class::deictic) ||
            (token.kind == Token::Kind::word && token.entry == nullptr) || token.kind == Token::Kind::quoted;
  }
  return false;
}

/// "how do I squash commits in git?", "what's the difference between em and rem": nothing here answers it.
bool Judge::is_general(std::size_t from) const {
  if (names_any(material_)) return false;
  if (any(Class::general) || asks_for_a_definition(from)) return true;
  // "How do you say "please remove your shoes" in Polish?"
  if (from + 3 < clause_.end && tokens_[from].is(Class::manner) && (has_word("say") || has_word("spell")) &&
      tokens_[from + 2].is(Class::addressee))
    return true;
  if (!material_.reading.regions.empty()) return false;
  for (std::size_t at = clause_.begin; at < clause_.end; ++at) {
    const Token& token = tokens_[at];
    if (token.is(Class::deictic) || token.is(Class::pronoun) || token.is(Class::addressee) || token.text == "we" ||
        token.text == "our" || token.text == "here" || token.text == "project" ||
        (token.text == "app" && at > clause_.begin && tokens_[at - 1].text == "the"))
      return false;
  }
  if (names_language()) return true;
  // "can you speak German?"
  if (from + 2 < clause_.end && tokens_[from].is(Class::modal) && tokens_[from + 1].is(Class::addressee) &&
      tokens_[from + 2].kind == Token::Kind::word && tokens_[from + 2].entry == nullptr && clause_.end <= from + 6)
    return true;
  // "how do I …", "how would one …"
  return from + 2 < clause_.end && tokens_[from].is(Class::manner) &&
         (tokens_[from + 1].is(Class::auxiliary) || tokens_[from + 1].is(Class::modal)) &&
         (tokens_[from + 2].text == "i" || tokens_[from + 2].text == "one");
}

/// "what is a mutex?", "how do goroutines differ from threads?", "which model are you?"
bool Judge::asks_for_a_definition(std::size_t from) const {
  if (!material_.reading.regions.empty()) return false;
  for (std::size_t at = from; at < clause_.end; ++at) {
    const Token& token = tokens_[at];
    const bool of_here = token.is(Class::deictic) || token.is(Class::pronoun) || token.is(Class::speaker) ||
                         token.text == "the" || token.text == "our" || token.text == "my" || token.text == "your" ||
                         token.kind == Token::Kind::value || token.kind == Token::Kind::quoted;
    if (of_here) return false;
  }
  const auto is_text = [&](std::size_t at, std::string_view text) {
    return at < clause_.end && tokens_[at].text == text;
  };
  if (from + 2 < clause_.end && is_text(from, "are") && is_text(from + 1, "you") && is_text(from + 2, "able"))
    return true;
  const bool what = from < clause_.end && tokens_[from].is(Class::which);
  const std::size_t noun = is_text(from, "what") && is_text(from + 1, "is") ? from + 2 : from + 1;
  if (what && (is_text(noun, "a") || is_text(noun, "an"))) return clause_.end - from <= 6;
  if (from < clause_.end && tokens_[from].is(Class::manner) && has_word("differ")) return true;
  return tokens_[clause_.begin].is(Class::question) && (is_text(from + 2, "are") || is_text(from + 1, "are")) &&
         has_word("you") && clause_.end - from <= 6 && !any(Class::change_noun) && !any(Class::manner);
}

/// "in bash", "in Rust"
bool Judge::names_language() const {
  static constexpr std::array<std::string_view, 24> kLanguages{
      "bash", "python", "rust", "javascript", "js",   "typescript", "go",     "golang", "java", "c",     "c++",   "css",
      "html", "sql",    "git",  "latex",      "ruby", "php",        "kotlin", "swift",  "lua",  "scala", "julia", "r"};
  for (std::size_t at = clause_.begin; at + 1 < clause_.end; ++at)
    if (tokens_[at].text == "in" && std::ranges::find(kLanguages, tokens_[at + 1].text) != kLanguages.end())
      return true;
  return false;
}

bool Judge::is_past_auxiliary(std::size_t at) const {
  static constexpr std::array<std::string_view, 9> kWords{"did",    "have",    "has",    "was",   "were",
                                                          "didn't", "haven't", "hasn't", "wasn't"};
  return std::ranges::find(kWords, tokens_[at].text) != kWords.end();
}

/// "What files do we have?"
bool Judge::is_main_verb(std::size_t at) const {
  for (std::size_t k = at + 1; k < clause_.end; ++k)
    if (tokens_[k].is(Class::addressee) || tokens_[k].is(Class::speaker) || tokens_[k].has(Form::past)) return false;
  return tokens_[at].is(Class::cause);
}

bool Judge::is_status(std::size_t from, const std::string& head) const {
  bool past = false;
  bool you = false;
  bool change = false;
  bool finished = false;
  bool speaker_does = false;
  for (std::size_t at = from; at < clause_.end; ++at) {
    const Token& token = tokens_[at];
    if (is_past_auxiliary(at) && !is_main_verb(at)) past = true;
    if (token.text == "have" && has_word("you") && has_word("done so far")) past = finished = true;
    if (token.is(Class::addressee) || (token.text == "we" && !has_word("got"))) you = true;
    // "which files did that touch?"
    if (at > from && tokens_[at].is(Class::pronoun) && tokens_[at - 1].text == "did") you = true;
    // "which files did the last turn write?"
    if (at > from && tokens_[at - 1].is(Class::past) && tokens_[at].is(Class::turn_noun)) you = true;
    if (token.text == "i") speaker_does = true;
    if (token.entry != nullptr && !token.has(Form::gerund) &&
        (language::changes_something(token.entry->verb) || token.entry->verb == Verb::run ||
         token.entry->verb == Verb::test || token.entry->verb == Verb::undo || token.entry->verb == Verb::verify ||
         token.entry->verb == Verb::read))
      change = true;
    if (token.text == "do" || token.text == "done" || token.text == "finished" || token.text == "changed" ||
        token.text == "happened" || token.text == "saved" || token.text == "succeed" || token.text == "complete" ||
        token.text == "ready" || token.text == "successful" || token.text == "applied")
      finished = true;
  }
  if (head == "why" || head == "how" || head == "where" || head == "who" || speaker_does) return false;
  if (past && you && (change || finished) && !has_word("would") && !has_word("if")) return true;
  if ((head == "are" || head == "is") && finished &&
      (has_word("you") || any(Class::pronoun) || any(Class::change_noun) || has_word("everything")) && !any_name())
    return true;
  if (head == "did" && any(Class::change_noun) && !any_name()) return true;
  if (head == "did" && any(Class::pronoun) && (any(Class::holds) || any(Class::sound) || finished)) return true;
  if ((has_word("changed") || has_word("modified") || has_word("edited") || has_word("created") ||
       has_word("deleted") || has_word("saved") || has_word("renamed") || has_word("moved") || has_word("updated")) &&
      (head == "what" || head == "which" || head == "when" || head == "was" || head == "were" || head == "has" ||
       head == "have" || head == "what's") &&
      !any(Class::modal) && !any(Class::obliged) && !has_word("should") && (past || has_word("changed")) &&
      !has_word("be"))
    return true;
  return false;
}

/// "what could be the reason?"
bool Judge::asks_for_reason() const {
  for (std::size_t at = clause_.begin; at < clause_.end; ++at)
    if (tokens_[at].is(Class::trouble) && (tokens_[at].text.ends_with("reason") || tokens_[at].text.ends_with("cause")))
      return true;
  return false;
}

bool Judge::is_diagnosis(std::size_t from, const std::string& head) const {
  if (asks_for_reason() && !has_word("would")) return true;
  const bool defect = any(Class::defect, from) && !any(Class::meaning, from);
  const bool negated = any(Class::negation, from) || any(Class::nothing, from);
  if (from < clause_.end && tokens_[from].is(Class::why)) {
    // "Why don't you rename it?" suggests.
    for (std::size_t at = from + 1; at < std::min(from + 3, clause_.end); ++at)
      if (tokens_[at].is(Class::addressee) || (tokens_[at].is(Class::negation) && at + 1 < clause_.end &&
                                               language::changes_something(tokens_[at + 1].order())))
        return false;
    // "Why was it removed?" and "why do you …?" ask for reasons of people.
    if (defect || negated || has_word("still") || from + 1 >= clause_.end) return true;
    for (std::size_t at = from + 1; at < clause_.end; ++at)
      if (tokens_[at].is(Class::addressee) || tokens_[at].is(Class::speaker) || tokens_[at].is(Class::third) ||
          (tokens_[at].has(Form::past) && language::changes_something(tokens_[at].entry->verb)))
        return false;
    return any_name() || shows_something() ||
           std::ranges::any_of(material_.names, [](const auto& name) { return name && name->exists; });
  }
  if (head == "what" || head == "what's" || head == "whats" || head == "where" || head == "which" ||
      head == "where's") {
    return (defect || went_wrong(from)) && !has_word("would") && !has_word("could") && !has_word("should") &&
           !has_word("unused") && !has_word("deprecated");
  }
  // "Is a.py broken?", "Are there bugs in a.py?"
  if (defect && any(Class::trouble)) return true;  // "any idea what's slow in there?"
  return defect && !is_about_age() &&
         (tokens_[std::min(from, tokens_.size() - 1)].is(Class::auxiliary) || has_word("see")) && !has_word("if");
}

/// "Is a.md obsolete?": a state that can be looked up, and no trouble.
bool Judge::is_about_age() const {
  static constexpr std::array<std::string_view, 5> kStates{"obsolete", "outdated", "deprecated", "stale", "unused"};
  return std::ranges::any_of(kStates, [&](std::string_view state) { return has_word(state); });
}

/// A trace stands above a few words of a question: "what is null there?"
bool Judge::asks_about_a_crash(std::size_t from) const {
  if (from >= clause_.end || !tokens_[from].is(Class::question) || clause_.end - from > 7) return false;
  for (std::size_t at = from; at < clause_.end; ++at)
    if (tokens_[at].is(Class::meaning) || tokens_[at].is(Class::speaker) || tokens_[at].is(Class::addressee) ||
        tokens_[at].is(Class::general) || tokens_[at].is(Class::file_noun) || tokens_[at].text == "mean" ||
        tokens_[at].text == "does")
      return false;
  return std::ranges::any_of(material_.reading.regions, [&](const language::Region& region) {
    const std::string_view text = region.inner.of(material_.request);
    return region.kind == language::Region::Kind::foreign &&
           (text.find("Exception") != std::string_view::npos || text.find("Error:") != std::string_view::npos ||
            text.find("panic") != std::string_view::npos || text.find("Traceback") != std::string_view::npos);
  });
}

bool Judge::went_wrong(std::size_t from) const {
  for (std::size_t at = from; at < clause_.end; ++at)
    if (tokens_[at].is(Class::trouble) && tokens_[at].text.ends_with("wrong")) return true;
  return false;
}

/// A log or a block of output stands beside the question.
bool Judge::shows_something() const {
  return std::ranges::any_of(material_.reading.regions, [](const language::Region& region) {
    return region.kind != language::Region::Kind::quote;
  });
}

bool Judge::is_file_list(std::size_t from, const std::string& head) const {
  if (from < clause_.end && tokens_[from].is(Class::file_noun) && lists_files() && any_path_directory()) return true;
  if (head != "what" && head != "which" && head != "what's" && head != "whats" && head != "welche" && head != "was" &&
      head != "are" && head != "is")
    return false;
  const bool noun = lists_files() && from + 3 < clause_.end + 2;
  bool early = false;
  for (std::size_t at = from + 1; at < std::min(from + 4, clause_.end); ++at)
    early = early || tokens_[at].is(Class::file_noun) || tokens_[at].is(Class::directory_noun);
  const bool exists = any(Class::existence) || has_word("have") || has_word("in") || has_word("inside") ||
                      has_word("here") || has_word("under") || has_word("contains") || has_word("contain") ||
                      has_word("hier") || has_word("liegen");
  if (noun && early && exists && (head == "what" || head == "which" || head == "welche")) {
    const bool other_verb = has_word("use") || has_word("uses") || has_word("import") || has_word("imports") ||
                            has_word("define") || has_word("defines") || has_word("mention") || has_word("call") ||
                            has_word("calls") || has_word("reference") || has_word("affected") || any(Class::modal) ||
                            any(Class::obliged);
    return !other_verb;
  }
  // "What is in src?"
  if (any_path_directory() && (head == "what" || head == "what's" || head == "whats" || head == "was") &&
      (has_word("in") || has_word("inside") || has_word("under") || has_word("within"))) {
    std::size_t words = 0;
    for (std::size_t at = from; at < clause_.end; ++at) words += tokens_[at].kind == Token::Kind::word ? 1U : 0U;
    return words <= 6;
  }
  // "what's in this repo?"
  if ((head == "what" || head == "what's" || head == "whats") && clause_.end <= from + 5 && has_word("in") &&
      (has_word("repo") || has_word("project") || has_word("workspace") || has_word("repository")))
    return true;
  return (has_word("here") || any(Class::pronoun)) && (head == "what" || head == "what's" || head == "whats") &&
         !named_files() && has_word("in") && any(Class::directory_noun);
}

bool Judge::is_check(std::size_t from) const {
  if (from < clause_.end && tokens_[from].is(Class::question) && tokens_[from].text != "whether") return false;
  if (from >= clause_.end ||
      !(tokens_[from].is(Class::auxiliary) || tokens_[from].is(Class::condition) || tokens_[from].text == "whether" ||
        tokens_[from].text == "do" || tokens_[from].is(Class::modal)))
    return false;
  // "Does the project still build?"
  if (tokens_[from].text == "does" || tokens_[from].text == "do" || tokens_[from].text == "will")
    for (std::size_t at = from + 2; at < clause_.end; ++at) {
      const std::string& verb = tokens_[at].text;
      if (verb != "build" && verb != "compile" && verb != "link" && verb != "typecheck" && verb != "lint") continue;
      if (tokens_[at - 1].is(Class::article)) continue;
      const bool object = at + 1 < clause_.end && (tokens_[at + 1].is(Class::article) || material_.names[at + 1] ||
                                                   tokens_[at + 1].is(Class::file_noun));
      if (!object) return true;
    }
  return any(Class::sound) &&
         (any_name() || any(Class::pronoun) || any(Class::tests_noun) || any(Class::build_noun) ||
          any(Class::lint_noun) || any(Class::typecheck_noun) || has_word("code") || has_word("pass"));
}

}  // namespace warrant::contract
