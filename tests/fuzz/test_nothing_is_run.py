"""No file of ours unpickles, evaluates or executes anything that it reads.

First by the syntax of every source file, then by watching a process that reads the
whole corpus: an audit hook looks at the file that calls.
"""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "src").rglob("*.py"))
MODULES = {
    *("pickle", "cPickle", "_pickle", "marshal", "shelve", "dill", "cloudpickle"),
    *("joblib", "runpy", "code", "codeop", "yaml"),
}
CALLS = {"eval", "exec", "compile", "__import__", "execfile"}
ATTRIBUTES = {
    ("os", "system"),
    ("os", "popen"),
    ("np", "load"),
    ("numpy", "load"),
    ("torch", "load"),
    ("subprocess", "getoutput"),
}
IMPORTERS = {
    "src/lengthwise/__init__.py",
    "src/lengthwise/tasks/labels/rules.py",
}
"""Files that import by a name that is a value; none of it comes from a file."""
RUNS = "_lone_module"
"""The one file that executes another: one with tasks that the user named."""


def faults(tree):
    """What a source file must not have, as texts."""
    for node in ast.walk(tree):
        yield from _fault(node)


def _fault(node):
    match node:
        case ast.Import(names=names):
            yield from (a.name for a in names if a.name.partition(".")[0] in MODULES)
        case ast.ImportFrom(module=str(name)) if name.partition(".")[0] in MODULES:
            yield name
        case ast.Name(id=name, ctx=ast.Load()) if name in CALLS:
            yield name
        case ast.Attribute(value=ast.Name(id=name), attr=attribute):
            if (name, attribute) in ATTRIBUTES:
                yield f"{name}.{attribute}"
        case ast.keyword(arg="shell" | "allow_pickle", value=ast.Constant(value=True)):
            yield f"{node.arg}=True"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_no_source_file_can_run_what_it_reads(path):
    found = set(faults(ast.parse(path.read_text("utf-8"))))
    allowed = {"compile", "exec", "__import__"} if path.stem == RUNS else set()
    assert found <= allowed


def test_only_a_task_file_that_was_named_is_executed():
    users = {p.stem for p in SOURCES if RUNS in p.read_text("utf-8")}
    assert users == {"task_file"}


@pytest.mark.parametrize(
    "text",
    [
        "import pickle",
        "from marshal import loads",
        "import os, cloudpickle as c",
        "eval('1')",
        "f = exec",
        "compile('1', '', 'eval')",
        "np.load(p, allow_pickle=True)",
        "os.system('ls')",
        "subprocess.run('ls', shell=True)",
        "__import__('pickle')",
    ],
)
def test_the_syntax_check_finds_what_is_planted(text):
    assert list(faults(ast.parse(text)))


def test_few_files_import_by_name():
    found = {
        str(path.relative_to(ROOT))
        for path in SOURCES
        if "import_module(" in path.read_text("utf-8")
    }
    assert found <= IMPORTERS


WATCHED = """
import json, sys
from lengthwise.errors import InputError
from tests.fuzz.targets import TARGETS, corpus

OURS = sys.argv[1]
EVENTS = {
    "exec", "compile", "marshal.loads", "marshal.load", "pickle.find_class",
    "code.__new__", "os.system", "os.exec", "os.posix_spawn", "subprocess.Popen",
    "socket.connect", "socket.bind", "ctypes.dlopen", "os.fork", "os.forkpty",
}
NEVER = EVENTS - {"exec", "compile", "marshal.loads", "code.__new__", "ctypes.dlopen"}
seen = []

def hook(event, arguments):
    if event in EVENTS and watching:
        caller = sys._getframe(1).f_code.co_filename
        if event in NEVER or caller.startswith(OURS):
            seen.append([event, caller])

def read_all():
    for name, target in TARGETS.items():
        for data in corpus(name).values():
            try:
                target.read(data)
            except InputError:
                pass

watching = False
sys.addaudithook(hook)
read_all()  # loads what is loaded when it is first used
watching = True
read_all()
clean = list(seen)
planted = compile("eval('1 + 1')", OURS + "/planted.py", "exec")
exec(planted)
print(json.dumps({"clean": clean, "planted": seen[len(clean):]}))
"""


def test_reading_every_kind_of_file_runs_nothing():
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, str(ROOT / "src/lengthwise")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=100,
    )
    found = json.loads(done.stdout)
    assert found["clean"] == []
    assert [caller for _, caller in found["planted"]] == [
        str(ROOT / "src/lengthwise/planted.py")
    ] * len(found["planted"])
    assert {event for event, _ in found["planted"]} == {"compile", "exec"}
