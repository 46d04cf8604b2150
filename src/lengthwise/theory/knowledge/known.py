"""Everything known about one family of tasks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from lengthwise.limit.machine import LimitTransformer
from lengthwise.tasks.task import Task
from lengthwise.theory.knowledge._program_sources import Source
from lengthwise.theory.knowledge.exact_machine import KnownMachine
from lengthwise.theory.knowledge.functions_of_counts import CountLabel
from lengthwise.theory.knowledge.outside import Proof, Reduction, Rows
from lengthwise.theory.knowledge.program_sizes import UniformFamily
from lengthwise.theory.membership.evidence.evidence_kinds import Positions
from lengthwise.theory.theorems.bound_entry import Entry
from lengthwise.theory.theorems.magnitude import Real


def _none(_task: Task, _eps: Real) -> tuple[Entry, ...]:
    return ()


MULTIPLES = (1.0, 2.0, 4.0)
"""Multiples of a task parameter, chosen so that integers stay integers."""


@dataclass(frozen=True, kw_only=True)
class Machines:
    """The limit transformers of a family with real outputs.

    Attributes:
        exact: The machine of a task, with its proved error.
        numbers: The task parameters on which it depends.
        multiples: The multiples of a parameter at which a study evaluates the growth of
            bounds, if these are not `MULTIPLES`.
        comparable: The machine for some parameters, with the same accuracy across the
            family so that norms are comparable; for a sup error.
        in_class: The machine to which bounds apply, if no theorem covers `exact`.
        corollaries: Results proved only for this family, for a sup error.
        remarks: Remarks needed to interpret the numbers, a sentence or two each.
    """

    exact: Callable[[Task], KnownMachine]
    numbers: tuple[str, ...]
    comparable: Callable[[Mapping[str, Real], Real], LimitTransformer]
    multiples: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    in_class: Callable[[Task], LimitTransformer] | None = None
    corollaries: Callable[[Task, Real], tuple[Entry, ...]] = _none
    remarks: tuple[str, ...] = ()

    def multiples_of(self, number: str) -> tuple[float, ...]:
        """The multiples of a parameter at which a study evaluates bounds."""
        return self.multiples.get(number, MULTIPLES)


@dataclass(frozen=True, kw_only=True)
class Known:
    """Everything known about one family of tasks.

    Anything missing is unknown, which is not an error. Regular languages have no value:
    everything about them is decided from their automata.

    Attributes:
        program: Writes the program of a task for a class; if there is only one program,
            it may be in the larger class.
        sizes: The sizes of programs over all alphabets, by class; for families whose
            tasks are finite over each alphabet.
        machines: Their limit transformers, for tasks with real outputs.
        label: The label as a function of counts, if it is one.
        rows: The number of prefixes that the communication matrix distinguishes, if it
            is too large.
        reduction: A regular language inside the task that is outside a class.
        proof: A proof that tasks of the family are outside a class.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> from lengthwise.theory.knowledge.lookup import knowledge_of
        >>> knowledge_of(task("modp:p=3")).machines.numbers
        ('p',)
        >>> knowledge_of(task("tomita1")) == NOTHING
        True
    """

    program: Callable[[Task, Positions], Source] | None = None
    sizes: Mapping[Positions, UniformFamily] = field(default_factory=dict)
    machines: Machines | None = None
    label: Callable[[Task], CountLabel] | None = None
    rows: Rows | None = None
    reduction: Reduction | None = None
    proof: Proof | None = None


NOTHING = Known()
"""For tasks about which nothing is known."""
