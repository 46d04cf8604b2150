"""The theorems behind verdicts, each with its source and its exact hypotheses.

Verdicts cite no others. Results proved in the manual have the key of this software and
the basis ``derived``.
"""

from dataclasses import asdict, dataclass

from lengthwise.theory.theorems.bound import Basis


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """A theorem that an answer rests on.

    Attributes:
        key: A key of the bibliography.
        place: The location there, or in the manual.
        statement: The statement.
        hypothesis: Its complete hypotheses.
        basis: ``published``, or ``derived`` if the proof is in the manual.

    Examples:
        >>> COMMUNICATION.key, COMMUNICATION.place
        ('huang2025formal', 'Theorem 12')
    """

    key: str
    place: str
    statement: str
    hypothesis: str
    basis: Basis = "published"

    def json(self) -> dict[str, str]:
        """Returns it as plain data."""
        return asdict(self)

    def __str__(self) -> str:
        return f"{self.key}, {self.place}"


GUARANTEE = Cited(
    key="huang2025formal",
    place="Theorems 7 and 9",
    statement="there is a context length from which on the learner is right on all "
    "inputs up to its whole context",
    hypothesis="a fixed finite alphabet; a program of C-RASP[periodic, local] computes "
    "the task on all inputs (one without positional predicates for transformers "
    "without position embeddings); for each context length n the learner minimizes the "
    "regularizer of the paper, up to 1/n, among the transformers of context n with "
    "absolute positions that are right on all inputs up to n/2. Recalled, not quoted: "
    "the wording of Theorem 7 and of this procedure, the conditions on these "
    "transformers (products with one position vector are constant in it, those with "
    "two depend on the distance only), and the terms of the regularizer other than "
    "the squared products of position vectors and the ranks of the value matrices",
)

CROPPING = Cited(
    key="lengthwise",
    place="manual, theory: why a regular language has no program",
    statement="for every program there are two words that it does not tell apart and "
    "that lead from the start to the two states of the certificate",
    hypothesis="a program without positional predicates, and a certificate that "
    "passes the check: a partition of states of one strongly connected component in "
    "which paths between states of a class have the label counts of weighted sums of "
    "closed walks",
    basis="derived",
)

BLOCKS = Cited(
    key="lengthwise",
    place="manual, theory: why a regular language has no program",
    statement="if a program computes L, one computes the words x with left h(x) right "
    "in L; and positions do not help where a letter changes no state",
    hypothesis="fixed words left and right, and a map h from letters to words of one "
    "length",
    basis="derived",
)

COMMUNICATION = Cited(
    key="huang2025formal",
    place="Theorem 12",
    statement="C log N bits about the first half suffice to compute every activation "
    "in the second half, where C depends on the transformer only",
    hypothesis="a limit transformer with periodic and local positions, a fixed finite "
    "alphabet, and inputs of every length 2N",
)

COLUMNS = Cited(
    key="lengthwise",
    place="manual, theory: why interleaved columns need positions",
    statement="for every program there is a beginning after which it does not tell "
    "0 1 from 1 0, whatever follows",
    hypothesis="a program without positional predicates over letters that include 0 "
    "and 1; two columns or more",
    basis="derived",
)

DECISION = "yang2026algebraic"
"""The source of the decision for regular languages without positions, as a key."""

ALL = (GUARANTEE, CROPPING, BLOCKS, COMMUNICATION, COLUMNS)
"""Every theorem that a verdict may rest on."""
