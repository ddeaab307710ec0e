#!/usr/bin/env python3
"""A real llama-server with real weights: starts, obeys a grammar, and ends when told to.

Skipped (exit 77) only where the cache holds no server or weights; with CI set that is a failure.
"""
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time
import urllib.request

TOP = pathlib.Path(__file__).resolve().parents[2]
GRAMMAR = 'root ::= "{\\"old\\":\\"TIMEOUT = 30\\",\\"new\\":\\"TIMEOUT = " [0-9]{1,3} "\\"}"'


def main() -> int:
    found = subprocess.run([TOP / "tools" / "fetch-model", "--print-paths"], capture_output=True, text=True)
    paths = json.loads(found.stdout or "{}")
    server, weights = paths.get("llama_server"), (paths.get("models") or {}).get("tiny")
    if not (server and weights and os.path.exists(server) and os.path.exists(weights)):
        print("no llama-server or weights in the cache: run tools/fetch-model server tiny")
        return 1 if os.environ.get("CI") else 77
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = open("/dev/null", "wb")
    process = subprocess.Popen(
        [server, "--host", "127.0.0.1", "--port", str(port), "-m", weights, "-c", "2048", "-np", "1", "--offline"],
        stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    try:
        wait_until_healthy(process, port)
        reply = ask(port, {"prompt": "Change TIMEOUT from 30 to 60. JSON:", "n_predict": 40, "temperature": 0,
                           "grammar": GRAMMAR})
        proposal = json.loads(reply["content"])
        assert proposal["old"] == "TIMEOUT = 30", proposal
        assert proposal["new"].startswith("TIMEOUT = "), proposal
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=30)
    print(f"the reply stayed inside the grammar: {proposal}")
    return 0


def wait_until_healthy(process: subprocess.Popen, port: int) -> None:
    for _ in range(600):
        if process.poll() is not None:
            raise RuntimeError(f"llama-server ended with {process.returncode} before it was healthy")
        try:
            if ask(port, None, "/health").get("status") == "ok":
                return
        except OSError:
            pass
        time.sleep(0.2)
    raise RuntimeError("llama-server was not healthy after two minutes")


def ask(port: int, body: dict | None, path: str = "/completion") -> dict:
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={"Content-Type": "application/json"},
                                     data=None if body is None else json.dumps(body).encode())
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(request, timeout=120) as reply:
        return json.load(reply)


if __name__ == "__main__":
    sys.exit(main())
