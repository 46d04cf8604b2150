r"""Adversarial inputs: hard cases that almost never occur among random inputs.

Three kinds, each labeled by the task itself. *Pairs*: for live states :math:`p \ne q`
of one component and the shortest :math:`v` that leads both back to themselves, the
inputs :math:`u_p v^k t` and :math:`u_q v^k t`, which differ only in their prefix. *Near
misses*: a member and the same with one violating factor, or one changed symbol, at its
start, in its middle, or at its end; likewise for non-members. *Borders*: words that
stay at the maximum depth or exceed it once, and words whose lead is just sufficient or
just too small.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, zip_longest
from random import Random

from lengthwise.automata.components import components
from lengthwise.automata.dfa import DFA
from lengthwise.automata.shortest_words import (
    breadth_first,
    separating_word,
    shortest_word,
)
from lengthwise.cannot_say import CannotSay
from lengthwise.tasks.languages._transition_tables import depth
from lengthwise.tasks.languages.counter_machines import Lead
from lengthwise.tasks.languages.members import Drawable, complement, member, members
from lengthwise.tasks.laws import UniformWords, shuffled
from lengthwise.tasks.outputs import NextToken
from lengthwise.tasks.task import Language, Task
from lengthwise.words import Word

PAIRS = 64
"""The largest number of pairs of states tried."""
SETS = 4096
"""The largest number of sets of states in the search for a violating factor."""


def adversarial_words(
    task: Task, length_low: int, length_high: int, rng: Random, count: int
) -> tuple[Word, ...] | CannotSay:
    """Returns at most `count` distinct adversarial inputs of `task`, alternating kinds.

    If the inputs of a task are members of its language, so are these.

    Args:
        task: Any task.
        length_low: The smallest length.
        length_high: The largest length.
        rng: The source of random numbers.
        count: The maximum number.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> flip_flop = task("012_0_2@recognize-end")
        >>> words = adversarial_words(flip_flop, 10, 12, Random(0), 4)
        >>> "".join(words[0]), flip_flop.label(words[0])
        ('22222222222', False)
        >>> print(adversarial_words(task("sort"), 10, 12, Random(0), 4))
        cannot say: no adversarial inputs are defined for tasks with questions
    """
    if isinstance(task.output, NextToken):
        return CannotSay("no adversarial inputs are defined for tasks with questions")
    if task.language is None:
        return CannotSay(f"{task} is about no language")
    lengths = range(max(length_low, task.min_length), length_high + 1)
    kinds = [*_borders(task.language, lengths, rng)]
    if isinstance(task.law, UniformWords):
        accepts = task.language.accepts
        kinds = [filter(accepts, words) for words in kinds]
    else:
        kinds += _near_misses_both_ways(task.language, lengths, rng)
    kinds = [_mixed(words, lengths, rng) for words in kinds]
    taken = [word for turn in zip_longest(*kinds) for word in turn if word is not None]
    words = tuple(dict.fromkeys(taken))[:count]
    if not words:
        return CannotSay(
            f"{task} has no pair of states, border or near miss of a length from "
            f"{length_low} to {length_high}"
        )
    return words


def _mixed(words: Iterable[Word], lengths: range, rng: Random) -> list[Word]:
    """The words with these lengths, without duplicates, in random order."""
    different = [word for word in dict.fromkeys(words) if len(word) in lengths]
    rng.shuffle(different)
    return different


def _borders(
    language: Language, lengths: range, rng: Random
) -> Iterator[Iterable[Word]]:
    if isinstance(language, Lead):
        yield _leads(language, lengths, rng)
    if isinstance(language, DFA):
        yield _pairs(language, lengths, rng)
        deepest = len(language) - 2
        if deepest >= 1 and language == depth(deepest):
            yield _depths(deepest, lengths)


def _near_misses_both_ways(
    language: Language, lengths: range, rng: Random
) -> Iterator[Iterable[Word]]:
    if not isinstance(language, Lead):
        yield _near_misses(language, lengths, rng)
    if isinstance(language, DFA):
        yield _near_misses(complement(language), lengths, rng)


def _pairs(dfa: DFA, lengths: range, rng: Random) -> Iterator[Word]:
    """Prefixes that must be remembered while reading an uninformative loop."""
    groups = [set(part) & dfa.live for part in components(dfa.transitions)]
    pairs = [pair for part in groups for pair in combinations(sorted(part), 2)]
    for p, q in pairs if len(pairs) <= PAIRS else rng.sample(pairs, PAIRS):
        loop = common_loop(dfa, p, q)
        apart = separating_word(dfa, p, q)
        for state in (p, q) if loop else ():
            for way in _ways(dfa, state):
                for end in dict.fromkeys([(), apart or (), _way_home(dfa, state)]):
                    yield from _pumped(way, loop or (), end, lengths)


def _ways(dfa: DFA, state: int) -> Iterator[Word]:
    """The shortest word from the start, and the shortest non-empty one."""
    if state == dfa.start:
        yield ()
    rows = zip(dfa.alphabet, dfa.transitions[dfa.start], strict=True)
    words = ((symbol, shortest_word(dfa, to, state)) for symbol, to in rows)
    longer = [(symbol, *word) for symbol, word in words if word is not None]
    if longer:
        yield min(longer, key=len)


def _pumped(way: Word, loop: Word, end: Word, lengths: range) -> Iterator[Word]:
    """The words of these lengths with any positive number of loops."""
    fixed = len(way) + len(end)
    least = max(1, -(-(lengths.start - fixed) // len(loop)))
    for k in range(least, (lengths.stop - 1 - fixed) // len(loop) + 1):
        yield (*way, *loop * k, *end)


def _way_home(dfa: DFA, state: int) -> Word:
    """The first of the shortest words from a live state to an accepting one."""
    words = (shortest_word(dfa, state, home) for home in sorted(dfa.accepting))
    return min((word for word in words if word is not None), key=len)


def common_loop(dfa: DFA, p: int, q: int) -> Word | None:
    """Returns the shortest non-empty word from p to p and from q to q, if any.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> common_loop(task("tomita6").dfa, 0, 1)
        ('0', '1')
        >>> common_loop(task("tomita4").dfa, 0, 1) is None
        True
    """
    ways: dict[tuple[int, int], Word] = {}
    newest: list[tuple[tuple[int, int], Word]] = [((p, q), ())]
    while newest:
        after = []
        for (one, other), word in newest:
            rows = zip(dfa.transitions[one], dfa.transitions[other], strict=True)
            for symbol, pair in zip(dfa.alphabet, rows, strict=True):
                if pair not in ways:
                    ways[pair] = (*word, symbol)
                    after.append((pair, ways[pair]))
        if (p, q) in ways:
            return ways[p, q]
        newest = after
    return None


def _depths(n: int, lengths: range) -> Iterator[Word]:
    """Words that stay at depth n, and words that reach depth n + 1 once."""
    rise, fall, turn = ("a",) * n, ("b",) * n, ("b", "a")
    for word in _pumped(rise, turn, fall, lengths):
        yield word
        turns = (len(word) - 2 * n - 2) // 2
        for before in {0, turns // 2, turns}:
            inner = turn * before + ("a", "b") + turn * (turns - before)
            yield (*rise, *inner, *fall)


def _leads(language: Lead, lengths: range, rng: Random) -> Iterator[Word]:
    """The smallest sufficient lead, and the largest insufficient one."""
    other = next(s for s in language.alphabet if s != language.leader)
    for length in lengths:
        least = -(-(length + language.margin) // 2)
        for leads in (least, least - 1):
            if 0 <= leads <= length:
                yield shuffled(rng, (leads, length - leads), (language.leader, other))


def _near_misses(language: Drawable, lengths: range, rng: Random) -> Iterator[Word]:
    """Members with one fault, each beside the member itself."""
    factor = violating_factor(language) if isinstance(language, DFA) else None
    for length in lengths:
        if length and members(language, length):
            word = member(rng, language, length)
            faults = [w for w in _changed(language, word, factor) if w != word]
            missed = [w for w in faults if not language.accepts(w)]
            yield from [word, *missed] if missed else ()


def _changed(language: Drawable, word: Word, factor: Word | None) -> Iterator[Word]:
    """The word with a factor or a changed symbol at the start, the middle, the end."""
    for part in [*[(symbol,) for symbol in language.alphabet], factor]:
        if part is not None and len(part) <= len(word):
            rest = len(word) - len(part)
            for start in (0, rest // 2, rest):
                yield (*word[:start], *part, *word[start + len(part) :])


@lru_cache(maxsize=64)
def violating_factor(dfa: DFA) -> Word | None:
    """Returns the shortest word that is a factor of no member, if one is found.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> violating_factor(task("tomita4").dfa)
        ('0', '0', '0')
        >>> violating_factor(task("tomita5").dfa) is None
        True
    """
    reached = frozenset(
        {dfa.start, *(to for _, _, to in breadth_first(dfa.transitions, dfa.start))}
    )
    ways: dict[frozenset[int], Word] = {reached & dfa.live: ()}
    newest = [reached & dfa.live]
    while newest and len(ways) <= SETS:
        after = []
        for states in newest:
            for k, symbol in enumerate(dfa.alphabet):
                left = frozenset(dfa.transitions[s][k] for s in states) & dfa.live
                if left not in ways:
                    ways[left] = (*ways[states], symbol)
                    after.append(left)
        if frozenset() in ways:
            return ways[frozenset()]
        newest = after
    return None
