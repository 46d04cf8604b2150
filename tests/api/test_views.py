"""Values show themselves in a line on a prompt, and as safe HTML in a notebook."""

from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest

from lengthwise.analysis.interval import Interval
from lengthwise.analysis.sufficient import SufficientLength
from lengthwise.automata.dfa import DFA
from lengthwise.cannot_say import CannotSay
from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.library.loading import load
from lengthwise.crasp.running.interpreter import run
from lengthwise.limit.compile.compiler import compile_program
from lengthwise.limit.constructions.named_machines import machine
from lengthwise.limit.running.stream_trace import trace
from lengthwise.tables import MOST_ROWS
from lengthwise.tasks.catalogue import task
from lengthwise.tasks.laws import Compositions
from lengthwise.tasks.outputs import Real
from lengthwise.tasks.task import Task
from lengthwise.tasks.task_name import TaskName, name_of
from lengthwise.theory.minimax.shortest_path import minimax
from lengthwise.theory.simulation.simulate import simulate
from lengthwise.theory.theorems.calculator import bounds
from lengthwise.theory.verdict.decision import verdict
from lengthwise.theory.worst_case import worst_case
from lengthwise.views import MOST_COLUMNS
from lengthwise.words import Alphabet
from tests.experiments import stub

EVIL = "<script>alert(1)</script>\x1b[2J\u202e"
TAG = "<script>alert('1')</script>"
LETTERS = Alphabet((TAG, "b"))
PROGRAM = parse(f'x = # "{TAG}" >= # "b"')
COMPILED = compile_program(PROGRAM)
F, G = machine("simple:omega=4,pieces=4"), machine("simple:omega=4,pieces=2")
AUTOMATON = DFA(LETTERS, ((1, 0), (0, 1)), 0, frozenset({0}))
OWN = Task(
    name="own",
    alphabet=LETTERS,
    output=Real(),
    format="real",
    rule="builtins:len",
    law=Compositions(),
    summary=EVIL,
    example=(TAG, "b"),
    source=EVIL,
)
GRID = stub.small_grid()
RECORD = stub.record(GRID[0])
BOUNDS = bounds(n=3)
VALUES = {
    "program": PROGRAM,
    "run": run(PROGRAM, (TAG, "b")),
    "long run": run(PROGRAM, ("b",) * 2000),
    "machine": COMPILED,
    "call": COMPILED((TAG, "b")),
    "long call": COMPILED(("b",) * 2000),
    "stream": trace(COMPILED, (TAG, "b")),
    "task": OWN,
    "large task": task("sort:symbols=9000"),
    "spread task": task("abab_star"),
    "task name": TaskName(EVIL, (), "0" * 64),
    "automaton": AUTOMATON,
    "large automaton": DFA(LETTERS, ((0, 0),) * 999, 0, frozenset()),
    "wide automaton": DFA(Alphabet(map(str, range(99))), ((0,) * 99,), 0, frozenset()),
    "verdict": verdict(dfa=AUTOMATON),
    "no verdict": replace(verdict(AUTOMATON), answers=(), notes=(EVIL,)),
    "answer": verdict(AUTOMATON).answers[0],
    "evidence": verdict(AUTOMATON).answers[0].evidence,
    "bounds": replace(BOUNDS, entries=(replace(BOUNDS["chen-dfa"], why=EVIL),)),
    "entry": replace(BOUNDS["chen-dfa"], why=EVIL),
    "simulation": simulate("012" * 9000, F, G, eps=0.5),
    "worst case": worst_case(F, G, 3),
    "minimax": minimax(N=2, f=F, g=G),
    "cannot say": CannotSay(EVIL),
    "length": SufficientLength(
        eps=0.1,
        length=12.3,
        interval=Interval(9.0, 15.0),
        best=None,
        seeds=8,
        failed=0,
        draws=(1.0,) * 5000,
    ),
    "trial": GRID[0],
    "grid": GRID,
    "record": RECORD,
}
PARTS = {"answer", "evidence", "entry"}


class Tags(HTMLParser):
    """The tags of a snippet, and whether each is closed."""

    def __init__(self):
        super().__init__()
        self.found, self.open = set(), []

    def handle_starttag(self, tag, attrs):
        self.found.add(tag)
        assert not [name for name, _ in attrs if name.startswith("on")]
        if tag not in {"br"}:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", VALUES)
def test_a_prompt_shows_one_short_line(name):
    text = repr(VALUES[name])
    assert text.isprintable()
    assert len(text) < 300


@pytest.mark.parametrize("name", sorted(set(VALUES) - PARTS))
def test_a_notebook_shows_no_tag_of_others(name):
    page = VALUES[name]._repr_html_()
    tags = Tags()
    tags.feed(page)
    tags.close()
    assert not tags.open
    plain = {"p", "pre", "b", "table", "thead", "tbody", "tr", "th", "td"}
    drawn = {"svg", "title", "path", "circle", "text", "g", "defs", "marker", "style"}
    assert tags.found <= plain | (drawn if "verdict" in name else set())
    assert "<script" not in page
    assert len(page) < 200_000


def test_long_words_and_tables_are_cut():
    assert VALUES["long run"]._repr_html_().count(">b</th>") == MOST_COLUMNS
    assert "the last 100 of 2,000 symbols" in VALUES["long run"]._repr_html_()
    assert VALUES["long run"].page().count(">b</th>") == 2000
    assert VALUES["long call"]._repr_html_().count(">b</th>") == MOST_COLUMNS
    assert str(VALUES["long call"]).startswith("the last 100 of 2,001 symbols\n")
    page = VALUES["large automaton"]._repr_html_()
    assert page.count("<tr>") == MOST_ROWS + 1
    assert "and 899 more rows" in page


def test_a_program_is_its_text():
    program = load("dyck1")
    assert parse(str(program)) == program
    assert repr(program).startswith('<Program alphabet "(" ")"; opened = # "("; closed')


def test_runs_say_what_came_out():
    assert repr(run(load("dyck1"), "(())")) == "<Run accepted on '( ( ) )'>"
    assert repr(run(load("dyck1"), "((")) == "<Run rejected on '( ('>"
    assert repr(run(load("dyck1"), "")) == "<Run undefined on '' (the empty word)>"
    told = repr(run(load("bin_majority"), "<bos> 1 <sep>"))
    assert told == "<Run next 1 on '<bos> 1 <sep>'>"


def test_names_of_tasks_are_short():
    assert repr(name_of(task("modp:p=3"))) == "<TaskName modp:p=3,k=0>"
    assert str(name_of(task("tomita4@recognize-end"))) == "tomita4@recognize-end"
    assert str(TaskName("TASK", (), "a" * 64)) == "TASK of aaaaaaaaaaaa"


def test_an_automaton_prints_its_first_states():
    text = str(VALUES["large automaton"])
    assert text.splitlines()[-1] == "  and 987 states more"
    assert "87 more" in str(VALUES["wide automaton"])


def test_arrays_are_never_printed():
    for value in (F, F.layers[0].heads[0], F.layers[0].mlp, VALUES["minimax"]):
        assert "array" not in repr(value)
    assert np.array_equal(F("012").values[-1], list(F("012").outputs.values()))
