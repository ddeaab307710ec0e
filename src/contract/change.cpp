// What a clause that asks for a change asks for: its operations and the roles of its paths.
#include "change.hpp"

#include <algorithm>
#include <utility>

namespace warrant::contract {

using language::Class;
using language::Clause;
using language::Token;
using language::Verb;

Change::Change(const Clause& clause, Draft& draft)
    : clause_(clause),
      draft_(draft),
      material_(draft.material_),
      tokens_(material_.reading.tokens),
      slots_(read_slots(material_, clause)),
      changeable_(clause.conditional ? Role::may_change : Role::must_change) {
  object_ = named(SlotName::object);
  in_ = named(SlotName::in);
  to_ = named(SlotName::to);
  into_ = named(SlotName::into);
  from_ = named(SlotName::from);
  with_ = named(SlotName::with);
  source_ = named(SlotName::source);
  topic_ = named(SlotName::topic);
  as_ = named(SlotName::as);
  // ".dockerignore: node_modules, .git and docs/ should all be in there": what it lists
  const auto lists = std::ranges::find_if(object_, [](const Named& it) { return it.path.ends_with("ignore"); });
  if (lists != object_.end() && object_.size() > 1) object_ = {*lists};
  // "put it into the Requirements section of README.md"
  if (clause_.verb == Verb::write && into_.empty() && in_.empty() && to_.empty() && !slots_[SlotName::into].empty() &&
      topic_.size() == 1 && topic_.front().exists)
    into_ = std::exchange(topic_, {});
  compare();
  uses_from();
  edits_by();
  refer_back();
}

void Change::read() {
  if (changes_copy()) return;
  read_about_it();
  for (const Named& it : source_) draft_.give(it, Role::source);
  for (const Named& it : named(SlotName::purpose)) draft_.give(it, Role::mentioned);
  for (const Named& it : named(SlotName::anchor)) draft_.give(it, Role::mentioned);
  switch (clause_.verb) {
    case Verb::rename:
    case Verb::move:
    case Verb::copy: transfer(); break;
    case Verb::erase:
    case Verb::remove: remove(); break;
    case Verb::create:
    case Verb::run:
    case Verb::build: create(); break;
    case Verb::directory: make_directories(); break;
    case Verb::write: write(); break;
    case Verb::add: add(); break;
    case Verb::convert: convert(); break;
    case Verb::show:
    case Verb::read:
    case Verb::list:
    case Verb::explain:
    case Verb::diagnose:
    case Verb::find: report(); break;
    case Verb::change:
    case Verb::replace:
    case Verb::set: set(); break;
    case Verb::edit:
    case Verb::none:
    case Verb::test:
    case Verb::lint:
    case Verb::typecheck:
    case Verb::review:
    case Verb::verify:
    case Verb::suggest:
    case Verb::say:
    case Verb::undo:
    case Verb::redo:
    case Verb::leave:
    case Verb::avoid:
    case Verb::attempt:
    case Verb::proceed: edit(); break;
  }
  remember();
}

std::vector<Named> Change::named(SlotName slot) const {
  std::vector<Named> out;
  for (const std::size_t at : paths_in(material_, slots_[slot])) out.push_back(*material_.names[at]);
  return out;
}

std::string Change::text(SlotName slot) const { return text_of(material_, slots_[slot]); }

bool Change::has(SlotName slot, Class which) const {
  return std::ranges::any_of(slots_[slot], [&](std::size_t at) { return tokens_[at].is(which); });
}

bool Change::clause_has(Class which) const {
  for (std::size_t at = clause_.begin; at < clause_.end; ++at)
    if (tokens_[at].is(which)) return true;
  return false;
}

bool Change::no_names() const {
  return object_.empty() && in_.empty() && to_.empty() && into_.empty() && from_.empty() && as_.empty() &&
         topic_.empty() && with_.empty();
}

/// Politeness behind it left out.
std::size_t Change::last_word() const {
  std::size_t at = clause_.end - 1;
  while (at > clause_.begin && (tokens_[at].kind == Token::Kind::mark || tokens_[at].is(Class::polite))) --at;
  return at;
}

/// "create b.md with the same headings as a.md": what it is made like.
void Change::compare() {
  bool same = false;
  for (std::size_t at = clause_.begin; at < clause_.end; ++at) {
    same = same || tokens_[at].is(Class::continuing);
    if (!same || !material_.names[at] || at == clause_.begin || tokens_[at - 1].text != "as") continue;
    std::erase_if(as_, [&](const Named& it) { return it.span == material_.names[at]->span; });
    source_.push_back(*material_.names[at]);
  }
}

/// "In a.c use the constants of b.h": what is used is read, where its user stands before it.
void Change::uses_from() {
  if (clause_.passive || clause_.at >= clause_.end || !tokens_[clause_.at].is(Class::source) ||
      slots_[SlotName::object].empty())
    return;
  const std::size_t verb = tokens_[clause_.at].span.begin;
  const bool placed = std::ranges::any_of(in_, [&](const Named& it) { return it.span.begin < verb; });
  if (!placed) return;
  std::erase_if(in_, [&](const Named& it) {
    if (it.span.begin < verb) return false;
    source_.push_back(it);
    return true;
  });
}

/// "fix the build by editing docs/a.md": where it is done.
void Change::edits_by() {
  std::erase_if(with_, [&](const Named& it) {
    for (const std::size_t at : slots_[SlotName::with]) {
      const Token& token = tokens_[at];
      if (token.span.begin >= it.span.begin) break;
      if (!token.has(language::Form::gerund) || !language::changes_something(token.entry->verb)) continue;
      in_.push_back(it);
      return true;
    }
    return false;
  });
}

/// "copy a.yml to b.yml and set X in the copy"
bool Change::changes_copy() {
  if (draft_.operations.empty() || !(referred_ || no_names())) return false;
  const auto* made = std::get_if<TransferFile>(&draft_.operations.back());
  if (made == nullptr || made->how != Transfer::copy || made->to.empty()) return false;
  const bool copy = std::ranges::any_of(slots_[SlotName::in], [&](std::size_t at) {
    return tokens_[at].text == "copy" || tokens_[at].text == "duplicate";
  });
  if (copy) draft_.operate(Type::edit, Edit{made->to, ""});
  return copy;
}

/// "a.md doesn't mention b.sql. Add a section about it to a.md.": what is written about is read.
void Change::read_about_it() {
  if (referred_ || !topic_.empty() || !has(SlotName::topic, Class::pronoun)) return;
  for (const Named& it : draft_.recent) {
    bool placed = false;
    for (const auto* list : {&object_, &in_, &to_, &into_, &as_})
      placed = placed || std::ranges::any_of(*list, [&](const Named& place) { return place.path == it.path; });
    if (!placed && it.exists && !it.directory) draft_.give(it, Role::source);
  }
}

bool Change::goes_into_it() const {
  const auto refers = [&](std::size_t at) { return tokens_[at].is(Class::pronoun); };
  // "… and put the sentence "…" under the heading"
  const bool placed = literal_in(material_, slots_[SlotName::object]) && !slots_[SlotName::in].empty() &&
                      draft_.recent.size() == 1 && draft_.recent.front().exists;
  return placed || std::ranges::any_of(slots_[SlotName::into], refers) ||
         std::ranges::any_of(slots_[SlotName::in], refers) || clause_contains("there") || clause_contains("in there");
}

/// "it", "them", or an order without any place: what was spoken of last.
void Change::refer_back() {
  const bool pronoun = has(SlotName::object, Class::pronoun);
  const bool empty = std::ranges::none_of(slots_[SlotName::object], [&](std::size_t at) {
    return tokens_[at].kind != Token::Kind::mark && !tokens_[at].is(Class::polite) && !tokens_[at].is(Class::needed);
  });
  if (!object_.empty() || draft_.recent.empty()) return;
  // "… and put the corrections into it", "Write a paragraph about it there."
  if (no_names() && (clause_.verb == Verb::write || clause_.verb == Verb::add) && goes_into_it()) {
    into_ = draft_.recent;
    referred_ = true;
    return;
  }
  const bool carries = clause_.verb == Verb::move || clause_.verb == Verb::copy || clause_.verb == Verb::rename;
  const bool into_place = carries && pronoun && !in_.empty() && (in_.front().directory || !in_.front().exists);
  if ((pronoun || empty) && (in_.empty() || into_place)) {
    const bool many = std::ranges::any_of(slots_[SlotName::object], [&](std::size_t at) {
      const std::string& word = tokens_[at].text;
      return word == "them" || word == "they" || word == "both" || word == "these" || word == "those" ||
             word.find("both") != std::string::npos || word.find("all") != std::string::npos;
    });
    referred_ = true;
    if (has(SlotName::object, Class::line_noun) || has(SlotName::object, Class::symbol_noun)) {
      in_ = draft_.recent;  // "take that section out"
      return;
    }
    const std::string& last = tokens_[last_word()].text;
    const bool puts_in = clause_.verb == Verb::write && pronoun && (last == "in" || last == "there");
    // "a.py keeps negative rows, they should be dropped": more than the one file
    const bool several = many && draft_.recent.size() == 1 && !draft_.recent_all;
    if (((draft_.recent_holds || several) && (pronoun || clause_.verb == Verb::remove)) || puts_in) {
      in_ = draft_.recent;
      return;
    }
    object_ = draft_.recent;
    if (!many && !draft_.recent_all && object_.size() > 1 && pronoun) object_.resize(1);
    return;
  }
  if (no_names() && clause_.verb != Verb::create && clause_.verb != Verb::directory && !(clause_.verb == Verb::write)) {
    in_ = draft_.recent;
    referred_ = true;
  }
}

void Change::remember() {
  std::vector<Named> recent;
  for (const auto* list : {&object_, &in_, &to_, &into_, &as_})
    for (const Named& it : *list)
      if (it.exists || last_part(it.written).find('.') != std::string_view::npos || !it.candidates.empty())
        recent.push_back(it);
  if (recent.empty()) return;
  draft_.recent_holds = referred_ ? draft_.recent_holds : object_.empty();
  draft_.recent = std::move(recent);
}

/// Changes the file in place.
void Change::edit_file(const Named& it, const std::string& symbol) {
  if (draft_.is_ambiguous(it)) {
    draft_.operate(Type::edit, Edit{it.path, symbol});
    return;
  }
  // "a.html: a page with …", which is not there yet
  const bool makes = clause_.at < clause_.end && tokens_[clause_.at].is(Class::cause);
  if ((clause_.passive || makes) && clause_.verb == Verb::edit && !it.exists && !is_outside(it.written) &&
      !it.directory)
    return make_file(it);
  draft_.give(it, changeable_);
  draft_.operate(Type::edit, Edit{it.path, symbol});
}

void Change::edit_nothing_named(const std::string& symbol) { draft_.operate(Type::edit, Edit{"", symbol}); }

/// The function or class that the object names: "the function foo", "foo()".
std::string Change::symbol() const {
  const auto& object = slots_[SlotName::object];
  for (std::size_t i = 0; i < object.size(); ++i) {
    const Token& token = tokens_[object[i]];
    if (material_.names[object[i]]) continue;
    const std::string raw(token.span.of(material_.request));
    if (token.kind == Token::Kind::value && raw.ends_with("()")) return without_call(raw);
    const bool after = i > 0 && tokens_[object[i - 1]].is(Class::symbol_noun);
    const bool before = i + 1 < object.size() && tokens_[object[i + 1]].is(Class::symbol_noun);
    const bool quoted = token.kind == Token::Kind::quoted && is_one_word(token.text);
    // "Delete the peek method from a.py", "Delete the function divide from a.py"
    const bool removed = (clause_.verb == Verb::erase || clause_.verb == Verb::remove) &&
                         token.kind == Token::Kind::word &&
                         ((before && i > 0 && tokens_[object[i - 1]].is(Class::article) && token.entry == nullptr) ||
                          (after && i + 1 == object.size() && is_one_word(token.text)));
    if (removed) return without_call(raw);
    if ((after || before) &&
        (quoted || (token.entry == nullptr && is_code_name(raw)) ||
         (after && token.entry == nullptr && token.kind != Token::Kind::mark && clause_.verb != Verb::add &&
          clause_.verb != Verb::create && clause_.verb != Verb::write)))
      return without_call(quoted ? token.text : raw);
  }
  return {};
}

/// Only what is there already has to exist.
std::string Change::existing_symbol() const {
  return clause_.verb == Verb::add || clause_.verb == Verb::create || clause_.verb == Verb::write ? std::string()
                                                                                                  : symbol();
}

std::vector<Named> Change::place() const {
  if (!in_.empty()) return in_;
  if (!into_.empty()) return into_;
  if (!from_.empty()) return from_;
  if (!to_.empty()) return to_;
  if (!topic_.empty()) return topic_;
  return as_;
}

void read_change(const Clause& clause, Draft& draft) { Change(clause, draft).read(); }

}  // namespace warrant::contract
