#include "slots.hpp"

#include <algorithm>
#include <array>

namespace warrant::contract {
namespace {

using language::Class;
using language::Clause;
using language::Token;
using language::Verb;

bool is_filler(const Token& token) {
  return token.text == "the" || token.text == "a" || token.text == "an" || token.text == "its" ||
         token.text == "value" || token.text == "all" || token.text == "every" || token.text == "each" ||
         token.text == "occurrences" || token.text == "occurrence" || token.text == "everywhere" ||
         token.text == "word" || token.text == "text" || token.text == "string" || token.text == "be" ||
         token.text == "say" || token.text == "equal" || token.text == "den" || token.text == "die" ||
         token.text == "das" || token.text == "der" || token.text == "name" || token.text == "of" ||
         token.text == "setting" || token.text == "current" || token.text == "any" || token.text == "instances" ||
         token.text == "references" || token.text == "line" || token.is(Class::polite) ||
         token.is(Class::symbol_noun) || token.is(Class::line_noun);
}

class Reader {
 public:
  Reader(const Material& material, const Clause& clause)
      : request_(material.request), tokens_(material.reading.tokens), names_(material.names), clause_(clause) {}

  Slots read() {
    std::size_t from = clause_.begin;
    if (clause_.at < clause_.end && tokens_[clause_.at].is(Class::place_start)) set_place(Place::start);  // "prepend"
    if (!clause_.passive) {
      slot_ = SlotName::in;
      prefix_ = true;
      while (from < clause_.at && from < clause_.end) take(from++);
      prefix_ = false;
      ++from;
      slot_ = SlotName::object;
    }
    for (std::size_t at = from; at < clause_.end; ++at) {
      if (clause_.passive && at == clause_.at) {
        const Token& token = tokens_[at];
        const bool arrow = token.text == "->" || token.text == "=>" || token.text == "→" || token.text == "⇒";
        if (arrow) split_arrow();
        if (arrow || clause_.verb == Verb::set)
          slot_ = SlotName::to;
        else if (slot_ != SlotName::object)
          slot_ = SlotName::purpose;
        continue;
      }
      take(at);
    }
    return std::move(out_);
  }

 private:
  std::vector<std::size_t>& tokens(SlotName name) { return out_.tokens[static_cast<std::size_t>(name)]; }

  /// "TIMEOUT 30 -> 60": what stands before the arrow is the old text.
  void split_arrow() {
    auto& object = tokens(SlotName::object);
    if (object.empty()) return;
    tokens(SlotName::from).push_back(object.back());
    object.pop_back();
  }

  void take(std::size_t at) {
    const Token& token = tokens_[at];
    if (token.kind == Token::Kind::mark) {
      comma_ = true;
      const bool writes = clause_.verb == Verb::create || clause_.verb == Verb::write;
      if (writes && token.is_mark(':') && at + 1 < clause_.end && names_[at + 1]) open(SlotName::as);
      return;
    }
    const bool after_comma = comma_;
    comma_ = false;
    if (token.is(Class::all) || token.text == "everywhere" || token.text == "occurrences" ||
        token.text == "throughout") {
      if (token.text != "any" && token.text != "anything")
        out_.everywhere = out_.everywhere || token.text != "everything";
    }
    if (token.is(Class::directory_noun) && slot_ == SlotName::object) out_.directory = true;
    if (points(at)) {
      tokens(slot_).push_back(at);
      return open(SlotName::purpose);
    }
    // "remvoe the include form a.cpp": a slip that would take the file for what goes
    if (token.text == "form" && slot_ == SlotName::object && !tokens(SlotName::object).empty() &&
        at + 1 < clause_.end && names_[at + 1])
      return open(SlotName::from);
    if (token.kind == Token::Kind::word && token.entry != nullptr && switches(at, token)) return;
    // "raise it to 8.2 (a.json)": where
    const bool value = slot_ == SlotName::to || slot_ == SlotName::with || slot_ == SlotName::from ||
                       ((slot_ == SlotName::as || slot_ == SlotName::purpose) && names_[at] && names_[at]->exists);
    if (value && names_[at] && at > clause_.begin && token.span.begin > 0 && request_[token.span.begin - 1] == '(') {
      tokens(SlotName::in).push_back(at);
      return;
    }
    // "a.py's comments": in a.py
    // "the link in a.md that points to b.md"
    if (token.text == "that" && at > clause_.begin && names_[at - 1] &&
        (slot_ == SlotName::in || slot_ == SlotName::object))
      open(SlotName::purpose);
    if (names_[at] && is_owner(token)) {
      tokens(SlotName::in).push_back(at);
      return;
    }
    if (prefix_ && !names_[at]) {
      if (slot_ != SlotName::in || token.kind != Token::Kind::word) tokens(slot_).push_back(at);
      return;
    }
    (void)after_comma;
    tokens(slot_).push_back(at);
  }

