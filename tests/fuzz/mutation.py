"""Inputs that are nearly right: known ones, cut, doubled, spliced and spoiled."""

import re


def mutant(rng, known, tokens):
    """A new input made of `known` ones."""
    data = rng.choice(known)
    for _ in range(rng.choice((1, 1, 2, 4))):
        data = rng.choice(CHANGES)(rng, data, known, tokens)
    return data[:20_000]


def _span(rng, data):
    start = rng.randrange(len(data) + 1)
    return start, min(len(data), start + rng.choice((0, 1, 1, 2, 8, 40)))


def _cut(rng, data, _known, _tokens):
    start, end = _span(rng, data)
    return data[:start] + data[end:]


def _put(rng, data, _known, tokens):
    start, end = _span(rng, data)
    return data[:start] + rng.choice(tokens) + data[end:]


def _double(rng, data, _known, _tokens):
    start, end = _span(rng, data)
    return data[:end] + data[start:end] * rng.choice((1, 3, 200)) + data[end:]


def _splice(rng, data, known, _tokens):
    other = rng.choice(known)
    return data[: rng.randrange(len(data) + 1)] + other[rng.randrange(len(other) + 1) :]


def _flip(rng, data, _known, _tokens):
    if not data:
        return data
    place = rng.randrange(len(data))
    return (
        data[:place] + bytes([data[place] ^ 1 << rng.randrange(8)]) + data[place + 1 :]
    )


def _number(rng, data, _known, _tokens):
    """Another number in place of one that stands there."""
    found = list(re.finditer(rb"\d+", data))
    if not found:
        return data
    at = rng.choice(found)
    new = rng.choice((b"0", b"1", b"-1", b"7", b"1000", b"9" * 30, b"1e400", b"0.5"))
    return data[: at.start()] + new + data[at.end() :]


CHANGES = (_cut, _put, _put, _double, _splice, _flip, _number)
