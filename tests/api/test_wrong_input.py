"""Whatever is wrong with an input of a public function is one line of ours."""

from fractions import Fraction
from pathlib import Path

import jaxtyping
import numpy as np
import pytest

from lengthwise.automata.dfa import DFA
from lengthwise.crasp.language.printer import show
from lengthwise.crasp.language.program import Line, Program
from lengthwise.crasp.library.loading import load as program
from lengthwise.crasp.running.interpreter import run
from lengthwise.errors import FileError, LengthwiseError, SpecError, TooLargeError
from lengthwise.limit.compile.compiler import compile_program
from lengthwise.limit.constructions.named_machines import machine
from lengthwise.limit.machine import Attention, Layer, LimitTransformer
from lengthwise.limit.saving import load, save
from lengthwise.tasks.catalogue import task
from lengthwise.theory.minimax.shortest_path import minimax
from lengthwise.theory.programs.equivalence import equivalent
from lengthwise.theory.simulation.simulate import simulate
from lengthwise.theory.theorems.calculator import bounds
from lengthwise.theory.theorems.machine_bounds import bounds_for
from lengthwise.theory.verdict.decision import verdict
from lengthwise.theory.worst_case import worst_case
from lengthwise.words import Alphabet, Statistics

DYCK = program("dyck1")
OPEN = program('accept # "a" >= # "b"')
F = machine("simple:omega=4,pieces=4")
G = machine("simple:omega=4,pieces=2")
TWO = machine("kgram:k=1,S=2")
MARKED = compile_program(DYCK)


class Unprintable:
    def __repr__(self):
        raise RuntimeError("no text")


JUNK = (
    *(None, True, 5, -1, 0, 0.5, float("nan"), float("inf"), 10**5000, Fraction(1, 3)),
    *("", "dyck1", "x\0y", "\ud800", "{", "9" * 500, "name:x=", b"bytes"),
    *(
        (),
        [],
        {},
        [1],
        ((1, 2),),
        ["a", None],
        frozenset(),
        np.array([1.0]),
        np.zeros((0, 2)),
    ),
    *(object(), Unprintable(), int, len, Path("/no/such/file"), Path("x\0y")),
    *(DYCK, MARKED, F, Alphabet("ab"), task("simple"), iter(())),
)

ONE = {"x": "0101", "f": F, "g": G, "eps": 0.5}
PAIR = {"f": F, "g": G}
NUMBERS = {
    "tau": 1,
    "delta": 1,
    "L": 1,
    "eps": 0.1,
    "p": 8,
    "gamma": 0.5,
    "sigma": 2,
    "alpha0": 1,
    "C": 1,
    "positional_gamma": 1,
    "agreement": 0,
    "G": 1,
    "k": 1,
    "n": 3,
}
FUNCTIONS = {
    "run": (run, {"program": DYCK, "word": "()"}),
    "run open": (lambda word: run(OPEN, word), {"word": "ab"}),
    "compile": (compile_program, {"program": DYCK}),
    "show": (show, {"program": DYCK}),
    "program": (program, {"what": "dyck1"}),
    "machine": (machine, {"source": "modp:p=2"}),
    "call": (MARKED, {"word": "()"}),
    "load": (load, {"path": "machine.safetensors"}),
    "save": (
        save,
        {"machine": F, "path": "/no/such/folder/it.safetensors"},
    ),
    "task": (lambda **it: task(it["text"]), {"text": "sort"}),
    "omega": (lambda omega: task("simple", omega=omega), {"omega": 4}),
    "p": (lambda p: task("modp", p=p), {"p": 3}),
    "label": (task("simple").label, {"word": "012"}),
    "bounds": (lambda **numbers: str(bounds(**numbers)), NUMBERS),
    "theorem": (lambda it: bounds(n=3)[it], {"it": "chen-dfa"}),
    "bounds_for": (
        lambda f, g, eps, **more: str(bounds_for(f, g, eps, **more)),
        {**PAIR, "eps": 0.1, "p": 8, "agreement": 0, "alpha0": 1},
    ),
    "minimax": (
        minimax,
        {
            "N": 2,
            "f": F,
            "g": G,
            "L": 1,
            "agreement": 0,
            "metric": "l1",
            "query": "0",
            "residue": 0,
            "once": False,
            "horizon": 3,
            "tolerance": 0.5,
            "cells": 100,
        },
    ),
    "simulate": (
        lambda x, f, g, **more: str(simulate(x, f, g, **more)),
        {**ONE, "method": "counts", "resolution": "explicit", "length": None},
    ),
    "coupling": (
        lambda **more: str(simulate("0101", F, G, method="coupling", **more)),
        {"eps": 0.1, "length": 9, "alpha": (1.0, 1.0, 1.0), "seed": 0},
    ),
    "blocks": (
        lambda **more: str(simulate("0101" * 9, TWO, TWO, method="blocks", **more)),
        {"eps": 0.1, "length": 9, "block_length": 2.0, "draws": 1, "seed": 0},
    ),
    "verdict": (lambda **it: verdict(it["what"]), {"what": DYCK}),
    "regex": (verdict, {"regex": "a*", "alphabet": "ab"}),
    "limits": (lambda it: verdict(regex="(aa)*", limits=it), {"it": None}),
    "dfa": (
        lambda it: verdict(dfa=it),
        {"it": DFA.from_table("a", {0: {"a": 0}}, [0])},
    ),
    "task verdict": (lambda it: verdict(task=it), {"it": "parity"}),
    "program verdict": (lambda it: verdict(program=it), {"it": "dyck1"}),
    "equivalent": (
        lambda first, **more: equivalent(first, OPEN, **more),
        {"first": OPEN, "alphabet": "ab", "most_states": 9},
    ),
    "equal regex": (lambda regex: equivalent(OPEN, regex=regex), {"regex": "a*"}),
    "worst_case": (worst_case, {**PAIR, "length": 3, "limit": 1000}),
    "Alphabet": (Alphabet, {"symbols": "ab"}),
    "Statistics": (
        Statistics,
        {
            "alphabet": Alphabet("ab"),
            "delta": 1,
            "tau": 0,
            "counts": ((1,), (0,)),
            "suffix": ("a",),
        },
    ),
    "Program": (
        Program,
        {"lines": DYCK.lines, "accept": DYCK.accept, "next": (), "alphabet": None},
    ),
    "Line": (lambda **parts: Program((Line(**parts),)), {"name": "x", "value": None}),
    "DFA": (
        DFA,
        {
            "alphabet": Alphabet("a"),
            "transitions": ((0,),),
            "start": 0,
            "accepting": frozenset(),
        },
    ),
    "LimitTransformer": (
        LimitTransformer,
        {
            "alphabet": F.alphabet,
            "embedding": F.embedding,
            "positions": F.positions,
            "layers": F.layers,
            "readout": F.readout,
            "attention": F.attention,
            "bos": False,
            "outputs": ("o",),
            "dimensions": F.dimensions,
        },
    ),
    "Layer": (Layer, {"heads": F.layers[0].heads, "mlp": F.layers[0].mlp}),
    "Attention": (Attention, {"kind": "finite", "bits": 3}),
}
PLACES = [(name, place) for name, (_, usual) in FUNCTIONS.items() for place in usual]


