#!/usr/bin/env python3
"""Times `warrant check` as whole processes, beside what the machine needs to start any process.

Prints medians over the runs: /bin/true, `warrant --version`, one check of a message against its output, the same against
ordered runs, and a batch of 1,000 items for each item; and how many times /bin/true one check takes.
Usage: bench/check.py [BINARY] [RUNS]
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SAID = ("All 42 tests pass, the build is clean and I released v1.4.2.\n\n- `src/parser.py`: reads blanks at the end\n"
        "- `tests/test_parser.py`: three cases more\n\nIt is live at https://a.example/app. Exit code 0.\n")
OUTPUT = ("$ pytest -q\n" + "".join(f"tests/test_{i}.py ....  [{i} %]\n" for i in range(0, 100, 2)) +
          "42 passed in 0.30s\n[exit 0]\n$ npm run build\ndist/app.js  12.1 kB\n[exit 0]\n$ ./release\nreleased v1.4.2\n"
          "Deployed to https://a.example/app\n[exit 0]\n")


def process_ms(arguments, expected):
    start = time.monotonic()
    pid = os.posix_spawn(arguments[0], arguments, os.environ,
                         file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])
    _, status, used = os.wait4(pid, 0)
    elapsed = (time.monotonic() - start) * 1e3
    code = os.waitstatus_to_exitcode(status)
    assert code in expected, f"{arguments} ended with {code}"
    return elapsed, used.ru_maxrss / 1024


def main():
    binary = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "build/warrant")
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 51
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        (base / "said.txt").write_text(SAID)
        (base / "output.txt").write_text(OUTPUT)
        ordered = {"id": 1, "said": SAID, "runs": [{"command": "pytest -q", "output": OUTPUT, "exit_code": 0, "order": 2}],
                   "edits": [{"path": "src/parser.py", "order": 1}]}
        (base / "one.jsonl").write_text(json.dumps(ordered) + "\n")
        (base / "many.jsonl").write_text((json.dumps({"id": 1, "said": SAID, "output": OUTPUT}) + "\n") * 1000)
        check = [binary, "check"]
        rows = {"/bin/true": (["/bin/true"], {0}), "warrant --version": ([binary, "--version"], {0}),
                "check --said --output": ([*check, "--said", f"{base}/said.txt", "--output", f"{base}/output.txt"], {0, 10, 11}),
                "check --batch, 1 item": ([*check, "--batch", f"{base}/one.jsonl"], {0})}
        # In turns, so that a busy moment of the machine falls on all of them.
        times = {name: [] for name in rows}
        memory = 0.0
        for _ in range(runs):
            for name, (arguments, expected) in rows.items():
                elapsed, used = process_ms(arguments, expected)
                times[name].append(elapsed)
                memory = max(memory, used)
        many = min(process_ms([*check, "--batch", f"{base}/many.jsonl"], {0})[0] for _ in range(3))
    for name, values in times.items():
        print(f"{name:28} median {statistics.median(values):7.2f}  min {min(values):7.2f}  max {max(values):7.2f} ms")
    print(f"{'one item of a batch':28} {many / 1000:14.3f} ms")
    print(f"{'one check beside /bin/true':28} "
          f"{statistics.median(times['check --said --output']) / statistics.median(times['/bin/true']):14.1f} times")
    print(f"{'peak memory':28} {memory:14.1f} MiB")
    assert subprocess.run([binary, "check", "--help"], stdout=subprocess.DEVNULL, check=False).returncode == 0


if __name__ == "__main__":
    main()
