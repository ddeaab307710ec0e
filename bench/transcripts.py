#!/usr/bin/env python3
"""Reads 100 MB of each kind of transcript, beside the least that any reader does and beside a peer.

Each file is real material of ../shared/cases/sessions, repeated with other ids in every copy (a repeated id would be
passed over). No Gemini session stands there: its file tells a Codex session's texts, commands and outputs in Gemini's
form. Measured in the same run, best of some rounds:
  scan     finding the lines with memchr: the limit
  peer     json.loads of every line or of the document (CPython's C parser); for Markdown a split into lines
  read     messages, runs with their outputs, edits; outputs are not read for results
  facts    the same with every output read for results
  check    `warrant check --session FILE --turn last` as a process; its peak memory
Instructions for each byte come from perf where the machine counts them, or from valgrind with --instructions.
Usage: bench/transcripts.py [--build BUILD] [--megabytes N] [--rounds N] [--kinds codex,pi] [--keep FOLDER] [--instructions]
"""

import argparse
import json
import multiprocessing
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CASES = Path(__file__).resolve().parents[2] / "shared/cases/sessions"
IDS = re.compile(rb'("(?:uuid|parentUuid|id|parentId|call_id|tool_use_id|toolCallId|callID|tool_call_id|parentToolCallId)"'
                 rb':\s*"[A-Za-z0-9_:.|-]{6,200})"')
ARRAYS = {"opencode": ["messages"], "swe": ["trajectory", "history"]}
KINDS = ["claude", "codex", "opencode", "gemini", "copilot", "pi", "aider", "swe", "specstory"]


def lines_of(kind):
    """The records of all files of a kind, each ending with a newline."""
    folder = CASES / {"specstory": "spec"}.get(kind, kind)
    text = b""
    for path in sorted(folder.iterdir()):
        text += path.read_bytes()
        if not text.endswith(b"\n"):
            text += b"\n"
    return text


def gemini_lines():
    """A Codex session as Gemini's chat records: what was said, what ran, what it printed."""
    records, calls = [], {}
    for line in lines_of("codex").splitlines():
        item = json.loads(line)
        item = item.get("payload", item)
        kind = item.get("type")
        if kind == "message" and item.get("role") in ("user", "assistant"):
            said = "".join(part.get("text", "") for part in item["content"] if isinstance(part, dict))
            records.append({"id": f"message-{len(records)}", "type": "user" if item["role"] == "user" else "gemini",
                            "content": said})
        elif kind == "function_call":
            try:
                command = json.loads(item["arguments"]).get("command", "")
            except ValueError:
                continue
            calls[item["call_id"]] = command[-1] if isinstance(command, list) else command
        elif kind == "function_call_output" and item["call_id"] in calls:
            output = item["output"] if isinstance(item["output"], str) else json.dumps(item["output"])
            if output.startswith('{"output":'):
                output = json.loads(output)["output"]
            call = {"id": f"call-{len(records)}", "name": "run_shell_command", "status": "success",
                    "args": {"command": calls[item["call_id"]]},
                    "result": [{"functionResponse": {"response": {"output": f"Output: {output}\nExit Code: 0"}}}],
                    "resultDisplay": output}
            records.append({"id": f"message-{len(records)}", "type": "gemini", "content": "", "toolCalls": [call]})
    head = {"sessionId": "bench-session", "projectHash": "0", "startTime": "2026-01-01T00:00:00Z", "kind": "main"}
    return json.dumps(head).encode() + b"\n", b"".join(json.dumps(record).encode() + b"\n" for record in records)


def document(kind):
    """Head, the records of its arrays, and tail of one document that holds the messages of all files of a kind."""
    arrays, whole, indent = {name: [] for name in ARRAYS[kind]}, {}, None
    for path in sorted((CASES / kind).iterdir()):
        text = path.read_text()
        value = json.loads(text)
        indent = 2 if "\n  " in text[:200] else None
        whole = {**value, **whole}
        for name in arrays:
            arrays[name] += value.get(name, [])
    return whole, arrays, indent


