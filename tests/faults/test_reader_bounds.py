"""The largest input that each reader takes: at most 30 s and 2 GB of memory."""

import json
import os
import random
import resource
import subprocess
import sys

import numpy as np
import pytest

from lengthwise.automata.automaton_size import MAX_CELLS
from lengthwise.cli import verdict_command, word_options
from lengthwise.crasp.language import parser
from lengthwise.errors import FormatError
from lengthwise.experiments.records import jsonl
from lengthwise.limit import saving
from lengthwise.report import require_settings
from tests.faults.test_hostile_input import refused

SECONDS = 30
MEMORY = 2 * 1024**3


def cost(folder, *arguments):
    """Runs a command; returns its code, what it took, and its last error line.

    Seconds are those of the processor, which do not depend on what else runs; one that
    takes ten times too long is killed. The memory is that of the process alone, not of
    the one that started it.
    """
    script = (
        "import sys\nfrom lengthwise.cli.main import run\ncode = run(sys.argv[1:])\n"
        "status = open('/proc/self/status').read().split()\n"
        "peak = status[status.index('VmHWM:') + 1]\n"
        "print(peak, file=open('peak', 'w'))\nsys.exit(code)"
    )
    limited = ("prlimit", f"--cpu={10 * SECONDS}")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with (folder / "out").open("wb") as out:
        done = subprocess.run(
            [*limited, sys.executable, "-c", script, *arguments],
            cwd=folder,
            env={"PATH": os.environ["PATH"], "HOME": str(folder)},
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    memory = 1024 * int((folder / "peak").read_text())
    return done.returncode, seconds, memory, done.stderr


def automaton(rows, letters, accepting):
    table = {"start": 0, "accepting": accepting, "transitions": rows}
    return json.dumps({"alphabet": letters, **table})


def one_long_cycle(_):
    rows = [[(k + 1) % MAX_CELLS] for k in range(MAX_CELLS)]
    return automaton(rows, ["a"], [0]), ("verdict", "--dfa")


def two_steps_on_a_cycle(_):
    states = MAX_CELLS // 2 - 1
    rows = [[(k + 1) % states, (k + 2) % states] for k in range(states)]
    return automaton(rows, ["a", "b"], [0]), ("verdict", "--dfa")


def a_random_automaton(_):
    drawn, states = random.Random(1), MAX_CELLS // 2
    rows = [[drawn.randrange(states) for _ in "ab"] for _ in range(states)]
    accepting = [k for k in range(states) if drawn.random() < 0.5]
    return automaton(rows, ["a", "b"], accepting), ("verdict", "--dfa")


def a_line_of_states(_):
    lines = [f"{k} {k + 1} a\n" for k in range(MAX_CELLS - 2)]
    return "".join(lines) + f"{MAX_CELLS - 2}\n", ("verdict", "--dfa")


def a_line_in_hoa(_):
    states = MAX_CELLS // 2 - 2  # one proposition makes two letters
    head = f'HOA: v1 States: {states} Start: 0 AP: 1 "a" Acceptance: 1 Inf(0) --BODY--'
    lines = [f"State: {k} [0] {k + 1}" for k in range(states - 1)]
    body = "\n".join([*lines, f"State: {states - 1} {{0}} [0] {states - 1}"])
    return f"{head}\n{body}\n--END--\n", ("verdict", "--dfa")


def a_line_in_graphviz(_):
    states = MAX_CELLS - 2
    lines = [f"{k} -> {k + 1} [label=a];" for k in range(states - 1)]
    ends = f"{states - 1} [shape=doublecircle]; i [shape=point]; i -> 0;"
    text = "\n".join(["digraph {", ends, *lines, "}"])
    return text, ("verdict", "--dfa")


def a_line_in_jflap(_):
    states = MAX_CELLS - 2
    nodes = [f'<state id="{k}"/>' for k in range(1, states - 1)]
    nodes += [
        '<state id="0"><initial/></state>',
        f'<state id="{states - 1}"><final/></state>',
    ]
    arrows = [
        f"<transition><from>{k}</from><to>{k + 1}</to><read>a</read></transition>"
        for k in range(states - 1)
    ]
    inside = "".join([*nodes, *arrows])
    return (
        f"<structure><type>fa</type><automaton>{inside}</automaton></structure>",
        ("verdict", "--dfa"),
    )


def one_state_again_and_again(_):
    text = "0 0 a\n"
    return text + "0\n" * ((verdict_command.LARGEST - len(text)) // 2), (
        "verdict",
        "--dfa",
    )


def the_longest_words(_):
    line = "()" * (word_options.LONGEST // 2 - 1) + "\n"
    return line * (word_options.LARGEST // len(line)), (
        *("crasp", "run", "dyck1", "--json"),
        "--words",
    )


def one_word_traced(_):
    return "()" * (word_options.LONGEST // 2), ("crasp", "trace", "dyck1", "--words")


def the_largest_program(_):
    terms = ['# "a" >= 1'] * (parser.MOST_TOKENS // 6)
    text = 'alphabet "a" "b"\naccept ' + " && ".join(terms)
    return text, ("crasp", "compile")


def a_long_certificate(_):
    text = '{"answers": [' + "1," * (verdict_command.LARGEST // 2 - 20) + "1]}"
    return text, ("verdict", "--check")


def the_longest_record(_):
    begin, end = '{"format":1,"trial":{"a":[', "1]}}\n"
    middle = "1," * ((jsonl.LARGEST - len(begin + end)) // 2)
    return begin + middle + end, ("store", "import")


def the_largest_grid(_):
    text = (
        f"train_length = {list(range(8, 808))}\nseed = {list(range(800))}\n"
        '[task]\nname = "simple"\nomega = 1\n[evaluation]\nlengths = [64]\n'
    )
    return text.replace(", ", ","), ("sweep", "--dry-run", "--store", "sqlite:///s.db")


def a_large_machine(folder):
    """A file of the largest size, with one array that is no part of a machine."""
    from lengthwise.sealed_arrays import packed

    data = packed({"readout": np.zeros(saving.LARGEST // 8 - 100)}, "{}")
    (folder / "input.safetensors").write_bytes(data)
    return None, ("audit", "input.safetensors")


MAKERS = (
    one_long_cycle,
    two_steps_on_a_cycle,
    a_random_automaton,
    a_line_of_states,
    a_line_in_hoa,
    a_line_in_graphviz,
    a_line_in_jflap,
    one_state_again_and_again,
    the_longest_words,
    one_word_traced,
    the_largest_program,
    a_long_certificate,
    the_longest_record,
    the_largest_grid,
    a_large_machine,
)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("make", MAKERS, ids=lambda one: one.__name__)
def test_the_largest_input_takes_bounded_time_and_memory(tmp_path, make):
    text, command = make(tmp_path)
    if text is not None:
        (tmp_path / "input").write_text(text)
        command = (*command, "input")
    code, seconds, memory, said = cost(tmp_path, *command)
    assert code in {0, 1, 2}, said
    assert seconds < SECONDS, said
    assert memory < MEMORY, said


def test_more_words_than_a_program_runs_on_in_time_are_refused(tmp_path, refused_here):
    sum_ = " + ".join(['# "a"'] * 1000)
    (tmp_path / "wide.crasp").write_text(f'alphabet "a"\naccept {sum_} >= 1\n')
    (tmp_path / "words").write_text("a\n" * 3000)
    said = refused_here("crasp", "run", "wide.crasp", "--words", "words")
    assert "word 2654: a program with 2003 parts has more than 536870912" in said


def test_a_word_too_long_for_the_program_is_refused(tmp_path, refused_here):
    lines = "".join(f'x{k} = # "a"\n' for k in range(300))
    (tmp_path / "long.crasp").write_text(f'alphabet "a"\n{lines}accept x0 >= 1\n')
    (tmp_path / "words").write_text("a" * 100_000)
    for command, most in (("run", 33554432), ("trace", 16777216)):
        said = refused_here("crasp", command, "long.crasp", "--words", "words")
        assert str(most) in said


def test_a_store_that_is_no_file_is_wrong_input(tmp_path, refused_here):
    os.mkfifo(tmp_path / "fifo")
    for path in (tmp_path / "fifo", "/dev/null"):
        said = refused_here("store", "info", "--store", f"sqlite:///{path}")
        assert f"the store {path} is a device, a FIFO or a socket" in said


@pytest.mark.parametrize("kind", ["bytes", "fifo", "large"])
def test_settings_of_matplotlib_that_are_no_text_are_refused(
    tmp_path, monkeypatch, kind
):
    path = tmp_path / "matplotlibrc"
    if kind == "fifo":
        os.mkfifo(path)
    else:
        path.write_bytes(b"font.size: \xff\n" if kind == "bytes" else b"#" * (2 << 20))
    monkeypatch.setenv("MATPLOTLIBRC", str(tmp_path))
    with pytest.raises(FormatError, match="matplotlibrc"):
        require_settings()
    monkeypatch.delenv("MATPLOTLIBRC")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FormatError, match="matplotlibrc"):
        require_settings()


def test_a_command_that_draws_refuses_them_in_one_line(tmp_path):
    (tmp_path / "matplotlibrc").write_bytes(b"\xff")
    said = refused("study", "dyck1", "--no-train", folder=tmp_path)
    assert "matplotlibrc is not UTF-8 text" in said
