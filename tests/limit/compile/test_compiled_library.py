"""Every program of the library: compiled exactly, and small."""

import numpy as np
import pytest

from lengthwise.crasp.library import programs
from lengthwise.crasp.library.loading import load
from lengthwise.limit.compile.compiler import compile_program
from tests.limit.compile.test_compiler import require_same_lines, require_same_outputs

# Layers, width, heads in all, most heads in a layer: what is at most allowed.
SIZES = {
    "majority_language": (1, 7, 3, 3),
    "dyck1": (2, 12, 4, 3),
    "d_n:n=12": (3, 13, 4, 3),
    "tomita2": (3, 13, 4, 3),
    "anbncn_deep": (5, 25, 7, 4),
    "anbn": (2, 13, 5, 4),
    "anbncn": (3, 22, 8, 5),
    "anbncndn": (4, 31, 11, 6),
    "tomita4": (3, 11, 4, 3),
    "tomita7_strict": (7, 16, 5, 2),
    "tomita7": (4, 13, 5, 2),
    "abcde": (4, 37, 14, 7),
    "ab_d_bc": (3, 15, 4, 2),
    "a_k_star:k=2": (1, 7, 2, 2),
    "a_k_star:k=4": (1, 7, 2, 2),
    "abab_star": (3, 14, 2, 1),
    "contains_ab": (3, 10, 3, 2),
    "shuffle:k=2": (3, 21, 7, 5),
    "boolean:n=3": (3, 17, 6, 5),
    "boolean:n=5": (3, 21, 8, 7),
    "bin_majority": (1, 12, 4, 4),
    "majority:symbols=5": (2, 36, 7, 7),
    "bin_majority_interleave:period=3": (4, 43, 9, 7),
    "unique_copy:symbols=7": (5, 237, 74, 64),
    "sort:symbols=7": (5, 126, 9, 7),
}


def small(name):
    """The program with few symbols where it has many by default."""
    family = programs.FAMILIES.get(name)
    sized = family and any(p.name == "symbols" for p in family.parameters)
    return f"{name}:symbols=4" if sized else name


NAMES = [small(name) for name in programs.names()]


@pytest.mark.parametrize(("name", "most"), SIZES.items())
def test_compiled_machines_are_at_most_this_large(name, most):
    machine = compile_program(load(name))
    heads = [len(layer.heads) for layer in machine.layers]
    size = (len(machine.layers), machine.width, sum(heads), max(heads))
    assert all(found <= allowed for found, allowed in zip(size, most, strict=True))


@pytest.mark.parametrize("name", NAMES)
def test_every_line_is_exact_at_every_position(name):
    program = load(name)
    symbols = program.letters.symbols
    rng = np.random.default_rng(0)
    require_same_lines(program, tuple(rng.choice(symbols, size=2000).tolist()))
    for symbol in symbols[:3]:
        require_same_lines(program, (symbol,) * 100)
    half = (symbols[0],) * 200 + (symbols[1 % len(symbols)],) * 200
    require_same_lines(program, half)


@pytest.mark.parametrize("name", NAMES)
def test_every_short_word_has_the_same_outputs(name):
    program = load(name)
    words = [w for n in range(1, 5) for w in program.letters.words(n)][:500]
    require_same_outputs(program, compile_program(program), words)
