"""Mistakes of earlier releases that cannot happen here: one test for each sentence.

The mistakes are those found in earlier code and data for the same experiments. How
weights are regularized is tested where that is done.
"""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from lengthwise.analysis.binned import bin_rows, bins_table
from lengthwise.analysis.measured_rows import measured_rows
from lengthwise.automata.dfa import DFA
from lengthwise.experiments.spec._standard_recipe import standard
from lengthwise.experiments.spec.schema import record_of
from lengthwise.tasks.catalogue import FAMILIES, GROUPS, task
from lengthwise.tasks.languages.adversarial import adversarial_words
from lengthwise.tasks.laws import UniformWords
from lengthwise.tasks.length_bins import PROTOCOL, LengthBin
from lengthwise.tasks.outputs import END
from lengthwise.tasks.task_name import name_of
from lengthwise.training.batch import closes, shapes
from lengthwise.training.device.randomness import ROOTS, key_for
from lengthwise.training.evaluating._gathering import further_scores, gathered
from lengthwise.training.evaluating._judged_batches import metrics_of
from lengthwise.training.evaluating._judging import Judged
from lengthwise.training.evaluating.distinct_inputs import distinct_inputs
from lengthwise.training.objective import batch_loss, penalties
from lengthwise.training.samplers.host_sampler import host_batch
from lengthwise.training.samplers.sequence_sampler import draw_lengths
from lengthwise.words import Alphabet
from tests.analysis.test_bin_scores import sorter
from tests.training.samplers.device_draws import draws

TESTS = Path(__file__).parents[1]
RESULTS = TESTS.parent / "results" / "positions.jsonl"
DRAWING = TESTS.parent / "docs" / "pictures" / "positions.py"
MANUAL = TESTS.parent / "docs" / "decoders.md"
REGULAR = GROUPS["The 17 regular languages"]
LISTED = [name for names in GROUPS.values() for name in names]
LABELS = """
from random import Random
from lengthwise.tasks.catalogue import GROUPS, task
for name in GROUPS["The 17 regular languages"]:
    one = task(name)
    word = one.draw(Random(0), one.lengths(12, 20)[0])
    print(name, list(one.targets(word).values()))
"""


