#!/usr/bin/env python3
"""warrant check with models beside the rules: every dialect, every documented error, and what a model may not do.

Usage: backends_test.py WARRANT SCHEMAS
"""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from jsonschema import Draft202012Validator

from servers import Server, clairic, enveloped, llama_labels, system_one

WARRANT = sys.argv[1]
SCHEMA, ERROR = (Draft202012Validator(json.loads((Path(sys.argv[2]) / f"{name}.v1.json").read_text()))
                 for name in ("check", "error"))

GREEN = "$ pytest\n42 passed in 0.30s\n[exit 0]\n"
ODD = "$ ./run-checks\nreport: 42 good, 0 bad\n"
YES = {"test run": 0.98, "deployment": 0.02, "support": 0.97}


def check(condition, what):
    if not condition:
        raise SystemExit(f"backends: {what}")


def run(said, output, *arguments, code=None, key=None):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("said", said), ("output", output)):
            Path(folder, name).write_text(text)
        done = subprocess.run(
            [WARRANT, "check", "--said", f"{folder}/said", "--output", f"{folder}/output", "--json", *arguments],
            capture_output=True, text=True, timeout=60,
            env={**{k: v for k, v in os.environ.items() if k != "WARRANT_API_KEY"}, **({"WARRANT_API_KEY": key} if key else {})})
    if code is not None:
        check(done.returncode == code, f"{arguments} ended with {done.returncode}, not {code}: {done.stdout}{done.stderr}")
    value = json.loads(done.stdout)
    if value["schema"] == "warrant.error.v1":
        ERROR.validate(value)
        return done
    SCHEMA.validate(value)
    value["by_field"] = {each["field"]: each for each in value["fields"]}
    return value


def with_server(respond, body):
    server = Server(respond)
    try:
        return body(server)
    finally:
        server.close()


def status(value, field):
    return value["by_field"][field]["status"]


# --- judges ---------------------------------------------------------------------------------------

def judges_agree_in_every_dialect():
    for name, respond, suffix, extra in (
            ("plain", system_one(YES), "", []),
            ("whole route", system_one(YES), "/v1/systemone", []),
            ("envelope", system_one(YES, envelope=True), "/client/v4/accounts/a/ai/run/@cf/cloudflare/clef", []),
            ("labels", llama_labels(YES), "", [])):
        def body(server):
            value = run("All 42 tests pass.", GREEN, "--judge", server.url + suffix, *extra, code=0, key="secret")
            check(status(value, "tests_passed") == "held" and value["gate"] == "pass", f"{name}: {value}")
            check(value["readers"]["judge"] == "rules+systemone", value["readers"])
            check(0.9 < value["support"] <= 0.98, f"{name}: support {value['support']}")
            check(all(each["headers"].get("Authorization") == "Bearer secret" for each in server.requests), "the key")
            if name == "envelope":
                check(all(each["body"]["model"] == "clef" and each["path"] == suffix for each in server.requests),
                      "a hosted run is asked at its own address for its own model")
        with_server(respond, body)


def the_readings_run_at_the_same_time():
    reader = Server(clairic({}, {}))
    judge = Server(system_one(YES, wait=0.3))
    value = run("All 42 tests pass.", GREEN, "--judge", judge.url, "--reader", "clairic", "--reader-url", reader.url, code=0)
    check(judge.busiest >= 2, "the anchors are asked one after the other")
    check(len(reader.requests) == 2 and value["readers"]["claim"] == "rules+clairic", "both texts are read")
    check(value["minutes_to_agree"] == 7, value["minutes_to_agree"])
    reader.close()
    judge.close()


def a_judge_is_never_looser():
    def broken(server):
        value = run("All 43 tests pass.", GREEN, "--judge", server.url, code=10)
        check(status(value, "tests_passed") == "broken" and value["support"] <= 0.02, value)
        value = run("Pushed. All 42 tests pass.", "$ ls\nREADME.md\n", "--judge", server.url)
        check(value["gate"] in ("retry", "ask"), value)
    with_server(system_one({"test run": 1.0, "deployment": 1.0, "support": 1.0}), broken)


def a_judge_can_be_stricter():
    def no_run(server):
        value = run("All 42 tests pass.", GREEN, "--judge", server.url, code=10)
        check(status(value, "tests_passed") == "unbacked", value)
        check(value["by_field"]["tests_passed"]["reason"] == "no_test_run", value)
    with_server(system_one({"test run": 0.03, "support": 0.97}), no_run)

    def unsupported(server):
        value = run("All 42 tests pass.", GREEN, "--judge", server.url, code=11)
        check(value["gate"] == "ask" and abs(value["support"] - 0.2) < 0.01, value)
    with_server(system_one({**YES, "support": 0.2}), unsupported)
    with_server(system_one(YES, gate="retry"),
                lambda server: run("All 42 tests pass.", GREEN, "--judge", server.url, code=10))
    with_server(llama_labels(YES, gate="ask"),
                lambda server: run("All 42 tests pass.", GREEN, "--judge", server.url, code=11))


