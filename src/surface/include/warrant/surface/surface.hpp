// One value from which the prompt's tool text, the JSON Schema, the grammar and the check of a reply come.
#pragma once

#include <warrant/base/json.hpp>
#include <warrant/base/result.hpp>
#include <warrant/base/span.hpp>
#include <warrant/surface/call.hpp>

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
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

/// A part of a target in which the change belongs: whole lines, bytes of the target's text. It occurs once in it.
struct Window {
  RelPath path;
  Span lines;
};

/// A way of asking. The first that fits is used; `escalated` goes on to the next.
enum class Ask : std::uint8_t {
  choice,   ///< the number of one of the decided calls
  rewrite,  ///< the new text of a window in a code fence (and before it which one, when there are several)
  piece,    ///< a piece that occurs once (inside the windows when there are any), and what replaces it
  whole,    ///< the text of the whole file in a code fence
  tools,    ///< any call of the surface, by the tool's name
};
std::string_view to_string(Ask ask) noexcept;

/// What a turn may do. A tool whose list below is empty is not offered, nor is one not in `tools`.
struct Request {
  std::vector<Tool> tools;
  std::vector<Target> targets = {};            ///< edit_file
  std::vector<RelPath> readable = {};          ///< read_file
  std::vector<RelPath> directories = {};       ///< list_files; the root is written "."
  std::vector<RelPath> writable = {};          ///< write_file and append_text
  std::vector<FileOperation> operations = {};  ///< organize chooses among these
  std::vector<std::string> profiles = {};      ///< run_command
  std::vector<Call> choices = {};              ///< decided calls, at most choice_limit; each is on this surface
  std::vector<Window> windows = {};            ///< disjoint, of one target
  std::vector<Ask> asks = {Ask::tools};        ///< in the order they are tried; one that does not fit is left out
};

/// The step of the check at which a reply failed. All earlier steps passed.
enum class Step : std::uint8_t { parsed, known_tool, on_surface, payload, arguments };
std::string_view to_string(Step step) noexcept;

/// Why a reply is no call of this surface.
struct Refusal {
  Step step;
  Code code;              ///< malformed: no such JSON; refused: outside the surface; too_large
  std::string message;    ///< for the model and the person
  bool declined = false;  ///< the reply is in order and says "none of these": ask on with escalated()
  bool operator==(const Refusal&) const = default;
};

/// Immutable; safe to use from several threads.
class Surface {
 public:
  static constexpr std::size_t reply_limit = 1U << 20U;  ///< bytes
  static constexpr std::size_t batch_limit = 16;         ///< operations
  static constexpr std::size_t choice_limit = 9;

  /// Nothing can be proposed: `grammar` is empty, `schema` is `false` and `accept` refuses everything.
  [[nodiscard]] bool empty() const noexcept;
  /// The way of asking now. Of an empty surface: tools.
  [[nodiscard]] Ask ask() const noexcept;
  /// The tools whose calls are accepted, ascending.
  [[nodiscard]] std::vector<Tool> tools() const;
  /// The tool text of the prompt: the forms that a reply can have. It names no file where only one can be meant,
  /// so it stays the same from turn to turn.
  [[nodiscard]] std::string prompt() const;
  /// What the reply chooses among, numbered: decided changes, or windows. Data, not instructions. Empty when the
  /// way of asking numbers nothing.
  [[nodiscard]] std::string exhibit() const;
  /// JSON Schema 2020-12. It cannot say "occurs once in the file", so it is wider than the grammar.
  [[nodiscard]] Json schema() const;
  /// GBNF (the format of llama.cpp's grammars/README.md), right-linear. What it spells `accept` takes, but for what
  /// no such grammar can say: `new` equal to `old`, placeholders, line numbers and the marks of the prompt in free
  /// text, a rewritten window that repeats the prompt's example or keeps no line, an edit that breaks a file of JSON or
  /// TOML, and more than reply_limit bytes.
  [[nodiscard]] std::string grammar() const;
  /// The call that the reply's bytes stand for: in the form that was asked for, or in full with the decided fields
  /// equal to what was decided; JSON whitespace, member order and known aliases are free. Never fails on any bytes.
  [[nodiscard]] std::expected<Call, Refusal> accept(std::string_view bytes) const;

  /// Whether a reply can hold a piece that is copied from a file. There the grammar leaves the model the least choice.
  [[nodiscard]] bool copies() const noexcept;
  /// The bytes of `bytes`, a reply in one of the forms of `prompt`, that spell the copied piece, without the quotes.
  /// Empty when it holds none.
  [[nodiscard]] Span copied_piece(std::string_view bytes) const;

  /// The same surface asked in the next way, without the calls that only the present way gives; empty after the
  /// last. Never accepts a call that this one refuses.
  [[nodiscard]] Surface escalated() const;

  struct Field;
  struct Form;
  struct Stage;
  struct Inside;

 private:
  friend Result<Surface> compile(const Request& request);
  std::shared_ptr<const Inside> inside_;
  std::size_t stage_ = 0;
};

/// Offers the request's tools with the arguments that are still open: a field with one legal value is
/// decided and not asked for. Errors: those of Places::make with the target's path; invalid_argument for
/// a path or profile that is not UTF-8 (a model could not write it), an empty profile, a window outside its
/// target, or a choice that is not on the surface.
Result<Surface> compile(const Request& request);

/// The call that `bytes` spell in full, whatever the surface: the steps parsed, known_tool and payload, and the
/// shape of the arguments. For explaining a call, not for carrying it out.
std::expected<Call, Refusal> read_call(std::string_view bytes);

}  // namespace warrant::surface
