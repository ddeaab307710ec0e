#!/usr/bin/env python3
"""Peak memory of `warrant check --session` on transcripts of 1 GB, which are made while they are read, through a pipe.

A quarter of a thousandth of the records is damaged on purpose: cut off, no JSON, bytes that are no UTF-8, and one line of
9 MB, over the limit of a record; the program has to count each of them. Beside the nine kinds: records of 7 MB each.
Ends with 1 when more than 64 MiB were held or the damaged records are miscounted.
Usage: bench/transcript_memory.py [--binary BINARY] [--megabytes N] [--kinds codex,large] [--all]   --all: every answer
"""

import argparse
import json
import os
import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from transcripts import ARRAYS, CASES, IDS, KINDS, apart, gemini_lines, lines_of  # noqa: E402

LIMIT_MIB = 64
MARKDOWN = ("aider", "specstory")


def large_records():
    """A run of 7 MB of output, and an answer; what fills the rest of the memory follows."""
    output = "".join(f"src/module_{i}.cpp:{i}: warning: unused value {i * 7}\\n" for i in range(140_000)) + "42 passed in 0.5s"
    call = {"type": "assistant", "message": {"role": "assistant", "content": [
        {"type": "tool_use", "id": "tool-call", "name": "Bash", "input": {"command": "pytest -q"}}]}}
    said = {"type": "assistant", "message": {"role": "assistant", "content": [{"type": "text", "text": "All 42 tests pass."}]}}
    return (json.dumps(call) + "\n" +
            '{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"tool-call","content":"' +
            output + '"}]}}\n' + json.dumps(said) + "\n").encode()


def feed(kind, size, out):
    """Writes the transcript; gives how many records are damaged."""
    head, unit = b"", b""
    if kind == "large":
        unit = large_records() + lines_of("claude")
    elif kind == "gemini":
        head, unit = gemini_lines()
    else:
        unit = lines_of(kind)
    pieces = IDS.split(unit)
    out.write(head)
    written, damaged, copy = 0, 0, 0
    while written < size:
        mark = b"-%06d\"" % copy
        for index, piece in enumerate(pieces):
            out.write(piece + mark if index % 2 else piece)
        written += len(unit)
        if kind not in MARKDOWN:
            out.write(b'{"type":"user","message":{"role":"us\n' + b"no JSON at all\n" +
                      b'{"type":"user","message":{"role":"user","content":"\xff\xfe"}}\n')
            damaged += 3
            if copy == 3:
                out.write(b'{"type":"user","text":"' + b"x" * 9_000_000 + b'"}\n')
                damaged += 1
        copy += 1
    return damaged


def feed_document(kind, size, out):
    """One document with all records; nothing is damaged."""
    folder = CASES / kind
    value = json.loads(sorted(folder.iterdir())[0].read_text())
    array = ARRAYS[kind][0]
    records = ",\n".join(json.dumps(each, indent=2) for each in value.pop(array)).encode()
    for other in ARRAYS[kind]:
        value.pop(other, None)
    out.write(json.dumps(value).encode()[:-1] + f', "{array}": ['.encode())
    pieces = IDS.split(records)
    for copy in range(size // len(records) + 1):
        mark = b"-%06d\"" % copy
        out.write(b",\n" if copy else b"")
        for index, piece in enumerate(pieces):
            out.write(piece + mark if index % 2 else piece)
    out.write(b"]}")
    return 0


def write(kind, size, pipe):
    with open(pipe, "wb") as out:
        return (feed_document if kind in ARRAYS else feed)(kind, size, out)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--binary", default="build/warrant")
    arguments.add_argument("--megabytes", type=int, default=1000)
    arguments.add_argument("--kinds", default=",".join([*KINDS, "large"]))
    arguments.add_argument("--all", action="store_true")
    given = arguments.parse_args()
    if not CASES.is_dir():
        sys.exit(f"no transcripts in {CASES}")
    bad = False
    with tempfile.TemporaryDirectory() as folder:
        pipe = str(Path(folder) / "transcript")
        errors = str(Path(folder) / "errors")
        os.mkfifo(pipe)
        for kind in given.kinds.split(","):
            turn = [] if given.all else ["--turn", "last"]
            child = os.posix_spawn(given.binary, [given.binary, "check", "--session", pipe, "--json", *turn], os.environ,
                                   file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0),
                                                 (os.POSIX_SPAWN_OPEN, 2, errors, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)])
            damaged = apart(write, kind, given.megabytes * 1_000_000, pipe)
            _, _, usage = os.wait4(child, 0)
            told = Path(errors).read_text()
            found = re.search(r"(\d+) records could not be read", told)
            counted = int(found.group(1)) if found else 0
            held = usage.ru_maxrss / 1024
            wrong = held > LIMIT_MIB or counted != damaged
            bad = bad or wrong
            print(f"{kind:<10} {held:6.1f} MiB  damaged {damaged}, counted {counted}  "
                  f"{usage.ru_utime + usage.ru_stime:6.1f} s{'   WRONG ' + told.strip() if wrong else ''}", flush=True)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
