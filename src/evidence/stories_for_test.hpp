// One story told in each transcript format, for the tests of their readers.
#pragma once

#include <warrant/evidence/session.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::evidence {

struct Story {
  std::string asked, said, command, output, path, answer;
  int code;
};

struct Told {
  ReadReport report;
  std::vector<Message> messages;
  std::vector<Run> runs;
  std::vector<Edit> edits;
};

inline Told told(std::string_view text, const ReadOptions& options = {}) {
  std::vector<Message> messages;
  std::vector<Run> runs;
  std::vector<Edit> edits;
  auto report = read_session_text(text, options, [&](Event&& event) {
    if (auto* message = std::get_if<Message>(&event)) {
      messages.push_back(std::move(*message));
    } else if (auto* run = std::get_if<Run>(&event)) {
      runs.push_back(std::move(*run));
    } else {
      edits.push_back(std::move(std::get<Edit>(event)));
    }
  });
  if (!report) {
    ADD_FAILURE() << describe(report.error());
    std::abort();
  }
  return {std::move(*report), std::move(messages), std::move(runs), std::move(edits)};
}

/// A JSON string, letters beyond ASCII as escapes when `ascii`.
inline std::string json_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else {
      out += c;
    }
  }
  return out + '"';
}

// --- the formats --------------------------------------------------------------------------------

using Records = std::vector<std::string>;

inline Records claude(const Story& s) {
  const auto record = [n = 0](const std::string& type, const std::string& message,
                              const std::string& more = "") mutable {
    return R"({"parentUuid":null,"isSidechain":false,"cwd":"/w","sessionId":"s","type":")" + type + R"(","message":)" +
           message + more + R"(,"uuid":"u)" + std::to_string(++n) + R"("})";
  };
  auto make = record;
  return {
      make("user", R"({"role":"user","content":)" + json_string(s.asked) + "}"),
      make("assistant", R"({"role":"assistant","content":[{"type":"text","text":)" + json_string(s.said) +
                            R"(},{"type":"tool_use","id":"a","name":"Bash","input":{"command":)" +
                            json_string(s.command) + "}}]}"),
      make("user",
           R"({"role":"user","content":[{"tool_use_id":"a","type":"tool_result","content":[{"type":"text","text":)" +
               json_string(s.code == 0 ? s.output : "Exit code " + std::to_string(s.code) + "\n" + s.output) +
               R"(}],"is_error":)" + (s.code == 0 ? "false" : "true") + "}]}",
           R"(,"toolUseResult":{"stdout":"","interrupted":false})"),
      make("assistant",
           R"({"role":"assistant","content":[{"type":"tool_use","id":"b","name":"Edit","input":{"file_path":)" +
               json_string(s.path) + R"(,"old_string":"x","new_string":"y"}}]})"),
      make("user", R"({"role":"user","content":[{"tool_use_id":"b","type":"tool_result","content":"ok"}]})"),
      make("assistant", R"({"role":"assistant","content":[{"type":"text","text":)" + json_string(s.answer) + "}]}"),
  };
}

inline std::string codex_item(const std::string& payload) {
  return R"({"timestamp":"t","type":"response_item","payload":)" + payload + "}";
}

inline Records codex_with(const Story& s, const std::string& call, const std::string& output) {
  return {
      R"({"timestamp":"t","type":"session_meta","payload":{"id":"x","cwd":"/w"}})",
      codex_item(R"({"type":"message","role":"user","content":[{"type":"input_text","text":)" + json_string(s.asked) +
                 "}]}"),
      codex_item(R"({"type":"message","role":"assistant","content":[{"type":"output_text","text":)" +
                 json_string(s.said) + "}]}"),
      codex_item(call),
      codex_item(R"({"type":"function_call_output","call_id":"1","output":)" + output + "}"),
      codex_item(R"({"type":"custom_tool_call","name":"apply_patch","call_id":"2","input":)" +
                 json_string("*** Begin Patch\n*** Update File: " + s.path + "\n@@\n-x\n+y\n*** End Patch") + "}"),
      codex_item(R"({"type":"custom_tool_call_output","call_id":"2","output":)" +
                 json_string("Success. Updated the following files:\nM " + s.path) + "}"),
      codex_item(R"({"type":"message","role":"assistant","content":[{"type":"output_text","text":)" +
                 json_string(s.answer) + "}]}"),
  };
}

