r"""The same learner over automata: the smallest one that is correct on all short words.

Two words are similar at length :math:`n` if no continuation that keeps both within
:math:`n` symbols distinguishes them. Pairwise dissimilar words need different states,
and one state for each of them, found in order of length, suffices; so the automaton is
smallest, and no search is needed: it is a minimal cover automaton
:cite:p:`campeanu2001minimal`. From :math:`n = 2m - 2` on, where :math:`m` is the number
of states of the minimal automaton of the language, it is that automaton
:cite:p:`chen2025nonasymptotic`.
"""

import time
from collections import deque
from collections.abc import Callable

from lengthwise.automata.dfa import DFA
from lengthwise.automata.minimize import minimize
from lengthwise.errors import SpecError
from lengthwise.theory.programs._random_tests import described_tests, wrong_word
from lengthwise.theory.programs.learned import Basis, Learned, LearnedRow, Stop
from lengthwise.theory.programs.learning_limits import SearchLimits
from lengthwise.theory.programs.learning_target import Target, training_tree
from lengthwise.words import Alphabet, Word

SOURCES = ("chen2025nonasymptotic", "campeanu2001minimal")

EMPTY = "the empty word has no label here; it is taken as rejected"


def smallest_automaton(alphabet: Alphabet, labels: dict[Word, bool], n: int) -> DFA:
    """Returns a smallest automaton that is correct on all words up to a length.

    Args:
        alphabet: The symbols.
        labels: The label of every word up to the length, including the empty one.
        n: The length.

    Examples:
        >>> ab = Alphabet("ab")
        >>> words = [word for k in range(4) for word in ab.words(k)]
        >>> even = {word: word.count("a") % 2 == 0 for word in words}
        >>> len(smallest_automaton(ab, even, 1)), len(smallest_automaton(ab, even, 3))
        (2, 2)
    """
    ends = [word for k in range(n + 1) for word in alphabet.words(k)]
    starts = [sum(len(alphabet) ** k for k in range(d)) for d in range(n + 2)]

    def future(word: Word, depth: int) -> tuple[bool, ...]:
        return tuple(labels[(*word, *end)] for end in ends[: starts[depth + 1]])

    kept: list[Word] = [()]
    futures: dict[Word, tuple[bool, ...]] = {(): future((), n)}
    rows: list[tuple[int, ...]] = []
    for word in kept:
        row = []
        for symbol in alphabet:
            after = (*word, symbol)
            if len(after) > n:
                row.append(0)
                continue
            depth = n - len(after)
            seen = future(after, depth)
            same = (
                k for k, one in enumerate(kept) if futures[one][: len(seen)] == seen
            )
            place = next(same, len(kept))
            if place == len(kept):
                kept.append(after)
                futures[after] = seen
            row.append(place)
        rows.append(tuple(row))
    accepting = frozenset(k for k, word in enumerate(kept) if labels[word])
    return DFA(alphabet, tuple(rows), 0, accepting)


def different_word(one: DFA, other: DFA) -> Word | None:
    """Returns a shortest word that exactly one of two automata accepts.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> different_word(regex("(ab)*").dfa, regex("(ab)*|b", alphabet="ab").dfa)
        ('b',)
    """
    waiting: deque[tuple[int, int, Word]] = deque([(one.start, other.start, ())])
    seen = {(one.start, other.start)}
    while waiting:
        p, q, word = waiting.popleft()
        if (p in one.accepting) != (q in other.accepting):
            return word
        for symbol in one.alphabet:
            pair = (one.step(p, symbol), other.step(q, symbol))
            if pair not in seen:
                seen.add(pair)
                waiting.append((*pair, (*word, symbol)))
    return None


def learn_automaton(
    target: Target,
    limits: SearchLimits,
    watch: Callable[[str], None] = lambda _: None,
) -> Learned:
    """Returns, for each length, a smallest automaton that is correct up to it.

    Args:
        target: The learning target; every word must have a label.
        limits: The limits of the search.
        watch: Called now and then with the progress.

    Raises:
        SpecError: Only some words have a label.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> from lengthwise.theory.programs.learning_target import task_target
        >>> learned = learn_automaton(task_target(task("tomita1")), SearchLimits())
        >>> learned.n0, learned.basis
        (2, 'decided')
    """
    if target.words is not None:
        raise SpecError(
            "automata are learned from the labels of all words up to a length; "
            "examples are for programs, use another class"
        )
    began = time.monotonic()
    tree = training_tree(target, limits.length)
    labels: dict[Word, bool] = {(): bool(target.holds_empty)}
    labels |= zip(tree.words, target.labels(tree.words), strict=True)
    longest = int(tree.lengths[-1])
    found: dict[int, DFA] = {}
    stop: Stop = "found"
    try:
        for n in range(1, longest + 1):
            watch(f"words up to length {n}")
            automaton = smallest_automaton(target.alphabet, labels, n)
            if len(automaton) > limits.size or _late(began, limits):
                stop = "size" if len(automaton) > limits.size else "time"
                break
            found[n] = automaton
    except KeyboardInterrupt:
        stop = "interrupted"
    return _learned(target, labels, longest, found, stop, time.monotonic() - began)


def _late(began: float, limits: SearchLimits) -> bool:
    return time.monotonic() - began > limits.seconds


def _learned(
    target: Target,
    labels: dict[Word, bool],
    longest: int,
    found: dict[int, DFA],
    stop: Stop,
    seconds: float,
) -> Learned:
    last = found.get(longest)
    basis: Basis = "searched"
    longer = None
    if last is not None:
        basis = "tested" if target.dfa is None else "decided"
        if target.dfa is None:
            longer = wrong_word(target, last, longest)
    rows = []
    for n in range(1, longest + 1):
        automaton = found.get(n)
        error = None
        if automaton is not None:
            error = _first_error(target, automaton, labels)
            same = last is not None and minimize(automaton) == minimize(last)
            error = longer if error is None and same else error
        rows.append(
            LearnedRow(
                n=n,
                size=None if automaton is None else len(automaton),
                hypothesis=automaton,
                final=automaton is not None and same and error is None,
                first_error=error,
            )
        )
    return Learned(
        subject=target.name,
        alphabet=target.alphabet,
        hypotheses="dfa",
        limits="",
        rows=tuple(rows),
        searched=max((len(one) for one in found.values()), default=0),
        word_positions=len(labels),
        basis=basis,
        tested=described_tests(longest) if basis == "tested" else "",
        stop=stop,
        candidates=sum(len(one) for one in found.values()),
        seconds=seconds,
        notes=() if target.holds_empty is not None else (EMPTY,),
        sources=(*SOURCES, *target.sources),
    )


def _first_error(
    target: Target, automaton: DFA, labels: dict[Word, bool]
) -> Word | None:
    if target.dfa is not None:
        return different_word(automaton, target.dfa)
    wrong = (word for word, label in labels.items() if automaton.accepts(word) != label)
    return next(wrong, None)
