// Transcripts: small ones of our own for each format, and the real files where they are at hand.
#include <warrant/evidence/session.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace warrant::evidence {
namespace {

struct Collected {
  ReadReport report;
  std::vector<Message> messages;
  std::vector<Run> runs;
  std::vector<Edit> edits;
};

Collected collect(std::string_view text, const ReadOptions& options = {}) {
  std::vector<Message> messages;
  std::vector<Run> runs;
  std::vector<Edit> edits;
  std::size_t ordinal = 0;
  auto report = read_session_text(text, options, [&](Event&& event) {
    const auto place = std::visit([](const auto& each) { return each.at; }, event);
    EXPECT_EQ(place.ordinal, ordinal++) << "events come in order";
    if (auto* message = std::get_if<Message>(&event))
      messages.push_back(std::move(*message));
    else if (auto* run = std::get_if<Run>(&event))
      runs.push_back(std::move(*run));
    else
      edits.push_back(std::move(std::get<Edit>(event)));
  });
  EXPECT_TRUE(report) << (report ? "" : describe(report.error()));
  if (!report) std::abort();
  return {std::move(*report), std::move(messages), std::move(runs), std::move(edits)};
}

const std::string kClaude =
    R"({"type":"user","sessionId":"s","cwd":"/w","message":{"role":"user","content":"fix it"}})"
    "\n"
    R"({"type":"attachment","attachment":{"content":"5 passed in 1s"},"sessionId":"s"})"
    "\n"
    R"({"type":"assistant","sessionId":"s","message":{"role":"assistant","content":[{"type":"thinking","thinking":"x"},{"type":"text","text":"On it."},{"type":"tool_use","id":"a","name":"Edit","input":{"file_path":"/w/a.py","old_string":"1","new_string":"2"}}]}})"
    "\n"
    R"({"type":"user","sessionId":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"ok"}]},"toolUseResult":{"filePath":"/w/a.py"}})"
    "\n"
    R"({"type":"assistant","sessionId":"s","message":{"role":"assistant","content":[{"type":"tool_use","id":"b","name":"Bash","input":{"command":"pytest -q"}}]}})"
    "\n"
    R"({"type":"user","sessionId":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"b","content":"3 passed in 0.1s\n\u001b[0m"}]},"toolUseResult":{"stdout":"","stderr":"","interrupted":false}})"
    "\n"
    R"({"type":"assistant","sessionId":"s","message":{"role":"assistant","content":[{"type":"text","text":"All 3 tests pass \u2705"}]}})"
    "\n";

TEST(Claude, MessagesRunsAndEditsInOrder) {
  const auto found = collect(kClaude);
  EXPECT_EQ(found.report.format, Format::claude);
  EXPECT_EQ(found.report.cwd, "/w");
  ASSERT_EQ(found.messages.size(), 3U);
  EXPECT_EQ(found.messages[0].role, Role::user);
  EXPECT_FALSE(found.messages[1].final);
  EXPECT_TRUE(found.messages[2].final);
  EXPECT_EQ(found.messages[2].text, "All 3 tests pass \u2705");
  EXPECT_EQ(found.messages[2].at.turn, 1U);
  ASSERT_EQ(found.edits.size(), 1U);
  EXPECT_EQ(found.edits[0].path, "/w/a.py");
  EXPECT_TRUE(found.edits[0].ok);
  ASSERT_EQ(found.runs.size(), 1U);
  EXPECT_EQ(found.runs[0].command, "pytest -q");
  EXPECT_EQ(found.runs[0].exit_code, 0);
  EXPECT_EQ(found.runs[0].facts.runs.at(0).passed(), 3);
  EXPECT_LT(found.edits[0].at.ordinal, found.runs[0].at.ordinal);
  EXPECT_LT(found.runs[0].at.ordinal, found.messages[2].at.ordinal);
  EXPECT_EQ(found.runs[0].at.source.of(kClaude).substr(0, 14), R"({"type":"user")");
}

std::string claude_run(const std::string& command, const std::string& content, const std::string& notes,
                       bool error = false) {
  return R"({"type":"assistant","sessionId":"s","message":{"role":"assistant","content":[{"type":"tool_use","id":"b","name":"Bash","input":{"command":")" +
         command + R"("}}]}})" + "\n" +
         R"({"type":"user","sessionId":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"b","content":")" +
         content + R"(","is_error":)" + (error ? "true" : "false") + R"(}]},"toolUseResult":)" + notes + "}\n";
}

