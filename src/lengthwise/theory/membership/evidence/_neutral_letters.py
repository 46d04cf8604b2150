"""The part of the checker that is about neutral letters.

With several of them a word is read only if each letter may stand behind the one before
it. The proof puts many copies of the right neutral letter between all letters, so that
windows see nothing else.
"""

from collections.abc import Iterator, Mapping

from lengthwise.theory.membership.evidence.evidence_kinds import Certificate


def wrong_neutral(certificate: Certificate) -> str | None:
    """Does each neutral letter stand between itself, and every other between two?

    Args:
        certificate: One with positions.
    """
    if not certificate.neutral:
        return "no neutral letter"
    if len(certificate.between) != len(certificate.machine.alphabet):
        return "not two neutral letters for each letter"
    ends = dict(zip(certificate.machine.alphabet, certificate.between, strict=True))
    if any(ends[letter] != (k, k) for k, letter in enumerate(certificate.neutral)):
        return "a neutral letter does not stand between itself"
    numbers = range(len(certificate.neutral))
    if any(k not in numbers or m not in numbers for k, m in certificate.between):
        return "a letter stands between neutral letters that do not exist"
    return None


def kinds_of(certificate: Certificate) -> dict[int, set[int]]:
    """Returns the numbers of the neutral letters behind which each state occurs."""
    machine = certificate.machine
    found: dict[int, set[int]] = {machine.start: {0}}
    for state, kind in (waiting := [(machine.start, 0)]):
        for target, after in _followers(certificate, state, kind):
            kinds = found.setdefault(target, set())
            if after not in kinds:
                kinds.add(after)
                waiting.append((target, after))
    return found


def _followers(
    certificate: Certificate, state: int, kind: int
) -> Iterator[tuple[int, int]]:
    """Where the letters that may be read lead, with the neutral letter behind them."""
    row = certificate.machine.transitions[state]
    for target, (before, after) in zip(row, between(certificate), strict=True):
        if before == kind:
            yield target, after


def between(certificate: Certificate) -> tuple[tuple[int, int], ...]:
    """The same with a default: without positions every letter may be read anywhere."""
    return certificate.between or ((0, 0),) * len(certificate.machine.alphabet)


def wrong_kinds(certificate: Certificate, states: Mapping[int, int]) -> str | None:
    """Are neutral letters neutral, and is each class behind one of them?

    Args:
        certificate: Any.
        states: The states of its classes.
    """
    machine, kinds = certificate.machine, kinds_of(certificate)
    for state, numbers in kinds.items():
        for letter in (certificate.neutral[k] for k in numbers if certificate.neutral):
            if machine.step(state, letter) != state:
                return "the neutral letter changes a state"
    for members in certificate.classes:
        if len(set().union(*(kinds.get(state, set()) for state in members))) != 1:
            return "a class of states behind several neutral letters, or behind none"
    for state in states:
        (kind,) = kinds[state]
        row = zip(machine.transitions[state], between(certificate), strict=True)
        if any(before != kind and target in states for target, (before, _) in row):
            return "a letter that may not be read leads on"
    return None


def bad_separator(certificate: Certificate, state: int) -> bool:
    """Whether the separator has a letter that may not be read in a state."""
    ends = dict(zip(certificate.machine.alphabet, between(certificate), strict=True))
    (kind,) = kinds_of(certificate)[state]
    for letter in certificate.separator:
        before, behind = ends[letter]
        if before != kind:
            return True
        kind = behind
    return False
