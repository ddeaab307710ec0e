// What a clause that asks for a change asks for: its operations and the roles of its paths.
#include "derive.hpp"
#include "draft.hpp"

#include <warrant/base/utf8.hpp>

#include <algorithm>

namespace warrant::contract {
namespace {

using language::Class;
using language::Clause;
using language::Token;
using language::Verb;

std::string_view last_part(std::string_view path) { return path.substr(path.rfind('/') + 1); }
std::string directory_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string() : std::string(path.substr(0, slash + 1));
}
bool is_one_word(std::string_view text) {
  return !text.empty() && text.find_first_of(" \t\n") == std::string_view::npos;
}
bool is_code_name(std::string_view text) {
  return is_one_word(text) && (text.find_first_of("_.()0123456789") != std::string_view::npos ||
                               std::ranges::any_of(text.substr(1), [](char c) { return c >= 'A' && c <= 'Z'; }));
}
/// A few words of which the first is written as a name: "Quick start".
bool is_title(std::string_view text) {
  return !text.empty() && text[0] >= 'A' && text[0] <= 'Z' && std::ranges::count(text, ' ') < 6;
}
bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789.") == std::string_view::npos;
}
/// "10 seconds" in place of "5" is 10: the unit is the person's.
std::string without_unit(const std::string& from, const std::string& to) {
  const std::size_t space = to.find(' ');
  if (!is_number(from) || space == std::string::npos || !is_number(std::string_view(to).substr(0, space))) return to;
  return is_one_word(std::string_view(to).substr(space + 1)) ? to.substr(0, space) : to;
}
std::string without_call(std::string text) {
  if (text.ends_with("()")) text.resize(text.size() - 2);
  return text;
}

