from fractions import Fraction

import pytest
from hypothesis import assume, given

from lengthwise.errors import SpecError
from lengthwise.theory.simulation._padding import padded
from lengthwise.theory.simulation._reduction import reduced
from lengthwise.theory.simulation.resolution import Resolution
from lengthwise.theory.simulation.seen_prefix import Prefix
from tests.conftest import EXPENSIVE
from tests.theory.simulation import prefixes as our

AT = Resolution(name="full", R=40, split=Fraction(1, 10), pairs=3, tau=0)


@given(our.plain(padding=True))
def test_the_length_is_reached_and_not_doubled(case):
    short = reduced(case.seen, case.at)
    counts, kind = padded(case.seen, short, least=case.least)
    assert sum(counts) >= case.least
    assert sum(counts) < 2 * case.least or counts == short.counts
    assert (kind == "none") == (counts == short.counts)
    assert all(case.counts[pair] for pair, n in enumerate(counts) if n)


@given(our.plain(padding=True))
def test_the_masses_stay_within_the_promise(case):
    counts, _ = padded(case.seen, reduced(case.seen, case.at), least=case.least)
    assert max(case.distances(counts)) <= case.at.distance


@EXPENSIVE
@given(our.plain(padding=True))
def test_an_exact_copy_is_never_multiplied(case):
    short = reduced(case.seen, case.at)
    assume(short.few_exact)
    counts, _ = padded(case.seen, short, least=case.least)
    for pair in case.seen.few:
        assert counts[pair] == case.counts[pair]


@EXPENSIVE
@given(our.plain(padding=True))
def test_more_of_what_nobody_sees_is_the_first_choice(case):
    short = reduced(case.seen, case.at)
    counts, kind = padded(case.seen, short, least=case.least)
    assume(kind != "none")
    assert (kind == "unattended") == bool(case.seen.unattended)
    if kind == "unattended":
        for pair in case.seen.few | case.seen.many:
            assert counts[pair] == short.counts[pair]


def test_where_all_is_attended_all_is_multiplied():
    everything = frozenset({0, 1, 2})
    seen = Prefix(counts=(10**9, 10**9, 2 * 10**9), few=everything, many=everything)
    counts, kind = padded(seen, reduced(seen, AT), least=1001)
    assert (counts, kind) == ((260, 260, 520), "scaled")


def test_where_one_machine_has_an_exact_copy_only_the_other_is_multiplied():
    seen = Prefix(counts=(3, 10**9, 10**9), few=frozenset({0}), many=frozenset({1, 2}))
    counts, kind = padded(seen, reduced(seen, AT), least=1001)
    assert (counts, kind) == ((3, 600, 600), "scaled-rest")


def test_a_prefix_below_the_hardmax_length_is_refused():
    seen = Prefix(counts=(5, 0, 0), few=frozenset({0}), many=frozenset({0}))
    with pytest.raises(SpecError, match=r"5 positions.*only at 6"):
        padded(seen, reduced(seen, AT), least=6)