TEST(Claude, WhatTheAgentNotesAboutARun) {
  auto runs = collect(claude_run("pytest", "Exit code 1\\n1 failed in 0.1s", "\"Error\"", true)).runs;
  EXPECT_EQ(runs.at(0).exit_code, 1);
  EXPECT_TRUE(runs[0].failed);
  EXPECT_EQ(runs[0].output, "1 failed in 0.1s");
  runs = collect(claude_run("npm start", "Command running in background with ID: x",
                            R"({"backgroundTaskId":"x","interrupted":false})"))
             .runs;
  EXPECT_TRUE(runs.at(0).caveats.has(Caveat::background));
  EXPECT_FALSE(runs[0].exit_code);
  runs = collect(claude_run("pytest", "....", R"({"interrupted":true})")).runs;
  EXPECT_TRUE(runs.at(0).caveats.has(Caveat::cut_off));
  runs = collect(claude_run("pytest | tail -1", "3 passed in 0.1s", R"({"interrupted":false})")).runs;
  EXPECT_TRUE(runs.at(0).caveats.has(Caveat::masked_exit));
  runs = collect(claude_run("cd /elsewhere && pytest", "3 passed in 0.1s", R"({"interrupted":false})")).runs;
  EXPECT_FALSE(runs.at(0).caveats.has(Caveat::other_directory)) << "the session's directory is not known";
  EXPECT_TRUE(
      collect(claude_run("rm x", "The user doesn't want to proceed with this tool use.", "\"x\"", true)).runs.empty());
}

TEST(Claude, DamagedLinesAreSkippedAndCounted) {
  std::string text = "{\"type\":\"user\",\"sessionId\":\"s\",\"message\":{\"ro\n" + kClaude;
  text +=
      "\xff "
      "garbage\n{\"type\":\"assistant\",\"sessionId\":\"s\",\"message\":{\"role\":\"assistant\",\"content\":[{\"type\":"
      "\"text\",\"te";
  const auto found = collect(text);
  EXPECT_EQ(found.report.damaged, 3U);
  EXPECT_EQ(found.report.damaged_at.size(), 3U);
  EXPECT_EQ(found.runs.size(), 1U);
  EXPECT_EQ(found.messages.size(), 3U);
  EXPECT_TRUE(found.messages.back().final);
}

TEST(Claude, ALineBeyondTheLimitIsPassedOver) {
  std::string text = kClaude + R"({"type":"user","sessionId":"s","message":{"role":"user","content":")" +
                     std::string(9U << 20U, 'x') + "\"}}\n" +
                     R"({"type":"user","sessionId":"s","message":{"role":"user","content":"next"}})" + "\n";
  const auto found = collect(text);
  EXPECT_EQ(found.report.cut, 1U);
  EXPECT_EQ(found.messages.back().text, "next");
  EXPECT_EQ(found.report.bytes, text.size());
}

