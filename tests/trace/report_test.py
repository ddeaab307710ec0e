#!/usr/bin/env python3
"""The report page in headless Chromium: no request but the page itself, headings and labels in order, everything
reachable by keyboard, readable in light and dark, wide and narrow.

Usage: report_test.py WARRANT SAMPLE_RECORD
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from browser import CHROMIUM, Browser, colours, requests, widths  # noqa: E402

WARRANT, SAMPLE = sys.argv[1:3]


def outline(browser):
    headings = browser.run("[...document.querySelectorAll('h1,h2,h3,h4')].map(h => [+h.tagName[1], h.innerText])")
    assert [level for level, _ in headings].count(1) == 1 and headings[0][0] == 1, headings
    for (before, _), (after, text) in zip(headings, headings[1:]):
        assert after <= before + 1, f"the outline jumps at {text}"
    assert [text for level, text in headings if level == 2] == [
        "Settlement", "Request", "Operations", "Rulings", "Answer and claims", "Timeline"], headings
    assert browser.run("document.documentElement.lang") == "en"
    assert browser.run("document.querySelectorAll('main').length") == 1
    assert browser.run("[...document.querySelectorAll('section')].every(s => "
                       "document.getElementById(s.getAttribute('aria-labelledby')))")
    assert browser.run("[...document.querySelectorAll('table')].every(t => t.caption && "
                       "[...t.querySelectorAll('th')].every(h => h.scope))")
    assert browser.run("new Set([...document.querySelectorAll('[id]')].map(e => e.id)).size == "
                       "document.querySelectorAll('[id]').length")
    assert browser.run("[...document.querySelectorAll('a[href^=\"#\"]')].every(a => "
                       "document.getElementById(a.hash.slice(1)))")
    marks = browser.run("[...document.querySelectorAll('.five dd .mark')].map(m => m.innerText.trim())")
    assert len(marks) == 5 and all(len(m.split()) >= 2 for m in marks), marks
    tree = browser.call("Accessibility.getFullAXTree")["nodes"]
    for node in tree:
        role = node.get("role", {}).get("value")
        if role in ("link", "DisclosureTriangle", "table", "region", "navigation") and not node.get("ignored"):
            assert node.get("name", {}).get("value"), f"a {role} has no name"


def keyboard(browser):
    stops = browser.run("document.querySelectorAll('a[href], summary, pre[tabindex]').length")
    hidden = browser.run("document.querySelectorAll('details:not([open]) pre[tabindex]').length")
    reached = set()
    for _ in range(stops - hidden):
        browser.press("Tab", 9)
        state = browser.run("(() => { const e = document.activeElement; const all = [...document.querySelectorAll('*')];"
                            "const s = getComputedStyle(e); return [all.indexOf(e), e.className, s.outlineStyle,"
                            "e.getBoundingClientRect().left >= 0] })()")
        if not reached:
            assert state[1] == "skip", "the first stop is the link that skips"
        assert state[2] != "none", "the focus can be seen"
        assert state[3], "what has the focus is on the page"
        reached.add(state[0])
    assert len(reached) == stops - hidden, (len(reached), stops, hidden)
    browser.run("document.querySelector('summary').focus()")
    assert not browser.run("document.querySelector('details').open")
    browser.press("Enter", 13)
    assert browser.run("document.querySelector('details').open"), "Enter opens an event"


def main():
    if not CHROMIUM:
        print("report: no Chromium here")
        return 1 if os.environ.get("CI") == "true" else 77
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as directory:
        root = Path(directory, "ws")
        root.mkdir()
        environment = {**os.environ, "XDG_STATE_HOME": directory + "/state", "HOME": directory}
        subprocess.run([SAMPLE, str(root.resolve()), "full"], env=environment, check=True)
        browser = Browser(directory + "/profile")
        try:
            for turn in ("01JAAA", "01JAAB", "01JAAC", "01JAAD", "01JAAE"):
                page = str(Path(directory, turn + ".html").resolve())
                path = subprocess.run([WARRANT, "trace", "report", turn, "--root", str(root), "--output", page],
                                      env=environment, check=True, capture_output=True, text=True).stdout.strip()
                browser.open("file://" + path)
                requests(browser, "file://" + path)
                outline(browser)
                keyboard(browser)
                colours(browser)
                widths(browser)
                requests(browser, "file://" + path)
                browser.call("Emulation.clearDeviceMetricsOverride")
        finally:
            browser.close()
    print("report: five pages make no request, have their outline and work by keyboard, light, dark, narrow and wide")
    return 0


if __name__ == "__main__":
    sys.exit(main())
