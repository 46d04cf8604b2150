"""Simplifies programs: folds constants, removes repeated and dead lines.

The semantics is what a program accepts or emits on every non-empty word over its
letters.
"""

from lengthwise.crasp.core._folding import Folder
from lengthwise.crasp.language import syntax as s
from lengthwise.crasp.language.builder import needed
from lengthwise.crasp.language.program import Line, Program


def simplify(program: Program) -> Program:
    r"""Returns a smaller program that accepts or emits the same.

    * Constants are folded; double negations and repeated parts are removed.
    * A line that only renames a line or a constant, or repeats an earlier line, is
      removed, and a part that repeats an earlier line is replaced by its name.
    * Lines that the output does not need are removed.

    Examples:
        >>> from lengthwise.crasp.language.parser import parse
        >>> from lengthwise.crasp.language.printer import show
        >>> text = 'n = # "a"\nm = # "a"\nk = # "b"\naccept !!(n + m >= 2 + 2) && true'
        >>> print(show(simplify(parse(text))), end="")
        n = # "a"
        accept 2 * n >= 4
    """
    folder = Folder()
    lines: list[Line] = []
    for line in program.lines:
        value = _define(folder, line)
        if not isinstance(value, s.Truth | s.Number | s.BoolName | s.CountName):
            lines.append(Line(line.name, value))
    accept = None if program.acceptor is None else folder.boolean(program.acceptor)
    following = tuple((symbol, folder.boolean(p)) for symbol, p in program.next)
    outputs = [p for _, p in following] if accept is None else [accept]
    return Program(
        lines=needed(lines, outputs),
        accept=accept,
        next=following,
        alphabet=program.alphabet,
        notes=program.notes,
    )


def _define(folder: Folder, line: Line) -> s.Expr:
    """Returns the folded value of `line` and registers it in `folder`."""
    if isinstance(line.value, s.BoolExpr):
        holds = folder.boolean(line.value)
        stands = holds
        if not isinstance(holds, s.Truth | s.BoolName):
            stands = folder.named_booleans[holds] = s.BoolName(line.name)
        folder.booleans[line.name] = stands
        return holds
    number = folder.count(line.value)
    means = number
    if not isinstance(number, s.Number | s.CountName):
        means = folder.named_counts[number] = s.CountName(line.name)
    folder.counts[line.name] = means
    return number
