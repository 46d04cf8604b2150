"""How large the program of a yes is, before and after it is written."""

from lengthwise.theory.membership.evidence import Potentials


def size_bound(potentials: Potentials) -> int:
    """How many tests the program has at most, known before it is written.

    Every edge is asked for once a level, once for leaving and once for accepting, each
    time by its letter, the window, the residue and a count.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> from lengthwise.theory.membership.decide import membership
        >>> size_bound(membership(regex("(a(ab)*b)*").dfa).evidence)
        72
    """
    machine = potentials.machine.dfa
    seen = len(machine.alphabet) ** (potentials.window + 1) * potentials.period
    levels = max((len(c.levels) for c in potentials.components), default=0)
    return int(len(machine) * seen * (levels + 2) * (potentials.window + 3))
