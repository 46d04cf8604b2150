"""No input makes a reader do anything but return or refuse, within a second."""

import time
import warnings
from collections import Counter
from random import Random

import pytest

from lengthwise.errors import InputError
from tests.fuzz.mutation import mutant
from tests.fuzz.targets import CORPUS, TARGETS, corpus

SECONDS = 1.0
KEPT = [(name, file) for name in TARGETS for file in corpus(name)]


@pytest.fixture(scope="module", autouse=True)
def loaded():
    """What is loaded when it is first used is loaded: it is no work on an input."""
    for name, target in TARGETS.items():
        good = [file for file in corpus(name) if file.startswith("good-")]
        for file in good:
            target.read(corpus(name)[file])


def outcome(name, data):
    """What a reader makes of an input: ``read``, or the name of the error."""
    before = time.process_time()
    said, message = "read", ""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            TARGETS[name].read(data)
        except InputError as error:
            said, message = type(error).__name__, str(error)
    took = time.process_time() - before
    assert took < SECONDS, f"{took:.1f} s"
    assert len(message) < 2_000 + 3 * len(data)  # what was given may be repeated
    # Mistakes in programs show the line with a caret; all others are one line.
    assert said.startswith("Crasp") or "\n" not in message
    return said


def fuzz(name, seed, number):
    rng = Random(f"{name} {seed}")
    known = list(corpus(name).values())
    outcomes = Counter()
    for _ in range(number):
        data = mutant(rng, known, TARGETS[name].tokens)
        try:
            outcomes[outcome(name, data)] += 1
        except Exception as error:
            raise AssertionError(
                f"{error!r}; add to tests/fuzz/corpus/{name}: {data!r}"
            ) from error
    return outcomes


def test_every_target_has_a_corpus_and_every_corpus_a_target():
    assert {path.name for path in CORPUS.iterdir()} == set(TARGETS)
    assert all(len(corpus(name)) >= 3 for name in TARGETS)
    sizes = [len(data) for name in TARGETS for data in corpus(name).values()]
    assert max(sizes) <= 20_000


@pytest.mark.parametrize(("name", "file"), KEPT)
def test_the_corpus_is_read_or_refused(name, file):
    said = outcome(name, corpus(name)[file])
    assert (said == "read") == file.startswith("good-")


@pytest.mark.parametrize("name", TARGETS)
def test_a_few_mutants(name):
    outcomes = fuzz(name, "few", TARGETS[name].few)
    assert sum(outcomes.values()) == TARGETS[name].few
    assert set(outcomes) - {"read"} or name == "command"


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
@pytest.mark.parametrize("name", TARGETS)
def test_many_mutants(name, part):
    number = TARGETS[name].many
    assert sum(fuzz(name, part, number).values()) == number
