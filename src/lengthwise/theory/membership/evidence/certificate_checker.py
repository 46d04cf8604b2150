"""A certificate checker that shares no code with the search.

It runs words through automata, counts letters, and adds fractions over a common
denominator. Certificates may come from anyone, so all resources are bounded: pairs of
states, letters read, additions, and the size of denominators.
"""

import math
from collections import Counter

from lengthwise.automata.dfa import DFA
from lengthwise.errors import TooLargeError
from lengthwise.theory.membership.evidence._neutral_letters import (
    bad_separator,
    between,
    wrong_kinds,
    wrong_neutral,
)
from lengthwise.theory.membership.evidence.evidence_kinds import Certificate, Link
from lengthwise.words import Word

Label = tuple[str, int]
"""A letter with the class of the state that reads it."""

Classes = dict[int, int]
"""The class index of each state of the component."""

MOST_PAIRS = 1_000_000
"""Limit on pairs of states of the machine and the automaton."""

MOST_STEPS = 10_000_000
"""Limit on letters read, and on additions of 64-bit numbers."""

MOST_BITS = 4096
"""Limit on the bits of a common denominator."""


def flaw(certificate: Certificate, dfa: DFA) -> str | None:
    """Returns an error in a certificate for the language of `dfa`, or ``None``.

    Raises:
        TooLargeError: The check would take too long.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> from lengthwise.theory.membership.search.decide import membership
        >>> parity = regex("b*(ab*ab*)*").dfa
        >>> certificate = membership(parity).evidence
        >>> flaw(certificate, parity) is None
        True
        >>> flaw(certificate, regex("(ab)*").dfa)
        'the machine does not accept exactly the reduced language'
    """
    classes = {s: k for k, states in enumerate(certificate.classes) for s in states}
    try:
        return (
            _wrong_form(certificate)
            or _wrong_language(certificate, dfa)
            or _not_connected(certificate, classes)
            or wrong_kinds(certificate, classes)
            or _wrong_sum(certificate, classes)
            or _not_linked(certificate, classes)
            or _not_separated(certificate, classes)
        )
    except TooLargeError:
        raise
    except (LookupError, ValueError):  # names in it are arbitrary
        return "it names a state or a letter that does not exist"


def _wrong_form(certificate: Certificate) -> str | None:
    machine = certificate.machine
    if len(certificate.blocks) != len(machine.alphabet):
        return "the number of blocks is not the number of letters"
    lengths = {len(block) for block in certificate.blocks}
    if len(lengths) != 1 or 0 in lengths:
        return "the blocks have different lengths"
    if certificate.positions == "periodic-local":
        return wrong_neutral(certificate)
    if certificate.neutral or certificate.between:
        return "without positions there are no neutral letters"
    if lengths != {1}:
        return "without positions a block is one letter"
    if certificate.acceptance == "last" and not certificate.right:
        return "the convention 'last' requires a fixed last letter"
    return None


def _wrong_language(certificate: Certificate, dfa: DFA) -> str | None:
    """Compares both machines on all reachable pairs of states."""
    machine, right = certificate.machine, certificate.right
    _require("letters in blocks", len(dfa) * _letters(certificate), MOST_STEPS)
    after = [
        tuple(_run(dfa, state, block) for block in certificate.blocks)
        for state in range(len(dfa))
    ]
    ends = [_run(dfa, state, right) in dfa.accepting for state in range(len(dfa))]
    first = (machine.start, dfa.run(certificate.left), 0)
    seen = {first}
    for one, other, kind in (waiting := [first]):
        if (one in machine.accepting) != ends[other]:
            return "the machine does not accept exactly the reduced language"
        row = zip(
            machine.transitions[one], after[other], between(certificate), strict=True
        )
        for target, image, (before, behind) in row:
            pair = (target, image, behind)
            if before == kind and pair not in seen:
                seen.add(pair)
                waiting.append(pair)
        if len(seen) > MOST_PAIRS:
            _require("pairs of states", len(seen), MOST_PAIRS)
    return None


def _letters(certificate: Certificate) -> int:
    return sum(map(len, certificate.blocks)) + len(certificate.right)