inline Records codex_old(const Story& s) {
  return codex_with(s,
                    R"({"type":"function_call","name":"shell","call_id":"1","arguments":)" +
                        json_string(R"({"command":["bash","-lc",)" + json_string(s.command) + "]}") + "}",
                    json_string(R"({"output":)" + json_string(s.output) + R"(,"metadata":{"exit_code":)" +
                                std::to_string(s.code) + R"(,"duration_seconds":0.1}})"));
}
inline Records codex_new(const Story& s) {
  return codex_with(s,
                    R"({"type":"function_call","name":"exec_command","call_id":"1","arguments":)" +
                        json_string(R"({ "cmd" : )" + json_string(s.command) + R"( , "workdir" : "/w" })") + "}",
                    json_string("Chunk ID: c\nWall time: 0.1 seconds\nProcess exited with code " +
                                std::to_string(s.code) + "\nOriginal token count: 3\nOutput:\n" + s.output));
}
inline Records codex_exec(const Story& s) {
  const auto item = [](const std::string& body) {
    return R"({"type":"item.completed","item":{"id":"i",)" + body + "}}";
  };
  return {R"({"type":"thread.started","thread_id":"x"})",
          item(R"("type":"agent_message","text":)" + json_string(s.said)),
          item(R"("type":"command_execution","command":)" + json_string(s.command) + R"(,"aggregated_output":)" +
               json_string(s.output) + R"(,"exit_code":)" + std::to_string(s.code) + R"(,"status":"completed")"),
          item(R"("type":"file_change","changes":[{"path":)" + json_string(s.path) +
               R"(,"kind":"update"}],"status":"completed")"),
          item(R"("type":"agent_message","text":)" + json_string(s.answer))};
}

inline Records copilot(const Story& s) {
  const auto event = [n = 0](const std::string& type, const std::string& data) mutable {
    return R"({"type":")" + type + R"(","data":)" + data + R"(,"id":"e)" + std::to_string(++n) +
           R"(","parentId":null})";
  };
  auto make = event;
  return {
      make("session.start", R"({"sessionId":"s","context":{"cwd":"/w"}})"),
      make("user.message", R"({"content":)" + json_string(s.asked) + "}"),
      make("assistant.message", R"({"content":)" + json_string(s.said) + R"(,"toolRequests":[]})"),
      make("tool.execution_start", R"({"toolCallId":"c","toolName":"bash","arguments":{"command":)" +
                                       json_string(s.command) + R"(,"mode":"sync"}})"),
      make("tool.execution_complete",
           R"({"toolCallId":"c","success":true,"result":{"content":)" +
               json_string(s.output + "\n<shellId: 0 completed with exit code " + std::to_string(s.code) + ">") + "}}"),
      make("tool.execution_start",
           R"({"toolCallId":"d","toolName":"edit","arguments":{"path":)" + json_string(s.path) + "}}"),
      make("tool.execution_complete", R"({"toolCallId":"d","success":true,"result":{"content":"ok"}})"),
      make("assistant.message", R"({"content":)" + json_string(s.answer) + "}")};
}

