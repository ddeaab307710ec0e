#include "derive.hpp"

#include <warrant/base/match.hpp>

#include <algorithm>
#include <utility>

namespace warrant::contract {
namespace {

bool has_role(const Contract& contract, std::string_view path, Role role) {
  return std::ranges::any_of(contract.targets,
                             [&](const Target& target) { return target.role == role && target.path == path; });
}

/// An operation whose path is not named, or that the words make conditional, fixes nothing.
bool is_fixed(const Contract& contract, std::string_view path) {
  return !path.empty() && !has_role(contract, path, Role::may_change);
}

void add_expectations(const Operation& operation, bool rest_unchanged, std::vector<Expectation>& out) {
  match(
      operation,
      [&](const Replace& it) {
        out.emplace_back(Replacement{it.path, it.find, it.with, it.subject, it.everywhere, rest_unchanged});
      },
      [&](const SetValue& it) { out.emplace_back(ValueIs{it.path, it.subject, it.value, rest_unchanged}); },
      [&](const RenameSymbol& it) {
        out.emplace_back(SymbolExists{it.path, it.from});
        out.emplace_back(SymbolRenamed{it.path, it.from, it.to});
      },
      [&](const AddText& it) { out.emplace_back(TextAdded{it.path, it.text, it.place, it.anchor}); },
      [&](const RemoveText& it) { out.emplace_back(TextRemoved{it.path, it.text, it.whole_line}); },
      [&](const Edit& it) {
        if (!it.symbol.empty()) out.emplace_back(SymbolExists{it.path, it.symbol});
        out.emplace_back(FileChanged{it.path});
      },
      [&](const CreateFile& it) {
        out.emplace_back(FileCreated{it.path});
        if (it.content) out.emplace_back(ContentIs{it.path, *it.content});
      },
      [&](const DeleteFile& it) { out.emplace_back(FileDeleted{it.path}); },
      [&](const TransferFile& it) { out.emplace_back(FileTransferred{it.from, it.to, it.how == Transfer::copy}); },
      [&](const MakeDirectory& it) { out.emplace_back(DirectoryExists{it.path}); }, [](const Run&) {},
      [](const Restore&) {});
}

/// Two operations on one file: each leaves the rest as the other made it, not as it was.
bool is_only_operation(const Contract& contract, std::string_view path) {
  return std::ranges::count_if(contract.operations,
                               [&](const Operation& operation) { return path_of(operation) == path; }) == 1;
}

bool has_operation(const Contract& contract, bool (*wanted)(const Operation&)) {
  return std::ranges::any_of(contract.operations, wanted);
}
bool is_organizing(const Operation& operation) {
  return std::holds_alternative<DeleteFile>(operation) || std::holds_alternative<TransferFile>(operation) ||
         std::holds_alternative<MakeDirectory>(operation);
}
bool is_writing(const Operation& operation) { return std::holds_alternative<CreateFile>(operation); }
bool is_editing(const Operation& operation) {
  return !is_organizing(operation) && !is_writing(operation) && !std::holds_alternative<Run>(operation) &&
         !std::holds_alternative<Restore>(operation);
}
bool is_running(const Operation& operation) { return std::holds_alternative<Run>(operation); }

}  // namespace

bool is_change(Type type) noexcept { return type == Type::edit || type == Type::create || type == Type::organize; }

std::optional<Operation> moved_to(Operation operation, const std::string& path) {
  const auto move = [&](auto& it) {
    it.path = path;
    return true;
  };
  const bool moved = match(
      operation, [&](Replace& it) { return move(it); }, [&](SetValue& it) { return move(it); },
      [&](RenameSymbol& it) { return move(it); }, [&](AddText& it) { return move(it); },
      [&](RemoveText& it) { return move(it); }, [&](Edit& it) { return move(it); },
      [&](CreateFile& it) { return move(it); }, [&](DeleteFile& it) { return move(it); },
      [](TransferFile&) { return false; }, [](MakeDirectory&) { return false; }, [](Run&) { return false; },
      [](Restore&) { return false; });
  return moved ? std::optional(std::move(operation)) : std::nullopt;
}

bool is_changeable(Role role) noexcept {
  return role == Role::must_change || role == Role::output || role == Role::may_change;
}

Contract nothing_allowed(std::string_view request, Type type, Reason reason) {
  return {.request = std::string(request),
          .type = type,
          .requested = false,
          .allowed = false,
          .only_targets = false,
          .verification = Verification::none,
          .targets = {},
          .operations = {},
          .expectations = {},
          .obligation = Obligation::answer,
          .grounds = Grounds::none,
          .posture = Posture::agent,
          .phase = Phase::inspect,
          .reason = std::move(reason),
          .unsure = false,
          .question = {}};
}

std::vector<Expectation> expectations_of(const Contract& contract) {
  std::vector<Expectation> out;
  if (!contract.allowed) return out;
  for (const Operation& operation : contract.operations)
    if (is_fixed(contract, path_of(operation)))
      add_expectations(operation, is_only_operation(contract, path_of(operation)), out);
  // Counts have no operation of their own: they are taken over.
  for (const Expectation& expectation : contract.expectations)
    if (std::holds_alternative<Counted>(expectation)) out.push_back(expectation);
  return out;
}

Obligation obligation_of(const Contract& contract) {
  switch (contract.type) {
    case Type::answer:
    case Type::unknown: return Obligation::answer;
    case Type::status: return Obligation::answer;
    case Type::question:
    case Type::list:
    case Type::explain:
    case Type::diagnose: return Obligation::inspect;
    case Type::verify:
      return has_operation(contract, is_running) && !contract.unsure ? Obligation::run : Obligation::inspect;
    case Type::edit:
    case Type::create:
    case Type::organize: return contract.allowed ? Obligation::change : Obligation::answer;
    case Type::run: return contract.unsure ? Obligation::answer : Obligation::run;
    case Type::restore: return contract.unsure ? Obligation::answer : Obligation::restore;
  }
  std::unreachable();
}

Grounds grounds_of(const Contract& contract) {
  const auto is_read = [](const Target& target) {
    return target.role != Role::forbidden && target.role != Role::output && target.role != Role::mentioned;
  };
  const bool reads = std::ranges::any_of(contract.targets, is_read);
  switch (contract.type) {
    case Type::answer:
    case Type::unknown:
    case Type::restore: return Grounds::none;
    case Type::list: return Grounds::list;
    case Type::question:
    case Type::explain:
    case Type::diagnose: return reads ? Grounds::read_target : Grounds::search;
    case Type::edit: return reads ? Grounds::read_target : Grounds::search;
    case Type::create:
    case Type::organize: return reads ? Grounds::read_target : Grounds::none;
    case Type::run: return Grounds::run_output;
    case Type::verify:
      return has_operation(contract, is_running) ? Grounds::run_output : reads ? Grounds::read_target : Grounds::search;
    case Type::status: return Grounds::record;
  }
  std::unreachable();
}

Verification verification_of(const Contract& contract) {
  return is_change(contract.type) || contract.type == Type::verify || contract.type == Type::restore
             ? Verification::required
             : Verification::none;
}

std::vector<Tool> tools_of(const Contract& contract) {
  // No tool at all: the runtime does it, or there is nothing to look at.
  switch (contract.type) {
    case Type::answer:
    case Type::unknown:
    case Type::status:
    case Type::restore: return {Tool::answer};
    case Type::list: return {Tool::list_files, Tool::answer};
    case Type::run: return {Tool::answer};
    case Type::question:
    case Type::explain:
    case Type::diagnose:
    case Type::verify: break;
    case Type::edit:
    case Type::create:
    case Type::organize: break;
  }
  std::vector<Tool> tools{Tool::read_file, Tool::list_files, Tool::search_text};
  if (contract.allowed) {
    if (has_operation(contract, is_editing)) {
      tools.push_back(Tool::edit_file);
      tools.push_back(Tool::write_file);
      tools.push_back(Tool::append_text);
    } else if (has_operation(contract, is_writing)) {
      tools.push_back(Tool::write_file);
    }
    if (has_operation(contract, is_organizing)) tools.push_back(Tool::organize);
  }
  tools.push_back(Tool::answer);
  return tools;
}

void derive(Contract& contract) {
  contract.allowed = contract.allowed && is_change(contract.type) && !contract.unsure;
  contract.phase = contract.allowed ? Phase::apply : Phase::inspect;
  contract.verification = verification_of(contract);
  contract.obligation = obligation_of(contract);
  contract.grounds = grounds_of(contract);
  contract.expectations = expectations_of(contract);
}

Contract with_posture(Contract contract, Posture posture) {
  contract.posture = posture;
  if (posture == Posture::agent) return contract;
  contract.allowed = false;
  std::erase_if(contract.targets, [](const Target& target) { return target.role == Role::output; });
  for (Target& target : contract.targets)
    if (is_changeable(target.role)) target.role = Role::must_read;
  derive(contract);
  return contract;
}

}  // namespace warrant::contract
