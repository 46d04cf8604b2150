"""Tasks with a question and an answer: ``<bos> question <sep> answer <eos>``.

The algorithmic tasks of :cite:p:`huang2025formal`, their copy of every k-th symbol, and
the tasks of a later release of the same group (reverse, bigram copy, count). Indices in
the alphabet are the published token ids: the symbols of the task, then ``<bos>``,
``<sep>``, ``<eos>``; padding comes after these.

The length of an instance is that of its question: for addition the two operands with
``+`` and ``=``, for count the number of answers.
"""

from collections.abc import Callable

from lengthwise.errors import SpecError
from lengthwise.tasks.family import LARGEST, Family, Parameter
from lengthwise.tasks.laws import Instances
from lengthwise.tasks.outputs import BEGIN, END, SEPARATOR, NextToken
from lengthwise.tasks.task import Task
from lengthwise.tasks.task_format import Format
from lengthwise.words import Alphabet, Word

_HUANG = "huang2025formal"
_LATER = "decompiling2026"

AFTER_SEPARATOR = NextToken()
"""The answer starts after ``<sep>``."""


def numerals(symbols: int) -> Word:
    """Returns the numbers below `symbols` as symbols.

    Examples:
        >>> numerals(3)
        ('0', '1', '2')
    """
    return tuple(str(number) for number in range(symbols))


def instance_family(
    name: str,
    vocabulary: Callable[..., Word],
    *,
    answer: str,
    questions: str,
    summary: str,
    example: Callable[..., Word],
    source: str,
    parameters: tuple[Parameter, ...] = (),
    lengths: Callable[..., tuple[int, int | None, int]] = lambda **_: (1, None, 1),
    output: NextToken = AFTER_SEPARATOR,
) -> Family:
    """Returns a family of tasks with questions and answers.

    Functions of the parameters receive them by name.

    Args:
        name: Its name.
        vocabulary: The symbols of the task, without ``<bos>``, ``<sep>``, ``<eos>``.
        answer: The function of `lengthwise.tasks.questions.answers`.
        questions: The function of `lengthwise.tasks.questions.question_laws`.
        summary: One line.
        example: A question.
        source: Key of the publication.
        parameters: The parameters.
        lengths: The smallest length, the largest (if there is one), and the step.
        output: The start of the answer.
    """

    def build(form: Format, **numbers: int) -> Task:
        min_length, max_length, stride = lengths(**numbers)
        return Task(
            name=name,
            numbers=tuple(numbers.items()),
            alphabet=Alphabet([*vocabulary(**numbers), BEGIN, SEPARATOR, END]),
            output=output,
            format=form,
            rule=f"lengthwise.tasks.questions.answers:{answer}",
            law=Instances(f"lengthwise.tasks.questions.question_laws:{questions}"),
            summary=summary,
            example=output.prompt(example(**numbers)),
            source=source,
            min_length=min_length,
            max_length=max_length,
            stride=stride,
        )

    return Family(name, build, ("next-token",), parameters)


def fixed(text: str) -> Callable[..., Word]:
    """Returns a function that ignores the parameters and returns the same word.

    Examples:
        >>> fixed("a b")(symbols=5)
        ('a', 'b')
    """
    word = tuple(text.split())
    return lambda **_: word


def _letters(symbols: int) -> Word:
    return tuple(chr(ord("a") + place) for place in range(symbols))


def _at_most_symbols(symbols: int) -> tuple[int, int, int]:
    return 1, symbols, 1


def _step_lengths(k: int, symbols: int) -> tuple[int, int, int]:
    if symbols < 2 * k:
        raise SpecError(
            f"step_copy has k={k} and symbols={symbols}; symbols must be at least 2k"
        )
    return 2 * k - 1, symbols + k - 1, k


_NUMERALS = (Parameter("symbols", 150, 3, LARGEST, "how many numbers there are"),)
_LETTERS = (Parameter("symbols", 2, 2, 26, "how many letters there are"),)

