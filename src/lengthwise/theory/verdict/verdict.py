"""A verdict: answers by positions and acceptance, each with its evidence."""

from dataclasses import dataclass
from typing import Any

from lengthwise.bibliography import united
from lengthwise.errors import UnknownNameError
from lengthwise.tables import Table
from lengthwise.theory.knowledge.quoted_theorems import GUARANTEE
from lengthwise.theory.membership.evidence.evidence_kinds import Certificate, Positions
from lengthwise.theory.verdict._verdict_text import (
    answers_grid,
    evidence_lines,
    lead,
    length_lines,
    meanings,
    source_lines,
)
from lengthwise.theory.verdict.automaton_drawing import Picture, picture
from lengthwise.theory.verdict.verdict_answer import Acceptance, Answer, YesNo
from lengthwise.views import html_line, short, symbols_text
from lengthwise.words import Alphabet

PRECISION = "unrounded activations, rounded softmax"
"""The model of precision under which the guarantee is proved."""


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """Whether a language or a task is in the classes with a guarantee.

    A yes means that an idealized learner that fits the task up to half of its context
    length is right at every length, for all large enough contexts
    :cite:p:`huang2025formal`. A no means that the task is outside the class of
    programs, not that a transformer fails.

    Attributes:
        subject: The subject of the verdict.
        alphabet: The symbols of words.
        answers: One answer per class and convention.
        notes: Notes for the reader, one sentence each.
        precision: The model of precision.
        defined: Sources of the subject, as keys of the bibliography.

    Examples:
        >>> from lengthwise.theory.verdict.decision import verdict
        >>> decision = verdict(regex="(ab|bbaa)*")
        >>> decision.answer("none", "end")
        'yes'
    """

    subject: str
    alphabet: Alphabet
    answers: tuple[Answer, ...]
    notes: tuple[str, ...] = ()
    precision: str = PRECISION
    defined: tuple[str, ...] = ()

    @property
    def sources(self) -> tuple[str, ...]:
        """All sources, as keys of the bibliography.

        These are the sources of the classes and their guarantees, of the theorems
        behind the answers, and of the subject.

        Examples:
            >>> from lengthwise.theory.verdict.decision import verdict
            >>> verdict(task="repeat_copy").sources
            ('huang2025formal',)
        """
        answers = (key for row in self.answers for key in row.keys)
        return united((GUARANTEE.key,), answers, self.defined)

    def answer(self, positions: Positions, acceptance: Acceptance) -> YesNo:
        """Returns ``yes``, ``no`` or ``unknown``.

        Raises:
            UnknownNameError: The verdict has no such answer.
        """
        return self.row(positions, acceptance).answer

    def row(self, positions: Positions, acceptance: Acceptance) -> Answer:
        """Returns the answer with its evidence.

        Raises:
            UnknownNameError: The verdict has no such answer.
        """
        rows = {(row.positions, row.acceptance): row for row in self.answers}
        if (positions, acceptance) not in rows:
            known = [f"{one}/{other}" for one, other in rows]
            raise UnknownNameError("answer", f"{positions}/{acceptance}", known)
        return rows[positions, acceptance]

    def headline(self, positions: Positions = "periodic-local") -> Answer:
        """Returns the answer for ``end``, or for ``next`` if there is none."""
        rows = [row for row in self.answers if row.positions == positions]
        rows = rows or list(self.answers)  # only the other class was decided
        return next((row for row in rows if row.acceptance == "end"), rows[0])

    @property
    def sentence(self) -> str:
        """The headline as a sentence.

        Examples:
            >>> from lengthwise.theory.verdict.decision import verdict
            >>> print(verdict(task="parity").sentence)
            The task parity is outside C-RASP[periodic, local]: no guarantee (the
            converse is open).
        """
        row = self.headline()
        if row.format == "real":
            statement = row.computed(self.subject)
            return f"{statement[0].upper()}{statement[1:]}."
        if row.answer == "unknown":
            return f"Whether {self.subject} is in {row.class_name} is not known."
        return f"{self.subject[0].upper()}{self.subject[1:]} is {row.sentence}."

    def json(self) -> dict[str, Any]:
        """Returns the verdict as JSON data."""
        return {
            "subject": self.subject,
            "alphabet": list(self.alphabet),
            "precision": self.precision,
            "answers": [row.json() for row in self.answers],
            "notes": list(self.notes),
            "sources": list(self.sources),
        }

    def __str__(self) -> str:
        if not self.answers:
            return self.subject
        evidence, numbers = evidence_lines(self.answers)
        parts = [
            [self.lead],
            [answers_grid(self.answers, numbers).text()],
            meanings(self.answers),
            evidence,
            [
                *length_lines(self.answers),
                f"precision: {self.precision}",
                *source_lines(self.answers),
            ],
            [f"note: {note}" for note in self.notes],
        ]
        return "\n\n".join("\n".join(lines) for lines in parts if lines)

    @property
    def lead(self) -> str:
        """The question and all answers in one or two sentences.

        Examples:
            >>> from lengthwise.theory.verdict.decision import verdict
            >>> print(verdict(regex="(aa)*").lead)
            Is length generalization guaranteed for the language (aa)* over {a}? Yes
            with position embeddings; no without position embeddings.
        """
        if self.headline().format == "real":
            return self.sentence
        return lead(f"{self.subject} over {symbols_text(self.alphabet)}", self.answers)

    def picture(self) -> Picture | None:
        """Returns a drawing of the certificate's automaton, or of the one decided."""
        drawable = [
            row.evidence for row in self.answers if row.evidence.dfa is not None
        ]
        for evidence in drawable:
            if evidence.membership is not None:
                proof = evidence.membership.evidence
                if isinstance(proof, Certificate):
                    return picture(proof.machine, proof.pair)
        return next((picture(one.dfa) for one in drawable if one.dfa is not None), None)

    def __repr__(self) -> str:
        return short(self, self.sentence if self.answers else self.subject)

    def _repr_html_(self) -> str:
        table = Table(
            header=("class", "convention", "answer", "that is", "evidence", "bound"),
            rows=tuple(
                (
                    *(row.class_name, row.acceptance, row.answer, row.sentence),
                    f"{row.evidence.kind}: {row.evidence.text}",
                    row.bound,
                )
                for row in self.answers
            ),
        )
        title = f"{self.subject}, alphabet {symbols_text(self.alphabet)}"
        notes = "".join(map(html_line, self.notes))
        drawn = self.picture()
        figure = "" if drawn is None else drawn.svg + html_line(drawn.caption)
        return html_line(f"{title}; {self.precision}") + table.html() + notes + figure
