// What the grammar spells is what accept takes: an own reader of GBNF walks it at random, and checks foreign texts.
#include <warrant/base/match.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/surface/materials.hpp>
#include <warrant/surface/surface.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <memory>
#include <set>

namespace warrant::surface {
namespace {

struct Node;
using Sequence = std::vector<Node>;
/// A literal, a set of characters, a rule or a group; with how often it stands.
struct Node {
  enum class Kind { literal, set, rule, group } kind;
  std::string text;                                   // literal, or the rule's name
  std::vector<std::pair<char32_t, char32_t>> ranges;  // of a set
  bool negated = false;
  std::vector<Sequence> options;  // of a group
  std::size_t least = 1;
  std::size_t most = 1;
};
constexpr std::size_t no_end = 1000;

/// As much of llama.cpp's grammars/README.md as a surface writes.
class Grammar {
 public:
  explicit Grammar(const std::string& text) {
    std::size_t at = 0;
    while (at < text.size()) {
      const std::size_t end = text.find('\n', at);
      const std::string line = text.substr(at, end - at);
      at = end + 1;
      const std::size_t sign = line.find(" ::=");
      EXPECT_NE(sign, std::string::npos) << line;
      rest_ = line.substr(sign + 4);
      at_ = 0;
      EXPECT_TRUE(rules_.emplace(line.substr(0, sign), options()).second) << "a rule twice: " << line;
      EXPECT_EQ(at_, rest_.size()) << line;
    }
  }

  [[nodiscard]] std::string sample() const {
    std::string out;
    write(rules_.at("root"), out);
    return out;
  }
  [[nodiscard]] bool spells(const std::string& text) const {
    const std::set<std::size_t> ends = read(rules_.at("root"), text, {0});
    return ends.contains(text.size());
  }

 private:
  void skip() {
    while (at_ < rest_.size() && rest_[at_] == ' ') ++at_;
  }
  std::vector<Sequence> options() {
    std::vector<Sequence> all(1);
    for (skip(); at_ < rest_.size() && rest_[at_] != ')'; skip()) {
      if (rest_[at_] == '|') {
        all.emplace_back();
        ++at_;
        continue;
      }
      all.back().push_back(node());
    }
    return all;
  }
  Node node() {
    Node out{.kind = Node::Kind::rule, .text = {}, .ranges = {}, .options = {}};
    if (rest_[at_] == '"') {
      out.kind = Node::Kind::literal;
      for (++at_; rest_[at_] != '"'; ++at_) {
        const bool escaped = rest_[at_] == '\\';
        if (escaped) ++at_;
        out.text += escaped && rest_[at_] == 'n' ? '\n' : rest_[at_];
      }
      ++at_;
    } else if (rest_[at_] == '(') {
      out.kind = Node::Kind::group;
      ++at_;
      out.options = options();
      ++at_;
    } else if (rest_[at_] == '[') {
      out.kind = Node::Kind::set;
      ++at_;
      out.negated = rest_[at_] == '^';
      if (out.negated) ++at_;
      while (rest_[at_] != ']') {
        const char32_t first = set_character();
        char32_t last = first;
        if (rest_[at_] == '-' && rest_[at_ + 1] != ']') {
          ++at_;
          last = set_character();
        }
        out.ranges.emplace_back(first, last);
      }
      ++at_;
    } else {
      while (at_ < rest_.size() && (is_name(rest_[at_]))) out.text += rest_[at_++];
      EXPECT_FALSE(out.text.empty()) << rest_.substr(at_);
      if (out.text.empty()) ++at_;
    }
    repetition(out);
    return out;
  }
  static bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
  }
  char32_t set_character() {
    if (rest_[at_] != '\\') {
      const CodePoint point = decode_utf8(rest_, at_);
      at_ += point.size;
      return point.value;
    }
    const char c = rest_[++at_];
    ++at_;
    if (c != 'x') return static_cast<char32_t>(c);
    const char32_t value = static_cast<char32_t>(std::stoi(rest_.substr(at_, 2), nullptr, 16));
    at_ += 2;
    return value;
  }
  void repetition(Node& out) {
    if (at_ >= rest_.size()) return;
    if (rest_[at_] == '?') {
      out.least = 0;
      ++at_;
      return;
    }
    if (rest_[at_] == '*') out = repeated(std::move(out), 0, no_end);
    if (at_ < rest_.size() && rest_[at_] == '+') out = repeated(std::move(out), 1, no_end);
    if (at_ < rest_.size() && rest_[at_] == '{') {
      const std::size_t comma = rest_.find(',', at_);
      const std::size_t end = rest_.find('}', at_);
      out.least = std::stoul(rest_.substr(at_ + 1));
      out.most = std::stoul(rest_.substr(comma + 1));
      at_ = end + 1;
    }
  }
  Node repeated(Node node, std::size_t least, std::size_t most) {
    node.least = least;
    node.most = most;
    ++at_;
    return node;
  }

