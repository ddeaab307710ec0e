#!/usr/bin/env python3
"""warrant model status|start|stop|pull on the real program; llama-server is tests/fake/llama-server.

Usage: model_test.py WARRANT SCHEMAS
"""
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from jsonschema import Draft202012Validator

WARRANT, SCHEMAS = sys.argv[1], Path(sys.argv[2])
FAKE = Path(__file__).resolve().parents[1] / "fake" / "llama-server"


def check(condition, what):
    if not condition:
        raise SystemExit(f"model: {what}")


class Home:
    def __init__(self, folder):
        self.folder = Path(folder)
        self.weights = self.folder / "m.gguf"
        self.weights.write_text("weights")
        tools = self.folder / "bin"
        tools.mkdir()
        shutil.copy(FAKE, tools / "llama-server")
        self.environment = {
            "HOME": folder, "PATH": f"{tools}:{os.environ['PATH']}", "XDG_RUNTIME_DIR": str(self.folder / "run"),
            "http_proxy": "http://127.0.0.1:1", "LLAMA_ARG_TOOLS": "all"}
        (self.folder / "run").mkdir(mode=0o700)

    def run(self, *arguments, code=0):
        done = subprocess.run([WARRANT, "model", *map(str, arguments)], env=self.environment, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, timeout=60)
        check(done.returncode == code, f"{arguments} ended with {done.returncode}, not {code}: {done.stderr}{done.stdout}")
        return done

    def json(self, *arguments, code=0):
        done = self.run(*arguments, "--json", code=code)
        check(done.stdout.count("\n") == 1, f"{arguments} printed more than one line: {done.stdout}")
        value = json.loads(done.stdout)
        schema = json.loads((SCHEMAS / (value["schema"].removeprefix("warrant.") + ".json")).read_text())
        Draft202012Validator(schema).validate(value)
        return value


def runs(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def life_of_a_server(home):
    before = home.json("status")
    check(not before["running"] and before["server"] is None, "a server runs before one was started")
    check("no model" in before["installed"]["missing"], before["installed"])
    started = home.json("start", "--model", home.weights, "--threads", 2)["server"]
    try:
        again = home.json("start", "--model", home.weights)["server"]
        check(again["pid"] == started["pid"], "a second server was started")
        now = home.json("status")
        check(now["running"] and now["server"]["healthy"] and now["server"]["proven_ours"], now)
        check(not now["server"]["in_use"], "a server that nobody uses is in use")
        check("ready" in home.run("status").stdout, "the text does not say that it is ready")
        check(started["threads"] == 2, started)
    finally:
        check(home.json("stop")["stopped"], "it was not stopped")
    check(not runs(started["pid"]), "the server still runs")
    check(not home.json("stop")["stopped"], "what does not run was stopped")


def ports_of_others(home):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = home.run("start", "--model", home.weights, "--port", port, code=1)
        check("Another server is not restarted by warrant." in done.stderr, done.stderr)
    check(not home.json("status")["running"], "a server was started all the same")


def a_killed_keeper(home):
    server = home.json("start", "--model", home.weights)["server"]
    keeper = json.loads((home.folder / "run/warrant/server.json").read_text())["keeper"]["pid"]
    os.kill(keeper, signal.SIGKILL)
    for _ in range(500):
        if not runs(server["pid"]):
            break
        time.sleep(0.02)
    check(not runs(server["pid"]), "the server outlives its keeper")
    check(not home.json("status")["running"], "a dead server is said to run")
    check(home.json("start", "--model", home.weights)["server"]["pid"] != server["pid"], "not started anew")
    home.json("stop")


def what_is_wrong_is_said(home):
    dying = home.folder / "dies.gguf"
    dying.write_text("weights")
    done = home.run("start", "--model", dying, code=1)
    check("is broken" in done.stderr and "\x1b" not in done.stderr, done.stderr)
    check("no such" in home.run("start", "--model", home.folder / "none.gguf", code=2).stderr.lower(), "absent weights")
    for arguments in (["--threads", "0"], ["--context", "x"], ["--port", "70000"]):
        home.run("start", "--model", home.weights, *arguments, code=2)
    home.run("status", "--connect", "http://example.com", code=3)
    home.run("status", "--connect", "http://127.0.0.1:1", code=1)
    home.run("status", "--connect", "nonsense", code=2)


def pull_without_a_network(home):
    done = home.run("pull", "--offline", code=1)
    check("--offline" in done.stderr, done.stderr)


def main():
    with tempfile.TemporaryDirectory() as folder:
        home = Home(folder)
        try:
            for part in (life_of_a_server, ports_of_others, a_killed_keeper, what_is_wrong_is_said, pull_without_a_network):
                part(home)
        finally:
            subprocess.run([WARRANT, "model", "stop", "--force"], env=home.environment, capture_output=True)


if __name__ == "__main__":
    main()
