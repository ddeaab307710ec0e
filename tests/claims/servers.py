"""Stand-ins for decision and extraction models: each speaks one dialect, answers by a table, and can fail as documented.

A dialect turns an answer into what its server would send. `fault` is (status, headers, body), "hang", "drop" or None; a
list of faults is used up one a request.
"""
import http.server
import json
import math
import threading
import time


class Server:
    def __init__(self, respond):
        outer = self
        self.requests, self.respond, self.lock, self.busiest, self.now = [], respond, threading.Lock(), 0, 0

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                with outer.lock:
                    outer.now += 1
                    outer.busiest = max(outer.busiest, outer.now)
                    outer.requests.append({"path": self.path, "body": json.loads(body), "headers": dict(self.headers)})
                try:
                    answer = outer.respond(self.path, json.loads(body))
                finally:
                    with outer.lock:
                        outer.now -= 1
                if answer == "hang":
                    time.sleep(1)
                    answer = "drop"
                if answer == "drop":
                    self.close_connection = True
                    return
                status, headers, content = answer
                data = content if isinstance(content, bytes) else json.dumps(content).encode()
                self.send_response(status)
                for name, value in {"Content-Type": "application/json", **headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

        class Quiet(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_):
                pass

        self.server = Quiet(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def enveloped(result):
    return {"result": result, "success": True, "errors": [], "messages": []}


class Faults:
    """Gives the faults of a list one after the other, a single one for ever."""

    def __init__(self, fault):
        self.one = fault if not isinstance(fault, list) else None
        self.rest = list(fault) if isinstance(fault, list) else []

    def next(self):
        return self.rest.pop(0) if self.rest else self.one


def system_one(yes, gate="pass", values=(), fault=None, envelope=False, wait=0.0):
    """`yes` maps a word of the question to the probability of yes; `values` are chosen wherever they are offered."""
    faults = Faults(fault)

    def respond(path, body):
        if wait:
            time.sleep(wait)
        failing = faults.next()
        if failing:
            return failing
        if not envelope and path != "/v1/systemone":
            return 404, {}, {"error": {"code": 404, "type": "not_found_error", "message": "no such route"}}
        answers = {}
        for name, question in body["questions"].items():
            if question["type"] == "noul":
                odds = next((p for word, p in yes.items() if word in question["instructions"]), 0.99)
                answers[name] = {"type": "noul", "noul": odds}
                continue
            options = list(question["criteria"])
            chosen = gate if gate in options else "not_stated"
            for option, meaning in question["criteria"].items():
                if any(meaning.startswith(f"{value} in ") for value in values):
                    chosen = option
            rest = round(0.06 / max(1, len(options) - 1), 4)
            odds = {option: 0.94 if option == chosen else rest for option in options}
            answers[name] = {"type": "choice", "choice": chosen, "confidence": 0.9, "probabilities": odds}
        result = {"model": "fake-1", "answers": answers, "usage": {"input_tokens": 9, "output_tokens": 0}}
        return 200, {}, enveloped(result) if envelope else result

    return respond


def clairic(said, output, minutes=7, fault=None, envelope=False, truncated=False, units=lambda text, at: at):
    """`said` and `output` map a field to (value, the text it stands in, for its place) or None."""
    faults = Faults(fault)

    def respond(path, body):
        failing = faults.next()
        if failing:
            return failing
        state = body["state"]
        table = output if any("output" in each["instructions"] and "as this output" in each["instructions"]
                              for each in body["fields"].values()) else said
        answers = {}
        for name, wanted in body["fields"].items():
            if wanted["type"] == "estimate":
                answers[name] = {"type": "estimate", "value": minutes, "confidence": 0.4, "distribution": {}}
                continue
            found = table.get(name)
            if found is None:
                answers[name] = {"type": "text", "value": None, "guess": "0", "confidence": 0.1, "p_null": 0.9}
                continue
            value, around = found
            at = state.find(around)
            begin = at + around.find(value)
            span = [units(state, begin), units(state, begin + len(value))] if at >= 0 else [3, 5]
            answers[name] = {"type": "text", "value": value, "guess": value, "confidence": 0.98, "p_null": 0.01,
                             "span": span}
        result = {"model": "fake", "answers": answers, "truncated": truncated, "usage": {"input_tokens": 3}}
        return 200, {}, enveloped(result) if envelope else result

    return respond


VOCABULARY = {"A": 32, " A": 362, "B": 33, " B": 426, "C": 34, " C": 356}


def llama_labels(yes, gate="pass", mass=0.999, missing=0, fault=None, swap=0.0, no_route=True, extraction=None):
    """llama-server with an ordinary model: templates, tokens, and log-probabilities of the next token. `yes` maps a word
    of the question to the probability of its first option; `swap` is added to whatever stands first (position bias);
    the first `missing` completions lack a label in their list."""
    faults = Faults(fault)
    lacking = [missing]

    def respond(path, body):
        if path == "/v1/systemone":
            return 404, {}, {"error": {"code": 404, "type": "not_found_error", "message": "File Not Found"}}
        failing = faults.next()
        if failing:
            return failing
        if path == "/apply-template":
            return 200, {}, {"prompt": "<|user|>" + body["messages"][-1]["content"] + "<|assistant|>"}
        if path == "/tokenize":
            known = VOCABULARY.get(body["content"])
            tokens = [{"id": known, "piece": body["content"]}] if known else [{"id": 1, "piece": "?"}, {"id": 2, "piece": "?"}]
            return 200, {}, {"tokens": tokens}
        if path == "/v1/chat/completions":
            return 200, {}, {"choices": [{"index": 0, "finish_reason": "stop", "message": {
                "role": "assistant", "content": extraction(body["messages"][-1]["content"])}}]}
        if path != "/completion":
            return 404, {}, {"error": {"code": 404, "type": "not_found_error", "message": "File Not Found"}}
        prompt = body["prompt"]
        lines = [line for line in prompt.split("\n") if line[:3] in ("A: ", "B: ", "C: ")]
        if len(lines) == 3:
            odds = [0.9 if line[3:].startswith(gate) else 0.05 for line in lines]
        else:
            p = next((p for word, p in yes.items() if word in prompt), 0.97)
            odds = [p if line[3:].startswith("yes") else 1 - p for line in lines]
        odds[0] += swap
        odds = [each / sum(odds) * mass for each in odds]
        letters = "ABC"[:len(odds)]
        top = [{"id": VOCABULARY[a], "token": a, "bytes": [ord(a)], "logprob": math.log(max(p, 1e-9))}
               for a, p in zip(letters, odds)]
        if lacking[0] > 0:
            lacking[0] -= 1
            top = top[:1]
        top.append({"id": 9, "token": "The", "bytes": [84], "logprob": math.log(max(1 - mass, 1e-9))})
        return 200, {}, {"content": letters[0], "completion_probabilities": [
            {"id": 32, "token": "A", "bytes": [65], "logprob": -0.01, "top_logprobs": top}]}

    return respond
