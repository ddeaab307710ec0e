// Orders that move, copy or rename: files, or a symbol within one.
#include "change.hpp"

#include <warrant/base/utf8.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace warrant::contract {

using language::Class;
using language::Verb;

/// "a.c to b.c and a.h to b.h": each name with the one behind its "to".
std::vector<std::pair<Named, Named>> Change::pairs() const {
  std::vector<std::pair<Named, Named>> pairs;
  std::optional<Named> left;
  bool joined = false;
  for (std::size_t at = clause_.begin; at < clause_.end; ++at) {
    if (const auto& name = material_.names[at]) {
      if (left && joined)
        pairs.emplace_back(*std::exchange(left, std::nullopt), *name);
      else
        left = *name;
      joined = false;
    } else if (tokens_[at].is(Class::to) || tokens_[at].is(Class::into)) {
      joined = true;
    } else if (joined) {
      return {};  // more than a name behind the "to"
    }
  }
  return pairs.size() > 1 && !left ? pairs : decltype(pairs){};
}

/// "move b.c there", "… into it"
bool Change::goes_there() const {
  std::size_t last = clause_.end - 1;
  while (last > clause_.begin && tokens_[last].kind == language::Token::Kind::mark) --last;
  static constexpr std::array<std::string_view, 4> kThere{"there", "in there", "into there", "over there"};
  if (std::ranges::find(kThere, tokens_[last].text) != kThere.end()) return true;
  return last > clause_.begin && tokens_[last].text == "it" && tokens_[last - 1].is(Class::into);
}

void Change::transfer() {
  if (const auto several = pairs(); !several.empty()) {
    for (const auto& [from, to] : several) {
      object_ = {from};
      transfer_files({to});
    }
    return;
  }
  std::vector<Named> destinations = to_;
  destinations.insert(destinations.end(), into_.begin(), into_.end());
  destinations.insert(destinations.end(), as_.begin(), as_.end());
  if (!as_.empty() && destinations.size() > as_.size()) destinations = as_;  // "into the archive folder as archive/x"
  // "make a folder a and move b and c in there"
  if (destinations.empty() && !draft_.operations.empty() && goes_there()) {
    if (const auto* made = std::get_if<MakeDirectory>(&draft_.operations.back()))
      destinations.push_back({made->path, made->path, true, true, {}, object_.empty() ? Span{0, 0} : object_[0].span});
  }
  if (object_.size() >= 2 && destinations.empty() && slots_[SlotName::to].empty()) {
    destinations.push_back(object_.back());  // "mv a.txt b.txt"
    object_.pop_back();
  }
  // "a.csv → b/a.csv, just move, please"
  const bool bare = std::ranges::all_of(slots_[SlotName::object], [&](std::size_t at) {
    return tokens_[at].kind == language::Token::Kind::mark || tokens_[at].is(Class::polite);
  });
  if (object_.empty() && !in_.empty() && in_.front().exists && !in_.front().directory && bare) std::swap(object_, in_);
  if (object_.empty() && clause_.verb != Verb::rename && !destinations.empty() && !from_.empty() &&
      std::ranges::all_of(slots_[SlotName::object], [&](std::size_t at) {
        return tokens_[at].is(Class::file_noun) || tokens_[at].is(Class::all) || tokens_[at].text == "the";
      }))
    object_ = from_;
  // "a.py belongs in app/. Move it there.": said already
  if (referred_ && destinations.empty() && slots_[SlotName::to].empty() && !draft_.operations.empty() &&
      std::holds_alternative<TransferFile>(draft_.operations.back()))
    return;
  // "move it to ':9090'": what the file holds, not the file.
  if (referred_ && destinations.empty() && literal_in(material_, slots_[SlotName::to])) {
    for (const Named& it : object_.empty() ? in_ : object_) edit_file(it);
    return;
  }
  // "move it under old/", "Benenne a.md in b.md um"
  if (!object_.empty() && destinations.empty() && in_.size() == 1 && slots_[SlotName::to].empty() &&
      (in_.front().exists ? in_.front().directory && clause_.verb == Verb::move : true))
    destinations = in_;
  // "change it to 60 and rename it to TIMEOUT_SECONDS": no name of a file that has an ending
  if (referred_ && clause_.verb == Verb::rename && destinations.size() == 1 && !destinations.front().exists &&
      destinations.front().written.find_first_of("./") == std::string::npos && object_.size() == 1 &&
      last_part(object_.front().path).find('.') != std::string_view::npos)
    return edit_file(object_.front());
  // "rename the template api.fullname to api.name in _helpers.tpl"
  if (clause_.verb == Verb::rename && object_.size() == 1 && !object_.front().exists &&
      object_.front().candidates.empty() && !in_.empty() &&
      std::ranges::all_of(in_, [](const Named& it) { return it.exists && !it.directory; })) {
    for (const Named& it : in_) edit_file(it);
    return;
  }
  if (!object_.empty() && clause_has(Class::parent)) return move_up();
  if (!object_.empty()) return transfer_files(destinations);
  if (clause_.verb == Verb::rename) return rename_symbol();
  // "move the region out of a.tf into a variable in b.tf"
  if (destinations.empty() && !from_.empty() && !slots_[SlotName::into].empty()) destinations = std::exchange(in_, {});
  // "move the function foo from a.py to b.py"
  const Role role = clause_.verb == Verb::copy ? Role::source : changeable_;
  for (const Named& it : from_.empty() ? in_ : from_) {
    if (destinations.empty() || role == changeable_)
      edit_file(it, symbol());
    else
      draft_.give(it, role);
  }
  for (const Named& it : destinations) put_text(it);
  if (no_names()) edit_nothing_named(symbol());
}