TEST(Codex, RolloutWithBothKindsOfOutput) {
  const std::string text =
      R"({"timestamp":"t","type":"session_meta","payload":{"id":"x","cwd":"/w"}})"
      "\n"
      R"({"timestamp":"t","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"<environment_context>x"},{"type":"input_text","text":"do it"}]}})"
      "\n"
      R"({"timestamp":"t","type":"event_msg","payload":{"type":"agent_message","message":"twice"}})"
      "\n"
      R"({"timestamp":"t","type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"{\"command\":[\"bash\",\"-lc\",\"pytest -q\"]}","call_id":"1"}})"
      "\n"
      R"({"timestamp":"t","type":"response_item","payload":{"type":"function_call_output","call_id":"1","output":"{\"output\":\"1 failed, 2 passed in 0.1s\\n\",\"metadata\":{\"exit_code\":1}}"}})"
      "\n"
      R"({"timestamp":"t","type":"response_item","payload":{"type":"custom_tool_call","name":"apply_patch","input":"*** Begin Patch\n*** Add File: b.py\n+x\n*** Delete File: README.md\n*** End Patch","call_id":"2"}})"
      "\n"
      R"({"timestamp":"t","type":"response_item","payload":{"type":"custom_tool_call_output","call_id":"2","output":"Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\nA b.py"}})"
      "\n"
      R"({"timestamp":"t","type":"response_item","payload":{"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"cargo test\",\"workdir\":\"/w/x\"}","call_id":"3"}})"
      "\n"
      R"({"timestamp":"t","type":"response_item","payload":{"type":"function_call_output","call_id":"3","output":"Chunk ID: a\nWall time: 1.0 seconds\nProcess running with session ID 7\nOriginal token count: 2\nOutput:\nCompiling"}})"
      "\n"
      R"({"timestamp":"t","type":"response_item","payload":{"type":"function_call","name":"write_stdin","arguments":"{\"session_id\":7,\"chars\":\"\"}","call_id":"4"}})"
      "\n"
      R"({"timestamp":"t","type":"response_item","payload":{"type":"function_call_output","call_id":"4","output":"Chunk ID: b\nWall time: 1.0 seconds\nProcess exited with code 0\nOriginal token count: 2\nOutput:\ntest result: ok. 4 passed; 0 failed; 0 ignored"}})"
      "\n"
      R"({"timestamp":"t","type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"done"}]}})"
      "\n";
  const auto found = collect(text);
  EXPECT_EQ(found.report.format, Format::codex);
  ASSERT_EQ(found.messages.size(), 2U);
  EXPECT_EQ(found.messages[0].text, "do it");
  ASSERT_EQ(found.runs.size(), 3U);
  EXPECT_EQ(found.runs[0].exit_code, 1);
  EXPECT_EQ(found.runs[0].facts.runs.at(0).failed(), 1);
  EXPECT_TRUE(found.runs[1].caveats.has(Caveat::background));
  EXPECT_EQ(found.runs[1].cwd, "/w/x");
  EXPECT_EQ(found.runs[2].command, "cargo test") << "what is read later belongs to the command that went on";
  EXPECT_EQ(found.runs[2].exit_code, 0);
  EXPECT_EQ(found.runs[2].facts.runs.at(0).passed(), 4);
  ASSERT_EQ(found.edits.size(), 2U);
  EXPECT_EQ(found.edits[0].kind, EditKind::create);
  EXPECT_EQ(found.edits[1].kind, EditKind::remove);
  EXPECT_TRUE(found.edits[1].documentation);
}

TEST(Claude, FileNamesWithBlanksOtherLettersAndWindowsPaths) {
  const auto found = collect(
      R"({"type":"assistant","sessionId":"s","cwd":"C:\\Users\\J\u00fcrgen K\\app","message":{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"Edit","input":{"file_path":"C:\\Users\\J\u00fcrgen K\\app\\src\\m\u00e4in file.py"}},{"type":"tool_use","id":"b","name":"Write","input":{"file_path":"C:\\Users\\J\u00fcrgen K\\app\\LICENSE"}},{"type":"tool_use","id":"c","name":"Bash","input":{"command":"cd \"J\u00fcrgen K\" && '.venv\\Scripts\\pytest.exe' -q"}}]}})"
      "\n"
      R"({"type":"user","sessionId":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"ok"},{"type":"tool_result","tool_use_id":"b","content":"ok"},{"type":"tool_result","tool_use_id":"c","content":"2 passed in 0.1s"}]}})"
      "\n");
  ASSERT_EQ(found.edits.size(), 2U);
  EXPECT_EQ(found.edits[0].path, "C:\\Users\\J\xc3\xbcrgen K\\app\\src\\m\xc3\xa4in file.py");
  EXPECT_FALSE(found.edits[0].documentation);
  EXPECT_TRUE(found.edits[1].documentation);
  ASSERT_EQ(found.runs.size(), 1U);
  EXPECT_EQ(found.runs[0].facts.runs.at(0).passed(), 2);
  EXPECT_TRUE(found.runs[0].facts.commands[0].facts.does(Activity::test));
  EXPECT_FALSE(found.runs[0].caveats.has(Caveat::other_directory));
}

