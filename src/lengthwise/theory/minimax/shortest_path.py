r"""The exact training length required in the worst case, by shortest paths.

Two one-layer machines agree on all words up to length :math:`N`. How much can they
disagree on longer words, if only their attention is known and their readouts are
:math:`L`-Lipschitz in the attention masses? The answer is :math:`L` times the length of
a shortest path (`lengthwise.theory.minimax._gluing`), maximized over the words beyond
:math:`N`. It is exact: a pair of readouts attains it, and is returned.

In the hardmax regime, the largest logits share the attention. The *masses*
:math:`w_f(x)` are the attention on each pair of symbol and residue class, including
symbols of the suffix whose logit, with lag bias, is among the largest. A readout is a
function of the masses. Training words are all words of length at most :math:`N`. For
machines whose readout also sees the last symbol (`query`) or the residue class of its
position (`residue`), only words with the same value are informative, so others are
excluded on both sides.
"""

from typing import Literal, TypeAlias, get_args

import numpy as np

from lengthwise.arguments import (
    real_number,
    require_choice,
    require_kind,
    whole_number,
)
from lengthwise.errors import SpecError, TooLargeError
from lengthwise.limit.machine import LimitTransformer
from lengthwise.names import digits
from lengthwise.theory.minimax._gluing import Masses, Metric, glued
from lengthwise.theory.minimax._largest_distance import CELLS, farthest
from lengthwise.theory.minimax._long_words import Family, families
from lengthwise.theory.minimax._longer_words import longest_word, worst_word
from lengthwise.theory.minimax.disagreement import Minimax
from lengthwise.theory.minimax.patterns import Question, masses, word_masses
from lengthwise.theory.theorems.magnitude import Real
from lengthwise.words import Statistics

MetricName: TypeAlias = Literal["l1", "values"]

LARGEST_N = 50

LONGEST = 1_000_000
"""Limit on the length of words; usually much shorter ones are already too many."""


def minimax(
    *,
    N: int,
    f: LimitTransformer,
    g: LimitTransformer,
    L: Real = 1.0,
    agreement: Real = 0.0,
    metric: MetricName = "l1",
    query: str | None = None,
    residue: int | None = None,
    once: bool = False,
    horizon: int | None = None,
    tolerance: float = 1e-3,
    cells: int = CELLS,
) -> Minimax:
    r"""Returns the largest disagreement of two machines that agree up to length `N`.

    The maximum of :math:`|F(w_f(x)) - G(w_g(x))|` over all words :math:`x` and over all
    :math:`L`-Lipschitz :math:`F, G` with
    :math:`|F(w_f(z)) - G(w_g(z))| \le \delta` for every :math:`|z| \le N`. It decreases
    like :math:`L/N`: the exponent is 1, not 2 as in Theorem 4.1, whose argument uses
    the agreement only once.

    The supremum over all words lies between ``value``, which a word attains, and
    ``upper``. It is usually approached in the limit of long words. Exceptions are
    possible because residue classes can have different sizes, and because the mass of a
    suffix attended through its lag bias decreases with the number of attended
    positions. Then words up to `horizon` are enumerated, and all longer ones are
    covered by the search.

    Args:
        N: The training length.
        f: Target; only its attention is used, and its values for that metric.
        g: Learned machine, used in the same way.
        L: Lipschitz constant of the readouts.
        agreement: The largest difference on training words, :math:`\delta`.
        metric: ``l1`` of the masses, or ``values``: the Euclidean distance of attention
            outputs, :math:`\|\sum (w - w') V (E_s + p_r)\|`.
        query: Compares only words that end in this symbol.
        residue: Compares only words whose length is in this residue class.
        once: Whether paths may use the agreement only once, as in the simulation
            argument.
        horizon: The longest words to enumerate if sizes matter. Default: at least twice
            `N`, and more if there are few words.
        tolerance: Relative gap between ``value`` and ``upper``.
        cells: The largest number of search steps.

    Raises:
        SpecError: The machines do not have one layer and one head, or a parameter is
            out of range.
        TooLargeError: There are too many distinct masses, or the tolerance was not
            reached.

    Examples:
        One machine attends to ``0`` and ``1``, the other to ``1`` and ``2``.

        >>> from lengthwise.theory.minimax.patterns import attending
        >>> from lengthwise.words import Alphabet
        >>> f = attending(Alphabet("012"), {"0": 1.0, "1": 1.0})
        >>> g = attending(Alphabet("012"), {"1": 1.0, "2": 1.0})
        >>> worst = minimax(N=6, f=f, g=g)
        >>> round(worst.value, 2), round(worst.upper, 2)
        (0.5, 0.5)
    """
    question = Question(f=f, g=g, query=query, residue=residue)
    N = whole_number("N", N, 1, LONGEST)
    L = real_number("L", L, above=0)
    agreement = real_number("the agreement", agreement, least=0)
    tolerance = real_number("the tolerance", tolerance, above=0)
    cells = whole_number("cells", cells, 1)
    if horizon is not None:
        horizon = whole_number("the horizon", horizon, 1, LONGEST)
    require_choice("the metric", metric, get_args(MetricName))
    require_kind("once", once, bool, "it must be True or False")
    lengths = question.lengths(1, N)
    if not lengths:
        raise SpecError(
            f"no word up to N = {N} has a length in the class {residue} modulo "
            f"{question.delta}; use a larger N"
        )
    words = list(word_masses(question, lengths))
    sheets = glued(
        np.vstack([u for _, _, u, _ in words]),
        np.vstack([v for _, _, _, v in words]),
        metrics=(_metric(f, question, metric), _metric(g, question, metric)),
        cost=float(agreement / L),
        once=once,
    )

    def both(family: Family, counts: np.ndarray) -> tuple[Masses, Masses]:
        rows = (masses(m, counts[np.newaxis], family.suffix)[0] for m in (f, g))
        return next(rows), next(rows)

    kinds = list(families(question))
    last = longest_word(question, kinds, N=N) if horizon is None else max(horizon, N)
    near = worst_word(question, sheets, N + 1, last)
    far = farthest(
        kinds,
        sheets,
        both,
        tolerance=tolerance,
        known=-1.0 if near is None else near.distance,
        # Words with fewer attended positions have the masses of some word up to `last`.
        least=(last - question.tau - 1) // question.delta - 1,
        cells=cells,
    )
    if far.family is not None and far.counts is not None:
        pair = both(far.family, far.counts)
        word = _statistics(question, far.counts, far.family.suffix)
    else:
        assert near is not None, "every machine has a family"
        pair, word = near.masses, _statistics(question, near.counts, near.suffix)
    return Minimax(
        N=N,
        value=float(L) * far.value,
        upper=float(L) * far.upper,
        word=word,
        masses=pair,
        L=float(L),
        sheets=sheets,
    )


