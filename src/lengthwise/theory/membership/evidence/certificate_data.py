"""Converts certificates to plain JSON data and back.

.. code-block:: text

    {"positions": "none" | "periodic-local", "acceptance": "end" | "last",
     "left": [letters], "blocks": [[letters], ...], "right": [letters],
     "machine": an automaton as in `lengthwise.automata.automaton_files`,
     "neutral": [letters of the machine],
     "between": [[number of a neutral letter, of another], ...],
     "classes": [[states], ...],
     "walks": [{"state": s, "word": [letters]}, ...],
     "links": [{"source": s, "target": t, "word": [letters],
                "shares": [[number of a walk, "p/q"], ...]}, ...],
     "pair": [s, t], "separator": [letters]}

Rational numbers are strings, ``"-3"`` or ``"2/7"``, so that nothing is rounded.
`lengthwise.theory.membership.evidence.evidence_kinds.Certificate` explains the parts.
"""

import json
import re
import reprlib
from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeVar

from lengthwise.automata.automaton_files import from_plain, to_json
from lengthwise.errors import FormatError
from lengthwise.theory.membership.evidence.evidence_kinds import (
    Certificate,
    ClosedWalk,
    Link,
)
from lengthwise.words import Word

T = TypeVar("T")

_RATIONAL = re.compile(r"-?[0-9]{1,1000}(/[0-9]{1,1000})?", re.ASCII)


def to_data(certificate: Certificate) -> dict[str, Any]:
    """Returns a certificate as plain data; `from_data` is the inverse.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> from lengthwise.theory.membership.search.decide import membership
        >>> found = membership(regex("(aa)*").dfa).evidence
        >>> to_data(found)["links"]
        [{'source': 0, 'target': 1, 'word': ['a'], 'shares': [[0, '1/2']]}]
        >>> from_data(to_data(found)) == found
        True
    """
    return {
        "positions": certificate.positions,
        "acceptance": certificate.acceptance,
        "left": list(certificate.left),
        "blocks": [list(block) for block in certificate.blocks],
        "right": list(certificate.right),
        "machine": json.loads(to_json(certificate.machine)),
        "neutral": list(certificate.neutral),
        "between": [list(ends) for ends in certificate.between],
        "classes": [list(states) for states in certificate.classes],
        "walks": [
            {"state": walk.state, "word": list(walk.word)} for walk in certificate.walks
        ],
        "links": [
            {
                "source": link.source,
                "target": link.target,
                "word": list(link.word),
                "shares": [[walk, str(share)] for walk, share in link.shares],
            }
            for link in certificate.links
        ],
        "pair": list(certificate.pair),
        "separator": list(certificate.separator),
    }


def from_data(data: object) -> Certificate:
    """Returns the certificate given as plain data, without checking it.

    Raises:
        FormatError: The data are not a certificate.
    """
    parts = _object(data, "a certificate", Certificate.__dataclass_fields__)
    return Certificate(
        positions=_choice(parts["positions"], "positions", "none", "periodic-local"),
        acceptance=_choice(parts["acceptance"], "acceptance", "end", "last"),
        left=_word(parts["left"], "left"),
        blocks=_list(parts["blocks"], "blocks", _word),
        right=_word(parts["right"], "right"),
        machine=from_plain(parts["machine"]),
        neutral=_word(parts["neutral"], "neutral"),
        between=_list(parts["between"], "between", _pair),
        classes=_list(parts["classes"], "classes", _states),
        walks=_list(parts["walks"], "walks", _walk),
        links=_list(parts["links"], "links", _link),
        pair=_pair(parts["pair"], "pair"),
        separator=_word(parts["separator"], "separator"),
    )


def _wrong(found: object, name: str, allowed: str) -> FormatError:
    short = reprlib.repr(found)  # truncates deep and long data
    return FormatError(f"the certificate has {short} as {name}; allowed is {allowed}")


def _object(data: object, name: str, keys: Any) -> dict[str, Any]:  # noqa: ANN401
    if not isinstance(data, dict) or set(data) != set(keys):
        raise _wrong(data, name, f"an object with the keys {', '.join(keys)}")
    return data


def _list(
    data: object, name: str, item: Callable[[object, str], T], length: int | None = None
) -> tuple[T, ...]:
    if not isinstance(data, list) or length not in (None, len(data)):
        raise _wrong(data, name, "a list" if length is None else f"{length} items")
    return tuple(item(one, name) for one in data)


def _text(data: object, name: str) -> str:
    if not isinstance(data, str):
        raise _wrong(data, name, "a text")
    return data


def _choice(data: object, name: str, *allowed: T) -> T:
    for one in allowed:
        if data == one:
            return one
    raise _wrong(data, name, " or ".join(map(str, allowed)))


def _state(data: object, name: str) -> int:
    if type(data) is not int or data < 0:
        raise _wrong(data, name, "a nonnegative integer")
    return data


def _pair(data: object, name: str) -> tuple[int, int]:
    one, other = _list(data, name, _state, length=2)
    return one, other


def _states(data: object, name: str) -> tuple[int, ...]:
    return _list(data, name, _state)


def _word(data: object, name: str) -> Word:
    return _list(data, name, _text)


def _walk(data: object, name: str) -> ClosedWalk:
    parts = _object(data, name, ("state", "word"))
    return ClosedWalk(_state(parts["state"], name), _word(parts["word"], name))


def _link(data: object, name: str) -> Link:
    parts = _object(data, name, ("source", "target", "word", "shares"))
    return Link(
        _state(parts["source"], name),
        _state(parts["target"], name),
        _word(parts["word"], name),
        _list(parts["shares"], "shares", _share),
    )


def _share(data: object, name: str) -> tuple[int, Fraction]:
    if not isinstance(data, list) or len(data) != 2:
        raise _wrong(data, name, "the index of a walk with its weight")
    text = _text(data[1], name)
    if not _RATIONAL.fullmatch(text) or re.search(r"/0+$", text):
        allowed = 'a rational number, as in "2/7", of up to 1000 digits each'
        raise _wrong(text, name, allowed)
    return _state(data[0], name), Fraction(text)
