// The closed vocabulary of a contract.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace warrant::contract {

/// What the request asks for. `organize` is move, copy, rename, delete, make a directory; `status` is about
/// what already happened.
enum class Type : std::uint8_t {
  answer,
  question,
  list,
  explain,
  diagnose,
  edit,
  create,
  organize,
  run,
  verify,
  status,
  restore,
  unknown,
};

/// What a mentioned path is for, the strictest first: on conflict the earlier one wins.
enum class Role : std::uint8_t {
  forbidden,
  must_change,
  output,
  must_read,
  source,
  verify_only,
  may_change,
  mentioned,
};

/// The mode of the session. `ask` and `plan` are read-only.
enum class Posture : std::uint8_t { agent, ask, plan };
enum class Phase : std::uint8_t { inspect, apply };

/// What the turn owes. `run` and `restore` are carried out by the runtime.
enum class Obligation : std::uint8_t { none, answer, inspect, change, run, restore };
/// What an answer has to rest on.
enum class Grounds : std::uint8_t { none, read_target, list, search, run_output, record };
enum class Verification : std::uint8_t { none, required };

/// Everything a model can ever propose; a turn's surface is a part of it.
enum class Tool : std::uint8_t {
  read_file,
  list_files,
  search_text,
  edit_file,
  write_file,
  append_text,
  organize,
  run_command,
  answer,
};

// The names in prompts, grammars, JSON and records.
std::string_view to_string(Type type) noexcept;
std::string_view to_string(Role role) noexcept;
std::string_view to_string(Posture posture) noexcept;
std::string_view to_string(Phase phase) noexcept;
std::string_view to_string(Obligation obligation) noexcept;
std::string_view to_string(Grounds grounds) noexcept;
std::string_view to_string(Verification verification) noexcept;
std::string_view to_string(Tool tool) noexcept;

/// The value of that name; absent for any other text.
std::optional<Type> parse_type(std::string_view name) noexcept;
std::optional<Role> parse_role(std::string_view name) noexcept;

/// Whether a proposal by this tool can change files.
bool changes_files(Tool tool) noexcept;

}  // namespace warrant::contract
