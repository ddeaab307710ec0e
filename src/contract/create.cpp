// Orders that make something: files, directories, text that goes into a file, a result that is written down.
#include "change.hpp"

#include <algorithm>

namespace warrant::contract {

using language::Class;
using language::Token;
using language::Verb;

/// Exactly this content: the words around the literal say nothing more.
std::optional<std::string> Change::content() const {
  for (const SlotName slot :
       {SlotName::with, SlotName::object, SlotName::topic, SlotName::in, SlotName::as, SlotName::to, SlotName::into}) {
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

bool Change::clause_contains(std::string_view word) const {
  for (std::size_t at = clause_.begin; at < clause_.end; ++at)
    if (tokens_[at].text == word) return true;
  return false;
}

void Change::give_sources(const std::vector<Named>& list) {
  for (const Named& it : list)
    if (it.exists || !is_outside(it.path)) draft_.give(it, Role::source);  // "a /healthz handler" is no file
}

std::string Change::beneath(const Named& it) const {
  if (it.written.find('/') != std::string::npos) return it.written;
  // "a B.vue next to src/A.vue"
  if (clause_has(Class::near))
    for (const Named& near : named(SlotName::anchor)) return directory_of(near.path) + it.written;
  for (const auto* list : {&in_, &into_, &to_})
    for (const Named& place : *list)
      if (place.directory || has(SlotName::in, Class::directory_noun)) {
        if (place.span == it.span || is_told_of(it, place)) continue;
        return place.path + "/" + it.written;
      }
  return it.written;
}

/// "merge.py that joins the files in data": what the new file does, not where it is.
bool Change::is_told_of(const Named& made, const Named& place) const {
  for (std::size_t at = clause_.begin; at < clause_.end; ++at)
    if (tokens_[at].span.begin > made.span.begin && tokens_[at].span.begin < place.span.begin &&
        (tokens_[at].text == "that" || tokens_[at].is(Class::which)))
      return true;
  return false;
}

void Change::make_file(const Named& it) {
  const std::string path = beneath(it);
  const bool exists = material_.disk.kind(path) != DiskFacts::Kind::absent;
  draft_.give(path, clause_.conditional ? Role::may_change : Role::output, exists, it.span);
  draft_.operate(Type::create, CreateFile{path, content()});
}

void Change::make_directories() {
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

bool Change::makes_directory() const {
  if (!slots_.directory) return false;
  return std::ranges::none_of(
             object_, [](const Named& it) { return last_part(it.written).find('.') != std::string_view::npos; }) &&
         std::ranges::none_of(
             as_, [](const Named& it) { return last_part(it.written).find('.') != std::string_view::npos; });
}

void Change::create() {
  if (makes_directory()) return make_directories();
  // "a worksheet on percentages (b.md)": what is not there is to be made
  for (const Named& it : topic_)
    if (object_.empty() && !it.exists && it.candidates.empty() &&
        last_part(it.written).find('.') != std::string_view::npos)
      object_.push_back(it);
  std::erase_if(topic_, [&](const Named& it) {
    return std::ranges::any_of(object_, [&](const Named& made) { return made.path == it.path; });
  });
  // "create b.txt, same tone as a.py"
  const bool fresh = std::ranges::any_of(object_, [](const Named& it) { return !it.exists; });
  for (const Named& it : as_)
    if (fresh && it.exists && !it.directory) source_.push_back(it);
  std::erase_if(as_, [&](const Named& it) { return fresh && it.exists && !it.directory; });
  give_sources(source_);
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
    // "create a test for a.py in test_a.py", "b.md, a table of everything in a.tf"
    for (const Named& it : made) make_file(it);
    for (const Named& it : in_)
      if (it.exists && !it.directory) draft_.give(it, Role::source);
    return;
  }
  std::vector<Named> where = into_;
  where.insert(where.end(), to_.begin(), to_.end());
  where.insert(where.end(), in_.begin(), in_.end());
  // "The Dockerfile runs as root. Create a user in it."
  const bool pronoun = has(SlotName::in, Class::pronoun) || has(SlotName::into, Class::pronoun);
  if (where.empty() && pronoun) where = draft_.recent;
  if (!where.empty()) {
    for (const Named& it : where) put_text(it);
    return;
  }
  unnamed_file();
}

/// A file or a piece of code without a name: worth a change only if it belongs into the workspace.
/// "add a footer to the page": one that is there
bool Change::names_the_file() const {
  for (std::size_t at = clause_.at + 1; at < clause_.end; ++at)
    if (tokens_[at].is(Class::file_noun) && tokens_[at - 1].text == "the") return true;
  return false;
}

void Change::unnamed_file() {
  const bool code = clause_has(Class::file_noun) || clause_has(Class::symbol_noun) || clause_has(Class::tests_noun) ||
                    clause_has(Class::directory_noun) || !topic_.empty();
  const bool workspace = code || clause_contains("project") || clause_contains("app") ||
                         clause_contains("application") || clause_contains("endpoint") ||
                         clause_contains("component") || clause_contains("package") || clause_contains("website") ||
                         clause_contains("server") || clause_contains("cli");
  // "Log output of a.py: …" names a text, and no place for one.
  const auto& object = slots_[SlotName::object];
  const bool named_text = object.empty() || tokens_[object.front()].is(Class::article);
  if (clause_.verb == Verb::write && !named_text && !clause_has(Class::file_noun) && !clause_has(Class::symbol_noun) &&
      !clause_has(Class::tests_noun))
    return draft_.doubt_place("Where should it be written?");
  if (clause_.verb == Verb::write ? code : workspace) draft_.operate(Type::create, CreateFile{"", std::nullopt});
}

/// Text goes into the file: a new one is made, one that is there is changed.
void Change::put_text(const Named& it) {
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

void Change::write() {
  std::vector<Named> where = into_;
  where.insert(where.end(), to_.begin(), to_.end());
  where.insert(where.end(), as_.begin(), as_.end());
  // "put a.png and b.png into assets/"
  const auto is_there = [](const Named& it) { return it.exists && !it.directory; };
  if (!object_.empty() && where.size() == 1 && std::ranges::all_of(object_, is_there) &&
      (where.front().directory || has(SlotName::into, Class::directory_noun) ||
       material_.request.substr(where.front().span.begin, where.front().span.size()).ends_with("/"))) {
    transfer_files(where);
    return;
  }
  // "calc.py belongs in app/"
  if (clause_.at < clause_.end && tokens_[clause_.at].is(Class::goes) && object_.size() == 1 &&
      (object_.front().directory || (!object_.front().exists && in_.size() == 1)) && !in_.empty() &&
      std::ranges::all_of(in_, is_there)) {
    std::swap(object_, in_);
    return transfer_files(in_);
  }
  // "save a.tex as b.tex"
  if (object_.size() == 1 && is_there(object_.front()) && as_.size() == 1 && !as_.front().exists && !referred_ &&
      slots_[SlotName::with].empty())
    return transfer_files(as_, Transfer::copy);
  // "mkdir old and put a.md in there"
  if (!object_.empty() && std::ranges::all_of(object_, is_there) && where.empty() && in_.empty() &&
      !draft_.operations.empty() && !slots_[SlotName::in].empty() && !referred_)
    if (const auto* made = std::get_if<MakeDirectory>(&draft_.operations.back()))
      return transfer_files({Named{made->path, made->path, true, true, {}, {0, 0}}}, Transfer::move);
  give_sources(from_);
  // "write a test b_test.rs for the loader in a.rs"
  if (where.empty() && object_.size() == 1 && !object_.front().exists && !referred_ && !in_.empty() &&
      std::ranges::all_of(in_, is_there) && !slots_[SlotName::topic].empty()) {
    give_sources(in_);
    return make_file(object_.front());
  }
  // "write b.sql in db/migration"
  if (where.empty() && !in_.empty() && in_.front().directory && object_.size() == 1 && !object_.front().exists &&
      !referred_)
    return make_file(object_.front());
  // "put a comment on every method of a.java"
  if (where.empty() && in_.empty() && object_.empty() && topic_.size() == 1 && topic_.front().exists &&
      tokens_[slots_[SlotName::topic].front() - 1].is(Class::in) &&
      tokens_[slots_[SlotName::topic].front() - 1].text != "of")
    return edit_file(topic_.front());
  // "put 'buy milk' on todo.txt"
  if (where.empty() && in_.empty() && object_.empty() && literal_in(material_, slots_[SlotName::object]) &&
      topic_.size() == 1 && topic_.front().exists)
    return edit_file(topic_.front());
  const bool new_one = !object_.empty() && !object_.front().exists && object_.front().candidates.empty();
  if (where.empty() && in_.empty() && !object_.empty() && (!referred_ || new_one)) {
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
  // "… put it under Usage": into the file that was spoken of
  if (where.empty() && in_.empty() && referred_ && object_.size() == 1 && object_.front().exists &&
      !object_.front().directory)
    return edit_file(object_.front());
  give_sources(topic_);
  give_sources(with_);
  give_sources(object_);
  const bool plain = object_.empty() && from_.empty() && topic_.empty() && with_.empty();
  for (const Named& it : where) {
    if (plain && it.exists && !it.directory)
      edit_file(it);  // "put \usepackage{bbm} into main.tex"
    else
      output(it);
  }
  if (where.empty())
    for (const Named& it : in_) put_text(it);
  if (where.empty() && in_.empty() && topic_.size() == 1 && topic_.front().exists &&
      !slots_[SlotName::object].empty() && clause_.at > clause_.begin &&
      topic_.front().span.begin < tokens_[clause_.at].span.begin)
    return edit_file(topic_.front());
  if (where.empty() && in_.empty()) {
    unnamed_file();
  } else if (!where.empty()) {
    for (const Named& it : in_) draft_.give(it, it.directory ? Role::mentioned : Role::source);
  }
}

/// "Summarise a.md in b.md": what is found out goes into a file.
void Change::report() {
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

void Change::output(const Named& it) {
  if (!it.exists && it.written.find('*') != std::string::npos) return draft_.give(it, Role::mentioned);
  if (it.directory) return put_text(it);
  if (draft_.is_ambiguous(it)) return draft_.operate(Type::edit, Edit{it.path, ""});
  // What is there already changes; what is not is made.
  draft_.give(it, it.exists ? changeable_ : clause_.conditional ? Role::may_change : Role::output);
  draft_.operate(it.exists ? Type::edit : Type::create, CreateFile{it.exists ? it.path : it.written, content()});
}

/// "add limits in a.yaml and the host to b.yaml": both, where an "and" and more words stand between them.
void Change::add_there_too(const std::vector<Named>& where) {
  for (const Named& it : in_) {
    bool joined = false;
    for (std::size_t at = clause_.begin; at < clause_.end; ++at)
      joined =
          joined || (tokens_[at].is(Class::conjunction) && tokens_[at].span.begin > it.span.begin &&
                     tokens_[at].span.begin < where.front().span.begin && tokens_[at].span.begin <= it.span.end + 2 &&
                     !material_.names[at + 1 < clause_.end ? at + 1 : at]);
    const bool of = std::any_of(tokens_.begin() + static_cast<std::ptrdiff_t>(clause_.begin) + 1,
                                tokens_.begin() + static_cast<std::ptrdiff_t>(clause_.end), [&](const Token& token) {
                                  return token.span == it.span && (&token - 1)->text == "of";
                                });
    if (joined && it.exists && !it.directory && where.front().exists)
      edit_file(it, "");
    else
      draft_.give(it, of && it.exists && !it.directory ? Role::source : Role::mentioned);
  }
}

void Change::add() {
  std::vector<Named> where = to_;
  where.insert(where.end(), into_.begin(), into_.end());
  // "Add *.log to .gitignore and build/ too": more of the text.
  if (where.size() > 1 && !where.front().directory)
    std::erase_if(where, [&](const Named& it) {
      const std::string_view raw = it.span.of(material_.request);
      return raw.ends_with('/') || raw.find('*') != std::string_view::npos;
    });
  const bool targeted = !where.empty();
  if (where.empty())
    where = in_;
  else
    add_there_too(where);
  give_sources(from_);
  give_sources(with_);
  const bool folder = slots_.directory && object_.size() == 1 && !object_.front().exists;
  if (makes_directory() && (!as_.empty() || folder)) return make_directories();
  // "I need a copy of a.md under the name b.md"
  const bool copies = std::ranges::any_of(slots_[SlotName::object], [&](std::size_t at) {
    return tokens_[at].entry != nullptr && tokens_[at].entry->verb == Verb::copy;
  });
  if (copies && object_.empty() && in_.size() == 1 && as_.size() == 1 && in_.front().exists) {
    object_ = in_;
    in_.clear();
    return transfer_files(as_, Transfer::copy);
  }
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
  // "a section "## License" with the text MIT", "between a and b": more than the quotation fixes.
  const bool more = !text(SlotName::with).empty() || clause_contains("between") ||
                    (slots_.has_place && !anchor().empty() && !is_one_word(anchor()) &&
                     !literal_in(material_, slots_[SlotName::anchor]));
  for (const Named& it : where) {
    if (literal && !more && it.exists && !it.directory) {
      draft_.give(it, changeable_);
      draft_.operate(Type::edit, AddText{it.path, *literal, slots_.place, inside ? text(SlotName::to) : anchor()});
    } else {
      put_text(it);
    }
  }
  if (where.empty()) {
    if (clause_has(Class::file_noun) && !names_the_file())
      unnamed_file();
    else
      edit_nothing_named();
  }
}

void Change::give_mentions(const std::vector<Named>& list) {
  for (const Named& it : list) draft_.give(it, Role::mentioned);
}

std::string Change::anchor() const {
  return slots_.place == Place::before || slots_.place == Place::after ? text(SlotName::anchor) : std::string();
}

void Change::convert() {
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
Named Change::beside_source(Named it, const std::vector<Named>& parts) {
  if (it.exists || parts.empty() || it.written.find('/') != std::string::npos || !it.candidates.empty()) return it;
  it.written = directory_of(parts.front().path) + it.written;
  it.path = it.written;
  return it;
}

}  // namespace warrant::contract
