#!/usr/bin/env python3
"""Files that are none: named pipes, sockets and devices where the program reads or deletes, and a record with a foreign
end. Nothing may hang, and what is wrong must be said with the right exit code.

Usage: odd_files_test.py WARRANT
"""
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

WARRANT = str(Path(sys.argv[1]).resolve())
SCRIPT = (json.dumps({"call": {"tool": "edit_file", "path": "a.py", "old": "x = 1", "new": "x = 2"}}) + "\n" +
          json.dumps({"text": "x is 2."}) + "\n")
CHANGE = "In a.py, change x from 1 to 2."
problems = []


class World:
    def __init__(self, folder):
        self.top = Path(folder)
        self.root = self.top / "ws"
        self.root.mkdir()
        (self.root / "a.py").write_text("x = 1\n")
        (self.top / "script").write_text(SCRIPT)
        (self.top / "said").write_text("All 3 tests pass.")
        (self.top / "log").write_text("3 passed in 0.01s\n")
        self.config, self.state = self.top / "config/warrant", self.top / "state/warrant"
        self.config.mkdir(parents=True)
        self.environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": folder,
                            "XDG_RUNTIME_DIR": folder, **{f"XDG_{name}_HOME": str(self.top / name.lower())
                                                          for name in ("STATE", "CONFIG", "CACHE")}}

    def run(self, *arguments, stdin=subprocess.DEVNULL):
        try:
            return subprocess.run([WARRANT, *arguments], env=self.environment, cwd=self.root, stdin=stdin,
                                  capture_output=True, text=True, timeout=20)
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(arguments, "hangs", "", "")


def check(holds, what):
    if not holds:
        problems.append(what)


def with_world(test, *arguments):
    with tempfile.TemporaryDirectory(prefix="warrant-odd-") as folder:
        test(World(folder), *arguments)


def pipe_as_named_input(world, *arguments):
    """{pipe} stands for a pipe that nobody writes to."""
    pipe = world.top / "pipe"
    os.mkfifo(pipe)
    ended = world.run(*(part.format(pipe=pipe, top=world.top) for part in arguments))
    check(ended.returncode == 2 and "named pipe" in ended.stderr + ended.stdout,
          f"a pipe in {arguments}: {ended.returncode} {ended.stderr}")


def pipe_as_own_file(world, place, accepted):
    """A pipe where the program looks by itself."""
    path = world.top / place
    path.parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(path)
    ended = world.run("run", CHANGE, "--yes", "--script", str(world.top / "script"))
    check(ended.returncode in accepted, f"a pipe as {place}: {ended.returncode} {ended.stdout}{ended.stderr}")
    if ended.returncode not in (0, "hangs"):
        check("named pipe" in ended.stdout + ended.stderr, f"a pipe as {place} is not named: {ended.stdout}{ended.stderr}")
    for command in (("doctor",), ("profiles", "list"), ("policy", "explain", "edit_file", '{"path":"a.py"}')):
        check(world.run(*command).returncode != "hangs", f"a pipe as {place}: {command} hangs")


def shells_own_pipe_is_read(world):
    reading, writing = os.pipe()
    os.write(writing, b"All 3 tests pass.")
    os.close(writing)
    ended = world.run("check", "--said", "/dev/stdin", "--output", str(world.top / "log"), stdin=reading)
    os.close(reading)
    check(ended.returncode == 0, f"/dev/stdin: {ended.returncode} {ended.stderr}")
    ended = world.run("check", "--said", "/dev/zero", "--output", str(world.top / "log"))
    check(ended.returncode == 2 and "device" in ended.stderr, f"/dev/zero: {ended.returncode} {ended.stderr}")


def make_pipe(path):
    os.mkfifo(path)


def make_socket(path):
    here = os.getcwd()
    os.chdir(path.parent)  # the name of a socket is short
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(path.name)
    os.chdir(here)


