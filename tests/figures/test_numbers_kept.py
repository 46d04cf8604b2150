"""A trained net is judged by the very task that it was trained for."""

import math

import pytest

from lengthwise.analysis import trained_nets
from lengthwise.figures import exact_errors as exact
from lengthwise.tasks.task_name import TaskName
from tests.models.canonical_net import SIMPLE


class Trial:
    """What is asked of the trial of a record."""

    def __init__(self, omega):
        self.task = TaskName("simple", (("omega", omega),))
        self.recipe, self.key = SIMPLE, "0"
        self.model, self.train_length, self.seed = Model(), 8, 0


class Model:
    """A model whose machine no one looks at."""

    def limit(self, _weights, _alphabet):
        return None


class Stored:
    """A record with weights, and a store that holds it."""

    def __init__(self, omega):
        self.trial, self.weights = Trial(omega), b""

    def matching(self, _key):
        return [self]

    def nets(self, _keys):
        return [self]


class Judged(Exception):  # noqa: N818 - no mistake: ends the judging once it is known
    """The alphabet is asked for: now the task is known."""


@pytest.mark.parametrize("omega", [math.pi, 1234567.0])
def test_no_digit_of_a_number_is_lost(omega, monkeypatch):
    for module in (trained_nets, exact):
        monkeypatch.setattr(module, "restore", lambda *_: None)
        monkeypatch.setattr(module, "arrays", lambda _: None)
    _, task = trained_nets.trained(Stored(omega), "0")
    assert dict(task.numbers) == {"omega": omega}

    def judged(subject):
        raise Judged(dict(subject.numbers))

    monkeypatch.setattr(exact, "_enumerable", judged)
    with pytest.raises(Judged) as found:
        exact.exact_errors(Stored(omega))
    assert found.value.args == ({"omega": omega},)
