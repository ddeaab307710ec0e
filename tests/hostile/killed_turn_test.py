#!/usr/bin/env python3
"""Kills the program at the system calls of whole turns and of an undo, and looks at what the next start makes of it.

From shortly before the first intent on, at every call. After each death a next turn is run; then: every file is wholly
old or wholly new, the record verifies, no effect without an intent, every intent has a receipt or a recovery that agrees
with the bytes, the turn is settled once and its change is known, what was settled before the death still is, and undo
brings the old bytes back.

Usage: killed_turn_test.py KILL_AT WARRANT
"""
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

KILL_AT, WARRANT = (str(Path(name).resolve()) for name in sys.argv[1:3])
OLD, NEW = "TIMEOUT = 30\nRETRIES = 3\n", "TIMEOUT = 60\nRETRIES = 3\n"
# In memory where that is possible: a killed process loses nothing that a disk would have to keep.
PLACE = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
EDIT = {"call": {"tool": "edit_file", "path": "settings.py", "old": "TIMEOUT = 30", "new": "TIMEOUT = 60"}}


def words(*lines):
    return "".join(json.dumps({"text": line} if isinstance(line, str) else line) + "\n" for line in lines)


# name: files, arguments, script, what the files are when all is done (None: no such file), undone again by undo?
CASES = {
    "write": ({"settings.py": OLD}, ["run", "In settings.py, change TIMEOUT from 30 to 60.", "--yes"],
              words(EDIT, "TIMEOUT is 60."), {"settings.py": NEW}, True),
    "create": ({}, ["run", "Create settings.py with the content \"TIMEOUT = 60\".", "--yes"],
               words('{"choice":1}', "settings.py was created."), {"settings.py": "TIMEOUT = 60\n"}, True),
    "delete": ({"settings.py": OLD}, ["run", "Delete settings.py.", "--yes"],
               words('{"choice":1}', "settings.py was deleted."), {"settings.py": None}, True),
    "command": ({"Makefile": "test:\n\t@echo made > made.txt; echo '3 passed in 0.01s'\n"}, ["run", "Run the tests.", "--yes"],
                words("The tests passed."), {"made.txt": "made\n"}, False),
    "undo": ({"settings.py": OLD}, ["undo", "--yes"], "", {"settings.py": OLD}, False),
}


class World:
    def __init__(self, folder, case):
        self.files, self.arguments, script, self.done, self.undone = CASES[case]
        self.case, self.top = case, Path(folder)
        self.root = self.top / "ws"
        self.root.mkdir()
        for name, text in self.files.items():
            (self.root / name).write_text(text)
        self.environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": folder,
                            "XDG_RUNTIME_DIR": folder, **{f"XDG_{name}_HOME": str(self.top / name.lower())
                                                          for name in ("STATE", "CONFIG", "CACHE")}}
        if case == "undo":
            self.run(*CASES["write"][1], script=CASES["write"][2])
            self.done, self.before = {"settings.py": OLD}, {"settings.py": NEW}
        else:
            self.before = {name: self.files.get(name) for name in self.done}
        (self.top / "script").write_text(script)
        self.command = [WARRANT, *self.arguments, "--root", str(self.root), "--json",
                        *(["--script", str(self.top / "script")] if script else [])]

    def run(self, *arguments, script=None):
        command = [WARRANT, *arguments, "--root", str(self.root)]
        if script is not None:
            (self.top / "other").write_text(script)
            command += ["--script", str(self.top / "other")]
        return subprocess.run(command, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)

    def content(self, name):
        path = self.root / name
        return path.read_text() if path.exists() else None

    def events(self):
        return [json.loads(line) for line in self.run("trace", "export").stdout.splitlines()]


