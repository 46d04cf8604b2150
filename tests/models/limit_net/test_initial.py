import jax
import numpy as np

from lengthwise.models import LimitNet
from lengthwise.models.limit_net.initial import initial, rates
from lengthwise.models.limit_net.net import blank
from lengthwise.models.named_arrays import named_arrays, names

WIDE = LimitNet(
    symbols=64, outputs=64, delta=64, heads=(2,), lags=(1,), width=64, units=256
)


def test_weights_have_the_spread_of_mup():
    draw = jax.jit(lambda: initial(WIDE, key=jax.random.key(0)))
    found = named_arrays(draw())
    expected = {
        "embedding": 1.0,
        "positions": 1.0,
        "layers.0.key": 1 / 8,
        "layers.0.value": 1 / 8,
        "layers.0.inner": 1 / 8,
        "layers.0.outer": 1 / 16,
        "readout": 1 / 64,
    }
    for name, spread in expected.items():
        # 4,096 numbers or more: the spread is within 6 % but for 1e-6 of the cases.
        assert abs(np.std(found[name]) / spread - 1) < 0.06, name
    for name in set(found) - set(expected):
        assert not found[name].any(), name


def test_every_array_has_a_rate():
    net = blank(WIDE)
    found = dict(
        zip(
            names(net),
            jax.tree.leaves(rates(net, rate=2.0, hidden_rate=4.0)),
            strict=True,
        )
    )
    fast = {name for name, rate in found.items() if float(rate) == 2.0}
    assert fast == {"embedding", "positions", "layers.0.bias", "layers.0.lags"}
    assert {float(found[name]) for name in set(found) - fast} == {4.0 / 64}