  bool is_owner(const Token& token) const {
    const std::string_view rest = request_.substr(token.span.end);
    return rest.starts_with("'s ") || rest.starts_with("’s ");
  }

  /// "a link | to b.md": where it leads, which nothing changes.
  bool points(std::size_t at) const {
    const Token& token = tokens_[at];
    if (token.kind != Token::Kind::word || at == clause_.begin || !tokens_[at - 1].is(Class::article)) return false;
    if (token.text == "link to") return true;
    const bool pointer = token.is(Class::links) || token.text == "pointer" || token.text == "redirect" ||
                         token.text == "hyperlink" || token.text == "symlink";
    std::size_t to = at + 1;
    if (to < clause_.end && tokens_[to].is(Class::back)) ++to;
    return pointer && token.text != "use" && to < clause_.end && tokens_[to].text == "to";
  }

  void open(SlotName name) { slot_ = name; }

  /// "…, taking the wording from a.rs"
  static bool is_taking(const Token& token) {
    static constexpr std::array<std::string_view, 6> kTaking{"taking",  "reusing", "borrowing",
                                                             "copying", "quoting", "lifting"};
    return std::ranges::find(kTaking, token.text) != kTaking.end();
  }

  bool switches(std::size_t at, const Token& token) {
    const Verb verb = clause_.verb;
    if (is_taking(token) && at > clause_.at && at > clause_.begin && tokens_[at - 1].kind == Token::Kind::mark) {
      uses_ = true;
      return open(SlotName::source), true;
    }
    const bool writes = verb == Verb::create || verb == Verb::write || verb == Verb::explain || verb == Verb::show ||
                        verb == Verb::say || verb == Verb::find || verb == Verb::list;
    if (token.is(Class::place_start)) set_place(Place::start);
    if (token.is(Class::place_end)) set_place(Place::end);
    if (token.is(Class::as)) {
      // "as" in "as well", "such as" opens nothing.
      open(SlotName::as);
      return true;
    }
    if (token.is(Class::into)) return open(SlotName::into), true;
    const std::size_t pointer = at > clause_.begin && tokens_[at - 1].is(Class::back) ? at - 2 : at - 1;
    if (token.is(Class::to) && at > clause_.begin + 1 && points(pointer)) return true;
    if (token.is(Class::to)) {
      const std::size_t next = at + 1;
      const bool infinitive =
          next < clause_.end && tokens_[next].order() != Verb::none && !names_[next] && token.text == "to" &&
          tokens_[next].kind == Token::Kind::word && !tokens_[next].text.starts_with("a new ") &&
          !tokens_[next].text.starts_with("new ") &&
          !(verb == Verb::rename || verb == Verb::change || verb == Verb::replace || verb == Verb::set);
      const bool use =
          next < clause_.end && token.text == "to" &&
          (tokens_[next].text == "use" || tokens_[next].text == "be" || tokens_[next].text == "include" ||
           tokens_[next].text == "support" || tokens_[next].text == "handle" || tokens_[next].text == "return" ||
           tokens_[next].text == "reflect" || tokens_[next].text == "make");
      open(infinitive || use ? SlotName::purpose : SlotName::to);
      return true;
    }
    if (token.is(Class::from) && slot_ == SlotName::source && uses_) return true;
    if (token.is(Class::from)) return open(SlotName::from), true;
    // "from MIT to …": a word behind "from" is what the words speak of, even where it is a word of another language.
    const bool behind_from = at > clause_.begin && tokens_[at - 1].is(Class::from);
    if (token.is(Class::with) && !behind_from) return open(SlotName::with), true;
    const bool places_text = verb == Verb::add || verb == Verb::write || verb == Verb::move || verb == Verb::edit ||
                             verb == Verb::remove || verb == Verb::create;
    const bool both = token.is(Class::in) && at + 1 < clause_.end && tokens_[at + 1].kind != Token::Kind::quoted;
    if (places_text && !both && (token.is(Class::place_before) || token.is(Class::place_after)) &&
        token.text != "following") {
      set_place(token.is(Class::place_before) ? Place::before : Place::after);
      open(SlotName::anchor);
      return true;
    }
    if (token.is(Class::near)) return open(SlotName::anchor), true;
    if (token.is(Class::source) && token.text != "given") {
      uses_ = prefix_ && token.order() != Verb::none;
      return open(SlotName::source), true;
    }
    // "Use the table in a.md to fill in b.h"
    if (token.is(Class::in) && slot_ == SlotName::source && uses_) return true;
    if (token.is(Class::in)) {
      // "all occurrences of 30"
      if (token.text == "of" && at > clause_.begin && is_filler(tokens_[at - 1]) &&
          !names_[at + 1 < clause_.end ? at + 1 : at])
        return true;
      // "covering the first case of a.py"
      if (token.is(Class::topic) && (slot_ == SlotName::topic || slot_ == SlotName::source)) return true;
      if (writes && token.is(Class::topic)) return open(SlotName::topic), true;
      open(SlotName::in);
      return true;
    }
    if (token.is(Class::topic) && slot_ != SlotName::purpose) return open(SlotName::topic), true;
    return false;
  }

