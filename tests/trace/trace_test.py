#!/usr/bin/env python3
"""The subcommands of `warrant trace` on a record that a writer made: output against the published schemas, exit
codes, and a change to the past.

Usage: trace_test.py WARRANT SAMPLE_RECORD SCHEMAS
"""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import jsonschema

WARRANT, SAMPLE = (str(Path(name).resolve()) for name in sys.argv[1:3])
SCHEMAS = Path(sys.argv[3])


def validate(value, schema):
    document = json.loads((SCHEMAS / f"{schema}.v1.json").read_text())
    jsonschema.Draft202012Validator.check_schema(document)
    jsonschema.Draft202012Validator(document).validate(value)


class Case:
    def __init__(self, directory, *sample_options):
        self.root = Path(directory) / "ws"
        self.root.mkdir()
        self.state = Path(directory) / "state"
        self.environment = {**os.environ, "XDG_STATE_HOME": str(self.state), "HOME": directory}
        subprocess.run([SAMPLE, str(self.root.resolve()), *sample_options], env=self.environment, check=True)
        self.record = next((self.state / "warrant" / "record").iterdir())

    def warrant(self, *words, code=0):
        done = subprocess.run([WARRANT, "trace", *words, "--root", str(self.root)], env=self.environment,
                              capture_output=True, text=True)
        assert done.returncode == code, (words, done.returncode, done.stdout, done.stderr)
        return done

    def json(self, *words, code=0):
        out = self.warrant(*words, "--json", code=code).stdout
        assert out.endswith("\n") and out.count("\n") == 1, "exactly one JSON object"
        value = json.loads(out)
        validate(value, value["schema"].removeprefix("warrant.").removesuffix(".v1"))
        return value


def reading(case):
    turns = case.json("list")["turns"]
    assert [t["outcome"] for t in turns] == ["unsettled", "failed", "blocked_by_policy", "blocked_by_person", "complete"]
    assert [t["turn"][:6] for t in case.json("list", "--path", "src", "--limit", "2")["turns"]] == ["01JAAE", "01JAAD"]
    assert [t["turn"][:6] for t in case.json("list", "--outcome", "complete")["turns"]] == ["01JAAA"]
    assert [t["turn"][:6] for t in case.json("list", "--search", "protected.path")["turns"]] == ["01JAAC"]
    assert case.json("list", "--since", "2999")["turns"] == []
    shown = case.json("show", "01JAAD")
    assert shown["turn"]["action"] == "failed"
    assert [e["kind"] for e in shown["events"]][:2] == ["contract", "posture"]
    assert case.json("show")["turn"]["turn"].startswith("01JAAE")
    case.warrant("show", "01JAA", code=2)
    case.warrant("show", "nothing", code=2)
    case.warrant("list", "--limit", "-3", code=2)
    assert "blocked_by_person" in case.warrant("list").stdout


def exporting(case):
    lines = case.warrant("export").stdout.splitlines()
    assert "\n".join(lines) + "\n" == "".join(p.read_text() for p in sorted(case.record.glob("trace-*.jsonl")))
    for line in lines:
        validate(json.loads(line), "trace")
    assert len(case.warrant("export", "--turn", "last").stdout.splitlines()) == 14

    spans = json.loads(case.warrant("export", "--format", "otlp").stdout)["resourceSpans"][0]["scopeSpans"][0]["spans"]
    roots = [s for s in spans if "parentSpanId" not in s]
    assert len(roots) == 5 and all(s["name"] == "invoke_agent warrant" for s in roots)
    ids = {s["spanId"] for s in spans}
    assert len(ids) == len(spans)
    for span in spans:
        assert len(span["traceId"]) == 32 and len(span["spanId"]) == 16
        assert int(span["startTimeUnixNano"]) <= int(span["endTimeUnixNano"])
        assert span.get("parentSpanId", span["spanId"]) in ids
    names = {s["name"] for s in spans}
    assert {"chat qwen-coder", "execute_tool edit"} <= names, names
    chat = next(s for s in spans if s["name"].startswith("chat"))
    attributes = {a["key"]: a["value"] for a in chat["attributes"]}
    assert attributes["gen_ai.operation.name"] == {"stringValue": "chat"}
    assert attributes["gen_ai.usage.input_tokens"] == {"intValue": "301"}