@pytest.fixture(autouse=True)
def no_type_checker(monkeypatch, tmp_path):
    """A user has no type checker at run time, and writes into this folder."""
    monkeypatch.setattr(jaxtyping.config, "jaxtyping_disable", True)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(("name", "place"), PLACES)
def test_only_our_errors_come_out_and_each_is_one_line(name, place):
    function, usual = FUNCTIONS[name]
    refused = {}
    for value in JUNK:
        try:
            function(**{**usual, place: value})
        except LengthwiseError as error:
            refused[id(value)] = error
    for error in refused.values():
        lines = str(error).splitlines()
        assert len(lines) == 1 or hasattr(error, "column"), lines
        assert len(lines[0]) < 600, lines
    wrong = [value for value in JUNK if type(value) in (object, Unprintable, bytes)]
    assert set(refused).issuperset(map(id, wrong))


@pytest.mark.parametrize(
    ("call", "line"),
    [
        (
            lambda: run("dyck1", "()"),
            r"is 'dyck1'; load it first, as lw.program\('dyck1'\)",
        ),
        (lambda: compile_program("dyck1"), r"load it first, as lw.program\('dyck1'\)"),
        (lambda: run(MARKED, "()"), r"a machine is run by calling it"),
        (lambda: run(DYCK, 5), "the word is 5; it must be a text or a sequence"),
        (lambda: verdict("(ab)*"), r"specify its kind, as in verdict\(regex=…\)"),
        (lambda: verdict(DYCK, regex="a"), "a verdict about 2 subjects"),
        (verdict, "a verdict about 0 subjects"),
        (lambda: worst_case("simple", F, 3), "f is 'simple'; it must be a machine: lw"),
        (
            lambda: worst_case(F, machine("modp:p=2"), 3),
            "both must have the same alphabet",
        ),
        (lambda: simulate("01", F, TWO, eps=0.1), "both must have the same alphabet"),
        (lambda: bounds_for(F, MARKED, 0.1), "both must have the same alphabet"),
        (lambda: minimax(N=2, f=F, g=MARKED), "both must have the same alphabet"),
        (lambda: bounds(tau=1.5), "tau is 1.5; it must be a whole number"),
        (lambda: MARKED("(a"), r"'a' at place 2 is not one of the symbols"),
        (lambda: load("nowhere"), "nowhere: no such file or directory; name another"),
        (lambda: Path("a/b").parent.mkdir() or save(F, "a"), "is a directory"),
    ],
)
def test_the_line_says_what_to_do(call, line):
    with pytest.raises(LengthwiseError, match=line):
        call()


def test_a_missing_file_is_a_missing_file_of_python_too():
    with pytest.raises(FileNotFoundError):
        load("nowhere")
    with pytest.raises(FileError, match="file name too long"):
        machine("x" * 5000)


@pytest.mark.parametrize("length", [10**5000, 10**100], ids=["5001", "101"])
def test_a_length_of_thousands_of_digits_is_shown_by_its_first(length):
    with pytest.raises(TooLargeError, match=r"the words of length 1000000000… \("):
        worst_case(F, G, length)
    with pytest.raises(SpecError, match=r"N is 1000000000… \("):
        minimax(N=length, f=F, g=G)
