#include "kind.hpp"

#include <algorithm>

namespace warrant::contract {
namespace {

using language::Class;
using language::Clause;
using language::Form;
using language::Mood;
using language::Token;
using language::Verb;

class Judge {
 public:
  Judge(const Material& material, const Clause& clause)
      : material_(material), tokens_(material.reading.tokens), clause_(clause) {}

  std::optional<Kind> judge() const {
    if (only_of(Class::greeting)) return kind(Type::answer, "small_talk");
    if (clause_.mood == Mood::question) return question(clause_.begin);
    if (clause_.mood != Mood::imperative && clause_.mood != Mood::wish) return std::nullopt;
    if (clause_.mood == Mood::wish && !clause_.negated && !clause_.passive && any(Class::trouble))
      return kind(Type::diagnose, "wish.cause");
    if (clause_.mood == Mood::wish)
      return any(Class::answer_text) && !clause_.negated && !clause_.passive
                 ? std::optional(kind(any_name() ? Type::question : Type::answer, "wish.text"))
                 : std::nullopt;
    switch (language::sort_of(clause_.verb)) {
      case language::Sort::tell: return tells();
      case language::Sort::run: return run();
      case language::Sort::restore: return restore();
      case language::Sort::none:
      case language::Sort::change:
      case language::Sort::steer: return std::nullopt;
    }
    return std::nullopt;
  }

