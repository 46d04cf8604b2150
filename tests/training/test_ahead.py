"""Batches drawn ahead are those of their steps, whatever was drawn before."""

import threading

import numpy as np
import pytest

from lengthwise.errors import SpecError
from lengthwise.models import Words
from lengthwise.training.batch import Batch
from lengthwise.training.samplers.ahead import Ahead


def batch(step):
    one = np.full((2,), step)
    return Batch(Words(one, one), one, one)


def threads():
    return [t for t in threading.enumerate() if t.name.startswith("batches")]


def test_steps_come_in_any_order_and_any_number():
    with Ahead(batch) as ahead:
        for step, count in [(0, 4), (4, 4), (8, 3), (4, 4), (100, 1), (101, 1)]:
            found = ahead.take(step, count)
            assert found.inputs.tokens.shape == (count, 2)
            assert found.inputs.lengths[:, 0].tolist() == [*range(step, step + count)]
    assert not threads()


def test_the_next_steps_are_drawn_while_nobody_waits():
    drawn = threading.Event()

    def draw(step):
        if step == 7:
            drawn.set()
        return batch(step)

    with Ahead(draw) as ahead:
        ahead.take(0, 4)
        assert drawn.wait(10)


def test_an_exception_reaches_the_one_who_takes_the_step():
    def draw(step):
        if step >= 4:
            raise SpecError(f"step {step} has no word")
        return batch(step)

    with Ahead(draw) as ahead:
        assert ahead.take(0, 4).inputs.tokens.shape == (4, 2)
        with pytest.raises(SpecError, match="step 4 has no word"):
            ahead.take(4, 4)
        assert ahead.take(0, 2).inputs.tokens.shape == (2, 2)
    assert not threads()


def test_closing_ends_the_thread_in_the_middle_of_a_chunk():
    begun, ended = threading.Event(), threading.Event()
    slow = []

    def draw(step):
        if step >= 50:
            slow.append(step)
            begun.set()
            ended.wait(10)
        return batch(step)

    ahead = Ahead(draw)
    ahead.take(0, 50)
    assert begun.wait(10)
    threading.Timer(0.05, ended.set).start()
    ahead.close()
    ahead.close()
    assert slow == [50]
    assert not threads()
    with pytest.raises(ValueError, match="drawing has ended"):
        ahead.take(0, 1)


def test_steps_that_no_one_asked_for_are_given_up():
    begun, ended = threading.Event(), threading.Event()
    slow = []

    def draw(step):
        if 50 <= step < 100:
            slow.append(step)
            begun.set()
            ended.wait(10)
        return batch(step)

    with Ahead(draw) as ahead:
        ahead.take(0, 50)
        assert begun.wait(10)
        threading.Timer(0.05, ended.set).start()
        assert ahead.take(200, 2).inputs.tokens[:, 0].tolist() == [200, 201]
    assert slow == [50]


def test_no_steps_are_refused():
    with Ahead(batch) as ahead, pytest.raises(ValueError, match="0 steps"):
        ahead.take(0, 0)
