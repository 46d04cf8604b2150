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
"""Around a number of a task, so that whole numbers stay whole."""


@dataclass(frozen=True, kw_only=True)
class Machines:
    """The limit transformers of a family with real outputs.

    Attributes:
        exact: The machine of a task, with the error that is proved.
        numbers: The numbers of the task that it depends on.
        multiples: A study asks how bounds grow around such a number: at which multiples
            of it, where these are not `MULTIPLES`.
        comparable: The machine for some numbers, as accurate as all others of the
            family, so that their norms compare; for a sup error.
        in_class: The machine that bounds speak of, where no theorem speaks of `exact`.
        corollaries: What is proved of this family alone, for a sup error.
        remarks: What must be known to read the numbers, a sentence or two each.
    """

    exact: Callable[[Task], KnownMachine]
    numbers: tuple[str, ...]
    comparable: Callable[[Mapping[str, Real], Real], LimitTransformer]
    multiples: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    in_class: Callable[[Task], LimitTransformer] | None = None
    corollaries: Callable[[Task, Real], tuple[Entry, ...]] = _none
    remarks: tuple[str, ...] = ()

    def multiples_of(self, number: str) -> tuple[float, ...]:
        """The multiples of a number at which a study asks how bounds grow."""
        return self.multiples.get(number, MULTIPLES)


@dataclass(frozen=True, kw_only=True)
class Known:
    """Everything known about one family of tasks.

    What is not here is unknown, which is no mistake. Regular languages have no value:
    everything about them is decided from their automata.

    Attributes:
        program: Writes the program of a task for a class; where there is one program
            only, it may be of the larger class.
        sizes: How large the programs for all alphabets are, by class; of families
            whose tasks are finite over each alphabet.
        machines: Their limit transformers, of tasks with real outputs.
        label: How the label follows from counts, where it does.
        rows: How many beginnings the communication matrix tells apart, where these
            are too many.
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
"""Of tasks of which nothing is known."""
