"""Shows that tools/check-includes and tools/check-words find what they are there to find."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent


class Repository(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = Path(folder.name)

    def write(self, path, text):
        (self.top / path).parent.mkdir(parents=True, exist_ok=True)
        (self.top / path).write_text(text)

    def run_tool(self, tool):
        run = subprocess.run([sys.executable, str(HERE / tool), str(self.top)], capture_output=True, text=True)
        self.assertEqual(run.stderr, "")
        return run.returncode, run.stdout

    def finds(self, tool, *words):
        code, text = self.run_tool(tool)
        self.assertEqual(code, 1, text)
        for word in words:
            self.assertIn(word, text)

    def clean(self, tool):
        code, text = self.run_tool(tool)
        self.assertEqual(code, 0, text)


class Includes(Repository):
    def setUp(self):
        super().setUp()
        self.write("src/base/CMakeLists.txt", "warrant_room(base\n  SOURCES json.cpp)\n")
        self.write("src/base/include/warrant/base/json.hpp", "#include <string>\n#include <fmt/core.h>\n")
        self.write("src/base/json.cpp", '#include "warrant/base/json.hpp"\n#include <nlohmann/json.hpp>\n')
        self.write("src/plan/CMakeLists.txt", "warrant_room(plan  # the middle\n  USES base SOURCES plan.cpp)\n")
        self.write("src/plan/include/warrant/plan/plan.hpp", "#include <warrant/base/json.hpp>\n")
        self.write("src/turn/CMakeLists.txt", "warrant_room(turn USES plan\n  SOURCES turn.cpp)\n")
        self.write("src/turn/turn.cpp", "#include <sys/stat.h>\n#include <warrant/plan/plan.hpp>\n")

    def test_declared_includes_pass(self):
        self.clean("check-includes")

    def test_a_room_that_is_only_visible_through_another_is_refused(self):
        self.write("src/turn/turn.cpp", "\n  #  include \"warrant/base/json.hpp\"\n")
        self.finds("check-includes", "src/turn/turn.cpp:2", "does not name base")

    def test_a_room_that_uses_a_later_one_is_refused(self):
        self.write("src/base/json.cpp", "#include <warrant/turn/turn.hpp>\n")
        self.finds("check-includes", "does not name turn")

    def test_an_unknown_room_is_refused(self):
        self.write("src/turn/turn.cpp", "#include <warrant/trun/turn.hpp>\n")
        self.finds("check-includes", "no room trun")

    def test_another_rooms_private_header_is_refused(self):
        self.write("src/base/secret.hpp", "")
        self.write("src/base/json.cpp", '#include "secret.hpp"\n')
        self.clean("check-includes")
        self.write("src/turn/turn.cpp", '#include "../base/secret.hpp"\n')
        self.finds("check-includes", "not a file of room turn")

    def test_a_library_has_one_wrapper(self):
        self.write("src/plan/plan.cpp", "#include <nlohmann/json_fwd.hpp>\n")
        self.finds("check-includes", "nlohmann", "src/base/json.cpp", "src/plan/plan.cpp")

    def test_an_unknown_header_counts_as_a_library(self):
        self.write("src/plan/plan.cpp", "#include <newthing.h>\n")
        self.write("src/turn/turn.cpp", "#include <newthing.h>\n")
        self.finds("check-includes", "newthing is included by 2 files")

    def test_a_public_header_names_no_library(self):
        self.write("src/plan/include/warrant/plan/plan.hpp", "#include <curl/curl.h>\n")
        self.finds("check-includes", "public header")

    def test_test_libraries_stay_in_tests(self):
        self.write("src/turn/turn_test.cpp", "#include <gtest/gtest.h>\n#include <rapidcheck.h>\n")
        self.write("src/plan/plan_test.cpp", "#include <gtest/gtest.h>\n#include <rapidcheck.h>\n")
        self.clean("check-includes")
        self.write("src/turn/turn.cpp", "#include <gtest/gtest.h>\n")
        self.finds("check-includes", "belongs in tests")

    def test_a_tree_without_rooms_is_not_a_pass(self):
        for path in self.top.glob("src/*/CMakeLists.txt"):
            path.unlink()
        self.finds("check-includes", "no room")


class Words(Repository):
    def setUp(self):
        super().setUp()
        subprocess.run(["git", "init", "-q", str(self.top)], check=True)

    def track(self, text):
        self.write("page.md", text)
        subprocess.run(["git", "-C", str(self.top), "add", "page.md"], check=True)

    def test_plain_text_passes(self):
        self.track("A record that shows changes. See ../shared/cases and work/notes. The host is 127.0.0.1.\n")
        self.clean("check-words")

    def test_each_refused_word_is_found(self):
        for text in ("a tamper-" + "proof record", "Tamper" + "proof", "cd /wor" + "k/main", "in /ro" + "ot/.cache",
                     "the orchestr" + "ator", "from pypi" + ".org", "see iss" + "ue 3", "// TO" + "DO: later"):
            with self.subTest(text):
                self.track("fine\n" + text + "\n")
                self.finds("check-words", "page.md:2")

    def test_nothing_tracked_is_not_a_pass(self):
        self.assertEqual(self.run_tool("check-words")[0], 1)


if __name__ == "__main__":
    unittest.main()
