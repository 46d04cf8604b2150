"""Answers about real-valued tasks, from a known limit transformer and its error."""

from typing import Any

from lengthwise.limit.machine import LimitTransformer
from lengthwise.theory.knowledge.exact_machine import (
    Exhausted,
    KnownMachine,
    short_word_errors,
)
from lengthwise.theory.membership.evidence.evidence_kinds import Positions
from lengthwise.theory.verdict.verdict_answer import Answer, Evidence, rounded_up

ONE_LAYER = "lengthwise bound --f and --g give the length for two such machines"
TWO_LAYERS = (
    "none for this machine: Theorem 5.2 does not cover rounding, Heaviside units "
    "or the marker $. lengthwise bound uses a construction that it covers, which is "
    "right only in the limit of long inputs"
)


def machine_answers(known: KnownMachine) -> tuple[Answer, ...]:
    """Returns the answers for a task whose machine is known.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> from lengthwise.theory.knowledge.lookup import known_machine
        >>> [row.answer for row in machine_answers(known_machine(task("modp")))]
        ['unknown', 'yes']
    """
    checked = short_word_errors(known)
    return _answer(known, checked, "none"), _answer(known, checked, "periodic-local")


def _answer(known: KnownMachine, checked: Exhausted, positions: Positions) -> Answer:
    machine = known.machine
    plain = machine.delta == 1 and machine.tau == 0
    if positions == "none" and not plain:
        return Answer(
            positions=positions,
            acceptance="next",
            answer="unknown",
            format=known.task.format,
            basis="class-upto",
            evidence=Evidence(
                kind="searched",
                text=f"the known machine uses positions ({_facts(machine)}); "
                "whether one without positions exists is undecided",
            ),
            bound="none: no machine is known",
        )
    return Answer(
        positions=positions,
        acceptance="next",
        answer="yes",
        format=known.task.format,
        basis="class",
        evidence=Evidence(
            kind="machine",
            text=_text(known, checked),
            details=_details(known, checked),
        ),
        bound=ONE_LAYER if len(machine.layers) == 1 else TWO_LAYERS,
    )


def _facts(machine: LimitTransformer) -> str:
    several = "" if len(machine.layers) == 1 else "s"
    return (
        f"{len(machine.layers)} layer{several}, period {machine.delta}, largest lag "
        f"{machine.tau}"
    )


def _text(known: KnownMachine, checked: Exhausted) -> str:
    """Describes how the error is known: proved for all words, or by enumeration.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> from lengthwise.theory.knowledge.lookup import known_machine
        >>> known = known_machine(task("modp:p=300"))
        >>> print(_text(known, short_word_errors(known)).partition("; proved: ")[0])
        a limit transformer (1 layer, period 300, largest lag 0, finite (8 bits)) with
        an error of 0 on every input of 300 symbols or more
    """
    least = known.task.min_length
    size = "0" if known.error == 0 else f"at most {rounded_up(known.error)}"
    many = (
        "on every input" if least == 1 else f"on every input of {least} symbols or more"
    )
    looked = (
        f"checked: all {checked.words:,} inputs up to length {checked.longest}, "
        f"largest error {checked.error:.2g}"
        if checked.words
        else "not checked: even the shortest inputs are too many"
    )
    return (
        f"a limit transformer ({_facts(known.machine)}, {known.machine.attention}) "
        f"with an error of {size} {many}; proved: {known.proof}; {looked}"
    )


def _details(known: KnownMachine, checked: Exhausted) -> tuple[tuple[str, Any], ...]:
    return (
        ("error", known.error),
        ("proof", known.proof),
        ("words_looked_at", checked.words),
        ("longest_looked_at", checked.longest if checked.words else None),
        ("largest_error_seen", checked.error if checked.words else None),
        ("delta", known.machine.delta),
        ("tau", known.machine.tau),
    )
