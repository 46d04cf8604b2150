"""A trained net is audited against the task that it was trained on, to the last bit."""

import math
from dataclasses import replace

import jax
import pytest
from safetensors.numpy import save

import lengthwise as lw
from lengthwise.analysis.enumerated import audit
from lengthwise.analysis.trained_nets import trained
from lengthwise.errors import SpecError
from lengthwise.experiments.engines.runner import arrays as arrays_of
from lengthwise.experiments.spec.trial import trial
from lengthwise.figures import exact_errors as exact
from lengthwise.models import named_arrays, restore
from lengthwise.models.limit_net.net import blank
from lengthwise.sealed_arrays import array_digest as digest
from lengthwise.training.evaluating._given_words import given_batch
from lengthwise.training.evaluating.score import rate_score
from tests.experiments import stub
from tests.models.gpt.random_decoders import random_weights

NET = {"width": 4, "units": 4, "scaling": "none"}


class OneNet:
    """A store with one net."""

    def __init__(self, record):
        self.record = record

    def matching(self, key):
        return [self.record] if self.record.trial.key.startswith(key) else []

    def nets(self, keys):
        return [self.record] if self.record.trial.key in keys else []


def untrained(omega):
    """A record with weights."""
    asked = trial("simple", {"omega": omega}, train_length=4, seed=0, model=NET)
    arrays = named_arrays(blank(asked.model))
    found = stub.record(asked)
    outcome = replace(found.outcome, digest=digest(arrays))
    return replace(found, outcome=outcome, weights=save(arrays))


@pytest.mark.parametrize("omega", [math.pi, 1234567.0])
def test_no_digit_of_a_number_is_lost_between_a_trial_and_its_task(omega, monkeypatch):
    record = untrained(omega)
    _, task = trained(OneNet(record), record.trial.key[:12])
    assert dict(task.numbers) == {"omega": omega}
    assert f" {task} train_length=4" in str(record.trial)

    seen = []

    def audited(_, subject, __):
        seen.append(subject)
        return audit.Audit(
            task=subject, errors=(), margin=None, log2_T_max=None, eps=0.1
        )

    monkeypatch.setattr(exact, "audit", audited)
    monkeypatch.setattr(exact, "limits_by_residue", lambda *_: ())
    assert exact.exact_errors(record).numbers == {"omega": omega}
    assert [dict(subject.numbers) for subject in seen] == [{"omega": omega}]


def recognizer(text, **model):
    """A record of an untrained decoder with random weights, as if it were trained."""
    settings = {"kind": "gpt", "layers": 1, "width": 8, "norm": False}
    settings |= {"activation": "relu"} | model
    asked = trial(text, {}, train_length=4, seed=0, model=settings)
    arrays = named_arrays(random_weights(asked.model))
    found = stub.record(trial("simple", {"omega": 2}, train_length=8, seed=0))
    losses = {4: rate_score(8, 64)}
    metric = asked.task.task.output.metric
    rated = {"metric": metric, "losses": losses, "digest": digest(arrays), "steps": 1}
    outcome = replace(found.outcome, **rated)
    evaluation = replace(found.evaluation, lengths=(4,), words=64)
    record = replace(found, trial=asked, evaluation=evaluation, outcome=outcome)
    return replace(record, weights=save(arrays))


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("contains_ab@recognize-end", ("<end>",)),
        ("contains_ab@recognize-last", ()),
    ],
)
def test_a_trained_recognizer_is_audited_as_it_reads_words(text, marks):
    record = recognizer(text)
    machine, task = trained(OneNet(record), record.trial.key[:12])
    assert machine.alphabet.symbols == (*task.alphabet, *marks)
    words = [w for n in (1, 2, 3) for w in task.alphabet.words(n)]
    batch = given_batch(task, words, 4)
    model = record.trial.model
    weights = restore(model, arrays_of(record))
    says = jax.jit(model.run)(weights, batch.inputs)[:, 0, 0]
    wrong = dict.fromkeys((1, 2, 3), 0)
    for word, output in zip(words, says, strict=True):
        wrong[len(word)] += bool(output > 0) != task.label(word)
    found = lw.audit(machine, task, [1, 2, 3])
    by_word = {row.length: row for row in found.rows}
    assert {n: row.looked for n, row in by_word.items() if row.by == "words"} == (
        {n: len(task.alphabet) ** n for n in (1, 2, 3)} if marks else {}
    )
    if marks:
        assert {n: row.wrong for n, row in by_word.items()} == wrong
    assert {n for n, row in by_word.items() if row.wrong} == {
        n for n in wrong if wrong[n]
    }
    output = by_word[3].output
    assert min(abs(says - output)) < 1e-4


def test_what_has_no_decisions_is_said_in_one_line():
    record = recognizer("contains_ab@recognize-end", norm=True)
    with pytest.raises(SpecError, match="it has layer norms; train with norm=False"):
        trained(OneNet(record), record.trial.key[:12])
    record = recognizer("contains_ab@next-set")
    with pytest.raises(
        SpecError, match="has the format next-set, so use lengthwise me"
    ):
        trained(OneNet(record), record.trial.key[:12])