  void write(const std::vector<Sequence>& options, std::string& out) const {
    const Sequence& sequence = options[*rc::gen::inRange<std::size_t>(0, options.size())];
    for (const Node& node : sequence) {
      const std::size_t most = std::min(node.most, node.least + 4);
      const std::size_t count = *rc::gen::inRange<std::size_t>(node.least, most + 1);
      for (std::size_t time = 0; time < count; ++time) write(node, out);
    }
  }
  void write(const Node& node, std::string& out) const {
    switch (node.kind) {
      case Node::Kind::literal: out += node.text; return;
      case Node::Kind::rule: return write(rules_.at(node.text), out);
      case Node::Kind::group: return write(node.options, out);
      case Node::Kind::set: {
        const std::vector<char32_t> some = {U'a', U'b', U' ', U'\'', U'"', U'\\', U'/', U'n',
                                            U't', U'{', U'}', U'é',  U'…', U'1',  U'`', U'<'};
        char32_t symbol = 0;
        do symbol = *rc::gen::elementOf(some);
        while (!holds(node, symbol));
        append_utf8(out, symbol);
        return;
      }
    }
  }
  static bool holds(const Node& node, char32_t symbol) {
    const bool in = std::ranges::any_of(
        node.ranges, [&](const auto& range) { return range.first <= symbol && symbol <= range.second; });
    return in != node.negated;
  }

  using Ends = std::set<std::size_t>;
  [[nodiscard]] Ends read(const std::vector<Sequence>& options, const std::string& text, const Ends& from) const {
    Ends all;
    for (const Sequence& sequence : options) {
      Ends at = from;
      for (const Node& node : sequence) at = read(node, text, at);
      all.insert(at.begin(), at.end());
    }
    return all;
  }
  [[nodiscard]] Ends read(const Node& node, const std::string& text, const Ends& from) const {
    Ends all;
    if (node.least == 0) all = from;
    Ends at = from;
    for (std::size_t time = 1; time <= node.most && !at.empty(); ++time) {
      at = once(node, text, at);
      if (time >= node.least) all.insert(at.begin(), at.end());
    }
    return all;
  }
  [[nodiscard]] Ends once(const Node& node, const std::string& text, const Ends& from) const {
    if (from.empty()) return {};
    if (node.kind == Node::Kind::rule) return read(rules_.at(node.text), text, from);
    if (node.kind == Node::Kind::group) return read(node.options, text, from);
    Ends out;
    for (const std::size_t at : from) {
      if (node.kind == Node::Kind::literal && text.compare(at, node.text.size(), node.text) == 0)
        out.insert(at + node.text.size());
      if (node.kind != Node::Kind::set || at >= text.size()) continue;
      const CodePoint point = decode_utf8(text, at);
      if (holds(node, point.value)) out.insert(at + point.size);
    }
    return out;
  }

