"""Answers about C-RASP programs."""

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
    """Returns the answers for the function computed by `program`, in both classes.

    Args:
        program: The program.
        text: Its text.

    Examples:
        >>> from lengthwise.crasp.language.parser import parse
        >>> text = 'accept "b"'
        >>> [row.answer for row in program_answers(parse(text), text)]
        ['unknown', 'yes', 'yes', 'yes']
    """
    program_facts = facts(program)
    formats: tuple[Format, ...] = ("recognize-end", "recognize-last")
    if program.next:
        formats = ("next-token",)
    classes: tuple[Positions, ...] = ("none", "periodic-local")
    return tuple(
        program_answer(program, text, positions, form, program_facts, "as given")
        for positions in classes
        for form in formats
    )


def program_answer(
    program: Program,
    text: str,
    positions: Positions,
    form: Format,
    program_facts: Facts,
    compared: str,
) -> Answer:
    """Returns one answer for the function computed by `program`.

    Args:
        program: The program.
        text: Its text.
        positions: The class.
        form: The task format.
        program_facts: Static facts about the program.
        compared: Further text for the evidence.
    """
    acceptance: Acceptance = "next"
    if form in {"recognize-end", "recognize-last"}:
        acceptance = "end" if form == "recognize-end" else "last"
    missing = None
    if positions == "none" and program_facts.positions != "none":
        missing = (
            f"this program uses positional predicates ({program_facts.positions}); "
            "whether an equivalent program without them exists is undecided for a "
            "program; give the language as --regex or --dfa if it is regular"
        )
    elif positions == "none" and acceptance == "end" and reads_last_symbol(program):
        missing = (
            "this program reads the last symbol itself; whether counting alone "
            "suffices is undecided for a program; give the language as --regex or "
            "--dfa if it is regular"
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
            text=missing
            or f"{said(program_facts)}, positions {program_facts.positions}; "
            f"{compared}",
            details=(
                *sizes(program_facts),
                ("period", program_facts.period),
                ("largest_lag", program_facts.largest_lag),
            ),
            program=text if missing is None else None,
        ),
        bound=_bound(program_facts) if missing is None else "none: no program is known",
        sources=(GUARANTEE,) if missing is None else (),
        quoted=sources_of(program_bounds(program_facts)) if missing is None else (),
    )


def reads_last_symbol(program: Program) -> bool:
    """Whether the acceptor tests the symbol at the last position outside a count.

    If not, its value follows from counts over the whole word and is known after the
    last symbol.

    Examples:
        >>> from lengthwise.crasp.language.parser import parse
        >>> reads_last_symbol(parse('accept # "a" > # "b"'))
        False
        >>> reads_last_symbol(parse('accept "a" && # "a" > # "b"'))
        True
    """
    plain = core(program)
    assert plain.accept is not None
    reached = {plain.accept}
    for place in (waiting := [plain.accept]):
        node = plain.nodes[place]
        if isinstance(node, Symbol):
            return True
        if isinstance(node, Count) and node.lags is None:
            continue
        new = set(operands(node)) - reached
        reached |= new
        waiting += new
    return False


def _bound(program_facts: Facts) -> str:
    applying = [bound for bound in program_bounds(program_facts) if bound.applies]
    if not applying:
        return (
            "none is known for programs of counting depth "
            f"{program_facts.counting_depth} with positional predicates "
            f"({program_facts.positions})"
        )
    return "; ".join(
        bound.statement
        if bound.theorem == "yang-no-bound"
        else f"{bound.statement} ({bound.order})"
        for bound in applying
    )
