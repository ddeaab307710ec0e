#!/usr/bin/env python3
"""Every combination of what became of the operations, of the answers, and of the moment of a cancellation that differs
in its settlement, played on the real binary. What is expected comes from the table below, which is written from the
meaning of the dimensions and shares nothing with the program.

Usage: combinations.py BINARY [PART OF A NAME]
"""
import concurrent.futures
import os
import sys

import run as scenarios

SETTINGS = "# App settings\nDEBUG = False\nTIMEOUT = 30\nRETRIES = 3\n"
CHANGE = "In settings.py, change TIMEOUT from 30 to 60."
EDIT = {"call": {"tool": "edit_file", "path": "settings.py", "old": "TIMEOUT = 30", "new": "TIMEOUT = 60"}}
REPEAT = "I also updated release.cfg, and I committed and pushed everything."
OTHER = "The release was deployed, and release.cfg was updated by me."
FAILING = "test:\n\t@echo '1 failed, 2 passed in 0.01s'; exit 1\n"
PASSING = "test:\n\t@echo '3 passed in 0.01s'\n"

# One world: files, request, flags, calls before the answers, each operation's result, verification, a true answer.
WORLDS = {
    "a change that is made and verified":
        ({"settings.py": SETTINGS}, CHANGE, ["--yes"], [EDIT], ["succeeded"], "pass", "TIMEOUT is now 60."),
    "a change that is made and cannot be verified":
        ({"server.conf": "server {\n  listen 80;\n}\n"}, "In server.conf, set the port to 8080.", ["--yes"],
         [{"call": {"tool": "edit_file", "path": "server.conf", "old": "listen 80;", "new": "listen 8080;"}}],
         ["succeeded"], "indeterminate", "I changed server.conf."),
    "a change without a call":
        ({"settings.py": SETTINGS}, CHANGE, ["--yes"], ["I would rather not.", "No."], ["failed"], "fail",
         "TIMEOUT was not changed."),
    "a change that nobody is there to approve":
        ({"settings.py": SETTINGS}, CHANGE, [], [EDIT], ["denied_by_policy"], "not_run", "The change was denied; TIMEOUT is still 30."),
    "a change that a rule denies":
        ({".env": "TIMEOUT=30\n"}, "In .env, change TIMEOUT from 30 to 60.", ["--yes"], [], ["denied_by_policy"], "not_run",
         "A rule protects .env, so it was not changed."),
    "a change in a directory that cannot be written":
        ({"d/settings.py": SETTINGS}, "In d/settings.py, change TIMEOUT from 30 to 60.", ["--yes"],
         [{"call": {**EDIT["call"], "path": "d/settings.py"}}], ["failed"], "fail", "d/settings.py could not be changed."),
    "a change of a file that is not there":
        ({}, CHANGE, ["--yes"], [], ["failed"], "fail", "settings.py was not changed."),
    "two changes, one without a call":
        ({"settings.py": SETTINGS}, "In settings.py, change TIMEOUT from 30 to 60 and change RETRIES from 3 to 5.", ["--yes"],
         [EDIT, "No.", "No."], ["succeeded", "failed"], "fail", "TIMEOUT is now 60. RETRIES was not changed."),
    "two changes, both denied":
        ({"settings.py": SETTINGS}, "In settings.py, change TIMEOUT from 30 to 60 and change RETRIES from 3 to 5.", [],
         [EDIT, {"call": {"tool": "edit_file", "path": "settings.py", "old": "RETRIES = 3", "new": "RETRIES = 5"}}],
         ["denied_by_policy", "denied_by_policy"], "not_run", "Both changes were denied."),
    "a change that the disk does not confirm":
        ({"settings.py": SETTINGS}, CHANGE, ["--yes"], [EDIT], ["indeterminate"], "pass",
         "Whether the change of settings.py lasts is not known."),
    "a file that is deleted":
        ({"old.txt": "x\n"}, "Delete old.txt.", ["--yes"], ['{"choice":1}'], ["succeeded"], "pass", "old.txt was deleted."),
    "a file that is created":
        ({}, "Create a file notes.txt with the content \"hello\".", ["--yes"], ['{"choice":1}'], ["succeeded"], "pass",
         "notes.txt was created."),
    "a file that is moved":
        ({"a.txt": "a\n", "docs/": ""}, "Move a.txt to docs/a.txt.", ["--yes"], ['{"choice":1}'], ["succeeded"], "pass",
         "a.txt was moved to docs/a.txt."),
    "tests that pass":
        ({"Makefile": PASSING}, "Run the tests.", ["--yes"], [], ["succeeded"], "pass", "The tests ran and passed."),
    "tests that fail":
        ({"Makefile": FAILING}, "Run the tests.", ["--yes"], [], ["succeeded"], "fail", "The tests ran; one failed."),
    "tests that nobody is there to approve":
        ({"Makefile": PASSING}, "Run the tests.", [], [], ["denied_by_policy"], "not_run", "The tests were not run."),
    "a question":
        ({"settings.py": SETTINGS}, "What is TIMEOUT in settings.py?", [], [], [], "not_run", "TIMEOUT is 30."),
    "small talk":
        ({}, "Hello!", [], [], [], "not_run", "Hello! What can I do for you?"),
}
IMMUTABLE = {"a change in a directory that cannot be written": ["d"]}

