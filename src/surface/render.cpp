#include "form.hpp"

#include <warrant/base/utf8.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace warrant::surface {

namespace {

using Form = Surface::Form;
using Field = Surface::Field;

Json strings(const std::vector<std::string>& texts) {
  JsonArray array;
  for (const std::string& text : texts) array.emplace_back(text);
  return array;
}

Json field_schema(const Form& form, const Field& field) {
  switch (field.kind) {
    case FieldKind::choice: return JsonObject{{"enum", strings(field.choices)}};
    case FieldKind::text: return JsonObject{{"type", "string"}};
    case FieldKind::some_text:
    case FieldKind::piece: return JsonObject{{"type", "string"}, {"minLength", 1}};
    case FieldKind::operations: {
      JsonArray allowed;
      for (const FileOperation& operation : form.operations) allowed.push_back(to_json(operation));
      return JsonObject{{"type", "array"},
                        {"minItems", 1},
                        {"maxItems", Surface::batch_limit},
                        {"items", JsonObject{{"enum", std::move(allowed)}}}};
    }
  }
  std::unreachable();
}

Json form_schema(const Form& form) {
  JsonObject properties;
  JsonArray required;
  for (const Field& field : form.open) {
    properties.set(field.name, field_schema(form, field));
    required.emplace_back(field.name);
  }
  return JsonObject{{"type", "object"},
                    {"properties", std::move(properties)},
                    {"required", std::move(required)},
                    {"additionalProperties", false}};
}

std::string field_prompt(const Form& form, const Field& field) {
  switch (field.kind) {
    case FieldKind::choice: {
      std::string out;
      for (const std::string& choice : field.choices) out += (out.empty() ? "" : " or ") + to_text(Json(choice));
      return out;
    }
    case FieldKind::text: return "<text>";
    case FieldKind::some_text: return "<text, not empty>";
    case FieldKind::piece: return "<text copied from the file that occurs in it once>";
    case FieldKind::operations: {
      std::string out;
      for (const FileOperation& operation : form.operations) {
        out += (out.empty() ? "" : " or ") + to_text(to_json(operation));
      }
      return "[one or more of: " + out + "]";
    }
  }
  std::unreachable();
}

/// A GBNF literal that spells `text`.
std::string literal(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

/// How a JSON string spells one code point, without the quotes.
std::string spelled(char32_t symbol) {
  std::string text;
  append_utf8(text, symbol);
  const std::string quoted = to_text(Json(text));
  return quoted.substr(1, quoted.size() - 2);
}

/// Writes the rules of the pieces after the opening quote; `rest` is the rule behind the closing quote.
void piece_rules(std::string& out, const Places& places, const std::string& prefix, const std::string& rest) {
  const auto& states = places.states();
  for (std::size_t at = 0; at < states.size(); ++at) {
    fmt::format_to(std::back_inserter(out), "{}-{} ::=", prefix, at);
    std::string_view bar = " ";
    for (const Places::Edge& edge : states[at].edges) {
      fmt::format_to(std::back_inserter(out), "{}{} {}-{}", bar, literal(spelled(edge.symbol)), prefix, edge.to);
      bar = " | ";
    }
    if (states[at].closes) fmt::format_to(std::back_inserter(out), "{}\"\\\"\" {}", bar, rest);
    out += '\n';
  }
}

std::string alternatives(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : " | ") + literal(text);
  return "(" + out + ")";
}

/// The rules of one form, named `f<number>`. Each field is a rule that ends in the next one.
void form_rules(std::string& out, const Form& form, std::size_t number) {
  const std::string name = fmt::format("f{}", number);
  fmt::format_to(std::back_inserter(out), "{} ::= \"{{\" {}-a0\n", name, name);
  for (std::size_t at = 0; at < form.open.size(); ++at) {
    const Field& field = form.open[at];
    const std::string key = literal((at == 0 ? "" : ",") + to_text(Json(field.name)) + ":");
    const std::string next = fmt::format("{}-a{}", name, at + 1);
    fmt::format_to(std::back_inserter(out), "{}-a{} ::= {} ", name, at, key);
    switch (field.kind) {
      case FieldKind::choice: {
        std::vector<std::string> texts;
        for (const std::string& choice : field.choices) texts.push_back(to_text(Json(choice)));
        out += alternatives(texts) + " " + next + "\n";
        break;
      }
      case FieldKind::text: out += "\"\\\"\" char* \"\\\"\" " + next + "\n"; break;
      case FieldKind::some_text: out += "\"\\\"\" char+ \"\\\"\" " + next + "\n"; break;
      case FieldKind::piece:
        out += "\"\\\"\" " + name + "-p-0\n";
        piece_rules(out, *form.places, name + "-p", next);
        break;
      case FieldKind::operations: {
        std::vector<std::string> texts;
        for (const FileOperation& operation : form.operations) texts.push_back(to_text(to_json(operation)));
        const std::string one = alternatives(texts);
        fmt::format_to(std::back_inserter(out), "\"[\" {} (\",\" {}){{0,{}}} \"]\" {}\n", one, one,
                       Surface::batch_limit - 1, next);
        break;
      }
    }
  }
  fmt::format_to(std::back_inserter(out), "{}-a{} ::= \"}}\"\n", name, form.open.size());
}

}  // namespace

std::string Surface::prompt() const {
  if (empty()) return "No tool is offered.\n";
  std::string out = "Reply with one JSON object and nothing else";
  out += forms_->size() == 1 ? ", in this form:\n" : ", in one of these forms:\n";
  for (const Form& form : *forms_) {
    std::string fields;
    for (const Field& field : form.open) {
      fields += (fields.empty() ? "" : ",") + to_text(Json(field.name)) + ":" + field_prompt(form, field);
    }
    out += "{" + fields + "}\n";
  }
  return out;
}

Json Surface::schema() const {
  if (empty()) return false;
  if (forms_->size() == 1) return form_schema(forms_->front());
  JsonArray any;
  for (const Form& form : *forms_) any.push_back(form_schema(form));
  return JsonObject{{"anyOf", std::move(any)}};
}

std::string Surface::grammar() const {
  if (empty()) return {};
  std::string root = "root ::=";
  std::string rules;
  for (std::size_t at = 0; at < forms_->size(); ++at) {
    root += fmt::format("{}f{}", at == 0 ? " " : " | ", at);
    form_rules(rules, (*forms_)[at], at);
  }
  // No \u: half of a surrogate pair would be spelled without the other.
  const std::string text = "char ::= [^\"\\\\\\x00-\\x1F] | \"\\\\\" [\"\\\\/bfnrt]\n";
  return root + "\n" + rules + text;
}

}  // namespace warrant::surface