def labels_are_read_with_care():
    def biased(server):
        value = run("All 42 tests pass.", GREEN, "--judge", server.url, code=0)
        check(status(value, "tests_passed") == "held", "a bias to the first place decides")
        prompts = [each["body"]["prompt"] for each in server.requests if each["path"] == "/completion"]
        check(any("A: yes" in each for each in prompts) and any("A: no" in each for each in prompts), "one order only")
    with_server(llama_labels({**YES, "deployment": 0.2}, swap=0.5), biased)

    def deeper(server):
        run("All 42 tests pass.", GREEN, "--judge", server.url, code=0)
        depths = {each["body"]["n_probs"] for each in server.requests if each["path"] == "/completion"}
        check({256, 4096} <= depths, f"a missing label is not asked for deeper: {depths}")
    with_server(llama_labels(YES, missing=2), deeper)

    open_lines("labels without mass", llama_labels(YES, mass=0.9), "--judge")
    open_lines("labels that are never listed", llama_labels(YES, missing=10_000), "--judge")


# --- readers --------------------------------------------------------------------------------------

def values_count_where_they_stand():
    said = "Finished. Forty-two of them went well: 42 good."
    read = clairic({"tests_passed": ("42", "42 good")}, {"tests_passed": ("42", "42 good")})
    judge = Server(system_one(YES))

    def held(server):
        value = run(said, ODD, "--reader", "clairic", "--reader-url", server.url, "--judge", judge.url, code=0)
        line = value["by_field"]["tests_passed"]
        check(line["status"] == "held" and line["claim"]["text"] == "42" and line["evidence"]["text"] == "42", line)
        check(ODD[slice(*line["evidence"]["span"])] == "42", line)
        without = run(said, ODD, "--reader", "clairic", "--reader-url", server.url, code=10)
        check(status(without, "tests_passed") == "unbacked", "a number without a run is held")
    with_server(read, held)

    def altered(server):
        value = run(said.replace("42 good", "43 good"), ODD, "--reader", "clairic", "--reader-url", server.url,
                    "--judge", judge.url, code=10)
        check(status(value, "tests_passed") == "broken", value)
    with_server(clairic({"tests_passed": ("43", "43 good")}, {"tests_passed": ("42", "42 good")}), altered)

    def invented(server):
        value = run("I renamed it.", ODD, "--reader", "clairic", "--reader-url", server.url, "--judge", judge.url, code=0)
        check(status(value, "tests_passed") == "unclaimed", value)
        check({(each["part"], each["value"]) for each in value["rejected"]} == {("claim", "42"), ("evidence", "99")},
              value["rejected"])
    with_server(clairic({"tests_passed": ("42", "42 good")}, {"tests_passed": ("99", "99 good")}), invented)

    def shown(server):
        value = run("42 good.", "$ cat old.log\n42 passed in 1s\n", "--reader", "clairic", "--reader-url", server.url,
                    "--judge", judge.url)
        check(status(value, "tests_passed") != "held", "text that was merely shown bears something out")
    with_server(clairic({"tests_passed": ("42", "42 good")}, {"tests_passed": ("42", "42 passed")}), shown)
    judge.close()