def changing_the_past(case):
    assert case.json("verify")["ok"]
    key = case.json("key", "show")["public_key"]
    assert case.json("key", "rotate")["public_key"] != key
    assert case.json("verify")["ok"]
    assert case.json("verify", "--public-key", key)["ok"]
    assert "another key" in case.json("verify", "--public-key", "ab" * 32, code=5)["error"]

    segment = case.record / "trace-000001.jsonl"
    good = segment.read_bytes()
    lines = good.splitlines(keepends=True)
    at = good.index(b"denied")
    segment.write_bytes(good[:at] + b"grante" + good[at + 6:])
    bad = case.json("verify", code=5)
    assert bad["first_bad"]["seq"] == good[:at].count(b"\n") + 1, bad
    assert "BAD: event" in case.warrant("verify", code=5).stdout
    segment.write_bytes(b"".join(lines[:-1]))
    assert case.json("verify", code=5)["first_bad"]["seq"] == len(lines)
    segment.write_bytes(good)
    (case.record / "head.json").write_text("{}")
    assert case.json("verify", code=5)["error"]

    aside = Path(case.json("set-aside")["path"])
    assert (aside / "trace-000001.jsonl").read_bytes() == good
    assert case.json("verify")["events"] == 1
    first = json.loads(case.warrant("export").stdout)
    validate(first, "trace")
    assert first["body"]["name"] == str(aside)


def nothing_recorded(directory):
    environment = {**os.environ, "XDG_STATE_HOME": directory + "/none", "HOME": directory}
    for words, code in ((["list"], 0), (["verify"], 2), (["show"], 2), (["export"], 0), (["list", "--rot", "x"], 2)):
        done = subprocess.run([WARRANT, "trace", *words], env=environment, cwd=directory, capture_output=True, text=True)
        assert done.returncode == code, (words, done)
    assert not Path(directory, "none").exists(), "reading creates nothing"


def texts(case):
    # The page shows the texts in the clear: it is not put beside the record, also when that is asked for.
    case.warrant("report", "01JAAD", code=2)
    case.warrant("report", "01JAAD", "--output", str(case.record / "page.html"), code=2)
    outside = case.root.parent / "page.html"
    page = Path(case.json("report", "01JAAD", "--output", str(outside))["path"]).read_text()
    assert outside.stat().st_mode & 0o777 == 0o600
    assert "TIMEOUT = 60" in page and "I saved src/db.py &lt;b&gt;now&lt;/b&gt;." in page
    assert "verified up to event" in page
    for path in case.state.rglob("*"):
        assert not path.is_file() or b"TIMEOUT = 60" not in path.read_bytes(), path


def losses(case):
    """What is missing is named with exit 5, by whatever looks at the record, also as JSON."""
    anchor = next((case.state / "warrant" / "anchor").iterdir())
    key = next(path for path in (case.state / "warrant" / "keys").iterdir() if path.suffix == ".ed25519")
    for lost in ([anchor], [case.record / "head.json"], [case.record], [case.record, anchor], [key]):
        for path in lost:
            path.rename(str(path) + ".kept")
        assert case.json("verify", code=5)["error"], lost
        for words in (["list"], ["show"], ["report"]):
            done = case.warrant(*words, code=5)
            assert "gone" in done.stderr or "lost" in done.stderr, done.stderr
        for path in lost:
            Path(str(path) + ".kept").rename(path)
        assert case.json("verify")["ok"]


def unreadable(case):
    """A state directory that may not be read is not one without turns."""
    def as_nobody():
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
    if os.getuid() != 0:
        return
    os.chmod(case.root.parent, 0o755)
    for closed in (case.state, case.record):
        os.chmod(closed, 0)
        for words in (["list"], ["show"], ["verify"], ["export"]):
            done = subprocess.run([WARRANT, "trace", *words, "--root", str(case.root)], env=case.environment,
                                  capture_output=True, text=True, preexec_fn=as_nobody)
            assert done.returncode == 1 and "Permission denied" in done.stderr, (words, done)
        os.chmod(closed, 0o700)


def closed_reader(case):
    done = subprocess.run(["bash", "-c", f"set -o pipefail; '{WARRANT}' trace export --root '{case.root}' | true"],
                          env=case.environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, ""), done


for check in (reading, exporting, changing_the_past, losses, unreadable, closed_reader):
    with tempfile.TemporaryDirectory() as directory:
        check(Case(directory))
with tempfile.TemporaryDirectory() as directory:
    texts(Case(directory, "full"))
with tempfile.TemporaryDirectory() as directory:
    nothing_recorded(directory)
print("trace: list, show, export, verify, key and report are as published")
