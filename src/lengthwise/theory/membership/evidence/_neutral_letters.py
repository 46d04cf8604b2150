"""Checks the neutral letters of a certificate.

With several neutral letters, a word is read only if each letter may follow the one
before it. The proof inserts many copies of the right neutral letter between all
letters, so that windows see nothing else.
"""

from collections.abc import Iterator, Mapping

from lengthwise.theory.membership.evidence.evidence_kinds import Certificate


def wrong_neutral(certificate: Certificate) -> str | None:
    """Returns an error unless every letter has neutral letters before and after it.

    Args:
        certificate: A certificate with positions.
    """
    if not certificate.neutral:
        return "no neutral letter"
    if len(certificate.between) != len(certificate.machine.alphabet):
        return "some letter does not have two neutral letters"
    ends = dict(zip(certificate.machine.alphabet, certificate.between, strict=True))
    if any(ends[letter] != (k, k) for k, letter in enumerate(certificate.neutral)):
        return "a neutral letter is not its own neutral letter before and after"
    numbers = range(len(certificate.neutral))
    if any(k not in numbers or m not in numbers for k, m in certificate.between):
        return "a letter refers to a neutral letter that does not exist"
    return None


def kinds_of(certificate: Certificate) -> dict[int, set[int]]:
    """Returns the indices of the neutral letters after which each state occurs."""
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
    """Yields targets of the letters that may be read, with the neutral letter after."""
    row = certificate.machine.transitions[state]
    for target, (before, after) in zip(row, between(certificate), strict=True):
        if before == kind:
            yield target, after


def between(certificate: Certificate) -> tuple[tuple[int, int], ...]:
    """Returns `between`; without positions, every letter may be read anywhere."""
    return certificate.between or ((0, 0),) * len(certificate.machine.alphabet)


def wrong_kinds(certificate: Certificate, states: Mapping[int, int]) -> str | None:
    """Returns an error unless neutral letters fix states and each class is after one.

    Args:
        certificate: Any certificate.
        states: The states of its classes.
    """
    machine, kinds = certificate.machine, kinds_of(certificate)
    for state, numbers in kinds.items():
        for letter in (certificate.neutral[k] for k in numbers if certificate.neutral):
            if machine.step(state, letter) != state:
                return "the neutral letter changes a state"
    for members in certificate.classes:
        if len(set().union(*(kinds.get(state, set()) for state in members))) != 1:
            return "a class of states after several neutral letters, or after none"
    for state in states:
        (kind,) = kinds[state]
        row = zip(machine.transitions[state], between(certificate), strict=True)
        if any(before != kind and target in states for target, (before, _) in row):
            return "a letter that may not be read leads to a state of a class"
    return None


def bad_separator(certificate: Certificate, state: int) -> bool:
    """Whether the separator contains a letter that may not be read."""
    ends = dict(zip(certificate.machine.alphabet, between(certificate), strict=True))
    (kind,) = kinds_of(certificate)[state]
    for letter in certificate.separator:
        before, behind = ends[letter]
        if before != kind:
            return True
        kind = behind
    return False
