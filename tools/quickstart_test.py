"""Runs ./quickstart with a play-acting warrant in place of the built one: does it notice each way to go wrong?"""
import os
import shutil
import socket
import subprocess
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent

# Edits as asked when it has a model, and does nothing when it has a script.
HONEST = """#!/bin/bash
echo "warrant $*" >>"$LOG"
if [[ $1 != run ]]; then exit 0; fi
root=$(sed 's/.*--root \\([^ ]*\\).*/\\1/' <<<"$*")
case "$*" in
  *--script*) exit ${LIAR_CODE:-1} ;;
  *) sed -i "s/${FROM:-^TIMEOUT = 30}/TIMEOUT = 60/" "$root/settings.py"; exit ${EDIT_CODE:-0} ;;
esac
"""


class Quickstart(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = Path(folder.name)
        (self.top / "tools").mkdir()
        (self.top / "build").mkdir()
        shutil.copy(TOP / "quickstart", self.top)
        for name in ("install-deps", "build", "fetch-model"):
            self.program(f"tools/{name}", f'#!/bin/sh\necho "{name} $*" >>"$LOG"\nexit ${{{name.replace("-", "_")}_CODE:-0}}\n')
        self.program("build/warrant", HONEST)
        self.log = self.top / "log"

    def program(self, path, text):
        (self.top / path).write_text(text)
        (self.top / path).chmod(0o755)

    def run_it(self, *arguments, **env):
        self.log.write_text("")
        return subprocess.run([self.top / "quickstart", *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              env=dict(os.environ, XDG_CACHE_HOME=str(self.top / "cache"), LOG=str(self.log), **env))

    def fails(self, run, word):
        self.assertNotEqual(run.returncode, 0, run.stdout)
        self.assertIn(word, run.stderr.splitlines()[-1])

    def test_both_acts_as_expected(self):
        run = self.run_it()
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("TIMEOUT = 60", run.stdout)
        self.assertIn("fetch-model server default", self.log.read_text())
        runs = [line for line in self.log.read_text().splitlines() if line.startswith("warrant run")]
        self.assertTrue(all(line.endswith("--yes") for line in runs), runs)  # there is no terminal to ask at

    def test_a_second_run_starts_from_the_same_workspace(self):
        self.run_it()
        self.assertEqual(self.run_it().returncode, 0)

    def test_an_edit_that_fails(self):
        self.fails(self.run_it(EDIT_CODE="1"), "exit code 1")
        self.fails(self.run_it(EDIT_CODE="3"), "not approved")

    def test_an_edit_that_did_nothing(self):
        self.fails(self.run_it(FROM="nowhere"), "not what was asked")

    def test_an_edit_that_did_too_much(self):
        self.program("build/warrant", HONEST.replace("/TIMEOUT = 60/", "/TIMEOUT = 60/; s/= 3$/= 4/"))
        self.fails(self.run_it(), "not what was asked")

    def test_a_liar_that_is_believed(self):
        self.fails(self.run_it(LIAR_CODE="0"), "accepted")

    def test_a_crash_is_no_refusal(self):
        self.fails(self.run_it(LIAR_CODE="139"), "139")

    def test_a_liar_that_writes(self):
        self.program("build/warrant", HONEST.replace("*--script*)", '*--script*) echo >>"$root/settings.py";'))
        self.fails(self.run_it(), "act two changed")

    def test_the_choice_of_model(self):
        (self.top / "own.gguf").write_bytes(b"GGUF\x03\0\0\0")
        self.assertEqual(self.run_it("--model", str(self.top / "own.gguf"), "--offline").returncode, 0)
        self.assertIn("fetch-model server --offline", self.log.read_text())
        self.assertIn(f"--model {self.top.resolve()}/own.gguf", self.log.read_text())
        with socket.create_server(("127.0.0.1", 0)) as server:
            self.assertEqual(self.run_it("--connect", f"http://127.0.0.1:{server.getsockname()[1]}").returncode, 0)
        self.assertNotIn("fetch-model", self.log.read_text())

    def test_a_choice_that_cannot_be_is_refused_before_anything_is_built(self):
        (self.top / "text.gguf").write_text("no weights")
        for arguments, word in ((("--model", "absent.gguf"), "absent.gguf does not exist"),
                                (("--model", str(self.top / "text.gguf")), "no GGUF file"),
                                (("--model", str(self.top)), "no GGUF file"),
                                (("--connect", "http://127.0.0.1:1"), "nothing answers"),
                                (("--connect", "http://example.com:80"), "on this machine")):
            self.fails(self.run_it(*arguments), word)
            self.assertEqual(self.log.read_text(), "")
        self.assertEqual(self.run_it("--model").returncode, 2)
        self.assertEqual(self.run_it("--nonsense").returncode, 2)

    def test_a_failed_step_ends_it(self):
        for step in ("install_deps", "build", "fetch_model"):
            with self.subTest(step):
                self.assertNotEqual(self.run_it(**{f"{step}_CODE": "1"}).returncode, 0)
                self.assertNotIn("warrant run", self.log.read_text())


if __name__ == "__main__":
    unittest.main()
