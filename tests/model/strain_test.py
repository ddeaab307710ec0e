#!/usr/bin/env python3
"""An edit that the grammar pressed out of the model is not trusted: the turn asks in the next way, and says why.

The stand-in for llama-server gives log-probabilities from before the grammar, as the real one does.

Usage: strain_test.py WARRANT
"""
import http.server
import json
import math
import os
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

WARRANT = str(Path(sys.argv.pop(1)).resolve())
FILE = "def greet(name):\n    print(\"hi \" + name)\n\n\ndef leave(name):\n    print(\"bye \" + name)\n"
STRAINED = {"old": "print(\"bye \"", "new": "print(\"see you \""}
CALM = {"old": "print(\"hi \"", "new": "print(\"hello \""}


def entry(token, forbidden):
    """One token of the reply; `forbidden` of the probability was on a token that the grammar did not allow."""
    own = max(1 - forbidden, 1e-9)
    top = [{"token": token, "logprob": math.log(own)}]
    if forbidden:
        top.insert(0, {"token": "#", "logprob": math.log(forbidden)})
    return {"token": token, "bytes": list(token.encode()), "logprob": math.log(own), "top_logprobs": top}


class Model:
    """Answers by what is asked; keeps the requests."""

    def __init__(self, strain):
        outer = self
        self.requests, self.strain = [], strain

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def send(self, status, value):
                data = json.dumps(value).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def do_GET(self):
                known = {"/props": {"build_info": "b1", "model_path": "stand-in.gguf"}}
                self.send(200 if self.path in known else 404, known.get(self.path, {}))

            def do_POST(self):
                asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.requests.append(asked)
                text, strain = outer.reply(asked)
                choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
                if asked.get("logprobs"):
                    choice["logprobs"] = {"content": [entry(token, strain) for token in text]}
                self.send(200, {"model": "stand-in", "choices": [choice]})

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def reply(self, asked):
        grammar = asked.get("grammar", "")
        if not grammar:
            return "The greeting was changed.", 0
        if "edit_file" in grammar:
            return json.dumps({"tool": "edit_file", **CALM}), 0
        if "old" in grammar:
            return json.dumps(STRAINED), self.strain
        return "```\na = 1\nb = \"y\"\n```", 0  # the prompt's own example: unfit, so the next way is asked


class StrainTest(unittest.TestCase):
    def turn(self, strain):
        model = Model(strain)
        self.addCleanup(model.server.shutdown)
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder, "ws")
            root.mkdir()
            (root / "greet.py").write_text(FILE)
            environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": folder,
                           "XDG_RUNTIME_DIR": str(Path(folder, "run"))}
            command = [WARRANT, "run", "In greet.py, make the greeting more formal.", "--root", str(root), "--yes",
                       "--connect", model.url, "--json"]
            done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                  timeout=60)
            events = subprocess.run([WARRANT, "trace", "export", "--format", "jsonl"], env=environment, cwd=root,
                                    capture_output=True, text=True, timeout=60)
            self.assertEqual(events.returncode, 0, events.stderr)
            return (json.loads(done.stdout), [json.loads(line) for line in events.stdout.splitlines()],
                    (root / "greet.py").read_text(), model)

    def test_a_strained_edit_is_asked_for_again(self):
        report, events, text, model = self.turn(0.9)
        self.assertEqual(text, FILE.replace("hi ", "hello "), report["answer"])
        checks = [event["body"] for event in events if event["kind"] == "check" and event["body"]["step"] == "strain"]
        self.assertEqual([check["result"] for check in checks][:1], ["refuse"])
        self.assertIn("90 %", checks[0]["why"])
        strains = [event["body"]["strain"] for event in events
                   if event["kind"] == "proposal" and "strain" in event["body"]]
        self.assertEqual(strains[0], {"mean": 90, "peak": 90})
        self.assertEqual(strains[-1], {"mean": 0, "peak": 0})

    def test_an_edit_that_the_model_meant_is_taken(self):
        _, events, text, _ = self.turn(0.2)
        self.assertEqual(text, FILE.replace("bye ", "see you "))
        checks = [event["body"]["result"] for event in events
                  if event["kind"] == "check" and event["body"]["step"] == "strain"]
        self.assertEqual(checks, ["pass"])

    def test_probabilities_are_asked_for_where_a_piece_is_copied(self):
        _, _, _, model = self.turn(0.9)
        for asked in model.requests:
            copies = "old" in asked.get("grammar", "")
            self.assertEqual(bool(asked.get("logprobs")), copies, asked.get("grammar", "")[:80])


if __name__ == "__main__":
    unittest.main()
