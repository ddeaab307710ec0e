#include <warrant/base/json.hpp>
#include <warrant/model/call_text.hpp>
#include <warrant/model/scripted.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <thread>
#include <utility>

namespace warrant::model {

namespace {

constexpr std::int64_t longest_wait_ms = 600'000;

struct Line {
  std::vector<std::string> chunks;
  Finish finish = Finish::stop;
  Usage usage{.prompt_tokens = 0, .reported = false};
  std::string model;
  std::int64_t wait_ms = 0;
  std::optional<Error> error;
};

std::optional<Finish> finish_of(std::string_view name) {
  for (const Finish finish : {Finish::stop, Finish::length, Finish::tool_call, Finish::repetition, Finish::unstated}) {
    if (to_string(finish) == name) return finish;
  }
  return std::nullopt;
}

std::optional<Code> code_of(std::string_view name) {
  for (const Code code : {Code::invalid_argument, Code::malformed, Code::not_found, Code::conflict, Code::refused,
                          Code::too_large, Code::unsupported, Code::io, Code::timed_out, Code::unavailable,
                          Code::integrity, Code::interrupted, Code::internal}) {
    if (to_string(code) == name) return code;
  }
  return std::nullopt;
}

std::unexpected<Error> bad(std::string message) { return fail(Code::malformed, std::move(message)); }

/// A non-negative integer member, `otherwise` when it is absent.
Result<std::int64_t> count(const Json& object, std::string_view key, std::int64_t otherwise) {
  const Json* value = object.find(key);
  if (value == nullptr) return otherwise;
  if (value->integer() == nullptr || *value->integer() < 0) return bad(fmt::format("\"{}\" must be a number", key));
  return *value->integer();
}

Result<std::vector<std::string>> read_chunks(const Json& value) {
  const JsonArray* pieces = value.array();
  if (pieces == nullptr) return bad("\"chunks\" must be a list of strings");
  std::vector<std::string> chunks;
  for (const Json& piece : *pieces) {
    if (piece.string() == nullptr) return bad("\"chunks\" must be a list of strings");
    chunks.push_back(*piece.string());
  }
  return chunks;
}

Result<std::string> read_tool_calls(const Json& value) {
  const JsonArray* calls = value.array();
  const Json* function = calls != nullptr && calls->size() == 1 ? calls->front().find("function") : nullptr;
  const Json* name = function != nullptr ? function->find("name") : nullptr;
  if (name == nullptr || name->string() == nullptr) {
    return bad(R"("tool_calls" must be one {"function":{"name":"…","arguments":"{…}"}})");
  }
  const Json* arguments = function->find("arguments");
  return call_text(*name->string(), arguments != nullptr ? *arguments : Json());
}

/// The text of a line, from whichever member says it.
Status read_text(const Json& line, Line& out) {
  static constexpr std::array<std::string_view, 5> ways{"text", "content", "chunks", "call", "tool_calls"};
  const auto given = std::ranges::count_if(ways, [&](std::string_view way) { return line.find(way) != nullptr; });
  if (given > 1 || (given == 0 && line.find("error") == nullptr)) {
    return bad(R"(a line of a script needs exactly one of "text", "content", "chunks", "call", "tool_calls")");
  }
  for (const std::string_view way : {"text", "content"}) {
    const Json* text = line.find(way);
    if (text == nullptr) continue;
    if (text->string() == nullptr) return bad(fmt::format("\"{}\" must be a string", way));
    out.chunks = {*text->string()};
  }
  if (const Json* chunks = line.find("chunks")) {
    WARRANT_TRY(pieces, read_chunks(*chunks));
    out.chunks = std::move(pieces);
  }
  if (const Json* call = line.find("call")) {
    if (call->object() == nullptr) return bad("\"call\" must be an object");
    out.chunks = {to_text(*call)};
  }
  if (const Json* calls = line.find("tool_calls")) {
    WARRANT_TRY(text, read_tool_calls(*calls));
    out.chunks = {std::move(text)};
    out.finish = Finish::tool_call;
  }
  return {};
}

Status read_end(const Json& line, Line& out) {
  if (line.find("finish") != nullptr) {
    const auto known = finish_of(line.text("finish"));
    if (!known) return bad("\"finish\" must be stop, length, tool_call, repetition or unstated");
    out.finish = *known;
  }
  if (const Json* error = line.find("error")) {
    const auto code = code_of(error->text("code"));
    if (!code) return bad("\"error\" needs a \"code\" of the product, for instance \"unavailable\"");
    out.error = Error{.code = *code, .message = std::string(error->text("message", "the script says so"))};
  }
  return {};
}

Result<Line> read_line(const Json& value) {
  static constexpr std::array<std::string_view, 11> known{"text",   "content", "chunks", "call",    "tool_calls",
                                                          "finish", "usage",   "model",  "wait_ms", "error"};
  if (value.object() == nullptr) return bad("a line of a script must be a JSON object");
  for (const auto& [key, ignored] : *value.object()) {
    if (std::ranges::find(known, key) == known.end()) return bad(fmt::format("unknown member \"{}\"", key));
  }
  Line line;
  WARRANT_CHECK(read_text(value, line));
  WARRANT_CHECK(read_end(value, line));
  if (const Json* usage = value.find("usage")) {
    WARRANT_TRY(prompt, count(*usage, "prompt_tokens", 0));
    WARRANT_TRY(cached, count(*usage, "cached_tokens", 0));
    WARRANT_TRY(output, count(*usage, "output_tokens", 0));
    line.usage = {.prompt_tokens = prompt, .cached_tokens = cached, .output_tokens = output};
  }
  line.model = std::string(value.text("model"));
  WARRANT_TRY(wait, count(value, "wait_ms", 0));
  line.wait_ms = std::min(wait, longest_wait_ms);
  return line;
}

double milliseconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

class Scripted final : public Proposer {
 public:
  explicit Scripted(std::vector<Line> lines) : lines_(std::move(lines)) {}

