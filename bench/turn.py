#!/usr/bin/env python3
"""Times whole turns of the program against a server that answers at once, so that only our own time is left.

Prints medians over the runs: start of the process to the first byte of the first model request (to /props or
/v1/models, and to the first chat request), a reply to the next request, peak memory, bytes of the fixed prompt, and
`--version`. Usage: bench/turn.py [BINARY] [RUNS]
"""

import http.server
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

# A child's peak memory begins at its parent's, so the parent must be a small process and not the one with the server.
LAUNCH = """
import os, sys, time
start = time.monotonic()
pid = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=[
    (os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])
_, status, used = os.wait4(pid, 0)
print(start, os.waitstatus_to_exitcode(status), used.ru_maxrss)
"""
REQUEST = "In settings.py, change TIMEOUT from 30 to 60."


class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize, disable_nagle_algorithm = 1 << 16, True  # one packet a reply, at once
    arrivals, departures, prompts = [], [], []

    def log_message(self, *_):
        pass

    def reply(self, code, body):
        data = json.dumps(body).encode()
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        self.arrivals.append((time.monotonic(), self.path))
        if self.path.startswith("/v1/models"):
            self.reply(200, {"object": "list", "data": [{"id": "bench"}]})
        else:
            self.reply(404, {"error": {"code": 404, "message": "no", "type": "not_found_error"}})

    def do_POST(self):
        self.arrivals.append((time.monotonic(), self.path))
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.prompts.append(asked["messages"])
        call = "choice" in asked["messages"][-1]["content"]
        text = '{"choice":1}' if call else "TIMEOUT is now 60 in settings.py."
        self.reply(200, {"choices": [{"index": 0, "finish_reason": "stop",
                                      "message": {"role": "assistant", "content": text}}],
                         "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}})
        self.departures.append(time.monotonic())


def one_turn(binary, url, base):
    workspace = base / "workspace"
    shutil.rmtree(workspace, ignore_errors=True)
    workspace.mkdir()
    (workspace / "settings.py").write_text("TIMEOUT = 30\nRETRIES = 3\n")
    for times in (Server.arrivals, Server.departures, Server.prompts):
        times.clear()
    environment = {**os.environ, "XDG_STATE_HOME": str(base / "state"), "XDG_CONFIG_HOME": str(base / "config")}
    command = [binary, "run", REQUEST, "--root", str(workspace), "--connect", url, "--yes", "--json"]
    launched = subprocess.run([sys.executable, "-I", "-S", "-c", LAUNCH, *command], env=environment,
                              capture_output=True, text=True, check=True)
    start, code, peak = (float(word) for word in launched.stdout.split())
    assert code == 0, f"the turn failed: {launched.stderr}"
    chats = [at for at, path in Server.arrivals if path.endswith("/chat/completions")]
    return {"start to first request": (Server.arrivals[0][0] - start) * 1e3,
            "start to first chat request": (chats[0] - start) * 1e3,
            "reply to next request": (chats[1] - Server.departures[0]) * 1e3,
            "peak memory": peak / 1024,
            "fixed prompt": len(Server.prompts[0][0]["content"].encode())}


def version_time(binary):
    start = time.monotonic()
    subprocess.run([binary, "--version"], stdout=subprocess.DEVNULL, check=True)
    return (time.monotonic() - start) * 1e3


def main():
    binary = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "build/warrant")
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 21
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as base:
        turns = [one_turn(binary, f"http://127.0.0.1:{server.server_port}", Path(base)) for _ in range(runs)]
    units = {"peak memory": "MiB", "fixed prompt": "bytes"}
    for name in turns[0]:
        values = [turn[name] for turn in turns]
        print(f"{name:28} median {statistics.median(values):8.1f}  min {min(values):8.1f}  max {max(values):8.1f} "
              f"{units.get(name, 'ms')}")
    values = [version_time(binary) for _ in range(runs)]
    print(f"{'--version':28} median {statistics.median(values):8.1f}  min {min(values):8.1f}  max {max(values):8.1f} ms")


if __name__ == "__main__":
    main()
