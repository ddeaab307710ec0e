"""Runs a program at a terminal of its own, as a person would, and types at its approvals."""

import os
import pty
import select
import time

KEYS = {"ctrl-c": b"\x03", "ctrl-d": b"\x04"}


def at_terminal(command, environment, keys=(), at_first=None, directory=None, seconds=120):
    """Runs `command` to its end. One of `keys` is typed at each approval, the last one again where they run out;
    `at_first` is called before the first. Standard output is a pipe where the command holds --json, so that the report
    can be read apart. Gives back the exit code, what the terminal showed, and what came through the pipe."""
    out, to_child = os.pipe()
    piped = "--json" in command
    pid, terminal = pty.fork()
    if pid == 0:
        if piped:
            os.dup2(to_child, 1)
        if directory:
            os.chdir(directory)
        os.execvpe(command[0], command, environment)
    os.close(to_child)
    shown, report, answered, open_ends = b"", b"", 0, {terminal, out}
    deadline = time.monotonic() + seconds
    while open_ends:
        if time.monotonic() > deadline:
            raise TimeoutError(f"the program did not end:\n{shown.decode(errors='replace')}")
        for end in select.select(list(open_ends), [], [], 0.2)[0]:
            try:
                part = os.read(end, 65536)
            except OSError:  # the terminal of a program that has ended
                part = b""
            if not part:
                open_ends.discard(end)
            elif end == terminal:
                shown += part
            else:
                report += part
        if keys and shown.count(b"Approve?") > answered and shown.rstrip().endswith(b">"):
            if answered == 0 and at_first:
                at_first()
            key = keys[min(answered, len(keys) - 1)]
            os.write(terminal, KEYS.get(key, key.encode()))
            answered += 1
    os.close(out)
    os.close(terminal)
    _, status = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(status), shown.decode(errors="replace"), report.decode(errors="replace")
