#include <warrant/evidence/failed_tests.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace warrant::evidence {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(FailedTests, AreNamedAsEachRunnerPrintsThem) {
  struct Case {
    const char* output;
    const char* name;
  };
  const Case cases[] = {
      {"FAILED tests/test_a.py::test_b[x-1] - assert 1 == 2\n", "tests/test_a.py::test_b[x-1]"},
      {"\x1b[31mFAILED\x1b[0m test_a.py::test_b\n", "test_a.py::test_b"},
      {"ERROR test_a.py - ModuleNotFoundError: No module named 'x'\n", "test_a.py"},
      {"FAIL: test_b (test_a.Case.test_b)\n", "test_b (test_a.Case.test_b)"},
      {"    --- FAIL: TestAdd/negative (0.00s)\n", "TestAdd/negative"},
      {"test parser::reads_empty ... FAILED\n", "parser::reads_empty"},
      {"        FAIL [   0.005s] app parser::reads_empty\n", "app parser::reads_empty"},
      {"  ● Cart › adds an item\n", "Cart › adds an item"},
      {" FAIL  src/cart.test.ts > Cart > adds an item\n", "src/cart.test.ts > Cart > adds an item"},
      {"✖ adds an item (1.25ms)\n", "adds an item"},
      {"not ok 3 - adds an item\n", "adds an item"},
      {"rspec ./spec/cart_spec.rb:3 # Cart adds an item\n", "./spec/cart_spec.rb:3 # Cart adds an item"},
      {"1) App\\CartTest::testAdds\n", "App\\CartTest::testAdds"},
      {"\t  3 - cart.adds (Failed)\n", "cart.adds"},
      {"[  FAILED  ] Cart.Adds (0 ms)\n", "Cart.Adds"},
      {"[ERROR]   CartTest.adds:12 expected: <1> but was: <2>\n", "CartTest.adds"},
      {"CartTest > adds() FAILED\n", "CartTest > adds()"},
      {"  Failed App.Tests.Adds [12 ms]\n", "App.Tests.Adds"},
      {"Test Case '-[CartTests testAdds]' failed (0.001 seconds).\n", "-[CartTests testAdds]"},
  };
  for (const Case& each : cases) EXPECT_THAT(failed_tests(each.output, 9), ElementsAre(each.name)) << each.output;
}

TEST(FailedTests, AreNotReadFromOtherLines) {
  for (const char* line :
       {"5 passed in 0.1s", "FAILED (failures=1)", "test result: FAILED. 1 passed; 1 failed",
        "FAIL\tgithub.com/x/y 0.1s", "FAIL src/cart.test.js",
        "not ok 3 - later # "
        "TODO write it",
        "[  FAILED  ] 1 test, listed below:", "ERROR: cannot connect", "1) first we think",
        "✖ failing tests:", "Failed to start", "test a ... ok", "", "[ERROR] Failed to execute goal org.apache"}) {
    EXPECT_THAT(failed_tests(std::string(line) + "\n", 9), IsEmpty()) << line;
  }
}

TEST(FailedTests, AreBoundedAndNamedOnce) {
  std::string output;
  for (int i = 0; i < 30; ++i) output += "not ok 1 - same\nnot ok 2 - other " + std::to_string(i) + "\n";
  const auto names = failed_tests(output, 3);
  EXPECT_THAT(names, ElementsAre("same", "other 0", "other 1"));
}

}  // namespace
}  // namespace warrant::evidence