def minimax_length(
    *,
    eps: Real,
    f: LimitTransformer,
    g: LimitTransformer,
    L: Real = 1.0,
    largest: int = LARGEST_N,
    tolerance: float = 1e-3,
) -> int:
    """Returns the smallest training length for which no disagreement exceeds `eps`.

    Args:
        eps: Allowed disagreement.
        f: Target.
        g: Learned machine.
        L: Lipschitz constant of the readouts.
        largest: The largest training length to try.
        tolerance: As in `minimax`.

    Raises:
        TooLargeError: Words up to `largest` do not suffice.

    Examples:
        >>> from lengthwise.theory.minimax.patterns import attending
        >>> from lengthwise.words import Alphabet
        >>> f = attending(Alphabet("012"), {"0": 1.0, "1": 1.0})
        >>> g = attending(Alphabet("012"), {"1": 1.0, "2": 1.0})
        >>> minimax_length(eps=0.9, f=f, g=g)
        4
    """

    def suffices(N: int) -> bool:
        return minimax(N=N, f=f, g=g, L=L, tolerance=tolerance).upper <= eps

    low, high = 0, 1
    while not suffices(high):
        if high == largest:
            raise TooLargeError(
                f"words up to {largest} do not bring the disagreement below "
                f"{digits(eps)}; allow a larger one, or a larger N",
                size=largest + 1,
                limit=largest,
            )
        low, high = high, min(2 * high, largest)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if suffices(middle) else (middle, high)
    return high


def _metric(machine: LimitTransformer, question: Question, name: MetricName) -> Metric:
    if name == "l1":
        return Metric()
    places = np.arange(question.delta) % machine.delta
    keys = machine.embedding[:, np.newaxis] + machine.positions[places]
    values = keys @ machine.layers[0].heads[0].value.T
    return Metric(values.reshape(-1, machine.width))


def _statistics(
    question: Question, counts: np.ndarray, suffix: tuple[str, ...]
) -> Statistics:
    return Statistics(
        alphabet=question.f.alphabet,
        delta=question.delta,
        tau=question.tau,
        counts=tuple(map(tuple, counts.tolist())),
        suffix=suffix,
    )
