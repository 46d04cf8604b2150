"""Answers about regular languages, from their automata."""

from typing import Any

from lengthwise.automata.dfa import DFA
from lengthwise.automata.minimize import minimize
from lengthwise.tasks.formats import Format
from lengthwise.theory.membership.answer import LastSymbols, Membership
from lengthwise.theory.membership.decide import LIMITS, Limits
from lengthwise.theory.membership.evidence import Certificate, Positions, Potentials
from lengthwise.theory.membership.size import size_bound
from lengthwise.theory.membership.targets import membership_in_format
from lengthwise.theory.membership.witness import witness
from lengthwise.theory.verdict.answer import Answer, Evidence
from lengthwise.words import Word

POSITIONS: tuple[Positions, ...] = ("none", "periodic-local")
LONGEST = 40
"""Words of up to so many symbols are printed."""


def language_answers(
    dfa: DFA,
    formats: tuple[Format, ...] = ("recognize-end", "recognize-last"),
    *,
    limits: Limits = LIMITS,
) -> tuple[Answer, ...]:
    """Returns the answers for a regular language, in both classes.

    Args:
        dfa: Any automaton of the language.
        formats: What is asked of the language; one answer for each.
        limits: How far to search with positions.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> [row.answer for row in language_answers(regex("(a|b)*b").dfa)]
        ['no', 'yes', 'yes', 'yes']
    """
    minimal = minimize(dfa)
    return tuple(
        _answer(
            membership_in_format(minimal, form, positions=positions, limits=limits),
            minimal,
        )
        for positions in POSITIONS
        for form in formats
    )


def _answer(found: Membership, dfa: DFA) -> Answer:
    return Answer(
        positions=found.positions,
        acceptance=found.acceptance,
        answer=found.answer,
        format=found.format,
        basis="class-upto" if found.answer == "unknown" else "class",
        evidence=evidence_of(found, dfa),
        bound=_bound(found, len(dfa)),
    )


def _bound(found: Membership, states: int) -> str:
    if found.answer != "yes":
        return "none: the guarantee is not known to hold"
    return (
        f"words up to {2 * states - 2} letters tell any two automata of at most "
        f"{states} states apart; this speaks of a learner of automata"
    )


def evidence_of(found: Membership, dfa: DFA) -> Evidence:
    """Returns the evidence of a decision about `dfa`, in words."""
    evidence = found.evidence
    if isinstance(evidence, Certificate):
        return _certificate(found, dfa, evidence)
    if isinstance(evidence, Potentials):
        size = size_bound(evidence)
        use = "is written on demand and tested"
        if found.acceptance == "next":
            use = "knows the state before the last symbol, and so what may follow"
        return Evidence(
            kind="program",
            text=f"counts tell all states apart, {_looks(evidence)}; a program with "
            f"at most {size:,} tests {use}",
            details=(
                ("window", evidence.window),
                ("period", evidence.period),
                ("size_at_most", size),
            ),
            membership=found,
            dfa=dfa,
        )
    if isinstance(evidence, LastSymbols):
        return Evidence(
            kind="program",
            text=f"the last symbol decides what may follow, {_looks(evidence)}: "
            f"a table of {len(evidence.table)} rows",
            details=(
                ("window", evidence.window),
                ("period", evidence.period),
                ("table", [_row(row) for row in evidence.table]),
            ),
        )
    blocks = f", no certificate with blocks up to {evidence.block}"
    return Evidence(
        kind="searched",
        text=f"no program with a window up to {evidence.window} and a period up to "
        f"{evidence.period}{blocks if evidence.block else ''} was found",
        details=(
            ("window", evidence.window),
            ("period", evidence.period),
            ("block", evidence.block),
            ("all_blocks", evidence.all_blocks),
        ),
    )


def _looks(evidence: Potentials | LastSymbols) -> str:
    parts = []
    if evidence.window:
        several = "s" if evidence.window > 1 else ""
        parts.append(f"{evidence.window} letter{several} before")
    if evidence.period > 1:
        parts.append(f"the position mod {evidence.period}")
    return f"looking at {' and '.join(parts)}" if parts else "without positions"


def _row(row: tuple[tuple[str, ...], int, frozenset[str], bool]) -> dict[str, Any]:
    seen, residue, follows, ends = row
    return {
        "seen": list(seen),
        "residue": residue,
        "next": sorted(follows),
        "may_end": ends,
    }


def _certificate(found: Membership, dfa: DFA, evidence: Certificate) -> Evidence:
    one, other = evidence.pair
    words = witness(evidence).words(2)
    shown = " and ".join(map(_shown, words))
    return Evidence(
        kind="certificate",
        text=f"no count tells states {one} and {other} apart: paths between them "
        "have the letter counts of closed walks, weighted (checked by addition); for "
        f"example {shown}",
        details=(
            ("left", list(evidence.left)),
            ("blocks", [list(block) for block in evidence.blocks]),
            ("right", list(evidence.right)),
            ("neutral", evidence.neutral),
            ("states", [list(row) for row in evidence.machine.transitions]),
            ("classes", [list(states) for states in evidence.classes]),
            ("walks", [[walk.state, list(walk.word)] for walk in evidence.walks]),
            (
                "links",
                [
                    {
                        "source": link.source,
                        "target": link.target,
                        "word": list(link.word),
                        "shares": [[walk, str(share)] for walk, share in link.shares],
                    }
                    for link in evidence.links
                ],
            ),
            ("pair", [one, other]),
            ("separator", list(evidence.separator)),
            ("words", [list(word) for word in words]),
        ),
        membership=found,
        dfa=dfa,
    )


def _shown(word: Word) -> str:
    joint = "" if all(len(symbol) == 1 for symbol in word) else " "
    if len(word) > LONGEST:
        return f"a word of {len(word)} letters"
    return joint.join(word) or "the empty word"
