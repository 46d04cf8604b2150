"""A study that trains decoders: its sizes, its answers, its page from records."""

import jax
import pytest

import lengthwise as lw
from lengthwise.analysis.runs import Run
from lengthwise.errors import SpecError
from lengthwise.experiments.records.outcome import Outcome
from lengthwise.experiments.records.record import Circumstances, Record
from lengthwise.experiments.store.store import Store
from lengthwise.figures.huang.all_suites import SUITES
from lengthwise.jobs.decoder_findings import Arm
from lengthwise.jobs.decoder_size import chosen_decoders, decoder_size
from lengthwise.jobs.study import stored_study, usual_size
from lengthwise.jobs.study_size import Size
from lengthwise.models import named_arrays
from lengthwise.report.study.study_page import study_page
from lengthwise.sealed_arrays import array_digest, packed
from lengthwise.tasks.catalogue import FAMILIES, task
from lengthwise.theory.verdict.decision import verdict
from lengthwise.training.evaluating.score import rate_score
from tests.report.text import text_of

PARITY = task("parity_language")
TINY = chosen_decoders(decoder_size(PARITY), PARITY, lengths=(4,), seeds=2, width=4)


def test_every_task_of_the_catalogue_that_is_right_or_wrong_has_decoders():
    for name in FAMILIES:
        subject = task(name)
        size = usual_size(subject)
        if not subject.output.metrics[0].is_rate:
            assert isinstance(size, Size), name
            continue
        for scheme in size.arms:
            for trial in size.trials(subject, scheme):
                size.evaluation.check(trial)
        longest = size.test_lengths[-1]
        assert size.train_length < longest <= 3 * size.train_length, name


@pytest.mark.parametrize("suite", ["huang-algorithmic", "huang-languages"])
def test_with_a_gpu_the_trials_are_those_of_the_suite(suite):
    for cell in SUITES[suite].cells[::7]:
        size = decoder_size(cell.subject, gpu=True)
        ours = {one.key for one in size.trials(cell.subject, cell.scheme)}
        assert ours <= {one.key for one in cell.trials}, cell.name


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        ({"lengths": (8, 16)}, "2 training lengths; .* one length"),
        ({"lengths": (1,)}, "training length 1; .* 2 to 10000"),
        ({"lengths": (10**11,)}, "training length 100000000000; .* 2 to 10000"),
        ({"seeds": 10**12}, "seeds is 1000000000000"),
        ({"eps": (0.1,)}, "--eps asks for"),
        ({"seeds": 0}, "seeds is 0"),
    ],
)
def test_a_choice_that_decoders_do_not_have_is_refused(choice, said):
    with pytest.raises(SpecError, match=said):
        chosen_decoders(decoder_size(PARITY), PARITY, **choice)


def test_lengths_beyond_the_longest_inputs_of_a_task_are_refused():
    few = task("sort:symbols=30")
    assert decoder_size(few).test_lengths[-1] == 30
    with pytest.raises(SpecError, match="allowed are 2 to 10"):
        chosen_decoders(decoder_size(few), few, lengths=(11,))


def _arm(*seeds, answer="yes"):
    regex = {"yes": "(aa)*", "no": "b*(ab*ab*)*"}[answer]
    row = verdict(regex=regex).row("periodic-local", "end")
    assert row.answer == answer
    runs = tuple(
        Run(
            train_length=4,
            seed=seed,
            errors={4: max(1 - short, 0.005), 12: max(1 - long, 0.005)},
            words={4: 100, 12: 100},
        )
        for seed, (short, long) in enumerate(seeds)
    )
    return Arm(scheme="absolute", row=row, runs=runs, train_length=4)


def test_the_verdict_is_compared_with_the_seeds_that_learned():
    assert _arm((1, 1), (0.5, 0)).agreement == "agrees"
    assert _arm((1, 0.7)).agreement == "disagrees"
    assert _arm((1, 0.7), answer="no").agreement == "agrees"
    assert _arm((1, 0.8), answer="no").agreement == "disagrees"
    assert _arm((0.9, 0.9)).agreement == "cannot say"
    assert "1 of 2 seeds learn" in _arm((1, 1), (0.5, 0)).sentence


def _records(scheme):
    """Records of decoders as they were drawn, with weights and invented scores."""
    for trial in TINY.trials(PARITY, scheme):
        model = trial.recipe.static.model
        weights = named_arrays(model.init(jax.random.key(trial.seed)))
        yield Record(
            trial=trial,
            evaluation=TINY.evaluation,
            outcome=Outcome(
                losses={n: rate_score(n - 2, 256) for n in TINY.test_lengths},
                metric=PARITY.output.metric,
                steps=8,
                converged=True,
                diverged=None,
                train_loss=0.1,
                train_loss_recent=0.1,
                digest=array_digest(weights),
            ),
            circumstances=Circumstances(
                started="2026-01-01T00:00:00+00:00",
                seconds=1.0,
                host="here",
                attempt=1,
                device="cpu",
                fingerprint={"device": "cpu"},
            ),
            weights=packed(weights),
        )


def test_a_page_from_records_has_the_verdict_the_curves_and_the_pairs(tmp_path):
    with Store(f"sqlite:///{tmp_path}/s.db") as store:
        assert stored_study(PARITY, store, size=TINY) is None
        store.add_all(one for scheme in TINY.arms for one in _records(scheme))
        found = stored_study(PARITY, store, size=TINY)
        shown = found.decoders
        assert [arm.agreement for arm in shown.arms] == ["disagrees"] * 2
        with_positions, without = shown.pairs[1], shown.pairs[0]
        assert without.inside == ("1", "1")
        assert list(without.longest.items())[:2] == [(1, 3), (2, 5)]
        assert max(without.longest.values()) <= 12
        for curve in (with_positions, without):
            for by_k in curve.right.values():
                assert {len(seeds) for seeds in by_k.values()} == {2}
                assert all(0 <= n <= 2 for seeds in by_k.values() for n in seeds)
        page = study_page(found).html
        assert page == study_page(stored_study(PARITY, store, size=TINY)).html
        text = text_of(page)
    assert "decoders with absolute positions are 96% right above length 8" in text
    assert "verdict no; 2 of 2 seeds learn lengths to 4" in text
    assert "x u^k v and x u^k w v" in text
    assert page.count("<svg") >= 3
    assert "Smaller than the published recipe" not in text  # it has no table
    said = str(found)
    assert "parity_language" in said
    assert "pairs of the no in C-RASP[]:" in said


def test_nothing_is_kept_of_decoders_where_limit_nets_are_asked_for():
    size = Size(train_lengths=(4,), test_lengths=(8,), eps=(0.5,))
    assert {one.model.kind for one in size.grids(PARITY)[0]} == {"limit_net"}
    assert lw.study("parity_language", train=False).decoders is None
