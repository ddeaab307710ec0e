#include "warrant/contract/types.hpp"

#include <utility>

namespace warrant::contract {

std::string_view to_string(Type type) noexcept {
  switch (type) {
    case Type::answer: return "answer";
    case Type::question: return "question";
    case Type::list: return "list";
    case Type::explain: return "explain";
    case Type::diagnose: return "diagnose";
    case Type::edit: return "edit";
    case Type::create: return "create";
    case Type::organize: return "organize";
    case Type::run: return "run";
    case Type::verify: return "verify";
    case Type::status: return "status";
    case Type::restore: return "restore";
    case Type::unknown: return "unknown";
  }
  std::unreachable();
}

std::string_view to_string(Role role) noexcept {
  switch (role) {
    case Role::forbidden: return "forbidden";
    case Role::must_change: return "must_change";
    case Role::output: return "output";
    case Role::must_read: return "must_read";
    case Role::source: return "source";
    case Role::verify_only: return "verify_only";
    case Role::may_change: return "may_change";
    case Role::mentioned: return "mentioned";
  }
  std::unreachable();
}

std::string_view to_string(Posture posture) noexcept {
  switch (posture) {
    case Posture::agent: return "agent";
    case Posture::ask: return "ask";
    case Posture::plan: return "plan";
  }
  std::unreachable();
}

std::string_view to_string(Phase phase) noexcept {
  switch (phase) {
    case Phase::inspect: return "inspect";
    case Phase::apply: return "apply";
  }
  std::unreachable();
}

std::string_view to_string(Obligation obligation) noexcept {
  switch (obligation) {
    case Obligation::none: return "none";
    case Obligation::answer: return "answer";
    case Obligation::inspect: return "inspect";
    case Obligation::change: return "change";
    case Obligation::run: return "run";
    case Obligation::restore: return "restore";
  }
  std::unreachable();
}

std::string_view to_string(Grounds grounds) noexcept {
  switch (grounds) {
    case Grounds::none: return "none";
    case Grounds::read_target: return "read_target";
    case Grounds::list: return "list";
    case Grounds::search: return "search";
    case Grounds::run_output: return "run_output";
    case Grounds::record: return "record";
  }
  std::unreachable();
}

std::string_view to_string(Verification verification) noexcept {
  switch (verification) {
    case Verification::none: return "none";
    case Verification::required: return "required";
  }
  std::unreachable();
}

std::string_view to_string(Tool tool) noexcept {
  switch (tool) {
    case Tool::read_file: return "read_file";
    case Tool::list_files: return "list_files";
    case Tool::search_text: return "search_text";
    case Tool::edit_file: return "edit_file";
    case Tool::write_file: return "write_file";
    case Tool::append_text: return "append_text";
    case Tool::organize: return "organize";
    case Tool::run_command: return "run_command";
    case Tool::answer: return "answer";
  }
  std::unreachable();
}

bool changes_files(Tool tool) noexcept {
  switch (tool) {
    case Tool::edit_file:
    case Tool::write_file:
    case Tool::append_text:
    case Tool::organize: return true;
    case Tool::read_file:
    case Tool::list_files:
    case Tool::search_text:
    case Tool::run_command:
    case Tool::answer: return false;
  }
  std::unreachable();
}

}  // namespace warrant::contract