TEST(Codex, TheCommandMayStandBeforeTheHeader) {
  const auto found = collect(
      R"({"timestamp":"t","type":"session_meta","payload":{"id":"x","cwd":"/w"}})"
      "\n"
      R"({"type":"response_item","payload":{"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"git commit -m 'a\\nb'\"}","call_id":"1"}})"
      "\n"
      R"({"type":"response_item","payload":{"type":"function_call_output","call_id":"1","output":"Command: /bin/zsh -lc 'git commit -m a\nb'\nChunk ID: a\nWall time: 1.0 seconds\nProcess running with session ID 7\nOriginal token count: 0\nOutput:\n"}})"
      "\n"
      R"({"type":"response_item","payload":{"type":"function_call","name":"write_stdin","arguments":"{\"session_id\":7}","call_id":"2"}})"
      "\n"
      R"({"type":"response_item","payload":{"type":"function_call_output","call_id":"2","output":"Command: /bin/zsh -lc 'git commit -m a\nb'\nChunk ID: b\nWall time: 2.0 seconds\nProcess exited with code 0\nOriginal token count: 9\nOutput:\n[main 1a2b3c4] a\n"}})"
      "\n");
  ASSERT_EQ(found.runs.size(), 2U);
  EXPECT_TRUE(found.runs[0].caveats.has(Caveat::background));
  EXPECT_EQ(found.runs[1].exit_code, 0);
  EXPECT_EQ(found.runs[1].output, "[main 1a2b3c4] a\n");
  EXPECT_TRUE(found.runs[1].facts.anchors.commit);
}

TEST(Codex, ScriptsHandOnStatusesAndSessions) {
  const auto script = [](const char* id, const char* input) {
    return std::string(R"({"type":"response_item","payload":{"type":"custom_tool_call","name":"exec","call_id":")") +
           id + R"(","input":")" + input + "\"}}\n";
  };
  const auto result = [](const char* id, const char* given) {
    return std::string(R"({"type":"response_item","payload":{"type":"custom_tool_call_output","call_id":")") + id +
           R"(","output":[{"type":"input_text","text":"Script completed\nWall time 0.1 seconds\nOutput:\n"},{"type":"input_text","text":")" +
           given + "\"}]}}\n";
  };
  const auto found = collect(
      script("a", R"(const r = await tools.exec_command({cmd:\"cargo test\"}); text(JSON.stringify(r));)") +
      result("a", R"({\"chunk_id\":\"c\",\"session_id\":44,\"output\":\"running\\n\"})") +
      script("b", R"(const r = await tools.write_stdin({session_id:44,chars:\"\"}); text(JSON.stringify(r));)") +
      result(
          "b",
          R"({\"chunk_id\":\"d\",\"exit_code\":101,\"output\":\"test result: FAILED. 3 passed; 1 failed; 0 ignored\\n\"})"));
  ASSERT_EQ(found.runs.size(), 2U);
  EXPECT_TRUE(found.runs[0].caveats.has(Caveat::background));
  EXPECT_EQ(found.runs[0].output, "running");
  EXPECT_EQ(found.runs[1].command, "cargo test");
  EXPECT_FALSE(found.runs[1].caveats.has(Caveat::background));
  EXPECT_EQ(found.runs[1].exit_code, 101);
  EXPECT_EQ(found.runs[1].facts.runs.at(0).failed(), 1);
}

TEST(Codex, ExecJson) {
  const auto found = collect(
      R"({"type":"thread.started","thread_id":"x"})"
      "\n"
      R"({"type":"item.completed","item":{"id":"1","type":"command_execution","command":"bash -lc 'go test ./...'","aggregated_output":"ok  \tx\t0.1s\n","exit_code":0,"status":"completed"}})"
      "\n"
      R"({"type":"item.completed","item":{"id":"2","type":"file_change","changes":[{"path":"a.go","kind":"update"}],"status":"completed"}})"
      "\n"
      R"({"type":"item.completed","item":{"id":"3","type":"agent_message","text":"green"}})"
      "\n");
  EXPECT_EQ(found.report.format, Format::codex);
  ASSERT_EQ(found.runs.size(), 1U);
  EXPECT_TRUE(found.runs[0].facts.runs.at(0).green());
  EXPECT_EQ(found.edits.at(0).path, "a.go");
  EXPECT_TRUE(found.messages.at(0).final);
}

TEST(OpenCode, OneDocument) {
  const auto found = collect(
      R"({"info":{"id":"ses_1","projectID":"p","directory":"/w"},"messages":[{"info":{"role":"user","sessionID":"ses_1"},"parts":[{"type":"text","text":"go"},{"type":"text","text":"hidden","synthetic":true}]},
      {"info":{"role":"assistant"},"parts":[{"type":"step-start"},{"type":"tool","tool":"bash","callID":"c","state":{"status":"completed","input":{"command":"bun test"},"output":" 3 pass\n 0 fail\n","metadata":{"exit":0,"truncated":false}}},
      {"type":"tool","tool":"write","state":{"status":"completed","input":{"filePath":"/w/a.ts","content":"x"},"output":"","metadata":{"exists":false}}},{"type":"text","text":"3 pass"}]}]})");
  EXPECT_EQ(found.report.format, Format::opencode);
  EXPECT_EQ(found.report.cwd, "/w");
  ASSERT_EQ(found.messages.size(), 2U);
  EXPECT_EQ(found.messages[0].text, "go");
  EXPECT_EQ(found.runs.at(0).facts.runs.at(0).passed(), 3);
  EXPECT_EQ(found.edits.at(0).kind, EditKind::create);
}

