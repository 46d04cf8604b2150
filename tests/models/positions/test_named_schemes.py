"""Position schemes as texts."""

import pytest

from lengthwise.bibliography import entries
from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.models.positions import SCHEMES, Rope, scheme_named, scheme_text

TEXTS = {
    "none": "none",
    "absolute": "absolute",
    "absolute:places=303": "absolute:places=303",
    "rope:base=10000,share=0.5": "rope:share=0.5",
    "rope:share=1.0": "rope",
    "alibi:learned=1": "alibi:learned=1",
    "alibi:learned=0": "alibi",
    "t5:buckets=32,distance=128": "t5",
    "t5: distance=64": "t5:distance=64",
    "fire:units=8": "fire:units=8",
    "randomized:places=2048": "randomized",
    "randomized:alibi=1,places=99": "randomized:places=99,alibi=1",
    "abacus": "abacus",
    "lag:tau=3": "lag:tau=3",
    "periodic:delta=4": "periodic:delta=4",
}


@pytest.mark.parametrize("text", TEXTS)
def test_a_scheme_has_one_spelling(text):
    scheme = scheme_named(text)
    assert scheme_text(scheme) == TEXTS[text]
    assert scheme_named(scheme_text(scheme)) == scheme


def test_every_scheme_is_tried_here_and_has_a_source():
    assert {text.partition(":")[0] for text in TEXTS} == set(SCHEMES)
    known = set(entries())
    assert {scheme.source for scheme in SCHEMES.values()} <= known


def test_numbers_stay_whole_or_real():
    assert scheme_named("rope:base=500") == Rope(base=500.0)
    with pytest.raises(SpecError, match=r"tau of lag biases is 1\.5"):
        scheme_named("lag:tau=1.5")


@pytest.mark.parametrize(
    ("text", "error", "line"),
    [
        ("alibo", UnknownNameError, "did you mean 'alibi'"),
        ("rope:bass=3", UnknownNameError, "number of positions rope"),
        ("periodic", SpecError, "positions periodic need the number delta"),
        ("rope:base=x", SpecError, "is not a parameter"),
        ("rope@real", SpecError, "have no format; leave out @real"),
    ],
)
def test_wrong_texts_are_refused_in_one_line(text, error, line):
    with pytest.raises(error, match=line):
        scheme_named(text)
