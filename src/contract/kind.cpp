#include "judge.hpp"

#include <algorithm>

namespace warrant::contract {

using language::Class;
using language::Clause;
using language::Form;
using language::Mood;
using language::Token;
using language::Verb;

Judge::Judge(const Material& material, const Clause& clause)
    : material_(material), tokens_(material.reading.tokens), clause_(clause) {}

std::optional<Kind> Judge::judge() const {
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

/// An order to be told something.
std::optional<Kind> Judge::tells() const {
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
std::optional<Kind> Judge::shows() const {
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
std::optional<Kind> Judge::finds() const {
  if ((any(Class::defect) && !has_word("unused")) || any(Class::trouble) || has_word("reason") || has_word("cause"))
    return kind(Type::diagnose, "imperative.find_defect");
  if (lists_files()) return kind(Type::list, "imperative.find_files");
  return kind(Type::question, "imperative.find");
}

/// "explain", "summarise"
std::optional<Kind> Judge::explains() const {
  if (any(Class::question) && any(Class::defect) && !any(Class::modal, clause_.at))
    return embedded(Type::explain, "imperative.explain");
  if (status_words()) return kind(Type::status, "status.changes");
  if (lists_files() && (has_word("here") || any(Class::all))) return kind(Type::list, "imperative.explain_files");
  return kind(Type::explain, "imperative.explain");
}

Kind Judge::kind(Type type, std::string rule) const {
  std::vector<Operation> operations;
  if (type == Type::verify)
    if (auto found = run_of(material_, clause_)) operations.emplace_back(std::move(*found));
  return {type, std::move(rule), &clause_, std::move(operations)};
}

bool Judge::any(Class which, std::size_t from) const {
  for (std::size_t at = std::max(from, clause_.begin); at < clause_.end; ++at)
    if (tokens_[at].is(which)) return true;
  return false;
}

bool Judge::has_word(std::string_view word) const {
  for (std::size_t at = clause_.begin; at < clause_.end; ++at)
    if (tokens_[at].text == word) return true;
  return false;
}

bool Judge::any_name() const {
  for (std::size_t at = clause_.begin; at < clause_.end; ++at)
    if (material_.names[at]) return true;
  return false;
}

/// "an example of a pyproject.toml": no file of the workspace
bool Judge::names_only_samples() const {
  for (std::size_t at = clause_.begin; at < clause_.end; ++at)
    if (material_.names[at] && (at == clause_.begin || (tokens_[at - 1].text != "a" && tokens_[at - 1].text != "an")))
      return false;
  return true;
}

bool Judge::any_path_directory() const {
  bool directory = false;
  for (std::size_t at = clause_.begin; at < clause_.end; ++at)
    if (material_.names[at]) {
      if (!material_.names[at]->directory) return false;
      directory = true;
    }
  return directory;
}

bool Judge::only_of(Class which) const {
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

bool Judge::lists_files() const {
  if (any(Class::defect)) return false;
  for (std::size_t at = clause_.begin; at < clause_.end; ++at)
    if (tokens_[at].is(Class::file_noun) && (tokens_[at].text.ends_with('s') || tokens_[at].text == "dateien"))
      return !named_files();
    else if (tokens_[at].is(Class::directory_noun))
      return !named_files();
  return false;
}

bool Judge::named_files() const {
  for (std::size_t at = clause_.begin; at < clause_.end; ++at)
    if (material_.names[at] && !material_.names[at]->directory &&
        material_.names[at]->written.find('*') == std::string::npos)
      return true;
  return false;
}

bool Judge::is_listing() const {
  if (named_files()) return false;
  if (lists_files() || any_path_directory()) return true;
  std::size_t words = 0;
  for (std::size_t at = clause_.at + 1; at < clause_.end; ++at)
    if (tokens_[at].kind == Token::Kind::word && !tokens_[at].is(Class::polite)) ++words;
  return words == 0 || has_word("workspace") || has_word("project") || (has_word("here") && !names_things()) ||
         has_word("contents") || has_word("content");
}

/// "list the mistakes here": things that are no files.
bool Judge::names_things() const {
  for (std::size_t at = clause_.at + 1; at < clause_.end; ++at)
    if (tokens_[at].kind == Token::Kind::word && (tokens_[at].entry == nullptr || tokens_[at].is(Class::defect)))
      return true;
  return false;
}

/// What was done: "your changes", "what you changed".
bool Judge::status_words() const {
  for (std::size_t at = clause_.begin; at < clause_.end; ++at) {
    const Token& token = tokens_[at];
    const bool done = token.entry != nullptr && token.has(Form::past) && language::changes_something(token.entry->verb);
    if (done && token.text != "doing" && token.text != "set" && token.text != "put" && token.text != "cut") {
      for (std::size_t k = clause_.begin; k < at; ++k)
        if (tokens_[k].text == "you" || tokens_[k].is(Class::speaker)) return true;
    }
    if (token.is(Class::change_noun) && at > clause_.begin && tokens_[at - 1].text == "your") return true;
  }
  return false;
}

/// "Tell me what …", "show me why …": the inner question decides.
std::optional<Kind> Judge::embedded(Type otherwise, std::string rule) const {
  for (std::size_t at = clause_.at + 1; at < clause_.end; ++at)
    if (tokens_[at].is(Class::question)) return question(at);
  for (std::size_t at = clause_.at + 1; at < clause_.end; ++at)
    if ((tokens_[at].is(Class::condition) && tokens_[at].text == "if") || tokens_[at].text == "whether")
      return question(at);
  return kind(otherwise, std::move(rule));
}

/// "an explanation of a.py", "an overview of src"
bool Judge::gives_account() const {
  for (std::size_t at = clause_.at + 1; at + 1 < clause_.end; ++at)
    if (tokens_[at].is(Class::account)) return true;
  return false;
}

Kind Judge::run() const {
  Kind out{Type::run, "imperative.run", &clause_, {}};
  if (auto found = run_of(material_, clause_)) out.operations.emplace_back(std::move(*found));
  return out;
}

std::optional<Kind> Judge::restore() const {
  Kind out{Type::restore, clause_.verb == Verb::redo ? "imperative.redo" : "imperative.undo", &clause_, {}};
  std::string path;
  for (std::size_t at = clause_.begin; at < clause_.end; ++at)
    if (material_.names[at]) path = material_.names[at]->path;
  out.operations.emplace_back(Restore{path, clause_.verb == Verb::redo});
  return out;
}

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
