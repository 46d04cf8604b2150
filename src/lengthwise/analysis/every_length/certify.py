"""Making certificates."""

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
"""Statistics of short words that are enumerated in front of the boxes."""

SECONDS = 20.0
"""The time after which boxes stay as they are."""


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
    r"""A bound for the error of a one-layer model over words of every length.

    The words are covered by boxes of few coordinates (`lengthwise.analysis.every_length
    .chart`), each with its own bound; a few short lengths are enumerated. A bound holds
    for the machine in exact arithmetic; it contains a slack that is larger than the
    rounding errors of its computation.

    Args:
        machine: One layer, one head, no lag biases, ReLU units.
        task: ``simple`` or ``modp``.
        share: For ``simple``, whose label jumps where a word has no 0 and 1 and is
            steep near there: only words with at least this share of them are meant.
        longest: Only words up to this length; ``None`` for every length. Exact softmax
            with logits times log n changes with every length and its limit is
            discontinuous, so that bounds for every length are loose there.
        relative: How much larger the bound may be than an error that occurs,
        absolute: or by how much.
        seconds: After this time the bound is what was reached so far.

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
        raise SpecError(f"share={share}; it is from 0 to 1, and for simple only")
    no = refusal(machine, task)
    if no is not None:
        return no
    shortest = _shortest(machine, task)
    if shortest is None:
        return CannotSay("attention is hardmax only at lengths that are out of reach")
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
        # Three times: this bound, the checker's, and the errors that were enumerated.
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
    """The first length that is left to boxes: multiples of the period for ``modp``.

    A model without log n on ``simple`` has the same boxes for every length, so that
    nothing is enumerated.
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