TEST(OpenCode, AHalfDocumentGivesWhatIsWhole) {
  const auto found = collect(
      R"({"info":{"id":"ses_1","projectID":"p","directory":"/w"},"messages":[{"info":{"role":"user","sessionID":"s"},"parts":[{"type":"text","text":"go"}]},{"info":{"role":"assis)");
  EXPECT_EQ(found.messages.size(), 1U);
  EXPECT_EQ(found.report.damaged, 1U);
}

TEST(Gemini, LinesDocumentsAndQwen) {
  const auto lines = collect(
      R"({"sessionId":"s","projectHash":"h","startTime":"t","lastUpdated":"t","kind":"main"})"
      "\n"
      R"({"id":"1","timestamp":"t","type":"user","content":"go"})"
      "\n"
      R"({"id":"2","timestamp":"t","type":"gemini","content":"Running.","toolCalls":[{"id":"c","name":"run_shell_command","args":{"command":"npm test"},"result":[{"functionResponse":{"id":"c","name":"run_shell_command","response":{"output":"Output: Tests:       1 failed, 1 total\nExit Code: 1"}}}],"status":"success"}]})"
      "\n"
      R"({"$set":{"lastUpdated":"t"}})"
      "\n"
      R"({"id":"3","timestamp":"t","type":"gemini","content":"One fails."})"
      "\n");
  EXPECT_EQ(lines.report.format, Format::gemini);
  ASSERT_EQ(lines.messages.size(), 3U);
  EXPECT_EQ(lines.runs.at(0).exit_code, 1);
  EXPECT_EQ(lines.runs[0].facts.runs.at(0).failed(), 1);
  const auto document = collect(
      "{\n  \"sessionId\": \"s\",\n  \"projectHash\": \"h\",\n  \"messages\": [\n    {\"id\": \"1\", \"type\": "
      "\"user\", \"content\": \"go\"}\n  ]\n}\n");
  EXPECT_EQ(document.report.format, Format::gemini);
  EXPECT_EQ(document.messages.size(), 1U);
  const auto qwen = collect(
      R"({"uuid":"1","sessionId":"s","type":"user","cwd":"/w","message":{"role":"user","parts":[{"text":"go"}]}})"
      "\n"
      R"({"uuid":"2","sessionId":"s","type":"assistant","message":{"role":"model","parts":[{"text":"thinking","thought":true},{"functionCall":{"id":"c","name":"run_shell_command","args":{"command":"pytest"}}}]}})"
      "\n"
      R"({"uuid":"3","sessionId":"s","type":"tool_result","message":{"role":"user","parts":[{"functionResponse":{"id":"c","name":"run_shell_command","response":{"output":"Output: 2 passed in 0.1s\nError: (none)\nExit Code: 0"}}}]}})"
      "\n"
      R"({"uuid":"4","sessionId":"s","type":"assistant","message":{"role":"model","parts":[{"text":"Both pass."}]}})"
      "\n");
  EXPECT_EQ(qwen.report.format, Format::gemini);
  EXPECT_EQ(qwen.messages.size(), 2U);
  EXPECT_EQ(qwen.runs.at(0).facts.runs.at(0).passed(), 2);
}

TEST(Copilot, Events) {
  const auto found = collect(
      R"({"type":"session.start","data":{"sessionId":"s","context":{"cwd":"/w"}},"id":"1"})"
      "\n"
      R"({"type":"user.message","data":{"content":"go"},"id":"2"})"
      "\n"
      R"({"type":"tool.execution_start","data":{"toolCallId":"c","toolName":"bash","arguments":{"command":"go test ./...","mode":"sync"}},"id":"3"})"
      "\n"
      R"({"type":"tool.execution_complete","data":{"toolCallId":"c","success":true,"result":{"content":"FAIL\tx\t0.1s\n<shellId: 0 completed with exit code 1>"}},"id":"4"})"
      "\n"
      R"({"type":"assistant.message","data":{"content":"It fails."},"id":"5"})"
      "\n");
  EXPECT_EQ(found.report.format, Format::copilot);
  EXPECT_EQ(found.report.cwd, "/w");
  EXPECT_EQ(found.runs.at(0).exit_code, 1);
  EXPECT_FALSE(found.runs[0].facts.runs.at(0).green());
  EXPECT_EQ(found.runs[0].output, "FAIL\tx\t0.1s");
}

