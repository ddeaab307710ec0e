"""The interactive prompt as a person uses it: a pseudo-terminal, and a scripted model.

Usage: prompt_test.py WARRANT
"""
import json
import os
import pty
import select
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

WARRANT = sys.argv.pop(1)
REQUEST = "In @settings.py, change TIMEOUT from 30 to 60."


class Terminal:
    """A program at a terminal of its own. What it shows is waited for, never slept for."""

    def __init__(self, arguments, environment):
        self.shown, self.at = b"", 0
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.execve(arguments[0], arguments, environment)

    def read_until(self, mark=None, seconds=60):
        """What came behind the last mark up to this one, or until the program closed the terminal."""
        end = time.monotonic() + seconds
        while mark is None or mark not in self.shown[self.at:]:
            if not select.select([self.fd], [], [], max(0, end - time.monotonic()))[0]:
                raise AssertionError(f"{mark} did not come in: {self.shown[self.at:].decode(errors='replace')}")
            try:
                piece = os.read(self.fd, 1 << 16)
            except OSError:  # how Linux says that the other end is closed
                piece = b""
            if not piece:
                break
            self.shown += piece
        begin = self.at
        self.at = len(self.shown) if mark is None else self.shown.index(mark, begin) + len(mark)
        return self.shown[begin:self.at].decode(errors="replace")

    def type(self, text):
        os.write(self.fd, text.encode())

    def close(self):
        _, status = os.waitpid(self.pid, 0)
        os.close(self.fd)
        return os.waitstatus_to_exitcode(status)


class Prompt(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = Path(folder.name).resolve()
        self.root = self.top / "work"
        self.root.mkdir()
        self.settings = self.root / "settings.py"
        self.settings.write_text("TIMEOUT = 30\nRETRIES = 3\n")
        self.script = self.top / "script.jsonl"
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(self.top), "TERM": "xterm", "NO_COLOR": "1",
                            "XDG_STATE_HOME": str(self.top / "state")}

    def open(self, *replies, arguments=()):
        self.script.write_text("".join(json.dumps({"text": reply}) + "\n" for reply in replies))
        terminal = Terminal([WARRANT, "--root", str(self.root), "--script", str(self.script), *arguments],
                            self.environment)
        terminal.read_until(b"agent> ")
        return terminal

    def say(self, terminal, line, until=b"agent> "):
        terminal.type(line + "\n")
        terminal.read_until(line.encode())  # the echo
        return terminal.read_until(until)

    def test_a_turn_with_approval_then_undo_and_why(self):
        terminal = self.open('{"choice":1}', "TIMEOUT is now 60.")
        asked = self.say(terminal, REQUEST, b"Approve?")
        self.assertIn("+TIMEOUT = 60", asked)
        self.assertEqual(self.settings.read_text(), "TIMEOUT = 30\nRETRIES = 3\n")
        terminal.type("yes\r")  # one answer: "es" is not the next request
        self.assertIn("outcome complete", terminal.read_until(b"agent> "))
        self.assertEqual(self.settings.read_text(), "TIMEOUT = 60\nRETRIES = 3\n")
        self.assertIn("granted by person", self.say(terminal, "/why"))
        self.assertIn("settings.py", self.say(terminal, "/trace"))
        self.assertIn("undone", self.say(terminal, "/undo"))
        self.assertEqual(self.settings.read_text(), "TIMEOUT = 30\nRETRIES = 3\n")
        self.say(terminal, "/redo")
        self.assertEqual(self.settings.read_text(), "TIMEOUT = 60\nRETRIES = 3\n")
        status = self.say(terminal, "/status")
        self.assertIn("Pinned: settings.py", status)
        self.assertIn("action succeeded", status)
        terminal.type("/quit\n")
        terminal.read_until()
        self.assertEqual(terminal.close(), 0)

    def test_a_no_changes_nothing_and_the_prompt_goes_on(self):
        terminal = self.open('{"choice":1}', "Nothing was changed.")
        self.say(terminal, "In settings.py, change TIMEOUT from 30 to 60.", b"Approve?")
        terminal.type("n")
        self.assertIn("blocked", terminal.read_until(b"agent> "))
        self.assertEqual(self.settings.read_text(), "TIMEOUT = 30\nRETRIES = 3\n")
        self.assertIn("denied", self.say(terminal, "/why"))
        terminal.type("\x04")
        terminal.read_until()
        self.assertEqual(terminal.close(), 0)

    def test_always_holds_for_the_folder_until_the_prompt_ends(self):
        terminal = self.open('{"choice":1}', "TIMEOUT is now 60.", '{"choice":1}', "RETRIES is now 5.")
        self.say(terminal, "In settings.py, change TIMEOUT from 30 to 60.", b"a = always for this folder")
        terminal.type("a")
        terminal.read_until(b"agent> ")
        self.assertNotIn("Approve?", self.say(terminal, "In settings.py, change RETRIES from 3 to 5."))
        self.assertEqual(self.settings.read_text(), "TIMEOUT = 60\nRETRIES = 5\n")
        terminal.type("\x04")
        terminal.read_until()
        self.assertEqual(terminal.close(), 0)

    def test_the_mode_holds_for_the_turns_that_follow(self):
        terminal = self.open("It is 30.")
        self.assertIn("Mode ask.", self.say(terminal, "/mode ask", b"ask> "))
        self.assertIn("There is no mode yolo", self.say(terminal, "/mode yolo", b"ask> "))
        shown = self.say(terminal, "In settings.py, change TIMEOUT from 30 to 60.", b"ask> ")
        self.assertNotIn("Approve?", shown)
        self.assertEqual(self.settings.read_text(), "TIMEOUT = 30\nRETRIES = 3\n")
        terminal.type("/quit\n")
        terminal.read_until()
        self.assertEqual(terminal.close(), 0)

    def test_ctrl_c_gives_a_line_up_and_nothing_else(self):
        terminal = self.open()
        terminal.type("delete everything\x03")
        terminal.read_until(b"agent> ")
        self.assertIn("No turn was taken", self.say(terminal, "/status"))
        terminal.type("/quit\n")
        terminal.read_until()
        self.assertEqual(terminal.close(), 0)

    def test_pins(self):
        (self.root / "two words.txt").write_text("x\n")
        terminal = self.open()
        self.assertIn("Pinned: settings.py", self.say(terminal, "@settings.py"))
        self.assertIn("@nothing.py is no file here", self.say(terminal, "@nothing.py"))
        self.assertIn("@../outside is no file here", self.say(terminal, "@../outside"))
        self.assertNotIn("Pinned", self.say(terminal, "/unpin settings.py"))
        terminal.type("/quit\n")
        terminal.read_until()
        self.assertEqual(terminal.close(), 0)

    def test_slash_words_that_are_wrong_say_what_is_right(self):
        terminal = self.open()
        self.assertIn("Did you mean /status?", self.say(terminal, "/stauts"))
        self.assertIn("not closed", self.say(terminal, "/policy explain 'x"))
        self.assertIn('Did you mean "list"?', self.say(terminal, "/trace lsit"))
        self.assertIn("/checkpoint", self.say(terminal, "/help"))
        terminal.type("/quit\n")
        terminal.read_until()
        self.assertEqual(terminal.close(), 0)

    def test_without_a_terminal_there_is_no_prompt(self):
        def run(*arguments):
            return subprocess.run([WARRANT, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                  env=self.environment)
        self.assertIn("Usage", run().stdout)
        refused = run("--root", str(self.root))
        self.assertEqual(refused.returncode, 2)
        self.assertIn("needs a terminal", refused.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=0)
