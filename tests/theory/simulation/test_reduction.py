from fractions import Fraction

from hypothesis import given

from lengthwise.theory.simulation._reduction import reduced
from lengthwise.theory.simulation.resolution import Resolution
from lengthwise.theory.simulation.seen_prefix import Prefix
from tests.conftest import EXPENSIVE
from tests.theory.simulation import prefixes as our

AT = Resolution(name="full", R=40, split=Fraction(1, 10), pairs=3, tau=0)


@EXPENSIVE
@given(our.plain())
def test_the_length_is_within_the_bound(case):
    seen, at = case.seen, case.at
    short = reduced(seen, at)
    assert sum(short.counts) <= at.R + at.R / at.split
    assert sum(short.counts[pair] for pair in seen.few) <= at.R


@given(our.plain())
def test_only_attended_pairs_that_occur_are_used(case):
    used = {pair for pair, n in enumerate(reduced(case.seen, case.at).counts) if n}
    assert used <= case.seen.few | case.seen.many
    assert all(case.counts[pair] for pair in used)


@given(our.plain())
def test_the_masses_of_both_machines_are_within_the_promise(case):
    short = reduced(case.seen, case.at)
    assert max(case.distances(short.counts)) <= case.at.distance


@EXPENSIVE
@given(our.plain())
def test_counts_are_shares_rounded_down(case):
    seen, at = case.seen, case.at
    short = reduced(seen, at)
    few, many = seen.total(seen.few), seen.total(seen.many)
    scale = Fraction(1) if short.few_exact else Fraction(at.R, few)
    for pair in seen.few:
        assert 0 <= scale * seen.counts[pair] - short.counts[pair] < 1
    if short.case == "separate":
        scale = at.R / at.split / many
    elif short.case == "joint":
        most = max(seen.few, key=lambda pair: seen.counts[pair])
        scale = Fraction(short.counts[most], seen.counts[most])
    for pair in seen.many - seen.few:
        assert 0 <= scale * seen.counts[pair] - short.counts[pair] < 1


@given(our.plain())
def test_what_fits_is_copied_exactly(case):
    seen, at = case.seen, case.at
    short = reduced(seen, at)
    assert short.few_exact == (seen.total(seen.few) <= at.R)
    assert (short.case == "copy") == (seen.total(seen.many) <= at.R)
    copied = seen.few if short.few_exact else frozenset()
    if short.case == "copy" or (short.case == "joint" and short.few_exact):
        copied |= seen.many
    for pair in copied:
        assert short.counts[pair] == seen.counts[pair]


@given(our.plain())
def test_the_case_is_decided_by_the_share_of_the_overlap(case):
    seen, at = case.seen, case.at
    short = reduced(seen, at)
    if short.case != "copy":
        share = Fraction(seen.total(seen.few & seen.many), seen.total(seen.many))
        assert (short.case == "separate") == (share <= at.split)


def test_without_an_attended_prefix_for_one_machine_the_other_is_served():
    seen = Prefix(counts=(10**9, 5, 7), few=frozenset(), many=frozenset({0, 1}))
    short = reduced(seen, AT)
    assert (short.case, short.counts) == ("separate", (399, 0, 0))


def test_everything_attended_by_both_is_scaled_together():
    everything = frozenset({0, 1, 2})
    seen = Prefix(counts=(10**9, 10**9, 2 * 10**9), few=everything, many=everything)
    assert reduced(seen, AT).counts == (10, 10, 20)


def test_on_the_border_of_the_split_the_overlap_is_left_to_one_machine():
    seen = Prefix(counts=(10, 90, 0), few=frozenset({0}), many=frozenset({0, 1}))
    assert reduced(seen, AT).case == "separate"
    seen = Prefix(counts=(11, 90, 0), few=frozenset({0}), many=frozenset({0, 1}))
    assert reduced(seen, AT).case == "joint"
