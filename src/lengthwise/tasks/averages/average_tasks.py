"""The three tasks of Izzo et al.: two averages and the in-context k-gram.

From :cite:p:`izzo2025quantitative`; the distribution of the k-gram task is not
published there and is that of earlier work on in-context Markov chains.
"""

import math

from lengthwise.errors import SpecError
from lengthwise.tasks.family import LARGEST, Family, Parameter
from lengthwise.tasks.laws import Compositions, Residues, Urn
from lengthwise.tasks.outputs import Real, Vector
from lengthwise.tasks.task import Task
from lengthwise.tasks.task_format import Format
from lengthwise.words import Alphabet

_SOURCE = "izzo2025quantitative"
_LABELS = "lengthwise.tasks.labels.word_labels"
_COUNTS = "lengthwise.tasks.averages.count_labels"


def _simple(form: Format, *, omega: float) -> Task:
    return Task(
        name="simple",
        numbers=(("omega", omega),),
        alphabet=Alphabet("012"),
        output=Real(),
        format=form,
        rule=f"{_LABELS}:simple",
        counts_rule=f"{_COUNTS}:simple",
        law=Compositions(),
        summary="sin(omega (#0 - #1) / (#0 + #1)); 0 without 0s and 1s",
        example=tuple("002012"),
        source=_SOURCE,
    )


def _modp(form: Format, *, p: int, k: int) -> Task:
    if k >= p:
        raise SpecError(f"modp has k={k} and p={p}; k must be a residue, 0 to {p - 1}")
    return Task(
        name="modp",
        numbers=(("p", p), ("k", k)),
        alphabet=Alphabet("01"),
        output=Real(),
        format=form,
        rule=f"{_LABELS}:modp",
        counts_rule=f"{_COUNTS}:modp",
        law=Residues(p),
        summary="Share of 1s at the positions t with t mod p = k",
        example=("0", "1", "1") * p,
        source=_SOURCE,
        min_length=p,
    )


def _kgram(form: Format, *, k: int, S: int) -> Task:
    return Task(
        name="kgram",
        numbers=(("k", k), ("S", S)),
        alphabet=Alphabet(str(symbol) for symbol in range(S)),
        output=Vector(S),
        format=form,
        rule=f"{_LABELS}:kgram",
        counts_rule=f"{_COUNTS}:kgram",
        law=Urn(k),
        summary="How often each symbol followed the last k symbols",
        example=("0",) * k + ("1",) + ("0",) * k,
        source=_SOURCE,
        min_length=k + 1,
    )


FAMILIES = (
    Family(
        "simple",
        _simple,
        ("real",),
        (Parameter("omega", 4.0, -math.inf, meaning="frequency of the sine"),),
    ),
    Family(
        "modp",
        _modp,
        ("real",),
        (
            Parameter("p", 5, 1, LARGEST, "period"),
            Parameter("k", 0, 0, LARGEST, "residue class that is averaged"),
        ),
    ),
    Family(
        "kgram",
        _kgram,
        ("real",),
        (
            Parameter("k", 2, 1, LARGEST, "length of the context"),
            Parameter("S", 3, 2, LARGEST, "number of symbols"),
        ),
        studied=(("k", 1), ("S", 2)),
    ),
)
"""The families in this file."""

GROUPS = {"Averages": ("simple", "modp", "kgram")}
"""Their headings in listings."""
