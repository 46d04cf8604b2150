"""Models as data: the limit net has no kind in JSON, unknown kinds are named."""

import json

import pytest

from lengthwise.errors import UnknownNameError
from lengthwise.models import KINDS, Gpt, LimitNet, plain_model, read_model
from tests.models.random_nets import ONE_LAYER, OTHERS, TWO_LAYERS


@pytest.mark.parametrize("model", [ONE_LAYER, TWO_LAYERS, *OTHERS], ids=str)
def test_a_model_reads_back_from_json(model):
    plain = json.loads(json.dumps(plain_model(model)))
    assert "kind" not in plain
    assert read_model(plain) == model
    assert read_model(plain | {"kind": "limit_net"}) == model


def test_kinds_have_their_own_names():
    assert {"limit_net": LimitNet, "gpt": Gpt} == KINDS


def test_an_unknown_kind_is_named():
    with pytest.raises(UnknownNameError, match="no kind of model is called 'limitnet'"):
        read_model({"symbols": 2, "kind": "limitnet"})