TEST(Pi, Messages) {
  const auto found = collect(
      R"({"type":"session","id":"s","cwd":"/w","provider":"p"})"
      "\n"
      R"({"type":"message","message":{"role":"user","content":[{"type":"text","text":"go"}]}})"
      "\n"
      R"({"type":"message","message":{"role":"assistant","content":[{"type":"toolCall","id":"c","name":"bash","arguments":{"command":"tsc"}},{"type":"toolCall","id":"d","name":"edit","arguments":{"path":"a.ts","oldText":"x","newText":"y"}}]}})"
      "\n"
      R"({"type":"message","message":{"role":"toolResult","toolCallId":"c","toolName":"bash","content":[{"type":"text","text":"a.ts(1,1): error TS1: x\n\n\nCommand exited with code 2"}],"isError":true}})"
      "\n"
      R"({"type":"message","message":{"role":"toolResult","toolCallId":"d","toolName":"edit","content":[{"type":"text","text":"done"}],"isError":false}})"
      "\n");
  EXPECT_EQ(found.report.format, Format::pi);
  EXPECT_EQ(found.runs.at(0).exit_code, 2);
  EXPECT_FALSE(found.runs[0].facts.checks.at(0).ok);
  EXPECT_EQ(found.edits.at(0).path, "a.ts");
}

TEST(Aider, History) {
  const auto found = collect(
      "\n# aider chat started at 2025-01-01 10:00:00\n\n> Aider v0.80  \n\n#### fix the test  \n#### please  \n\nI "
      "changed it.\n\n> Applied edit to "
      "a.py  \n> Commit abc1234 fix  \n> Running pytest -q  \n\n#### thanks  \n\nWelcome.\n");
  EXPECT_EQ(found.report.format, Format::aider);
  ASSERT_EQ(found.messages.size(), 4U);
  EXPECT_EQ(found.messages[0].text, "fix the test\nplease");
  EXPECT_TRUE(found.messages[1].final);
  EXPECT_EQ(found.edits.at(0).path, "a.py");
  EXPECT_EQ(found.runs.at(0).command, "pytest -q");
  EXPECT_TRUE(found.runs[0].facts.runs.empty()) << "the history holds no output";
}

TEST(SweAgent, Trajectory) {
  const auto found = collect(
      "{\n  \"environment\": \"x\",\n  \"trajectory\": [\n    {\"action\": \"edit 1:1\\nx\\nend_of_edit\\n\", "
      "\"observation\": \"[File: /a.py (10 lines "
      "total)]\\n1:x\", \"response\": \"r\", \"thought\": \"I edit.\"},\n    {\"action\": \"pytest\\n\", "
      "\"observation\": \"2 passed in 0.1s\", "
      "\"thought\": \"I test.\"}\n  ],\n  \"history\": [{\"role\": \"user\", \"content\": \"{[\\\"\"}],\n  \"info\": "
      "{}\n}\n");
  EXPECT_EQ(found.report.format, Format::swe_agent);
  EXPECT_EQ(found.report.damaged, 0U);
  EXPECT_EQ(found.edits.at(0).path, "/a.py");
  EXPECT_EQ(found.runs.at(0).facts.runs.at(0).passed(), 2);
  EXPECT_EQ(found.messages.size(), 2U);
}