  void set_place(Place place) {
    out_.place = place;
    out_.has_place = true;
  }

  std::string_view request_;
  const std::vector<Token>& tokens_;
  const std::vector<std::optional<Named>>& names_;
  const Clause& clause_;
  Slots out_{.tokens = {}, .place = Place::end, .has_place = false, .everywhere = false, .directory = false};
  SlotName slot_ = SlotName::object;
  bool prefix_ = false;
  bool uses_ = false;  ///< "use …" stands before the verb
  bool comma_ = false;
};

}  // namespace

bool names_any(const Material& material) {
  return std::ranges::any_of(material.names, [](const auto& name) { return name.has_value(); });
}

Slots read_slots(const Material& material, const Clause& clause) { return Reader(material, clause).read(); }

std::vector<std::size_t> paths_in(const Material& material, const std::vector<std::size_t>& slot) {
  std::vector<std::size_t> out;
  for (const std::size_t at : slot)
    if (material.names[at]) out.push_back(at);
  return out;
}

std::optional<std::string> literal_in(const Material& material, const std::vector<std::size_t>& slot) {
  std::optional<std::string> out;
  for (const std::size_t at : slot) {
    const Token& token = material.reading.tokens[at];
    const bool literal = token.kind == Token::Kind::quoted || token.kind == Token::Kind::block;
    if (!literal || material.names[at]) continue;
    if (out) return std::nullopt;
    out = token.text;
  }
  return out;
}

std::optional<std::string> entry_in(const Material& material, const std::vector<std::size_t>& slot) {
  if (auto literal = literal_in(material, slot)) return literal;
  std::vector<Span> quoted;
  for (const std::size_t at : slot) {
    const Token& token = material.reading.tokens[at];
    if (token.kind == Token::Kind::quoted && !material.names[at]) quoted.push_back(token.span);
  }
  if (quoted.size() != 2) return std::nullopt;
  const std::string_view between = Span{quoted[0].end, quoted[1].begin}.of(material.request);
  if (between != ":" && between != ": " && between != "=" && between != " = ") return std::nullopt;
  return std::string(Span{quoted[0].begin, quoted[1].end}.of(material.request));
}

std::string text_of(const Material& material, const std::vector<std::size_t>& slot) {
  const auto& tokens = material.reading.tokens;
  if (const auto literal = literal_in(material, slot)) return *literal;
  std::size_t first = 0;
  std::size_t last = slot.size();
  // "Quick start" is a name, "quick" is not.
  const auto capital = [&](std::size_t at) {
    const std::size_t begin = tokens[at].span.begin;
    return begin > 0 && material.request[begin] >= 'A' && material.request[begin] <= 'Z' &&
           begin + 1 < material.request.size() && material.request[begin + 1] >= 'a' &&
           material.request[begin - 1] == ' ' && begin > 1 &&
           material.request.find_last_of(".!?:\n", begin) != begin - 2;
  };
  while (first + 1 < last && is_filler(tokens[slot[first]]) && !capital(slot[first])) ++first;
  while (last > first + 1 && (tokens[slot[last - 1]].is(Class::polite) || tokens[slot[last - 1]].text == "everywhere" ||
                              tokens[slot[last - 1]].is(Class::symbol_noun)))
    --last;
  if (first >= last) return {};
  std::string_view text = Span{tokens[slot[first]].span.begin, tokens[slot[last - 1]].span.end}.of(material.request);
  if (last - first == 1 && text.size() > 1 && (text.front() == '"' || text.front() == '\'' || text.front() == '`') &&
      text.back() == text.front())
    text = text.substr(1, text.size() - 2);
  return std::string(text);
}

}  // namespace warrant::contract
