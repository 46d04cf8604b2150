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
    from lengthwise.api.study import study
    from lengthwise.crasp.language.printer import show
    from lengthwise.crasp.language.program import Program
    from lengthwise.crasp.library.loading import load as crasp
    from lengthwise.crasp.running.interpreter import run
    from lengthwise.errors import LengthwiseError
    from lengthwise.limit.compile.compiler import compile_program as compile
    from lengthwise.limit.complexity.machine_complexity import Complexity
    from lengthwise.limit.constructions.named_machines import machine
    from lengthwise.limit.machine import LimitTransformer
    from lengthwise.limit.saving import load, save
    from lengthwise.tasks.catalogue import task
    from lengthwise.theory.minimax.shortest_path import minimax
    from lengthwise.theory.simulation.simulate import simulate
    from lengthwise.theory.theorems.calculator import bounds
    from lengthwise.theory.theorems.machine_bounds import bounds_for
    from lengthwise.theory.verdict.decision import verdict
    from lengthwise.theory.worst_case import worst_case
    from lengthwise.words import Alphabet, Statistics

__version__ = "0.1.0"

_HOMES = {
    "Alphabet": "words",
    "Complexity": "limit.complexity.machine_complexity",
    "LengthwiseError": "errors",
    "LimitTransformer": "limit.machine",
    "Program": "crasp.language.program",
    "Statistics": "words",
    "bounds": "theory.theorems.calculator",
    "bounds_for": "theory.theorems.machine_bounds",
    "compile": "limit.compile.compiler:compile_program",
    "load": "limit.saving",
    "machine": "limit.constructions.named_machines",
    "minimax": "theory.minimax.shortest_path",
    "run": "crasp.running.interpreter",
    "save": "limit.saving",
    "show": "crasp.language.printer",
    "simulate": "theory.simulation.simulate",
    "task": "tasks.catalogue",
    "verdict": "theory.verdict.decision",
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
        return import_module(
            {"crasp": "lengthwise.crasp", "study": "lengthwise.api.study"}[name]
        )  # modules that can be called
    if name not in _HOMES:
        raise AttributeError(f"lengthwise has no {name!r}")
    home, _, there = _HOMES[name].partition(":")
    found = getattr(import_module(f"lengthwise.{home}"), there or name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
