"""Bundles hold every trial once, with equal shapes, and depend on nothing else."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.errors import SpecError
from lengthwise.experiments.spec.trial import trial
from lengthwise.experiments.sweep.bundles import ON_CPU, ON_GPU, Sizes, bundles, name_of
from tests.conftest import EXPENSIVE
from tests.experiments import record_strategies as our
from tests.experiments.stub import small_grid

few = st.lists(our.trials(), max_size=12, unique_by=lambda one: one.key)


@EXPENSIVE
@given(few, st.integers(1, 3), st.integers(1, 3))
def test_every_trial_is_in_one_bundle_of_its_shape(trials, least, times):
    found = bundles(trials, Sizes(least, least * times, parts=2))
    assert sorted(place for one in found for place in one.places) == list(
        range(len(trials))
    )
    for bundle in found:
        assert len(bundle) <= least * times
        assert {one.recipe.static for one in bundle} == {bundle.recipe}
        lengths = {one.recipe.padded(one.train_length) for one in bundle}
        assert lengths == {bundle.padded}


def test_full_bundles_are_multiples_of_the_least_size():
    found = bundles(small_grid(seeds=500))
    assert {len(one) for one in found[:-1]} == {64}
    found = bundles(small_grid(seeds=100))
    assert {len(one) for one in found[:-1]} == {16}
    assert len(found) <= ON_CPU.parts


def test_bundles_have_names_of_their_own_that_stay():
    found = bundles(small_grid(seeds=30))
    assert len({name_of(one) for one in found}) == len(found)
    assert [name_of(one) for one in found] == [
        name_of(one) for one in bundles(small_grid(30))
    ]


def test_words_of_another_padded_length_are_another_bundle():
    trials = [
        trial("kgram", {"k": 1, "S": 2}, train_length=n, seed=0) for n in (5, 8, 9)
    ]
    assert [(len(one), one.padded) for one in bundles(trials)] == [(2, 8), (1, 16)]
    small, large = (one.lane_bytes for one in bundles(trials))
    assert small < large


@EXPENSIVE
@given(few, st.integers(1, 6))
def test_mixed_bundles_join_only_trials_of_one_recipe_that_fit_side_by_side(
    trials, least
):
    apart = bundles(trials, Sizes(least, 4 * least))
    found = bundles(trials, Sizes(least, 4 * least, mixed=True))
    assert sorted(place for one in found for place in one.places) == list(
        range(len(trials))
    )
    assert len(found) <= len(apart)
    for bundle in found:
        assert {one.recipe.static for one in bundle} == {bundle.recipe}
        lengths = {one.recipe.padded(one.train_length) or 0 for one in bundle}
        assert max(lengths) == (bundle.padded or 0)
        assert len(lengths) == 1 or len(bundle) <= least


def test_words_of_all_lengths_share_one_program_on_a_gpu():
    trials = [
        trial("kgram", {"k": 1, "S": 2}, train_length=n, seed=seed)
        for n in (8, 16, 32)
        for seed in range(20)
    ]
    assert [(len(one), one.padded) for one in bundles(trials, ON_GPU)] == [(60, 32)]
    assert {one.padded for one in bundles(trials)} == {8, 16, 32}


@pytest.mark.parametrize("sizes", [(0, 8), (8, 4), (8, 12)])
def test_sizes_that_do_not_fit_are_refused(sizes):
    with pytest.raises(SpecError, match="a multiple of"):
        Sizes(*sizes)


BLOCKED = """
import sys

BLOCKED = {"lark", "automata", "msgspec", "cyclopts", "sqlalchemy"}

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in BLOCKED:
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Blocker())
import importlib, pkgutil
from lengthwise import figures, models, training
from lengthwise.experiments import records, spec
DOORS = {"schema", "_json_types"}  # what needs msgspec
for package in (figures, models, training, records, spec):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if module.name.rpartition(".")[2] not in DOORS:
            importlib.import_module(module.name)
import lengthwise.experiments.sweep.bundles
import lengthwise.experiments.engines.engine
import lengthwise.experiments.engines.runner
import lengthwise.experiments.sweep.sweep
assert not BLOCKED & {name.partition(".")[0] for name in sys.modules}
"""


def test_a_machine_that_only_trains_needs_none_of_the_other_packages():
    subprocess.run([sys.executable, "-c", BLOCKED], check=True)


def test_decoders_come_in_small_bundles():
    settings = {"kind": "gpt", "layers": 1, "width": 8}
    trials = [
        trial("sort", {"symbols": 5}, train_length=5, seed=seed, model=settings)
        for seed in range(100)
    ]
    assert {len(one) for one in bundles(trials, ON_GPU)} == {64, 36}
    assert max(len(one) for one in bundles(trials)) <= 16


def test_learning_rates_share_a_bundle():
    trials = [
        trial("simple", {"omega": 4}, train_length=8, seed=0, recipe={"rate": rate})
        for rate in (1e-3, 1e-2)
    ]
    (bundle,) = bundles(trials)
    assert len(bundle) == 2
