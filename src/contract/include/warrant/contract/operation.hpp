// The operations that a request asks for, and the results that its words fix.
#pragma once

#include <warrant/base/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace warrant::contract {

// Paths are relative to the workspace, as in Target. Texts are as the person wrote them, without quotes.

/// A becomes B. `subject` narrows it to what is named ("TIMEOUT"); empty for none.
struct Replace {
  std::string path;
  std::string find;
  std::string with;
  std::string subject;
  bool everywhere;  ///< all occurrences were asked for
  bool operator==(const Replace&) const = default;
};
/// What is named gets a value; the old one is not said.
struct SetValue {
  std::string path;
  std::string subject;
  std::string value;
  bool operator==(const SetValue&) const = default;
};
/// A symbol gets another name, wherever it stands in the file.
struct RenameSymbol {
  std::string path;
  std::string from;
  std::string to;
  bool operator==(const RenameSymbol&) const = default;
};
enum class Place : std::uint8_t { start, end, before, after };
/// Text is added. `anchor` is the text that `before` and `after` speak of; with `start` and `end` it is the list that
/// the text goes into, empty for the file.
struct AddText {
  std::string path;
  std::string text;
  Place place;
  std::string anchor;
  bool operator==(const AddText&) const = default;
};
/// The text (or the line that holds it) goes; of a name that the file defines, the definition.
struct RemoveText {
  std::string path;
  std::string text;
  bool whole_line;
  bool operator==(const RemoveText&) const = default;
};
/// A change whose text the words do not fix. `symbol`, when named, must exist in the file.
struct Edit {
  std::string path;
  std::string symbol;
  bool operator==(const Edit&) const = default;
};
struct CreateFile {
  std::string path;
  std::optional<std::string> content;  ///< when the words fix it
  bool operator==(const CreateFile&) const = default;
};
struct DeleteFile {
  std::string path;
  bool operator==(const DeleteFile&) const = default;
};
enum class Transfer : std::uint8_t { move, copy, rename };
struct TransferFile {
  Transfer how;
  std::string from;
  std::string to;
  bool operator==(const TransferFile&) const = default;
};
struct MakeDirectory {
  std::string path;
  bool operator==(const MakeDirectory&) const = default;
};
/// A command is run through a profile. `purpose` is one of test, build, lint, typecheck, format, git_status,
/// git_diff, git_log; `tool` is the runner that was named ("pytest"), empty for the workspace's own; `selector`
/// what it is narrowed to.
struct Run {
  std::string purpose;
  std::string tool;
  std::string selector;
  bool operator==(const Run&) const = default;
};
/// The latest change is taken back (or, with `redo`, made again). `path` empty: all of it.
struct Restore {
  std::string path;
  bool redo;
  bool operator==(const Restore&) const = default;
};

using Operation = std::variant<Replace, SetValue, RenameSymbol, AddText, RemoveText, Edit, CreateFile, DeleteFile,
                               TransferFile, MakeDirectory, Run, Restore>;

/// The name in JSON: replace, set, rename_symbol, add, remove, edit, create, delete, move, copy, rename,
/// make_directory, run, restore.
std::string_view name_of(const Operation& operation);
/// The path it changes (the new one of a transfer); empty for run and a whole restore.
std::string_view path_of(const Operation& operation);
Json to_json(const Operation& operation);

// What must be so afterwards. Each can be checked against the bytes alone.

/// `from` became `to` (at `subject`, when named) and nothing else changed.
struct Replacement {
  std::string path;
  std::string from;
  std::string to;
  std::string subject;
  bool everywhere;
  bool rest_unchanged;
  bool operator==(const Replacement&) const = default;
};
struct ValueIs {
  std::string path;
  std::string subject;
  std::string value;
  bool rest_unchanged;
  bool operator==(const ValueIs&) const = default;
};
struct SymbolRenamed {
  std::string path;
  std::string from;
  std::string to;
  bool operator==(const SymbolRenamed&) const = default;
};
struct TextAdded {
  std::string path;
  std::string text;
  Place place;
  std::string anchor;
  bool operator==(const TextAdded&) const = default;
};
struct TextRemoved {
  std::string path;
  std::string text;
  bool whole_line;
  bool operator==(const TextRemoved&) const = default;
};
struct ContentIs {
  std::string path;
  std::string content;
  bool operator==(const ContentIs&) const = default;
};
/// The bytes differ from before.
struct FileChanged {
  std::string path;
  bool operator==(const FileChanged&) const = default;
};
struct FileCreated {
  std::string path;
  bool operator==(const FileCreated&) const = default;
};
struct FileDeleted {
  std::string path;
  bool operator==(const FileDeleted&) const = default;
};
/// `to` holds what `from` held; `from` is gone unless copied.
struct FileTransferred {
  std::string from;
  std::string to;
  bool copied;
  bool operator==(const FileTransferred&) const = default;
};
struct DirectoryExists {
  std::string path;
  bool operator==(const DirectoryExists&) const = default;
};
/// The file holds so many of `unit` (lines, items, sections …).
struct Counted {
  std::string path;
  std::int64_t count;
  std::string unit;
  bool operator==(const Counted&) const = default;
};
/// Before any change: the named symbol stands in the file.
struct SymbolExists {
  std::string path;
  std::string symbol;
  bool operator==(const SymbolExists&) const = default;
};

using Expectation = std::variant<Replacement, ValueIs, SymbolRenamed, TextAdded, TextRemoved, ContentIs, FileChanged,
                                 FileCreated, FileDeleted, FileTransferred, DirectoryExists, Counted, SymbolExists>;

/// The name in JSON: replacement, value, symbol_renamed, text_added, text_removed, content, changed, created,
/// deleted, transferred, directory, count, symbol_exists.
std::string_view name_of(const Expectation& expectation);
Json to_json(const Expectation& expectation);

/// The files before and after a turn's effects, by path. Implementations do not change them.
class Files {
 public:
  Files() = default;
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;
  virtual ~Files() = default;
  /// The bytes; absent when there was no such file.
  [[nodiscard]] virtual std::optional<std::string> before(std::string_view path) const = 0;
  [[nodiscard]] virtual std::optional<std::string> after(std::string_view path) const = 0;
  [[nodiscard]] virtual bool is_directory(std::string_view path) const = 0;
  /// Whether anything stands there now, also what has no bytes to read (a pipe, a socket); nothing where that cannot be
  /// told.
  [[nodiscard]] virtual std::optional<bool> is_there(std::string_view path) const {
    return after(path).has_value() || is_directory(path);
  }
};

struct Finding {
  enum class Result : std::uint8_t { met, not_met, unknown } result;
  std::string why;  ///< one sentence, for the person and the record
};

/// Where `piece` stands in `text` as a request can mean it that speaks of `subject`: on a line that names the subject
/// or stands under one that does, and not inside a longer word if it also stands alone; a line with the subject as a
/// word of its own goes before one that has it in a longer name. Byte offsets, ascending. Empty when the subject is a
/// name (TIMEOUT, server.port) and `piece` stands only where another thing is named. Pure.
std::vector<std::size_t> meant(std::string_view text, std::string_view piece, std::string_view subject);

/// Holds one expectation against the bytes. Pure; thread-safe.
Finding check(const Expectation& expectation, const Files& files);

}  // namespace warrant::contract
