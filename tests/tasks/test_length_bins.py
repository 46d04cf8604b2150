"""Bins of lengths are disjoint, leave nothing out, and have one job each."""

import pytest

from lengthwise.errors import SpecError
from lengthwise.tasks.catalogue import task
from lengthwise.tasks.length_bins import LengthBin, LengthBins, check_cover

TRAIN, NEXT, FAR = LengthBin(0, 50), LengthBin(51, 100), LengthBin(101, 150)


def test_a_bin_has_both_of_its_ends():
    assert [n for n in range(200) if n in NEXT] == list(range(51, 101))
    with pytest.raises(SpecError, match="a bin from 5 to 4"):
        LengthBin(5, 4)
    with pytest.raises(SpecError, match="a bin from -1 to 4"):
        LengthBin(-1, 4)


def test_a_bin_has_the_lengths_of_a_task():
    assert LengthBin(3, 9).lengths(task("dyck1")) == (4, 6, 8)
    with pytest.raises(SpecError, match="dyck1 has no input of a length from 3 to 3"):
        LengthBin(3, 3).lengths(task("dyck1"))


@pytest.mark.parametrize(
    ("bins", "fault"),
    [
        ([TRAIN, LengthBin(50, 150)], "0 to 50 and 50 to 150 share the length 50"),
        ([LengthBin(60, 150), TRAIN], "no bin has the length 51"),
        ([TRAIN, NEXT], "hold 0 to 100; they must hold 0 to 150"),
        ([], "hold no length; they must hold 0 to 150"),
    ],
)
def test_bins_that_overlap_or_leave_a_length_out_are_refused(bins, fault):
    with pytest.raises(SpecError, match=fault):
        check_cover(bins, LengthBin(0, 150))
    check_cover([FAR, TRAIN, NEXT], LengthBin(0, 150))


def test_what_selects_is_not_reported():
    bins = LengthBins(train=TRAIN, select=NEXT, report=(FAR,))
    assert bins.all == (TRAIN, NEXT, FAR)
    with pytest.raises(SpecError, match="share the length 51"):
        LengthBins(train=TRAIN, select=NEXT, report=(LengthBin(51, 150),))
    with pytest.raises(SpecError, match="no bin is reported"):
        LengthBins(train=TRAIN, select=NEXT, report=())