 private:
  Result<Proposal> ask(const Prompt& prompt, const Listener& listener) override {
    const auto begin = std::chrono::steady_clock::now();
    if (next_ == lines_.size()) return fail(Code::unavailable, "the script has no further reply");
    const Line& line = lines_[next_];
    ++next_;
    WARRANT_CHECK(wait(line, prompt.limits, listener));
    Proposal proposal{.text = {}, .usage = line.usage, .finish = line.finish, .model = line.model};
    for (const std::string& chunk : line.chunks) {
      if (proposal.text.size() + chunk.size() > prompt.limits.text_bytes) {
        return fail(Code::too_large, fmt::format("the reply is longer than {} bytes", prompt.limits.text_bytes));
      }
      if (proposal.text.empty()) proposal.timings.first_text_ms = milliseconds_since(begin);
      proposal.text += chunk;
      if (listener.text && !listener.text(chunk)) return fail(Code::interrupted, "cancelled");
    }
    if (line.error) return fail(*line.error);
    proposal.timings.total_ms = milliseconds_since(begin);
    return proposal;
  }

  static Status wait(const Line& line, const Limits& limits, const Listener& listener) {
    const auto begin = std::chrono::steady_clock::now();
    const std::chrono::milliseconds wanted{line.wait_ms};
    while (true) {
      if (listener.cancelled && listener.cancelled()) return fail(Code::interrupted, "cancelled");
      const auto waited = std::chrono::steady_clock::now() - begin;
      if (waited >= limits.idle) return fail(Code::timed_out, "the model said nothing for the idle limit");
      if (waited >= limits.total) return fail(Code::timed_out, "the reply took longer than the total limit");
      if (waited >= wanted) return {};
      std::this_thread::sleep_for(std::min<std::chrono::nanoseconds>(wanted - waited, std::chrono::milliseconds(10)));
    }
  }

  std::vector<Line> lines_;
  std::size_t next_ = 0;
};

}  // namespace

Result<std::unique_ptr<Proposer>> make_scripted(std::string_view script) {
  std::vector<Line> lines;
  for (std::size_t number = 1; !script.empty(); ++number) {
    const std::size_t end = std::min(script.find('\n'), script.size());
    std::string_view text = script.substr(0, end);
    script.remove_prefix(std::min(end + 1, script.size()));
    if (text.ends_with('\r')) text.remove_suffix(1);
    if (text.empty()) continue;
    const std::string where = fmt::format("line {}", number);
    const Result<Json> value = parse_json(text);
    if (!value) return fail(Code::malformed, value.error().message, where);
    Result<Line> line = read_line(*value);
    if (!line) return fail(Code::malformed, line.error().message, where);
    lines.push_back(std::move(*line));
  }
  return std::make_unique<Scripted>(std::move(lines));
}

}  // namespace warrant::model
