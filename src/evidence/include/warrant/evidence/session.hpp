// One neutral order of what an agent said, ran and changed, whichever agent wrote it down.
#pragma once

#include <warrant/base/result.hpp>
#include <warrant/base/span.hpp>
#include <warrant/evidence/evidence.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace warrant::evidence {

/// Whose notes are read. Sources: the formats' public documentation and real files.
enum class Format : std::uint8_t {
  claude,     ///< Claude Code transcript, JSON lines
  codex,      ///< Codex rollout, or `codex exec --json`
  opencode,   ///< `opencode export`, one document
  gemini,     ///< Gemini CLI and Qwen Code chats, lines or one document
  copilot,    ///< Copilot CLI events
  pi,         ///< pi session
  aider,      ///< .aider.chat.history.md
  swe_agent,  ///< .traj
  specstory,  ///< SpecStory Markdown
};
std::string_view to_string(Format format) noexcept;

enum class Role : std::uint8_t { user, agent };

/// Where an event stands. `ordinal` counts all events of a session from 0, so it orders messages,
/// runs and edits among each other; `turn` counts the user's messages, 0 before the first.
struct Place {
  std::size_t ordinal;
  std::size_t turn;
  Span source;  ///< the record's bytes in the file
};

/// What a person or the agent said. Thinking, system text and tool output are no messages.
struct Message {
  Place at;
  Role role;
  std::string text;
  bool final;      ///< the agent's last word of a turn, with nothing run after it: what its user reads as the answer
  bool sidechain;  ///< said in a sub-agent
};

/// One command with what it printed, placed where its result stands.
struct Run {
  Place at;
  std::string tool;  ///< the agent's name for the tool
  std::string command;
  std::string output;            ///< empty when the reader was told not to keep it
  std::optional<int> exit_code;  ///< as the agent noted it; absent when it noted none
  bool failed;                   ///< the agent marked it as an error
  std::string cwd;               ///< empty when unknown
  Caveats caveats;               ///< of the command, the agent's notes and the output together
  Evidence facts;                ///< read from the output, spans are into it; empty when the reader was told so
  bool sidechain;
  std::string root = {};  ///< where the session began; empty when unknown
};

/// What one run's output shows, and the caveats that come of that.
struct RunFacts {
  Evidence facts;
  Caveats caveats;
};
/// What ReadOptions::facts left out of a run; `root` is Run::root. Pure; thread-safe.
RunFacts read_run(std::string_view command, std::optional<int> exit_code, std::string_view output,
                  std::string_view root);

enum class EditKind : std::uint8_t { create, modify, remove, rename };
std::string_view to_string(EditKind kind) noexcept;

/// A file the agent changed with an editing tool. Changes made by commands are runs.
struct Edit {
  Place at;
  std::string path;
  EditKind kind;
  bool ok;             ///< the tool did not report a failure
  bool documentation;  ///< prose only (.md, .rst, LICENSE …): no code run grows stale by it
  bool sidechain;
};

using Event = std::variant<Message, Run, Edit>;

/// What was read and what could not be.
struct ReadReport {
  Format format;
  std::size_t bytes;
  std::size_t records;           ///< lines or elements read
  std::size_t damaged;           ///< records that do not parse, skipped
  std::size_t unknown;           ///< records of a kind that the reader does not know, skipped
  std::size_t cut;               ///< records over the size limit, skipped
  std::vector<Span> damaged_at;  ///< the first of them
  std::size_t messages;
  std::size_t runs;
  std::size_t edits;
  std::string cwd;  ///< where the session began; empty when unknown
};

struct ReadOptions {
  bool keep_output = true;            ///< false: Run::output stays empty, only the facts are kept
  bool sidechains = true;             ///< events of sub-agents too
  std::optional<Format> format = {};  ///< absent: told by the file
  bool facts = true;                  ///< false: outputs are not read for results; `read_run` does it later
};

/// Called once an event, in order. The event is the callee's. Must not throw.
using Sink = std::function<void(Event&&)>;

/// The format that the first bytes of a file show (64 KiB are enough), or nothing.
std::optional<Format> detect_format(std::string_view head);

/// Reads a transcript of any size in constant memory (under 64 MiB), in one pass. Damaged and half
/// written records are skipped and counted. Errors: not_found, io, unsupported (no known format).
/// Thread-safe for different sinks.
Result<ReadReport> read_session(const std::string& path, const ReadOptions& options, const Sink& sink);
/// The same for a text in memory.
Result<ReadReport> read_session_text(std::string_view text, const ReadOptions& options, const Sink& sink);

}  // namespace warrant::evidence
