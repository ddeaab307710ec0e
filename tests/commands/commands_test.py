"""warrant profiles and warrant doctor, run as a person runs them. Every JSON is held against its published schema.

Usage: commands_test.py WARRANT SCHEMAS
"""
import hashlib
import json
import os
import pty
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import jsonschema

WARRANT = sys.argv.pop(1)
SCHEMAS = Path(sys.argv.pop(1))

PROFILE = """[[profile]]
id = "e2e"
title = "end-to-end tests"
program = "tools/e2e"
"""


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = Path(folder.name).resolve()
        self.root = self.top / "work"
        (self.root / "tools").mkdir(parents=True)
        (self.root / "tools/e2e").write_text("#!/bin/sh\n")
        (self.root / "tools/e2e").chmod(0o755)
        self.env = {"PATH": os.environ["PATH"], "HOME": str(self.top / "home"), "LC_ALL": "C.UTF-8"}
        (self.top / "home").mkdir()
        self.own = self.root / ".warrant/profiles.toml"

    def run_it(self, *arguments, code=0, text=""):
        run = subprocess.run([WARRANT, *arguments, "--root", str(self.root)], input=text, capture_output=True, text=True,
                             env=self.env, start_new_session=True)
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        return run.stdout if code == 0 or run.stdout else run.stderr

    def json_of(self, *arguments, code=0, text=""):
        value = json.loads(self.run_it(*arguments, "--json", code=code, text=text))
        name = value["schema"].removeprefix("warrant.")
        jsonschema.validate(value, json.loads((SCHEMAS / f"{name}.json").read_text()))
        return value


class Profiles(Case):
    def row(self, name):
        return next(row for row in self.json_of("profiles", "list")["profiles"] if row["id"] == name)

    def test_lists_what_fits(self):
        (self.root / "go.mod").write_text("module x\n")
        value = self.json_of("profiles", "list")
        self.assertEqual(value["tests"], {"kind": "one", "profile": "go-test", "text": "go.mod"})
        self.assertEqual(self.row("go-test")["fits"], "go.mod")
        self.assertIsNone(self.row("pytest")["fits"])
        shown = self.run_it("profiles", "list")
        self.assertIn("go-test", shown)
        self.assertNotIn("cargo-test", shown)
        self.assertIn("cargo-test", self.run_it("profiles", "list", "--all"))

    def test_the_life_of_a_file(self):
        added = self.json_of("profiles", "add", "-", text=PROFILE)
        self.assertEqual(added["added"], ["e2e"])
        self.assertEqual(added["sha256"], "sha256:" + hashlib.sha256(self.own.read_bytes()).hexdigest())
        self.assertFalse(self.row("e2e")["usable"])
        self.assertEqual(self.json_of("profiles", "list")["workspace_file"]["trust"], "unknown")
        self.json_of("profiles", "trust", "--sha256", added["sha256"])
        self.assertTrue(self.row("e2e")["usable"])
        self.own.write_text(PROFILE + "# more\n")
        self.assertEqual(self.json_of("profiles", "list")["workspace_file"]["trust"], "changed")
        self.assertFalse(self.row("e2e")["usable"])
        self.run_it("profiles", "trust", "--sha256", added["sha256"], code=1)
        self.json_of("profiles", "trust", "--yes")
        self.assertTrue(self.row("e2e")["usable"])
        self.assertEqual(self.json_of("profiles", "revoke")["did"], "revoked")
        self.assertEqual(self.json_of("profiles", "revoke")["did"], "nothing")

    def test_a_second_file_is_added_behind_the_first(self):
        self.json_of("profiles", "add", "-", text=PROFILE)
        self.run_it("profiles", "add", "-", text=PROFILE, code=2)
        self.json_of("profiles", "add", "-", text=PROFILE.replace("e2e\"\n", "more\"\n", 1))
        self.assertEqual({row["id"] for row in self.json_of("profiles", "list")["profiles"] if row["source"] == "workspace"},
                         {"e2e", "more"})

    def test_nothing_is_trusted_without_a_yes(self):
        self.json_of("profiles", "add", "-", text=PROFILE)
        self.assertIn("yes", self.run_it("profiles", "trust", code=3))
        self.run_it("profiles", "trust", code=3, text="yes\n")

    def test_a_yes_at_the_terminal(self):
        self.json_of("profiles", "add", "-", text=PROFILE)
        for word, trust in (("y", "unknown"), ("yes", "trusted")):
            pid, terminal = pty.fork()
            if pid == 0:
                os.execve(WARRANT, [WARRANT, "profiles", "trust", "--root", str(self.root)], self.env)
            shown = b""
            while b"Type yes" not in shown:
                shown += os.read(terminal, 4096)
            os.write(terminal, word.encode() + b"\n")
            _, status = os.waitpid(pid, 0)
            os.close(terminal)
            self.assertEqual(os.waitstatus_to_exitcode(status), 0 if trust == "trusted" else 3)
            self.assertIn(b"tools/e2e", shown)
            self.assertEqual(self.json_of("profiles", "list")["workspace_file"]["trust"], trust)

    def test_a_bad_file_is_named_with_its_line(self):
        self.own.parent.mkdir()
        self.own.write_text(PROFILE + "colour = 1\n")
        file = self.json_of("profiles", "list")["workspace_file"]
        self.assertEqual((file["trust"], file["why"]), ("invalid", ".warrant/profiles.toml:5: colour: unknown key \"colour\""))
        self.run_it("profiles", "trust", "--yes", code=2)
        self.run_it("profiles", "add", "-", text=PROFILE, code=2)

    def test_a_damaged_pin_is_an_integrity_failure(self):
        self.json_of("profiles", "add", "-", text=PROFILE)
        self.json_of("profiles", "trust", "--yes")
        pin = next((self.top / "home/.local/state/warrant/trust").iterdir())
        pin.write_text("{}")
        self.run_it("profiles", "list", code=5)
        self.json_of("profiles", "revoke")
        self.json_of("profiles", "list")


