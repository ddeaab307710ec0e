"""Chromium without a window, driven over a pipe, and what holds for every page of the program: no request but the page
itself, contrast in light and dark, no width beyond the window."""
import json
import os
import shutil
import subprocess
import time

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Browser:
    """Chromium's debugging protocol over a pipe: messages end with a NUL."""

    def __init__(self, profile):
        to_read, self.write_end = os.pipe()
        self.read_end, to_write = os.pipe()

        def place_pipes():
            # Chromium reads from descriptor 3 and writes to 4. First out of the way, so that neither is overwritten.
            reading, writing = os.dup2(to_read, 50), os.dup2(to_write, 51)
            os.dup2(reading, 3)
            os.dup2(writing, 4)

        self.process = subprocess.Popen(
            [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
             "--disable-component-update", "--disable-sync", "--remote-debugging-pipe", f"--user-data-dir={profile}"],
            preexec_fn=place_pipes, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.number, self.buffer, self.events, self.session = 0, b"", [], None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Accessibility"):
            self.call(f"{domain}.enable")

    def receive(self):
        while b"\0" not in self.buffer:
            block = os.read(self.read_end, 1 << 16)
            if not block:
                raise SystemExit("Chromium ended")
            self.buffer += block
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                assert "error" not in answer, (method, answer)
                return answer["result"]
            self.events.append(answer)

    def open(self, url):
        self.events.clear()
        self.call("Page.navigate", url=url)
        while not any(e.get("method") == "Page.loadEventFired" for e in self.events):
            self.events.append(self.receive())

    def run(self, script):
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def press(self, key, code):
        for kind in ("keyDown", "keyUp"):
            text = {"text": "\r"} if key == "Enter" and kind == "keyDown" else {}
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, **text)

    def close(self):
        self.process.terminate()
        self.process.wait()


def requests(browser, url):
    asked = [e["params"]["request"]["url"] for e in browser.events if e.get("method") == "Network.requestWillBeSent"]
    assert [a for a in asked if not a.startswith("data:")] == [url], asked


CONTRAST = """(() => {
  const parts = c => c.match(/[\\d.]+/g).map(Number);
  const light = c => { const [r, g, b] = parts(c).map(v => { v /= 255; return v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4 });
                       return .2126 * r + .7152 * g + .0722 * b };
  const behind = e => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor;
                        if ((parts(c)[3] ?? 1) > 0) return c } return 'rgb(255,255,255)' };
  return [...document.querySelectorAll('body *')].filter(e => [...e.childNodes].some(n => n.nodeType == 3 && n.data.trim()))
    .map(e => { const a = light(getComputedStyle(e).color), b = light(behind(e));
                return [(Math.max(a, b) + .05) / (Math.min(a, b) + .05), e.tagName + '.' + e.className] })
    .filter(([ratio]) => ratio < 4.5) })()"""


def settle(browser, seconds=30):
    """Until what changes slowly, as colours do, has ended. A change begins with the frame after its cause."""
    frame = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(document.getAnimations().length))))"
    end = time.monotonic() + seconds
    while browser.call("Runtime.evaluate", expression=frame, awaitPromise=True, returnByValue=True)["result"]["value"]:
        assert time.monotonic() < end, "the page does not come to rest"
        time.sleep(0.05)


def colours(browser):
    grounds = set()
    for scheme in ("light", "dark"):
        browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        settle(browser)
        weak = browser.run(CONTRAST)
        assert weak == [], (scheme, weak[:5])
        grounds.add(browser.run("getComputedStyle(document.body).backgroundColor"))
    assert len(grounds) == 2, "dark is another ground"


def widths(browser):
    browser.run("document.querySelectorAll('details').forEach(d => d.open = true)")
    for width in (320, 768, 1600):
        browser.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        assert browser.run("document.documentElement.scrollWidth") <= width, f"wider than {width}"
