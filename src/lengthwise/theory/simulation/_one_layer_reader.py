"""A one-layer machine with the quantities that the constructions need."""

import math
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from lengthwise.errors import SpecError
from lengthwise.limit.complexity.hardmax import hardmax_length, hardmax_log2
from lengthwise.limit.complexity.margins import logit_margin, tie_spread
from lengthwise.limit.complexity.norms import safe_norm
from lengthwise.limit.complexity.separation import require_separated
from lengthwise.limit.machine import LimitTransformer
from lengthwise.limit.running.on_statistics import masses, outputs
from lengthwise.theory.pair import require_one_head
from lengthwise.theory.simulation._output_span import output_span
from lengthwise.theory.simulation.simulation import Fidelity
from lengthwise.words import Statistics


@dataclass(frozen=True, slots=True)
class Reader:
    """A machine of one layer and one head, with its norm and its margin.

    Attributes:
        machine: The machine.
        L: Its safe norm.
        gamma: Its logit margin.
        eta: The largest difference of logits treated as equal; 0 if ties are exact.

    Examples:
        >>> from lengthwise.limit.constructions.named_machines import mod_p_task
        >>> reader = Reader.of(mod_p_task(p=3, bits=8))
        >>> reader.L, reader.gamma, reader.onset
        (1.0, 8.0, 2)
    """

    machine: LimitTransformer
    L: float
    gamma: float
    eta: float

    @classmethod
    def of(cls, machine: LimitTransformer) -> "Reader":
        """Returns the reader of a machine covered by the one-layer theorem.

        Raises:
            SpecError: The theorem does not cover it, or it has hardmax attention and
                different logits so close that the evaluators treat them as equal.
        """
        _require_one_layer(machine)
        reader = cls(
            machine, safe_norm(machine), logit_margin(machine), tie_spread(machine)
        )
        if machine.attention.kind == "hardmax":
            require_separated(machine)
        return reader

    @property
    def bits(self) -> int | None:
        """The bits of precision; ``None`` for hardmax attention."""
        return self.machine.attention.bits

    @property
    def onset_log2(self) -> float:
        """The exponent of the hardmax length; 0 for hardmax attention."""
        return 0.0 if self.bits is None else hardmax_log2(p=self.bits, gamma=self.gamma)

    @property
    def onset(self) -> int:
        """The length from which on attention is hardmax."""
        return 1 if self.bits is None else hardmax_length(p=self.bits, gamma=self.gamma)

    def unevenness(self, length: int) -> float:
        r"""The largest l1 distance of masses from uniform ones on the largest logits.

        Logits treated as equal differ by up to :math:`\eta`. So at length :math:`n`
        their weights differ by a factor of up to :math:`n^\eta`, and normalized weights
        by at most :math:`2 \tanh(\eta \log(n)/4)`.

        Args:
            length: A length of at least the hardmax length.

        Examples:
            >>> from lengthwise.limit.constructions.named_machines import mod_p_task
            >>> Reader.of(mod_p_task(p=3)).unevenness(10**9)
            0.0
        """
        if self.bits is None or self.eta == 0:
            return 0.0
        if self.eta * math.log2(length) >= self.bits:
            return 2.0
        return 2 * math.tanh(self.eta * math.log(length) / 4)

    def sight(self, statistics: Statistics) -> "Sight":
        """The outputs and attention masses on words with these statistics.

        Raises:
            SpecError: They do not determine the output of this machine.
        """
        return Sight(
            self,
            outputs(self.machine, statistics),
            masses(self.machine, statistics),
            output_span(self.machine, statistics),
        )


@dataclass(frozen=True, slots=True)
class Sight:
    """Outputs and attention masses of one machine on one word, and their range."""

    reader: Reader
    outputs: Float[np.ndarray, " outputs"]
    masses: Float[np.ndarray, "heads tokens delta"]
    span: float

    def fidelity(self, short: "Sight", *, distance: float | None) -> Fidelity:
        """How closely `short` reproduces this.

        Args:
            short: The same machine on the short word.
            distance: The promised distance of the masses; ``None`` for no promise.
        """
        return Fidelity(
            at_x=tuple(self.outputs.tolist()),
            at_z=tuple(short.outputs.tolist()),
            promised=None if distance is None else self.reader.L * distance,
            distance=float(np.abs(self.masses - short.masses).sum()),
            promised_distance=distance,
            span=self.span,
        )


def _require_one_layer(machine: LimitTransformer) -> None:
    require_one_head(machine)
    if machine.attention.kind not in {"finite", "hardmax"}:
        raise SpecError(
            f"{machine.attention.kind} attention; the one-layer theorem needs finite "
            "(p bits) or hardmax; round it with --bits P, in Python with "
            "Attention('finite', P)"
        )
