"""Rechecks the certificates of a verdict stored as JSON."""

import json
from dataclasses import dataclass
from typing import Any, TypeVar

from lengthwise.automata.automaton_files import from_plain, to_json
from lengthwise.automata.dfa import DFA
from lengthwise.bibliography import united
from lengthwise.errors import FormatError
from lengthwise.jsontext import json_value
from lengthwise.printable import printable
from lengthwise.theory.knowledge.quoted_theorems import BLOCKS, CROPPING, GUARANTEE
from lengthwise.theory.membership.evidence.certificate_checker import flaw
from lengthwise.theory.membership.evidence.certificate_data import from_data

T = TypeVar("T")

SHOWN = 20
"""Number of letters of an automaton that are shown, and characters of each."""

EXPECTED = "the JSON of a verdict"

SOURCES = united((GUARANTEE.key,), (one.key for one in (CROPPING, BLOCKS)))
"""The sources behind valid certificates, as keys of the bibliography."""


@dataclass(frozen=True)
class Checked:
    """The result of rechecking one answer.

    Attributes:
        positions: The class of the answer.
        acceptance: The acceptance convention of the answer.
        flaw: The error in its certificate; ``None`` if it is valid.
        automaton: The automaton of the language.
    """

    positions: str
    acceptance: str
    flaw: str | None
    automaton: DFA

    def json(self) -> dict[str, Any]:
        """Returns the result as JSON data."""
        return {
            "positions": self.positions,
            "acceptance": self.acceptance,
            "flaw": self.flaw,
            "automaton": json.loads(to_json(self.automaton)),
        }

    def __str__(self) -> str:
        outcome = f"the certificate holds for {self._subject}"
        if self.flaw is not None:
            outcome = f"WRONG: {self.flaw}, for {self._subject}"
        return f"{self.positions}, {self.acceptance}: {outcome}"

    @property
    def _subject(self) -> str:
        states = len(self.automaton)
        few = tuple(self.automaton.alphabet)[:SHOWN]
        letters = ", ".join(printable(letter, longest=SHOWN) for letter in few)
        more = len(self.automaton.alphabet) - len(few)
        return (
            f"an automaton with {states} state{'s' * (states != 1)} over "
            f"{{{letters}{f' and {more} more' if more else ''}}}"
        )


def rechecked_certificates(text: str) -> tuple[Checked, ...]:
    r"""Returns the result for each certificate in the JSON of a verdict.

    Each certificate is checked against the automaton stored with it, by addition, with
    code that is independent of the search.

    Raises:
        FormatError: The text is not the JSON of a verdict, or a certificate belongs to
            an answer other than no.
        TooLargeError: Checking a certificate would take too long.

    Examples:
        >>> from lengthwise.theory.verdict.decision import verdict
        >>> text = json.dumps(verdict(regex="b*(ab*ab*)*").json())
        >>> print(*rechecked_certificates(text), sep="\n")
        none, end: the certificate holds for an automaton with 2 states over
        {a, b}
        none, last: the certificate holds for an automaton with 2 states over
        {a, b}
        periodic-local, end: the certificate holds for an automaton with 2 states over
        {a, b}
        periodic-local, last: the certificate holds for an automaton with 2 states over
        {a, b}
    """
    data = json_value(text, what=EXPECTED)
    checks = []
    for row in _items(data, "answers", list):
        evidence = _items(row, "evidence", dict)
        if "certificate" in evidence:
            checks.append(_one(row, evidence))
    return tuple(checks)


def _one(row: object, evidence: dict[str, Any]) -> Checked:
    positions = _one_of(row, "positions", ("none", "periodic-local"))
    acceptance = _one_of(row, "acceptance", ("end", "last", "next"))
    if _one_of(row, "answer", ("yes", "no", "unknown")) != "no":
        raise FormatError(
            f"{positions}, {acceptance}: the answer is not no; a certificate can only "
            "belong to a no"
        )
    automaton = from_plain(_items(evidence, "automaton", dict))
    certificate = from_data(evidence["certificate"])
    wrong = flaw(certificate, automaton)
    if wrong is None and certificate.positions == "none":
        # Outside with positions implies outside without, and outside for the convention
        # last implies outside for end; the converses fail.
        if positions != "none":
            wrong = "the certificate is for the class none"
        elif (certificate.acceptance, acceptance) == ("end", "last"):
            wrong = "the certificate is for the convention end"
    return Checked(positions, acceptance, wrong, automaton)


def _one_of(row: object, key: str, allowed: tuple[str, ...]) -> str:
    """A field of a row, restricted to known values, so that it is safe to print."""
    value = _items(row, key, str)
    if value not in allowed:
        raise FormatError(
            f"{EXPECTED} was expected; {key!r} must be one of {', '.join(allowed)}"
        )
    return value


def _items(data: object, key: str, kind: type[T]) -> T:
    value = data.get(key) if isinstance(data, dict) else None
    if not isinstance(value, kind):
        raise FormatError(
            f"{EXPECTED} was expected; {key!r} is missing or not a {kind.__name__}"
        )
    return value
