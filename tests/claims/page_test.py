#!/usr/bin/env python3
"""The page of `warrant check --html` in headless Chromium: no request but the page itself, the lines join what belongs
together and run through no text, keyboard and pointer show one line alone, light and dark, wide and narrow.

Usage: page_test.py WARRANT EXAMPLES [SHOTS]
  SHOTS  a folder for screenshots, to look at
"""
import base64
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from browser import CHROMIUM, Browser, colours, requests, widths  # noqa: E402

WARRANT, EXAMPLES = sys.argv[1], Path(sys.argv[2])
SHOTS = Path(sys.argv[3]) if len(sys.argv) > 3 else None

LONG = "x" * 3_000
SAID = ("I ran everything. All 41 tests pass and lint is clean. " + "This sentence says nothing that could be checked. " * 12 +
        f"\n\nReleased v1.4.2 after that, see `{LONG[:400]}`. It exited with code 0.\n\n" +
        "- one\n- two\n" * 40 + "\nNo test failed.\n")
OUTPUT = ("$ pytest\n" + "".join(f"tests/test_{i}.py ....\n" for i in range(300)) + f"{LONG}\n40 passed, 1 failed in 0.30s\n[exit 1]\n"
          "$ ruff check .\nAll checks passed!\n[exit 0]\n$ ./release\n" + f"log {LONG} released v1.4.2 {LONG}\n[exit 0]\n")
SESSION = [
    {"type": "user", "uuid": "1", "sessionId": "s", "timestamp": "2026-01-01T00:00:00Z",
     "message": {"role": "user", "content": "run the tests"}},
    {"type": "assistant", "uuid": "2", "sessionId": "s", "timestamp": "2026-01-01T00:00:01Z", "message": {
        "role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": "pytest"}}]}},
    {"type": "user", "uuid": "3", "sessionId": "s", "timestamp": "2026-01-01T00:00:02Z", "message": {
        "role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": "42 passed in 1.0s"}]}},
    {"type": "assistant", "uuid": "4", "sessionId": "s", "timestamp": "2026-01-01T00:00:03Z",
     "message": {"role": "assistant", "content": [{"type": "text", "text": "All 42 tests pass."}], "stop_reason": "end_turn"}},
]

# Points of a line that lie on the letters of another text than its own ends.
THROUGH_TEXT = """(() => {
  const found = [];
  for (const line of document.querySelectorAll('path.line')) {
    const box = line.ownerSVGElement.getBoundingClientRect();
    const whole = line.getTotalLength();
    for (let at = 30; at < whole - 30; at += 12) {
      const p = line.getPointAtLength(at);
      const x = p.x + box.left, y = p.y + box.top;
      for (const text of line.closest('.pair').querySelectorAll('pre')) {
        const range = document.createRange();
        const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
        for (let node; (node = walker.nextNode());) {
          if (!node.data.trim() || node.parentElement.closest('.ref, details:not([open]) > :not(summary)')) continue;
          range.selectNodeContents(node);
          for (const r of range.getClientRects())
            if (r.width > 4 && x > r.left + 2 && x < r.right - 2 && y > r.top + 4 && y < r.bottom - 4)
              found.push([line.dataset.k, node.data.trim().slice(0, 20), Math.round(x), Math.round(y)]);
        }
      }
    }
  }
  return found.slice(0, 5) })()"""


def shot(browser, name):
    if not SHOTS:
        return
    SHOTS.mkdir(parents=True, exist_ok=True)
    data = browser.call("Page.captureScreenshot", format="png", captureBeyondViewport=True)["data"]
    (SHOTS / f"{name}.png").write_bytes(base64.b64decode(data))


def size(browser, width, height=900):
    browser.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
    browser.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def structure(browser, lines):
    headings = browser.run("[...document.querySelectorAll('h1,h2,h3,h4')].map(h => [+h.tagName[1], h.innerText])")
    assert [level for level, _ in headings].count(1) == 1 and headings[0][0] == 1, headings
    assert all(after <= before + 1 for (before, _), (after, _) in zip(headings, headings[1:])), headings
    assert browser.run("document.documentElement.lang") == "en"
    assert browser.run("document.querySelectorAll('main').length") == 1
    assert browser.run("new Set([...document.querySelectorAll('[id]')].map(e => e.id)).size == "
                       "document.querySelectorAll('[id]').length")
    assert browser.run("[...document.querySelectorAll('a[href^=\"#\"]')].every(a => document.getElementById(a.hash.slice(1)))")
    drawn = browser.run("document.querySelectorAll('path.line').length")
    assert drawn >= lines, f"{drawn} lines are drawn, not {lines}"
    ends = browser.run("[...document.querySelectorAll('path.line')].every(p => Math.abs(p.getTotalLength()) > 5)")
    assert ends, "a line has no length"
    marks = browser.run("[...document.querySelectorAll('a.ref')].map(e => e.innerText.trim())")
    assert marks and all(any(sign in mark for sign in "✓✗?–!") for mark in marks), f"a value without a sign: {marks}"


