from fractions import Fraction

import pytest
from hypothesis import given

from lengthwise.theory.simulation._periodic_prefix import periodic
from lengthwise.theory.simulation.resolution import Resolution
from lengthwise.theory.simulation.seen_prefix import Prefix
from lengthwise.words import class_sizes
from tests.conftest import EXPENSIVE
from tests.theory.simulation import prefixes as our

AT = Resolution(name="full", R=40, split=Fraction(1, 10), pairs=4, tau=0)


def short(case):
    return periodic(case.seen, case.at, delta=case.delta, least=case.least)


@given(our.periodic())
def test_every_residue_class_is_filled_and_the_suffix_keeps_its_residues(case):
    counts = short(case).counts
    assert sum(counts) % case.delta == sum(case.counts) % case.delta
    totals = tuple(sum(counts[r :: case.delta]) for r in range(case.delta))
    assert totals == class_sizes(sum(counts), case.delta)
    assert all(case.counts[pair] for pair, n in enumerate(counts) if n)


@EXPENSIVE
@given(our.periodic())
def test_the_length_is_between_hardmax_and_the_bound(case):
    positions = sum(short(case).counts)
    assert positions >= case.least
    at = case.at
    needed = case.delta * (at.R + at.kept + 2)
    assert positions <= max(2 * case.least, needed) + case.delta


@EXPENSIVE
@given(our.periodic())
def test_the_masses_stay_within_the_measured_promise(case):
    # Measured: 0.4 of it at most over hundreds of thousands of instances.
    assert max(case.distances(short(case).counts)) <= case.at.distance / 2


@EXPENSIVE
@given(our.periodic())
def test_the_smaller_set_is_not_multiplied_where_it_was_copied(case):
    found, seen = short(case), case.seen
    if found.case != "dense" and seen.total(seen.few) <= case.R:
        for pair in seen.few:
            more = found.counts[pair] - seen.counts[pair]
            assert 0 <= more <= bool(seen.length % case.delta)


@pytest.mark.parametrize("extra", range(2))
def test_classes_are_filled_with_what_nobody_attends_to(extra):
    # Pairs 0 and 1 are symbol 0 in the even and in the odd class.
    seen = Prefix(
        counts=(4000, 3000 + extra, 1000, 2000),
        few=frozenset({1}),
        many=frozenset({0, 1}),
    )
    found = periodic(seen, AT, delta=2, least=1)
    assert found.case == "joint"
    assert found.counts == (53, 40, 0, 13 + extra)


def test_classes_that_are_attended_altogether_are_scaled_with_all_others():
    seen = Prefix(
        counts=(6000, 5000, 0, 1000), few=frozenset({0}), many=frozenset({1, 3})
    )
    found = periodic(seen, AT, delta=2, least=1)
    assert (found.case, found.counts) == ("dense", (400, 334, 0, 66))
    found = periodic(seen, AT, delta=2, least=5001)
    assert (found.case, found.counts) == ("dense", (2503, 2086, 0, 417))


def test_long_hardmax_lengths_are_reached_in_whole_periods():
    everywhere = {"few": frozenset({1}), "many": frozenset({0, 1})}
    seen = Prefix(counts=(4000, 3000, 1000, 2000), **everywhere)
    found = periodic(seen, AT, delta=2, least=501)
    assert (found.padding, found.counts) == ("unattended", (53, 40, 198, 211))
    seen = Prefix(counts=(5000, 3000, 0, 2000), **everywhere)
    found = periodic(seen, AT, delta=2, least=501)
    assert (found.padding, found.counts) == ("scaled", (264, 160, 0, 104))
    seen = Prefix(counts=(5000, 30, 0, 4970), **everywhere)
    found = periodic(seen, AT, delta=2, least=1501)
    assert (found.padding, found.counts) == ("scaled-rest", (794, 30, 0, 764))
