"""Learning targets: a label for every word, or for the words of a list."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random

from lengthwise.automata.dfa import DFA
from lengthwise.crasp.language.program import Program
from lengthwise.crasp.running.interpreter import accepted
from lengthwise.errors import FormatError, SpecError, TooLargeError
from lengthwise.files import read_text_file
from lengthwise.tasks.languages.counter_machines import Lead
from lengthwise.tasks.languages.members import balanced_word
from lengthwise.tasks.outputs import Accept
from lengthwise.tasks.task import Task
from lengthwise.theory.programs._prefix_tree import PrefixTree
from lengthwise.theory.programs.learning_limits import LONGEST
from lengthwise.words import Alphabet, Word

LARGEST = 1 << 24
"""The largest size of a file of examples in bytes."""

MARKS = {"+": True, "-": False}

USUAL_POSITIONS = 600
MOST_POSITIONS = 100_000
"""The default and the largest total number of prefixes of all words."""


@dataclass(frozen=True, kw_only=True)
class Target:
    """A language to learn, or a list of examples.

    Attributes:
        name: The name in a sentence.
        alphabet: The symbols of its words.
        labels: Membership of non-empty words; only called for those in `words`, if
            given.
        words: The words that have a label; ``None``: all of them.
        holds_empty: Whether the empty word is a member; ``None``: it has no label.
        dfa: The automaton, for a regular language.
        draw: Samples a word of a length, for tests beyond the training words; ``None``
            if longer words have no label.
        sources: Its sources, as keys of the bibliography.
    """

    name: str
    alphabet: Alphabet
    labels: Callable[[Sequence[Word]], list[bool]]
    words: tuple[Word, ...] | None = None
    holds_empty: bool | None = None
    dfa: DFA | None = None
    draw: Callable[[Random, int], Word] | None = None
    sources: tuple[str, ...] = ()


def automaton_target(dfa: DFA, name: str) -> Target:
    """Returns the language of an automaton as a learning target.

    Examples:
        >>> ends = DFA.from_table("ab", {0: {"a": 0, "b": 1}, 1: {"a": 0, "b": 1}}, [1])
        >>> automaton_target(ends, "the language").labels([("a", "b")])
        [True]
    """
    return Target(
        name=name,
        alphabet=dfa.alphabet,
        labels=lambda words: [dfa.accepts(word) for word in words],
        holds_empty=dfa.accepts(()),
        dfa=dfa,
        draw=lambda rng, length: balanced_word(rng, dfa, length),
    )


def task_target(task: Task) -> Target:
    """Returns the language of a task as a learning target.

    Raises:
        SpecError: The task is not about the words of a language.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> task_target(task("dyck1")).labels([("(", ")")])
        [True]
    """
    language = task.language
    name = f"the task {task}"
    if isinstance(language, DFA):
        return replace(automaton_target(language, name), sources=task.sources)
    if language is not None:
        return Target(
            name=name,
            alphabet=task.alphabet,
            labels=lambda words: [language.accepts(word) for word in words],
            holds_empty=language.accepts(()),
            draw=_uniform(task.alphabet)
            if isinstance(language, Lead)
            else lambda rng, length: balanced_word(rng, language, length),
            sources=task.sources,
        )
    if not isinstance(task.output, Accept):
        raise SpecError(
            f"{task} asks for {type(task.output).__name__}; a learner needs a task "
            "that accepts or rejects words, such as dyck1"
        )
    return Target(
        name=name,
        alphabet=task.alphabet,
        labels=lambda words: [bool(task.label(word)) for word in words],
        draw=_uniform(task.alphabet),
        sources=task.sources,
    )


def program_target(program: Program, name: str) -> Target:
    """Returns the language of a program as a learning target.

    Raises:
        SpecError: It has next sets and no acceptance condition.

    Examples:
        >>> from lengthwise.crasp.library.loading import load
        >>> program_target(load("dyck1"), "dyck1").labels([("(",)])
        [False]
    """
    if program.acceptor is None:
        raise SpecError(
            f"{name} says what may follow; a learner needs a program that accepts words"
        )
    return Target(
        name=name,
        alphabet=program.letters,
        labels=lambda words: list(accepted(program, words)),
        draw=_uniform(program.letters),
    )


def _uniform(alphabet: Alphabet) -> Callable[[Random, int], Word]:
    return lambda rng, length: tuple(rng.choices(alphabet.symbols, k=length))


def examples_target(
    examples: Iterable[tuple[Word, bool]],
    alphabet: Iterable[str] | None = None,
    name: str = "the examples",
) -> Target:
    """Returns labeled words as a learning target.

    Raises:
        SpecError: There are no words, a word has both labels, or a word is empty, on
            which programs are undefined.

    Examples:
        >>> target = examples_target([(("a", "b"), True), (("b",), False)])
        >>> target.alphabet.symbols, target.labels([("b",)])
        (('a', 'b'), [False])
    """
    labels: dict[Word, bool] = {}
    for word, label in examples:
        if labels.setdefault(word, label) != label:
            raise SpecError(f"{' '.join(word)!r} is among both kinds of examples")
    if not labels or () in labels:
        what = "an empty word" if labels else "no word"
        raise SpecError(f"{what} among the examples; give words of one symbol or more")
    letters = sorted({symbol for word in labels for symbol in word})
    symbols = Alphabet(letters if alphabet is None else alphabet)
    for word in labels:
        symbols.encode(word)
    return Target(
        name=name,
        alphabet=symbols,
        labels=lambda asked: [labels[word] for word in asked],
        words=tuple(sorted(labels, key=lambda word: (len(word), word))),
    )


def read_examples(path: str, alphabet: Iterable[str] | None = None) -> Target:
    """Reads labeled words: ``+ abab`` is a member, ``- ba`` a non-member.

    One word per line; blanks separate symbols and may be omitted if each symbol is one
    character; ``//`` starts a comment.

    Raises:
        FormatError: A line begins with neither ``+`` nor ``-``.
        SpecError: As for `examples_target`.
    """
    lines = read_text_file(path, limit=LARGEST, what="a file of examples").splitlines()
    letters = None if alphabet is None else Alphabet(alphabet)
    examples = []
    for number, line in enumerate(lines, start=1):
        mark, *parts = line.partition("//")[0].split() or [""]
        if not mark:
            continue
        if mark not in MARKS:
            raise FormatError(
                f"{path}, line {number} begins with {mark!r}; write + or - and a blank "
                "before each word"
            )
        word = parts if len(parts) > 1 else [*"".join(parts)]
        read = tuple(word) if letters is None else letters.word(" ".join(parts))
        examples.append((read, MARKS[mark]))
    return examples_target(examples, alphabet, f"the examples of {path}")


def training_tree(target: Target, length: int | None) -> PrefixTree:
    """Returns the prefixes on which hypotheses are compared.

    Raises:
        TooLargeError: There are too many words of that length.
    """
    if target.words is not None:
        most = LONGEST if length is None else length
        words = [word for word in target.words if len(word) <= most]
        return PrefixTree.of_words(target.alphabet, words)
    letters = len(target.alphabet)
    if length is None:
        sizes = (sum(letters**k for k in range(1, n + 1)) for n in range(1, 13))
        length = max(1, sum(size <= USUAL_POSITIONS for size in sizes))
    size = sum(letters**k for k in range(1, length + 1))
    if size > MOST_POSITIONS:
        raise TooLargeError(
            f"{size:,} words up to length {length} over {letters} symbols; at most "
            f"{MOST_POSITIONS:,} are learned from; use a smaller length",
            size=size,
            limit=MOST_POSITIONS,
        )
    return PrefixTree.of_all(target.alphabet, length)
