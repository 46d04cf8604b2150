r"""The error of a one-layer model by length: average and worst case.

The root mean square is over the distribution of the task, the sup over *all* words of
the length, both exact: a one-layer model sees a word only through its statistics, and
these are enumerated. A model that is right on average can be wrong in the worst case,
which the theorems are about.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from jaxtyping import Float, Int

from lengthwise.analysis.enumerated.labels_of_counts import targets
from lengthwise.bibliography import united
from lengthwise.errors import SpecError, TooLargeError
from lengthwise.limit.complexity.broken_ties import ClusteredMargin, separated_margin
from lengthwise.limit.complexity.norms import safe_norm
from lengthwise.limit.complexity.two_layer_constants import TwoLayerConstants
from lengthwise.limit.machine import LimitTransformer
from lengthwise.limit.running.on_statistics import outputs_of_counts
from lengthwise.printable import number_text
from lengthwise.tables import Table
from lengthwise.tasks.task import Task
from lengthwise.theory.count_tables import count_tables
from lengthwise.theory.worst_case import TIE, word_text
from lengthwise.words import Statistics, Word, statistics_count

LIMIT = 3_000_000
"""Default limit on the number of statistics enumerated at a length."""

MARGINS = ("izzo2025quantitative",)
"""Sources of the margins of logits and positions, as keys of the bibliography."""

UNSCALED = (
    "no clustered margin: gaps between logits matter only if logits are multiplied "
    "by log|x|, which these are not"
)
SPREAD = (
    "no clustered margin: no threshold separates logits that should be equal from "
    "others (clusters would be as wide as the gaps between them)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorAtLength:
    """The error of a model on words of one length.

    Attributes:
        length: The length.
        rms: Root mean square error over the task's distribution.
        sup: Largest error over all words.
        worst: Statistics of the words that attain it.
        output: The output of the model there.
        label: The label.
    """

    length: int
    rms: float
    sup: float
    worst: Statistics
    output: float
    label: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    r"""Errors by length, and up to which length they can be extrapolated.

    Attributes:
        task: The task.
        errors: Errors by length, ascending.
        margin: The clustered margin :math:`(\eta, \gamma_\eta)` of the best separating
            threshold; ``None`` if there is none, or if logits are not multiplied by
            :math:`\log|x|`.
        log2_T_max: Base-2 logarithm of the length up to which the clustered model is
            valid for an error of `eps`; ``None`` without a `margin`.
        eps: The error for `log2_T_max`.
        two_layer: The constants of the two-layer theorem, including the positional
            margin; ``None`` if the theorem does not cover the model.
        remark: Why there is no clustered margin, and what was skipped; may be empty.
        L_safe: The norm of a one-layer model; ``None`` for several layers.
    """

    task: Task
    errors: tuple[ErrorAtLength, ...]
    margin: ClusteredMargin | None
    log2_T_max: float | None  # noqa: N815
    eps: float
    two_layer: TwoLayerConstants | None = None
    remark: str = ""
    L_safe: float | None = None

    @property
    def sources(self) -> tuple[str, ...]:
        """Sources of task and margins, as keys of the bibliography."""
        margins = self.margin is not None or self.two_layer is not None
        return united(self.task.sources, MARGINS if margins else ())

    def __str__(self) -> str:
        lines = [self.table.text()]
        if self.margin is not None:
            pair = f"eta {self.margin.eta:.3g}, gamma {self.margin.gamma:.3g}"
            lines.append(
                f"clustered margin: {pair} (logits that should be equal differ by up "
                "to eta, others by gamma or more)"
            )
            lines.append(
                f"ties taken as exact, for an error of {self.eps:.3g}: {self.reach}"
            )
        if self.remark:
            lines.append(self.remark)
        if self.two_layer is not None:
            lines.append(f"positional margin: gamma {self.two_layer.gamma:.3g}")
        return "\n".join(lines)

    @property
    def table(self) -> Table:
        """The errors as a table, one row per length."""
        return Table(
            header=("length", "rms error", "sup error", "worst input"),
            rows=tuple(
                (
                    str(e.length),
                    f"{e.rms:.4g}",
                    f"{e.sup:.4g}",
                    f"{word_text(e.worst)} (says {e.output:.4g}, is {e.label:.4g})",
                )
                for e in self.errors
            ),
            align="rrrl",
        )

    @property
    def scaled(self) -> bool:
        r"""Whether logits are multiplied by :math:`\log|x|`."""
        return self.remark != UNSCALED

    @property
    def reach(self) -> str:
        r"""A sentence on how long nearly equal logits may be treated as equal."""
        if self.log2_T_max is None:
            return "no reach is known"
        if self.log2_T_max < 1:
            return "no reach: T_max is below 2 symbols"
        if math.isinf(self.log2_T_max):
            return "valid at every length"
        return f"valid up to length T_max = 2^{self.log2_T_max:.3g}"


def audit(
    machine: LimitTransformer,
    task: Task,
    lengths: Iterable[int],
    *,
    eps: float = 0.01,
    limit: int = LIMIT,
) -> Audit:
    """The exact errors of a one-layer machine on `task` by length.

    Args:
        machine: A machine with at most one layer and one output.
        task: ``simple`` or ``modp``.
        lengths: The lengths.
        eps: The error for the range of the clustered model.
        limit: Limit on the number of statistics at a length.

    Raises:
        SpecError: Machine and task do not fit together.
        TooLargeError: A length has more statistics than `limit`.

    Examples:
        >>> from lengthwise.limit.constructions.named_machines import simple_task
        >>> from lengthwise.tasks.catalogue import task
        >>> exact = audit(simple_task(omega=4.0), task("simple", omega=4), [20])
        >>> exact.errors[0].sup < 4**2 / (2 * 64**2)
        True
    """
    fits(machine, task, outputs=1)
    errors = tuple(_at(machine, task, n, limit) for n in sorted(set(lengths)))
    norm = safe_norm(machine)
    audited = Audit(
        task=task, errors=errors, margin=None, log2_T_max=None, eps=eps, L_safe=norm
    )
    if machine.attention.kind == "infinite":
        return replace(audited, remark=UNSCALED)
    margin = separated_margin(machine)
    if margin is None:
        return replace(audited, remark=SPREAD)
    reach = margin.log2_T_max(L=norm, eps=eps)
    return replace(audited, margin=margin, log2_T_max=reach)


def statistics_at(machine: LimitTransformer, task: Task, length: int) -> int:
    """The number of different statistics of the words of a length."""
    delta = math.lcm(machine.delta, task.period)
    symbols = len(machine.alphabet)
    return statistics_count(symbols, length, delta=delta, tau=machine.tau)


def fits(machine: LimitTransformer, task: Task, *, outputs: int) -> None:
    """Checks that `machine` reads words of `task` and has this number of `outputs`.

    Raises:
        SpecError: It does not fit.
    """
    if machine.alphabet != task.alphabet or len(machine.readout) != outputs:
        raise SpecError(
            f"a machine over {machine.alphabet} with {len(machine.readout)} outputs "
            f"cannot be audited on {task.name}, which is over {task.alphabet} with "
            f"{outputs}"
        )


def _at(
    machine: LimitTransformer, task: Task, length: int, limit: int
) -> ErrorAtLength:
    if length < task.min_length:
        raise SpecError(f"{task.name} has no words of length {length}; use longer ones")
    delta, tau = math.lcm(machine.delta, task.period), machine.tau
    symbols = len(machine.alphabet)
    size = statistics_at(machine, task, length)
    if size > limit:
        raise TooLargeError(
            f"the words of length {number_text(length)} have more different "
            f"statistics than the {number_text(limit)} that are enumerated; take "
            "shorter lengths",
            size=size,
            limit=limit,
        )
    square, sup, worst = 0.0, -1.0, None
    suffix_length = min(tau + 1, length)
    for counts in count_tables(symbols, length - suffix_length, delta=delta):
        for suffix in machine.alphabet.words(suffix_length):
            outputs = outputs_of_counts(machine, counts, suffix)[:, 0]
            label = targets(task, counts, suffix)
            gap = np.abs(outputs - label)
            square += float(_weights(task, counts, suffix) @ gap**2)
            row = int((gap >= gap.max() - TIE).argmax())
            if gap[row] > sup + TIE:
                sup = float(gap[row])
                worst = counts[row], suffix, float(outputs[row]), float(label[row])
    assert worst is not None, "there is a word of every length"
    counts, suffix, output, truth = worst
    return ErrorAtLength(
        length=length,
        rms=math.sqrt(square),
        sup=sup,
        worst=Statistics(
            alphabet=machine.alphabet,
            delta=delta,
            tau=tau,
            counts=tuple(map(tuple, counts.tolist())),
            suffix=suffix,
        ),
        output=output,
        label=truth,
    )


def _weights(
    task: Task, counts: Int[np.ndarray, "batch symbols delta"], suffix: Word
) -> Float[np.ndarray, " batch"]:
    r"""The probability of each word's statistics under the task's distribution.

    Counts are uniform in each class of the distribution (all positions for ``simple``,
    a residue class for ``modp``), and given its counts, every order within a class is
    equally likely. So the probability of statistics with prefix counts :math:`m` and
    class totals :math:`c` is the number of orders of :math:`m`, divided by that of
    :math:`c` and by the number of compositions of the class.
    """
    period = task.period
    symbols = counts.shape[1]
    merged = counts.reshape(len(counts), symbols, -1, period).sum(axis=2)
    orders = np.zeros(len(counts))
    if period != counts.shape[2]:
        # Residues finer than the distribution's classes: enumerate all ways to fill
        # them.
        orders += _log_orders(counts).sum(axis=1) - _log_orders(merged).sum(axis=1)
    prefix = int(counts[0].sum())
    total = merged.copy()
    for place, symbol in enumerate(suffix, start=1):
        total[:, task.alphabet.index(symbol), (prefix + place) % period] += 1
    sizes = total.sum(axis=1)
    ways = np.array([math.comb(int(n) + symbols - 1, symbols - 1) for n in sizes[0]])
    logs = _log_orders(merged).sum(axis=1) - _log_orders(total).sum(axis=1)
    return np.asarray(np.exp(orders + logs) / float(np.prod(ways.astype(float))))


def _log_orders(
    counts: Int[np.ndarray, "batch symbols classes"],
) -> Float[np.ndarray, "batch classes"]:
    from scipy.special import gammaln

    total = counts.sum(axis=1)
    return np.asarray(gammaln(total + 1) - gammaln(counts + 1).sum(axis=1))