inline Records pi(const Story& s) {
  const auto message = [n = 0](const std::string& body) mutable {
    return R"({"type":"message","id":"m)" + std::to_string(++n) + R"(","message":)" + body + "}";
  };
  auto make = message;
  return {
      R"({"type":"session","id":"s","cwd":"/w"})",
      make(R"({"role":"user","content":[{"type":"text","text":)" + json_string(s.asked) + "}]}"),
      make(R"({"role":"assistant","content":[{"type":"text","text":)" + json_string(s.said) +
           R"(},{"type":"toolCall","id":"a","name":"bash","arguments":{"command":)" + json_string(s.command) + "}}]}"),
      make(R"({"role":"toolResult","toolCallId":"a","toolName":"bash","content":[{"type":"text","text":)" +
           json_string(s.code == 0 ? s.output : s.output + "\n\nCommand exited with code " + std::to_string(s.code)) +
           R"(}],"isError":)" + (s.code == 0 ? "false" : "true") + "}"),
      make(R"({"role":"assistant","content":[{"type":"toolCall","id":"b","name":"edit","arguments":{"path":)" +
           json_string(s.path) + "}}]}"),
      make(R"({"role":"toolResult","toolCallId":"b","toolName":"edit","content":[],"isError":false})"),
      make(R"({"role":"assistant","content":[{"type":"text","text":)" + json_string(s.answer) + "}]}")};
}

inline std::string gemini_printed(const Story& s) {
  return "Output: " + s.output + (s.code == 0 ? "" : "\nExit Code: " + std::to_string(s.code)) +
         "\nProcess Group PGID: 7";
}
inline std::string gemini_calls(const Story& s, const std::string& status, const std::string& result) {
  return R"({"id":"c1","name":"run_shell_command","args":{"command":)" + json_string(s.command) + R"(},"status":")" +
         status + R"(","result":[{"functionResponse":{"id":"c1","name":"run_shell_command","response":{"output":)" +
         json_string(result) + R"(}}}]},{"id":"c2","name":"replace","args":{"file_path":)" + json_string(s.path) +
         R"(},"status":")" + status + R"(","result":[]})";
}
inline Records gemini_messages(const Story& s) {
  return {R"({"id":"1","timestamp":"t","type":"user","content":[{"text":)" + json_string(s.asked) + "}]}",
          R"({"id":"2","timestamp":"t","type":"gemini","content":)" + json_string(s.said) +
              R"(,"thoughts":[],"toolCalls":[)" + gemini_calls(s, "success", gemini_printed(s)) + "]}",
          R"({"id":"3","timestamp":"t","type":"gemini","content":)" + json_string(s.answer) + "}"};
}
/// Each message is appended again whenever something in it changes.
inline Records gemini_lines(const Story& s) {
  const auto all = gemini_messages(s);
  return {R"({"sessionId":"s","projectHash":"h","startTime":"t","lastUpdated":"t","kind":"main"})",
          all[0],
          R"({"$set":{"lastUpdated":"t"}})",
          R"({"id":"2","timestamp":"t","type":"gemini","content":)" + json_string(s.said) + "}",
          R"({"id":"2","timestamp":"t","type":"gemini","content":)" + json_string(s.said) + R"(,"toolCalls":[)" +
              gemini_calls(s, "executing", "") + "]}",
          all[1],
          R"({"$set":{"lastUpdated":"t"}})",
          all[1],
          all[2],
          all[2]};
}
inline std::string gemini_document(const Story& s) {
  std::string list;
  for (const auto& each : gemini_messages(s)) list += (list.empty() ? "" : ",") + each;
  return R"({"sessionId":"s","projectHash":"h","startTime":"t","messages":[)" + list + "]}";
}

inline Records qwen(const Story& s) {
  const auto record = [n = 0](const std::string& type, const std::string& message,
                              const std::string& more = "") mutable {
    return R"({"uuid":"q)" + std::to_string(++n) + R"(","sessionId":"s","type":")" + type +
           R"(","cwd":"/w","message":)" + message + more + "}";
  };
  auto make = record;
  return {
      make("user", R"({"role":"user","parts":[{"text":)" + json_string(s.asked) + "}]}"),
      make("user", R"({"role":"user","parts":[{"text":"A job ended."}]})", R"(,"subtype":"notification")"),
      make("assistant",
           R"({"role":"model","parts":[{"text":"hm","thought":true},{"text":)" + json_string(s.said) +
               R"(},{"functionCall":{"id":"c","name":"run_shell_command","args":{"command":)" + json_string(s.command) +
               R"(}}},{"functionCall":{"id":"d","name":"edit","args":{"file_path":)" + json_string(s.path) + "}}}]}"),
      make("tool_result",
           R"({"role":"user","parts":[{"functionResponse":{"id":"c","name":"run_shell_command","response":{")" +
               std::string(s.code == 0 ? "output" : "error") + R"(":)" +
               json_string("Command: " + s.command + "\nDirectory: (root)\nOutput: " + s.output +
                           "\nError: (none)\nExit Code: " + std::to_string(s.code) +
                           "\nSignal: (none)\nBackground PIDs: (none)\nProcess Group PGID: 7") +
               "}}}]}",
           R"(,"toolCallResult":{"callId":"c","status":"success"})"),
      make("tool_result",
           R"({"role":"user","parts":[{"functionResponse":{"id":"d","name":"edit","response":{"output":"ok"}}}]})"),
      R"({"uuid":"q9","sessionId":"s","type":"system","subtype":"chat_compression","systemPayload":{}})",
      make("assistant", R"({"role":"model","parts":[{"text":)" + json_string(s.answer) + "}]}")};
}

