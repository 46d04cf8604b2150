"""A prediction has a key, and only a measured length above the bound contradicts it."""

import math

from lengthwise.analysis.answer import CannotSay
from lengthwise.analysis.exact import exact_part
from lengthwise.analysis.interval import Interval
from lengthwise.analysis.prediction import Claim, compared, predict
from lengthwise.analysis.sufficient import SufficientLength
from lengthwise.tasks.catalogue import task
from lengthwise.theory.verdict.deciding import verdict


def measured(length):
    return SufficientLength(
        eps=0.1,
        length=length,
        interval=Interval(length, length),
        best=None,
        seeds=8,
        failed=0,
        draws=(),
    )


def test_the_key_changes_with_what_is_predicted():
    subject = task("simple:omega=2")
    said, exact = verdict(task=subject), exact_part(subject)
    first = predict("simple:omega=2", said, exact, (0.1, 0.2))
    assert first.key == predict("simple:omega=2", said, exact, (0.2, 0.1)).key
    assert first.key != predict("simple:omega=2", said, exact, (0.1,)).key
    assert first.key != predict("simple:omega=3", said, exact, (0.1, 0.2)).key
    assert first.answers["periodic-local next"] == "yes"
    assert all(1 < claim.at_least < claim.at_most for claim in first.claims)
    assert predict("kgram", said, None, (0.1,)).claims == ()


def test_only_a_length_above_the_upper_bound_contradicts():
    claim = Claim(eps=0.1, at_least=10, at_most=100)
    assert compared(claim, measured(200))[0] is False
    assert compared(claim, measured(50)) == (
        True,
        "the measured length lies between the bounds",
    )
    stands, why = compared(claim, measured(5))
    assert stands
    assert "average" in why
    assert compared(claim, CannotSay("noise"))[0] is None
    assert compared(Claim(eps=0.1, at_least=None, at_most=math.inf), measured(5))[0]


def test_where_theory_has_no_number_nothing_is_held_against_it():
    nothing = Claim(eps=0.1, at_least=None, at_most=None)
    stands, meaning = compared(nothing, measured(5))
    assert stands is None
    assert "no length with known constants" in meaning
