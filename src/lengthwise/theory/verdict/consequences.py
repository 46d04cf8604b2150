"""A verdict with its consequences: program, compiled machine, bounds."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from lengthwise.bibliography import united
from lengthwise.crasp.core.program_facts import Facts, facts
from lengthwise.crasp.language.parser import parse
from lengthwise.errors import TooLargeError
from lengthwise.limit.compile.compiler import compile_program
from lengthwise.limit.complexity.machine_complexity import Complexity, complexity
from lengthwise.limit.machine import LimitTransformer
from lengthwise.tasks.task import Task
from lengthwise.theory.knowledge.lookup import known_machine
from lengthwise.theory.theorems.bound_table import Bounds
from lengthwise.theory.theorems.machine_bounds import bounds_for
from lengthwise.theory.theorems.program_bounds import (
    ProgramBound,
    program_bounds,
    sources_of,
)
from lengthwise.theory.verdict.decision import program_of
from lengthwise.theory.verdict.verdict import Verdict
from lengthwise.theory.verdict.verdict_answer import Answer

EPS = (0.3, 0.1, 0.03)
"""The sup errors for which bounds are computed."""

LARGEST = 20_000
"""Programs above this size are not compiled: their matrices are too large to read."""


@dataclass(frozen=True, kw_only=True)
class Consequences:
    """A verdict, and what follows from its headline without training.

    Attributes:
        verdict: The verdict.
        program: The program of a yes; ``None`` if there is none.
        facts: Its size and depth.
        program_bounds: Theorems about programs of this kind.
        machine: The limit transformer: compiled from the program, or the known one.
        complexity: The constants that bounds depend on.
        bounds: Bounds for two such machines, by sup error; empty if no theorem applies.
        missing: Why there is no machine; empty if there is one.
    """

    verdict: Verdict
    program: str | None = None
    facts: Facts | None = None
    program_bounds: tuple[ProgramBound, ...] = ()
    machine: LimitTransformer | None = None
    complexity: Complexity | None = None
    bounds: Mapping[float, Bounds]
    missing: str = ""

    @property
    def sources(self) -> tuple[str, ...]:
        """All sources, as keys of the bibliography."""
        tables = (key for table in self.bounds.values() for key in table.sources)
        return united(self.verdict.sources, sources_of(self.program_bounds), tables)

    @property
    def row(self) -> Answer:
        """The headline of the verdict."""
        return self.verdict.headline()


def consequences_of(verdict: Verdict, task: Task | None = None) -> Consequences:
    """Returns the consequences of a verdict.

    Args:
        verdict: The verdict.
        task: The task that it is about, if any; a known machine is used.

    Examples:
        >>> from lengthwise.theory.verdict.decision import verdict
        >>> outcome = consequences_of(verdict(program="dyck1"))
        >>> outcome.facts.counting_depth, outcome.complexity.layers
        (2, 2)
    """
    row = verdict.headline()
    if row.evidence.kind == "machine":
        known = None if task is None else known_machine(task)
        assert known is not None, "a machine is evidence only where it is known"
        return _with_machine(Consequences(verdict=verdict, bounds={}), known.machine)
    text = program_of(row)
    if text is None:
        why = f"the answer is {row.answer}, so there is no program to compile"
        return Consequences(verdict=verdict, bounds={}, missing=why)
    program = parse(text)
    program_facts = facts(program)
    plain = Consequences(
        verdict=verdict,
        program=text,
        facts=program_facts,
        program_bounds=program_bounds(program_facts),
        bounds={},
    )
    if program_facts.size > LARGEST:
        why = f"the program is larger than {LARGEST:,}, too large to compile here"
        return _without_machine(plain, why)
    try:
        machine = compile_program(program)
    except TooLargeError as error:
        return _without_machine(plain, str(error))
    return _with_machine(plain, machine)


def _without_machine(plain: Consequences, why: str) -> Consequences:
    return replace(plain, missing=why)


def _with_machine(plain: Consequences, machine: LimitTransformer) -> Consequences:
    tables = {eps: bounds_for(machine, machine, eps) for eps in EPS}
    speaks = any(entry.applies for table in tables.values() for entry in table)
    return replace(
        plain,
        machine=machine,
        complexity=complexity(machine),
        bounds=tables if speaks else {},
    )