/// "move src/a.py one directory up"
void Change::move_up() {
  for (const Named& it : object_) {
    std::string place = directory_of(it.path);
    if (!place.empty()) place = directory_of(place.substr(0, place.size() - 1));
    const std::string to = place + std::string(last_part(it.path));
    draft_.give(it, changeable_);
    draft_.give(to, Role::output, material_.disk.kind(to) != DiskFacts::Kind::absent, it.span);
    draft_.operate(Type::organize, TransferFile{Transfer::move, it.path, to});
  }
}

void Change::transfer_files(const std::vector<Named>& destinations) {
  transfer_files(destinations, clause_.verb == Verb::copy     ? Transfer::copy
                               : clause_.verb == Verb::rename ? Transfer::rename
                                                              : Transfer::move);
}
void Change::rename_files(const std::vector<Named>& destinations) { transfer_files(destinations, Transfer::rename); }

void Change::transfer_files(const std::vector<Named>& destinations, Transfer how) {
  const Role role = how == Transfer::copy ? Role::source : changeable_;
  std::string target;
  bool directory = false;
  std::optional<Span> span;
  if (!destinations.empty()) {
    const Named& first = destinations.front();
    target = first.written;
    if (first.directory && first.exists) target = first.path;
    span = first.span;
    directory =
        (first.directory && first.exists && how != Transfer::rename) || (is_directory_word() && as_.empty()) ||
        (how != Transfer::rename && material_.request.substr(first.span.begin, first.span.size()).ends_with("/")) ||
        (object_.size() > 1) ||
        (how == Transfer::move && last_part(target).find('.') == std::string_view::npos &&
         object_.front().written.find('.') != std::string::npos && !first.exists && slots_[SlotName::as].empty());
  } else {
    const std::string text =
        text_of(material_, slots_[SlotName::to].empty()
                               ? slots_[SlotName::into].empty() ? slots_[SlotName::as] : slots_[SlotName::into]
                               : slots_[SlotName::to]);
    if (is_one_word(text)) target = text;
    directory = how != Transfer::rename && !target.empty();
    if (!target.empty()) span = last_word_span();
    if (fold_case(target) == "root" || fold_case(text) == "top level" || fold_case(text) == "root directory" ||
        text == "top level" || text == "root directory") {
      target.clear();
      for (const Named& it : object_) {
        const std::string to(last_part(it.path));
        draft_.give(it, role);
        draft_.give(to, Role::output, material_.disk.kind(to) != DiskFacts::Kind::absent, last_word_span());
        draft_.operate(Type::organize, TransferFile{how, it.path, to});
      }
      return;
    }
  }
  if (target.empty()) {
    for (const Named& it : object_) draft_.give(it, role);
    draft_.operate(Type::organize, TransferFile{how, object_.front().path, ""});
    if (how == Transfer::rename)
      draft_.doubt("What should the new name be?");
    else
      draft_.doubt("Where should it go?");
    return;
  }
  for (const Named& it : object_) {
    if (draft_.is_ambiguous(it)) return draft_.operate(Type::organize, TransferFile{how, it.path, target});
    std::string to = target;
    // "copy a.yml to b.yml in envs"
    if (!directory && in_.size() == 1 && in_.front().directory && target.find('/') == std::string::npos &&
        !destinations.empty())
      to = in_.front().path + "/" + target;
    else if (directory)
      to = target + "/" + std::string(last_part(it.path));
    else if ((how == Transfer::rename || (how == Transfer::copy && !as_.empty())) &&
             target.find('/') == std::string::npos)
      to = directory_of(it.path) + target;
    draft_.give(it, role);
    draft_.give(to, clause_.conditional ? Role::may_change : Role::output,
                material_.disk.kind(to) != DiskFacts::Kind::absent, span);
    draft_.operate(Type::organize, TransferFile{how, it.path, to});
  }
}

bool Change::is_directory_word() const {
  return has(SlotName::to, Class::directory_noun) || has(SlotName::into, Class::directory_noun);
}

std::optional<Span> Change::last_word_span() const {
  for (const SlotName slot : {SlotName::to, SlotName::into, SlotName::as})
    if (!slots_[slot].empty()) return tokens_[slots_[slot].back()].span;
  return std::nullopt;
}

void Change::rename_symbol() {
  const std::string from = without_call(symbol().empty() ? text(SlotName::object) : symbol());
  const std::string to =
      without_call(text_of(material_, slots_[SlotName::to].empty() ? slots_[SlotName::as] : slots_[SlotName::to]));
  const std::vector<Named> where = !in_.empty() ? in_ : !from_.empty() ? from_ : topic_;
  if (where.empty()) return draft_.operate(Type::edit, RenameSymbol{"", from, to});
  for (const Named& it : where) {
    if (!draft_.is_ambiguous(it)) draft_.give(it, changeable_);
    if (is_one_word(from) && is_one_word(to))
      draft_.operate(Type::edit, RenameSymbol{it.path, from, to});
    else if (is_one_word(from) && is_title(to))
      draft_.operate(Type::edit, Replace{it.path, from, to, "", false});
    else
      draft_.operate(Type::edit, Edit{it.path, ""});
  }
}

}  // namespace warrant::contract
