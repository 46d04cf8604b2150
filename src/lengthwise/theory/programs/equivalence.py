"""Equivalence of two programs, expressions or automata on all words."""

import math
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import assert_never

from lengthwise.arguments import whole_number
from lengthwise.automata.dfa import DFA
from lengthwise.crasp.core.program_facts import facts
from lengthwise.crasp.language.program import Program
from lengthwise.crasp.running.interpreter import run
from lengthwise.crasp.running.run_size import program_size
from lengthwise.theory.programs._program_states import ProgramStates
from lengthwise.theory.programs._same_text import same_text
from lengthwise.theory.programs.compared import Compared, compared
from lengthwise.theory.programs.count_conditions import CountProgram, views_count
from lengthwise.theory.programs.count_proof import CountProof, longest_needed
from lengthwise.theory.programs.count_search import (
    Difference,
    GaveUp,
    shortest_difference,
)
from lengthwise.theory.programs.count_views import View
from lengthwise.theory.programs.equivalence_answer import Equivalence, Says
from lengthwise.theory.programs.path_search import PathProof, shortest_path_difference
from lengthwise.theory.programs.path_views import PathView
from lengthwise.theory.programs.state_search import (
    AutomatonStates,
    Searched,
    States,
    first_difference,
)
from lengthwise.words import Alphabet, Statistics, Word

MOST_STATES = 500_000
"""The limit on states of a search over words, about two seconds."""

MOST_VALUES = 1 << 28
"""The limit on values of all nodes in all states, about ten seconds."""

VALUES_A_LENGTH = 100
"""Values of further states that take as long as the first state of a length does."""

FEW_STATES = 2_000
"""The number of states after which counts are used instead, if possible."""

MOST_VIEWS = 2_000
"""The limit on endings of words, with the residue of the length."""

MOST_UNKNOWNS = 64
"""The limit on counts, of letters in residue classes."""

MOST_STEPS = 20_000
"""The limit on steps of the search over counts, for few counts."""

MOST_WORK = 2_000_000
"""The limit on steps times the cost of one, the square of the number of counts and four
for each node of the programs: about ten seconds."""

MOST_EDGES = 96
MOST_PATH_STEPS = 400
MOST_PATH_WORK = 200_000
"""Limits on the edges of a graph of two programs, on the steps of the search over paths
in it, and on each of the two times the nodes of the programs: ten seconds at most."""

LONGEST_WORD = 100_000
"""The longest word that is spelled out."""


def equivalent(
    *subjects: Program | DFA | str | Path,
    regex: str | Iterable[str] = (),
    alphabet: Iterable[str] | None = None,
    most_states: int = MOST_STATES,
) -> Equivalence:
    """Decides whether two things are equal on all words, or where they first differ.

    Programs are undefined on the empty word; it is compared only if both are
    expressions or automata.

    Args:
        subjects: Programs, by value, name, path or text, and automata.
        regex: An expression, or two of them; with `subjects` two in total.
        alphabet: The letters, overriding those of programs and expressions.
        most_states: The largest number of states of the search over words.

    Raises:
        SpecError: There are not exactly two, or they cannot be compared.

    Examples:
        >>> found = equivalent("d2", "d3")
        >>> found.answer, "".join(found.word)
        ('different', 'aaabbb')
        >>> equivalent('accept exists "a"', regex="b*a(a|b)*").answer
        'equal'
        >>> print(equivalent(regex=["(ab)*", "(ab|abab)*"]))
        equal on all words over {a, b} (all states were compared)
    """
    whole_number("most_states", most_states, 1)
    pair = compared(*subjects, regex=regex, alphabet=alphabet)
    return equivalence(pair, most_states=most_states)


def equivalence(pair: Compared, *, most_states: int = MOST_STATES) -> Equivalence:
    """The same for two things over one alphabet."""
    if pair.programs is not None and same_text(*pair.programs):
        how = "both are the same program in other words"
        return Equivalence(answer="equal", letters=pair.letters, how=how)
    if pair.regular and _empty(pair.first) != _empty(pair.second):
        return _different((), pair)
    if pair.regular:
        return _by_states(pair, _search(pair, most_states))
    few = _search(pair, min(FEW_STATES, most_states))
    by_counts = _count_programs(pair)
    if by_counts is not None:
        shorter = 1 + max(one.largest_lag for one in by_counts)
        if few.length < shorter and not few.full:
            few = _search(pair, most_states)
        if few.length < shorter:
            by_counts = None
    if few.word is not None or few.everything:
        return _by_states(pair, few)
    found = None if by_counts is None else _by_counts(pair, by_counts, few)
    if found is None or found.answer == "unknown":
        found = _by_paths(pair, few) or found
    if found is not None and (by_counts is not None or found.answer != "unknown"):
        return found
    many = few if few.full else _search(pair, most_states)
    longest = max(many.length, 0 if found is None else found.length or 0)
    return _by_states(pair, replace(many, length=longest) if not many.word else many)


def _count_programs(pair: Compared) -> tuple[CountProgram, CountProgram] | None:
    """Both programs, if a word matters only through its counts and its last letters."""
    if pair.programs is None:
        return None
    if any(facts(program).counting_depth > 1 for program in pair.programs):
        return None
    first, second = (CountProgram(p, pair.letters.symbols) for p in pair.programs)
    few_views = views_count([first, second], len(pair.letters)) <= MOST_VIEWS
    few_counts = _unknowns(first, second) <= MOST_UNKNOWNS
    return (first, second) if few_views and few_counts else None


