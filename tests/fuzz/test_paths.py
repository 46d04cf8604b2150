"""Names never lead out of the folder: what comes from data names no file elsewhere."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from lengthwise.report.study.study_page import plain_name

ROOT = Path(__file__).parents[2]
PAYLOADS = (
    *("..", "../x", "../../x", "../../../../../../etc/passwd", "./../x", "x/../../y"),
    *("/etc/passwd", "//etc/passwd", "/dev/null", "/proc/self/environ", "~/x", "~root"),
    *("..\\x", "..\\..\\x", "C:\\x", "\\\\host\\share", "file:///etc/passwd"),
    *("%2e%2e%2fx", "%2e%2e/x", "..%2fx", "..%c0%afx", "%252e%252e%252fx"),
    *("....//x", "..;/x", "..%00/x", "x%00.html", "x\u2215..\u2215y", "\uff0e\uff0e/x"),
    *("$HOME/x", "${HOME}/x", "`id`", "$(id)", "x;rm y", "x|y", "x&y", "x\ny", "-o"),
    *("CON", "nul.html", ".htaccess", "x" * 300, ".", " ", "x:y", "a*b?"),
)

CHILD = """
import json, os, sys
writes = []

def hook(event, arguments):
    if event == "open":
        path, mode, flags = arguments
        wanted = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
        if isinstance(path, (str, bytes)) and flags is not None and flags & wanted:
            writes.append(os.path.abspath(os.fsdecode(path)))
    elif event in {"os.rename", "os.mkdir", "os.link", "os.symlink", "os.remove"}:
        found = [p for p in arguments[:2] if isinstance(p, (str, bytes))]
        writes.extend(os.path.abspath(os.fsdecode(p)) for p in found)

from lengthwise.cli.main import run
run(["study", "--regex", "(ab)*"])
sys.addaudithook(hook)
codes = []
for payload in json.loads(sys.argv[1]):
    asked = [["study", "--regex", payload], ["study", payload],
             ["study", "--program", 'accept true // ' + payload.replace("\\n", " ")],
             ["store", "show", payload], ["audit", payload]]
    for arguments in asked:
        codes.append(run([*arguments, "--json"]))
print("\\n" + json.dumps({"writes": sorted(set(writes)), "codes": sorted(set(codes))}))
"""


def test_forty_payloads():
    assert len(set(PAYLOADS)) >= 40


@pytest.mark.parametrize("payload", PAYLOADS)
def test_a_title_becomes_one_plain_name(payload):
    name = plain_name(payload)
    assert name
    assert set(name) <= set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-"
    )
    assert len(name) <= 40


def test_no_name_makes_a_file_outside_of_the_folder(tmp_path):
    inside = tmp_path / "a" / "b"
    inside.mkdir(parents=True)
    done = subprocess.run(
        [sys.executable, "-c", CHILD, json.dumps(PAYLOADS)],
        cwd=inside,
        env=os.environ | {"HOME": str(inside), "MPLCONFIGDIR": str(inside / "mpl")},
        capture_output=True,
        text=True,
        check=True,
        timeout=110,
    )
    found = json.loads(done.stdout.splitlines()[-1])
    allowed = (str(inside), os.devnull)
    assert [path for path in found["writes"] if not path.startswith(allowed)] == []
    assert set(found["codes"]) <= {0, 2}
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["b"]
    pages = [path.name for path in inside.rglob("*.html")]
    assert len(pages) >= 20
    safe = re.compile(r"study-[A-Za-z0-9-]{1,47}\.html")
    assert [name for name in pages if not safe.fullmatch(name)] == []
