// Orders by which a file or a part of one goes.
#include "change.hpp"

#include <algorithm>

namespace warrant::contract {

using language::Class;
using language::Token;
using language::Verb;

void Change::remove() {
  // "remove the colour purple_200 form colors.xml", "take them off guests.csv"
  if (!object_.empty() && in_.empty() && from_.empty() && (names_a_piece() || stands_behind_off()))
    std::swap(object_, in_);
  const auto is_file = [](const Named& it) { return !it.directory; };
  std::vector<Named> places = in_;
  places.insert(places.end(), from_.begin(), from_.end());
  const bool within = std::ranges::any_of(places, is_file);
  // "Throw away a.css and its link in b.html"
  if (object_.size() == 1 && within && in_.size() == 1 && goes_with_mention()) {
    draft_.give(object_.front(), changeable_);
    draft_.operate(Type::organize, DeleteFile{object_.front().path});
    return edit_file(in_.front());
  }
  if (!object_.empty() && !within) {
    for (const Named& it : object_) {
      if (!draft_.is_ambiguous(it)) draft_.give(it, changeable_);
      draft_.operate(Type::organize, DeleteFile{it.path});
    }
    for (const Named& it : places) draft_.give(it, Role::mentioned);
    return;
  }
  if (object_.empty() && !within && !places.empty() && (clause_has(Class::all) || clause_has(Class::file_noun))) {
    for (const Named& it : places) {
      draft_.give(it, changeable_);
      draft_.operate(Type::organize, DeleteFile{it.path + "/*"});
    }
    return;
  }
  for (const Named& it : object_) draft_.give(it, Role::mentioned);
  std::vector<Named> where = places;
  if (where.empty()) where = place();
  const auto literal = literal_in(material_, slots_[SlotName::object]);
  for (const Named& it : where) {
    if (draft_.is_ambiguous(it)) {
      edit_file(it);
    } else if (literal && it.exists) {
      draft_.give(it, changeable_);
      draft_.operate(Type::edit, RemoveText{it.path, *literal, has(SlotName::object, Class::line_noun)});
    } else if (const std::string defined = symbol(); !defined.empty() && it.exists) {
      draft_.give(it, changeable_);
      draft_.operate(Type::edit, RemoveText{it.path, defined, has(SlotName::object, Class::value_noun)});
    } else {
      edit_file(it);
    }
  }
  if (!where.empty()) return;
  const bool file = has(SlotName::object, Class::file_noun) || has(SlotName::object, Class::directory_noun) ||
                    (clause_.verb == Verb::erase && !has(SlotName::object, Class::symbol_noun) &&
                     !has(SlotName::object, Class::line_noun));
  edit_nothing_named(symbol());
  if (file) {
    draft_.change = Type::organize;
    draft_.doubt("Which file should be deleted?");
  }
}

/// "a.css and its link", "the file and its \input"
bool Change::goes_with_mention() const {
  for (std::size_t at = clause_.at + 1; at + 2 < clause_.end; ++at)
    if ((material_.names[at] || tokens_[at].is(Class::file_noun) || tokens_[at].is(Class::pronoun)) &&
        tokens_[at + 1].text == "and" && (tokens_[at + 2].text == "its" || tokens_[at + 2].text == "all its"))
      return true;
  return false;
}

/// "… off guests.csv": the file is where something goes from.
bool Change::stands_behind_off() const {
  const auto& object = slots_[SlotName::object];
  return object.size() > 1 && material_.names[object.back()] &&
         (tokens_[object[object.size() - 2]].text == "off" || tokens_[clause_.at].text.ends_with(" off"));
}

/// A name of code before the path.
bool Change::names_a_piece() const {
  for (const std::size_t at : slots_[SlotName::object]) {
    if (material_.names[at]) return false;
    if (tokens_[at].kind == Token::Kind::value || tokens_[at].is(Class::symbol_noun)) return true;
  }
  return false;
}

}  // namespace warrant::contract
