r"""The tasks that can be trained on a device: their shapes, laws and labels.

All three data laws are Pólya urns: symbol :math:`s` follows with probability
:math:`(1 + n_s) / (|\Sigma| + \sum n)`, where :math:`n` counts the symbols that stood
so far in the same *context*. The context is nothing for SimpleTask, the residue class
for ModPTask, the last :math:`k` symbols for k-gram. A label is a function of those
counts, the *evidence*.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import ClassVar, TypeAlias

import jax.numpy as jnp
from jaxtyping import Array, Float, Int, Num

from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.tasks.laws import Compositions, Residues, Urn

Numbers: TypeAlias = Mapping[str, Num[Array, ""]]
"""Numeric parameters of a task that may differ from lane to lane, by name."""


@dataclass(frozen=True)
class AbstractProblem(ABC):
    """A task as the device sees it: static sizes, and a label of traced arrays.

    Class attributes:
        name: Name of the task in the catalogue.
        numbers: Types of the numbers that a lane gives.
        order: How many symbols back the context reaches.
    """

    name: ClassVar[str]
    numbers: ClassVar[Mapping[str, type]]

    @property
    @abstractmethod
    def law(self) -> Compositions | Residues | Urn:
        """The data law."""

    @property
    @abstractmethod
    def symbols(self) -> int:
        """The number of symbols."""

    @property
    def outputs(self) -> int:
        """The length of the label."""
        return 1

    @property
    def period(self) -> int:
        """The number of residue classes among the contexts."""
        return 1

    @property
    def order(self) -> int:
        """How many symbols back the context reaches."""
        return 0

    @property
    def least(self) -> int:
        """The shortest length that the task has."""
        return max(self.period, self.order + 1)

    @abstractmethod
    def label(
        self, evidence: Int[Array, "rows symbols"], numbers: Numbers
    ) -> Float[Array, " outputs"]:
        """Returns the label of a word.

        Args:
            evidence: How often each symbol stood in each residue class (order 0), or,
                in one row, after each earlier occurrence of the last symbols.
            numbers: The numbers of the lane.
        """

    def check(self, numbers: Mapping[str, float]) -> None:
        """Raises a `SpecError` unless `numbers` are what a lane must give."""
        if set(numbers) != set(self.numbers):
            raise SpecError(
                f"task {self.name} was given the numbers {sorted(numbers)}; a lane "
                f"gives {sorted(self.numbers)}"
            )
        for name, kind in self.numbers.items():
            value = numbers[name]
            if not math.isfinite(value) or kind(value) != value:
                raise SpecError(
                    f"{name}={value} of task {self.name}; it must be a finite "
                    f"{'integer' if kind is int else 'number'}"
                )


@dataclass(frozen=True)
class Simple(AbstractProblem):
    r"""SimpleTask: :math:`\sin(\omega (c_0 - c_1) / (c_0 + c_1))`, symbols 0, 1, 2."""

    name: ClassVar[str] = "simple"
    numbers: ClassVar[Mapping[str, type]] = {"omega": float}

    @property
    def law(self) -> Compositions:
        """Uniform compositions of the length."""
        return Compositions()

    @property
    def symbols(self) -> int:
        """Three."""
        return 3

    def label(
        self, evidence: Int[Array, "rows symbols"], numbers: Numbers
    ) -> Float[Array, " outputs"]:
        """Returns the sine; 0 for a word without 0 and 1."""
        zeros, ones = evidence[:, 0], evidence[:, 1]
        both = jnp.maximum(zeros + ones, 1).astype(jnp.float32)
        return jnp.sin(numbers["omega"] * ((zeros - ones).astype(jnp.float32) / both))


@dataclass(frozen=True)
class ModP(AbstractProblem):
    """ModPTask: the share of 1 among the positions t with t mod p = k.

    Attributes:
        p: The period.
    """

    p: int
    name: ClassVar[str] = "modp"
    numbers: ClassVar[Mapping[str, type]] = {"k": int}

    def __post_init__(self) -> None:
        if self.p < 1:
            raise SpecError(f"p is {self.p}; it must be at least 1")

    @property
    def law(self) -> Residues:
        """Uniform numbers of 1 in each residue class."""
        return Residues(self.p)

    @property
    def symbols(self) -> int:
        """Two."""
        return 2

    @property
    def period(self) -> int:
        """The period p."""
        return self.p

    def label(
        self, evidence: Int[Array, "rows symbols"], numbers: Numbers
    ) -> Float[Array, " outputs"]:
        """Returns the share of 1 in residue class k."""
        chosen = jnp.arange(self.p) == numbers["k"]
        zeros, ones = jnp.where(chosen[:, None], evidence, 0).sum(0)
        both = jnp.maximum(zeros + ones, 1).astype(jnp.float32)
        return (ones.astype(jnp.float32) / both)[None]

    def check(self, numbers: Mapping[str, float]) -> None:
        """Raises a `SpecError` unless k is one of the residue classes."""
        AbstractProblem.check(self, numbers)
        if not 0 <= numbers["k"] < self.p:
            raise SpecError(f"k={numbers['k']}; allowed are 0 to {self.p - 1}")


@dataclass(frozen=True)
class KGram(AbstractProblem):
    """In-context k-gram: how often each symbol followed the last k symbols before.

    Attributes:
        k: The length of a context.
        S: The number of symbols.
    """

    k: int
    S: int
    name: ClassVar[str] = "kgram"
    numbers: ClassVar[Mapping[str, type]] = {}

    def __post_init__(self) -> None:
        if self.k < 1 or self.S < 1:
            raise SpecError(f"k is {self.k}, S is {self.S}; both must be at least 1")

    @property
    def law(self) -> Urn:
        """A random Markov chain of order k for every word."""
        return Urn(self.k)

    @property
    def symbols(self) -> int:
        """The number S."""
        return self.S

    @property
    def outputs(self) -> int:
        """The number S."""
        return self.S

    @property
    def order(self) -> int:
        """The length k."""
        return self.k

    def label(
        self, evidence: Int[Array, "rows symbols"], numbers: Numbers
    ) -> Float[Array, " outputs"]:
        """Returns shares; 1/S each where the last k symbols never stood before."""
        del numbers
        (after,) = evidence
        total = after.sum()
        share = after.astype(jnp.float32) / jnp.maximum(total, 1).astype(jnp.float32)
        return jnp.where(total > 0, share, 1.0 / self.S)


PROBLEMS: dict[str, type[AbstractProblem]] = {
    "simple": Simple,
    "modp": ModP,
    "kgram": KGram,
}
"""Every task that can be trained, by name."""


def problem(
    name: str, numbers: Mapping[str, float]
) -> tuple[AbstractProblem, dict[str, float]]:
    """Returns the problem of a task, and those of its numbers that a lane gives.

    Raises:
        UnknownNameError: No such task can be trained.
        SpecError: A number is missing, unknown or impossible.

    Examples:
        >>> problem("modp", {"p": 5, "k": 0})
        (ModP(p=5), {'k': 0})
    """
    if name not in PROBLEMS:
        raise UnknownNameError("task that can be trained", name, PROBLEMS)
    kind = PROBLEMS[name]
    of_lanes = {key: value for key, value in numbers.items() if key in kind.numbers}
    sizes = {key: value for key, value in numbers.items() if key not in kind.numbers}
    wanted = {f.name for f in fields(kind)}
    if sizes.keys() != wanted:
        raise SpecError(
            f"task {name} was given the numbers {sorted(numbers)}; it has "
            f"{sorted([*wanted, *kind.numbers])}"
        )
    for key, value in sizes.items():
        if int(value) != value:
            raise SpecError(f"{key}={value} of task {name}; it must be an integer")
    found = kind(**{key: int(value) for key, value in sizes.items()})
    found.check(of_lanes)
    return found, of_lanes


def sizes(found: AbstractProblem) -> dict[str, int]:
    """Returns the static numbers of a problem by name.

    Examples:
        >>> sizes(KGram(k=2, S=3))
        {'k': 2, 'S': 3}
    """
    return asdict(found)
