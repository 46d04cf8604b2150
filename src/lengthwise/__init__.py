"""Will a transformer still be right on inputs longer than it was trained on?

These names are the public API; each is loaded on first use.

>>> import lengthwise as lw
>>> program = lw.program("dyck1")
>>> lw.run(program, "(()())").accepted
True
>>> machine = lw.compile(program)
>>> len(machine.layers)
2
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # what type checkers see; a test compares it with HOMES
    from lengthwise.analysis.runs import Run as Run
    from lengthwise.analysis.sufficient import sufficient_length as sufficient_length
    from lengthwise.api.audits import audit as audit
    from lengthwise.api.grids import grid as grid
    from lengthwise.api.grids import trial as trial
    from lengthwise.api.learning import learn as learn
    from lengthwise.api.protocols import protocol as protocol
    from lengthwise.api.study_result import Study as Study
    from lengthwise.api.study_result import study as study
    from lengthwise.api.sweep_result import Sweep as Sweep
    from lengthwise.api.sweep_result import sweep as sweep
    from lengthwise.crasp.language.printer import show as show
    from lengthwise.crasp.language.program import Program as Program
    from lengthwise.crasp.library import loading
    from lengthwise.crasp.running.interpreter import run as run
    from lengthwise.errors import LengthwiseError as LengthwiseError
    from lengthwise.limit.compile import compiler
    from lengthwise.limit.complexity.machine_complexity import Complexity as Complexity
    from lengthwise.limit.constructions.named_machines import machine as machine
    from lengthwise.limit.layers import MLP as MLP
    from lengthwise.limit.layers import Attention as Attention
    from lengthwise.limit.layers import Head as Head
    from lengthwise.limit.layers import Layer as Layer
    from lengthwise.limit.machine import LimitTransformer as LimitTransformer
    from lengthwise.limit.saving import load as load
    from lengthwise.limit.saving import save as save
    from lengthwise.tasks.catalogue import task as task
    from lengthwise.tasks.laws import Balanced as Balanced
    from lengthwise.tasks.laws import Compositions as Compositions
    from lengthwise.tasks.laws import Instances as Instances
    from lengthwise.tasks.laws import Residues as Residues
    from lengthwise.tasks.laws import Sparse as Sparse
    from lengthwise.tasks.laws import UniformWords as UniformWords
    from lengthwise.tasks.laws import Urn as Urn
    from lengthwise.tasks.outputs import Accept as Accept
    from lengthwise.tasks.outputs import NextSet as NextSet
    from lengthwise.tasks.outputs import NextToken as NextToken
    from lengthwise.tasks.outputs import Real as Real
    from lengthwise.tasks.outputs import State as State
    from lengthwise.tasks.outputs import Vector as Vector
    from lengthwise.tasks.task import Task as Task
    from lengthwise.theory.minimax.shortest_path import minimax as minimax
    from lengthwise.theory.programs.equivalence import equivalent as equivalent
    from lengthwise.theory.programs.informative import (
        informative_length as informative_length,
    )
    from lengthwise.theory.programs.smallest_program import (
        smallest_program as smallest_program,
    )
    from lengthwise.theory.simulation.simulate import simulate as simulate
    from lengthwise.theory.theorems.calculator import bounds as bounds
    from lengthwise.theory.theorems.machine_bounds import bounds_for as bounds_for
    from lengthwise.theory.verdict.decision import verdict as verdict
    from lengthwise.theory.worst_case import worst_case as worst_case
    from lengthwise.words import Alphabet as Alphabet
    from lengthwise.words import Statistics as Statistics

    compile = compiler.compile_program
    program = loading.load

__version__ = "0.1.0"

HOMES = {
    # decide and bound
    "bounds": "theory.theorems.calculator",
    "bounds_for": "theory.theorems.machine_bounds",
    "equivalent": "theory.programs.equivalence",
    "informative_length": "theory.programs.informative",
    "learn": "api.learning",
    "minimax": "theory.minimax.shortest_path",
    "simulate": "theory.simulation.simulate",
    "smallest_program": "theory.programs.smallest_program",
    "verdict": "theory.verdict.decision",
    "worst_case": "theory.worst_case",
    # programs
    "Program": "crasp.language.program",
    "compile": "limit.compile.compiler:compile_program",
    "program": "crasp.library.loading:load",
    "protocol": "api.protocols",
    "run": "crasp.running.interpreter",
    "show": "crasp.language.printer",
    # machines and their parts
    "Attention": "limit.layers",
    "Complexity": "limit.complexity.machine_complexity",
    "Head": "limit.layers",
    "Layer": "limit.layers",
    "LimitTransformer": "limit.machine",
    "MLP": "limit.layers",
    "audit": "api.audits",
    "load": "limit.saving",
    "machine": "limit.constructions.named_machines",
    "save": "limit.saving",
    # tasks: what is asked for, and how inputs are drawn
    "Accept": "tasks.outputs",
    "Alphabet": "words",
    "Balanced": "tasks.laws",
    "Compositions": "tasks.laws",
    "Instances": "tasks.laws",
    "NextSet": "tasks.outputs",
    "NextToken": "tasks.outputs",
    "Real": "tasks.outputs",
    "Residues": "tasks.laws",
    "Sparse": "tasks.laws",
    "State": "tasks.outputs",
    "Statistics": "words",
    "Task": "tasks.task",
    "UniformWords": "tasks.laws",
    "Urn": "tasks.laws",
    "Vector": "tasks.outputs",
    "task": "tasks.catalogue",
    # measuring
    "Run": "analysis.runs",
    "Study": "api.study_result",
    "Sweep": "api.sweep_result",
    "grid": "api.grids",
    "study": "api.study_result",
    "sufficient_length": "analysis.sufficient",
    "sweep": "api.sweep_result",
    "trial": "api.grids",
    # what is wrong with an input
    "LengthwiseError": "errors",
}
"""The public names, each with its home: the one list.

`__all__`, what ``lw.NAME`` loads and the page of the manual follow from it. A home is a
module below `lengthwise`; if the name differs there, it follows a colon.
"""

if not TYPE_CHECKING:  # type checkers see the imports above, and no other name
    __all__ = ["__version__", *sorted(HOMES)]  # noqa: PLE0604 - texts, all of them

    def __getattr__(name: str) -> object:
        if name not in HOMES:
            raise AttributeError(f"lengthwise has no {name!r}")
        home, _, there = HOMES[name].partition(":")
        value = getattr(import_module(f"lengthwise.{home}"), there or name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return sorted(__all__)
