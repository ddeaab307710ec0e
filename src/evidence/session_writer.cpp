#include "session_writer.hpp"

#include <algorithm>
#include <functional>

namespace warrant::evidence {
namespace {

constexpr std::size_t kMaxPending = 256;
constexpr std::size_t kMaxSeen = 32U << 10U;
/// Results that came before their call: how many wait, and how large one may be.
constexpr std::size_t kMaxEarly = 16;
constexpr std::size_t kMaxEarlyText = 256U << 10U;
constexpr std::size_t kMaxCommand = 32U << 10U;
/// Of a longer output the head and the tail are read: runners sum up at the end.
constexpr std::size_t kMaxOutput = 1U << 20U;
constexpr std::size_t kKeptHead = 256U << 10U;

bool blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

void bound_output(std::string& output, Caveats& caveats) {
  if (output.size() <= kMaxOutput) return;
  const std::size_t tail = output.size() - (kMaxOutput - kKeptHead);
  output = output.substr(0, kKeptHead) + "\n" + output.substr(tail);
  caveats.add(Caveat::cut_off);
}

/// Outside of the directory the session works in.
bool leaves(std::string_view cwd, std::string_view directory) {
  const auto from = plain_path(cwd);
  const auto to = plain_path(directory);
  if (to.starts_with("..") || lies_below(to, "/tmp")) return !lies_below(from, "/tmp");
  const bool absolute = to.starts_with('/') || (to.size() > 1 && to[1] == ':');
  if (!absolute || from.empty()) return false;
  return !lies_below(to, from);
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// "SESSION_ID=4711", "(session 4711)": how a script of the agent hands on that a command runs on, on its last line.
std::string handed_on(std::string_view output) {
  while (!output.empty() && std::string_view(" \n\r)}\"'").find(output.back()) != std::string_view::npos)
    output.remove_suffix(1);
  constexpr std::size_t kMostLine = 200;
  const auto tail = output.substr(output.size() - std::min(output.size(), kMostLine));
  const auto start = tail.rfind('\n');
  const auto line = start == std::string_view::npos ? tail : tail.substr(start + 1);
  const auto digits = line.find_last_not_of("0123456789") + 1;
  const bool session = line.find("ession") != std::string_view::npos || line.find("SESSION") != std::string_view::npos;
  return session && digits < line.size() ? std::string(line.substr(digits)) : std::string();
}

/// The command without the patches in it, whose lines are no commands.
std::string without_patches(std::string_view command) {
  constexpr std::string_view begin = "*** Begin Patch";
  constexpr std::string_view end = "*** End Patch";
  std::string rest;
  for (;;) {
    const auto from = command.find(begin);
    const auto to = from == std::string_view::npos ? from : command.find(end, from);
    if (to == std::string_view::npos) return rest.append(command);
    rest.append(command.substr(0, from));
    command.remove_prefix(to + end.size());
  }
}

}  // namespace

RunFacts read_run(std::string_view command, std::optional<int> exit_code, std::string_view output,
                  std::string_view root) {
  RunFacts read{.facts = read_output(command, exit_code, output), .caveats = {}};
  read.caveats.add(caveats_of(read.facts.commands));
  if (read.facts.cut_short) read.caveats.add(Caveat::cut_off);
  for (const auto& test : read.facts.runs) read.caveats.add(test.caveats);
  const auto& commands = read.facts.commands;
  const auto last = std::ranges::find_if(commands.rbegin(), commands.rend(),
                                         [](const Command& each) { return !each.facts.activities.empty(); });
  if (leaves(root, (last == commands.rend() ? commands.back() : *last).facts.directory))
    read.caveats.add(Caveat::other_directory);
  return read;
}

bool SessionWriter::repeats(std::string_view id) {
  if (id.empty()) return false;
  const auto hash = std::hash<std::string_view>{}(id);
  if (!seen_.insert(hash).second) return true;
  seen_order_.push_back(hash);
  if (seen_order_.size() > kMaxSeen) {
    seen_.erase(seen_order_.front());
    seen_order_.pop_front();
  }
  return false;
}

Place SessionWriter::place() { return {.ordinal = ordinal_++, .turn = turn_, .source = source_}; }

void SessionWriter::emit(Event&& event) { sink_(std::move(event)); }

void SessionWriter::flush_message(bool final) {
  if (!held_) return;
  held_->final = final;
  emit(std::move(*held_));
  held_.reset();
}

void SessionWriter::user(std::string text, bool sidechain) {
  sidechain = sidechain && !own_sidechain_;
  if (blank(text) || (sidechain && !options_.sidechains)) return;
  for (auto& [tool, count] : nameless_) count.answered = count.called;
  if (!sidechain) {
    flush_message(true);
    ++turn_;
  } else {
    flush_message(false);
  }
  ++report_.messages;
  emit(Message{.at = place(), .role = Role::user, .text = std::move(text), .final = false, .sidechain = sidechain});
}

void SessionWriter::agent(std::string text, bool sidechain) {
  sidechain = sidechain && !own_sidechain_;
  if (blank(text) || (sidechain && !options_.sidechains)) return;
  flush_message(false);
  ++report_.messages;
  if (hands_in_ && !sidechain) last_said_ = text;
  Message message{.at = place(), .role = Role::agent, .text = std::move(text), .final = false, .sidechain = sidechain};
  if (sidechain) {
    emit(std::move(message));
  } else {
    held_ = std::move(message);
  }
}

void SessionWriter::agent_piece(std::string text) {
  if (held_ && !held_->sidechain) {
    held_->text += text;
  } else {
    agent(std::move(text));
  }
}

void SessionWriter::hand_in() {
  if (!held_ && !last_said_.empty()) agent(std::move(last_said_));
  last_said_.clear();
}

void SessionWriter::answer(std::string text) {
  agent(std::move(text));
  flush_message(true);
}

std::string SessionWriter::nameless(std::string_view tool, bool call) {
  if (nameless_.size() > kMaxPending) nameless_.clear();
  auto& count = nameless_[std::string(tool)];
  // Calls that were never answered do not get the results of those behind them.
  if (call && count.answers) count.answered = count.called;
  count.answers = !call;
  const std::size_t number = call ? count.called++ : count.answered++;
  return std::string(tool) + '#' + std::to_string(number);
}

void SessionWriter::call(std::string_view id, Call call) {
  if (id.empty()) return;
  if (call.command.size() > kMaxCommand) call.command.resize(kMaxCommand);
  if (const auto early = std::ranges::find(early_, id, &std::pair<std::string, Result>::first); early != early_.end()) {
    auto result = std::move(early->second);
    early_.erase(early);
    done(std::move(call), std::move(result));
    return;
  }
  // A call without a result is forgotten when many others came after it.
  while (order_.size() >= kMaxPending) {
    const auto& [number, oldest] = order_.front();
    if (const auto found = calls_.find(oldest); found != calls_.end() && found->second.number == number)
      calls_.erase(found);
    order_.pop_front();
  }
  order_.emplace_back(++called_, id);
  calls_.insert_or_assign(std::string(id), Pending{.call = std::move(call), .number = called_});
}

const Call* SessionWriter::pending(std::string_view id) const {
  const auto found = calls_.find(std::string(id));
  return found == calls_.end() ? nullptr : &found->second.call;
}

void SessionWriter::result(std::string_view id, Result result) {
  const auto found = calls_.find(std::string(id));
  if (found == calls_.end()) {
    if (id.empty() || result.text.size() > kMaxEarlyText) return;
    if (early_.size() >= kMaxEarly) early_.erase(early_.begin());
    early_.emplace_back(id, std::move(result));
    return;
  }
  Call call = std::move(found->second.call);
  calls_.erase(found);
  done(std::move(call), std::move(result));
}

const std::string* SessionWriter::running(const std::string& session) const {
  const auto found = sessions_.find(session);
  return found == sessions_.end() ? nullptr : &found->second;
}

void SessionWriter::done(Call call, Result result) {
  call.sidechain = call.sidechain && !own_sidechain_;
  if (call.sidechain && !options_.sidechains) return;
  if (call.kind == ToolKind::other) return;
  if (call.kind == ToolKind::command) {
    auto patched = files_of_patch(call.command);
    for (auto& [path, kind] : patched) call.files.emplace_back(std::move(path), kind);
  }
  if (!call.files.empty()) flush_message(false);
  for (auto& [path, kind] : call.files) {
    ++report_.edits;
    const bool documentation = is_documentation(path);
    emit(Edit{.at = place(),
              .path = std::move(path),
              .kind = result.edit_made.value_or(kind),
              .ok = !result.failed,
              .documentation = documentation,
              .sidechain = call.sidechain});
  }
  if (call.kind != ToolKind::command) return;
  // A shell command that is nothing but a patch is an edit, not a run.
  if (!call.files.empty() && read_command(without_patches(call.command)).activities.empty()) return;
  run(call, std::move(result));
}

void SessionWriter::run(const Call& call, Result&& result) {
  Noted noted = take_notes(std::move(result.text));
  if (noted.refused) return;
  Run run{.at = {0, 0, {0, 0}},
          .tool = call.tool,
          .command = call.command,
          .output = std::move(noted.output),
          .exit_code = noted.exit_code ? noted.exit_code : result.exit_code,
          .failed = result.failed,
          .cwd = call.cwd.empty() ? cwd_ : call.cwd,
          .caveats = result.caveats,
          .facts = {.runs = {}, .exit_codes = {}, .versions = {}, .urls = {}, .anchors = {}, .only_shown = false},
          .sidechain = call.sidechain,
          .root = report_.cwd};
  // What is read of a command that went on is that command's output.
  if (const auto before = sessions_.find(call.command); before != sessions_.end()) run.command = before->second;
  const bool script = call.tool == "exec";
  // A poll by number of a session that nothing named reads on what the last script started.
  if (script && is_number(run.command) && !scripted_.empty()) run.command = scripted_;
  if (script) scripted_ = run.command;
  if (script && noted.session.empty()) noted.session = handed_on(run.output);
  if (!noted.session.empty()) {
    if (sessions_.size() > kMaxPending) sessions_.clear();
    sessions_[noted.session] = run.command;
  }
  run.caveats.add(noted.caveats);
  if (call.background) run.caveats.add(Caveat::background);
  bound_output(run.output, run.caveats);
  // A run that goes on has no exit status yet.
  if (run.caveats.has(Caveat::background) && !noted.exit_code) run.exit_code.reset();
  if (options_.facts) {
    auto read = read_run(run.command, run.exit_code, run.output, run.root);
    run.facts = std::move(read.facts);
    run.caveats.add(read.caveats);
  }
  if (!options_.keep_output) run.output.clear();
  flush_message(false);
  run.at = place();
  ++report_.runs;
  emit(std::move(run));
}

void SessionWriter::end() { flush_message(true); }

}  // namespace warrant::evidence
