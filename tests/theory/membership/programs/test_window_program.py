"""Programs that ask for letters at the distances that matter, and no others."""

import random
import time

import pytest

from lengthwise.automata.dfa import DFA
from lengthwise.automata.minimize import minimize
from lengthwise.automata.regex import regex
from lengthwise.crasp.core.program_facts import facts
from lengthwise.crasp.language.printer import show
from lengthwise.crasp.running.interpreter import accepted
from lengthwise.theory.membership.programs import _window_writer
from lengthwise.theory.membership.programs.checked_program import write_program
from lengthwise.theory.membership.programs.program_size import facts_of_program
from lengthwise.theory.membership.programs.window_program import window_program
from lengthwise.theory.membership.search.decide import membership
from lengthwise.words import Alphabet
from tests.automata.automaton_strategies import random_dfa


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("(a|b|c)*b(a|b|c){9}", ['accept #[i - j == 9] "b" >= 1']),
        (
            "(a|b)*a(a|b){4}a|(a|b)*b(a|b){4}b",  # the same letter at distance 5
            ['accept "a" && #[i - j == 5] "a" >= 1 || "b" && #[i - j == 5] "b" >= 1'],
        ),
        (
            "(a|b)*aab(a|b)*",
            ['accept exists("b" && #[i - j == 1] "a" >= 1 && #[i - j == 2] "a" >= 1)'],
        ),
        (
            "[a-h]*a[a-h]{3}[b-d]",
            ['set1 = "b" || "c" || "d"', 'accept set1 && #[i - j == 4] "a" >= 1'],
        ),
        ("(a|b)*|(a|b)*a(a|b)*", None),
        ("(a|bb)*", None),
    ],
)
def test_only_the_distances_that_matter_are_asked(text, body):
    program = window_program(minimize(regex(text).dfa))
    assert (None if program is None else show(program).splitlines()[1:]) == body


@pytest.mark.parametrize("acceptance", ["end", "last"])
def test_the_program_of_a_yes_is_the_small_one_and_its_size_is_told(acceptance):
    dfa = minimize(regex("(a|b|c)*b(a|b|c){9}").dfa)
    found = membership(dfa, positions="periodic-local", acceptance=acceptance)
    written = write_program(found.evidence, dfa)
    assert written.lines == 2
    assert facts_of_program(found.evidence, dfa, emits=False) == facts(written.program)


def _last_letters(rng, letters, window):
    """A random language decided by a window, by one exit, or by both."""
    distances = sorted(rng.sample(range(window), min(window, rng.randrange(1, 4))))
    chosen = {}

    def decides(seen):
        key = tuple(seen[d] if d < len(seen) else None for d in distances)
        return chosen.setdefault(key, rng.random() < 0.5)

    states = {(): 0}
    rows, waiting = [], [()]
    for seen in waiting:
        rows.append([])
        for letter in letters:
            new = (letter, *seen)[:window]
            if new not in states:
                states[new] = len(states)
                waiting.append(new)
            rows[-1].append(states[new])
    accepting = [k for seen, k in states.items() if seen and decides(seen)]
    kind = rng.choice(["ends", "exists", "never"])
    if kind != "ends":
        # Enter a state for good where a second condition holds.
        chosen.clear()
        outside = len(rows)
        out = {k for seen, k in states.items() if seen and decides(seen)}
        rows = [[outside if k in out else k for k in row] for row in rows]
        rows.append([outside] * len(letters))
        accepting += [outside] * (kind == "exists")
    return minimize(
        DFA(Alphabet(letters), tuple(map(tuple, rows)), 0, frozenset(accepting))
    )


@pytest.mark.parametrize("most_cases", [0, _window_writer.MOST_CASES])
def test_programs_of_random_windows_are_right(most_cases, monkeypatch):
    """Both with every order of the distances and with the newest letter first."""
    monkeypatch.setattr(_window_writer, "MOST_CASES", most_cases)
    window_program.cache_clear()
    rng = random.Random(0)
    done = 0
    while done < 60:
        letters = "abc"[: rng.choice([2, 3])]
        dfa = _last_letters(rng, letters, rng.randrange(2, 5))
        program = window_program(dfa)
        if len(dfa) < 3:
            continue
        assert program is not None
        done += 1
        words = [w for n in range(1, 8) for w in dfa.alphabet.words(n)]
        words += [tuple(rng.choices(letters, k=30)) for _ in range(50)]
        assert list(accepted(program, words)) == [dfa.accepts(w) for w in words]
    window_program.cache_clear()


def test_programs_of_random_automata_are_right_wherever_they_exist():
    rng = random.Random(1)
    done = 0
    while done < 60:
        dfa = minimize(random_dfa(rng, rng.randrange(2, 8), "ab"))
        program = window_program(dfa)
        if program is None:
            continue
        done += 1
        words = [w for n in range(1, 10) for w in dfa.alphabet.words(n)]
        assert list(accepted(program, words)) == [dfa.accepts(w) for w in words]


def test_8192_states_take_little_time():
    dfa = minimize(regex("(a|b)*a(a|b){12}").dfa)
    window_program.cache_clear()
    begin = time.process_time()
    assert facts(window_program(dfa)).size < 20
    assert time.process_time() - begin < 1


def test_a_test_that_two_others_lead_to_has_a_line_of_its_own():
    """Four pairs of equal letters: too many cases to try the orders of distances."""
    program = window_program(minimize(regex("(a|b)*(aa|bb)(aa|bb)(aa|bb)(aa|bb)").dfa))
    body = [line.split(" = ")[0] for line in show(program).splitlines()]
    assert sum(name.startswith("part") for name in body) == 3
    for word, yes in [("abbaabbaa", True), ("abbaabbab", False), ("baabaabb", False)]:
        assert list(accepted(program, [tuple(word)])) == [yes]
