"""One answer of a verdict, with its wording."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_CEILING, Context
from typing import Any, Literal, TypeAlias

from lengthwise.automata.dfa import DFA
from lengthwise.bibliography import united
from lengthwise.tasks.task_format import Format
from lengthwise.theory.knowledge.program_sizes import UniformFamily
from lengthwise.theory.knowledge.quoted_theorems import Cited
from lengthwise.theory.membership.evidence.evidence_kinds import Positions
from lengthwise.theory.membership.membership_answer import Membership
from lengthwise.views import short

Acceptance: TypeAlias = Literal["end", "last", "next"]
YesNo: TypeAlias = Literal["yes", "no", "unknown"]
Kind: TypeAlias = Literal[
    "program", "certificate", "growth", "machine", "theorem", "searched"
]
Basis: TypeAlias = Literal["class", "class-upto", "theorem"]

NAMES: Mapping[Positions, str] = {
    "none": "C-RASP[]",
    "periodic-local": "C-RASP[periodic, local]",
}
"""The names of the classes."""

MACHINES: Mapping[Positions, str] = {
    "none": "limit transformer without positions",
    "periodic-local": "limit transformer with periodic positions and lags",
}
"""The class for tasks with real outputs, which programs do not compute."""


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """The evidence for an answer.

    Attributes:
        kind: ``program``: a program of the class; ``certificate``: paths and closed
            walks with matching label counts; ``growth``: a growing number of distinct
            rows of the communication matrix; ``machine``: a limit transformer with its
            error; ``theorem``: a proof, in a publication or in the manual;
            ``searched``: the search found nothing.
        text: One sentence or a few.
        details: Further data by name, as JSON types.
        program: The text of the program, if it was constructed.
        membership: The decision for `dfa`, from which a program can be written.
        dfa: The automaton that the decision is about.
    """

    kind: Kind
    text: str
    details: tuple[tuple[str, Any], ...] = ()
    program: str | None = None
    membership: Membership | None = None
    dfa: DFA | None = None

    def __repr__(self) -> str:
        return short(self, f"{self.kind}: {self.text}")

    def json(self) -> dict[str, Any]:
        """Returns the evidence as plain data, without constructing its program."""
        written = {} if self.program is None else {"program": self.program}
        return {"kind": self.kind, "text": self.text, **dict(self.details), **written}


@dataclass(frozen=True, kw_only=True)
class Answer:
    """One answer of a verdict.

    Attributes:
        positions: The class.
        acceptance: ``end``: decided after the last symbol, which is seen only through
            counts; ``last``: at the last symbol; ``next``: what comes next.
        answer: Yes, no or unknown.
        format: The task format; compare only with measurements in the same format.
        basis: ``class``: inside or outside the class of programs; ``class-upto``: not
            settled within the limits; ``theorem``: about transformers themselves.
        evidence: The evidence.
        bound: The bound on the training length that then holds.
        sources: The theorems used, each with its hypothesis.
        quoted: Sources of the bound and of the search, as keys of the bibliography.
        family: For a task that is finite over each alphabet, the programs for all
            alphabets; a yes refers to this family.
    """

    positions: Positions
    acceptance: Acceptance
    answer: YesNo
    format: Format
    basis: Basis
    evidence: Evidence
    bound: str
    sources: tuple[Cited, ...] = ()
    quoted: tuple[str, ...] = ()
    family: UniformFamily | None = None

    @property
    def keys(self) -> tuple[str, ...]:
        """All sources, as keys of the bibliography."""
        return united((one.key for one in self.sources), self.quoted)

    @property
    def class_name(self) -> str:
        """The name of the class: programs, or limit transformers for real outputs."""
        return (MACHINES if self.format == "real" else NAMES)[self.positions]

    @property
    def sentence(self) -> str:
        """The meaning of the answer as a sentence."""
        name = self.class_name
        if self.format == "real":
            return self.computed("it")
        if self.answer == "unknown":
            return f"it is not known whether it is in {name}"
        if self.answer == "no":
            reason = "the converse is open"
            if self.basis == "theorem":
                reason = "no limit transformer with such positions computes it"
            return f"outside {name}: no guarantee ({reason})"
        if self.family is not None:
            return (
                f"in {name}: one family of programs of size O({self.family.order}) "
                "serves every alphabet (over a fixed alphabet the task is "
                "finite, so membership alone is trivial)"
            )
        return f"in {name}: length generalization is proved for an idealized learner"

    def computed(self, what: str) -> str:
        """Whether a limit transformer computes the real-valued `what`, with error."""
        if self.answer != "yes":
            return f"it is not known whether a {self.class_name} computes {what}"
        error = float(dict(self.evidence.details)["error"])
        near = f"within {rounded_up(error)}" if error else "exactly"
        return f"a {self.class_name} computes {what} {near} at every length"

    def __repr__(self) -> str:
        return short(self, f"{self.answer} ({self.acceptance}): {self.sentence}")

    def json(self) -> dict[str, Any]:
        """Returns the answer as plain data."""
        return {
            "positions": self.positions,
            "acceptance": self.acceptance,
            "answer": self.answer,
            "format": self.format,
            "basis": self.basis,
            "sentence": self.sentence,
            "evidence": self.evidence.json(),
            "bound": self.bound,
            "sources": [source.json() for source in self.sources],
        }


def rounded_up(error: float) -> str:
    """A bound on an error, rounded up to two digits.

    Examples:
        >>> rounded_up(0.001412), rounded_up(0.0)
        ('0.0015', '0')
    """
    return f"{Context(prec=2, rounding=ROUND_CEILING).create_decimal(error):g}"