FAMILIES = (
    instance_family(
        "bin_majority",
        fixed("0 1"),
        answer="majority",
        questions="untied_bits",
        summary="The more frequent bit; there are no ties",
        example=fixed("0 1 1 0 1"),
        source=_HUANG,
    ),
    instance_family(
        "majority",
        _letters,
        answer="majority",
        questions="letters_with_a_mode",
        summary="The most frequent letter; there are no ties",
        example=fixed("a b b a b"),
        source=_HUANG,
        parameters=(Parameter("symbols", 26, 2, 26, "how many letters there are"),),
    ),
    instance_family(
        "bin_majority_interleave",
        fixed("0 1"),
        answer="interleaved_majority",
        questions="interleaved_bits",
        summary="The majority bit of each interleaved column",
        example=lambda period: tuple("01"[place % 2] for place in range(3 * period)),
        source=_HUANG,
        parameters=(Parameter("period", 3, 1, LARGEST, "how many columns there are"),),
        lengths=lambda period: (period, None, period),
    ),
    instance_family(
        "unique_copy",
        numerals,
        answer="copy",
        questions="distinct",
        summary="Copy the input; its symbols are distinct",
        example=fixed("2 0 1"),
        source=_HUANG,
        parameters=_NUMERALS,
        lengths=_at_most_symbols,
    ),
    instance_family(
        "repeat_copy",
        _letters,
        answer="copy",
        questions="letters",
        summary="Copy the input; its symbols may repeat",
        example=fixed("a b b a"),
        source=_HUANG,
        parameters=_LETTERS,
    ),
    instance_family(
        "sort",
        numerals,
        answer="sort",
        questions="distinct",
        summary="Sort the input; its numbers are distinct",
        example=fixed("2 0 1"),
        source=_HUANG,
        parameters=_NUMERALS,
        lengths=_at_most_symbols,
    ),
    instance_family(
        "parity",
        fixed("0 1 e o"),
        answer="parity",
        questions="bits",
        summary="Is the number of 1s even (e) or odd (o)?",
        example=fixed("0 1 1 1"),
        source=_HUANG,
        lengths=lambda: (0, None, 1),
    ),
    instance_family(
        "addition",
        fixed("0 1 + ="),
        answer="addition",
        questions="operands",
        summary="Binary addition, most significant bit first",
        example=fixed("1 1 + 1"),
        source=_HUANG,
        lengths=lambda: (4, None, 1),
        output=NextToken(mark="="),
    ),
    instance_family(
        "step_copy",
        lambda symbols, **_: (*numerals(symbols), "#"),
        answer="step_copy",
        questions="stepped",
        summary="Copy every k-th number, after k - 1 leading #",
        example=lambda k, **_: ("#",) * (k - 1) + numerals(2 * k),
        source=_HUANG,
        parameters=(Parameter("k", 2, 1, LARGEST, "the step"), *_NUMERALS),
        lengths=_step_lengths,
    ),
    instance_family(
        "parity_cot",
        fixed("0 1 e o"),
        answer="parity_steps",
        questions="bits",
        summary="Parity with every intermediate step written out",
        example=fixed("0 1 1 1"),
        source=_HUANG,
        lengths=lambda: (0, None, 1),
    ),
    instance_family(
        "unique_reverse",
        numerals,
        answer="reverse",
        questions="distinct",
        summary="Reverse the input; its symbols are distinct",
        example=fixed("2 0 1"),
        source=_LATER,
        parameters=_NUMERALS,
        lengths=_at_most_symbols,
    ),
    instance_family(
        "unique_bigram_copy",
        numerals,
        answer="copy",
        questions="distinct_pairs",
        summary="Copy the input; its pairs of neighbors are distinct",
        example=fixed("1 0 1 1"),
        source=_LATER,
        parameters=(
            Parameter("symbols", 16, 3, LARGEST, "how many numbers there are"),
        ),
        lengths=lambda symbols: (1, 3 * symbols**2 // 4, 1),
    ),
    instance_family(
        "count",
        numerals,
        answer="count",
        questions="interval",
        summary="Count from the first number to the second",
        example=fixed("0 2"),
        source=_LATER,
        parameters=_NUMERALS,
        lengths=lambda symbols: (2, symbols, 1),
    ),
)
"""The families in this file."""

GROUPS = {
    "Questions and answers": (
        "bin_majority",
        "majority",
        "bin_majority_interleave",
        "unique_copy",
        "repeat_copy",
        "sort",
        "parity",
        "addition",
    ),
    "Copying, counting, steps": (
        "step_copy:k=1",
        "step_copy:k=2",
        "step_copy:k=3",
        "unique_reverse",
        "repeat_reverse",
        "unique_bigram_copy",
        "count",
        "parity_cot",
    ),
}
"""Their headings in listings."""