 private:
  /// An order to be told something.
  std::optional<Kind> tells() const {
    switch (clause_.verb) {
      case Verb::list:
        return is_listing() ? kind(Type::list, "imperative.list") : kind(Type::question, "imperative.list_content");
      case Verb::show: return shows();
      case Verb::read: return kind(Type::question, "imperative.read");
      case Verb::find: return finds();
      case Verb::explain: return explains();
      case Verb::diagnose: return kind(Type::diagnose, "imperative.diagnose");
      case Verb::review: return kind(Type::diagnose, "imperative.review");
      case Verb::verify:
        if (any(Class::defect) && has_word("for")) return kind(Type::diagnose, "imperative.check_for_defects");
        return kind(Type::verify, "imperative.verify");
      case Verb::suggest: return kind(Type::question, "imperative.suggest");
      case Verb::say:
        if (any(Class::trouble)) return kind(Type::diagnose, "imperative.say_why");
        return embedded(any_name() ? Type::question : Type::answer, "imperative.say");
      case Verb::none:
      case Verb::edit:
      case Verb::change:
      case Verb::replace:
      case Verb::set:
      case Verb::rename:
      case Verb::move:
      case Verb::copy:
      case Verb::erase:
      case Verb::remove:
      case Verb::create:
      case Verb::write:
      case Verb::add:
      case Verb::directory:
      case Verb::convert:
      case Verb::run:
      case Verb::test:
      case Verb::build:
      case Verb::lint:
      case Verb::typecheck:
      case Verb::undo:
      case Verb::redo:
      case Verb::leave:
      case Verb::avoid:
      case Verb::attempt:
      case Verb::proceed: return std::nullopt;
    }
    return std::nullopt;
  }
  /// "show", "give me", "look at"
  std::optional<Kind> shows() const {
    if (any(Class::git_noun)) return run();
    if (any_path_directory() || lists_files()) return kind(Type::list, "imperative.show_directory");
    if (status_words()) return kind(Type::status, "status.changes");
    // "give me a one-liner": the answer is all there is to it.
    if (any(Class::answer_text) && (!any_name() || names_only_samples()))
      return kind(Type::answer, "imperative.show_text");
    if (gives_account()) return kind(Type::explain, "imperative.show_account");
    return embedded(Type::question, "imperative.show");
  }
  /// "find", "count"
  std::optional<Kind> finds() const {
    if ((any(Class::defect) && !clause_mentions("unused")) || any(Class::trouble) || has_word("reason") ||
        has_word("cause"))
      return kind(Type::diagnose, "imperative.find_defect");
    if (lists_files()) return kind(Type::list, "imperative.find_files");
    return kind(Type::question, "imperative.find");
  }
  /// "explain", "summarise"
  std::optional<Kind> explains() const {
    if (any(Class::question) && any(Class::defect) && !any(Class::modal, clause_.at))
      return embedded(Type::explain, "imperative.explain");
    if (status_words()) return kind(Type::status, "status.changes");
    if (lists_files() && (has_word("here") || any(Class::all))) return kind(Type::list, "imperative.explain_files");
    return kind(Type::explain, "imperative.explain");
  }
  Kind kind(Type type, std::string rule) const {
    std::vector<Operation> operations;
    if (type == Type::verify)
      if (auto found = run_of(material_, clause_)) operations.emplace_back(std::move(*found));
    return {type, std::move(rule), &clause_, std::move(operations)};
  }
  bool any(Class which, std::size_t from = 0) const {
    for (std::size_t at = std::max(from, clause_.begin); at < clause_.end; ++at)
      if (tokens_[at].is(which)) return true;
    return false;
  }
  bool has_word(std::string_view word) const {
    for (std::size_t at = clause_.begin; at < clause_.end; ++at)
      if (tokens_[at].text == word) return true;
    return false;
  }
  bool clause_mentions(std::string_view word) const { return has_word(word); }
  bool any_name() const {
    for (std::size_t at = clause_.begin; at < clause_.end; ++at)
      if (material_.names[at]) return true;
    return false;
  }
  /// "an example of a pyproject.toml": no file of the workspace
  bool names_only_samples() const {
    for (std::size_t at = clause_.begin; at < clause_.end; ++at)
      if (material_.names[at] && (at == clause_.begin || (tokens_[at - 1].text != "a" && tokens_[at - 1].text != "an")))
        return false;
    return true;
  }
  bool any_path_directory() const {
    bool directory = false;
    for (std::size_t at = clause_.begin; at < clause_.end; ++at)
      if (material_.names[at]) {
        if (!material_.names[at]->directory) return false;
        directory = true;
      }
    return directory;
  }
  bool only_of(Class which) const {
    bool found = false;
    for (std::size_t at = clause_.begin; at < clause_.end; ++at) {
      const Token& token = tokens_[at];
      if (token.is(which))
        found = true;
      else if (token.kind != Token::Kind::mark && !token.is(Class::polite) && !token.is(Class::addressee) &&
               !token.is(Class::affirm))
        return false;
    }
    return found;
  }
  bool lists_files() const {
    if (any(Class::defect)) return false;
    for (std::size_t at = clause_.begin; at < clause_.end; ++at)
      if (tokens_[at].is(Class::file_noun) && (tokens_[at].text.ends_with('s') || tokens_[at].text == "dateien"))
        return !named_files();
      else if (tokens_[at].is(Class::directory_noun))
        return !named_files();
    return false;
  }
  bool named_files() const {
    for (std::size_t at = clause_.begin; at < clause_.end; ++at)
      if (material_.names[at] && !material_.names[at]->directory &&
          material_.names[at]->written.find('*') == std::string::npos)
        return true;
    return false;
  }
  bool is_listing() const {
    if (named_files()) return false;
    if (lists_files() || any_path_directory()) return true;
    std::size_t words = 0;
    for (std::size_t at = clause_.at + 1; at < clause_.end; ++at)
      if (tokens_[at].kind == Token::Kind::word && !tokens_[at].is(Class::polite)) ++words;
    return words == 0 || has_word("workspace") || has_word("project") || (has_word("here") && !names_things()) ||
           has_word("contents") || has_word("content");
  }

  /// "list the mistakes here": things that are no files.
  bool names_things() const {
    for (std::size_t at = clause_.at + 1; at < clause_.end; ++at)
      if (tokens_[at].kind == Token::Kind::word && (tokens_[at].entry == nullptr || tokens_[at].is(Class::defect)))
        return true;
    return false;
  }

