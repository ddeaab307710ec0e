// What single transcript formats hold beside the common story: broken turns, compactions, side chains,
// commands in the background, the notes of their shell tools.
#include "stories_for_test.hpp"

namespace warrant::evidence {
namespace {

// --- what single formats also hold --------------------------------------------------------------

TEST(Variants, AnInterruptedTurnHasNoAnswer) {
  struct Case {
    const char* name;
    std::string text;
  };
  const std::string said = json_string("Now I run the tests.");
  const Case cases[] = {
      {"claude",
       R"({"type":"user","sessionId":"s","message":{"role":"user","content":"go"}})"
       "\n"
       R"({"type":"assistant","sessionId":"s","message":{"role":"assistant","content":[{"type":"text","text":)" +
           said +
           R"(}]}})"
           "\n"
           R"({"type":"user","sessionId":"s","message":{"role":"user","content":[{"type":"text","text":"[Request interrupted by user]"}]}})"},
      {"codex",
       codex_item(R"({"type":"message","role":"assistant","content":[{"type":"output_text","text":)" + said + "}]}") +
           "\n"
           R"({"timestamp":"t","type":"event_msg","payload":{"type":"turn_aborted","reason":"interrupted"}})"},
      {"copilot", R"({"type":"assistant.message","data":{"content":)" + said +
                      R"(}})"
                      "\n"
                      R"({"type":"abort","data":{"reason":"user initiated"}})"},
      {"pi",
       R"({"type":"message","message":{"role":"assistant","stopReason":"aborted","content":[{"type":"text","text":)" +
           said + "}]}}"},
      {"gemini", R"({"id":"1","type":"gemini","content":)" + said +
                     R"(})"
                     "\n"
                     R"({"id":"2","type":"info","content":"Request cancelled."})"},
      {"opencode",
       R"({"info":{"id":"s","projectID":"p"},"messages":[{"info":{"id":"m","role":"assistant","error":{"name":"MessageAbortedError"}},"parts":[{"type":"text","text":)" +
           said + "}]}]}"},
  };
  for (const auto& each : cases) {
    SCOPED_TRACE(each.name);
    const auto got = told(each.text);
    ASSERT_FALSE(got.messages.empty());
    EXPECT_EQ(got.messages.back().text, "Now I run the tests.");
    EXPECT_FALSE(got.messages.back().final);
  }
}

TEST(Variants, ACompactionIsNoMessage) {
  auto records = claude(kStory);
  records.insert(
      records.begin() + 5,
      R"({"type":"user","uuid":"k","sessionId":"s","isCompactSummary":true,"message":{"role":"user","content":"All 9 tests pass."}})");
  records.insert(records.begin() + 5, R"({"type":"system","subtype":"compact_boundary","sessionId":"s"})");
  records.insert(
      records.begin() + 5,
      R"({"type":"user","uuid":"l","sessionId":"s","message":{"role":"user","content":"This session is being continued from a previous conversation that ran out of context."}})");
  expect_story(told(joined(records, "\n", same)), kStory, kTellers[0]);
  auto rollout = codex_new(kStory);
  rollout.insert(
      rollout.begin() + 5,
      R"({"timestamp":"t","type":"compacted","payload":{"message":"All 9 tests pass.","replacement_history":[]}})");
  expect_story(told(joined(rollout, "\n", same)), kStory, kTellers[2]);
  auto session = pi(kStory);
  session.insert(session.begin() + 3, R"({"type":"compaction","id":"z","summary":"All 9 tests pass."})");
  expect_story(told(joined(session, "\n", same)), kStory, kTellers[5]);
}

TEST(Variants, ASubAgentSpeaksAside) {
  const auto record = [](const char* type, const char* id, const char* content, const char* more) {
    return std::string(R"({"type":")") + type + R"(","uuid":")" + id + R"(","sessionId":"s","isSidechain":true,)" +
           more + R"("message":{"role":")" + type + R"(","content":)" + content + "}}\n";
  };
  const auto aside = [&](const char* more) {
    return record("user", "x1", R"("look")", more) +
           record("assistant", "x2", R"([{"type":"text","text":"Found."}])", more);
  };
  // Inside the main agent's file it is a side chain, in a file of its own it is the session.
  const auto whole = told(joined(claude(kStory), "\n", same) + aside(R"("agentId":"a1",)"));
  ASSERT_EQ(whole.messages.size(), 5U);
  EXPECT_TRUE(whole.messages[4].sidechain);
  EXPECT_FALSE(whole.messages[4].final);
  const auto without = told(joined(claude(kStory), "\n", same) + aside(""), {.sidechains = false});
  EXPECT_EQ(without.messages.size(), 3U);
  const auto own = told(aside(R"("agentId":"a1",)"));
  ASSERT_EQ(own.messages.size(), 2U);
  EXPECT_TRUE(own.messages[1].final);
  EXPECT_FALSE(own.messages[1].sidechain);
}

TEST(Claude, ACommandInTheBackgroundIsReadOnLater) {
  const auto use = [](const char* id, const char* name, const char* input) {
    return std::string(
               R"({"type":"assistant","sessionId":"s","message":{"role":"assistant","content":[{"type":"tool_use","id":")") +
           id + R"(","name":")" + name + R"(","input":)" + input + "}]}}\n";
  };
  const auto result = [](const char* id, const char* text, const char* notes) {
    return std::string(
               R"({"type":"user","sessionId":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":")") +
           id + R"(","content":")" + text + R"("}]},"toolUseResult":)" + notes + "}\n";
  };
  const auto got =
      told(use("a", "Bash", R"({"command":"npm test","run_in_background":true})") +
           result("a", "Command running in background with ID: b1a2. Output is being written to: /tmp/b1a2.output",
                  R"({"backgroundTaskId":"b1a2","interrupted":false})") +
           use("b", "BashOutput", R"({"bash_id":"b1a2"})") +
           result("b", "<status>running</status>\\n\\n<stdout>\\nstarting\\n</stdout>", "{}") +
           use("c", "TaskOutput", R"({"task_id":"b1a2","block":true})") +
           result("c",
                  "<retrieval_status>success</retrieval_status>\\n<status>completed</status>\\n<exit_code>1</"
                  "exit_code>\\n<output>\\nTests:       1 failed, 2 passed, 3 total\\n</output>",
                  "{}") +
           use("d", "TaskOutput", R"({"task_id":"another-agent"})") + result("d", "<status>completed</status>", "{}"));
  ASSERT_EQ(got.runs.size(), 3U) << "a sub-agent's output is no command";
  EXPECT_EQ(got.runs[1].command, "npm test");
  EXPECT_TRUE(got.runs[1].caveats.has(Caveat::background));
  EXPECT_FALSE(got.runs[1].exit_code);
  EXPECT_EQ(got.runs[2].command, "npm test");
  EXPECT_EQ(got.runs[2].exit_code, 1);
  EXPECT_EQ(got.runs[2].facts.runs.at(0).failed(), 1);
  EXPECT_FALSE(got.runs[2].caveats.has(Caveat::background));
}

