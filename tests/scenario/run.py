#!/usr/bin/env python3
"""Plays scenarios on the real binary and compares what happened with what is expected.

A file is a list of scenarios (README.md here says what one holds). Usage: run.py BINARY FILE.json [PART OF A NAME]
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import jsonschema

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from at_terminal import at_terminal  # noqa: E402

SCHEMAS = Path(__file__).resolve().parents[2] / "docs" / "schema"
DIMENSIONS = ("response", "action", "verification", "review", "durability", "outcome")
EXPECTED = {*DIMENSIONS, "exit", "answer", "answer_source", "answer_has", "answer_lacks", "type", "contradictions", "calls",
            "operations", "model_calls", "limit", "files", "modes", "stderr", "shown", "shown_lacks", "kinds", "kinds_absent"}
TURN = {"under", "request", "command", "flags", "model", "script", "always", "keys", "edit_at_approval", "interrupt_at", "before",
        "expect"}
SCENARIO = {"name", "files", "immutable", "config", "turns", *TURN}
# What only the report in JSON holds: a turn at a terminal prints none.
REPORTED = {"answer", "answer_has", "answer_lacks", "contradictions", "calls", "stderr"}


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
                path.unlink(missing_ok=True)
                path.symlink_to(content["link"])
                continue
            if "repeat" in content:
                text, times = content["repeat"]
                path.write_text(text * times)
                continue
            path.write_bytes(bytes.fromhex(content["hex"]))
            path.chmod(int(content.get("mode", "644"), 8))
        else:
            path.write_text(content)


def run_plain(command, environment, workspace):
    return subprocess.run(command, env=environment, cwd=workspace, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=120)


def run_interrupted(command, environment, workspace, state, mark):
    """Sends Ctrl-C's signal as soon as the record holds `mark`."""
    process = subprocess.Popen(command, env=environment, cwd=workspace, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        segments = list((state / "warrant").rglob("trace-*.jsonl"))
        if any(mark.encode() in path.read_bytes() for path in segments):
            process.send_signal(signal.SIGINT)
            break
        time.sleep(0.01)
    try:
        output, errors = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        fail(f"the program did not end after the signal (waited for {mark!r})")
    return subprocess.CompletedProcess(command, process.returncode, output, errors)


def events_of(binary, environment, workspace, turn):
    shown = run_plain([binary, "trace", "show", turn, "--root", workspace, "--json"], environment, workspace)
    if shown.returncode != 0:
        fail(f"trace show: {shown.stderr}")
    return json.loads(shown.stdout)["events"]


def report_of_record(events):
    """What the settlement says, in the shape of the report: a turn at a terminal prints no JSON."""
    body = next(event["body"] for event in reversed(events) if event["kind"] == "settlement")
    return {"settlement": body, "answer_source": body["answer_source"], "contract": {"type": body["type"]},
            "operations": body["operations"], "limit": body.get("limit"),
            "usage": {"model_calls": body["model_calls"]}}


def is_subsequence(wanted, kinds):
    rest = iter(kinds)
    return all(kind in rest for kind in wanted)


def schema_problems(value):
    """Where a JSON object that the program printed is not as the schema of its name says."""
    name = value["schema"].removeprefix("warrant.").removesuffix(".v1")
    schema = json.loads((SCHEMAS / f"{name}.v1.json").read_text())
    found = [f"{error.json_path}: {error.message}" for error in jsonschema.Draft202012Validator(schema).iter_errors(value)]
    return found + (schema_problems(value["contract"]) if name == "turn" else [])


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
    for number, wanted in enumerate(expect.get("calls", [])):
        made = report["calls"][number] if number < len(report["calls"]) else {}
        checks.equal(f"call {number + 1}", {key: made.get(key) for key in wanted}, wanted)
    if "calls" in expect:
        checks.equal("number of calls", len(report["calls"]), len(expect["calls"]))
    if "operations" in expect:
        checks.equal("operations", [o["result"] for o in report["operations"]], expect["operations"])
    if "model_calls" in expect:
        checks.equal("model_calls", report["usage"]["model_calls"], expect["model_calls"])
    if "limit" in expect:
        checks.equal("limit", report["limit"], expect["limit"])
    if "answer" in expect:
        checks.equal("answer", report["answer"], expect["answer"])
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


def check_keys(scenario):
    """A misspelt key would expect nothing."""
    unknown = set(scenario) - SCENARIO
    for turn in scenario.get("turns", [scenario]):
        unknown |= set(turn) - (TURN if "turns" in scenario else SCENARIO)
        unknown |= set(turn["expect"]) - EXPECTED
        if "keys" in turn:
            unknown |= set(turn["expect"]) & REPORTED
        elif {"shown", "shown_lacks"} & set(turn["expect"]):
            unknown |= {"shown"}
    if unknown:
        fail(f"{scenario['name']}: no such key here: {', '.join(sorted(unknown))}")


def check_modes(checks, expect, workspace):
    for name, mode in expect.get("modes", {}).items():
        checks.equal(f"mode of {name}", f"{(workspace / name).stat().st_mode & 0o7777:o}", mode)


def play(binary, scenario):
    base = Path(tempfile.mkdtemp(prefix="warrant-scenario-"))
    immutable = []
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
        # Unlike a mode, this holds against root, too.
        for name in scenario.get("immutable", []):
            if subprocess.run(["chattr", "+i", str(workspace / name)], check=False, capture_output=True).returncode != 0:
                (workspace / name).chmod(0o555)
            immutable.append(workspace / name)
        checks = Checks()
        for number, turn in enumerate(scenario.get("turns", [scenario]), 1):
            play_turn(binary, base, workspace, environment, turn, checks, number)
        verified = run_plain([binary, "trace", "verify", "--root", str(workspace)], environment, workspace)
        checks.equal("trace verify", verified.returncode, 0)
        return checks.problems
    finally:
        for path in immutable:
            subprocess.run(["chattr", "-i", str(path)], check=False, capture_output=True)
        subprocess.run(["chmod", "-R", "u+rwX", str(base)], check=False)
        shutil.rmtree(base, ignore_errors=True)


def play_turn(binary, base, workspace, environment, turn, checks, number):
    write_files(workspace, turn.get("before", {}))
    script = base / f"script{number}.jsonl"
    replies = [turn["always"]] * 12 if "always" in turn else turn.get("script", [])
    lines = [{"text": reply} if isinstance(reply, str) else reply for reply in replies]
    script.write_text("".join(json.dumps(line) + "\n" for line in lines))
    command = [binary, *(turn["command"] if "command" in turn else ["run", turn["request"]]), "--root", str(workspace)]
    if "command" not in turn:
        command += turn.get("model", ["--script", str(script)])
    command += turn.get("flags", [])
    command = [word.replace("{workspace}", str(workspace)) for word in turn.get("under", [])] + command
    expect = turn["expect"]
    if "keys" in turn:
        edit = turn.get("edit_at_approval")
        code, shown, _ = at_terminal(command, environment, turn["keys"],
                                     edit and (lambda: write_files(Path(workspace), edit)), workspace)
        for part in expect.get("shown", []):
            checks.true(f"turn {number}: the terminal lacks {part!r}:\n{shown}", part in shown)
        for part in expect.get("shown_lacks", []):
            checks.true(f"turn {number}: the terminal shows {part!r}:\n{shown}", part not in shown)
        output = None
    else:
        command.append("--json")
        done = (run_interrupted(command, environment, workspace, base / "state", turn["interrupt_at"])
                if "interrupt_at" in turn else run_plain(command, environment, workspace))
        code, output = done.returncode, done.stdout
        for part in expect.get("stderr", []):
            checks.true(f"turn {number}: standard error lacks {part!r}: {done.stderr!r}", part in done.stderr)
    checks.equal(f"turn {number}: exit code", code, expect["exit"])
    check_files(checks, expect, workspace)
    check_modes(checks, expect, workspace)
    report = None
    if output:
        try:
            report = json.loads(output)
        except ValueError:
            checks.true(f"turn {number}: no JSON: {output!r}", False)
    if report:
        for problem in schema_problems(report):
            checks.true(f"turn {number}: {problem}", False)
    if report and report.get("schema") == "warrant.turn.v1":
        check_report(checks, expect, report)
    elif "keys" in turn and any(name in expect for name in (*DIMENSIONS, "operations", "answer_source", "model_calls")):
        check_report(checks, expect, report_of_record(events_of(binary, environment, str(workspace), "last")))
    if "kinds" in expect or "kinds_absent" in expect:
        name = report["turn"] if report and "turn" in report else "last"
        kinds = [event["kind"] for event in events_of(binary, environment, str(workspace), name)]
        checks.true(f"turn {number}: the record has {kinds}", is_subsequence(expect.get("kinds", []), kinds))
        for kind in expect.get("kinds_absent", []):
            checks.true(f"turn {number}: the record has a {kind}", kind not in kinds)


def main():
    binary, path = os.path.abspath(sys.argv[1]), Path(sys.argv[2])
    scenarios = json.loads(path.read_text())
    if len(sys.argv) > 3:
        scenarios = [scenario for scenario in scenarios if sys.argv[3] in scenario["name"]]
    failed = 0
    for scenario in scenarios:
        check_keys(scenario)
        problems = play(binary, scenario)
        for problem in problems:
            print(f"{scenario['name']}: {problem}", file=sys.stderr)
        failed += bool(problems)
    print(f"{len(scenarios)} scenarios, {failed} failed")
    if failed or not scenarios:
        sys.exit(1)


if __name__ == "__main__":
    main()
