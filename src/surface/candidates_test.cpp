#include <warrant/surface/candidates.hpp>

#include <gtest/gtest.h>

namespace warrant::surface {
namespace {

using namespace contract;

/// The file after each candidate.
std::vector<std::string> afters(const Operation& operation, const std::string& text, std::string_view request = {}) {
  std::vector<std::string> out;
  for (const Candidate& edit : candidates(operation, text, request)) {
    const std::size_t at = text.find(edit.old_text);
    EXPECT_NE(at, std::string::npos);
    EXPECT_EQ(text.find(edit.old_text, at + 1), std::string::npos) << edit.old_text;
    std::string after = text;
    out.push_back(after.replace(at, edit.old_text.size(), edit.new_text));
  }
  return out;
}
using List = std::vector<std::string>;

struct Setting {
  const char* path;
  const char* subject;
  const char* value;
  const char* before;
  const char* after;
};

TEST(Candidates, AddAnItemToTheListThatIsNamed) {
  const auto added = [](const char* path, const char* text, const char* anchor, const char* before) {
    return afters(AddText{path, text, Place::end, anchor}, before);
  };
  EXPECT_EQ(added("a.py", "c", "HOSTS", "HOSTS = [\"a\"]\nX = []\n"), List{"HOSTS = [\"a\", \"c\"]\nX = []\n"});
  EXPECT_EQ(added("a.py", "c", "HOSTS", "HOSTS = [\n    'a',\n]\n"), List{"HOSTS = [\n    'a',\n    'c',\n]\n"});
  EXPECT_EQ(added("a.py", "3", "the numbers list", "NUMBERS = []\n"), List{"NUMBERS = [3]\n"});
  EXPECT_EQ(added("a.py", "c", "NAMES", "HOSTS = [\"a\"]\n"), List{});
}

TEST(Candidates, RemoveTheDefinitionAndNotItsUses) {
  EXPECT_EQ(afters(RemoveText{"a.py", "f", false}, "x = 1\n\n\ndef f(a):\n  return a\n\n\nprint(f(x))\n"),
            List{"x = 1\n\n\nprint(f(x))\n"});
}

TEST(Candidates, LeaveWhatAnotherNameHas) {
  const Replace timeout{"a.py", "30", "60", "TIMEOUT", false};
  EXPECT_EQ(afters(timeout, "TIMEOUT = 60\nPOOL = 30\n"), List{});
  EXPECT_EQ(afters(timeout, "POOL = 30\n"), List{});
  EXPECT_EQ(afters(timeout, "POOL = 30\nTIMEOUT = 30\n"), List{"POOL = 30\nTIMEOUT = 60\n"});
  EXPECT_EQ(afters(Replace{"a.yaml", "30", "60", "server.timeout", false},
                   "client:\n  timeout: 30\nserver:\n  timeout: 30\n"),
            List{"client:\n  timeout: 30\nserver:\n  timeout: 60\n"});
  // Another word of prose for what the file says.
  EXPECT_EQ(afters(Replace{"a.md", "Alpha", "Beta", "title", false}, "# Alpha\n"), List{"# Beta\n"});
}

TEST(Candidates, RemoveAVariableWithItsValue) {
  EXPECT_EQ(afters(RemoveText{"a.py", "POOL", false}, "POOL = 30\nrun(POOL)\n"), List{"run(POOL)\n"});
  EXPECT_EQ(afters(RemoveText{"a.py", "HOSTS", false}, "HOSTS = [\n  1,\n]\nX = 2\n"), List{"X = 2\n"});
}

TEST(Candidates, SetAValueInEverySyntax) {
  for (const Setting& it : {
           Setting{"a.py", "TIMEOUT", "60", "TIMEOUT = 30  # seconds\n", "TIMEOUT = 60  # seconds\n"},
           Setting{"a.py", "log level", "debug", "LOG_LEVEL = \"info\"\nLOG = 1\n", "LOG_LEVEL = \"debug\"\nLOG = 1\n"},
           Setting{"a.py", "timeout", "60", "timeout: int = 30\nrun(timeout=timeout)\n",
                   "timeout: int = 60\nrun(timeout=timeout)\n"},
           Setting{"a.py", "debug", "true", "DEBUG = False\n", "DEBUG = True\n"},
           Setting{"a.json", "port", "9090", "{\n  \"port\": 8080,\n  \"host\": \"x\"\n}\n",
                   "{\n  \"port\": 9090,\n  \"host\": \"x\"\n}\n"},
           Setting{"a.json", "name", "beta", "{\"name\": \"alpha\", \"n\": 1}\n", "{\"name\": \"beta\", \"n\": 1}\n"},
           Setting{"a.yaml", "server port", "9090", "client:\n  port: 1\nserver:\n  port: 8080 # main\n",
                   "client:\n  port: 1\nserver:\n  port: 9090 # main\n"},
           Setting{"a.toml", "line-length", "100", "[tool]\nline-length = 88\n", "[tool]\nline-length = 100\n"},
           Setting{"a.ini", "server.port", "9090", "[client]\nport=1\n[server]\nport=8080\n",
                   "[client]\nport=1\n[server]\nport=9090\n"},
           Setting{".env", "API_URL", "https://b", "API_URL=https://a\nKEY=1\n", "API_URL=https://b\nKEY=1\n"},
           Setting{"Makefile", "CFLAGS", "-O3 -g", "CC := gcc\nCFLAGS ?= -O2\n", "CC := gcc\nCFLAGS ?= -O3 -g\n"},
           Setting{"a.css", "--accent", "#fff", ":root {\n  --accent: #000;\n}\n", ":root {\n  --accent: #fff;\n}\n"},
           Setting{"a.sql", "status", "'new'", "CREATE TABLE t (\n  status TEXT DEFAULT 'old',\n  n INT\n);\n",
                   "CREATE TABLE t (\n  status TEXT DEFAULT 'new',\n  n INT\n);\n"},
           Setting{"a.js", "maxRetries", "5", "const maxRetries = 3;\nexport { maxRetries };\n",
                   "const maxRetries = 5;\nexport { maxRetries };\n"},
           Setting{"a.ts", "retries", "5", "const retries: number = 3;\n", "const retries: number = 5;\n"},
           Setting{"a.md", "Version", "2.0", "# T\n\n**Version**: 1.0\n", "# T\n\n**Version**: 2.0\n"},
           Setting{"a.md", "timeout", "60", "| Name | Value |\n|---|---|\n| timeout | 30 |\n",
                   "| Name | Value |\n|---|---|\n| timeout | 60 |\n"},
           Setting{"a.sh", "RETRIES", "5", "export RETRIES=3\necho $RETRIES\n", "export RETRIES=5\necho $RETRIES\n"},
           Setting{"Dockerfile", "PORT", "90", "FROM x\nENV PORT 80\n", "FROM x\nENV PORT 90\n"},
           Setting{"a.h", "MAX", "20", "#define MAX 10\n", "#define MAX 20\n"},
           Setting{"a.conf", "worker_processes", "8", "worker_processes 4;\nuser www;\n",
                   "worker_processes 8;\nuser www;\n"},
           Setting{"a.xml", "timeout", "60", "<c>\n  <timeout>30</timeout>\n</c>\n",
                   "<c>\n  <timeout>60</timeout>\n</c>\n"},
       }) {
    EXPECT_EQ(afters(SetValue{it.path, it.subject, it.value}, it.before), List{it.after})
        << it.path << ' ' << it.subject;
  }
}

TEST(Candidates, ReplaceOnlyWhereTheSubjectStands) {
  EXPECT_EQ(afters(Replace{"s.py", "30", "60", "TIMEOUT", false}, "TIMEOUT = 30\nRETRIES = 30\nX = 300\n"),
            List{"TIMEOUT = 60\nRETRIES = 30\nX = 300\n"});
  EXPECT_EQ(afters(Replace{"s.py", "30", "60", "", false}, "A = 30\nB = 30\n"),
            (List{"A = 60\nB = 30\n", "A = 30\nB = 60\n"}));
  EXPECT_EQ(afters(Replace{"s.py", "x", "y", "", true}, "x = 1\nprint(x)\nmax = 2\n"),
            List{"y = 1\nprint(y)\nmax = 2\n"});
  EXPECT_EQ(afters(Replace{"c.yaml", "8080", "9090", "port", false}, "web:\n  port: 8080\napi:\n  port: 8080\n",
                   "In c.yaml, change the port of the api from 8080 to 9090."),
            List{"web:\n  port: 8080\napi:\n  port: 9090\n"});
  EXPECT_EQ(afters(Replace{"s.py", "99", "1", "", false}, "A = 30\n"), List{});
}

TEST(Candidates, RenameAtWordBoundaries) {
  EXPECT_EQ(afters(RenameSymbol{"a.py", "foo", "bar"}, "def foo():\n  pass\nfoobar = foo()\n"),
            List{"def bar():\n  pass\nfoobar = bar()\n"});
}

TEST(Candidates, AddLines) {
  EXPECT_EQ(afters(AddText{"a", "c", Place::end, ""}, "a\nb\n"), List{"a\nb\nc\n"});
  EXPECT_EQ(afters(AddText{"a", "c", Place::end, ""}, "a\nb"), List{"a\nb\nc"});
  EXPECT_EQ(afters(AddText{"a", "c", Place::end, ""}, "a\r\nb\r\n"), List{"a\r\nb\r\nc\r\n"});
  EXPECT_EQ(afters(AddText{"a.sh", "c", Place::start, ""}, "#!/bin/sh\na\n"), List{"#!/bin/sh\nc\na\n"});
  EXPECT_EQ(afters(AddText{"a.py", "import b", Place::after, "import a"}, "import a\nx = 1\n"),
            List{"import a\nimport b\nx = 1\n"});
  EXPECT_EQ(afters(AddText{"a.yaml", "c: 3", Place::after, "b"}, "a:\n  b: 2\n"), List{"a:\n  b: 2\n  c: 3\n"});
  EXPECT_EQ(afters(AddText{"a.json", "\"c\": 3", Place::after, "\"b\""}, "{\n  \"a\": 1,\n  \"b\": 2\n}\n"),
            List{"{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}\n"});
  EXPECT_EQ(afters(AddText{"a.json", "\"c\": 3", Place::before, "\"a\""}, "{\n  \"a\": 1\n}\n"),
            List{"{\n  \"c\": 3,\n  \"a\": 1\n}\n"});
}

TEST(Candidates, RemoveTextLinesAndDefinitions) {
  EXPECT_EQ(afters(RemoveText{"a.py", "import os", true}, "import os\nimport sys\n"), List{"import sys\n"});
  EXPECT_EQ(afters(RemoveText{"a.py", ", debug=True", false}, "run(a, debug=True)\n"), List{"run(a)\n"});
  EXPECT_EQ(afters(RemoveText{"a.py", "old", true}, "def old():\n    return 1\n\n\ndef new():\n    return 2\n"),
            List{"def new():\n    return 2\n"});
  EXPECT_EQ(afters(RemoveText{"a.json", "\"b\"", true}, "{\n  \"a\": 1,\n  \"b\": 2\n}\n"), List{"{\n  \"a\": 1\n}\n"});
}

TEST(Candidates, GiveUpWhereTooManyPlacesAreAlike) {
  std::string text;
  for (int at = 0; at < 12; ++at) text += "x = 1\n";
  EXPECT_EQ(afters(Replace{"a.py", "1", "2", "x", false}, text), List{});
  EXPECT_EQ(afters(Edit{"a.py", "x"}, text), List{});
}

}  // namespace
}  // namespace warrant::surface
