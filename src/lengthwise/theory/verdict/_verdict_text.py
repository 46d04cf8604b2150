"""A verdict as text: the answer, a table of all answers, and each evidence once."""

from collections.abc import Mapping, Sequence

from lengthwise.tables import Table
from lengthwise.theory.membership.evidence.evidence_kinds import Positions
from lengthwise.theory.verdict.verdict_answer import Acceptance, Answer

WHERE: Mapping[Acceptance, str] = {
    "end": "after the last symbol",
    "last": "at the last symbol",
    "next": "for the next symbol",
}
"""Descriptions of where the model answers."""

POSITIONED: Mapping[Positions, str] = {
    "none": "without position embeddings",
    "periodic-local": "with position embeddings",
}
"""Descriptions of the models of each class."""


def lead(subject: str, answers: Sequence[Answer]) -> str:
    """Returns the question and all answers in one or two sentences.

    Args:
        subject: The subject of the verdict.
        answers: At least one answer, none with a real output.

    Examples:
        >>> from lengthwise.theory.verdict.decision import verdict
        >>> print(lead("(a|b)*b", verdict(regex="(a|b)*b").answers))
        Is length generalization guaranteed for (a|b)*b? Yes with position embeddings;
        without position embeddings, no (answering after the last symbol), yes
        (answering at the last symbol).
    """
    classes: dict[Positions, list[Answer]] = {}
    for row in sorted(answers, key=lambda row: row.positions == "none"):
        classes.setdefault(row.positions, []).append(row)
    clauses = {name: _clause(rows) for name, rows in classes.items()}
    said = "; ".join(_placed(name, text) for name, text in clauses.items())
    if len(clauses) == 2 and len(set(clauses.values())) == 1:
        said = f"{clauses['none']}, with or without position embeddings"
    answer = f"{said[0].upper()}{said[1:]}."
    return f"Is length generalization guaranteed for {subject}? {answer}"


def _placed(positions: Positions, clause: str) -> str:
    if " " in clause:
        return f"{POSITIONED[positions]}, {clause}"
    return f"{clause} {POSITIONED[positions]}"


def _clause(rows: Sequence[Answer]) -> str:
    """The answers of one class, with equal ones merged."""
    places: dict[str, list[str]] = {}
    for row in rows:
        places.setdefault(row.answer, []).append(WHERE[row.acceptance])
    if len(places) == 1:
        return rows[0].answer
    parts = (f"{one} (answering {' or '.join(where)})" for one, where in places.items())
    return ", ".join(parts)


def meanings(answers: Sequence[Answer]) -> list[str]:
    """Returns the meaning of each kind of answer that occurs, one line each.

    Examples:
        >>> from lengthwise.theory.verdict.decision import verdict
        >>> meanings(verdict(regex="(ab)*").answers)
        ['yes: length generalization is proved for an idealized learner, ...']
    """
    lines = [f"{row.answer}: {_meaning(row)}" for row in answers]
    return list(dict.fromkeys(lines))


def _meaning(row: Answer) -> str:
    if row.format == "real":
        return row.sentence
    if row.answer == "unknown":
        return "it is not known whether it is in the class"
    if row.answer == "no" and row.basis == "theorem":
        return "no limit transformer with such positions computes it"
    if row.answer == "no":
        return (
            "outside the class, so there is no guarantee; a transformer may still "
            "succeed (the converse is open)"
        )
    if row.family is not None:
        return row.sentence.partition(": ")[2]
    return (
        "length generalization is proved for an idealized learner, not for gradient "
        "descent"
    )


def answers_grid(answers: Sequence[Answer], numbers: Sequence[int]) -> Table:
    """Returns the answers as a table with a row per class and a column per convention.

    Args:
        answers: All answers.
        numbers: The evidence number of each answer.
    """
    acceptances = dict.fromkeys(row.acceptance for row in answers)
    classes = dict.fromkeys((row.positions, _class(row)) for row in answers)
    cells = {
        (row.positions, row.acceptance): f"{row.answer} [{number}]"
        for row, number in zip(answers, numbers, strict=True)
    }
    real = any(row.format == "real" for row in answers)
    heads = ["answer"] if real else [f"{WHERE[one]} ({one})" for one in acceptances]
    return Table(
        header=("class", *heads),
        rows=tuple(
            (name, *(cells[positions, acceptance] for acceptance in acceptances))
            for positions, name in classes
        ),
        align="l" * (1 + len(acceptances)),
    )


def _class(row: Answer) -> str:
    plain = row.positions == "none" and row.format != "real"
    return f"{row.class_name}, no positions" if plain else row.class_name


def evidence_lines(answers: Sequence[Answer]) -> tuple[list[str], list[int]]:
    """Returns the numbered evidence, and the number for each answer.

    Evidence that starts like an earlier one is shortened to the difference.
    """
    lines: dict[str, str] = {}
    beginnings: dict[str, int] = {}
    numbers = []
    for row in answers:
        text = f"{row.evidence.kind}: {row.evidence.text}"
        if text not in lines:
            number = len(lines) + 1
            begin, semicolon, rest = text.partition("; ")
            same = beginnings.setdefault(begin, number)
            told = f"as [{same}], {rest}" if semicolon and same < number else text
            lines[text] = f"[{number}] {told}"
        numbers.append(list(lines).index(text) + 1)
    return list(lines.values()), numbers


def length_lines(answers: Sequence[Answer]) -> list[str]:
    """Returns what is known about the training length, each statement once."""
    known = [row for row in answers if row.answer == "yes"] or answers[:1]
    bounds = dict.fromkeys(row.bound for row in known)
    return [f"training length: {bound}" for bound in bounds]


def source_lines(answers: Sequence[Answer]) -> list[str]:
    """Returns the theorems behind the answers, each once."""
    sources = dict.fromkeys(str(one) for row in answers for one in row.sources)
    return [f"sources: {'; '.join(sources)}"] if sources else []
