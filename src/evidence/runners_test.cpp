// One table of outputs, a few for each runner: green, failing, empty, filtered, crashed, parallel,
// coloured, cut off, localised.
#include <warrant/evidence/evidence.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace warrant::evidence {
namespace {

constexpr long long kNone = -1;

struct Case {
  const char* name;
  const char* command;  ///< empty: the output alone
  const char* output;
  Runner runner;
  long long passed;  ///< kNone: the runner prints none
  long long failed;
  long long skipped;  ///< kNone: none printed
  long long total;    ///< kNone: none
  bool green;
  bool empty = false;
};

const Case kCases[] = {
    {"pytest green", "pytest", "===== 5 passed in 0.12s =====\n", Runner::pytest, 5, 0, kNone, 5, true},
    {"pytest mixed", "pytest",
     "== 2 failed, 7 passed, 3 skipped, 1 xfailed, 4 warnings, 1 error in 61.20s (0:01:01) ==\n", Runner::pytest, 7, 3,
     3, 14, false},
    {"pytest quiet colour", "pytest -q",
     "\x1b[32m..\x1b[0m [100%]\n\x1b[32m\x1b[1m2 passed\x1b[0m\x1b[32m in 0.01s\x1b[0m\n", Runner::pytest, 2, 0, kNone,
     2, true},
    {"pytest empty", "pytest", "==== no tests ran in 0.01s ====\n", Runner::pytest, 0, 0, kNone, 0, false, true},
    {"pytest all skipped", "pytest", "==== 4 skipped in 0.01s ====\n", Runner::pytest, 0, 0, 4, 4, false, true},
    {"pytest collection error", "pytest",
     "!!!! Interrupted: 1 error during collection !!!!\n==== 1 error in 0.33s ====\n", Runner::pytest, 0, 1, kNone, 1,
     false},
    {"pytest dots only", "pytest -qq", "..F.s [ 50%]\n..... [100%]\n", Runner::pytest, 8, 1, 1, 10, false},
    {"pytest crashed", "pytest", "=== test session starts ===\nplatform linux\nINTERNALERROR> Traceback\n",
     Runner::pytest, kNone, 0, kNone, kNone, false},
    {"pytest parallel", "pytest -n 4", "gw0 [9] / gw1 [9]\n......... [100%]\n9 passed in 2.20s\n", Runner::pytest, 9, 0,
     kNone, 9, true},
    {"pytest under uv, tail", "uv run python -m pytest tests/ -q 2>&1 | tail -1", "169 passed in 11.37s\n",
     Runner::pytest, 169, 0, kNone, 169, true},
    {"pytest -rA shows what passing tests printed", "pytest -rA",
     "=== test session starts ===\n==== PASSES ====\n____ test_a ____\n---- Captured stdout call ----\n9 passed in "
     "0.1s\n==== "
     "short test summary info ====\nPASSED test_a.py::test_a\n==== 1 passed in 0.30s ====\n",
     Runner::pytest, 1, 0, kNone, 1, true},
    {"pytest -s lets a test print", "pytest -s",
     "=== test session starts ===\ntest_a.py 9 passed in 0.1s\n2 failed in 0.1s\n.\n==== 1 passed in 0.30s ====\n",
     Runner::pytest, 1, 0, kNone, 1, true},
    {"pytest reruns", "pytest --reruns 2", "R.\n== 2 passed, 1 rerun in 0.09s ==\n", Runner::pytest, 2, 0, kNone, 2,
     true},
    {"pytest under make after jest", "make test",
     "Test Suites: 1 passed, 1 total\nTests:       4 passed, 4 total\n[exit 0]\n", Runner::jest, 4, 0, kNone, 4, true},

    {"unittest green", "python -m unittest", "Ran 5 tests in 0.001s\n\nOK (skipped=1)\n", Runner::unittest, 4, 0, 1, 5,
     true},
    {"unittest failing", "", "Ran 6 tests in 0.003s\n\nFAILED (failures=1, errors=1)\n", Runner::unittest, 4, 2, kNone,
     6, false},
    {"unittest empty", "", "Ran 0 tests in 0.000s\n\nOK\n", Runner::unittest, 0, 0, kNone, 0, false, true},
    {"unittest none", "", "Ran 0 tests in 0.000s\n\nNO TESTS RAN\n", Runner::unittest, 0, 0, kNone, 0, false, true},
    {"django", "python manage.py test",
     "Ran 12 tests in 1.204s\n\nOK\nDestroying test database for alias 'default'...\n", Runner::unittest, 12, 0, kNone,
     12, true},
    {"unittest expected failures", "python -m unittest", "Ran 3 tests in 0.001s\n\nOK (expected failures=1)\n",
     Runner::unittest, 2, 0, kNone, 3, true},
    {"unittest unexpected success", "python -m unittest",
     "Ran 9 tests in 0.006s\n\nFAILED (failures=2, skipped=1, expected failures=2, unexpected successes=1)\n",
     Runner::unittest, 3, 3, 1, 9, false},

    {"jest", "npx jest",
     "Test Suites: 1 failed, 2 passed, 3 total\nTests:       1 failed, 2 skipped, 9 passed, 12 total\n", Runner::jest,
     9, 1, 2, 12, false},
    {"jest green", "npm test",
     "Test Suites: 3 passed, 3 total\nTests:       10 passed, 10 total\nSnapshots:   0 total\n", Runner::jest, 10, 0,
     kNone, 10, true},
    {"jest broken suite", "", "Test Suites: 1 failed, 1 passed, 2 total\nTests:       4 passed, 4 total\n",
     Runner::jest, 4, 0, kNone, 4, false},
    {"jest none", "", "No tests found, exiting with code 1\n", Runner::jest, 0, 0, kNone, 0, false, true},
    {"vitest", "pnpm vitest run",
     " Test Files  1 failed | 1 passed (2)\n      Tests  2 failed | 10 passed | 3 skipped | 1 todo (16)\n",
     Runner::vitest, 10, 2, 4, 16, false},
    {"vitest green", "", " Test Files  4 passed (4)\n      Tests  31 passed (31)\n   Duration  1.20s\n", Runner::vitest,
     31, 0, kNone, 31, true},
    {"vitest under turbo", "turbo run test",
     "web:test:  Test Files  1 passed (1)\nweb:test:       Tests  3 passed (3)\n", Runner::vitest, 3, 0, kNone, 3,
     true},
    {"vitest none", "", "No test files found, exiting with code 1\n", Runner::vitest, 0, 0, kNone, 0, false, true},
    {"mocha", "npx mocha", "\n  5 passing (12ms)\n  1 pending\n  2 failing\n", Runner::mocha, 5, 2, 1, 8, false},
    {"mocha green", "", "  14 passing (1s)\n", Runner::mocha, 14, 0, kNone, 14, true},
    {"mocha empty", "", "  0 passing (1ms)\n", Runner::mocha, 0, 0, kNone, 0, false, true},
    {"playwright", "npx playwright test",
     "Running 6 tests using 2 workers\n\n  1 failed\n    a.spec.ts:3:1\n  5 passed (3.2s)\n", Runner::playwright, 5, 1,
     kNone, 6, false},
    {"bun", "bun test", " 12 pass\n 1 skip\n 0 fail\n 34 expect() calls\nRan 13 tests across 3 files. [15.00ms]\n",
     Runner::bun, 12, 0, 1, 13, true},
    {"bun failing", "bun test", " 3 pass\n 2 fail\nRan 5 tests across 1 files. [15.00ms]\n", Runner::bun, 3, 2, kNone,
     5, false},
    {"node spec", "node --test",
     "\xe2\x84\xb9 tests 12\n\xe2\x84\xb9 suites 2\n\xe2\x84\xb9 pass 11\n\xe2\x84\xb9 fail 1\n\xe2\x84\xb9 cancelled "
     "0\n\xe2\x84\xb9 skipped 0\n\xe2\x84\xb9 todo 0\n",
     Runner::node_test, 11, 1, 0, 12, false},
    {"node tap", "node --test | cat",
     "TAP version 13\nok 1 - a\nok 2 - b\n1..2\n# tests 2\n# suites 0\n# pass 2\n# fail 0\n# cancelled 0\n# skipped "
     "0\n",
     Runner::node_test, 2, 0, 0, 2, true},
    {"tap", "prove -v",
     "1..4\nok 1 - a\nnot ok 2 - b\nok 3 # SKIP no network\nnot ok 4 # TO"
     "DO later\n",
     Runner::tap, 1, 1, 2, 4, false},
    {"tap stopped early", "", "1..5\nok 1 - a\nok 2 - b\n", Runner::tap, 2, 0, kNone, 5, false},
    {"prove", "prove", "t/a.t .. ok\nAll tests successful.\nFiles=3, Tests=45,  2 wallclock secs\nResult: PASS\n",
     Runner::tap, 45, 0, kNone, 45, true},
    {"bats", "bats test", " \xe2\x9c\x93 adds\n \xe2\x9c\x97 subtracts\n\n12 tests, 1 failure, 2 skipped\n",
     Runner::bats, 9, 1, 2, 12, false},
    {"bats tap", "bats --tap test", "1..3\nok 1 a\nok 2 b\nok 3 c\n", Runner::tap, 3, 0, kNone, 3, true},
    {"jest with a log of another summary", "npx jest",
     "  console.log\n    Tests:       99 passed, 99 total\n\nTest Suites: 1 failed, 1 total\nTests:       1 failed, 2 "
     "passed, 3 total\n",
     Runner::jest, 2, 1, kNone, 3, false},
    {"jest, the end only", "npx jest 2>&1 | tail -4", "    Tests:       3 passed, 3 total\n", Runner::jest, 3, 0, kNone,
     3, true},
    {"jest json", "npx jest --json",
     "{\"numFailedTestSuites\":0,\"numFailedTests\":1,\"numPassedTests\":6,\"numPendingTests\":2,\"numTotalTests\":9}"
     "\n",
     Runner::jest, 6, 1, 2, 9, false},
    {"vitest json", "npx vitest run --reporter=json",
     "{\"numTotalTests\":8,\"numPassedTests\":8,\"numFailedTests\":0,\"numPendingTests\":0}\n", Runner::vitest, 8, 0, 0,
     8, true},
    {"vitest, an error outside of the tests", "npx vitest run",
     " RUN  v3.0.0 /w\n\n Test Files  1 passed (1)\n      Tests  2 passed (2)\n     Errors  1 error\n", Runner::vitest,
     2, 0, kNone, 2, false},
    {"vitest with a log of another summary", "npx vitest run",
     " RUN  v3.0.0 /w\nstdout | a.test.ts\n      Tests  9 passed (9)\n Test Files  1 passed (1)\n      Tests  2 passed "
     "(2)\n",
     Runner::vitest, 2, 0, kNone, 2, true},
    {"mocha, no files", "npx mocha nothing", "Error: No test files found: \"nothing\"\n", Runner::mocha, 0, 0, kNone, 0,
     false, true},
    {"ava", "npx ava", "  1 test failed\n  1 known failure\n  1 test skipped\n  1 test todo\n", Runner::ava, kNone, 1,
     2, kNone, false},
    {"ava green", "npx ava", "  \xe2\x9c\x94 a\n  \xe2\x94\x80\n\n  2 tests passed\n", Runner::ava, 2, 0, kNone, 2,
     true},
    {"ava, an exception outside", "npx ava", "  2 tests passed\n  1 uncaught exception\n", Runner::ava, 2, 0, kNone, 2,
     false},
    {"playwright flaky", "npx playwright test",
     "Running 13 tests using 1 worker\n  1 failed\n    a.spec.ts:2:16\n  1 flaky\n    a.spec.ts:3:10\n  2 skipped\n  9 "
     "passed (33.0s)\n",
     Runner::playwright, 9, 1, 2, 13, false},
    {"playwright flaky but green", "npx playwright test",
     "Running 2 tests using 1 worker\n  1 flaky\n    a.spec.ts:3:10\n  1 passed (1.0m)\n", Runner::playwright, 1, 0,
     kNone, 2, true},
    {"playwright none passed", "npx playwright test",
     "Running 2 tests using 1 worker\n  1 failed\n    a\n  1 did not run\n", Runner::playwright, 0, 1, 1, 2, false},
    {"playwright none found", "npx playwright test nothing", "Error: No tests found.\n", Runner::playwright, 0, 0,
     kNone, 0, false, true},
    {"tape", "node a.js", "TAP version 13\nok 1 a\nnot ok 2 b\n1..2\n# tests 2\n# pass  1\n# fail  1\n", Runner::tap, 1,
     1, kNone, 2, false},
    {"prove failing", "prove t",
     "t/a.t .. \nDubious, test returned 1\nFailed 1/4 subtests \nt/b.t .. ok\nFiles=2, Tests=9,  1 wallclock "
     "secs\nResult: FAIL\n",
     Runner::tap, 8, 1, kNone, 9, false},
    {"prove -v prints each point", "prove -v t",
     "1..2\nok 1 - a\nok 2 - b\nok\nAll tests successful.\nFiles=1, Tests=2,  0 wallclock secs\nResult: PASS\n",
     Runner::tap, 2, 0, kNone, 2, true},
    {"prove, a program that died", "prove t", "Files=1, Tests=3,  0 wallclock secs\nResult: FAIL\n", Runner::tap, 3, 1,
     kNone, 3, false},

    {"go packages", "go test ./...", "ok  \tx/a\t0.1s\nok  \tx/b\t(cached)\n?   \tx/c\t[no test files]\n", Runner::go,
     kNone, 0, kNone, kNone, true},
    {"go failing", "go test ./...",
     "--- FAIL: TestA (0.00s)\n--- FAIL: TestB (0.00s)\nFAIL\nFAIL\tx/a\t0.2s\nok  \tx/b\t0.1s\nFAIL\n", Runner::go,
     kNone, 2, kNone, kNone, false},
    {"go verbose", "go test -v ./...",
     "=== RUN   TestA\n=== RUN   TestA/sub\n    --- PASS: TestA/sub (0.00s)\n--- PASS: TestA (0.00s)\n--- SKIP: TestC "
     "(0.00s)\nPASS\nok  \tx/a\t0.1s\n",
     Runner::go, 1, 0, 1, 2, true},
    {"go no build", "go test ./...",
     "# x/a [x/a.test]\n./a_test.go:3:1: undefined: y\nFAIL\tx/a [build failed]\nFAIL\n", Runner::go, kNone, 1, kNone,
     kNone, false},
    {"go none", "go test -run Nope ./...",
     "testing: warning: no tests to run\nPASS\nok  \tx/a\t0.1s [no tests to run]\n", Runner::go, kNone, 0, kNone, kNone,
     false, true},
    {"go json", "go test -json ./...",
     "{\"Action\":\"run\",\"Package\":\"x\",\"Test\":\"TestA\"}\n{\"Action\":\"pass\",\"Package\":\"x\",\"Test\":"
     "\"TestA\"}\n"
     "{\"Action\":\"pass\",\"Package\":\"x\",\"Test\":\"TestA/"
     "sub\"}\n{\"Action\":\"fail\",\"Package\":\"x\",\"Test\":\"TestB\"}\n"
     "{\"Action\":\"fail\",\"Package\":\"x\"}\n",
     Runner::go, 1, 1, kNone, 2, false},
    {"gotestsum", "gotestsum ./...", "\xe2\x9c\x93  x/a (1ms)\n\nDONE 45 tests, 2 skipped, 1 failure in 1.234s\n",
     Runner::gotestsum, 42, 1, 2, 45, false},
    {"cargo crates", "cargo test",
     "     Running unittests src/lib.rs (target/debug/deps/x-1)\n\ntest result: ok. 5 passed; 0 failed; 1 ignored; 0 "
     "measured; 0 filtered out; finished in 0.00s\n\n"
     "   Doc-tests x\n\ntest result: FAILED. 3 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in "
     "0.10s\n",
     Runner::cargo, 8, 1, 1, 10, false},
    {"cargo under mise", "mise run test:cargo",
     "[test:cargo] test result: ok. 7 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n", Runner::cargo, 7, 0,
     0, 7, true},
    {"cargo crashed", "cargo test", "     Running unittests src/lib.rs (target/debug/deps/x-1)\nSIGSEGV\n",
     Runner::cargo, kNone, 0, kNone, kNone, false},
    {"nextest", "cargo nextest run", "     Summary [   0.123s] 45 tests run: 44 passed (1 slow), 1 failed, 2 skipped\n",
     Runner::nextest, 44, 1, 2, 45, false},
    {"rspec", "bundle exec rspec", "Finished in 0.1 seconds\n5 examples, 1 failure, 1 pending\n", Runner::rspec, 3, 1,
     1, 5, false},
    {"rspec load error", "rspec", "0 examples, 0 failures, 1 error occurred outside of examples\n", Runner::rspec, 0, 1,
     kNone, 0, false, true},
    {"minitest", "rake test", "5 runs, 9 assertions, 1 failures, 0 errors, 1 skips\n", Runner::minitest, 3, 1, 1, 5,
     false},
    {"exunit", "mix test", "Finished in 0.05 seconds (0.00s async, 0.05s sync)\n1 doctest, 5 tests, 1 failure\n",
     Runner::exunit, 5, 1, kNone, 6, false},
    {"phpunit green", "vendor/bin/phpunit", "OK (5 tests, 9 assertions)\n", Runner::phpunit, 5, 0, kNone, 5, true},
    {"phpunit failing", "", "FAILURES!\nTests: 5, Assertions: 9, Failures: 1, Errors: 1, Skipped: 1.\n",
     Runner::phpunit, 2, 2, 1, 5, false},
    {"phpunit none", "", "No tests executed!\n", Runner::phpunit, 0, 0, kNone, 0, false, true},
    {"pest", "./vendor/bin/pest", "  Tests:    1 failed, 5 passed (9 assertions)\n", Runner::phpunit, 5, 1, kNone, 6,
     false},
    {"deno", "deno test", "ok | 5 passed | 0 failed (12ms)\n", Runner::deno, 5, 0, kNone, 5, true},
    {"deno failing", "deno test", "FAILED | 4 passed | 1 failed | 1 ignored (12ms)\n", Runner::deno, 4, 1, 1, 6, false},
    {"gotestsum reruns", "gotestsum --rerun-fails --packages=./...",
     "DONE 8 tests, 2 failures in 0.9s\n\nDONE 2 runs, 10 tests, 3 failures in 2.1s\n", Runner::gotestsum, kNone, 3,
     kNone, 10, false},
    {"go test prints another summary", "go test -v ./...",
     "=== RUN   TestA\n5 passed in 0.1s\n--- PASS: TestA (0.00s)\nPASS\nok  \tx/a\t0.1s\n", Runner::go, 1, 0, kNone, 1,
     true},
    {"go test of one package prints another summary", "go test", "5 passed in 0.1s\nPASS\nok  \tx/a\t0.1s\n",
     Runner::go, kNone, 0, kNone, kNone, true},
    {"exunit excluded", "mix test",
     "Running ExUnit with seed: 1\n9 tests, 0 failures\nFinished in 0.2 seconds\n6 tests, 1 failure, 1 excluded, 1 "
     "skipped\n",
     Runner::exunit, 3, 1, 1, 6, false},
    {"rspec with a printed summary", "rspec",
     "7 examples, 0 failures\n.\nFinished in 0.1 seconds\n2 examples, 1 failure\n", Runner::rspec, 1, 1, kNone, 2,
     false},
    {"test-unit", "ruby t.rb",
     "4 tests, 2 assertions, 1 failures, 0 errors, 1 pendings, 1 omissions, 0 notifications\n", Runner::minitest, 1, 1,
     2, 4, false},
    {"phpunit with a printed summary", "phpunit --testdox",
     "PHPUnit 9.6.7 by Sebastian Bergmann and contributors.\nOK (99 tests, 99 assertions)\nERRORS!\nTests: 4, "
     "Assertions: 3, "
     "Errors: 1, Risky: 1.\n",
     Runner::phpunit, 3, 1, kNone, 4, false},

    {"maven", "mvn -q test",
     "[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s - in A\n[ERROR] Tests run: 7, "
     "Failures: 1, Errors: 1, Skipped: 1\n",
     Runner::maven, 4, 2, 1, 7, false},
    {"gradle", "./gradlew test",
     "> Task :test FAILED\n\n5 tests completed, 1 failed, 1 skipped\n\nBUILD FAILED in 2s\n", Runner::gradle, 3, 1, 1,
     5, false},
    {"gradle without counts", "./gradlew test",
     "> Task :test\n\nBUILD SUCCESSFUL in 3s\n4 actionable tasks: 1 executed, 3 up-to-date\n", Runner::gradle, kNone, 0,
     kNone, kNone, true},
    {"gradle events", "gradle test", "ATest > adds() PASSED\nATest > divides() FAILED\n\n2 tests completed, 1 failed\n",
     Runner::gradle, 1, 1, kNone, 2, false},
    {"dotnet", "dotnet test",
     "Passed!  - Failed:     0, Passed:     5, Skipped:     1, Total:     6, Duration: 3 ms - X.dll (net8.0)\n",
     Runner::dotnet, 5, 0, 1, 6, true},
    {"dotnet German", "dotnet test",
     "Fehler!      : Fehler:     1, erfolgreich:     4, \xc3\xbc"
     "bersprungen:     0, gesamt:     5, Dauer: 3 ms - X.dll\n",
     Runner::dotnet, 4, 1, 0, 5, false},
    {"dotnet Chinese", "dotnet test",
     "\xe5\xb7\xb2\xe9\x80\x9a\xe8\xbf\x87! - \xe5\xa4\xb1\xe8\xb4\xa5:     0\xef\xbc\x8c\xe9\x80\x9a\xe8\xbf\x87:     "
     "5\xef\xbc\x8c\xe5\xb7\xb2\xe8\xb7\xb3\xe8\xbf\x87:     0\xef\xbc\x8c\xe6\x80\xbb\xe8\xae\xa1:     5\n",
     Runner::dotnet, 5, 0, 0, 5, true},
    {"dotnet summary", "dotnet test", "Test summary: total: 9, failed: 1, succeeded: 7, skipped: 1, duration: 1.0s\n",
     Runner::dotnet, 7, 1, 1, 9, false},
    {"dotnet lines", "dotnet test", "Test Run Failed.\nTotal tests: 6\n     Passed: 5\n     Failed: 1\n",
     Runner::dotnet, 5, 1, kNone, 6, false},
    {"xctest", "swift test",
     "Test Suite 'ATests' passed at 1.\n\t Executed 2 tests, with 0 failures (0 unexpected) in 0.001 (0.002) seconds\n"
     "Test Suite 'BTests' failed at 1.\n\t Executed 3 tests, with 1 failure (0 unexpected) in 0.001 (0.002) seconds\n"
     "Test Suite 'All tests' failed at 1.\n\t Executed 5 tests, with 1 failure (0 unexpected) in 0.003 (0.005) "
     "seconds\n",
     Runner::swift, 4, 1, kNone, 5, false},
    {"swift testing", "swift test", "\xe2\x9c\x94 Test run with 5 tests passed after 0.1 seconds.\n", Runner::swift, 5,
     0, kNone, 5, true},
    {"ctest", "ctest", "80% tests passed, 1 tests failed out of 5\n\nTotal Test time (real) =   0.02 sec\n",
     Runner::ctest, 4, 1, kNone, 5, false},
    {"ctest none", "ctest", "No tests were found!!!\n", Runner::ctest, 0, 0, kNone, 0, false, true},
    {"googletest", "./unit_test",
     "[==========] Running 5 tests from 1 test suite.\n[==========] 5 tests from 1 test suite ran. (1 ms total)\n[  "
     "PASSED  ] 4 tests.\n[  FAILED  ] 1 test, listed below:\n[  FAILED  ] A.B\n",
     Runner::googletest, 4, 1, kNone, 5, false},
    {"googletest crashed", "./unit_test",
     "[==========] Running 5 tests from 1 test suite.\n[ RUN      ] A.B\nSegmentation fault\n", Runner::googletest,
     kNone, 0, kNone, kNone, false},
    {"googletest none", "",
     "[==========] Running 0 tests from 0 test suites.\n[==========] 0 tests from 0 test suites ran. (0 ms total)\n[  "
     "PASSED  ] 0 tests.\n",
     Runner::googletest, 0, 0, kNone, 0, false, true},
    {"catch2", "./tests", "All tests passed (12 assertions in 3 test cases)\n", Runner::catch2, 3, 0, kNone, 3, true},
    {"catch2 failing", "./tests", "test cases:  5 |  4 passed | 1 failed\nassertions: 12 | 11 passed | 1 failed\n",
     Runner::catch2, 4, 1, kNone, 5, false},
    {"doctest", "./tests", "[doctest] test cases:  3 |  3 passed | 0 failed | 0 skipped\n[doctest] Status: SUCCESS!\n",
     Runner::catch2, 3, 0, 0, 3, true},
    {"status alone", "./run_tests.sh", "all good\n[exit 0]\n", Runner::other, kNone, 0, kNone, kNone, true},
    {"failing status alone", "make test", "oops\n[exit 2]\n", Runner::other, kNone, 1, kNone, kNone, false},
    {"ctest without a configuration", "ctest", "No test configuration file found!\n", Runner::ctest, 0, 0, kNone, 0,
     false, true},
    {"ctest -V shows the programs' output", "ctest -V",
     "Test project /w/build\n1: [  PASSED  ] 40 tests.\n40 passed in 0.1s\n[  PASSED  ] 40 tests.\n67% tests passed, 1 "
     "tests "
     "failed out of 3\n",
     Runner::ctest, 2, 1, kNone, 3, false},
    {"catch2 expected failures beside failures", "./tests",
     "test cases: 4 | 2 passed | 1 failed | 1 failed as expected\n", Runner::catch2, 2, 1, kNone, 4, false},
    {"catch2 expected failures alone", "./tests", "test cases: 4 | 3 passed | 1 failed as expected\n", Runner::catch2,
     3, 0, kNone, 4, true},
    {"catch2 compact", "./tests -r compact", "Failed 1 test case, failed 1 assertion.\n", Runner::catch2, kNone, 1,
     kNone, kNone, false},
    {"catch2 compact green", "./tests -r compact", "Passed all 3 test cases with 4 assertions.\n", Runner::catch2, 3, 0,
     kNone, 3, true},
};

std::string shown(const Case& each) {
  return each.command[0] == '\0' ? each.output : "$ " + std::string(each.command) + "\n" + each.output;
}

TEST(Runners, EachReadsItsOwnLines) {
  for (const auto& each : kCases) {
    SCOPED_TRACE(each.name);
    const auto found = read_evidence(shown(each));
    ASSERT_EQ(found.runs.size(), 1U);
    const auto& run = found.runs[0];
    EXPECT_EQ(to_string(run.runner), to_string(each.runner));
    EXPECT_EQ(run.passed().value_or(kNone), each.passed);
    EXPECT_EQ(run.failed(), each.failed);
    EXPECT_EQ(run.skipped().value_or(kNone), each.skipped);
    EXPECT_EQ(run.total().value_or(kNone), each.total);
    EXPECT_EQ(run.green(), each.green);
    EXPECT_EQ(run.empty(), each.empty);
    EXPECT_TRUE(found.anchors.test_run);
  }
}

// A number changed by one must be seen: the readers take numbers from the output, not from habit.
TEST(Runners, AChangedNumberIsAChangedResult) {
  for (const auto& each : kCases) {
    SCOPED_TRACE(each.name);
    std::string output = shown(each);
    const auto before = read_evidence(output);
    const auto& part = before.runs[0].parts[0];
    if (!part.passed || part.passed->value < 2 || part.passed->span.size() > 4) continue;
    const auto printed = part.passed->span.of(output);
    if (printed != std::to_string(part.passed->value)) continue;  // derived
    output.replace(part.passed->span.begin, part.passed->span.size(), std::to_string(part.passed->value + 1));
    const auto after = read_evidence(output);
    ASSERT_EQ(after.runs.size(), 1U);
    EXPECT_EQ(after.runs[0].parts[0].passed->value, part.passed->value + 1);
  }
}

// Whatever is cut off at the end, spans stay inside and nothing turns green that was not.
TEST(Runners, NoPrefixOfAFailingOutputIsGreen) {
  for (const auto& each : kCases) {
    if (each.green || each.runner == Runner::other) continue;
    const std::string output = shown(each);
    SCOPED_TRACE(each.name);
    const auto whole = read_evidence(output);
    EXPECT_FALSE(whole.runs[0].green());
    for (std::size_t size = 0; size < output.size(); ++size) {
      const auto found = read_evidence(std::string_view(output).substr(0, size));
      for (const auto& run : found.runs) {
        for (const auto& part : run.parts) EXPECT_LE(part.line.end, size);
      }
    }
  }
}

TEST(Runners, AVerdictAgainstItsOwnNumbersIsNotGreen) {
  for (const char* output :
       {"test result: ok. 5 passed; 1 failed; 0 ignored\n", "Ran 5 tests in 0.1s\n\nOK (failures=1)\n"}) {
    EXPECT_FALSE(read_evidence(output).runs.at(0).green()) << output;
  }
}

TEST(Runners, ALineThatATestPrintsIsNoResultOfCargo) {
  const std::string shown =
      "$ cargo test -- --nocapture\n     Running unittests src/lib.rs (target/debug/deps/x-1)\n\nrunning 2 tests\n"
      "test result: ok. 99 passed; 0 failed; 0 ignored\ntest t::a ... ok\ntest t::b ... ok\n\n";
  const auto found =
      read_evidence(shown + "test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n");
  EXPECT_EQ(found.runs.at(0).passed(), 2);
  // Where the announced number never comes, something is missing: nothing is dropped.
  EXPECT_EQ(read_evidence(shown).runs.at(0).passed(), 99);
}

TEST(Runners, TwoSuitesStayTwoSuites) {
  const auto found =
      read_evidence("$ pytest tests/unit\n167 passed in 1.0s\n$ pytest tests/integration\n4 passed in 9.0s\n");
  ASSERT_EQ(found.runs.size(), 2U);
  EXPECT_EQ(found.runs[0].passed(), 167);
  EXPECT_EQ(found.runs[1].passed(), 4);
  EXPECT_TRUE(found.runs[0].caveats.has(Caveat::filtered));
  const auto one = read_evidence("$ make test\n167 passed in 1.0s\n4 passed in 9.0s\n");
  ASSERT_EQ(one.runs.size(), 1U);
  ASSERT_EQ(one.runs[0].parts.size(), 2U);
  EXPECT_EQ(one.runs[0].passed(), 171);
}

TEST(Runners, AWholeRunReplacesItsParts) {
  const auto found = read_evidence(
      "$ pytest tests/a.py\n1 failed in 1.0s\n$ pytest\n50 passed in 9.0s\n$ pytest\n51 passed in 9.0s\n");
  ASSERT_EQ(found.runs.size(), 1U);
  EXPECT_EQ(found.runs[0].passed(), 51);
  EXPECT_EQ(found.earlier.size(), 2U);
}

TEST(Runners, DifferentPlacesAreDifferentSuites) {
  const auto found = read_evidence("$ cd api && pytest\n5 passed in 1.0s\n$ cd web && pytest\n7 passed in 9.0s\n");
  EXPECT_EQ(found.runs.size(), 2U);
}

TEST(Runners, WhatIsOnlyShownIsNoRun) {
  for (const char* output : {
           "$ cat old.log\n5 passed in 0.1s\n",
           "$ tail -3 out.txt | grep passed\n5 passed in 0.1s\n",
           "$ echo '5 passed in 0.1s'\n5 passed in 0.1s\n",
           "$ printf '5 passed in 0.1s\\n' && true\n5 passed in 0.1s\n",
           "$ bash -c \"echo 5 passed in 0.1s\"\n5 passed in 0.1s\n",
           "$ gh run view 1 --log\ntest\tUNKNOWN STEP\t5 passed in 0.1s\n5 passed in 0.1s\n",
           "$ git log -1\n    5 passed in 0.1s\n",
           "$ make && echo '5 passed in 0.1s'\n5 passed in 0.1s\n",
       }) {
    const auto found = read_evidence(output);
    EXPECT_TRUE(found.runs.empty()) << output;
    EXPECT_TRUE(found.only_shown) << output;
    EXPECT_FALSE(found.anchors.test_run) << output;
  }
}

TEST(Runners, FlagsSayWhatWeakensARun) {
  const auto caveats = [](const char* output) { return read_evidence(output).runs.at(0).caveats; };
  EXPECT_TRUE(caveats("$ pytest || true\n1 failed in 1.0s\n").has(Caveat::masked_exit));
  EXPECT_TRUE(caveats("$ pytest -k a\n1 passed, 3 deselected in 1.0s\n").has(Caveat::filtered));
  EXPECT_TRUE(caveats("1 passed, 3 deselected in 1.0s\n").has(Caveat::filtered));
  EXPECT_TRUE(caveats("$ cargo test x\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 9 filtered out\n")
                  .has(Caveat::filtered));
  EXPECT_TRUE(caveats("$ npx jest\nTests:       1 passed, 1 total\nRan all test suites matching /x/i.\n")
                  .has(Caveat::filtered));
  EXPECT_TRUE(caveats("$ go test ./...\nok  \tx\t(cached)\n").has(Caveat::cached));
  EXPECT_TRUE(caveats("1..5\nok 1 - a\n").has(Caveat::cut_off));
  EXPECT_TRUE(read_evidence("$ pytest --collect-only\n12 tests collected in 0.05s\n").runs.empty());
  EXPECT_TRUE(caveats("$ pytest\n5 passed in 1.0s\n").empty());
}

TEST(Runners, ASpanStandsOnItsNumber) {
  const std::string output = "$ pytest\n\x1b[31m== \x1b[1m1 failed\x1b[0m, \x1b[32m12 passed\x1b[0m in 0.5s ==\r\n";
  const auto found = read_evidence(output);
  ASSERT_EQ(found.runs.size(), 1U);
  EXPECT_EQ(found.runs[0].parts[0].passed->span.of(output), "12");
  EXPECT_EQ(found.runs[0].parts[0].failed.span.of(output), "1");
}

}  // namespace
}  // namespace warrant::evidence