def test_labels_do_not_depend_on_the_order_of_hashes():
    texts = [
        subprocess.run(
            [sys.executable, "-c", LABELS],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert texts[0] == texts[1]
    assert texts[0].count(b"\n") == len(REGULAR)


@pytest.mark.parametrize("name", ["tomita3", "d3", "ab_d_bc"])
def test_a_label_depends_on_the_symbols_up_to_it_alone(name):
    one = task(name)
    batch = host_batch(one, (1,), 256, 6, 6, 7)
    by_prefix = {}
    for tokens, targets in zip(batch.inputs.tokens, batch.targets, strict=True):
        for n in range(1, 8):
            key = tuple(tokens[:n].tolist())
            assert by_prefix.setdefault(key, targets[n - 1].tolist()) == (
                targets[n - 1].tolist()
            )


def test_slots_are_masked_by_place_and_never_by_symbol():
    one = task("tomita4")
    swapped = DFA(
        Alphabet("10"),
        tuple(row[::-1] for row in one.dfa.transitions),
        one.dfa.start,
        one.dfa.accepting,
    )
    permuted = replace(
        one,
        alphabet=swapped.alphabet,
        language=swapped,
        law=UniformWords(swapped),
    )
    for other in (one, permuted):
        for batch in (
            host_batch(other, (3,), 8, 1, 9, 12),
            draws(other, [1, 2, 3, 4, 5, 6, 7, 9], 12),
        ):
            read = batch.inputs.lengths[:, None]
            assert (batch.scored == (np.arange(12) < read)).all()


@pytest.mark.parametrize("name", ["tomita4", "sort:symbols=9"])
def test_what_is_not_scored_changes_neither_loss_nor_metric(name):
    one = task(name)
    batch = host_batch(one, (4,), 8, 1, 6, 20)
    outputs = shapes(one).outputs
    logits = np.random.default_rng(0).normal(size=(8, 20, outputs))
    noise = np.random.default_rng(1).integers(2, size=batch.targets.shape)
    spoiled = np.where(batch.scored[:, :, None], batch.targets, noise)
    other = np.where(batch.scored[:, :, None], logits, 7.0)
    for score in (batch_loss, penalties):
        right = score(one.output, jnp.asarray(logits), batch.targets, batch.scored)
        again = score(one.output, jnp.asarray(other), spoiled, batch.scored)
        assert (right == again).all()


def test_no_length_is_in_two_bins_and_none_between_them_is_left_out():
    lengths = [n for one in PROTOCOL.all for n in range(one.low, one.high + 1)]
    assert lengths == list(range(301))


def test_what_selects_a_setting_is_not_reported():
    assert PROTOCOL.select not in PROTOCOL.report
    assert PROTOCOL.train not in PROTOCOL.report


def test_all_languages_have_one_scheme_of_lengths():
    for name in LISTED:
        one = task(name)
        for part in PROTOCOL.all:
            if one.max_length is None or part.high <= one.max_length:
                drawn = part.lengths(one)
                assert set(drawn) <= set(range(part.low, part.high + 1))


def test_lengths_cover_their_bin():
    for name in ("abab_star", "abcde", "tomita4", "d2"):
        one = task(name)
        known = PROTOCOL.train.lengths(one)
        drawn = draw_lengths(one, key=jax.random.key(0), words=2048, most=50)
        assert set(drawn.tolist()) == set(known)


def test_a_prefix_that_is_a_member_may_end():
    flip_flop = task("012_0_2")
    assert END in flip_flop.label("120")
    assert END not in flip_flop.label("121")


def test_a_state_is_dead_only_if_no_member_goes_on_from_it():
    for name in REGULAR:
        one = task(name)
        for length in range(5):
            for word in one.alphabet.words(length):
                goes_on = one.dfa.run(word) in one.dfa.live
                assert bool(one.label(word)) == goes_on
    assert task("tomita3").label("10") == ("0",)


def test_recognition_sees_as_many_other_words_as_members():
    one = task("012_0_2@recognize-end")
    targets = draws(one, np.full(4096, 8), 10).targets
    assert abs(targets.mean() - 0.5) < 0.04  # five standard deviations


def test_long_runs_after_either_symbol_are_among_the_hard_inputs():
    one = task("012_0_2@recognize-end")
    words = adversarial_words(one, 60, 60, Random(0), 200)
    for first, right in (("0", True), ("1", False)):
        run = (first, *"2" * 59)
        assert run in words
        assert one.label(run) == right


def test_steps_and_lengths_are_mixed():
    one = task("tomita4")
    keys = [key_for("training", 0, step) for step in range(2)]
    first, second = (draw_lengths(one, key=key, words=64, most=50) for key in keys)
    assert (first != second).any()
    assert len(set(first.tolist())) > 20
    assert sorted(first.tolist()) != first.tolist()


def test_two_seeds_share_no_data():
    one = task("unique_copy")
    seen = [
        {
            tuple(row)
            for step in range(3)
            for row in host_batch(
                one, (ROOTS["training"], seed, step), 64, 10, 20, 64
            ).inputs.tokens.tolist()
        }
        for seed in range(2)
    ]
    assert not seen[0] & seen[1]
    keys = [key_for("training", seed, 0) for seed in range(2)]
    on_device = [draw_lengths(one, key=key, words=64, most=50) for key in keys]
    assert (on_device[0] != on_device[1]).any()


def test_training_and_evaluation_share_no_random_numbers():
    assert len(set(ROOTS.values())) == len(ROOTS)
    one = task("unique_copy")
    batches = [
        host_batch(one, (ROOTS[purpose], 5, 0), 64, 10, 20, 64)
        for purpose in ("training", "evaluation")
    ]
    rows = [set(map(tuple, batch.inputs.tokens.tolist())) for batch in batches]
    assert not rows[0] & rows[1]


def test_an_end_mark_is_no_symbol_of_the_task():
    for name in REGULAR:
        for form in FAMILIES[task(name).name].formats:
            one = task(f"{name}@{form}")
            marks = int(shapes(one).begins) + int(closes(one))
            alike = marks == 2 and one.format != "state-blank"
            assert shapes(one).symbols == len(one.alphabet) + marks - alike


def test_shares_have_intervals_and_say_how_many_inputs_are_different():
    """(aa)* has one word of each length: 64 draws of it are one test string."""
    one = task("aa_star")
    assert distinct_inputs(one, {8: 64, 10: 64}, seed=0) == {8: 1, 10: 1}
    outcome = sorter({8: 0.0}).outcome
    (row,) = measured_rows(outcome, distinct={8: 1})
    assert (row.value, row.words, row.distinct) == (0.0, 64, 1)
    assert row.interval.low == 0 < row.interval.high
    assert {"low", "high", "distinct"} <= row.plain().keys()


def test_a_share_is_one_of_inputs_and_not_a_mean_over_batches():
    """One member in the first batch is accepted, 63 in the second are rejected."""
    metrics = metrics_of(standard(name_of(task("tomita4@recognize-end"))))
    place = [metric.name for metric in metrics].index("member accuracy")
    batches = []
    for members, penalty in ((1, 0.0), (63, 1.0)):
        values = np.full((len(metrics), 1, 64), penalty)
        counted = np.ones_like(values, dtype=bool)
        counted[place] = np.arange(64) < members
        batches.append([Judged(values, counted)])
    (row,) = gathered(batches, [1], 128, None)
    score = further_scores(metrics, row)["member accuracy"]
    assert score.mean == 1 / 64
    assert score.words == 64


def test_seeds_that_failed_are_counted_and_the_others_stand_beside_them():
    records = [
        sorter({3: fit, 7: error}, seed=seed)
        for seed, (fit, error) in enumerate([(0.0, 0.25), (0.5, 1.0), (0.0, 0.25)])
    ]
    rows = bin_rows(records, [LengthBin(3, 3), LengthBin(7, 7)])
    (*_, last) = rows
    assert last.scores.mean == 0.5
    assert (len(last.scores.scores), len(last.fitting)) == (3, 2)
    assert last.fitting_mean == 0.25
    assert "seeds" in bins_table(rows).header


def test_what_is_printed_and_drawn_comes_from_records_that_machines_read():
    """A record reads back bit for bit, and its text has every number of its rows."""
    lines = RESULTS.read_text().splitlines()
    record = record_of(lines[0])
    assert json.loads(lines[0])["outcome"] == record.outcome.plain()
    rows = [row.plain() for row in measured_rows(record.outcome)]
    assert json.loads(json.dumps(rows)) == rows
    for row in rows:
        scores = record.outcome.further.get(row["metric"], record.outcome.losses)
        assert row["value"] == scores[row["length"]].mean
    drawn = DRAWING.read_text()
    assert RESULTS.name in drawn  # the picture of the manual is made from this file


def test_the_manual_names_a_test_for_every_mistake():
    table = MANUAL.read_text().partition("## Mistakes of earlier releases")[2]
    rows = [line for line in table.splitlines() if re.match(r"\| \d+ \|", line)]
    assert [int(row.split("|")[1]) for row in rows] == list(range(1, 15))
    known = {
        name
        for path in TESTS.rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text(), re.MULTILINE)
    }
    for row in rows:
        named = set(re.findall(r"test_\w+", row))
        assert named, row
        assert named <= known, named - known
