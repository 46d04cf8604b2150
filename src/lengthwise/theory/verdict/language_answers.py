"""Answers about regular languages, from their automata."""

from collections.abc import Callable
from json import loads
from typing import Any

from lengthwise.automata.automaton_files import to_json
from lengthwise.automata.dfa import DFA
from lengthwise.automata.minimize import minimize
from lengthwise.crasp.core.program_facts import Facts
from lengthwise.tasks.task_format import Format
from lengthwise.theory.knowledge.quoted_theorems import (
    BLOCKS,
    CROPPING,
    DECISION,
    GUARANTEE,
    Cited,
)
from lengthwise.theory.membership.evidence.certificate_data import to_data
from lengthwise.theory.membership.evidence.evidence_kinds import (
    Certificate,
    Definite,
    Positions,
    Potentials,
)
from lengthwise.theory.membership.evidence.witness_pairs import witness
from lengthwise.theory.membership.membership_answer import LastSymbols, Membership
from lengthwise.theory.membership.programs.program_size import facts_of_program
from lengthwise.theory.membership.search.decided_formats import membership_in_format
from lengthwise.theory.membership.search.search_limits import LIMITS, Limits
from lengthwise.theory.theorems.automata_lengths import DFA as AUTOMATA
from lengthwise.theory.verdict._searched_text import searched
from lengthwise.theory.verdict.verdict_answer import Answer, Evidence
from lengthwise.words import Word

POSITIONS: tuple[Positions, ...] = ("none", "periodic-local")
LONGEST = 40
"""The longest words that are printed."""


def language_answers(
    dfa: DFA,
    formats: tuple[Format, ...] = ("recognize-end", "recognize-last"),
    *,
    positions: tuple[Positions, ...] = POSITIONS,
    limits: Limits = LIMITS,
    on_answer: Callable[[Answer], None] | None = None,
) -> tuple[Answer, ...]:
    """Returns the answers for a regular language, in both classes.

    An answer that takes too much time or memory becomes unknown; the others are kept.

    Args:
        dfa: Any automaton of the language.
        formats: The task formats; one answer each.
        positions: The classes to decide.
        limits: Limits of the search with positions.
        on_answer: Called with each answer as soon as it is available.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> [row.answer for row in language_answers(regex("(a|b)*b").dfa)]
        ['no', 'yes', 'yes', 'yes']
    """
    minimal = minimize(dfa)
    answers = []
    for name in positions:
        for form in formats:
            found = membership_in_format(minimal, form, positions=name, limits=limits)
            answers.append(_answer(found, minimal))
            if on_answer is not None:
                on_answer(answers[-1])
    return tuple(answers)


def _answer(found: Membership, dfa: DFA) -> Answer:
    return Answer(
        positions=found.positions,
        acceptance=found.acceptance,
        answer=found.answer,
        format=found.format,
        basis="class-upto" if found.answer == "unknown" else "class",
        evidence=evidence_of(found, dfa),
        bound=_bound(found, len(dfa)),
        sources=sources_of(found),
        quoted=(AUTOMATA.key, DECISION) if found.answer == "yes" else (DECISION,),
    )


def sources_of(found: Membership) -> tuple[Cited, ...]:
    """Returns the theorems that a decision about a language rests on."""
    match found.answer:
        case "yes":
            return (GUARANTEE,)
        case "no":
            proof = found.evidence
            blocks = isinstance(proof, Certificate) and proof.positions != "none"
            return (CROPPING, BLOCKS) if blocks else (CROPPING,)
        case _:
            return ()


def _bound(found: Membership, states: int) -> str:
    if found.answer != "yes":
        return "none: no guarantee is known"
    return (
        "none is known for transformers (for a learner of automata with at most "
        f"{states} state{'s' * (states > 1)}, words up to {2 * states - 2} letters "
        "suffice)"
    )


def evidence_of(found: Membership, dfa: DFA) -> Evidence:
    """Returns the evidence of a decision about `dfa`, as text."""
    evidence = found.evidence
    if isinstance(evidence, Certificate):
        return _certificate(found, dfa, evidence)
    if isinstance(evidence, Potentials | Definite | LastSymbols):
        return _program(found, dfa, evidence)
    advise = found.positions != "none" and found.format != "next-set"
    return searched(evidence, advise=advise)


def _program(
    found: Membership, dfa: DFA, evidence: Potentials | Definite | LastSymbols
) -> Evidence:
    """Evidence of a yes: how states are determined, and the size of the program."""
    size, sized = _size(found, dfa, evidence)
    details: tuple[tuple[str, Any], ...] = (
        ("window", evidence.window),
        ("period", evidence.period),
        *sized,
    )
    if isinstance(evidence, LastSymbols):
        told = "the last symbol determines what may follow"
        size = f"a table of {len(evidence.table)} rows; {size}"
        details = (*details, ("table", [_row(row) for row in evidence.table]))
    elif isinstance(evidence, Definite):
        told = "the last letters and the position separate all states (verified)"
    else:
        told = "counting separates all states (verified along every edge)"
    return Evidence(
        kind="program",
        text=f"{told}, {_looks(evidence)}; {size} (--show-program prints it)",
        details=details,
        membership=found,
        dfa=dfa,
    )


def _size(
    found: Membership, dfa: DFA, evidence: Potentials | Definite | LastSymbols
) -> tuple[str, tuple[tuple[str, Any], ...]]:
    """The program's size as text and data; for a large one, the size of `dfa`."""
    facts = facts_of_program(evidence, dfa, emits=found.acceptance == "next")
    if facts is None:
        several = "" if len(dfa) == 1 else "s"
        return f"a program for {len(dfa):,} state{several}", (("states", len(dfa)),)
    return said(facts), sizes(facts)


def _looks(evidence: Potentials | Definite | LastSymbols) -> str:
    parts = []
    if evidence.window:
        several = "s" if evidence.window > 1 else ""
        parts.append(f"{evidence.window} letter{several} before")
    if evidence.period > 1:
        parts.append(f"the position mod {evidence.period}")
    return f"looking at {' and '.join(parts)}" if parts else "without positions"


def said(facts: Facts) -> str:
    """A description of a program's length, size and depth."""
    return (
        f"a program of size {facts.size:,} with {facts.lines} named "
        f"line{'' if facts.lines == 1 else 's'} and counting depth "
        f"{facts.counting_depth}"
    )


def sizes(facts: Facts) -> tuple[tuple[str, Any], ...]:
    """The size of a program as data."""
    return (
        ("lines", facts.lines),
        ("size", facts.size),
        ("counting_depth", facts.counting_depth),
    )


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
        text=f"counting cannot separate states {one} and {other}: every path between "
        "them has the same letter counts as a weighted sum of cycles (verified); for "
        f"example {shown}",
        details=(
            ("certificate", to_data(evidence)),
            ("automaton", loads(to_json(dfa))),
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
