// Orders that change what a file holds: a value, a text for another, or something that only the model can do.
#include "change.hpp"

#include <algorithm>
#include <array>

namespace warrant::contract {

using language::Class;
using language::Token;
using language::Verb;

/// "Use a.md for the facts.": of a file, behind another order
bool Change::uses_for() const {
  if (!draft_.change || object_.size() != 1 || !object_.front().exists || !in_.empty() || !to_.empty() ||
      clause_.at >= clause_.end || !tokens_[clause_.at].is(Class::source))
    return false;
  for (std::size_t at = clause_.at + 1; at + 1 < clause_.end; ++at)
    if (material_.names[at]) return tokens_[at + 1].text == "for" || tokens_[at + 1].is(Class::as);
  return false;
}

/// "change the name of a.md to b.md", "give a.md the name b.md"
bool Change::renames_by_name() const {
  if (clause_.at < clause_.end && tokens_[clause_.at].is(Class::name_noun) && object_.size() == 2 &&
      object_.front().exists && !object_.back().exists)
    return true;
  for (std::size_t at = clause_.at + 1; at < clause_.end; ++at) {
    if (!tokens_[at].is(Class::name_noun)) continue;
    const bool of = at + 2 < clause_.end && tokens_[at + 1].is(Class::in) && material_.names[at + 2];
    const bool given = clause_.at < clause_.end && tokens_[clause_.at].is(Class::gives) && at + 1 < clause_.end &&
                       material_.names[at + 1];
    return (of && to_.size() == 1) || given;
  }
  return false;
}

bool Change::only_names(const std::vector<std::size_t>& slot) const {
  return std::ranges::all_of(slot, [&](std::size_t at) {
    return material_.names[at] || tokens_[at].kind == Token::Kind::mark || tokens_[at].is(Class::polite);
  });
}

void Change::set() {
  // "docs/a.md → docs/b/a.md", "docs/a.md should be docs/b.md"
  if (clause_.passive && object_.empty() && from_.size() == 1 && slots_[SlotName::object].empty())
    std::swap(object_, from_);
  if (clause_.passive && (clause_.verb == Verb::change || only_names(slots_[SlotName::object])) &&
      object_.size() == 1 && to_.size() == 1 && object_.front().exists && !object_.front().directory &&
      !to_.front().exists && only_names(slots_[SlotName::to])) {
    const bool moves = directory_of(to_.front().written) != directory_of(object_.front().path);
    return transfer_files(to_, moves ? Transfer::move : Transfer::rename);
  }
  if (renames_by_name() && in_.size() == 1) {
    object_ = std::move(in_);
    in_.clear();
    return rename_files(to_);
  }
  // "Bring README.md up to date with the flags in src/cli.rs"
  if (object_.size() == 1 && object_.front().exists && !slots_[SlotName::with].empty() && clause_.verb == Verb::set &&
      tokens_[slots_[SlotName::object].front()].span == object_.front().span) {
    give_sources(in_);
    give_sources(with_);
    return edit_file(object_.front());
  }
  std::vector<Named> where = in_;
  bool object_is_text = !where.empty() && !std::ranges::all_of(where, [](const Named& it) { return it.directory; });
  if (!object_is_text) {
    where = object_;
    if (where.empty()) where = in_;
  }
  if (where.empty() && !from_.empty()) where = from_;
  if (where.empty() && clause_.verb == Verb::replace && !with_.empty() && slots_[SlotName::object].empty())
    where = with_;
  if (where.empty()) where = topic_;
  if (where.empty() && (!to_.empty() || !into_.empty()) &&
      (clause_.verb != Verb::set || slots_[SlotName::object].empty()))
    where = to_.empty() ? into_ : to_;
  if (object_is_text)
    give_mentions(object_);
  else
    give_sources(with_);
  if (where.empty()) where = only_file();
  if (where.empty()) return operate_on("");
  for (const Named& it : where) {
    if (draft_.is_ambiguous(it)) {
      edit_file(it);
      continue;
    }
    if (!it.exists && clause_.passive && clause_.verb == Verb::set && !clause_has(Class::from)) {
      put_text(it);  // "notes.md should say …" where there is none yet
      continue;
    }
    draft_.give(it, changeable_);
    if (object_is_text || object_.empty())
      operate_on(it.path);
    else
      draft_.operate(Type::edit, Edit{it.path, ""});
  }
}

/// "I want that the footer shows the year, src/footer.tsx": the one file that the clause names, wherever it stands.
std::vector<Named> Change::only_file() const {
  std::vector<Named> files;
  for (std::size_t at = clause_.begin; at < clause_.end; ++at)
    if (material_.names[at] && material_.names[at]->exists && !material_.names[at]->directory)
      files.push_back(*material_.names[at]);
  if (files.size() != 1) files.clear();
  return files;
}

/// "60 and RETRIES to 5", "the same value", "its default": words that only a reader of the file can make a value of.
bool Change::is_open_value(const std::string& to) const {
  const auto& slot = slots_[SlotName::to];
  if (to.empty() || literal_in(material_, slot)) return false;
  for (const std::size_t at : slot)
    if (tokens_[at].is(Class::pronoun) || tokens_[at].text == "its" || tokens_[at].text == "default") return true;
  if (to.find('=') != std::string::npos) return false;
  const std::size_t space = to.find(' ');
  if (space == std::string::npos) return false;
  // "from 5 to 10 seconds" and "to Quick start" are said in full.
  const bool unit = !slots_[SlotName::from].empty() && is_one_word(without_unit(text(SlotName::from), to));
  return !unit && !is_title(to);
}

/// "line 2 of a.txt": a place that is counted.
bool Change::names_a_line() const {
  const auto& object = slots_[SlotName::object];
  for (std::size_t i = 0; i + 1 < object.size(); ++i)
    if (tokens_[object[i]].is(Class::line_noun) && is_number(tokens_[object[i + 1]].text)) return true;
  return false;
}

void Change::operate_on(const std::string& path) {
  const std::string object = text(SlotName::object);
  const std::string from = text(SlotName::from);
  const std::string to = text(SlotName::to);
  const std::string with = text(SlotName::with);
  if (is_open_value(to) || names_a_line()) return draft_.operate(Type::edit, Edit{path, symbol()});
  // "change X = 1 to X = 2"
  if (!object.empty() && object.find('=') != std::string::npos && to.find('=') != std::string::npos)
    return draft_.operate(Type::edit, Replace{path, object, to, "", false});
  if (!from.empty() && !to.empty() && from_.empty())
    return draft_.operate(Type::edit, Replace{path, from, without_unit(from, to), object, slots_.everywhere});
  if (clause_.verb == Verb::replace) {
    const std::string& fresh = !with.empty() ? with : !to.empty() ? to : text(SlotName::topic);
    if (!object.empty() && !fresh.empty())
      return draft_.operate(Type::edit, Replace{path, object, fresh, "", slots_.everywhere});
  }
  if (!object.empty() && !to.empty()) {
    const bool literal = literal_in(material_, slots_[SlotName::object]).has_value();
    const bool number = is_number(object);
    // A name beside a quotation, and a name with a dash in it, have a value.
    const bool has_value =
        literal_in(material_, slots_[SlotName::to]).has_value() || object.find('-') != std::string::npos;
    const bool same_kind = !has_value && is_one_word(object) && is_one_word(to) &&
                           to.find_first_not_of("0123456789.") != std::string::npos &&
                           object.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_") != std::string::npos;
    if (clause_.verb == Verb::change && (literal || number || same_kind))
      return draft_.operate(Type::edit, Replace{path, object, to, "", slots_.everywhere});
    return draft_.operate(Type::edit, SetValue{path, object, to});
  }
  draft_.operate(Type::edit, Edit{path, symbol()});
}

/// Words that fix the change whatever the verb: "`a` instead of `b`", "update the version to 1.2".
bool Change::edit_fixed() {
  if (in_.size() != 1 || !object_.empty() || in_.front().directory || !in_.front().exists) return false;
  const std::string& path = in_.front().path;
  std::vector<std::size_t> quoted;
  std::size_t between = 0;
  for (std::size_t at = clause_.begin; at < clause_.end; ++at) {
    if (tokens_[at].kind == Token::Kind::quoted) quoted.push_back(at);
    const bool instead = tokens_[at].is(Class::instead) || tokens_[at].text == "instead of";
    if (instead) between = at;
  }
  const bool swaps = quoted.size() == 2 && quoted[0] < between && between < quoted[1];
  const std::string to = text(SlotName::to);
  const std::string object = text(SlotName::object);
  const bool sets = is_one_word(object) && is_one_word(to) && to_.empty() && is_number(to.substr(0, 1));
  if (!swaps && !sets) return false;
  draft_.give(in_.front(), changeable_);
  if (swaps) {
    draft_.operate(Type::edit, Replace{path, tokens_[quoted[1]].text, tokens_[quoted[0]].text, "", false});
  } else {
    draft_.operate(Type::edit, SetValue{path, object, to});
  }
  return true;
}

/// Behind "of", where something else is behind "in".
bool Change::is_owned(const Named& named) const {
  const auto& in = slots_[SlotName::in];
  if (in.empty() || !material_.names[in.front()] || in.front() == 0) return false;
  return tokens_[in.front() - 1].text == "of" && material_.names[in.front()]->span == named.span &&
         tokens_[in.back() - 1].text != "of" && !tokens_[in.back() - 1].is(Class::conjunction);
}

/// "make an empty a.py": an article before a name that is not there.
bool Change::makes_new() const {
  if (object_.size() != 1 || object_.front().exists || !object_.front().candidates.empty()) return false;
  const auto& object = slots_[SlotName::object];
  return !object.empty() && (tokens_[object.front()].is(Class::article) || material_.names[object.front()]) &&
         tokens_[std::min(clause_.at, clause_.end - 1)].is(Class::cause);
}

void Change::edit() {
  if (renames_by_name() && object_.size() == 2) {
    const std::vector<Named> to{object_.back()};
    object_.pop_back();
    return rename_files(to);
  }
  // "write b.md and link it from a.md", "link b.md from a.md": it is linked in a.md
  if (in_.empty() && to_.empty() && into_.empty() && from_.size() == 1 && from_.front().exists &&
      (referred_ || object_.size() == 1) && clause_.at < clause_.end && tokens_[clause_.at].is(Class::links)) {
    if (!referred_) give_mentions(object_);
    return edit_file(from_.front(), "");
  }
  std::vector<Named> made = into_;
  made.insert(made.end(), as_.begin(), as_.end());
  const std::vector<Named>& base = object_.empty() ? in_ : object_;
  // "make a file called b.py that …"
  if (base.empty() && made.size() == 1 && !made.front().exists && clause_.at < clause_.end &&
      tokens_[clause_.at].is(Class::cause) && !referred_)
    return output(made.front());
  if (!made.empty() && !base.empty()) {  // "translate a.md into b.md"
    for (const Named& it : base) draft_.give(it, Role::source);
    for (const Named& it : made) output(it);
    return;
  }
  // "document a.py in a.md"
  if (!object_.empty() && !in_.empty() && in_.front().candidates.empty() && !in_.front().exists &&
      object_.front().exists) {
    give_sources(object_);
    for (const Named& it : in_) output(it);
    return;
  }
  // "document the props of a.vue in b.md"
  if (made.empty() && object_.empty() && in_.size() == 2 && in_.front().exists && !in_.back().exists &&
      in_.back().candidates.empty()) {
    draft_.give(in_.front(), Role::source);
    return output(in_.back());
  }
  // "document the endpoints of main.py in api.md"
  if (made.empty() && object_.empty() && in_.size() == 2 && is_owned(in_.front()) && !in_.back().directory) {
    draft_.give(in_.front(), Role::source);
    return edit_file(in_.back(), existing_symbol());
  }
  // "make an empty __init__.py in app"
  if (made.empty() && makes_new()) return make_file(object_.front());
  // "use a.css as the reference"
  if (tokens_[std::min(clause_.at, clause_.end - 1)].is(Class::source) && !object_.empty() && as_.empty() &&
      !slots_[SlotName::as].empty() && object_.front().exists)
    return give_sources(object_);
  if (uses_for()) return give_sources(object_);
  give_sources(with_);
  if (edit_fixed()) return;
  // "adapt a.py to b.py": the first is what changes
  static constexpr std::array<std::string_view, 5> kAdapts{"adapt", "adjust", "align", "conform", "match"};
  if (!to_.empty() && !object_.empty() && to_.front().exists && clause_.at < clause_.end &&
      std::ranges::find(kAdapts, tokens_[clause_.at].text) != kAdapts.end()) {
    give_sources(to_);
    for (const Named& it : object_) edit_file(it, "");
    return;
  }
  if (!to_.empty()) {
    for (const Named& it : to_) put_text(it);
    for (const Named& it : object_) draft_.give(it, Role::source);
    for (const Named& it : in_) draft_.give(it, it.directory ? Role::mentioned : Role::source);
    return;
  }
  const bool inside = std::ranges::any_of(in_, [](const Named& it) { return !it.directory; });
  std::vector<Named> where = inside || object_.empty() ? in_ : object_;
  if (inside && !object_.empty()) give_mentions(object_);
  if (where.empty())
    where = from_;
  else
    give_sources(from_);
  if (where.empty()) where = into_;
  if (where.empty() && !topic_.empty()) {
    if (has(SlotName::object, Class::tests_noun) && clause_.verb == Verb::edit &&
        tokens_[clause_.at].text == "implement") {
      give_sources(topic_);
      return draft_.operate(Type::create, CreateFile{"", std::nullopt});
    }
    where = topic_;
  } else {
    give_mentions(topic_);
  }
  for (const Named& it : where) edit_file(it, existing_symbol());
  if (!where.empty()) return;
  edit_nothing_named(symbol());
  const bool empty = std::ranges::none_of(slots_[SlotName::object], [&](std::size_t at) {
    const Token& token = tokens_[at];
    return token.kind != Token::Kind::mark && !token.is(Class::pronoun) && !token.is(Class::polite) &&
           !token.is(Class::needed) && !token.is(Class::vague) && !token.is(Class::deictic) &&
           !token.is(Class::article) && token.text != "please" && token.text != "thing" && token.text != "things" &&
           token.text != "stuff" && token.text != "something";
  });
  const bool pronoun =
      !slots_[SlotName::object].empty() && tokens_[slots_[SlotName::object].front()].is(Class::pronoun);
  if (empty || pronoun) draft_.doubt_place("Which file should be changed, and how?");
  // "Fix the grammar of "…"": what is to be changed stands in the request, perhaps in no file at all.
  bool quotes = false;
  for (std::size_t at = clause_.begin; at < clause_.end; ++at) {
    quotes = quotes || tokens_[at].kind == Token::Kind::block ||
             (tokens_[at].kind == Token::Kind::quoted && !is_one_word(tokens_[at].text));
  }
  if (quotes) draft_.doubt("Does the quoted text stand in a file that should be changed? Which one?");
}

}  // namespace warrant::contract