def copies(unit, size):
    pieces = IDS.split(unit)
    # split keeps the matched ids: an id, then what follows its closing quote.
    for copy in range(max(1, size // len(unit) + 1)):
        mark = b"-%06d\"" % copy
        yield b"".join(piece + mark if index % 2 else piece for index, piece in enumerate(pieces))


def make(kind, path, size):
    with open(path, "wb") as out:
        if kind in ARRAYS:
            whole, arrays, indent = document(kind)
            out.write(b"{")
            for place, (name, value) in enumerate(whole.items()):
                out.write((b"," if place else b"") + b"\n  " + json.dumps(name).encode() + b": ")
                if name not in arrays:
                    out.write(json.dumps(value, indent=indent).encode())
                    continue
                share = size * len(json.dumps(arrays[name])) // sum(len(json.dumps(each)) for each in arrays.values())
                unit = b",\n".join(json.dumps(each, indent=indent, ensure_ascii=False).encode() for each in arrays[name])
                out.write(b"[\n")
                for index, copy in enumerate(copies(unit, share)):
                    out.write((b",\n" if index else b"") + copy)
                out.write(b"]")
            out.write(b"\n}\n")
            return
        head, unit = gemini_lines() if kind == "gemini" else (b"", lines_of(kind))
        out.write(head)
        for copy in copies(unit, size):
            out.write(copy)


def peer_seconds(kind, path):
    start = time.process_time()
    with open(path, "rb") as file:
        if kind in ARRAYS:
            json.load(file)
        elif kind in ("aider", "specstory"):
            for line in file:
                line.decode("utf-8", "replace").startswith(("#### ", "> ", "_**", "<tool-use"))
        else:
            for line in file:
                try:
                    json.loads(line)
                except ValueError:
                    pass
    return time.process_time() - start


def apart(work, *arguments):
    """Calls in a process of its own: what a child starts with counts as its peak memory, so this process stays small."""
    with multiprocessing.get_context("fork").Pool(1) as pool:
        return pool.apply(work, arguments)


def check(binary, path):
    """Seconds of processor time and peak MiB of one check."""
    child = os.posix_spawn(binary, [binary, "check", "--session", path, "--turn", "last", "--json"], os.environ,
                           file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])
    _, _, usage = os.wait4(child, 0)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def instructions(build, path, size, mode):
    """Instructions for each byte, or None where nothing counts them."""
    run = [f"{build}/bin/transcript_bench", path, "1", mode]
    counted = subprocess.run(["perf", "stat", "-x,", "-e", "instructions:u", *run], capture_output=True, text=True,
                             check=False)
    found = re.search(r"^(\d+),,instructions", counted.stderr, re.M)
    if not found:
        counted = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *run],
                                 capture_output=True, text=True, check=False)
        found = re.search(r"Collected : (\d+)", counted.stderr)
    return int(found.group(1)) / size if found else None


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--build", default="build")
    arguments.add_argument("--megabytes", type=int, default=100)
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--kinds", default=",".join(KINDS))
    arguments.add_argument("--keep")
    arguments.add_argument("--instructions", action="store_true")
    given = arguments.parse_args()
    if not CASES.is_dir():
        sys.exit(f"no transcripts in {CASES}")
    print(f"{'kind':<10}{'MB':>5}{'events':>9}  {'scan':>7}{'peer':>7}{'read':>7}{'facts':>7}{'check':>7}  MB/s"
          f"{'scan/read':>11}{'read/peer':>11}{'MiB read':>10}{'check':>7}" +
          (f"{'instr/B read':>14}{'facts':>7}" if given.instructions else ""))
    with tempfile.TemporaryDirectory() as folder:
        for kind in given.kinds.split(","):
            path = str(Path(given.keep or folder) / f"{kind}-{given.megabytes}")
            if not Path(path).exists():
                apart(make, kind, path, given.megabytes * 1_000_000)
            size = Path(path).stat().st_size
            figures = {}
            for mode in ("scan", "read", "facts"):
                done = subprocess.run([f"{given.build}/bin/transcript_bench", path, str(given.rounds), mode],
                                      capture_output=True, text=True, check=True)
                figures[mode] = json.loads(done.stdout)
            peer = min(apart(peer_seconds, kind, path) for _ in range(min(given.rounds, 2)))
            checks = [check(f"{given.build}/warrant", path) for _ in range(given.rounds)]
            speed = {mode: size / 1e6 / figures[mode]["seconds"] for mode in figures}
            line = (f"{kind:<10}{size / 1e6:>5.0f}{figures['read']['events']:>9}  {speed['scan']:>7.0f}{size / 1e6 / peer:>7.0f}"
                    f"{speed['read']:>7.0f}{speed['facts']:>7.0f}{size / 1e6 / min(each[0] for each in checks):>7.0f}      "
                    f"{speed['scan'] / speed['read']:>11.1f}{peer * speed['read'] * 1e6 / size:>11.1f}"
                    f"{figures['facts']['peak_kib'] / 1024:>10.1f}{max(each[1] for each in checks):>7.1f}")
            if given.instructions:
                for mode in ("read", "facts"):
                    count = instructions(given.build, path, size, mode)
                    line += f"{count:>{14 if mode == 'read' else 7}.2f}" if count else "   –"
            print(line, flush=True)
            if not given.keep:
                Path(path).unlink()


if __name__ == "__main__":
    main()