/// Gemini's checkpoint: contents alone, calls without a name of their own.
inline Records checkpoint(const Story& s) {
  return {R"({"role":"user","parts":[{"text":)" + json_string(s.asked) + "}]}",
          R"({"role":"model","parts":[{"text":)" + json_string(s.said) +
              R"(},{"functionCall":{"name":"run_shell_command","args":{"command":)" + json_string(s.command) +
              R"(}}},{"functionCall":{"name":"replace","args":{"file_path":)" + json_string(s.path) + "}}}]}",
          R"({"role":"user","parts":[{"functionResponse":{"name":"run_shell_command","response":{"output":)" +
              json_string(gemini_printed(s)) +
              R"(}}},{"functionResponse":{"name":"replace","response":{"output":"ok"}}}]})",
          R"({"role":"model","parts":[{"text":)" + json_string(s.answer) + "}]}"};
}

inline std::string opencode_message(const char* role, const std::string& id, const std::string& parts) {
  return R"({"info":{"id":")" + id + R"(","sessionID":"ses_1","role":")" + role + R"("},"parts":[)" + parts + "]}";
}
inline Records opencode_messages(const Story& s) {
  return {
      opencode_message("user", "m1",
                       R"({"type":"text","text":)" + json_string(s.asked) +
                           R"(},{"type":"text","text":"reminder","synthetic":true})"),
      opencode_message(
          "assistant", "m2",
          R"({"type":"step-start"},{"type":"text","text":)" + json_string(s.said) +
              R"(},{"type":"tool","tool":"bash","callID":"c","state":{"status":"completed","input":{"command":)" +
              json_string(s.command) + R"(},"output":)" + json_string(s.output) + R"(,"metadata":{"exit":)" +
              std::to_string(s.code) +
              R"(,"truncated":false}}},{"type":"tool","tool":"edit","callID":"d","state":{"status":"completed","input":{"filePath":)" +
              json_string(s.path) + R"(},"output":"","metadata":{}}})"),
      opencode_message("assistant", "m3", R"({"type":"text","text":)" + json_string(s.answer) + "}")};
}
inline std::string opencode_document(const Story& s) {
  std::string list;
  for (const auto& each : opencode_messages(s)) list += (list.empty() ? "" : ",") + each;
  return R"({"info":{"id":"ses_1","projectID":"p","directory":"/w"},"messages":[)" + list + "]}";
}

