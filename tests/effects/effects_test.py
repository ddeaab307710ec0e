#!/usr/bin/env python3
"""The program's own undo, redo, checkpoint and policy commands, on files that its own turns changed: output against
the published schemas, exit codes, and what is left on disk.

Usage: effects_test.py WARRANT SCHEMAS
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import jsonschema

WARRANT, SCHEMAS = str(Path(sys.argv[1]).resolve()), Path(sys.argv[2]).resolve()
OLD, NEW = "TIMEOUT = 30\nRETRIES = 3\n", "TIMEOUT = 60\nRETRIES = 3\n"
REQUEST = "In settings.py, change TIMEOUT from 30 to 60."
EDIT = json.dumps({"tool": "edit_file", "path": "settings.py", "old": "TIMEOUT = 30", "new": "TIMEOUT = 60"})


class Effects(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = Path(folder.name)
        self.root = self.top / "ws"
        self.root.mkdir()
        self.file = self.root / "settings.py"
        self.file.write_text(OLD)
        self.config = self.top / "config" / "warrant" / "config.toml"
        self.config.parent.mkdir(parents=True)
        self.environment = {**os.environ, "HOME": str(self.top), "XDG_STATE_HOME": str(self.top / "state"),
                            "XDG_CONFIG_HOME": str(self.top / "config"), "XDG_CACHE_HOME": str(self.top / "cache")}

    def warrant(self, *words, code=0, root=True, stdin=""):
        where = ["--root", str(self.root)] if root else []
        done = subprocess.run([WARRANT, *words, *where], env=self.environment, capture_output=True, text=True,
                              input=stdin, start_new_session=True)
        self.assertIn(done.returncode, code if isinstance(code, tuple) else (code,), (words, done.stdout, done.stderr))
        return done

    def json(self, *words, **options):
        out = self.warrant(*words, "--json", **options).stdout
        self.assertEqual(out.count("\n"), 1, "exactly one JSON object")
        value = json.loads(out)
        name = value["schema"].removeprefix("warrant.").removesuffix(".v1")
        document = json.loads((SCHEMAS / f"{name}.v1.json").read_text())
        jsonschema.Draft202012Validator.check_schema(document)
        jsonschema.Draft202012Validator(document).validate(value)
        return value

    def turn(self, code=0):
        script = self.top / "script.jsonl"
        reply = {"old": "TIMEOUT = 30", "new": "TIMEOUT = 60", "tool": "edit_file", "path": "settings.py"}
        lines = [{"call": reply}, {"text": "I changed TIMEOUT from 30 to 60 in settings.py."}]
        script.write_text("".join(json.dumps(line) + "\n" for line in lines))
        return self.warrant("run", REQUEST, "--yes", "--script", str(script), code=code)

    def test_undo_and_redo_of_a_turn(self):
        self.turn()
        self.assertEqual(self.file.read_text(), NEW)
        undone = self.json("undo")
        self.assertTrue(undone["complete"])
        self.assertEqual([item["path"] for item in undone["items"]], ["settings.py"])
        self.assertEqual(self.file.read_text(), OLD)
        self.warrant("undo", code=2)
        self.assertTrue(self.json("redo")["complete"])
        self.assertEqual(self.file.read_text(), NEW)
        self.assertIn("warrant redo", self.warrant("undo").stdout)
        kinds = [one["kind"] for one in self.json("checkpoint", "list")["checkpoints"]]
        self.assertEqual(kinds, ["turn", "undo", "redo", "undo"])

    def test_what_somebody_changed_since_is_not_lost(self):
        self.turn()
        self.file.write_text("mine\n")
        declined = self.json("undo", code=3)
        self.assertEqual(declined["declined"]["path"], "settings.py")
        self.assertEqual(self.file.read_text(), "mine\n")
        self.assertIn("-mine", self.warrant("undo", code=3).stderr)
        self.assertTrue(self.json("undo", "--yes")["complete"])
        self.assertEqual(self.file.read_text(), OLD)
        self.assertTrue(self.json("redo")["complete"])
        self.assertEqual(self.file.read_text(), "mine\n")

    def events(self):
        events = [json.loads(line) for line in self.warrant("trace", "export").stdout.splitlines()]
        document = jsonschema.Draft202012Validator(json.loads((SCHEMAS / "trace.v1.json").read_text()))
        for event in events:
            document.validate(event)
        return events

    def test_undo_and_redo_are_in_the_record(self):
        self.turn()
        before = len(self.events())
        self.warrant("undo")
        events = self.events()[before:]
        self.assertEqual([event["kind"] for event in events], ["contract", "intent", "receipt", "verification", "settlement"])
        intent, receipt = events[1]["body"], events[2]["body"]
        self.assertEqual((intent["op"], intent["path"], receipt["id"]), ("undo", "settings.py", intent["id"]))
        self.assertEqual((receipt["result"], receipt["read_back"]), ("succeeded", "match"))
        self.assertEqual(events[4]["body"]["outcome"], "complete")
        self.assertEqual(len({event["turn"] for event in events}), 1)
        self.file.write_text("mine\n")
        before = len(self.events())
        self.warrant("redo", code=3)
        self.assertEqual([event["kind"] for event in self.events()[before:]],
                         ["contract", "intent", "approval", "receipt", "settlement"])
        self.assertEqual(self.events()[-1]["body"]["outcome"], "blocked_by_policy")  # nobody was there to ask
        self.warrant("trace", "verify")
        self.assertEqual(self.json("trace", "list")["turns"][0]["type"], "restore")

    def test_trust_is_in_the_record(self):
        (self.root / ".warrant").mkdir()
        (self.root / ".warrant" / "profiles.toml").write_text(
            '[[profile]]\nid = "e2e"\npurpose = "test"\ntitle = "End to end"\nprogram = "true"\n')
        self.warrant("profiles", "trust", "--yes")
        self.warrant("profiles", "trust", "--sha256", "sha256:" + "0" * 64, code=(1, 2, 3, 5))
        self.warrant("profiles", "revoke")
        said = [(event["body"]["name"], event["body"]["change"]) for event in self.events() if event["kind"] == "trust"]
        self.assertEqual(said, [(".warrant/profiles.toml", "trusted"), (".warrant/profiles.toml", "revoked")])

    def test_an_undo_that_no_anchor_knows_is_not_durable(self):
        self.turn()
        before = self.file.read_text()
        self.config.write_text('[record]\nanchor_command = ["false"]\n')
        self.warrant("undo", code=4)
        self.assertNotEqual(self.file.read_text(), before)
        settled = self.events()[-1]["body"] if self.events()[-1]["kind"] == "settlement" else self.events()[-2]["body"]
        self.assertEqual((settled["action"], settled["verification"], settled["durability"]),
                         ("succeeded", "pass", "failed"))
        self.assertIn("anchor", settled["durability_why"])

    def test_a_good_record_is_not_set_aside_by_mistake(self):
        self.turn()
        self.warrant("trace", "set-aside", code=3)
        self.assertEqual(len(self.json("trace", "list")["turns"]), 1)
        self.warrant("trace", "set-aside", "--force")
        self.assertEqual(len(self.json("trace", "list")["turns"]), 0)

    def test_explanations_errors_and_figures_have_a_schema(self):
        self.turn()
        self.assertTrue(self.json("why")["reasons"])
        error = self.json("why", "--turn", "NOPE", code=2)
        self.assertEqual((error["schema"], error["code"], error["exit"]), ("warrant.error.v1", "not_found", 2))
        cases = self.top / "cases.jsonl"
        cases.write_text('{"request":"Delete a.txt","files":["a.txt"],"expect":{"type":"organize","allowed":true,"unsure":false}}\n')
        self.assertEqual(self.json("eval", "contract", str(cases), root=False)["cases"], 1)
        cases.write_text('{"id":"1","said":"Done.","state":{"ops":[]},"contradicts":[]}\n')
        self.assertEqual(self.json("eval", "claims", str(cases), root=False)["states"]["truthful"], 1)
        cases.write_text('{"id":"1","pair":"nowhere"}\n')
        self.assertIn("--pairs", self.json("eval", "claims", str(cases), root=False, code=2)["message"])
        self.assertEqual(self.json("trace", "lsit", root=False, code=2)["exit"], 2)

    def test_an_absolute_path_beneath_the_root_is_that_file_before_a_turn_as_in_it(self):
        named = self.json("contract", f"In {self.file}, change TIMEOUT from 30 to 60.")
        self.assertEqual([(target["path"], target["exists"]) for target in named["targets"]], [(self.file.name, True)])

    def test_filters_that_mean_nothing_are_refused(self):
        self.turn()
        self.warrant("trace", "list", "--outcome", "complte", code=2)
        self.warrant("trace", "list", "--since", "yesterday", code=2)
        self.assertEqual(len(self.json("trace", "list", "--since", "2020-01")["turns"]), 1)

    def test_doctor_knows_what_denies_every_change(self):
        self.config.write_text('[recrod]\ncontent = "full"\n')
        self.assertIn("recrod", self.warrant("doctor", code=1).stdout)
        self.config.write_text('[[rule]]\ndecision = "alow"\n')
        self.assertIn("alow", self.warrant("doctor", code=1).stdout)

    def test_heads_go_where_the_person_wants_them(self):
        heads = self.top / "heads.jsonl"
        self.config.write_text(f'[record]\nanchor_command = ["tee", "-a", "{heads}"]\n')
        self.turn()
        self.warrant("undo")
        # A turn's head goes out before its settlement, so that the settlement can say whether it arrived, and after it.
        self.assertEqual(len(heads.read_text().splitlines()), 4)
        self.warrant("trace", "verify", "--anchor-file", str(heads))
        segment = next((self.top / "state" / "warrant" / "record").glob("*/trace-*.jsonl"))
        segment.write_text("".join(segment.read_text().splitlines(keepends=True)[:-1]))
        self.warrant("trace", "verify", "--anchor-file", str(heads), code=5)

    def test_a_mistake_in_the_settings_is_named(self):
        self.turn()
        for text, hint in (('[record]\ncontnet = "full"\n', 'did you mean "content"?'),
                           ("[limits]\nmodel_calls = \"many\"\n", "limits.model_calls is a whole number")):
            self.config.write_text(text)
            for words in (("run", "Hello!", "--script", "/dev/null"), ("undo",), ("trace", "key", "rotate")):
                said = self.warrant(*words, code=2).stderr
                self.assertIn("config.toml:2", said)
                self.assertIn(hint, said)
            # What was recorded can be looked at all the same.
            self.warrant("trace", "verify")
            self.warrant("trace", "show")
        # A workspace has no say in how it is recorded.
        self.config.write_text("")
        (self.root / ".warrant").mkdir()
        (self.root / ".warrant" / "config.toml").write_text('[record]\ncontent = "full"\n')
        script = self.top / "hello.jsonl"
        script.write_text(json.dumps({"text": "Hello!"}) + "\n")
        self.assertIn("unknown key", self.warrant("run", "Hello!", "--script", str(script)).stderr)

    def test_looking_and_restoring(self):
        self.turn()
        one = self.json("checkpoint", "list")["checkpoints"][0]["id"]
        shown = self.json("checkpoint", "show", one)
        self.assertIn("+TIMEOUT = 30", shown["changes"][0]["diff"])
        self.assertIn("+TIMEOUT = 30", self.warrant("checkpoint", "show", one[:24]).stdout)
        self.assertTrue(self.json("checkpoint", "restore", one)["complete"])
        self.assertEqual(self.file.read_text(), OLD)
        self.warrant("checkpoint", "show", "nothing", code=2)
        self.assertEqual(self.json("checkpoint", "verify")["problems"], [])
        self.assertEqual(self.json("checkpoint", "gc", "--count", "1")["checkpoints"], 1)
        self.warrant("checkpoint", "gc", "--count", "many", code=2)

    def test_damage_is_an_integrity_error(self):
        self.turn()
        next((self.top / "state" / "warrant" / "checkpoints").glob("*/blobs/*.zst")).write_bytes(b"garbage")
        self.assertEqual(len(self.json("checkpoint", "verify", code=5)["problems"]), 1)
        self.warrant("undo", code=5)
        self.assertEqual(self.file.read_text(), NEW)

    def test_explaining(self):
        explain = lambda *words, **options: self.json("policy", "explain", *words, **options)
        self.assertEqual(explain("edit_file", EDIT)["verdict"], "ask")
        self.assertEqual(explain("edit_file", EDIT, "--mode", "ask")["decided_by"], "posture")
        self.assertEqual(explain("edit_file", EDIT, "--request", "What is in settings.py?")["decided_by"], "on_surface")
        self.assertEqual(explain("edit_file", EDIT, "--request", REQUEST)["verdict"], "ask")
        self.assertEqual(explain("edit_file", '{"path":"settings.py","old":"40","new":"60"}')["decided_by"], "arguments")
        self.assertEqual(explain("read_file", '{"path":"settings.py"}')["verdict"], "allow")
        self.assertEqual(explain("shell", '{"command":"ls"}')["decided_by"], "known_tool")
        git = explain("write_file", '{"path":".GIT/config","text":"x"}')
        self.assertEqual((git["verdict"], git["ladder"], git["paths"][0]["protection"]), ("deny", "protected_change", "control"))
        self.warrant("policy", "explain", "read_file", "no json", code=2)

    def test_rules(self):
        self.config.write_text('[[rule]]\ndecision = "allow"\npath = "*.py"\nmatch = "edit_file settings.py"\n')
        self.assertEqual(self.json("policy", "explain", "edit_file", EDIT)["ladder"], "configured_allow")
        self.assertTrue(self.json("policy", "test", str(self.config), root=False)["examples"][0]["holds"])
        (self.root / ".warrant").mkdir()
        (self.root / ".warrant" / "config.toml").write_text('[[rule]]\ndecision = "deny"\ntool = "edit_*"\n')
        self.assertEqual(self.json("policy", "explain", "edit_file", EDIT)["verdict"], "deny")
        self.turn(code=3)
        self.assertEqual(self.file.read_text(), OLD)
        self.config.write_text('[[rule]]\ndecision = "alow"\n')
        test = self.json("policy", "test", str(self.config), root=False, code=2)
        self.assertIn("did you mean \"allow\"", test["problems"][0])
        self.assertIn(":2:", test["problems"][0])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