def failed_deletion_is_not_verified(world, make, request):
    make(world.root / "odd.tmp")
    (world.top / "script").write_text(json.dumps({"text": "The file odd.tmp is deleted."}) + "\n")
    ended = world.run("run", request, "--yes", "--json", "--script", str(world.top / "script"))
    if ended.returncode == "hangs":
        check(False, f"{request} of {make.__name__} hangs")
        return
    settlement = json.loads(ended.stdout)["settlement"]
    check((world.root / "odd.tmp").exists(), f"{make.__name__} is gone")
    check(ended.returncode == 1 and settlement["action"] == "failed" and settlement["verification"] == "fail",
          f"{request} of {make.__name__}: {ended.returncode} {settlement}")


READERS = [("trace", "verify"), ("trace", "list"), ("trace", "show"), ("trace", "report"), ("trace", "export"),
           ("trace", "export", "--json"), ("why",), ("trace", "verify", "--json"), ("trace", "list", "--json"),
           ("why", "--json")]


def foreign_end_is_named(world):
    ended = world.run("run", CHANGE, "--yes", "--script", str(world.top / "script"))
    check(ended.returncode == 0, f"a turn: {ended.stderr}")
    segment = next(world.state.glob("record/*/trace-000001.jsonl"))
    good = segment.read_bytes()
    torn = good.splitlines()[-1][:90]
    # What stands behind the last event, and whether a crash can have left it.
    ends = [(b"garbage", False), (b"garbage\n", False), (b"\n", False), (b"{}\n", False), (b'{"a":1}', False),
            (b'{"at":"yesterday', False), (b"\xff\xfe\x00\n", False), (torn + b"\n", False), (good.splitlines()[-1] + b"\n", False),
            (torn, True), (torn[:3], True), (torn + bytes(40), True), (bytes(512), True)]
    for cut in (0, 1):
        for name in world.state.glob("record/*/index*"):
            name.unlink()
        for end, by_crash in ends:
            segment.write_bytes(good[:-30] + end if cut else good + end)
            for command in READERS:
                ended = world.run(*command)
                expected = 0 if by_crash and not cut else 5
                check(ended.returncode == expected, f"{command} of a record that ends in {end!r}, cut {cut}: {ended.returncode}")
    segment.write_bytes(good + b"garbage")
    ended = world.run("run", "Hello!", "--script", str(world.top / "script"))
    check(ended.returncode == 5 and segment.read_bytes() == good + b"garbage",
          f"a turn writes to a record with a foreign end: {ended.returncode}")
    segment.write_bytes(good + torn)
    check(world.run("run", "Hello!", "--script", str(world.top / "script")).returncode != 5, "a torn line is not mended")


def main():
    for arguments in [("check", "--said", "{pipe}", "--output", "{top}/log"),
                      ("check", "--said", "{top}/said", "--output", "{pipe}"),
                      ("check", "--said", "{top}/said", "--state", "{pipe}"),
                      ("check", "--batch", "{pipe}"), ("check", "--session", "{pipe}"),
                      ("contract", CHANGE, "--history", "{pipe}"), ("contract", "--batch", "{pipe}"),
                      ("policy", "test", "{pipe}"), ("run", CHANGE, "--script", "{pipe}"),
                      ("eval", "claims", "{pipe}"), ("eval", "contract", "{pipe}"), ("eval", "edits", "{pipe}")]:
        with_world(pipe_as_named_input, *arguments)
    for place, accepted in [("config/warrant/config.toml", (2,)), ("config/warrant/policy.toml", (0, 2, 3)),
                            ("config/warrant/lexicon.toml", (0, 2)), ("ws/.warrant/config.toml", (0, 2, 3)),
                            ("ws/.warrant/policy.toml", (0, 2, 3)), ("ws/.warrant/profiles.toml", (0, 2)),
                            ("ws/.gitignore", (0,))]:
        with_world(pipe_as_own_file, place, accepted)
    with_world(shells_own_pipe_is_read)
    for make in (make_pipe, make_socket):
        with_world(failed_deletion_is_not_verified, make, "Delete odd.tmp.")
    with_world(foreign_end_is_named)
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