  /// What was done: "your changes", "what you changed".
  bool status_words() const {
    for (std::size_t at = clause_.begin; at < clause_.end; ++at) {
      const Token& token = tokens_[at];
      const bool done =
          token.entry != nullptr && token.has(Form::past) && language::changes_something(token.entry->verb);
      if (done && token.text != "doing" && token.text != "set" && token.text != "put" && token.text != "cut") {
        for (std::size_t k = clause_.begin; k < at; ++k)
          if (tokens_[k].text == "you" || tokens_[k].is(Class::speaker)) return true;
      }
      if (token.is(Class::change_noun) && at > clause_.begin && tokens_[at - 1].text == "your") return true;
    }
    return false;
  }

  /// "Tell me what …", "show me why …": the inner question decides.
  std::optional<Kind> embedded(Type otherwise, std::string rule) const {
    for (std::size_t at = clause_.at + 1; at < clause_.end; ++at)
      if (tokens_[at].is(Class::question)) return question(at);
    for (std::size_t at = clause_.at + 1; at < clause_.end; ++at)
      if ((tokens_[at].is(Class::condition) && tokens_[at].text == "if") || tokens_[at].text == "whether")
        return question(at);
    return kind(otherwise, std::move(rule));
  }

  /// "an explanation of a.py", "an overview of src"
  bool gives_account() const {
    for (std::size_t at = clause_.at + 1; at + 1 < clause_.end; ++at)
      if (tokens_[at].is(Class::account)) return true;
    return false;
  }