class Change {
 public:
  Change(const Clause& clause, Draft& draft)
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
    edits_by();
    refer_back();
  }

  void read() {
    if (changes_copy()) return;
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

 private:
  std::vector<Named> named(SlotName slot) const {
    std::vector<Named> out;
    for (const std::size_t at : paths_in(material_, slots_[slot])) out.push_back(*material_.names[at]);
    return out;
  }
  std::string text(SlotName slot) const { return text_of(material_, slots_[slot]); }
  bool has(SlotName slot, Class which) const {
    return std::ranges::any_of(slots_[slot], [&](std::size_t at) { return tokens_[at].is(which); });
  }
  bool clause_has(Class which) const {
    for (std::size_t at = clause_.begin; at < clause_.end; ++at)
      if (tokens_[at].is(which)) return true;
    return false;
  }
  bool no_names() const {
    return object_.empty() && in_.empty() && to_.empty() && into_.empty() && from_.empty() && as_.empty() &&
           topic_.empty() && with_.empty();
  }

  /// Politeness behind it left out.
  std::size_t last_word() const {
    std::size_t at = clause_.end - 1;
    while (at > clause_.begin && (tokens_[at].kind == Token::Kind::mark || tokens_[at].is(Class::polite))) --at;
    return at;
  }

  /// "fix the build by editing docs/a.md": where it is done.
  void edits_by() {
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
  bool changes_copy() {
    if (draft_.operations.empty() || !(referred_ || no_names())) return false;
    const auto* made = std::get_if<TransferFile>(&draft_.operations.back());
    if (made == nullptr || made->how != Transfer::copy || made->to.empty()) return false;
    const bool copy = std::ranges::any_of(slots_[SlotName::in], [&](std::size_t at) {
      return tokens_[at].text == "copy" || tokens_[at].text == "duplicate";
    });
    if (copy) draft_.operate(Type::edit, Edit{made->to, ""});
    return copy;
  }

  /// "it", "them", or an order without any place: what was spoken of last.
  void refer_back() {
    const bool pronoun = has(SlotName::object, Class::pronoun);
    const bool empty = std::ranges::none_of(slots_[SlotName::object], [&](std::size_t at) {
      return tokens_[at].kind != Token::Kind::mark && !tokens_[at].is(Class::polite) && !tokens_[at].is(Class::needed);
    });
    if (!object_.empty() || draft_.recent.empty()) return;
    const bool carries = clause_.verb == Verb::move || clause_.verb == Verb::copy || clause_.verb == Verb::rename;
    const bool into_place = carries && pronoun && !in_.empty() && (in_.front().directory || !in_.front().exists);
    if ((pronoun || empty) && (in_.empty() || into_place)) {
      const bool many = std::ranges::any_of(slots_[SlotName::object], [&](std::size_t at) {
        const std::string& word = tokens_[at].text;
        return word == "them" || word == "both" || word == "these" || word == "those" ||
               word.find("both") != std::string::npos || word.find("all") != std::string::npos;
      });
      referred_ = true;
      const std::string& last = tokens_[last_word()].text;
      const bool puts_in = clause_.verb == Verb::write && pronoun && (last == "in" || last == "there");
      if ((draft_.recent_holds && pronoun) || puts_in) {
        in_ = draft_.recent;
        return;
      }
      object_ = draft_.recent;
      if (!many && !draft_.recent_all && object_.size() > 1 && pronoun) object_.resize(1);
      return;
    }
    if (no_names() && clause_.verb != Verb::create && clause_.verb != Verb::directory &&
        !(clause_.verb == Verb::write)) {
      in_ = draft_.recent;
      referred_ = true;
    }
  }

  void remember() {
    std::vector<Named> recent;
    for (const auto* list : {&object_, &in_, &to_, &into_, &as_})
      for (const Named& it : *list) recent.push_back(it);
    if (recent.empty()) return;
    draft_.recent_holds = referred_ ? draft_.recent_holds : object_.empty();
    draft_.recent = std::move(recent);
  }

  /// Changes the file in place.
  void edit_file(const Named& it, const std::string& symbol = {}) {
    if (draft_.is_ambiguous(it)) {
      draft_.operate(Type::edit, Edit{it.path, symbol});
      return;
    }
    draft_.give(it, changeable_);
    draft_.operate(Type::edit, Edit{it.path, symbol});
  }
  void edit_nothing_named(const std::string& symbol = {}) { draft_.operate(Type::edit, Edit{"", symbol}); }

  /// The function or class that the object names: "the function foo", "foo()".
  std::string symbol() const {
    const auto& object = slots_[SlotName::object];
    for (std::size_t i = 0; i < object.size(); ++i) {
      const Token& token = tokens_[object[i]];
      if (material_.names[object[i]]) continue;
      const std::string raw(token.span.of(material_.request));
      if (token.kind == Token::Kind::value && raw.ends_with("()")) return without_call(raw);
      const bool after = i > 0 && tokens_[object[i - 1]].is(Class::symbol_noun);
      const bool before = i + 1 < object.size() && tokens_[object[i + 1]].is(Class::symbol_noun);
      const bool quoted = token.kind == Token::Kind::quoted && is_one_word(token.text);
      if ((after || before) &&
          (quoted || (token.entry == nullptr && is_code_name(raw)) ||
           (after && token.entry == nullptr && token.kind != Token::Kind::mark && clause_.verb != Verb::add &&
            clause_.verb != Verb::create && clause_.verb != Verb::write)))
        return without_call(quoted ? token.text : raw);
    }
    return {};
  }
  /// Only what is there already has to exist.
  std::string existing_symbol() const {
    return clause_.verb == Verb::add || clause_.verb == Verb::create || clause_.verb == Verb::write ? std::string()
                                                                                                    : symbol();
  }

  std::vector<Named> place() const {
    if (!in_.empty()) return in_;
    if (!into_.empty()) return into_;
    if (!from_.empty()) return from_;
    if (!to_.empty()) return to_;
    if (!topic_.empty()) return topic_;
    return as_;
  }

  // — move, copy, rename —

  void transfer() {
    std::vector<Named> destinations = to_;
    destinations.insert(destinations.end(), into_.begin(), into_.end());
    destinations.insert(destinations.end(), as_.begin(), as_.end());
    if (object_.size() >= 2 && destinations.empty() && slots_[SlotName::to].empty()) {
      destinations.push_back(object_.back());  // "mv a.txt b.txt"
      object_.pop_back();
    }
    if (object_.empty() && !in_.empty() && in_.front().exists && !in_.front().directory &&
        slots_[SlotName::object].empty())
      std::swap(object_, in_);
    if (object_.empty() && clause_.verb != Verb::rename && !destinations.empty() && !from_.empty() &&
        std::ranges::all_of(slots_[SlotName::object], [&](std::size_t at) {
          return tokens_[at].is(Class::file_noun) || tokens_[at].is(Class::all) || tokens_[at].text == "the";
        }))
      object_ = from_;
    // "move it to ':9090'": what the file holds, not the file.
    if (referred_ && destinations.empty() && literal_in(material_, slots_[SlotName::to])) {
      for (const Named& it : object_.empty() ? in_ : object_) edit_file(it);
      return;
    }
    // "move it under old/", "Benenne a.md in b.md um"
    if (!object_.empty() && destinations.empty() && in_.size() == 1 && slots_[SlotName::to].empty() &&
        (in_.front().exists ? in_.front().directory && clause_.verb == Verb::move : true))
      destinations = in_;
    if (!object_.empty() && clause_has(Class::parent)) return move_up();
    if (!object_.empty()) return transfer_files(destinations);
    if (clause_.verb == Verb::rename) return rename_symbol();
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
  void move_up() {
    for (const Named& it : object_) {
      std::string place = directory_of(it.path);
      if (!place.empty()) place = directory_of(place.substr(0, place.size() - 1));
      const std::string to = place + std::string(last_part(it.path));
      draft_.give(it, changeable_);
      draft_.give(to, Role::output, material_.disk.kind(to) != DiskFacts::Kind::absent, it.span);
      draft_.operate(Type::organize, TransferFile{Transfer::move, it.path, to});
    }
  }

  void transfer_files(const std::vector<Named>& destinations) {
    const Transfer how = clause_.verb == Verb::copy     ? Transfer::copy
                         : clause_.verb == Verb::rename ? Transfer::rename
                                                        : Transfer::move;
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
          (first.directory && first.exists && how != Transfer::rename) || is_directory_word() ||
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
      if (directory)
        to = target + "/" + std::string(last_part(it.path));
      else if (how == Transfer::rename && target.find('/') == std::string::npos)
        to = directory_of(it.path) + target;
      draft_.give(it, role);
      draft_.give(to, clause_.conditional ? Role::may_change : Role::output,
                  material_.disk.kind(to) != DiskFacts::Kind::absent, span);
      draft_.operate(Type::organize, TransferFile{how, it.path, to});
    }
  }

  bool is_directory_word() const {
    return has(SlotName::to, Class::directory_noun) || has(SlotName::into, Class::directory_noun);
  }
  std::optional<Span> last_word_span() const {
    for (const SlotName slot : {SlotName::to, SlotName::into, SlotName::as})
      if (!slots_[slot].empty()) return tokens_[slots_[slot].back()].span;
    return std::nullopt;
  }

  void rename_symbol() {
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

  // — delete, remove —

  void remove() {
    // "remove the colour purple_200 form colors.xml"
    if (!object_.empty() && in_.empty() && from_.empty() && names_a_piece()) std::swap(object_, in_);
    const auto is_file = [](const Named& it) { return !it.directory; };
    std::vector<Named> places = in_;
    places.insert(places.end(), from_.begin(), from_.end());
    const bool within = std::ranges::any_of(places, is_file);
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
        draft_.operate(Type::edit, RemoveText{it.path, defined, false});
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

  /// A name of code before the path.
  bool names_a_piece() const {
    for (const std::size_t at : slots_[SlotName::object]) {
      if (material_.names[at]) return false;
      if (tokens_[at].kind == Token::Kind::value || tokens_[at].is(Class::symbol_noun)) return true;
    }
    return false;
  }

  // — create, write, add —

  /// Exactly this content: the words around the literal say nothing more.
  std::optional<std::string> content() const {
    for (const SlotName slot : {SlotName::with, SlotName::object, SlotName::topic, SlotName::in, SlotName::as,
                                SlotName::to, SlotName::into}) {
      const auto literal = literal_in(material_, slots_[slot]);
      if (!literal) continue;
      if (slot == SlotName::object && clause_.verb == Verb::create && !clause_has(Class::content_noun) &&
          !clause_contains("containing") && !clause_contains("saying"))
        return std::nullopt;
      const bool plain = std::ranges::all_of(slots_[slot], [&](std::size_t at) {
        const Token& token = tokens_[at];
        return material_.names[at] || token.kind == Token::Kind::quoted || token.kind == Token::Kind::block ||
               token.is(Class::content_noun) || token.is(Class::polite) || token.is(Class::file_noun) ||
               token.text == "the" || token.text == "exact" || token.text == "following" || token.text == "this" ||
               token.text == "a" || token.text == "single" || token.text == "containing" || token.text == "exactly" ||
               token.text == "saying" || token.is(Class::only) || token.text == "that" || token.text == "says" ||
               token.text == "new" || token.text == "contains";
      });
      return plain ? literal : std::nullopt;
    }
    return std::nullopt;
  }
  bool clause_contains(std::string_view word) const {
    for (std::size_t at = clause_.begin; at < clause_.end; ++at)
      if (tokens_[at].text == word) return true;
    return false;
  }

  void give_sources(const std::vector<Named>& list) {
    for (const Named& it : list) draft_.give(it, Role::source);
  }

  std::string beneath(const Named& it) const {
    if (it.written.find('/') != std::string::npos) return it.written;
    // "a B.vue next to src/A.vue"
    if (clause_has(Class::near))
      for (const Named& near : named(SlotName::anchor)) return directory_of(near.path) + it.written;
    for (const auto* list : {&in_, &into_, &to_})
      for (const Named& place : *list)
        if (place.directory || has(SlotName::in, Class::directory_noun)) {
          if (place.span == it.span) continue;
          return place.path + "/" + it.written;
        }
    return it.written;
  }

  void make_file(const Named& it) {
    const std::string path = beneath(it);
    const bool exists = material_.disk.kind(path) != DiskFacts::Kind::absent;
    draft_.give(path, clause_.conditional ? Role::may_change : Role::output, exists, it.span);
    draft_.operate(Type::create, CreateFile{path, content()});
  }

  void make_directories() {
    std::vector<Named> names = object_;
    if (names.empty()) names = as_;
    if (names.empty()) names = in_;
    for (const Named& it : names) {
      const std::string path = names.data() == in_.data() ? it.written : beneath(it);
      draft_.give(path, Role::output, material_.disk.kind(path) != DiskFacts::Kind::absent, it.span);
      draft_.operate(Type::organize, MakeDirectory{path});
    }
    if (!names.empty()) return;
    draft_.operate(Type::organize, MakeDirectory{""});
    draft_.doubt("What should the directory be called?");
  }

  bool makes_directory() const {
    if (!slots_.directory) return false;
    return std::ranges::none_of(
               object_, [](const Named& it) { return last_part(it.written).find('.') != std::string_view::npos; }) &&
           std::ranges::none_of(
               as_, [](const Named& it) { return last_part(it.written).find('.') != std::string_view::npos; });
  }

  void create() {
    if (makes_directory()) return make_directories();
    std::vector<Named> made = object_;
    made.insert(made.end(), as_.begin(), as_.end());
    give_sources(topic_);
    give_sources(from_);
    // "create .dockerignore with .git in it": text of the file, no source.
    const std::size_t last = last_word();
    const bool within = last > clause_.begin && tokens_[last].is(Class::pronoun) && tokens_[last - 1].is(Class::in);
    if (within)
      give_mentions(with_);
    else
      give_sources(with_);
    if (!made.empty()) {
      // "create a test for a.py in test_a.py"
      for (const Named& it : made) make_file(it);
      return;
    }
    std::vector<Named> where = into_;
    where.insert(where.end(), to_.begin(), to_.end());
    where.insert(where.end(), in_.begin(), in_.end());
    if (!where.empty()) {
      for (const Named& it : where) put_text(it);
      return;
    }
    unnamed_file();
  }

  /// A file or a piece of code without a name: worth a change only if it belongs into the workspace.
  void unnamed_file() {
    const bool code = clause_has(Class::file_noun) || clause_has(Class::symbol_noun) || clause_has(Class::tests_noun) ||
                      clause_has(Class::directory_noun) || !topic_.empty();
    const bool workspace = code || clause_contains("project") || clause_contains("app") ||
                           clause_contains("application") || clause_contains("endpoint") ||
                           clause_contains("component") || clause_contains("package") || clause_contains("website") ||
                           clause_contains("server") || clause_contains("cli");
    if (clause_.verb == Verb::write ? code : workspace) draft_.operate(Type::create, CreateFile{"", std::nullopt});
  }

  /// Text goes into the file: a new one is made, one that is there is changed.
  void put_text(const Named& it) {
    if (it.directory) {
      draft_.give(it, Role::mentioned);
      draft_.operate(Type::create, CreateFile{"", std::nullopt});
      return;
    }
    if (!it.exists && it.candidates.empty() && !is_outside(it.written)) {
      draft_.give(it.written, clause_.conditional ? Role::may_change : Role::output, false, it.span);
      draft_.operate(Type::create, CreateFile{it.written, content()});
      return;
    }
    edit_file(it);
  }

  void write() {
    std::vector<Named> where = into_;
    where.insert(where.end(), to_.begin(), to_.end());
    where.insert(where.end(), as_.begin(), as_.end());
    // "put a.png and b.png into assets/"
    const auto is_there = [](const Named& it) { return it.exists && !it.directory; };
    if (!object_.empty() && where.size() == 1 && std::ranges::all_of(object_, is_there) &&
        (where.front().directory ||
         material_.request.substr(where.front().span.begin, where.front().span.size()).ends_with("/"))) {
      transfer_files(where);
      return;
    }
    give_sources(from_);
    // "write b.sql in db/migration"
    if (where.empty() && !in_.empty() && in_.front().directory && object_.size() == 1 && !object_.front().exists &&
        !referred_)
      return make_file(object_.front());
    // "put 'buy milk' on todo.txt"
    if (where.empty() && in_.empty() && object_.empty() && literal_in(material_, slots_[SlotName::object]) &&
        topic_.size() == 1 && topic_.front().exists)
      return edit_file(topic_.front());
    if (where.empty() && in_.empty() && !object_.empty() && !referred_) {
      give_sources(topic_);
      give_sources(with_);
      for (const Named& it : object_) {
        if (it.exists && !slots_[SlotName::object].empty() && !content())
          edit_file(it);
        else
          make_file(it);
      }
      return;
    }
    give_sources(topic_);
    give_sources(with_);
    give_sources(object_);
    for (const Named& it : where) output(it);
    if (where.empty())
      for (const Named& it : in_) put_text(it);
    if (where.empty() && in_.empty()) {
      unnamed_file();
    } else if (!where.empty()) {
      for (const Named& it : in_) draft_.give(it, it.directory ? Role::mentioned : Role::source);
    }
  }

  /// "Summarise a.md in b.md": what is found out goes into a file.
  void report() {
    std::vector<Named> where = into_;
    where.insert(where.end(), to_.begin(), to_.end());
    where.insert(where.end(), as_.begin(), as_.end());
    const bool placed = !where.empty();
    if (!placed) where = in_;
    give_sources(object_);
    give_sources(topic_);
    give_sources(from_);
    if (placed)
      for (const Named& it : in_) draft_.give(it, it.directory ? Role::mentioned : Role::source);
    for (const Named& it : where) {
      if (!placed && it.exists)
        edit_file(it);
      else
        output(it);
    }
  }

  void output(const Named& it) {
    if (it.directory) return put_text(it);
    if (draft_.is_ambiguous(it)) return draft_.operate(Type::edit, Edit{it.path, ""});
    draft_.give(it, clause_.conditional ? Role::may_change : Role::output);
    draft_.operate(it.exists ? Type::edit : Type::create, CreateFile{it.exists ? it.path : it.written, content()});
  }

  void add() {
    std::vector<Named> where = to_;
    where.insert(where.end(), into_.begin(), into_.end());
    const bool targeted = !where.empty();
    if (where.empty())
      where = in_;
    else
      give_mentions(in_);
    give_sources(from_);
    give_sources(with_);
    const bool new_file =
        std::ranges::any_of(object_, [](const Named& it) { return !it.exists && it.candidates.empty(); });
    const bool into_directory = std::ranges::any_of(where, [](const Named& it) { return it.directory; });
    if (!object_.empty() && (where.empty() || (into_directory && new_file)) && !referred_) {
      give_sources(topic_);
      for (const Named& it : object_) {
        if (it.exists || !it.candidates.empty())
          edit_file(it);
        else
          make_file(it);
      }
      return;
    }
    if (makes_directory() && !as_.empty()) return make_directories();
    if (where.empty() && !as_.empty()) {
      for (const Named& it : as_) make_file(it);
      return;
    }
    if (where.empty() && referred_)
      where = object_;
    else
      give_mentions(object_);
    if (where.empty() && !topic_.empty()) {
      if (has(SlotName::object, Class::tests_noun) || clause_has(Class::tests_noun)) {
        give_sources(topic_);
        return draft_.operate(Type::create, CreateFile{"", std::nullopt});
      }
      where = topic_;
    } else {
      give_sources(topic_);
    }
    const auto literal = entry_in(material_, slots_[SlotName::object]);
    // "add "x" to HOSTS in a.py": what is named is inside the file.
    const bool inside = !targeted && !slots_.has_place && !slots_[SlotName::to].empty();
    for (const Named& it : where) {
      if (literal && it.exists && !it.directory) {
        draft_.give(it, changeable_);
        draft_.operate(Type::edit, AddText{it.path, *literal, slots_.place, inside ? text(SlotName::to) : anchor()});
      } else {
        put_text(it);
      }
    }
    if (where.empty()) {
      if (clause_has(Class::file_noun))
        unnamed_file();
      else
        edit_nothing_named();
    }
  }
  void give_mentions(const std::vector<Named>& list) {
    for (const Named& it : list) draft_.give(it, Role::mentioned);
  }
  std::string anchor() const {
    return slots_.place == Place::before || slots_.place == Place::after ? text(SlotName::anchor) : std::string();
  }

  void convert() {
    std::vector<Named> made = into_;
    made.insert(made.end(), to_.begin(), to_.end());
    made.insert(made.end(), as_.begin(), as_.end());
    std::vector<Named> parts = object_;
    parts.insert(parts.end(), in_.begin(), in_.end());
    parts.insert(parts.end(), from_.begin(), from_.end());
    if (made.empty()) {
      for (const Named& it : parts) edit_file(it, symbol());
      if (parts.empty()) edit_nothing_named();
      return;
    }
    const bool piece = object_.empty() && !slots_[SlotName::object].empty();
    const bool splits = has(SlotName::object, Class::symbol_noun) ||
                        (tokens_[clause_.at].is(Class::splits) && (piece || !tokens_[clause_.at].is(Class::from)));
    for (const Named& it : parts) {
      if (splits)
        edit_file(it, symbol());
      else if (!draft_.is_ambiguous(it))
        draft_.give(it, Role::source);
    }
    for (const Named& it : made) {
      if (it.exists && !splits)
        edit_file(it);
      else
        output(beside_source(it, parts));
    }
  }

  /// "convert docs/a.yml to a.json": it goes where the other one is.
  static Named beside_source(Named it, const std::vector<Named>& parts) {
    if (it.exists || parts.empty() || it.written.find('/') != std::string::npos || !it.candidates.empty()) return it;
    it.written = directory_of(parts.front().path) + it.written;
    it.path = it.written;
    return it;
  }

  // — set, change, replace, edit —

  void set() {
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

  void operate_on(const std::string& path) {
    const std::string object = text(SlotName::object);
    const std::string from = text(SlotName::from);
    const std::string to = text(SlotName::to);
    const std::string with = text(SlotName::with);
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
  bool edit_fixed() {
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

  void edit() {
    std::vector<Named> made = into_;
    made.insert(made.end(), as_.begin(), as_.end());
    const std::vector<Named>& base = object_.empty() ? in_ : object_;
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
    // "use a.css as the reference"
    if (tokens_[std::min(clause_.at, clause_.end - 1)].is(Class::source) && !object_.empty() && as_.empty() &&
        !slots_[SlotName::as].empty() && object_.front().exists)
      return give_sources(object_);
    give_sources(with_);
    if (edit_fixed()) return;
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
             !token.is(Class::needed) && !token.is(Class::deictic) && !token.is(Class::article) &&
             token.text != "please" && token.text != "thing" && token.text != "things" && token.text != "stuff" &&
             token.text != "something";
    });
    if (empty) draft_.doubt("Which file should be changed, and how?");
    // "Fix the grammar of "…"": what is to be changed stands in the request, perhaps in no file at all.
    bool quotes = false;
    for (std::size_t at = clause_.begin; at < clause_.end; ++at) {
      quotes = quotes || tokens_[at].kind == Token::Kind::block ||
               (tokens_[at].kind == Token::Kind::quoted && !is_one_word(tokens_[at].text));
    }
    if (quotes) draft_.doubt("Does the quoted text stand in a file that should be changed? Which one?");
  }

  const Clause& clause_;
  Draft& draft_;
  const Material& material_;
  const std::vector<Token>& tokens_;
  Slots slots_;
  Role changeable_;
  std::vector<Named> object_, in_, to_, into_, from_, with_, source_, topic_, as_;
  bool referred_ = false;
};

}  // namespace

void Draft::give(std::string path, Role role, bool exists, std::optional<Span> span) {
  for (Target& target : targets)
    if (target.path == path) {
      if (role < target.role) target.role = role;
      return;
    }
  targets.push_back({.path = std::move(path), .role = role, .exists = exists, .span = span});
}

void Draft::give(const Named& named, Role role, bool as_written) {
  give(as_written ? named.written : named.path, role, named.exists, named.span);
}

void Draft::operate(Type type, Operation operation) {
  if (!change) change = type;
  operations.push_back(std::move(operation));
}

void Draft::decide(std::string rule, const Clause& clause) {
  if (reason) return;
  const auto& tokens = material_.reading.tokens;
  const std::size_t first = clause.at < clause.end && !clause.passive ? clause.at : clause.begin;
  const Span span{tokens[std::min(first, clause.end - 1)].span.begin, tokens[clause.end - 1].span.end};
  reason = Reason{std::move(rule), {span}, std::string(span.of(material_.request))};
}

void Draft::doubt(std::string what) {
  if (question.empty()) question = std::move(what);
}

bool Draft::is_ambiguous(const Named& named) {
  if (named.candidates.empty()) return false;
  std::string text = "Which one: ";
  for (const std::string& path : named.candidates) {
    if (text.size() > 11) text += ", ";
    text += path;
    give(path, Role::mentioned, true, named.span);
  }
  doubt(text + "?");
  return true;
}

void read_change(const Clause& clause, Draft& draft) { Change(clause, draft).read(); }

}  // namespace warrant::contract