TEST(SpecStory, Markdown) {
  const auto found = collect(
      "<!-- Generated by SpecStory, Markdown v2.1.0 -->\n\n# x\n\n_**User (2026-01-01 "
      "10:00:00Z)**_\n\ngo\n\n---\n\n_**Agent (m)**_\n\n"
      "<think><details><summary>Thought Process</summary>\n5 passed\n</details></think>\n\nI run it.\n\n"
      "<tool-use data-tool-type=\"shell\" data-tool-name=\"Bash\"><details>\n<summary>Tool use: "
      "**Bash**</summary>\nRun tests\n\n`go test ./...`\n\n"
      "```text\nExit code 1\nFAIL\tx\t0.1s\n```\n</details></tool-use>\n\n"
      "<tool-use data-tool-type=\"write\" data-tool-name=\"Edit\"><details>\n<summary>Tool use: "
      "**Edit**</summary>\n\n```text\nThe file /w/a.go has been "
      "updated successfully.\n```\n</details></tool-use>\n\n_**Agent (m)**_\n\nIt fails.\n");
  EXPECT_EQ(found.report.format, Format::specstory);
  ASSERT_EQ(found.messages.size(), 3U);
  EXPECT_EQ(found.messages[1].text, "I run it.");
  EXPECT_TRUE(found.messages[2].final);
  ASSERT_EQ(found.runs.size(), 1U);
  EXPECT_EQ(found.runs[0].command, "go test ./...");
  EXPECT_EQ(found.runs[0].exit_code, 1);
  EXPECT_EQ(found.runs[0].facts.runs.at(0).failed(), 1);
  EXPECT_EQ(found.edits.at(0).path, "/w/a.go");
}

TEST(Sessions, UnknownTextIsRefused) {
  for (const char* text : {"", "hello\n", "{}", "{\"a\":1}\n{\"b\":2}\n", "[]", "\xff\xfe"}) {
    const auto read = read_session_text(text, {}, [](Event&&) {});
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().code, Code::unsupported);
  }
  EXPECT_EQ(read_session("/nonexistent/x", {}, [](Event&&) {}).error().code, Code::not_found);
}

// Every event of a cut file is an event of the whole file, in the same place.
TEST(Sessions, APrefixHasTheFirstEvents) {
  const auto whole = collect(kClaude);
  const auto events = whole.messages.size() + whole.runs.size() + whole.edits.size();
  for (std::size_t size = 0; size <= kClaude.size(); size += 7) {
    std::size_t seen = 0;
    const auto read = read_session_text(std::string_view(kClaude).substr(0, size), {.format = Format::claude},
                                        [&](Event&&) { ++seen; });
    ASSERT_TRUE(read);
    EXPECT_LE(seen, events);
    EXPECT_LE(read->damaged, 1U);
  }
}

RC_GTEST_PROP(Sessions, AnyBytesInAnyFormatAreRead, (const std::string& text)) {
  for (const auto format : {Format::claude, Format::codex, Format::opencode, Format::gemini, Format::copilot,
                            Format::pi, Format::aider, Format::swe_agent, Format::specstory}) {
    RC_ASSERT(read_session_text(text, {.format = format}, [](Event&&) {}).has_value());
  }
}

// --- real files -------------------------------------------------------------------------------