def die(case, n):
    """Whether it was killed; whether an intent was reached; what is wrong."""
    with tempfile.TemporaryDirectory(dir=PLACE, prefix="warrant-kill-") as folder:
        world = World(folder, case)
        earlier = len(world.events()) if case == "undo" else 0
        run = subprocess.run([KILL_AT, str(n), *world.command], env=world.environment, stdin=subprocess.DEVNULL,
                             capture_output=True, text=True, timeout=120)
        if run.returncode != 0:
            return False, True, []
        problems = []

        def check(holds, what):
            if not holds:
                problems.append(f"{case}, killed at call {n}: {what}")

        begun = world.root / "made.txt"
        settled = bool(run.stdout)
        after = world.run("run", "Hello!", script=words("Hello!"))
        check(after.returncode == 0, f"the next turn ends with {after.returncode}: {after.stderr}")
        verified = world.run("trace", "verify")
        check(verified.returncode == 0, f"the record does not verify: {verified.stdout}{verified.stderr}")
        events = world.events()[earlier:]
        intents = [event for event in events if event["kind"] == "intent"]
        ends = {event["body"]["id"]: event["body"] for event in events if event["kind"] in ("receipt", "recovery") and "id" in event["body"]}
        for name, whole in world.done.items():
            now = world.content(name)
            check(now in (whole, world.before[name]) or (begun.exists() and case == "command"), f"{name} is {now!r}")
            changed = now != world.before[name]
            check(not changed or intents, f"{name} changed without an intent")
            for intent in intents:
                end = ends.get(intent["body"]["id"])
                check(end is not None, "an intent has neither a receipt nor a recovery")
                if end is None or case == "command":
                    continue
                check(end["result"] != "succeeded" or changed, "a receipt says succeeded, and the file is as before")
                check(end["result"] != "failed" or not changed, "failed is said of a file that was changed")
        turns = {event["turn"] for event in events if event["turn"]}
        ends_of_turns = {event["turn"]: event["body"] for event in events if event["kind"] == "settlement"}
        check(turns == set(ends_of_turns), "a turn is not settled")
        check(len(ends_of_turns) == sum(event["kind"] == "settlement" for event in events), "a turn is settled twice")
        told = world.run("run", "What did you change?", script="").stdout
        for intent in intents:
            end, target = ends.get(intent["body"]["id"], {}), intent["body"]["path"]
            check(end.get("result") == "failed" or ("Nothing was changed" not in told and end["result"] in told),
                  f"of {target} it is said: {told}")
        if settled:
            kinds = [event["kind"] for event in events]
            check("settlement" in kinds, "what was reported is not settled in the record")
        if world.undone and any(intents):
            back = world.run("undo", "--yes")
            check(all(world.content(name) == text for name, text in world.before.items()),
                  f"undo does not bring the old bytes back: {back.stdout}{back.stderr}")
        stray = [path.name for path in world.root.iterdir() if path.name not in {*world.files, *world.done}]
        check(not stray, f"left behind: {stray}")
        return True, bool(intents), problems


def walk(case):
    stride, n = 16, 1
    while True:
        killed, intent, problems = die(case, n)
        if problems or not killed or intent:
            break
        n += stride
    first, deaths, wrong = max(1, n - stride), 0, list(problems)
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        at = first
        while True:
            block = list(pool.map(lambda k: die(case, k), range(at, at + 12)))
            deaths += sum(killed for killed, _, _ in block)
            wrong += [problem for _, _, problems in block for problem in problems]
            if not all(killed for killed, _, _ in block) or len(wrong) > 20:
                break
            at += 12
    print(f"{case}: killed at each of {deaths} system calls from call {first} on, {len(wrong)} problems", flush=True)
    return deaths, wrong


def main():
    wrong, chosen = [], sys.argv[3:] or list(CASES)
    for case in chosen:
        deaths, problems = walk(case)
        wrong += problems
        if deaths < 20:
            wrong.append(f"{case}: only {deaths} deaths")
    for problem in wrong[:40]:
        print(problem, file=sys.stderr)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
