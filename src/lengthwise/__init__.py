"""Will a transformer still be right on inputs longer than it was trained on?

The names here are the public face; each is loaded when it is first used.

>>> import lengthwise as lw
>>> program = lw.crasp("dyck1")
>>> lw.run(program, "(()())").accepted
True
>>> machine = lw.compile(program)
>>> len(machine.layers)
2
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lengthwise.crasp.evaluate import run
    from lengthwise.crasp.loading import load as crasp
    from lengthwise.crasp.printer import show
    from lengthwise.crasp.program import Program
    from lengthwise.errors import LengthwiseError
    from lengthwise.limit.compiler import compile_program as compile
    from lengthwise.limit.complexity import Complexity
    from lengthwise.limit.constructions import machine
    from lengthwise.limit.machine import LimitTransformer
    from lengthwise.limit.saving import load, save
    from lengthwise.study import study
    from lengthwise.tasks.catalogue import task
    from lengthwise.theory.bounds.calculator import bounds
    from lengthwise.theory.bounds.machines import bounds_for
    from lengthwise.theory.bounds.minimax import minimax
    from lengthwise.theory.simulation.simulate import simulate
    from lengthwise.theory.verdict.deciding import verdict
    from lengthwise.theory.worst_case import worst_case
    from lengthwise.words import Alphabet, Statistics

__version__ = "0.1.0"

_HOMES = {
    "Alphabet": "words",
    "Complexity": "limit.complexity",
    "LengthwiseError": "errors",
    "LimitTransformer": "limit.machine",
    "Program": "crasp.program",
    "Statistics": "words",
    "bounds": "theory.bounds.calculator",
    "bounds_for": "theory.bounds.machines",
    "compile": "limit.compiler:compile_program",
    "load": "limit.saving",
    "machine": "limit.constructions",
    "minimax": "theory.bounds.minimax",
    "run": "crasp.evaluate",
    "save": "limit.saving",
    "show": "crasp.printer",
    "simulate": "theory.simulation.simulate",
    "task": "tasks.catalogue",
    "verdict": "theory.verdict.deciding",
    "worst_case": "theory.worst_case",
}

__all__ = [
    "Alphabet",
    "Complexity",
    "LengthwiseError",
    "LimitTransformer",
    "Program",
    "Statistics",
    "__version__",
    "bounds",
    "bounds_for",
    "compile",
    "crasp",
    "load",
    "machine",
    "minimax",
    "run",
    "save",
    "show",
    "simulate",
    "study",
    "task",
    "verdict",
    "worst_case",
]


def __getattr__(name: str) -> object:
    if name in {"crasp", "study"}:
        return import_module(f"lengthwise.{name}")  # modules that can be called
    if name not in _HOMES:
        raise AttributeError(f"lengthwise has no {name!r}")
    home, _, there = _HOMES[name].partition(":")
    found = getattr(import_module(f"lengthwise.{home}"), there or name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