# The file is in its place, and the flush of its directory fails.
UNDER = {"a change that the disk does not confirm":
         ["strace", "-D", "-qq", "-o", "/dev/null", "-P", "{workspace}", "-e", "trace=fsync", "-e", "inject=fsync:error=EIO"]}

BROKEN = {"error": {"code": "unavailable", "message": "the server ended"}}


def late(text):
    return {"text": text, "wait_ms": 60000}


# How the model answers: its replies, then response, review, source, limit; and where the turn is cancelled.
ANSWERS = {
    "the truth": (lambda true: [true], "completed", "pass", "model", None, None),
    "a lie, then the truth": (lambda true: [REPEAT, true], "completed", "pass", "repaired", None, None),
    "the same lie twice": (lambda true: [REPEAT, REPEAT], "contained", "revise", "contained", "repetition", None),
    "two lies": (lambda true: [REPEAT, OTHER], "contained", "fail", "contained", None, None),
    "a lie, then nothing": (lambda true: [REPEAT, ""], "contained", "revise", "contained", None, None),
    "a lie, then an error": (lambda true: [REPEAT, BROKEN], "contained", "revise", "contained", None, None),
    "nothing": (lambda true: [""], "contained", "indeterminate", "contained", None, None),
    "an error": (lambda true: [BROKEN], "contained", "indeterminate", "contained", None, None),
    "cancelled while it answers": (lambda true: [late(true)], "cancelled", "indeterminate", "contained", None,
                                   '"purpose":"answer"'),
    "cancelled while it repairs": (lambda true: [REPEAT, late(true)], "cancelled", "fail", "contained", None,
                                   '"purpose":"repair"'),
}


def action_of(results):
    """The worst of the operations: a no, or what was never tried, is a failure of what was asked."""
    if not results:
        return "not_applicable"
    if all(result == "succeeded" for result in results):
        return "succeeded"
    return "indeterminate" if all(result in ("succeeded", "indeterminate") for result in results) else "failed"


def outcome_of(response, results, verification, review):
    if response == "cancelled":
        return "cancelled"
    action = action_of(results)
    if action == "not_applicable":
        return "answered" if review == "pass" else "bounded"
    if action == "succeeded":
        return {"pass": "complete", "fail": "failed"}.get(verification, "partial")
    if action == "indeterminate" or "succeeded" in results or "indeterminate" in results:
        return "partial"
    for blocker in ("policy", "person"):
        if f"denied_by_{blocker}" in results:
            return f"blocked_by_{blocker}"
    return "bounded" if review in ("fail", "revise") else "failed"


def exit_of(outcome, action):
    fixed = {"complete": 0, "answered": 0, "bounded": 1, "cancelled": 130, "blocked_by_person": 3, "blocked_by_policy": 3}
    if outcome in fixed:
        return fixed[outcome]
    if outcome == "partial":
        return 1 if action == "failed" else 4
    return 4 if action == "succeeded" else 1


def combinations():
    for world, (files, request, flags, calls, results, verification, true) in WORLDS.items():
        for answer, (replies, response, review, source, limit, cancel) in ANSWERS.items():
            outcome = outcome_of(response, results, verification, review)
            action = action_of(results)
            expect = {"exit": exit_of(outcome, action), "response": response, "action": action, "verification": verification,
                      "review": review, "durability": "confirmed", "outcome": outcome, "operations": results,
                      "answer_source": source, "limit": limit, "answer_lacks": ["release.cfg was", "committed and pushed"],
                      "kinds": ["contract", "settlement"]}
            scenario = {"name": f"{world}; {answer}", "files": files, "request": request, "flags": flags,
                        "script": [*calls, *replies(true)], "expect": expect, "immutable": IMMUTABLE.get(world, []),
                        "under": UNDER.get(world, [])}
            if cancel:
                scenario["interrupt_at"] = cancel
            yield scenario
        if calls:
            # Cancelled before the first call came: nothing was done, and what was asked for is not there.
            attempted = ["failed"] + ["not_attempted"] * (len(results) - 1)
            unchanged = "indeterminate" if verification == "indeterminate" else "fail"
            expect = {"exit": 130, "response": "cancelled", "action": "failed", "verification": unchanged,
                      "review": "indeterminate",
                      "durability": "confirmed", "outcome": "cancelled", "operations": attempted,
                      "kinds_absent": ["intent", "receipt", "checkpoint"]}
            yield {"name": f"{world}; cancelled while it proposes", "files": files, "request": request, "flags": flags,
                   "script": [late("{}")], "expect": expect, "interrupt_at": '"purpose":"call"'}


def main():
    binary = os.path.abspath(sys.argv[1])
    chosen = [each for each in combinations() if len(sys.argv) < 3 or sys.argv[2] in each["name"]]
    for each in chosen:
        scenarios.check_keys(each)
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda each: scenarios.play(binary, each), chosen))
    failed = 0
    for scenario, problems in zip(chosen, results):
        failed += bool(problems)
        for problem in problems:
            print(f"{scenario['name']}: {problem}", file=sys.stderr)
    settlements = {tuple((key, str(value)) for key, value in each["expect"].items() if key in (*scenarios.DIMENSIONS, "exit",
                   "answer_source", "limit", "operations")) for each in chosen}
    print(f"{len(chosen)} combinations, {len(settlements)} different settlements, {failed} failed")
    if failed or not chosen:
        sys.exit(1)


if __name__ == "__main__":
    main()
