#!/usr/bin/env python3
"""Plays one scenario on the real binary and compares what happened with what is expected.

A scenario is a JSON object (scenario/README.md). Usage: run.py BINARY SCENARIO.json
"""

import json
import os
import pty
import select
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

DIMENSIONS = ("response", "action", "verification", "review", "durability", "outcome")


def fail(message):
    print(f"FAILED: {message}", file=sys.stderr)
    sys.exit(1)


def write_files(root, files):
    for name, content in files.items():
        path = root / name
        if name.endswith("/"):
            path.mkdir(parents=True, exist_ok=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, dict):
            if "link" in content:
                path.symlink_to(content["link"])
                continue
            path.write_bytes(bytes.fromhex(content["hex"]))
            path.chmod(int(content.get("mode", "644"), 8))
        else:
            path.write_text(content)


def run_plain(command, environment, workspace):
    return subprocess.run(command, env=environment, cwd=workspace, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=120)


def run_at_terminal(command, environment, workspace, keys, edit):
    """Runs the command at a terminal of its own; types one of `keys` at each approval."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(workspace)
        os.execvpe(command[0], command, environment)
    shown, answered = b"", 0
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        ready, _, _ = select.select([terminal], [], [], 0.2)
        if ready:
            try:
                part = os.read(terminal, 65536)
            except OSError:
                break
            if not part:
                break
            shown += part
        if shown.count(b"Approve?") > answered and shown.rstrip().endswith(b">"):
            if answered == 0 and edit:
                write_files(Path(workspace), edit)
            key = keys[min(answered, len(keys) - 1)]
            os.write(terminal, {"ctrl-c": b"\x03", "ctrl-d": b"\x04"}.get(key, key.encode()))
            answered += 1
    else:
        fail("the program did not end")
    _, status = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(status), shown.decode(errors="replace")


def events_of(binary, environment, workspace, turn):
    shown = run_plain([binary, "trace", "show", turn, "--root", workspace, "--json"], environment, workspace)
    if shown.returncode != 0:
        fail(f"trace show: {shown.stderr}")
    return json.loads(shown.stdout)["events"]


def is_subsequence(wanted, kinds):
    rest = iter(kinds)
    return all(kind in rest for kind in wanted)


class Checks:
    def __init__(self):
        self.problems = []

    def equal(self, what, actual, expected):
        if actual != expected:
            self.problems.append(f"{what}: expected {expected!r}, got {actual!r}")

    def true(self, what, holds):
        if not holds:
            self.problems.append(what)


def check_report(checks, expect, report):
    for name in DIMENSIONS:
        if name in expect:
            checks.equal(name, report["settlement"][name], expect[name])
    if "answer_source" in expect:
        checks.equal("answer_source", report["answer_source"], expect["answer_source"])
    if "type" in expect:
        checks.equal("type", report["contract"]["type"], expect["type"])
    if "contradictions" in expect:
        checks.equal("contradictions", sorted(c["kind"] for c in report["contradictions"]),
                     sorted(expect["contradictions"]))
    if "operations" in expect:
        checks.equal("operations", [o["result"] for o in report["operations"]], expect["operations"])
    if "model_calls" in expect:
        checks.equal("model_calls", report["usage"]["model_calls"], expect["model_calls"])
    if "limit" in expect:
        checks.equal("limit", report["limit"], expect["limit"])
    for part in expect.get("answer_has", []):
        checks.true(f"the answer lacks {part!r}: {report['answer']!r}", part in report["answer"])
    for part in expect.get("answer_lacks", []):
        checks.true(f"the answer holds {part!r}: {report['answer']!r}", part not in report["answer"])


def check_files(checks, expect, workspace):
    for name, content in expect.get("files", {}).items():
        path = workspace / name
        if content is None:
            checks.true(f"{name} should not be there", not os.path.lexists(path))
        elif not path.exists():
            checks.true(f"{name} should be there", False)
        elif isinstance(content, dict):
            checks.equal(name, path.read_bytes().hex(), content["hex"])
        else:
            checks.equal(name, path.read_text(), content)


def play(binary, scenario):
    base = Path(tempfile.mkdtemp(prefix="warrant-scenario-"))
    try:
        workspace = base / "workspace"
        workspace.mkdir()
        write_files(workspace, scenario.get("files", {}))
        environment = {"PATH": os.environ["PATH"], "HOME": str(base / "home"), "LANG": "C.UTF-8",
                       "XDG_STATE_HOME": str(base / "state"), "XDG_CONFIG_HOME": str(base / "config"),
                       "XDG_CACHE_HOME": str(base / "cache"), "XDG_RUNTIME_DIR": str(base / "run")}
        (base / "home").mkdir()
        if "config" in scenario:
            write_files(base / "config" / "warrant", {"config.toml": scenario["config"]})
        checks = Checks()
        for number, turn in enumerate(scenario.get("turns", [scenario]), 1):
            play_turn(binary, base, workspace, environment, turn, checks, number)
        verified = run_plain([binary, "trace", "verify", "--root", str(workspace)], environment, workspace)
        checks.equal("trace verify", verified.returncode, 0)
        return checks.problems
    finally:
        subprocess.run(["chmod", "-R", "u+rwX", str(base)], check=False)
        shutil.rmtree(base, ignore_errors=True)


def play_turn(binary, base, workspace, environment, turn, checks, number):
    write_files(workspace, turn.get("before", {}))
    script = base / f"script{number}.jsonl"
    lines = [{"text": reply} if isinstance(reply, str) else reply for reply in turn.get("script", [])]
    script.write_text("".join(json.dumps(line) + "\n" for line in lines))
    command = [binary, *(turn["command"] if "command" in turn else ["run", turn["request"]]), "--root", str(workspace)]
    if "command" not in turn:
        command += ["--script", str(script)]
    command += turn.get("flags", [])
    expect = turn["expect"]
    if "keys" in turn:
        code, shown = run_at_terminal(command, environment, workspace, turn["keys"], turn.get("edit_at_approval"))
        for part in expect.get("shown", []):
            checks.true(f"turn {number}: the terminal lacks {part!r}:\n{shown}", part in shown)
        output = None
    else:
        done = run_plain([*command, "--json"], environment, workspace)
        code, output = done.returncode, done.stdout
        for part in expect.get("stderr", []):
            checks.true(f"turn {number}: standard error lacks {part!r}: {done.stderr!r}", part in done.stderr)
    checks.equal(f"turn {number}: exit code", code, expect["exit"])
    check_files(checks, expect, workspace)
    report = None
    if output:
        try:
            report = json.loads(output)
        except ValueError:
            checks.true(f"turn {number}: no JSON: {output!r}", False)
    if report and report.get("schema") == "warrant.turn.v1":
        check_report(checks, expect, report)
    if "kinds" in expect:
        name = report["turn"] if report else "last"
        kinds = [event["kind"] for event in events_of(binary, environment, str(workspace), name)]
        checks.true(f"turn {number}: the record has {kinds}", is_subsequence(expect["kinds"], kinds))
        for kind in expect.get("kinds_absent", []):
            checks.true(f"turn {number}: the record has a {kind}", kind not in kinds)


def main():
    binary, path = os.path.abspath(sys.argv[1]), Path(sys.argv[2])
    scenarios = json.loads(path.read_text())
    failed = 0
    for scenario in scenarios:
        problems = play(binary, scenario)
        for problem in problems:
            print(f"{scenario['name']}: {problem}", file=sys.stderr)
        failed += bool(problems)
    print(f"{len(scenarios)} scenarios, {failed} failed")
    if failed or not scenarios:
        sys.exit(1)


if __name__ == "__main__":
    main()
