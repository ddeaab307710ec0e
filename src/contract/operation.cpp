#include "warrant/contract/operation.hpp"

#include <warrant/base/match.hpp>

#include <utility>

namespace warrant::contract {
namespace {

std::string_view name_of(Transfer how) {
  switch (how) {
    case Transfer::move: return "move";
    case Transfer::copy: return "copy";
    case Transfer::rename: return "rename";
  }
  std::unreachable();
}

std::string_view name_of(Place place) {
  switch (place) {
    case Place::start: return "start";
    case Place::end: return "end";
    case Place::before: return "before";
    case Place::after: return "after";
  }
  std::unreachable();
}

/// Members whose text is empty say nothing and are left out.
JsonObject named(std::string_view key, std::string_view name,
                 std::initializer_list<std::pair<const char*, std::string_view>> texts) {
  JsonObject object;
  object.append(std::string(key), name);
  for (const auto& [member, text] : texts)
    if (!text.empty()) object.append(member, text);
  return object;
}

}  // namespace

std::string_view name_of(const Operation& operation) {
  return match(
      operation, [](const Replace&) -> std::string_view { return "replace"; },
      [](const SetValue&) -> std::string_view { return "set"; },
      [](const RenameSymbol&) -> std::string_view { return "rename_symbol"; },
      [](const AddText&) -> std::string_view { return "add"; },
      [](const RemoveText&) -> std::string_view { return "remove"; },
      [](const Edit&) -> std::string_view { return "edit"; },
      [](const CreateFile&) -> std::string_view { return "create"; },
      [](const DeleteFile&) -> std::string_view { return "delete"; },
      [](const TransferFile& it) -> std::string_view { return name_of(it.how); },
      [](const MakeDirectory&) -> std::string_view { return "make_directory"; },
      [](const Run&) -> std::string_view { return "run"; },
      [](const Restore&) -> std::string_view { return "restore"; });
}

std::string_view path_of(const Operation& operation) {
  return match(
      operation, [](const Replace& it) -> std::string_view { return it.path; },
      [](const SetValue& it) -> std::string_view { return it.path; },
      [](const RenameSymbol& it) -> std::string_view { return it.path; },
      [](const AddText& it) -> std::string_view { return it.path; },
      [](const RemoveText& it) -> std::string_view { return it.path; },
      [](const Edit& it) -> std::string_view { return it.path; },
      [](const CreateFile& it) -> std::string_view { return it.path; },
      [](const DeleteFile& it) -> std::string_view { return it.path; },
      [](const TransferFile& it) -> std::string_view { return it.to; },
      [](const MakeDirectory& it) -> std::string_view { return it.path; },
      [](const Run&) -> std::string_view { return {}; }, [](const Restore& it) -> std::string_view { return it.path; });
}

Json to_json(const Operation& operation) {
  const std::string_view op = name_of(operation);
  return match(
      operation,
      [&](const Replace& it) -> Json {
        JsonObject object = named("op", op, {{"path", it.path}});
        object.append("find", it.find);
        object.append("with", it.with);
        if (!it.subject.empty()) object.append("subject", it.subject);
        if (it.everywhere) object.append("everywhere", true);
        return object;
      },
      [&](const SetValue& it) -> Json {
        JsonObject object = named("op", op, {{"path", it.path}, {"subject", it.subject}});
        object.append("value", it.value);
        return object;
      },
      [&](const RenameSymbol& it) -> Json {
        return named("op", op, {{"path", it.path}, {"from", it.from}, {"to", it.to}});
      },
      [&](const AddText& it) -> Json {
        JsonObject object = named("op", op, {{"path", it.path}});
        object.append("text", it.text);
        object.append("place", name_of(it.place));
        if (!it.anchor.empty()) object.append("anchor", it.anchor);
        return object;
      },
      [&](const RemoveText& it) -> Json {
        JsonObject object = named("op", op, {{"path", it.path}});
        object.append("text", it.text);
        object.append("whole_line", it.whole_line);
        return object;
      },
      [&](const Edit& it) -> Json { return named("op", op, {{"path", it.path}, {"symbol", it.symbol}}); },
      [&](const CreateFile& it) -> Json {
        JsonObject object = named("op", op, {{"path", it.path}});
        if (it.content) object.append("content", *it.content);
        return object;
      },
      [&](const DeleteFile& it) -> Json { return named("op", op, {{"path", it.path}}); },
      [&](const TransferFile& it) -> Json { return named("op", op, {{"from", it.from}, {"to", it.to}}); },
      [&](const MakeDirectory& it) -> Json { return named("op", op, {{"path", it.path}}); },
      [&](const Run& it) -> Json {
        return named("op", op, {{"purpose", it.purpose}, {"tool", it.tool}, {"selector", it.selector}});
      },
      [&](const Restore& it) -> Json {
        JsonObject object = named("op", op, {{"path", it.path}});
        object.append("redo", it.redo);
        return object;
      });
}

std::string_view name_of(const Expectation& expectation) {
  return match(
      expectation, [](const Replacement&) -> std::string_view { return "replacement"; },
      [](const ValueIs&) -> std::string_view { return "value"; },
      [](const SymbolRenamed&) -> std::string_view { return "symbol_renamed"; },
      [](const TextAdded&) -> std::string_view { return "text_added"; },
      [](const TextRemoved&) -> std::string_view { return "text_removed"; },
      [](const ContentIs&) -> std::string_view { return "content"; },
      [](const FileChanged&) -> std::string_view { return "changed"; },
      [](const FileCreated&) -> std::string_view { return "created"; },
      [](const FileDeleted&) -> std::string_view { return "deleted"; },
      [](const FileTransferred&) -> std::string_view { return "transferred"; },
      [](const DirectoryExists&) -> std::string_view { return "directory"; },
      [](const Counted&) -> std::string_view { return "count"; },
      [](const SymbolExists&) -> std::string_view { return "symbol_exists"; });
}

Json to_json(const Expectation& expectation) {
  const std::string_view kind = name_of(expectation);
  return match(
      expectation,
      [&](const Replacement& it) -> Json {
        JsonObject object = named("kind", kind, {{"path", it.path}});
        object.append("from", it.from);
        object.append("to", it.to);
        if (!it.subject.empty()) object.append("subject", it.subject);
        if (it.everywhere) object.append("everywhere", true);
        object.append("rest_unchanged", it.rest_unchanged);
        return object;
      },
      [&](const ValueIs& it) -> Json {
        JsonObject object = named("kind", kind, {{"path", it.path}, {"subject", it.subject}});
        object.append("value", it.value);
        object.append("rest_unchanged", it.rest_unchanged);
        return object;
      },
      [&](const SymbolRenamed& it) -> Json {
        return named("kind", kind, {{"path", it.path}, {"from", it.from}, {"to", it.to}});
      },
      [&](const TextAdded& it) -> Json {
        JsonObject object = named("kind", kind, {{"path", it.path}});
        object.append("text", it.text);
        object.append("place", name_of(it.place));
        if (!it.anchor.empty()) object.append("anchor", it.anchor);
        return object;
      },
      [&](const TextRemoved& it) -> Json {
        JsonObject object = named("kind", kind, {{"path", it.path}});
        object.append("text", it.text);
        object.append("whole_line", it.whole_line);
        return object;
      },
      [&](const ContentIs& it) -> Json {
        JsonObject object = named("kind", kind, {{"path", it.path}});
        object.append("content", it.content);
        return object;
      },
      [&](const FileChanged& it) -> Json { return named("kind", kind, {{"path", it.path}}); },
      [&](const FileCreated& it) -> Json { return named("kind", kind, {{"path", it.path}}); },
      [&](const FileDeleted& it) -> Json { return named("kind", kind, {{"path", it.path}}); },
      [&](const FileTransferred& it) -> Json {
        JsonObject object = named("kind", kind, {{"from", it.from}, {"to", it.to}});
        object.append("copied", it.copied);
        return object;
      },
      [&](const DirectoryExists& it) -> Json { return named("kind", kind, {{"path", it.path}}); },
      [&](const Counted& it) -> Json {
        JsonObject object = named("kind", kind, {{"path", it.path}});
        object.append("count", it.count);
        object.append("unit", it.unit);
        return object;
      },
      [&](const SymbolExists& it) -> Json { return named("kind", kind, {{"path", it.path}, {"symbol", it.symbol}}); });
}

}  // namespace warrant::contract
