"""A study is sized by the parameters of its task, and by what a user chooses."""

import pytest

from lengthwise.errors import SpecError
from lengthwise.jobs.presets import MOST_STATISTICS, size_of
from lengthwise.jobs.provenance import provenance
from lengthwise.jobs.studied_task import studied_task
from lengthwise.jobs.study_size import chosen_size
from lengthwise.words import statistics_count

NAMES = [
    *(f"simple:omega={omega}" for omega in (0.5, 2, 6, 20)),
    *(f"modp:p={p},k={k}" for p, k in ((1, 0), (2, 1), (7, 1), (12, 0), (50, 3))),
    *("kgram", "kgram:k=2,S=4", "kgram:k=3,S=6"),
    *("dyck1", "bin_majority", "sort", "abab_star", "l_k"),
]


@pytest.mark.parametrize("name", NAMES)
def test_every_task_of_the_manual_has_a_size_that_can_be_trained(name):
    subject = studied_task(name)
    size = size_of(subject)
    for trials in size.grids(subject):
        assert len(trials) == len(size.train_lengths) * size.seeds
        assert min(trials.evaluation.lengths) >= max(size.train_lengths)
        for trial in trials[:: size.seeds]:
            trials.evaluation.check(trial)
            assert subject.lengths(subject.min_length, trial.train_length)


@pytest.mark.parametrize(
    ("omega", "first", "last"), [(2, 4.4, 6.4), (8, 6.2, 14.1), (16, 13.5, 30.3)]
)
def test_training_lengths_lie_around_those_that_the_records_name(omega, first, last):
    """In ``izzo-mean-fig1``: the lengths for 0.2 (at omega = 2: 0.1) and 0.05 rms."""
    lengths = size_of(studied_task(f"simple:omega={omega}")).train_lengths
    assert lengths[0] < first
    assert lengths[-1] > 2 * last


@pytest.mark.parametrize("p", [2, 7, 12, 30])
def test_training_lengths_are_in_proportion_to_the_period(p):
    lengths = size_of(studied_task(f"modp:p={p}")).train_lengths
    assert lengths[0] <= 1.7 * p  # what 0.1 rms takes in the records of Figure 2
    assert 5 * p <= lengths[-1] <= 6 * p


@pytest.mark.parametrize("p", [7, 12, 50])
def test_only_lengths_that_can_be_enumerated_are_audited(p):
    for length in size_of(studied_task(f"modp:p={p}")).audited:
        assert length >= p
        assert statistics_count(2, length, delta=p, tau=0) <= MOST_STATISTICS


def test_harder_parameters_get_more_steps_and_easier_ones_no_fewer():
    steps = [
        size_of(studied_task(f"simple:omega={omega}")).recipe["max_steps"]
        for omega in (1, 4, 8, 20)
    ]
    assert steps[0] == steps[1] < steps[2] < steps[3]


def test_a_negative_frequency_is_as_hard_as_a_positive_one():
    usual, mirrored = (size_of(studied_task(f"simple:omega={n}")) for n in (8, -8))
    assert mirrored == usual


def test_what_a_user_chooses_stands_in_place_of_ours():
    subject = studied_task("simple")
    size = chosen_size(
        *(size_of(subject), subject),
        lengths=[100, 8],
        seeds=2,
        steps=512,
        eps=[0.01, 0.5],
        width=8,
    )
    assert size.train_lengths == (8, 100)
    assert min(size.test_lengths) >= 200
    assert (size.seeds, size.eps) == (2, (0.5, 0.01))
    trial = size.grids(subject)[0][0]
    assert (trial.recipe.max_steps, trial.model.width) == (512, 8)
    assert trial.recipe.threshold < 0.01**2
    assert "512 steps" in " ".join(size.sentences(subject))
    assert provenance(subject, size, []).command == (
        "lengthwise study simple:omega=4 --lengths 8,100 --seeds 2 --steps 512 "
        "--width 8 --eps 0.5,0.01"
    )


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"lengths": []}, "whole numbers from 1 up"),
        ({"lengths": [0, 4]}, "whole numbers from 1 up"),
        ({"lengths": [4, 8]}, "the shortest inputs of modp:p=5,k=0 have 5 symbols"),
        ({"seeds": 0}, "seeds is 0; allowed are 1 to 1,000,000"),
        ({"seeds": 10**12}, "allowed are 1 to 1,000,000"),
        ({"lengths": [8, 10**11]}, "length 100000000000; allowed are at most 1,000,0"),
        ({"steps": -1}, "steps is -1"),
        ({"width": 0}, "width is 0"),
        ({"eps": []}, "errors are positive and finite"),
        ({"eps": [0.0]}, "errors are positive and finite"),
    ],
)
def test_what_cannot_be_used_is_refused(chosen, message):
    subject = studied_task("modp")
    with pytest.raises(SpecError, match=message):
        chosen_size(size_of(subject), subject, **chosen)


def test_a_task_without_longer_inputs_says_so():
    subject = studied_task("sort:symbols=20")
    assert subject.max_length is not None
    with pytest.raises(SpecError, match="none are left to test on"):
        chosen_size(size_of(subject), subject, lengths=[subject.max_length])
