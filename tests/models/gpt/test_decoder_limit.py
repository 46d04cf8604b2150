"""A decoder in the form of a limit transformer computes what that one computes."""

import itertools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from lengthwise.cannot_say import CannotSay
from lengthwise.errors import SpecError
from lengthwise.limit.running.definition import outputs
from lengthwise.models import Words
from lengthwise.words import Alphabet
from tests.models.gpt.random_decoders import compiled, decoder, random_weights

ALPHABET = Alphabet("ab")
LONGEST = 6
WORDS = [
    word
    for length in range(1, LONGEST + 1)
    for word in itertools.product(range(2), repeat=length)
]


def plain_decoder(positions, **sizes):
    usual = {"symbols": 2, "outputs": 3, "norm": False, "activation": "relu"}
    return decoder(positions, **usual | sizes)


@pytest.mark.parametrize(
    ("model", "kind"),
    [
        (plain_decoder("none"), "infinite"),
        (plain_decoder("periodic:delta=3", outputs=2), "infinite"),
        (plain_decoder("periodic:delta=2", scaling="length"), "softmax"),
        (plain_decoder("lag:tau=2", scaling="length"), "softmax"),
        (plain_decoder("lag:tau=2", scaling="length", bits=2), "finite"),
        (plain_decoder("lag:tau=1", scaling="query", layers=1), "softmax"),
    ],
    ids=str,
)
def test_outputs_are_those_of_the_limit_transformer(model, kind):
    weights = random_weights(model)
    machine = model.limit(weights, ALPHABET)
    assert machine.attention.kind == kind
    assert machine.attention.bits == model.bits
    tokens = np.zeros((len(WORDS), LONGEST), int)
    for row, word in enumerate(WORDS):
        tokens[row, : len(word)] = word
    lengths = np.array([len(word) for word in WORDS])
    found = compiled(model.run)(weights, Words(tokens, lengths))[:, 0]
    for row, word in zip(found, WORDS, strict=True):
        wanted = outputs(machine, ["ab"[symbol] for symbol in word])[-1]
        np.testing.assert_allclose(row, wanted, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (plain_decoder("none", norm=True), "it has layer norms; train with norm=False"),
        (plain_decoder("none", activation="gelu"), "its hidden units are GELU"),
        (plain_decoder("alibi"), "its positions are alibi; limit transformers have"),
        (plain_decoder("lag:tau=1"), "scaling 'none' with lag biases"),
        (plain_decoder("none", bits=3), "attention is rounded but not scaled"),
        (plain_decoder("none", scaling="query"), "scaling 'query' with several layers"),
    ],
    ids=str,
)
def test_other_decoders_have_no_limit_and_say_why(model, reason):
    answer = model.limit(random_weights(model), ALPHABET)
    assert isinstance(answer, CannotSay)
    assert answer.reason.startswith(reason)


def test_weights_that_are_not_finite_have_no_limit():
    model = plain_decoder("none")
    broken = jax.tree.map(lambda leaf: leaf * jnp.nan, random_weights(model))
    assert model.limit(broken, ALPHABET) == CannotSay("a weight is not finite")


def test_another_alphabet_is_refused():
    model = plain_decoder("none")
    with pytest.raises(SpecError, match="an alphabet of 3 symbols"):
        model.limit(random_weights(model), Alphabet("abc"))
