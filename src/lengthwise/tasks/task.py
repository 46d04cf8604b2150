"""A task as a value: the inputs, the labels, and the input distribution.

A task is plain data: it can be compared, hashed, printed and written as JSON, and its
text (``str(task)``) identifies it completely: ``task(str(t)) == t``.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias, cast

from lengthwise.arguments import symbols_of
from lengthwise.automata.dfa import DFA
from lengthwise.bibliography import entries
from lengthwise.errors import InputError, WordError
from lengthwise.names import spelled_name
from lengthwise.tasks._consistency import check_parts
from lengthwise.tasks._task_data import task_data
from lengthwise.tasks._task_view import task_html, task_line
from lengthwise.tasks.labels.checked_labels import own_label, own_question
from lengthwise.tasks.labels.rules import resolve as resolve
from lengthwise.tasks.languages.counter_machines import Lead
from lengthwise.tasks.languages.members import Drawable, balanced_word, member, members
from lengthwise.tasks.laws import (
    Balanced,
    Compositions,
    Instances,
    Law,
    Residues,
    Sparse,
    UniformWords,
    Urn,
    composition_word,
    residue_word,
    shuffled,
    urn_word,
)
from lengthwise.tasks.outputs import (
    BEGIN,
    END,
    SEPARATOR,
    Label,
    NextSet,
    NextToken,
    Output,
    State,
)
from lengthwise.tasks.task_format import Format
from lengthwise.words import Alphabet, Word

Language: TypeAlias = Drawable | Lead
"""The language of a language task: an automaton, or a counter language."""


@dataclass(frozen=True, kw_only=True)
class Task:
    """The inputs, the labels, and the input distribution.

    Attributes:
        name: The name in the catalogue.
        numbers: The parameters of the task, by name.
        alphabet: The symbols of its words.
        output: The output; it determines the type of a label, the loss and the metrics.
        format: The format in which a model sees it.
        rule: Import path of the label function: ``module:function``.
        law: The input distribution.
        summary: One line.
        example: A word with a label.
        source: Key of the publication in the bibliography.
        min_length: The smallest length.
        max_length: The largest length, if there is one.
        stride: Lengths go from `min_length` in steps of this.
        language: The language of a language task.
        default: Whether `format` is the task's first one in the catalogue.
        counts_rule: Import path of the label from counts, if it is a function of them:
            ``f(xp, evidence, **numbers)`` in arrays of ``xp``, NumPy or JAX; see
            `lengthwise.tasks.averages.count_labels`.
        batch_rule: Import path of the label of many words at once, ``f(tokens,
            lengths)`` in NumPy arrays, for speed; see
            `lengthwise.tasks.labels.batch_labels`.
        program: The text of a user-stated C-RASP program, the subject of verdicts.
        origin: SHA-256 of the user's file that contains the task; ``None`` for the
            catalogue and for values built in Python. See
            `lengthwise.tasks.own.task_file`.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> sort = task("sort", symbols=5)
        >>> " ".join(sort.label(sort.word("<bos> 3 0 4 <sep>")))
        '0 3 4 <eos>'
        >>> str(sort)
        'sort:symbols=5'
        >>> sort
        <Task sort:symbols=5 over {0, 1, 2, 3, 4, <bos>, <sep>, <eos>}: NextToken, ...>
    """

    name: str
    numbers: tuple[tuple[str, int | float], ...] = ()
    alphabet: Alphabet
    output: Output
    format: Format
    rule: str
    law: Law
    summary: str
    example: Word
    source: str
    min_length: int = 1
    max_length: int | None = None
    stride: int = 1
    language: Language | None = None
    default: bool = True
    counts_rule: str | None = None
    batch_rule: str | None = None
    program: str | None = None
    origin: str | None = None

    def __post_init__(self) -> None:
        check_parts(self)
        self.label(self.example)

    __repr__ = task_line
    _repr_html_ = task_html

    def __str__(self) -> str:
        return spelled_name(
            self.name, self.numbers, None if self.default else self.format
        )

    @property
    def sources(self) -> tuple[str, ...]:
        """Its source; none if the bibliography has no such key."""
        return (self.source,) if self.source in entries() else ()

    @property
    def period(self) -> int:
        """The period of positions on which the label depends; 1 if it does not."""
        return self.law.period if isinstance(self.law, Residues) else 1

    @property
    def order(self) -> int:
        """The context length of the input distribution, in symbols."""
        return self.law.order if isinstance(self.law, Urn) else 0

    @property
    def dfa(self) -> DFA | None:
        """The automaton of a regular language."""
        return self.language if isinstance(self.language, DFA) else None

    def word(self, text: str) -> Word:
        """Reads a word; blanks separate symbols and are optional for single characters.

        Raises:
            WordError: A symbol is not in the alphabet.
        """
        return self.alphabet.word(text)

    def label(self, word: Iterable[str]) -> Label:
        """Returns the label of `word`; `output` determines its type.

        Raises:
            WordError: A symbol is not in the alphabet, or the word has no label.

        Examples:
            >>> from lengthwise.tasks.catalogue import task
            >>> task("tomita4@recognize-end").label("1001")
            True
            >>> task("tomita4").label("100")
            ('1', '<eos>')
        """
        symbols = word if isinstance(word, tuple) else symbols_of(word)
        self.alphabet.encode(symbols)
        if isinstance(self.output, NextToken):
            return self._rest_of_answer(self.output, symbols)
        return self._label_by_rule(symbols)

    def _label_by_rule(self, word: Word) -> Label:
        """The result of the label function."""
        if self.origin is not None or not self.rule.startswith("lengthwise."):
            return own_label(self, word)
        function = resolve(self.rule)
        if self.language is not None:
            return cast("Label", function(word, self.language))
        return cast("Label", function(word, **dict(self.numbers)))

    def _rest_of_answer(self, output: NextToken, word: Word) -> Word:
        question, given = output.split(word)
        answer = (*self._answer(question), END)
        if answer[: len(given)] != given:
            raise WordError(
                f"{' '.join(given)!r} does not begin the answer {' '.join(answer)!r}"
            )
        return answer[len(given) :]

    def _answer(self, question: Word) -> Word:
        try:
            if {BEGIN, SEPARATOR, END}.isdisjoint(question):
                return cast("Word", self._label_by_rule(question))
        except InputError:
            raise
        except ValueError:
            pass
        raise WordError(f"{' '.join(question)!r} is not a question of {self}")

    def targets(self, word: Iterable[str]) -> dict[int, Label | str]:
        """Returns the scored targets of a model on `word`: labels by prefix length.

        For ``next-token`` the word is a whole instance, and a label here is the one
        symbol that comes next. For ``next-set`` and ``state-blank`` every prefix is
        scored, including the empty one; otherwise only the whole word.

        Examples:
            >>> from lengthwise.tasks.catalogue import task
            >>> parity = task("parity")
            >>> parity.targets(parity.word("<bos> 1 0 <sep> o <eos>"))
            {4: 'o', 5: '<eos>'}
            >>> task("tomita1").targets("11")
            {0: ('1', '<eos>'), 1: ('1', '<eos>'), 2: ('1', '<eos>')}
        """
        symbols = word if isinstance(word, tuple) else symbols_of(word)
        match self.output:
            case NextToken():
                self.label(symbols)
                start = len(symbols) - len(self.output.split(symbols)[1])
                return {n: symbols[n] for n in range(start, len(symbols))}
            case NextSet() | State():
                prefixes = range(len(symbols) + 1)
                return {n: self.label(symbols[:n]) for n in prefixes}
            case _:
                return {len(symbols): self.label(symbols)}

    def lengths(self, low: int, high: int) -> tuple[int, ...]:
        """Returns the lengths from `low` to `high` for which inputs can be drawn.

        Examples:
            >>> from lengthwise.tasks.catalogue import task
            >>> task("abab_star").lengths(1, 12)
            (4, 8, 12)
        """
        return tuple(n for n in range(low, high + 1) if self._has(n))

    def _has(self, length: int) -> bool:
        if length < self.min_length or (length - self.min_length) % self.stride:
            return False
        if self.max_length is not None and length > self.max_length:
            return False
        law = self.law
        return not isinstance(law, UniformWords) or members(law.language, length) > 0

    def draw(self, rng: Random, length: int) -> Word:
        """Returns an input of `length`, drawn from the distribution of the task.

        This is the reference for faster samplers. For ``next-token`` it is a whole
        instance, and `length` is that of its question in the task's own measure.

        Raises:
            WordError: No input has this length.

        Examples:
            >>> from lengthwise.tasks.catalogue import task
            >>> len(task("tomita3").draw(Random(0), 10))
            10
        """
        if not self._has(length):
            raise WordError(
                f"{self} has no input of length {length}; lengths() lists its lengths"
            )
        match self.law:
            case Compositions():
                return composition_word(rng, length, self.alphabet)
            case Residues(period):
                return residue_word(rng, length, period)
            case Urn(order):
                return urn_word(rng, length, self.alphabet, order)
            case Sparse(most):
                ones = rng.randint(0, min(length, most))
                return shuffled(rng, (length - ones, ones), "01")
            case UniformWords(language):
                return member(rng, language, length)
            case Balanced(language):
                return balanced_word(rng, language, length)
            case Instances(questions):
                question = self._question(rng, length, questions)
                assert isinstance(self.output, NextToken)
                prompt = self.output.prompt(question)
                return prompt + self._rest_of_answer(self.output, prompt)

    def _question(self, rng: Random, length: int, path: str) -> Word:
        if self.origin is not None or not path.startswith("lengthwise."):
            return own_question(self, path, rng, length)
        return cast("Word", resolve(path)(rng, length, **dict(self.numbers)))

    def data(self) -> dict[str, Any]:
        """Returns the task as plain data, ready for JSON.

        Examples:
            >>> from lengthwise.tasks.catalogue import task
            >>> task("modp", p=3).data()["law"]
            {'kind': 'Residues', 'period': 3}
        """
        return task_data(self)
