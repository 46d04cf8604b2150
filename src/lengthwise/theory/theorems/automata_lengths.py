"""The training length that identifies a finite automaton."""

from lengthwise.theory.theorems.bound import LengthBound, Statement, Theorem
from lengthwise.theory.theorems.magnitude import Size

DFA = Theorem(
    name="chen-dfa",
    order="2n-2",
    key="chen2025nonasymptotic",
    place="DFA length complexity",
    sense="automata",
    elsewhere="about automata and their number of states",
)


def dfa_length_complexity(*, n: int) -> LengthBound:
    r"""Returns the training length that identifies a DFA.

    Let :math:`f` be recognized by a DFA with :math:`n` states. Any DFA with at most
    :math:`n` states that agrees with :math:`f` on all words of length at most

    .. math:: N(n) = 2n - 2

    recognizes the same language :cite:p:`chen2025nonasymptotic`. Moore's refinement of
    the :math:`2n` states of both machines starts from two blocks, so it can split at
    most :math:`2n - 2` times.

    Args:
        n: Number of states of the smallest DFA for the task.

    Examples:
        Parity has two states, so words of length two settle it.

        >>> dfa_length_complexity(n=2).length
        2

    Note:
        This is about the minimum-complexity learner, not gradient descent, and about
        numbers of states, not transformer parameters. For one state, the length is 0:
        the empty word distinguishes the two languages.
    """
    return LengthBound(
        theorem=DFA,
        size=Size(2.0 * n - 2, Size.product((2 * n - 2, 1)).log10),
        promise="two DFAs of at most n states that agree up to here are equal",
        tight=True,
    )


THEOREMS = (Statement(theorem=DFA, bound=dfa_length_complexity),)
"""The theorem of this file."""
