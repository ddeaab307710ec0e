// One value from which the prompt's tool text, the JSON Schema, the grammar and the check of a reply come.
#pragma once

#include <warrant/base/json.hpp>
#include <warrant/base/result.hpp>
#include <warrant/surface/call.hpp>
#include <warrant/surface/places.hpp>

#include <cstddef>
#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::surface {

/// A file that may be edited, as it is now, and the part of it that the model is shown.
struct Target {
  RelPath path;
  std::string text;
  std::size_t shown_begin;   ///< bytes
  std::size_t shown_length;  ///< bytes
};

/// What a turn may do. A tool whose list below is empty is not offered, nor is one not in `tools`.
struct Request {
  std::vector<Tool> tools;
  std::vector<Target> targets = {};            ///< edit_file
  std::vector<RelPath> readable = {};          ///< read_file
  std::vector<RelPath> directories = {};       ///< list_files; the root is written "."
  std::vector<RelPath> writable = {};          ///< write_file and append_text
  std::vector<FileOperation> operations = {};  ///< organize chooses among these
  std::vector<std::string> profiles = {};      ///< run_command
};

/// Why a reply is no call of this surface.
struct Refusal {
  Code code;            ///< malformed: no such JSON; refused: outside the surface; too_large
  std::string message;  ///< for the model and the person
  bool operator==(const Refusal&) const = default;
};

/// Immutable; safe to use from several threads.
class Surface {
 public:
  static constexpr std::size_t reply_limit = 1U << 20U;  ///< bytes
  static constexpr std::size_t batch_limit = 16;         ///< operations

  /// Nothing can be proposed: `grammar` is empty, `schema` is `false` and `accept` refuses everything.
  [[nodiscard]] bool empty() const noexcept;
  /// The tool text of the prompt: the forms that a reply can have.
  [[nodiscard]] std::string prompt() const;
  /// JSON Schema 2020-12. It cannot say "occurs once in the file", so it is wider than the grammar.
  [[nodiscard]] Json schema() const;
  /// GBNF (the format of llama.cpp's grammars/README.md), right-linear. What it spells `accept` takes,
  /// but for what no such grammar can say: `new` equal to `old`, and more than reply_limit bytes.
  [[nodiscard]] std::string grammar() const;
  /// The call that the reply's bytes stand for. Strict: exactly the open fields, each within its
  /// choices; JSON whitespace and member order are free. Never fails on any bytes.
  [[nodiscard]] std::expected<Call, Refusal> accept(std::string_view bytes) const;

  struct Field;
  struct Form;

 private:
  friend Result<Surface> compile(const Request& request);
  std::shared_ptr<const std::vector<Form>> forms_;
};

/// Offers the request's tools with the arguments that are still open: a field with one legal value is
/// decided and not asked for. Errors: those of Places::make with the target's path; invalid_argument for
/// a path or profile that is not UTF-8 (a model could not write it), or an empty profile.
Result<Surface> compile(const Request& request);

}  // namespace warrant::surface