def _unknowns(first: CountProgram, second: CountProgram) -> int:
    return len(first.letters) * math.lcm(first.period, second.period)


def _search(pair: Compared, most_states: int) -> Searched:
    states = _states(pair.first, pair), _states(pair.second, pair)
    letters = pair.letters.symbols
    programs = [one for one in (pair.first, pair.second) if isinstance(one, Program)]
    values = len(letters) * (1 + sum(map(program_size, programs)))
    most = min(most_states, MOST_VALUES // values)
    longest = max(1, MOST_VALUES // VALUES_A_LENGTH // values)
    return first_difference(*states, letters, most_states=most, longest=longest)


def _by_counts(
    pair: Compared, programs: tuple[CountProgram, CountProgram], shorter: Searched
) -> Equivalence:
    longest = longest_needed(*programs)
    nodes = sum(len(one.used) for one in programs)
    work = _unknowns(*programs) ** 2 + 4 * nodes
    most_steps = min(MOST_STEPS, MOST_WORK // work)
    found = shortest_difference(*programs, longest=longest, most_steps=most_steps)
    match found:
        case CountProof():
            return _proved(pair, found, "counts")
        case Difference() if found.length <= LONGEST_WORD:
            return _different(_word(found), pair)
        case Difference():
            return _too_long(pair, found, _counts_text(found))
        case GaveUp(length):
            return _unknown(pair, max(length, shorter.length))
        case _:
            assert_never(found)


def _by_paths(pair: Compared, shorter: Searched) -> Equivalence | None:
    """The answer if only the last comparisons see unbounded counts."""
    first, second = (_states(one, pair) for one in (pair.first, pair.second))
    sizes = [len(x.used) for x in (first, second) if isinstance(x, ProgramStates)]
    found = shortest_path_difference(
        first,
        second,
        pair.letters.symbols,
        most_edges=MOST_EDGES,
        most_steps=min(MOST_PATH_STEPS, MOST_PATH_WORK // max(sum(sizes), 1)),
    )
    match found:
        case None:
            return None
        case PathProof():
            return _proved(pair, found, "paths")
        case Difference() if found.length <= LONGEST_WORD:
            return _different(found.view.word(found.counts), pair)
        case Difference():
            return _too_long(pair, found, "it repeats some letters very often")
        case GaveUp(length):
            return _unknown(pair, max(length, shorter.length))
        case _:
            assert_never(found)


def _proved(pair: Compared, proof: CountProof | PathProof, what: str) -> Equivalence:
    how = f"a proof about {what} in {proof.steps:,} steps"
    return Equivalence(answer="equal", letters=pair.letters, how=how, proof=proof)


def _too_long(
    pair: Compared, found: Difference[View] | Difference[PathView], text: str
) -> Equivalence:
    return Equivalence(
        answer="different",
        length=found.length,
        letters=pair.letters,
        how=f"a word of so many letters is not written: {text}",
    )


def _word(found: Difference[View]) -> Word:
    view = found.view
    rows = zip(*[iter(found.counts)] * view.period, strict=True)
    return Statistics(
        alphabet=Alphabet(view.letters),
        delta=view.period,
        tau=len(view.window) - 1,
        counts=tuple(rows),
        suffix=view.window,
    ).word()


def _counts_text(found: Difference[View]) -> str:
    view = found.view
    rows = zip(*[iter(found.counts)] * view.period, strict=True)
    counts = zip(view.letters, map(sum, rows), strict=True)
    before = ", ".join(f"{number:,} times {letter}" for letter, number in counts)
    return f"{before}, then {' '.join(view.window)}"


def _states(thing: Program | DFA, pair: Compared) -> States:
    if isinstance(thing, DFA):
        return AutomatonStates(thing)
    return ProgramStates(thing, pair.letters.symbols)


def _empty(thing: Program | DFA) -> bool:
    return isinstance(thing, DFA) and thing.accepts(())


def _different(word: Word, pair: Compared) -> Equivalence:
    says = _says(pair.first, word), _says(pair.second, word)
    assert says[0] != says[1], f"both say the same about {word}"
    return Equivalence(
        answer="different",
        word=word,
        says=says,
        length=len(word),
        letters=pair.letters,
        how="no shorter word separates them",
    )


def _says(thing: Program | DFA, word: Word) -> Says:
    if isinstance(thing, DFA):
        return thing.accepts(word)
    result = run(thing, word)
    says = result.accepted if result.next is None else result.next
    assert says is not None, "a program was asked about the empty word"
    return says


def _by_states(pair: Compared, found: Searched) -> Equivalence:
    if found.word is not None:
        return _different(found.word, pair)
    if found.everything:
        how = "all states were compared"
        return Equivalence(answer="equal", letters=pair.letters, how=how)
    return _unknown(pair, found.length)


def _unknown(pair: Compared, length: int) -> Equivalence:
    return Equivalence(
        answer="unknown",
        length=length,
        basis="bounded",
        letters=pair.letters,
        how="longer words were not compared",
    )