def keyboard(browser):
    stops = browser.run("document.querySelectorAll('a[href], summary, [tabindex=\"0\"]').length")
    seen, alone = set(), 0
    for _ in range(min(stops, 80)):
        browser.press("Tab", 9)
        state = browser.run("(() => { const e = document.activeElement, s = getComputedStyle(e);"
                            "const r = e.getBoundingClientRect();"
                            "return [[...document.querySelectorAll('*')].indexOf(e), e.className, s.outlineStyle, r.width > 0,"
                            "e.dataset.k || '', [...e.closest('.answer')?.querySelectorAll('.line') ?? []]"
                            ".filter(l => getComputedStyle(l).opacity > .5).map(l => l.dataset.k)] })()")
        assert seen or "skip" in state[1], "the first stop is the link that skips"
        assert state[2] != "none" and state[3], f"the focus cannot be seen: {state}"
        if state[4]:
            alone += 1
            assert set(state[5]) <= {state[4]}, f"the focus on {state[4]} leaves {state[5]} at full strength"
        seen.add(state[0])
    assert alone, "no value is reached by keyboard"


def pointer(browser):
    place = browser.run("(() => { const r = document.querySelector('a.ref[data-to]'); r.scrollIntoView({block: 'center'});"
                        "const b = r.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2, r.dataset.k] })()")
    browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=place[0], y=place[1])
    strong = browser.run("[...document.querySelectorAll('.line')].filter(l => getComputedStyle(l).opacity > .5).map(l => l.dataset.k)")
    assert strong and set(strong) == {place[2]}, f"pointing at {place[2]} shows {strong}"
    browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=1, y=1)


def pages(folder):
    base = Path(folder)
    (base / "said").write_text(SAID)
    (base / "output").write_text(OUTPUT)
    (base / "session.jsonl").write_text("".join(json.dumps(each, separators=(",", ":")) + "\n" for each in SESSION))
    sources = {"long": (["--said", f"{base}/said", "--output", f"{base}/output"], 3),
               "session": (["--session", f"{base}/session.jsonl"], 1)}
    for said in sorted(EXAMPLES.glob("check-*.said.txt")):
        sources[said.name.split(".")[0]] = (["--said", said, "--output", str(said).replace(".said.", ".output.")], 0)
    for name, (arguments, lines) in sources.items():
        page = base / f"{name}.html"
        done = subprocess.run([WARRANT, "check", *map(str, arguments), "--html", page], capture_output=True, text=True)
        assert done.returncode in (0, 10, 11), (name, done.returncode, done.stderr)
        yield name, page, lines


def main():
    if not CHROMIUM:
        print("page: no Chromium here")
        return 1 if os.environ.get("CI") == "true" else 77
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(folder + "/profile")
        count = 0
        try:
            for name, page, lines in pages(folder):
                url = f"file://{page}"
                size(browser, 1400)
                browser.open(url)
                requests(browser, url)
                structure(browser, lines)
                through = browser.run(THROUGH_TEXT)
                assert through == [], f"{name}: a line runs through text: {through}"
                shot(browser, f"{name}-wide")
                if browser.run("document.querySelectorAll('a.ref').length") > 0:
                    keyboard(browser)
                if browser.run("document.querySelectorAll('a.ref[data-to]').length") > 0:
                    pointer(browser)
                colours(browser)
                shot(browser, f"{name}-dark")
                widths(browser)
                size(browser, 360)
                shot(browser, f"{name}-narrow")
                requests(browser, url)
                browser.call("Emulation.setEmulatedMedia", features=[])
                count += 1
        finally:
            browser.close()
    print(f"page: {count} pages make no request, join what belongs together and work by keyboard, light, dark and narrow")
    return 0


if __name__ == "__main__":
    sys.exit(main())
