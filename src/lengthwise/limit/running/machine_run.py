"""The run of a machine on a word: outputs at every symbol, as value, text, HTML."""

from collections.abc import Iterable
from dataclasses import dataclass

from lengthwise.errors import WordError
from lengthwise.limit.frozen_arrays import Matrix
from lengthwise.limit.machine import LimitTransformer
from lengthwise.limit.running import evaluator
from lengthwise.printable import shown_word
from lengthwise.tables import MOST_ROWS, Table
from lengthwise.views import MOST_COLUMNS, html_line, short
from lengthwise.words import Word

ACCEPT = "accept"
"""The output of a compiled acceptor: 1 if the word so far is accepted, otherwise 0."""

FEW = 4
"""Number of outputs shown in a prompt."""


@dataclass(frozen=True, slots=True, eq=False)
class MachineRun:
    """The run of a machine on a word.

    Attributes:
        word: The word.
        read: The input of the machine: the word, with ``$`` in front if it has `bos`.
        names: The names of the outputs.
        values: The outputs at every symbol read, one row each.

    Examples:
        >>> from lengthwise.crasp.library.loading import load
        >>> from lengthwise.limit.compile.compiler import compile_program
        >>> run = compile_program(load("dyck1"))("(())")
        >>> run.accepted, run.outputs
        (True, {'accept': 1.0})
        >>> print(run)
               $ ( ( ) )
        accept 0 0 0 0 1
    """

    word: Word
    read: Word
    names: tuple[str, ...]
    values: Matrix

    @property
    def outputs(self) -> dict[str, float]:
        """The outputs at the last symbol, by name: f(x)."""
        return dict(zip(self.names, map(float, self.values[-1]), strict=True))

    @property
    def accepted(self) -> bool | None:
        """Whether a compiled acceptor accepts the word.

        ``None`` for other machines and for the empty word, as in runs of programs.
        """
        if self.names != (ACCEPT,) or not self.word:
            return None
        return self.outputs[ACCEPT] > 0.5

    @property
    def table(self) -> Table:
        """Each output at the last symbols, one column per symbol."""
        read, values = self.read[-MOST_COLUMNS:], self.values[-MOST_COLUMNS:].T
        return Table(
            header=("", *read),
            rows=tuple(
                (name, *(f"{value:.4g}" for value in row))
                for name, row in zip(self.names, values, strict=True)
            ),
            align="l" + "r" * len(read),
        )

    def __str__(self) -> str:
        return "\n".join([*self._cut(), self.table.text(gap=1)])

    def _cut(self) -> list[str]:
        if len(self.read) <= MOST_COLUMNS:
            return []
        return [f"the last {MOST_COLUMNS} of {len(self.read):,} symbols"]

    def __repr__(self) -> str:
        texts = [f"{name} {value:.4g}" for name, value in self.outputs.items()]
        more = f" and {len(texts) - FEW} more" if len(texts) > FEW else ""
        return short(self, f"{', '.join(texts[:FEW])}{more} on {shown_word(self.word)}")

    def _repr_html_(self) -> str:
        cut = "".join(map(html_line, self._cut()))
        return cut + self.table.html(row_heads=True, most=MOST_ROWS)


def run(machine: LimitTransformer, word: str | Iterable[str]) -> MachineRun:
    """Returns the run of `machine` on `word`.

    Raises:
        WordError: It is not a word, a symbol is not in the alphabet, or the word is
            empty and the machine reads no ``$``.

    Examples:
        >>> from lengthwise.limit.constructions.named_machines import mod_p_task
        >>> run(mod_p_task(p=2, k=1), "10110")
        <MachineRun mean 0.6667 on '1 0 1 1 0'>
    """
    read = machine.read(word)
    symbols = read[1:] if machine.bos else read
    if not read:
        raise WordError("the empty word, but the machine reads no $; give a symbol")
    return MachineRun(
        word=symbols,
        read=read,
        names=machine.outputs,
        values=evaluator.outputs(machine, symbols),
    )