/// Counts made by a program of its own with another JSON reader, by the definitions of session.hpp.
struct Real {
  const char* file;
  std::size_t user, agent, runs, edits;
};
const Real kReal[] = {
    {"aider/AFI-Protocol__afi-core__.aider.chat.history.md", 49, 42, 10, 17},
    {"aider/AlexShchuka__mozgoslav__.aider.chat.history.md", 21, 16, 0, 3},
    {"aider/BeehiveInnovations__zen-mcp-server__.aider.chat.history.md", 8, 0, 0, 0},
    {"claude/entireio__git-sync__09_b743cc5de5_0_full-13105d94.jsonl", 7, 78, 57, 35},
    {"claude/entireio__git-sync__3a_b7999b3055_0_full-2988733c.jsonl", 15, 92, 69, 38},
    {"claude/gmeligio__flutter-docker-image__0_full-0d34b244.jsonl", 5, 90, 67, 18},
    {"claude/teslamint__entirecontext__1_full-8c906ef0.jsonl", 7, 54, 66, 12},
    {"codex/Monotoba__OpenPrintKit__2025_10_31_rollout-2025-10-31T19-02-58-c61729d4-da6d-46a4-9a29-ec2c614e5e23.jsonl",
     63, 62, 163, 234},
    {"codex/Monotoba__OpenPrintKit__2025_11_01_rollout-2025-11-01T11-34-37-97b66f6c-a160-40e0-bd0f-1fdcbbb9498b.jsonl",
     52, 55, 170, 159},
    {"codex/jdx__fnox__fe_b81ae5d175_0_full-88af8ffc.jsonl", 3, 46, 99, 9},
    {"codex/jdx__hk__e5_cb0813e003_0_full-580d09b8.jsonl", 3, 24, 87, 6},
    {"copilot/JeffreyCA__azure-dev__0_full-b6f37c8f.jsonl", 2, 10, 19, 15},
    {"opencode/"
     "victoryforphil__dark-factory__docs_chats_opencode_session__quiet-meadow__ses_39c0a3da8ffeFQWvKTGUJWivpv.json",
     6, 2, 1, 3},
    {"opencode/"
     "victoryforphil__dark-factory__docs_chats_opencode_session__shiny-nebula__ses_39b5e5180ffeUO9pt25DSY2L3f.json",
     5, 4, 1, 8},
    {"pi/badlogic__pi-mono__packages_coding-agent_test_fixtures_large-session.jsonl", 88, 244, 192, 131},
    {"pi/preloopdev__preloop__2_full-a2d240b1.jsonl", 1, 0, 0, 0},
    {"spec/ChrisGVE__MunsellSpace__2025-12-06_19-04-39Z-hello-claude-we-have.md", 10, 27, 15, 6},
    {"spec/DakineMI__tree-sitter-languages-rs__2025-12-15_23-48Z-initialization-process-discussion.md", 4, 4, 27, 7},
    {"spec/specstoryai__getspecstory__specstory-cli_2026-07-14_15-03-52Z.md", 17, 104, 115, 85},
    {"spec/specstoryai__getspecstory__specstory-cli_2026-07-24_20-01-58Z-adress-68.md", 28, 60, 75, 76},
    {"swe/SWE-agent__SWE-agent__commit0_prepare_traj_example_simpy_madeup_cmd_97af1e.traj", 0, 2, 0, 0},
    {"swe/SWE-agent__SWE-agent__trajectories_demonstrations_ctf_crypto_BabyTimeCapsule.traj", 0, 9, 8, 2},
};

TEST(Sessions, FactsCanBeReadLater) {
  const std::string run_elsewhere =
      R"({"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"Bash","input":{"command":"cd /other && npm test | tail -3"}}]}})"
      "\n"
      R"({"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"c","content":"Tests:  1 failed, 2 passed, 3 total"}]}})"
      "\n";
  const auto whole = collect(kClaude + run_elsewhere);
  const auto later = collect(kClaude + run_elsewhere, {.facts = false});
  ASSERT_EQ(whole.runs.size(), 2U);
  ASSERT_EQ(later.runs.size(), 2U);
  EXPECT_TRUE(whole.runs[1].caveats.has(Caveat::other_directory));
  for (std::size_t i = 0; i < 2; ++i) {
    const auto& run = later.runs[i];
    EXPECT_TRUE(run.facts.runs.empty());
    const auto read = read_run(run.command, run.exit_code, run.output, run.root);
    auto caveats = run.caveats;
    caveats.add(read.caveats);
    EXPECT_EQ(caveats, whole.runs[i].caveats);
    EXPECT_EQ(read.facts.runs.at(0).failed(), whole.runs[i].facts.runs.at(0).failed());
  }
}

TEST(RealSessions, CountsAgreeWithAnIndependentCount) {
  const std::filesystem::path root = std::filesystem::path(WARRANT_SOURCE_DIR) / "../shared/cases/sessions";
  if (!std::filesystem::exists(root)) {
    const char* ci = std::getenv("CI");
    ASSERT_FALSE(ci != nullptr && std::string(ci) == "true") << "the real sessions must be there: " << root;
    GTEST_SKIP() << "no real sessions at " << root;
  }
  for (const auto& real : kReal) {
    SCOPED_TRACE(real.file);
    std::size_t user = 0;
    std::size_t agent = 0;
    std::size_t ordinal = 0;
    const auto read = read_session((root / real.file).string(), {}, [&](Event&& event) {
      EXPECT_EQ(std::visit([](const auto& each) { return each.at.ordinal; }, event), ordinal++);
      if (const auto* message = std::get_if<Message>(&event)) ++(message->role == Role::user ? user : agent);
    });
    ASSERT_TRUE(read) << describe(read.error());
    EXPECT_EQ(user, real.user);
    EXPECT_EQ(agent, real.agent);
    EXPECT_EQ(read->runs, real.runs);
    EXPECT_EQ(read->edits, real.edits);
    EXPECT_EQ(read->damaged, 0U);
    EXPECT_EQ(read->bytes, std::filesystem::file_size(root / real.file));
  }
}

}  // namespace
}  // namespace warrant::evidence
