"""Everything that reads what others wrote, each as a function of bytes.

A reader may return or raise an `InputError`; anything else is a bug of ours, and so is
a second of work. `corpus` holds inputs for each, one a file; what a run of the fuzzer
finds is added there.
"""

import io
import json
import re
import tempfile
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lengthwise.automata.att_text import from_att
from lengthwise.automata.automaton_files import from_json
from lengthwise.automata.automaton_reader import read_automaton
from lengthwise.automata.regex import regex
from lengthwise.cli.main import run
from lengthwise.crasp.library.loading import load as load_program
from lengthwise.experiments.records.jsonl import read_lines
from lengthwise.experiments.spec.schema import read_grid
from lengthwise.limit.constructions.named_machines import construction, mod_p_task
from lengthwise.limit.saving import load as load_machine
from lengthwise.limit.saving import save, tensors
from lengthwise.sealed_arrays import read_sealed
from lengthwise.tasks.catalogue import task
from lengthwise.theory.verdict.recheck import rechecked_certificates
from tests.limit.test_hostile_files import signed

CORPUS = Path(__file__).parent / "corpus"


@dataclass(frozen=True)
class Target:
    """A reader.

    Attributes:
        read: Takes bytes.
        tokens: What a mutation puts in.
        few: How many mutants `make test` tries.
        many: How many a part of `make test-all` tries.
    """

    read: Callable[[bytes], object]
    tokens: tuple[bytes, ...]
    few: int = 150
    many: int = 2_000


@cache
def _folder():
    return tempfile.TemporaryDirectory(prefix="fuzz-")


def of_file(read):
    """A reader of files, as one of bytes."""

    def reader(data):
        path = Path(_folder().name) / "input"
        path.write_bytes(data)
        return read(path)

    return reader


def of_text(read):
    return lambda data: read(data.decode("utf-8", "replace"))


def small_construction(text):
    """A construction, but none that is asked to be large and is allowed to be."""
    if re.search(r"(?<!\d)\d{4,8}(?!\d)", text):
        return None
    return construction(text)


def import_records(path):
    return list(read_lines(path))


COMMANDS = (
    ("crasp", "run", "dyck1"),
    ("crasp", "check"),
    ("tasks",),
    ("bound", "--tau", "1", "--delta", "1", "--L", "1", "--eps"),
    (
        *("simulate", "--f", "modp:p=2,k=0", "--g", "modp:p=2,k=1", "--eps", "0.5"),
        *("--suffix", "0", "--counts"),
    ),
)


def commands(text):
    """Gives a text to commands that take one: each ends with a code, not a trace."""
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        codes = [run([*command, text, "--json"]) for command in COMMANDS]
    assert set(codes) <= {0, 1, 2}


@cache
def _machine():
    machine = mod_p_task(p=2)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "machine.safetensors"
        save(machine, path)
        data = path.read_bytes()
    size = int.from_bytes(data[:8], "little")
    text = json.loads(data[8 : 8 + size])["__metadata__"]["lengthwise"]
    return tensors(machine), text


def machine_with_right_digest(path):
    """A machine file whose text is what was given, and whose digest is right."""
    try:
        facts = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        return None
    if not isinstance(facts, dict):
        return None
    path.write_bytes(signed(_machine()[0], facts))
    return load_machine(path)


JSON = (
    b'"',
    b"{",
    b"[",
    b"null",
    b"true",
    b"-1",
    b"1e999",
    b"NaN",
    b"0.5",
    b"[[",
    b":",
)
NUMBERS = (b"0", b"1", b"-1", b"99999999999999999999", b"1e308", b"nan", b"inf", b"=")

TARGETS = {
    "program": Target(
        of_file(load_program),
        (
            b"#",
            b'"a"',
            b"(",
            b"[i - j == 1]",
            b"accept ",
            b"&&",
            b"\n",
            b"99999",
            b"if ",
        ),
    ),
    "grid": Target(
        of_file(read_grid),
        (b"[", b"]", b"=", b'"""', b"[[task]]", b"a.b.c = 1\n", b"1979-05-27", b"nan"),
    ),
    "machine": Target(of_file(load_machine), (b"\0", b"{", b"F64", b"shape", b"[0,0]")),
    "machine-text": Target(of_file(machine_with_right_digest), JSON),
    "sealed": Target(of_file(read_sealed), (b"\0", b"{", b"F32", b"shape", b"[0,0]")),
    "automaton-json": Target(of_text(from_json), JSON),
    "automaton-att": Target(
        of_text(from_att), (b" ", b"\n", b"0", b"<eps>", b"1 2 a b")
    ),
    "automaton-file": Target(
        lambda data: read_automaton(data, "file"),
        (
            b"State: 0 [0&!1] 1",
            b"[label=",
            b" -> ",
            b"{",
            b"}",
            b"<read>",
            b"</read>",
            b"<!DOCTYPE x>",
            b"\xef\xbb\xbf",
            b"<eps>",
            b"/*",
        ),
    ),
    "regex": Target(
        of_text(regex),
        (b"*", b"(", b")", b"|", b"+", b"{9}", b"{1,30}", b"[^a]", b".", b"\\", b"?"),
    ),
    "records": Target(of_file(import_records), (*JSON, b"\n")),
    "verdict": Target(of_text(rechecked_certificates), (*JSON, b'"1/0"', b'"1/2"')),
    "task": Target(of_text(task), (*NUMBERS, b":", b",", b"@", b"symbols", b"_", b"k")),
    "command": Target(
        of_text(commands),
        (*NUMBERS, b"(", b")", b" ", b"--", b"-", b",", b"0=", b"\0"),
        few=30,
        many=200,
    ),
    "construction": Target(
        of_text(small_construction), (*NUMBERS, b":", b",", b"omega")
    ),
}


def corpus(name):
    """The inputs that are kept for a target, by file name."""
    return {path.name: path.read_bytes() for path in sorted((CORPUS / name).iterdir())}
