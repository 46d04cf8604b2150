"""Checking again the certificates of a verdict that was written as JSON."""

import json
from dataclasses import dataclass
from typing import Any, TypeVar

from lengthwise.automata.formats import from_json
from lengthwise.errors import FormatError
from lengthwise.theory.membership.certificate_data import from_data
from lengthwise.theory.membership.check import flaw

T = TypeVar("T")


@dataclass(frozen=True)
class Checked:
    """What came out for one answer.

    Attributes:
        positions: The class of the answer.
        acceptance: Its convention.
        flaw: What is wrong with its certificate; ``None`` if nothing is.
    """

    positions: str
    acceptance: str
    flaw: str | None

    def __str__(self) -> str:
        found = "the certificate holds" if self.flaw is None else f"WRONG: {self.flaw}"
        return f"{self.positions}, {self.acceptance}: {found}"


def checked(text: str) -> tuple[Checked, ...]:
    r"""Returns what came out for each certificate in the JSON of a verdict.

    A certificate is checked for the automaton beside it, by addition, with code that
    shares nothing with the search.

    Raises:
        FormatError: The text is not the JSON of a verdict.

    Examples:
        >>> from lengthwise.theory.verdict.deciding import verdict
        >>> text = json.dumps(verdict(regex="b*(ab*ab*)*").json())
        >>> print(*checked(text), sep="\n")
        none, end: the certificate holds
        none, last: the certificate holds
        periodic-local, end: the certificate holds
        periodic-local, last: the certificate holds
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"the JSON of a verdict was expected: {error}") from None
    found = []
    for row in _items(data, "answers", list):
        evidence = _items(row, "evidence", dict)
        if "certificate" in evidence:
            found.append(_one(row, evidence))
    return tuple(found)


def _one(row: object, evidence: dict[str, Any]) -> Checked:
    positions = _one_of(row, "positions", ("none", "periodic-local"))
    acceptance = _one_of(row, "acceptance", ("end", "last", "next"))
    automaton = from_json(json.dumps(_items(evidence, "automaton", dict)))
    certificate = from_data(evidence["certificate"])
    wrong = flaw(certificate, automaton)
    if wrong is None and certificate.positions == "none":
        # What is outside with positions is outside without, and what is outside for
        # the convention last is outside for end; not the other way around.
        if positions != "none":
            wrong = "it is for the class none"
        elif (certificate.acceptance, acceptance) == ("end", "last"):
            wrong = "it is for the convention end"
    return Checked(positions, acceptance, wrong)


def _one_of(row: object, key: str, allowed: tuple[str, ...]) -> str:
    """What a row says about itself: only names that we know are printed again."""
    value = _items(row, key, str)
    if value not in allowed:
        raise FormatError(
            f"the JSON of a verdict was expected; {key!r} is none of "
            f"{', '.join(allowed)}"
        )
    return value


def _items(data: object, key: str, kind: type[T]) -> T:
    value = data.get(key) if isinstance(data, dict) else None
    if not isinstance(value, kind):
        raise FormatError(
            f"the JSON of a verdict was expected; {key!r} is missing or is no "
            f"{kind.__name__}"
        )
    return value
