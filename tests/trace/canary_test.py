#!/usr/bin/env python3
"""Secrets in the request, in files, in a command's output, in the model's replies and in the environment: no file
beneath the state directory holds one of them, whole or in part, plain or compressed.

Turns that change, create and delete files with secrets in them, run a command that prints one, ask about one, are
denied, contained, cancelled and undone; each with digests only, and once more with full texts, which are encrypted.
What is looked at is every byte of every file, names included, and what trace, why and the report print of it.

Usage: canary_test.py WARRANT
"""
import json
import os
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

WARRANT = str(Path(sys.argv[1]).resolve())
CANARIES = {
    "request": "canary-Req-7f31c9aa52e1d0b4",
    "file": "canary-File-0c4b8e22f19a7733",
    "output": "canary-Out-5d1e77aa09c3f2b8",
    "reply": "canary-Rep-91ab3cd4e5f60718",
    "environment": "canary-Env-28d6f0b1a9c4e357",
}
TOKEN = "ghp_Canary4T0k3nOfAShape1234567890abcd"
KEY = "-----BEGIN PRIVATE KEY-----\nCanaryKeyLine7Qm2Zr8Ls5Vt1Xw9\n-----END PRIVATE KEY-----\n"
NEEDLES = [*CANARIES.values(), TOKEN, "CanaryKeyLine7Qm2Zr8Ls5Vt1Xw9"]
SETTINGS = f"TIMEOUT = 30\npassword = \"{CANARIES['file']}\"\ntoken = \"{TOKEN}\"\n{KEY}"


def reply(text):
    return {"text": text}


TURNS = [
    # A change in a file that holds secrets; the model quotes one in its reply, and claims with one.
    ("In settings.py, change TIMEOUT from 30 to 60.", ["--yes"],
     [reply('{"choice":1}'), reply(f"TIMEOUT is 60. The password is {CANARIES['reply']}, password={CANARIES['reply']}."),]),
    # The request itself holds one, and the file then does.
    (f"In settings.py, set password to \"{CANARIES['request']}\".", ["--yes"],
     [reply('{"choice":1}'), reply(f"I set the password={CANARIES['request']} and all tests pass."),
      reply(f"I set password={CANARIES['request']} and all tests pass.")]),
    (f"Create keys.txt with the content \"api_key={CANARIES['request']}\".", ["--yes"],
     [reply('{"choice":1}'), reply("keys.txt was created.")]),
    # Denied: the approval would have shown it.
    (f"In settings.py, set token to \"{CANARIES['request']}\".", [], [reply('{"choice":1}'), reply("It was denied.")]),
    ("Run the tests.", ["--yes"], [reply(f"The tests passed with secret={CANARIES['reply']}.")]),
    ("What is in settings.py?", [], [reply(f"password = \"{CANARIES['file']}\", and token = {TOKEN}.")]),
    ("Delete keys.txt.", ["--yes"], [reply('{"choice":1}'), reply("keys.txt was deleted.")]),
    ("In settings.py, change TIMEOUT from 60 to 90.", ["--yes"],
     [reply(f"password={CANARIES['reply']}"), {"error": {"code": "unavailable", "message": f"token={CANARIES['reply']}"}}]),
]


def holds(data):
    return [needle for needle in NEEDLES if needle.encode() in data]


def look(directory):
    """Every file whose bytes, as they are or unpacked, hold a secret."""
    found, looked = [], 0
    for path in sorted(directory.rglob("*")):
        for needle in holds(str(path).encode()):
            found.append(f"the name {path} holds {needle}")
        if not path.is_file():
            continue
        looked += 1
        data = path.read_bytes()
        found += [f"{path.relative_to(directory)} holds {needle}" for needle in holds(data)]
        unpacked = subprocess.run(["zstd", "-dcq"], input=data, capture_output=True).stdout if has_zstd() else b""
        try:
            unpacked += zlib.decompress(data)
        except zlib.error:
            pass
        found += [f"{path.relative_to(directory)} holds {needle}, compressed" for needle in holds(unpacked)]
    return found, looked


def has_zstd():
    return any(os.access(os.path.join(folder, "zstd"), os.X_OK) for folder in os.environ["PATH"].split(":"))


def live(content):
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder)
        root = top / "ws"
        root.mkdir()
        (root / "settings.py").write_text(SETTINGS)
        (root / "Makefile").write_text(f"test:\n\t@echo 'SECRET={CANARIES['output']}'; echo 'token: {TOKEN}'; echo '1 passed in 0.01s'\n")
        (top / "config" / "warrant").mkdir(parents=True)
        (top / "config" / "warrant" / "config.toml").write_text(f"[record]\ncontent = \"{content}\"\n")
        environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": folder, "XDG_RUNTIME_DIR": str(top / "run"),
                       "AWS_SECRET_ACCESS_KEY": CANARIES["environment"], "WARRANT_API_KEY": CANARIES["environment"],
                       "MY_PASSWORD": CANARIES["environment"],
                       **{f"XDG_{name}_HOME": str(top / name.lower()) for name in ("STATE", "CONFIG", "CACHE")}}

        def warrant(*words, codes=(0,)):
            done = subprocess.run([WARRANT, *words, "--root", str(root)], env=environment, stdin=subprocess.DEVNULL,
                                  capture_output=True, text=True, timeout=60)
            if done.returncode not in codes:
                problems.append(f"{words} ends with {done.returncode}: {done.stdout}{done.stderr}")
            return done.stdout

        for number, (request, flags, replies) in enumerate(TURNS):
            script = top / f"script{number}"
            lines = [*replies, reply(f"In the environment stands {CANARIES['environment']}.")]
            script.write_text("".join(json.dumps(line) + "\n" for line in lines))
            warrant("run", request, *flags, "--script", str(script), codes=(0, 1, 3, 4))
        warrant("undo", "--yes")
        warrant("redo", "--yes")
        printed = warrant("trace", "export") + warrant("trace", "export", "--format", "otlp") + warrant("why")
        problems += [f"the record as it is printed holds {needle}" for needle in holds(printed.encode())]
        warrant("trace", "list")
        warrant("trace", "verify")
        if content == "digests":
            warrant("trace", "report")
        # The secrets did reach the workspace: otherwise nothing was tested.
        if CANARIES["request"] not in (root / "settings.py").read_text() or TOKEN not in (root / "settings.py").read_text():
            problems.append("the turns did not write what they should have written")
        found, looked = look(top / "state")
        problems += found
        if content == "full":
            texts = list((top / "state").rglob("content/*/*"))
            if not texts:
                problems.append("no full text was kept")
        print(f"record.content = {content}: {len(TURNS)} turns, {looked} files beneath the state directory, {len(found)} hold a secret")
    return problems


def main():
    problems = live("digests") + live("full")
    for problem in problems:
        print(problem, file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