inline std::string swe_document(const Story& s) {
  const auto step = [](const std::string& action, const std::string& seen, const std::string& thought) {
    return R"({"action":)" + json_string(action) + R"(,"observation":)" + json_string(seen) +
           R"(,"response":"","thought":)" + json_string(thought) + "}";
  };
  return R"({"environment":"e","trajectory":[)" + step(s.command + "\n", s.output, s.said) + "," +
         step("str_replace_editor str_replace " + s.path + " --old_str x --new_str y", "edited", "") + "," +
         step("submit", "", s.answer) + R"(],"history":[{"role":"system","content":"{[\"x\":}"}],"info":{}})";
}

struct Teller {
  const char* name;
  Format format;
  Records (*records)(const Story&);       ///< nullptr: one document
  std::string (*document)(const Story&);  ///< nullptr: records
  bool asks;                              ///< the person's words are in it
  bool codes;                             ///< exit statuses are in it
};
inline const std::array<Teller, 13> kTellers{{
    {"claude", Format::claude, claude, nullptr, true, true},
    {"codex, first rollouts", Format::codex, codex_old, nullptr, true, true},
    {"codex, rollout", Format::codex, codex_new, nullptr, true, true},
    {"codex exec", Format::codex, codex_exec, nullptr, false, true},
    {"copilot", Format::copilot, copilot, nullptr, true, true},
    {"pi", Format::pi, pi, nullptr, true, true},
    {"gemini, lines", Format::gemini, gemini_lines, nullptr, true, true},
    {"gemini, document", Format::gemini, nullptr, gemini_document, true, true},
    {"gemini, checkpoint", Format::gemini, checkpoint, nullptr, true, true},
    {"qwen", Format::gemini, qwen, nullptr, true, true},
    {"opencode", Format::opencode, nullptr, opencode_document, true, true},
    {"opencode, messages", Format::opencode, opencode_messages, nullptr, true, true},
    {"swe-agent", Format::swe_agent, nullptr, swe_document, false, false},
}};

inline const Story kStory{.asked = "Fix it.",
                          .said = "I look.",
                          .command = "pytest -q",
                          .output = "F.\n1 failed, 1 passed in 0.1s",
                          .path = "/w/a.py",
                          .answer = "One test fails.",
                          .code = 1};

inline std::string joined(const Records& records, std::string_view between,
                          const std::function<std::string(const std::string&)>& change) {
  std::string all;
  for (const auto& each : records) all.append(change(each)).append(between);
  return all;
}
inline std::string same(const std::string& json) { return json; }

inline void expect_story(const Told& got, const Story& s, const Teller& teller) {
  EXPECT_EQ(to_string(got.report.format), to_string(teller.format));
  EXPECT_EQ(got.report.damaged, 0U);
  EXPECT_EQ(got.report.unknown, 0U);
  ASSERT_EQ(got.messages.size(), teller.asks ? 3U : 2U);
  const std::size_t first = teller.asks ? 1 : 0;
  if (teller.asks) {
    EXPECT_EQ(got.messages[0].text, s.asked);
    EXPECT_EQ(got.messages[0].role, Role::user);
  }
  EXPECT_EQ(got.messages[first].text, s.said);
  EXPECT_FALSE(got.messages[first].final);
  EXPECT_EQ(got.messages[first + 1].text, s.answer);
  EXPECT_TRUE(got.messages[first + 1].final);
  ASSERT_EQ(got.runs.size(), 1U);
  EXPECT_EQ(got.runs[0].command, s.command);
  EXPECT_EQ(got.runs[0].output, s.output);
  if (teller.codes) {
    EXPECT_EQ(got.runs[0].exit_code, s.code);
  }
  ASSERT_EQ(got.edits.size(), 1U);
  EXPECT_EQ(got.edits[0].path, s.path);
  EXPECT_TRUE(got.edits[0].ok);
  EXPECT_LT(got.runs[0].at.ordinal, got.edits[0].at.ordinal);
  EXPECT_LT(got.edits[0].at.ordinal, got.messages[first + 1].at.ordinal);
}

}  // namespace warrant::evidence