class Run(Case):
    def turn(self, request, *replies, code=0, json_too=True):
        script = self.top / "script.jsonl"
        script.write_text("".join(json.dumps({"text": reply}) + "\n" for reply in replies))
        shown = self.run_it("run", request, "--script", str(script), "--yes", *(["--json"] if json_too else []), code=code)
        return json.loads(shown) if json_too else shown

    def test_a_profile_of_the_workspace_runs_once_it_is_trusted(self):
        (self.root / "tools/e2e").write_text("#!/bin/sh\necho \"ok $*\"\n")
        self.json_of("profiles", "add", "-", text=PROFILE)
        for request in ("Run e2e.", "Run the tests."):
            refused = self.turn(request, "It was not run.", code=1)
            self.assertEqual((refused["operations"][0]["result"], refused["runs"]), ("not_attempted", []))
            self.assertIn("profiles trust", refused["operations"][0]["detail"])
        self.json_of("profiles", "trust", "--yes")
        for request in ("Run e2e.", "Run the tests."):
            run = self.turn(request, "It ended with exit code 0.")["runs"][0]
            self.assertEqual((run["profile"], run["exit_code"], run["output"]), ("e2e", 0, "ok \n"))

    def test_a_program_that_does_not_start_was_not_run(self):
        (self.root / "tools/e2e").write_text("#!/nonexistent/interpreter\n")
        self.json_of("profiles", "add", "-", text=PROFILE)
        self.json_of("profiles", "trust", "--yes")
        turn = self.turn("Run e2e.", "It was not run.", code=1)
        self.assertEqual((turn["operations"][0]["result"], turn["runs"]), ("not_attempted", []))

    def test_the_summary_shows_what_the_runner_said(self):
        (self.root / "Makefile").write_text("test:\n\t@for i in $$(seq 60); do echo line $$i; done\n"
                                            "\t@echo 'FAILED test_a.py::test_b - assert 1 == 2'\n"
                                            "\t@echo '1 failed, 2 passed in 0.01s'; exit 1\n")
        shown = self.turn("Run the tests.", "One test failed.", code=4, json_too=False)
        for words in ("exit code 2; 2 passed, 1 failed", "failed: test_a.py::test_b", "line 60", "earlier lines are left out"):
            self.assertIn(words, shown)
        self.assertNotIn("line 30\n", shown)
        run = self.turn("Run the tests.", "One test failed.", code=4)["runs"][0]
        self.assertEqual((run["passed"], run["failed"], run["failed_tests"]), (2, 1, ["test_a.py::test_b"]))


class Inputs(Case):
    """What is wrong with the command line is said before a turn begins, with exit code 2."""

    def test_are_wrong_before_a_turn_begins(self):
        plain = self.top / "plain"
        plain.write_text("no model\n")
        for arguments, said in (
                (["run", "x", "--script", "/nonexistent"], "/nonexistent"),
                (["run", "x", "--script", str(self.top)], "directory"),
                (["run", "x", "--script", str(plain)], ""),
                (["run", "x", "--model", "/nonexistent.gguf"], "/nonexistent.gguf"),
                (["run", "x", "--model", str(plain)], "GGUF"),
                (["run", "x", "--connect", "foo"], "http://127.0.0.1:8080"),
                (["run", os.fsdecode(b"\xff")], "not UTF-8"),
                (["run", os.fsdecode(b"\xff"), "--json"], "not UTF-8"),
                (["contract", os.fsdecode(b"a\xff"), "--json"], "not UTF-8"),
                (["contract", "x", "--history", str(self.top)], "directory"),
                (["run", ""], "empty")):
            said_now = self.run_it(*arguments, code=2)
            self.assertIn(said, said_now, arguments)
        self.assertEqual(self.run_it("trace", "list"), "no turn\n")

    def test_name_a_workspace_that_is_none(self):
        for root in (self.top / "file", self.top / "absent"):
            if root.name == "file":
                root.write_text("")
            self.root = root
            for arguments in (["run", "x"], ["contract", "x"], ["checkpoint", "list"], ["policy", "explain", "answer", "{}"]):
                self.run_it(*arguments, code=2)

    def test_a_request_may_be_the_name_of_a_command(self):
        for word in ("undo", "why", "run", "trace"):
            self.assertEqual(self.json_of("contract", word)["request"], word)


