"""Answers about programs, from their text."""

from lengthwise.crasp.core.desugar import core
from lengthwise.crasp.core.nodes import Count, operands
from lengthwise.crasp.core.program_facts import Facts, facts
from lengthwise.crasp.language.program import Program
from lengthwise.crasp.language.syntax import Symbol
from lengthwise.tasks.task_format import Format
from lengthwise.theory.knowledge.quoted_theorems import GUARANTEE
from lengthwise.theory.membership.evidence.evidence_kinds import Positions
from lengthwise.theory.theorems.program_bounds import program_bounds, sources_of
from lengthwise.theory.verdict.language_answers import said, sizes
from lengthwise.theory.verdict.verdict_answer import Acceptance, Answer, Evidence, YesNo


def program_answers(program: Program, text: str) -> tuple[Answer, ...]:
    """Returns the answers for what `program` computes, in both classes.

    Args:
        program: The program.
        text: Its text.

    Examples:
        >>> from lengthwise.crasp.language.parser import parse
        >>> text = 'accept "b"'
        >>> [row.answer for row in program_answers(parse(text), text)]
        ['unknown', 'yes', 'yes', 'yes']
    """
    found = facts(program)
    asked: tuple[Format, ...] = ("recognize-end", "recognize-last")
    if program.next:
        asked = ("next-token",)
    classes: tuple[Positions, ...] = ("none", "periodic-local")
    return tuple(
        program_answer(program, text, positions, form, found, "it is given")
        for positions in classes
        for form in asked
    )


def program_answer(
    program: Program,
    text: str,
    positions: Positions,
    form: Format,
    found: Facts,
    compared: str,
) -> Answer:
    """Returns one answer for what `program` computes.

    Args:
        program: The program.
        text: Its text.
        positions: Which class.
        form: What is asked.
        found: What one can say about the program without running it.
        compared: What else is known about it, for the evidence.
    """
    acceptance: Acceptance = "next"
    if form in {"recognize-end", "recognize-last"}:
        acceptance = "end" if form == "recognize-end" else "last"
    missing = None
    if positions == "none" and found.positions != "none":
        missing = (
            f"this program has positional predicates ({found.positions}); whether "
            "one without them does the same is not decided here"
        )
    elif positions == "none" and acceptance == "end" and reads_last_symbol(program):
        missing = (
            "this program reads the last symbol itself; whether counts alone do is "
            "not decided here"
        )
    answer: YesNo = "yes" if missing is None else "unknown"
    return Answer(
        positions=positions,
        acceptance=acceptance,
        answer=answer,
        format=form,
        basis="class" if missing is None else "class-upto",
        evidence=Evidence(
            kind="program" if missing is None else "searched",
            text=missing or f"{said(found)}, positions {found.positions}; {compared}",
            details=(
                *sizes(found),
                ("period", found.period),
                ("largest_lag", found.largest_lag),
            ),
            program=text if missing is None else None,
        ),
        bound=_bound(found) if missing is None else "none: no program is known",
        sources=(GUARANTEE,) if missing is None else (),
        quoted=sources_of(program_bounds(found)) if missing is None else (),
    )


def reads_last_symbol(program: Program) -> bool:
    """Whether the acceptor tests the symbol at the last position outside a count.

    If not, its value follows from counts over the whole word, and so can be told after
    the last symbol.

    Examples:
        >>> from lengthwise.crasp.language.parser import parse
        >>> reads_last_symbol(parse('accept # "a" > # "b"'))
        False
        >>> reads_last_symbol(parse('accept "a" && # "a" > # "b"'))
        True
    """
    plain = core(program)
    assert plain.accept is not None
    seen = {plain.accept}
    for place in (waiting := [plain.accept]):
        node = plain.nodes[place]
        if isinstance(node, Symbol):
            return True
        if isinstance(node, Count) and node.lags is None:
            continue
        new = set(operands(node)) - seen
        seen |= new
        waiting += new
    return False


def _bound(found: Facts) -> str:
    said = [bound for bound in program_bounds(found) if bound.applies]
    if not said:
        return (
            f"none is known for programs of counting depth {found.counting_depth} with "
            f"positional predicates ({found.positions})"
        )
    return "; ".join(f"{bound.statement} ({bound.order})" for bound in said)
