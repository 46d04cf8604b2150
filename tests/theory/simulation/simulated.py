"""Random and adversarial instances: machines, statistics of long words, prefixes."""

from dataclasses import replace

import numpy as np

from lengthwise.limit.machine import MLP, Attention, Head, Layer, LimitTransformer
from lengthwise.words import Alphabet, Statistics, class_sizes

LETTERS = "abcde"
HARDMAX = Attention("hardmax")


def table_machine(rng, symbols, *, delta=1, tau=0, unit=1.0, attention=HARDMAX):
    """One head whose logits are small multiples of `unit`, with values of -1 and 1.

    Ties are frequent, so that the attended sets of two machines overlap in every way;
    a lag may lift the suffix above the prefix. The output is the mean of the values,
    or a random piecewise linear function of it.
    """
    width = symbols + delta + 1
    bilinear = np.zeros((width, width))
    bilinear[:symbols, :symbols] = rng.integers(0, rng.integers(1, 4), (symbols, 1))
    if rng.random() < 0.5:
        bilinear[:symbols, :symbols] = rng.integers(0, 2, (symbols, symbols))
    positions = np.zeros((delta, width))
    if delta > 1:
        positions[np.arange(delta), symbols + np.arange(delta)] = 1.0
        bilinear[symbols:-1, :symbols] = rng.integers(0, rng.integers(1, 4), (delta, 1))
    lags = rng.integers(-2, 2 + rng.integers(2), tau + 1).astype(float)
    lags[-1] = lags[-1] or 1.0
    layer = Layer(
        heads=(
            Head(
                bilinear=bilinear * unit,
                value=np.zeros((width, width)),
                lags=lags * unit * (tau > 0),
            ),
        ),
        mlp=MLP.none(width),
    )
    if rng.random() < 0.5:
        inner, outer = np.zeros((3, width)), np.zeros((width, 3))
        inner[:, -1], outer[-1] = rng.normal(size=(2, 3))
        layer = replace(layer, mlp=MLP(inner=inner, bias=inner[:, -1], outer=outer))
    machine = LimitTransformer(
        alphabet=Alphabet(LETTERS[:symbols]),
        embedding=np.eye(symbols, width),
        positions=positions,
        layers=(layer,),
        readout=np.eye(width)[-1:],
        attention=attention,
    )
    return with_values(machine, rng.choice([-1.0, 1.0], symbols))


def with_values(machine, values):
    """The same attention with one value a symbol."""
    (layer,) = machine.layers
    value = np.zeros((machine.width, machine.width))
    value[-1, : len(values)] = values
    head = replace(layer.heads[0], value=value)
    return replace(machine, layers=(replace(layer, heads=(head,)),))


def without_mlp(machine):
    (layer,) = machine.layers
    return replace(machine, layers=(replace(layer, mlp=MLP.none(machine.width)),))


def long_statistics(rng, symbols, length, *, delta=1, tau=0):
    """Statistics of a word of `length` with shares over many orders of magnitude."""
    columns = []
    for size in class_sizes(length - tau - 1, delta):
        shares = 10.0 ** rng.uniform(-8, 0, symbols) * (rng.random(symbols) < 0.8)
        column = (size * shares / max(shares.sum(), 1e-30)).astype(int)
        column[rng.integers(symbols)] += size - column.sum()
        columns.append(column.tolist())
    alphabet = Alphabet(LETTERS[:symbols])
    return Statistics(
        alphabet=alphabet,
        delta=delta,
        tau=tau,
        counts=tuple(zip(*columns, strict=True)),
        suffix=tuple(rng.choice(alphabet.symbols, tau + 1).tolist()),
    )