class Explain(Case):
    def explain(self, tool, arguments, *more):
        return self.json_of("policy", "explain", tool, json.dumps(arguments), *more)

    def test_says_which_step_decided(self):
        (self.root / "a.py").write_text("X = 1\n")
        (self.root / "b.py").write_text("X = 1\n")
        request = ("--request", "In a.py, change X from 1 to 2.")
        edit = {"path": "a.py", "old": "1", "new": "2"}
        for tool, arguments, more, step, ladder, words in (
                ("edit_file", {**edit, "path": "../a.py"}, (), "ladder", "escapes", "leaves the workspace"),
                ("read_file", {"path": "/etc/passwd"}, (), "ladder", "escapes", "leaves the workspace"),
                ("run_command", {"profile": "pytest", "cmd": "rm"}, (), "payload", "invalid", "raw shell"),
                ("run_command", {"command": "rm"}, (), "payload", "invalid", "raw shell"),
                ("edit_fil", edit, (), "known_tool", "invalid", "edit_file"),
                ("edit_file", {"path": "a.py"}, (), "arguments", "invalid", "missing"),
                ("edit_file", edit, (*request, "--mode", "ask"), "posture", "invalid", "read-only"),
                ("edit_file", {**edit, "path": "b.py"}, request, "contract", "invalid", "a.py")):
            value = self.explain(tool, arguments, *more)
            self.assertEqual((value["verdict"], value["decided_by"], value["ladder"]), ("deny", step, ladder), value)
            self.assertIn(words, value["why"])
        self.assertEqual(self.explain("edit_file", edit, *request)["verdict"], "ask")


class Doctor(Case):
    def part(self, value, name):
        return next(part for part in value["parts"] if part["part"] == name)

    def with_model(self):
        cache = self.top / "home/.cache/warrant"
        (cache / "models").mkdir(parents=True)
        (cache / "llama-server").mkdir()
        (cache / "llama-server/llama-server").write_text("#!/bin/sh\n")
        (cache / "llama-server/llama-server").chmod(0o755)
        return cache

    def test_names_what_is_missing_and_how_to_mend_it(self):
        cache = self.with_model()
        value = self.json_of("doctor", code=1)
        self.assertFalse(value["ok"])
        self.assertEqual(self.part(value, "model.weights")["state"], "FAIL")
        self.assertIn("warrant model pull", self.part(value, "model.weights")["mend"])
        (cache / "llama-server/llama-server").unlink()
        self.env["PATH"] = "/usr/bin:/bin"
        self.assertEqual(self.part(self.json_of("doctor", code=1), "model.server")["state"], "FAIL")
        self.assertEqual(self.part(value, "record")["state"], "SKIP")
        self.assertEqual(self.part(value, "terminal")["state"], "WARN")
        for part in value["parts"]:
            self.assertEqual(bool(part["mend"]), part["state"] in ("WARN", "FAIL"), part)
        self.assertEqual(sum(value["counts"].values()), len(value["parts"]))

    def test_tries_the_kernel_and_a_launch(self):
        value = self.json_of("doctor", code=1)
        self.assertEqual(self.part(value, "kernel.openat2")["state"], "PASS")
        self.assertEqual(self.part(value, "command.launch")["state"], "PASS")

    def test_leaves_nothing_behind(self):
        self.run_it("doctor", code=1)
        self.assertEqual(list((self.top / "home").iterdir()), [])
        self.assertEqual([path.name for path in self.root.iterdir()], ["tools"])

    def test_notices_each_way_to_go_wrong(self):
        cache = self.with_model()
        state = self.top / "home/.local/state/warrant"
        state.mkdir(parents=True)
        state.chmod(0o777)
        config = self.top / "home/.config/warrant"
        config.mkdir(parents=True)
        (config / "config.toml").write_text("a = 1\na = 2\n")
        self.own.parent.mkdir()
        self.own.write_text("nonsense")
        (self.root / "Cargo.toml").write_text("")
        self.env["PATH"] = "/nonexistent"
        value = self.json_of("doctor", code=1)
        for name, state in (("directory.state", "WARN"), ("configuration", "FAIL"), ("profiles", "FAIL"), ("tests", "WARN"),
                            ("git", "WARN"), ("model.server", "PASS")):
            self.assertEqual(self.part(value, name)["state"], state, name)
        self.assertTrue(cache.is_dir())

    def test_a_missing_workspace(self):
        self.root = self.root / "absent"
        self.assertEqual(self.part(self.json_of("doctor", code=1), "workspace")["state"], "FAIL")


if __name__ == "__main__":
    unittest.main()