  std::map<std::string, std::vector<Sequence>> rules_;
  std::string rest_;
  std::size_t at_ = 0;
};

RelPath path(std::string_view text) { return RelPath::make(text).value(); }

rc::Gen<std::string> file_texts() {
  return rc::gen::map(rc::gen::nonEmpty(rc::gen::container<std::vector<std::string>>(
                          rc::gen::element<std::string>("a", "b = 1", "\n", "  ", "\"", "\\", "é", "\t", "x y"))),
                      [](const std::vector<std::string>& parts) {
                        std::string out;
                        for (const std::string& part : parts) out += part;
                        return out;
                      });
}

/// A surface of any shape: tools, targets, windows, choices, ways of asking.
Surface any_surface() {
  Request request{.tools = *rc::gen::container<std::vector<Tool>>(rc::gen::element(
                      Tool::read_file, Tool::list_files, Tool::search_text, Tool::edit_file, Tool::write_file,
                      Tool::append_text, Tool::organize, Tool::run_command, Tool::answer))};
  const std::string file = *file_texts();
  request.targets.push_back({path("a.py"), file, 0, file.size()});
  if (*rc::gen::arbitrary<bool>()) request.targets.push_back({path("b.py"), "other\ntext\n", 0, 11});
  request.readable = {path("a.py"), path("b \"q\".txt")};
  request.directories = {path("."), path("d")};
  request.writable = {path("a.py")};
  request.operations = {{FileAction::move, path("a.py"), path("c.py")}, {FileAction::remove, path("b.py")}};
  request.profiles = {"pytest"};
  for (const Span window : windows_for("b", "a.py", file)) {
    const std::string_view text = window.of(file);
    if (file.find(text) == file.rfind(text)) request.windows.push_back({path("a.py"), window});
  }
  const bool edits = std::ranges::find(request.tools, Tool::edit_file) != request.tools.end();
  if (edits) request.choices = {EditFile{path("a.py"), file, file + "!"}};
  if (!edits) request.windows.clear();
  request.asks = *rc::gen::container<std::vector<Ask>>(
      rc::gen::element(Ask::choice, Ask::rewrite, Ask::piece, Ask::whole, Ask::tools));
  const auto surface = compile(request);
  if (!surface) RC_FAIL(describe(surface.error()));
  return *surface;
}

/// What no grammar of this kind can say.
bool is_stated_exception(const Refusal& refusal) {
  return refusal.declined || refusal.message.find("changes nothing") != std::string::npos ||
         refusal.message.find("placeholder") != std::string::npos ||
         refusal.message.find("keeps no line") != std::string::npos ||
         refusal.message.find("line numbers") != std::string::npos;
}

RC_GTEST_PROP(Grammar, WhatItSpellsIsAccepted, ()) {
  for (Surface surface = any_surface(); !surface.empty(); surface = surface.escalated()) {
    const Grammar grammar(surface.grammar());
    const std::string reply = grammar.sample();
    RC_ASSERT(grammar.spells(reply));
    const auto call = surface.accept(reply);
    if (!call && !is_stated_exception(call.error()))
      RC_FAIL(reply + "\n" + call.error().message + "\n" + surface.grammar());
  }
}

RC_GTEST_PROP(Grammar, LaterWaysOfAskingAcceptNoMore, ()) {
  const Surface first = any_surface();
  for (Surface surface = first; !surface.empty(); surface = surface.escalated()) {
    const std::string reply = Grammar(surface.grammar()).sample();
    const auto later = surface.accept(reply);
    if (!later) continue;
    // The call itself, however written, was on the surface from the start.
    const std::vector<Tool> tools = first.tools();
    const auto named = match(
        *later, [](const ReadFile&) { return Tool::read_file; }, [](const ListFiles&) { return Tool::list_files; },
        [](const SearchText&) { return Tool::search_text; }, [](const EditFile&) { return Tool::edit_file; },
        [](const WriteFile&) { return Tool::write_file; }, [](const AppendText&) { return Tool::append_text; },
        [](const Organize&) { return Tool::organize; }, [](const RunCommand&) { return Tool::run_command; },
        [](const Answer&) { return Tool::answer; });
    RC_ASSERT(std::ranges::find(tools, named) != tools.end());
    if (const auto* edit = std::get_if<EditFile>(&*later)) {
      const Json full = JsonObject{
          {"tool", "edit_file"}, {"path", edit->path.text()}, {"old", edit->old_text}, {"new", edit->new_text}};
      RC_ASSERT(first.accept(to_text(full)).has_value());
    }
  }
}

RC_GTEST_PROP(Grammar, AnEditOutsideTheFileIsRefused, ()) {
  const std::string file = *file_texts();
  const std::string old_text = *file_texts();
  const std::string new_text = *file_texts();
  const auto surface = compile({.tools = {Tool::edit_file}, .targets = {{path("a.py"), file, 0, file.size()}}}).value();
  std::size_t count = 0;
  for (std::size_t at = file.find(old_text); !old_text.empty() && at != std::string::npos;
       at = file.find(old_text, at + 1))
    ++count;
  if (count == 1) return;
  RC_ASSERT(!surface.accept(to_text(JsonObject{{"old", old_text}, {"new", new_text}})).has_value());
}

}  // namespace
}  // namespace warrant::surface