def offsets_in_any_unit():
    said = "Größe geprüft 🎉: 42 good, and 7 things more."
    for name, units in (("bytes", lambda text, at: len(text[:at].encode())), ("code points", lambda text, at: at),
                        ("UTF-16", lambda text, at: len(text[:at].encode("utf-16-le")) // 2)):
        def body(server):
            value = run(said, ODD, "--reader", "clairic", "--reader-url", server.url)
            claim = value["by_field"]["tests_passed"]["claim"]
            check(claim and said.encode()[slice(*claim["span"])] == b"42", f"{name}: {claim}")
        with_server(clairic({"tests_passed": ("42", "42 good")}, {}, units=units), body)


def readers_of_every_kind():
    said = "We are at 42 good ones, live: https://a.example/app"
    output = "$ ./ship\n42 good\nnow serving https://a.example/app/\n"
    judge = Server(system_one({**YES, "deployment": 0.99}))

    def agreed(*arguments):
        value = run(said, output, *arguments, "--judge", judge.url, code=0)
        check(status(value, "tests_passed") == "held" and status(value, "deploy_url") == "held", value["fields"][:4])
    tables = ({"tests_passed": ("42", "42 good"), "deploy_url": ("https://a.example/app", "https://a.example/app")},
              {"tests_passed": ("42", "42 good"), "deploy_url": ("https://a.example/app/", "https://a.example/app/")})
    with_server(clairic(*tables), lambda server: agreed("--reader", "clairic", "--reader-url", server.url))
    with_server(clairic(*tables, envelope=True), lambda server: agreed(
        "--reader", "clairic", "--reader-url", server.url + "/client/v4/accounts/a/ai/run/@cf/cloudflare/clairic"))
    with_server(system_one(YES, values=("42", "https://a.example/app", "https://a.example/app/")),
                lambda server: agreed("--reader", "systemone", "--reader-url", server.url))

    def extraction(asked):
        text = asked.split("----\n")[1]
        url = "https://a.example/app/" if "serving" in text else "https://a.example/app"
        values = {"tests_passed": {"value": "42", "quote": "42 good"}, "tests_failed": None,
                  "deploy_url": {"value": url, "quote": url}, "version": None, "exit_code": None}
        return json.dumps({**values, **({"minutes_to_agree": 3} if "minutes_to_agree" in asked else {})})
    with_server(llama_labels(YES, extraction=extraction),
                lambda server: agreed("--reader", "llama", "--reader-url", server.url))
    judge.close()


# --- what goes wrong ------------------------------------------------------------------------------

seen = set()


def open_lines(name, respond, option, code=11, limit="5"):
    """Whatever the backend does, nothing is held by it and nothing passes."""
    def body(server):
        kind = ["--judge", server.url] if option == "--judge" else ["--reader", option, "--reader-url", server.url]
        value = run("All 42 tests pass.", GREEN, *kind, "--backend-timeout", limit, code=code)
        check(value["gate"] != "pass", f"{name} passes")
        check(status(value, "tests_passed") == "indeterminate", f"{name}: {status(value, 'tests_passed')}")
        check(all(each["status"] != "held" for each in value["fields"] if each["field"] in ("tests_passed", "tests_failed")),
              f"{name}: held")
        check(value["indeterminate"] and all(each["error"] for each in value["indeterminate"]), f"{name} is not named")
        if option not in seen:  # once a kind of backend
            seen.add(option)
            wrong = run("All 41 tests pass.", GREEN, *kind, "--backend-timeout", limit, code=10)
            check(status(wrong, "tests_passed") == "broken", f"{name} hides what the rules see")
        return value
    return with_server(respond, body)


def plain(status_code, kind, message):
    return status_code, {}, {"error": {"code": status_code, "type": kind, "message": message}}


def hosted(status_code, number, message):
    return status_code, {}, {"result": None, "success": False, "errors": [{"code": number, "message": message}], "messages": []}


def documented_errors():
    llama = [plain(400, "invalid_request_error", "malformed JSON"),
             plain(400, "exceed_context_size_error", "the request exceeds the available context size"),
             plain(400, "exceed_batch_size_error", "input is larger than the batch"),
             plain(413, "request_too_large_error", "too large"),
             plain(422, "unprocessable_entity_error", "no such type"),
             plain(429, "rate_limit_error", "busy"),
             plain(503, "unavailable_error", "Loading model"),
             (404, {}, {"error": "model \"x\" not found, try pulling it first"}),
             (400, {}, {"error": "this model does not support decisions"}),
             (500, {}, b"<html>Internal Server Error</html>"),
             (200, {}, b"not json"), (200, {}, {"model": "x"}), (200, {}, {"answers": {"q0": {"type": "noul"}}}),
             (200, {}, {"answers": {"q0": {"type": "noul", "noul": 1.7}}}),
             (200, {}, {"answers": {"q0": {"type": "noul", "noul": "yes"}}}),
             (200, {}, {"answers": []}), (302, {"Location": "http://127.0.0.1:1/"}, {}), "drop"]
    for fault in llama:
        open_lines(f"System One: {fault}", system_one(YES, fault=fault), "--judge")
        open_lines(f"reader: {fault}", system_one(YES, fault=fault), "systemone")
    for fault in [hosted(401, 10000, "Authentication error"), hosted(400, 5006, "no questions"),
                  hosted(400, 6003, "not JSON"), hosted(400, 7000, "no route"), hosted(413, 5021, "too large"),
                  hosted(422, 5012, "validation"), hosted(429, 3040, "capacity"), hosted(429, 4006, "used up"),
                  hosted(529, 5012, "inference failed"), hosted(200, 1, "failed all the same"),
                  (200, {}, b"{}"), "drop"]:
        open_lines(f"Clairic: {fault}", clairic({}, {}, fault=fault), "clairic")
        open_lines(f"llama: {fault}", llama_labels(YES, fault=fault), "llama")
        open_lines(f"labels: {fault}", llama_labels(YES, fault=fault), "--judge")
    value = open_lines("a beginning only", clairic({}, {}, truncated=True), "clairic")
    check(all(each["code"] == "too_large" for each in value["indeterminate"]), value["indeterminate"])
    for answer in ("nonsense", "{}", "[]"):
        open_lines("not of the schema", llama_labels(YES, extraction=lambda _, answer=answer: answer), "llama")
    value = open_lines("too slow", system_one(YES, fault="hang"), "--judge", limit="0.3")
    check(all(each["code"] == "timed_out" for each in value["indeterminate"]), value["indeterminate"])
    open_lines("too slow", clairic({}, {}, fault="hang"), "clairic", limit="0.3")
    open_lines("too slow", llama_labels(YES, fault="hang"), "llama", limit="0.3")


def repeats_only_what_helps():
    wait = (429, {"Retry-After": "1"}, {"error": {"code": 429, "type": "rate_limit_error", "message": "busy"}})
    for fault, times in (([wait], 2), ([hosted(429, 3040, "capacity")], 2), ([plain(503, "unavailable_error", "loading")], 2),
                         ([hosted(529, 5012, "failed")], 2)):
        def again(server):
            value = run("All 42 tests pass.", GREEN, "--judge", server.url, code=0)
            check(len(server.requests) == 4 + 1, f"{fault}: {len(server.requests)} requests")
            check("indeterminate" not in value, value)
        with_server(system_one(YES, fault=fault), again)
    for fault in (hosted(429, 4006, "used up"), plain(400, "invalid_request_error", "x"), hosted(401, 10000, "key"),
                  plain(413, "request_too_large_error", "x"), plain(422, "unprocessable_entity_error", "x")):
        def once(server):
            run("All 42 tests pass.", GREEN, "--judge", server.url, code=11)
            check(len(server.requests) <= 4, f"{fault} is repeated: {len(server.requests)}")
        with_server(system_one(YES, fault=fault), once)


def nobody_answers():
    for arguments in (["--judge", "http://127.0.0.1:1"], ["--reader", "llama", "--reader-url", "http://127.0.0.1:1"],
                      ["--reader", "clairic", "--reader-url", "http://127.0.0.1:1"]):
        value = run("All 42 tests pass.", GREEN, *arguments, code=11)
        check(status(value, "tests_passed") == "indeterminate", value["fields"][0])
        check(run("I renamed it.", GREEN, *arguments, code=11)["gate"] == "ask", "passes unread")
    value = run("All 42 tests pass.", GREEN, "--judge", "http://judge.example", code=11)
    check(all(each["code"] == "refused" for each in value["indeterminate"]), value["indeterminate"])
    for arguments in (["--reader", "clairic"], ["--reader", "oracle"], ["--reader-url", "http://127.0.0.1:1"],
                      ["--judge", "http://127.0.0.1:1", "--backend-timeout", "soon"]):
        run("x", "y", *arguments, code=2)
    long = "x 1 y\n" * 50_000
    value = run(long, GREEN, "--judge", "rules", "--reader", "systemone", "--reader-url", "http://127.0.0.1:1", code=11)
    check(any(each["code"] == "too_large" for each in value["indeterminate"]), value["indeterminate"])


def sessions_and_batches():
    def body(server):
        lines = [{"id": 1, "said": "All 42 tests pass.", "output": GREEN},
                 {"id": 2, "said": "All 42 tests pass.", "runs": [
                     {"command": "pytest", "output": "42 passed in 1s\n", "exit_code": 0, "order": 1}],
                  "edits": [{"path": "a.py", "order": 2}]}]
        done = subprocess.run([WARRANT, "check", "--batch", "-", "--judge", server.url], capture_output=True, text=True,
                              input="".join(json.dumps(line) + "\n" for line in lines), timeout=60)
        first, second = [json.loads(line) for line in done.stdout.splitlines()]
        check(first["gate"] == "pass" and second["gate"] == "retry", done.stdout)
        check(second["fields"][0]["reason"] == "stale", "a judge makes a stale run count")
    with_server(system_one({"test run": 1.0, "support": 1.0}), body)


def main():
    parts = (judges_agree_in_every_dialect, the_readings_run_at_the_same_time, a_judge_is_never_looser,
             a_judge_can_be_stricter, labels_are_read_with_care, values_count_where_they_stand, offsets_in_any_unit,
             readers_of_every_kind, documented_errors, repeats_only_what_helps, nobody_answers, sessions_and_batches)
    for part in parts:
        part()
    print(f"{len(parts)} parts hold")


if __name__ == "__main__":
    main()