  std::optional<Kind> question(std::size_t from) const {
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
  bool asks_for_meaning(std::size_t from) const {
    if (from >= clause_.end || !(tokens_[from].is(Class::which) || tokens_[from].is(Class::manner))) return false;
    bool thing = false;
    for (std::size_t at = from + 1; at < clause_.end; ++at) {
      const Token& token = tokens_[at];
      if (token.is(Class::addressee) || token.is(Class::speaker) || token.is(Class::modal) || token.is(Class::third))
        return false;
      const bool does = token.text == "do" || token.text == "does" || token.text == "doing" || token.text == "macht" ||
                        token.text == "tut";
      const bool is_for =
          token.text == "for" || token.text == "good for" || token.text == "about";  // "what is b.sh for"
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
  bool is_general(std::size_t from) const {
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
  bool asks_for_a_definition(std::size_t from) const {
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
  bool names_language() const {
    static constexpr std::array<std::string_view, 24> kLanguages{
        "bash", "python", "rust",   "javascript", "js",   "typescript", "go",    "golang",
        "java", "c",      "c++",    "css",        "html", "sql",        "git",   "latex",
        "ruby", "php",    "kotlin", "swift",      "lua",  "scala",      "julia", "r"};
    for (std::size_t at = clause_.begin; at + 1 < clause_.end; ++at)
      if (tokens_[at].text == "in" && std::ranges::find(kLanguages, tokens_[at + 1].text) != kLanguages.end())
        return true;
    return false;
  }

  bool is_past_auxiliary(std::size_t at) const {
    static constexpr std::array<std::string_view, 9> kWords{"did",    "have",    "has",    "was",   "were",
                                                            "didn't", "haven't", "hasn't", "wasn't"};
    return std::ranges::find(kWords, tokens_[at].text) != kWords.end();
  }

  /// "What files do we have?"
  bool is_main_verb(std::size_t at) const {
    for (std::size_t k = at + 1; k < clause_.end; ++k)
      if (tokens_[k].is(Class::addressee) || tokens_[k].is(Class::speaker) || tokens_[k].has(Form::past)) return false;
    return tokens_[at].is(Class::cause);
  }

  bool is_status(std::size_t from, const std::string& head) const {
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
  bool asks_for_reason() const {
    for (std::size_t at = clause_.begin; at < clause_.end; ++at)
      if (tokens_[at].is(Class::trouble) &&
          (tokens_[at].text.ends_with("reason") || tokens_[at].text.ends_with("cause")))
        return true;
    return false;
  }

  bool is_diagnosis(std::size_t from, const std::string& head) const {
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
  bool is_about_age() const {
    static constexpr std::array<std::string_view, 5> kStates{"obsolete", "outdated", "deprecated", "stale", "unused"};
    return std::ranges::any_of(kStates, [&](std::string_view state) { return has_word(state); });
  }

  /// A trace stands above a few words of a question: "what is null there?"
  bool asks_about_a_crash(std::size_t from) const {
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

  bool went_wrong(std::size_t from) const {
    for (std::size_t at = from; at < clause_.end; ++at)
      if (tokens_[at].is(Class::trouble) && tokens_[at].text.ends_with("wrong")) return true;
    return false;
  }

  /// A log or a block of output stands beside the question.
  bool shows_something() const {
    return std::ranges::any_of(material_.reading.regions, [](const language::Region& region) {
      return region.kind != language::Region::Kind::quote;
    });
  }

  bool is_file_list(std::size_t from, const std::string& head) const {
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

  bool is_check(std::size_t from) const {
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

  Kind run() const {
    Kind out{Type::run, "imperative.run", &clause_, {}};
    if (auto found = run_of(material_, clause_)) out.operations.emplace_back(std::move(*found));
    return out;
  }

  std::optional<Kind> restore() const {
    Kind out{Type::restore, clause_.verb == Verb::redo ? "imperative.redo" : "imperative.undo", &clause_, {}};
    std::string path;
    for (std::size_t at = clause_.begin; at < clause_.end; ++at)
      if (material_.names[at]) path = material_.names[at]->path;
    out.operations.emplace_back(Restore{path, clause_.verb == Verb::redo});
    return out;
  }

  const Material& material_;
  const std::vector<Token>& tokens_;
  const Clause& clause_;
};

}  // namespace

std::optional<Kind> kind_of(const Material& material, const Clause& clause) { return Judge(material, clause).judge(); }

std::optional<Run> run_of(const Material& material, const Clause& clause) {
  const auto& tokens = material.reading.tokens;
  Run run{.purpose = {}, .tool = {}, .selector = {}};
  const auto purpose = [&](std::string_view name, const Token& token) {
    if (run.purpose.empty()) run.purpose = name;
    if (run.tool.empty() && token.is(Class::tool)) run.tool = token.text;
  };
  if (clause.verb == Verb::test) run.purpose = "test";
  if (clause.verb == Verb::build) run.purpose = "build";
  if (clause.verb == Verb::lint) run.purpose = "lint";
  if (clause.verb == Verb::typecheck) run.purpose = "typecheck";
  for (std::size_t at = clause.begin; at < clause.end; ++at) {
    const Token& token = tokens[at];
    if (material.names[at]) {
      run.selector = material.names[at]->path;
      continue;
    }
    if (token.text == "git status")
      run.purpose = "git_status";
    else if (token.text == "git diff")
      run.purpose = "git_diff";
    else if (token.text == "git log")
      run.purpose = "git_log";
    else if (token.is(Class::tests_noun))
      purpose("test", token);
    else if (token.is(Class::lint_noun))
      purpose("lint", token);
    else if (token.is(Class::typecheck_noun))
      purpose("typecheck", token);
    else if (token.is(Class::format_noun))
      purpose("format", token);
    else if (token.is(Class::build_noun) && clause.verb != Verb::none && at > clause.at)
      purpose("build", token);
    else if (run.selector.empty() && token.kind == Token::Kind::value && clause.verb != Verb::verify)
      run.selector = std::string(token.span.of(material.request));
  }
  if (run.purpose.empty() && clause.verb == Verb::verify) {
    for (std::size_t at = clause.begin; at < clause.end; ++at)
      if (tokens[at].text == "compiles" || tokens[at].text == "builds" || tokens[at].text == "build" ||
          tokens[at].text == "compile")
        run.purpose = "build";
  }
  if (run.purpose.empty() && (clause.verb == Verb::verify || clause.mood == Mood::question)) return std::nullopt;
  return run;
}

}  // namespace warrant::contract