def _require(what: str, size: int, limit: int) -> None:
    if size > limit:
        raise TooLargeError(
            f"a certificate with {size} {what}; at most {limit} are checked",
            size=size,
            limit=limit,
        )


def _run(dfa: DFA, state: int, word: Word) -> int:
    for symbol in word:
        state = dfa.step(state, symbol)
    return state


def _not_connected(certificate: Certificate, states: Classes) -> str | None:
    """Checks that classes are disjoint and strongly connected."""
    if len(states) != sum(map(len, certificate.classes)) or not states:
        return "the classes are not disjoint sets of states"
    if not set(states) <= _reachable(certificate.machine):
        return "a state cannot be reached"
    forward: dict[int, set[int]] = {state: set() for state in states}
    backward: dict[int, set[int]] = {state: set() for state in states}
    for state in states:
        for letter in certificate.machine.alphabet:
            target = certificate.machine.step(state, letter)
            if target in states:
                forward[state].add(target)
                backward[target].add(state)
    first = next(iter(states))
    for edges in (forward, backward):
        found = {first}
        for state in (waiting := [first]):
            waiting += edges[state] - found
            found |= edges[state]
        if len(found) < len(states):
            return "the states do not all reach each other"
    return None


def _counts(
    machine: DFA, classes: Classes, state: int, word: Word
) -> tuple[int, Counter[Label]]:
    """The end state of a walk, and the count of each label on it."""
    counts: Counter[Label] = Counter()
    for letter in word:
        counts[letter, classes[state]] += 1
        state = machine.step(state, letter)
    if state not in classes:
        raise LookupError(state)
    return state, counts


def _wrong_sum(certificate: Certificate, classes: Classes) -> str | None:
    walks = []
    for walk in certificate.walks:
        end, counts = _counts(certificate.machine, classes, walk.state, walk.word)
        if end != walk.state:
            return f"the walk from state {walk.state} ends in state {end}"
        walks.append(counts)
    done = 0
    for link in certificate.links:
        end, counts = _counts(certificate.machine, classes, link.source, link.word)
        if end != link.target:
            return f"the path to state {link.target} ends in state {end}"
        scale = _denominator(link)
        parts = [(walks[number], int(scale * share)) for number, share in link.shares]
        bits = max([scale, *(abs(weight) for _, weight in parts)]).bit_length()
        size = len(counts) + sum(len(labels) for labels, _ in parts)
        done += size * (1 + bits // 64)
        _require("additions", done, MOST_STEPS)
        rest = Counter({label: scale * count for label, count in counts.items()})
        for labels, weight in parts:
            for label, count in labels.items():
                rest[label] -= weight * count
        if any(rest.values()):
            return f"the path from {link.source} to {link.target} is not a sum of walks"
    return None


def _denominator(link: Link) -> int:
    """The common denominator of the shares."""
    scale = 1
    for _, share in link.shares:
        scale = math.lcm(scale, share.denominator)
        _require("bits in a denominator", scale.bit_length(), MOST_BITS)
    return scale


def _not_linked(certificate: Certificate, classes: Classes) -> str | None:
    """Checks that the links connect each class."""
    group = {state: {state} for state in classes}
    for link in certificate.links:
        one, other = group[link.source], group[link.target]
        if one is not other:
            if len(one) < len(other):  # each state moves only a few times
                one, other = other, one
            one |= other
            for state in other:
                group[state] = one
    for number, states in enumerate(certificate.classes):
        if not set(states) <= group[states[0]]:
            return f"the {len(states)} states of class {number} are not all linked"
    return None


def _not_separated(certificate: Certificate, classes: Classes) -> str | None:
    one, other = certificate.pair
    if one == other or classes[one] != classes[other]:
        return "the pair is not two states of one class"
    machine = certificate.machine
    if bad_separator(certificate, one):
        return "the separator has a letter that may not be read"
    ends = [_run(machine, state, certificate.separator) for state in (one, other)]
    if (ends[0] in machine.accepting) == (ends[1] in machine.accepting):
        return "the separator does not separate the pair"
    return None


def _reachable(machine: DFA) -> set[int]:
    found = {machine.start}
    for state in (waiting := [machine.start]):
        for target in machine.transitions[state]:
            if target not in found:
                found.add(target)
                waiting.append(target)
    return found