TEST(Claude, HeadlessOutput) {
  const auto stream = told(
      R"({"type":"system","subtype":"init","cwd":"/w","session_id":"s"})"
      "\n"
      R"({"type":"assistant","session_id":"s","parent_tool_use_id":null,"message":{"role":"assistant","content":[{"type":"text","text":"Done."}]}})"
      "\n"
      R"({"type":"result","subtype":"success","result":"Done.","session_id":"s"})"
      "\n");
  EXPECT_EQ(stream.report.format, Format::claude);
  ASSERT_EQ(stream.messages.size(), 1U);
  EXPECT_TRUE(stream.messages[0].final);
  const auto single =
      told(R"({"type":"result","subtype":"success","is_error":false,"result":"All pass.","session_id":"s"})");
  ASSERT_EQ(single.messages.size(), 1U);
  EXPECT_EQ(single.messages[0].text, "All pass.");
}

TEST(Gemini, WhatTheShellToolReports) {
  const auto run = [](const std::string& printed, const char* status = "success") {
    auto got = told(
        R"({"sessionId":"s","projectHash":"h"})"
        "\n"
        R"({"id":"1","type":"gemini","content":"","toolCalls":[{"id":"c","name":"run_shell_command","args":{"command":"npm test"},"status":")" +
        std::string(status) + R"(","result":[{"functionResponse":{"response":{"output":)" + json_string(printed) +
        "}}}]}]}\n");
    EXPECT_EQ(got.runs.size(), 1U) << printed;
    return got.runs.at(0);
  };
  EXPECT_EQ(run("Output: (empty)\nProcess Group PGID: 3").output, "");
  EXPECT_EQ(run("Output: (empty)").exit_code, 0);
  const auto own = run("Output: Exit Code: 7\nExit Code: 9\nall done\nExit Code: 2\nProcess Group PGID: 3");
  EXPECT_EQ(own.exit_code, 2) << "what the command itself prints is not its status";
  EXPECT_EQ(own.output, "Exit Code: 7\nExit Code: 9\nall done");
  const auto old =
      run("Command: npm test\nDirectory: (root)\nStdout: 3 passing\nStderr: warn\nError: (none)\nExit Code: 0\nSignal: "
          "(none)\nBackground PIDs: (none)\nProcess Group PGID: 3");
  EXPECT_EQ(old.output, "3 passing\nwarn");
  EXPECT_EQ(old.exit_code, 0);
  const auto killed = run("Output: 3 pas\nSignal: 15\nProcess Group PGID: 3");
  EXPECT_FALSE(killed.exit_code);
  EXPECT_TRUE(killed.caveats.has(Caveat::cut_off));
  const auto cancelled =
      run("Command was cancelled by user before it could complete. Below is the output before it was cancelled:\n3 "
          "passing");
  EXPECT_EQ(cancelled.output, "3 passing");
  EXPECT_TRUE(cancelled.caveats.has(Caveat::cut_off));
  EXPECT_FALSE(cancelled.exit_code);
  EXPECT_TRUE(run("Command moved to background (PID: 7). Output hidden. Press Ctrl+B to view.")
                  .caveats.has(Caveat::background));
}

TEST(Gemini, ParallelCallsWithoutNamesKeepTheirResults) {
  const std::string call = R"({"functionCall":{"name":"run_shell_command","args":{"command":)";
  const std::string answer = R"({"functionResponse":{"name":"run_shell_command","response":{"output":)";
  const auto got = told(
      "["
      R"({"role":"user","parts":[{"text":"go"}]},{"role":"model","parts":[)" +
      call + R"("make a"}}},)" + call + R"("make b"}}}]},{"role":"user","parts":[)" + answer + R"("Output: A"}}},)" +
      answer + R"("Output: B"}}}]},{"role":"model","parts":[)" + call +
      R"("make lost"}}}]},{"role":"user","parts":[{"text":"again"}]},{"role":"model","parts":[)" + call +
      R"("make c"}}}]},{"role":"user","parts":[)" + answer + R"("Output: C"}}}]}])");
  ASSERT_EQ(got.runs.size(), 3U);
  EXPECT_EQ(got.runs[0].command + got.runs[0].output, "make aA");
  EXPECT_EQ(got.runs[1].command + got.runs[1].output, "make bB");
  EXPECT_EQ(got.runs[2].command + got.runs[2].output, "make cC");
}

TEST(Gemini, ACheckpointOfToolsHoldsTheTalkTwice) {
  const auto got = told(
      R"({"history":[{"type":"user","text":"go"},{"type":"tool_group","tools":[]},{"type":"gemini","text":"Done."}],"clientHistory":[{"role":"user","parts":[{"text":"go"}]},{"role":"model","parts":[{"text":"Done."}]}],"toolCall":{"name":"replace","args":{}}})");
  ASSERT_EQ(got.messages.size(), 2U);
  EXPECT_TRUE(got.messages[1].final);
}

TEST(Gemini, StreamOfEvents) {
  const auto got = told(
      R"({"type":"init","timestamp":"t","session_id":"s","model":"m"})"
      "\n"
      R"({"type":"message","timestamp":"t","role":"user","content":"go"})"
      "\n"
      R"({"type":"tool_use","timestamp":"t","tool_name":"run_shell_command","tool_id":"x","parameters":{"command":"make"}})"
      "\n"
      R"({"type":"tool_result","timestamp":"t","tool_id":"x","status":"success","output":"Output: ok"})"
      "\n"
      R"({"type":"message","timestamp":"t","role":"assistant","content":"All ","delta":true})"
      "\n"
      R"({"type":"message","timestamp":"t","role":"assistant","content":"good.","delta":true})"
      "\n"
      R"({"type":"result","timestamp":"t","status":"success"})"
      "\n");
  EXPECT_EQ(got.report.format, Format::gemini);
  ASSERT_EQ(got.messages.size(), 2U);
  EXPECT_EQ(got.messages[1].text, "All good.");
  ASSERT_EQ(got.runs.size(), 1U);
  EXPECT_EQ(got.runs[0].output, "ok");
}

TEST(OpenCode, EventsOfARunAndCutOffCommands) {
  const auto got = told(
      R"({"type":"step_start","timestamp":1,"sessionID":"ses_1","part":{"type":"step-start"}})"
      "\n"
      R"({"type":"tool_use","timestamp":1,"sessionID":"ses_1","part":{"type":"tool","callID":"c","tool":"bash","state":{"status":"completed","input":{"command":"pytest"},"output":"1 passed in 0.1s\n\n<bash_metadata>\nbash tool terminated command after exceeding timeout 120000 ms\n</bash_metadata>","metadata":{"exit":null}}}})"
      "\n"
      R"({"type":"text","timestamp":1,"sessionID":"ses_1","part":{"type":"text","text":"Done."}})"
      "\n");
  EXPECT_EQ(got.report.format, Format::opencode);
  ASSERT_EQ(got.runs.size(), 1U);
  EXPECT_EQ(got.runs[0].output, "1 passed in 0.1s");
  EXPECT_TRUE(got.runs[0].caveats.has(Caveat::cut_off));
  EXPECT_EQ(got.messages.at(0).text, "Done.");
}

TEST(Codex, ExecEventsOfTheFirstReleases) {
  const auto got = told(
      R"({"type":"item.completed","item":{"id":"i","item_type":"command_execution","command":"make","aggregated_output":"ok","exit_code":0,"status":"completed"}})"
      "\n"
      R"({"id":"0","msg":{"type":"exec_command_begin","call_id":"1","command":["bash","-lc","pytest"],"cwd":"/w"}})"
      "\n"
      R"({"id":"0","msg":{"type":"exec_command_end","call_id":"1","stdout":"1 passed in 0.1s\n","stderr":"","exit_code":0}})"
      "\n"
      R"({"id":"0","msg":{"type":"agent_message","message":"Green."}})"
      "\n");
  ASSERT_EQ(got.runs.size(), 2U);
  EXPECT_EQ(got.runs[1].command, "pytest");
  EXPECT_EQ(got.messages.at(0).text, "Green.");
}

TEST(Codex, WhatNeverRanIsNoRun) {
  for (const char* refusal : {"exec command rejected by user", "exec_command rejected by user"}) {
    auto records = codex_new(kStory);
    records[4] = codex_item(R"({"type":"function_call_output","call_id":"1","output":)" + json_string(refusal) + "}");
    EXPECT_TRUE(told(joined(records, "\n", same)).runs.empty()) << refusal;
  }
}

// --- Markdown -----------------------------------------------------------------------------------

std::string windows(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '\n' ? std::string("\r\n") : std::string(1, c);
  return out;
}

TEST(Aider, HoweverItsLinesEnd) {
  const std::string history =
      "\n# aider chat started at 2026-01-01 10:00:00\n\n> Aider v0.86.0  \n\n#### fix it  \n\nI look.\n\n> Running "
      "pytest "
      "-q  \n> Applied edit to a.py  \n\n#### thanks  \n\nOne test fails.\n";
  for (const auto& text : {history, windows(history), "\xef\xbb\xbf" + history}) {
    const auto got = told(text);
    EXPECT_EQ(got.report.format, Format::aider);
    ASSERT_EQ(got.messages.size(), 4U);
    EXPECT_EQ(got.messages[0].text, "fix it");
    EXPECT_EQ(got.messages[3].text, "One test fails.");
    EXPECT_EQ(got.runs.at(0).command, "pytest -q");
    EXPECT_EQ(got.edits.at(0).path, "a.py");
  }
}

TEST(SpecStory, HoweverItsLinesEnd) {
  const std::string story =
      "<!-- Generated by SpecStory, Markdown v2.1.0 -->\n\n_**User (2026-01-01 10:00:00Z)**_\n\ngo\n\n---\n\n_**Agent "
      "(m)**_\n\nI look.\n\n<tool-use data-tool-type=\"shell\" data-tool-name=\"Bash\"><details>\n<summary>Tool use: "
      "**Bash**</summary>\n\n`pytest -q`\n\n```text\nExit code 1\n1 failed in 0.1s\n```\n</details></tool-use>\n\nOne "
      "test "
      "fails.\n";
  for (const auto& text : {story, windows(story), "\xef\xbb\xbf" + story}) {
    const auto got = told(text);
    EXPECT_EQ(got.report.format, Format::specstory);
    ASSERT_EQ(got.messages.size(), 3U);
    EXPECT_EQ(got.messages[2].text, "One test fails.");
    EXPECT_TRUE(got.messages[2].final);
    ASSERT_EQ(got.runs.size(), 1U);
    EXPECT_EQ(got.runs[0].exit_code, 1);
    EXPECT_EQ(got.runs[0].output, "1 failed in 0.1s");
  }
}

}  // namespace
}  // namespace warrant::evidence
