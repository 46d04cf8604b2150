import pytest

from lengthwise.errors import SpecError
from lengthwise.models import LimitNet


@pytest.mark.parametrize("name", ["symbols", "outputs", "delta", "width", "units"])
def test_sizes_must_be_positive(name):
    with pytest.raises(SpecError, match=f"{name} is 0"):
        LimitNet(**{"symbols": 2, name: 0})


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"heads": (1, 0)}, r"heads\[1\] is 0"),
        ({"heads": ()}, "one entry per layer"),
        ({"heads": (1, 1), "lags": (1,)}, "one entry per layer"),
        ({"lags": (-1,)}, "at least 0"),
        ({"scaling": "log"}, "allowed are length, query, none"),
    ],
)
def test_parts_that_do_not_fit_are_named(wrong, message):
    with pytest.raises(SpecError, match=message):
        LimitNet(symbols=2, **wrong)


def test_without_lags_every_layer_has_none():
    assert LimitNet(symbols=2, heads=(1, 2)).lags == (None, None)
    assert LimitNet(symbols=2, heads=(1, 2)).tau == 0
