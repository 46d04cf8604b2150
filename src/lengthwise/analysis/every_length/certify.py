"""Computes certificates."""

import itertools

from lengthwise.analysis.every_length._branching import cover
from lengthwise.analysis.every_length._chart_words import enumerated, near
from lengthwise.analysis.every_length.charts import (
    Region,
    charts,
    hard_from,
    jumps,
    refusal,
)
from lengthwise.analysis.every_length.error_certificate import (
    Certificate,
    Covering,
    fingerprint,
)
from lengthwise.cannot_say import CannotSay
from lengthwise.errors import SpecError
from lengthwise.limit.machine import LimitTransformer
from lengthwise.tasks.task import Task
from lengthwise.words import statistics_count

ENUMERATED = 20_000
"""Number of statistics of short words enumerated before using boxes."""

SECONDS = 20.0
"""Time limit for halving boxes, in seconds."""


def certify_all_lengths(
    machine: LimitTransformer,
    task: Task,
    *,
    share: float = 0.0,
    longest: int | None = None,
    relative: float = 0.01,
    absolute: float = 1e-4,
    seconds: float = SECONDS,
) -> Certificate | CannotSay:
    r"""Returns a bound on the error of a one-layer model over words of every length.

    The words are covered by boxes of few coordinates (`lengthwise.analysis.every_length
    .chart`), each with its own bound; a few short lengths are enumerated. The bound
    holds for the machine in exact arithmetic: it includes a slack that exceeds the
    rounding errors of its computation.

    Args:
        machine: A machine with one layer, one head, no lag biases, and ReLU units.
        task: ``simple`` or ``modp``.
        share: For ``simple``, whose label jumps at words without 0 and 1 and is steep
            near them: covers only words with at least this share of 0s and 1s.
        longest: Covers only words up to this length; ``None`` for every length. Exact
            softmax with logits times log n changes with the length and has a
            discontinuous limit, so that bounds for every length are loose.
        relative: Relative tolerance between the bound and an attained error.
        absolute: Absolute tolerance.
        seconds: Time limit, after which the current bound is returned.

    Returns:
        The certificate, or why there is none.

    Raises:
        SpecError: Machine and task do not fit together, or a number is out of range.

    Examples:
        >>> from lengthwise.limit.constructions.named_machines import simple_task
        >>> from lengthwise.tasks.catalogue import task
        >>> machine, sine = simple_task(omega=4.0), task("simple", omega=4)
        >>> certificate = certify_all_lengths(machine, sine)
        >>> certificate.attained <= certificate.bound < 1.02 * 4**2 / (2 * 64**2)
        True
    """
    if not 0 <= share <= 1 or (share and not jumps(task)):
        raise SpecError(
            f"share={share}; it must be from 0 to 1, and is only for simple"
        )
    no = refusal(machine, task)
    if no is not None:
        return no
    shortest = _shortest(machine, task)
    if shortest is None:
        return CannotSay("attention becomes hardmax only at lengths out of reach")
    if longest is not None and longest <= shortest:
        raise SpecError(f"longest={longest}; use more than {shortest}, or audit")
    region = Region(shortest=shortest, longest=longest, share=share)
    covered = charts(machine, task, region)
    lengths = range(task.min_length, shortest)
    short = enumerated(machine, task, lengths, share=share)
    covering = cover(
        covered,
        known=0.0 if short is None else short.error,
        relative=relative,
        absolute=absolute,
        seconds=seconds,
    )
    worst = near(machine, task, covered[covering.chart], covering.point, share=share)
    if short is not None and short.error >= worst.error:
        worst = short
    slack = max(chart.slack for chart in covered)
    return Certificate(
        task=task,
        model=fingerprint(machine),
        share=share,
        shortest=shortest,
        longest=longest,
        # Three times: for this bound, the checker's, and the enumerated errors.
        bound=covering.bound + 3 * slack,
        attained=worst.error,
        worst=worst.words,
        output=worst.output,
        label=worst.label,
        coverings=tuple(
            Covering(
                symbol=chart.symbol,
                residue=chart.residue,
                level=-1 if chart.place is None else chart.level,
                splits=splits,
            )
            for chart, splits in zip(covered, covering.coverings, strict=True)
        ),
        reached=covering.reached,
    )


def _shortest(machine: LimitTransformer, task: Task) -> int | None:
    """The first length covered by boxes: a multiple of the period for ``modp``.

    A model without log n on ``simple`` has the same boxes for every length, so nothing
    is enumerated.
    """
    p, kind = task.period, machine.attention.kind
    if kind == "infinite" and jumps(task):
        return 1
    total = 0
    for n in itertools.count(task.min_length):
        total += statistics_count(len(task.alphabet), n, delta=p, tau=0)
        if total > ENUMERATED:
            break
    reached = n // p * p
    if kind == "finite" and hard_from(machine) > reached:
        return None
    return max(reached, 3, p)
