"""Certificates of a no: found by search and verified by the checker."""

import itertools
from collections.abc import Iterable, Iterator

from lengthwise.automata.dfa import DFA
from lengthwise.automata.shortest_words import separating_word, shortest_word
from lengthwise.theory.membership.evidence._proof import Proof, prove
from lengthwise.theory.membership.evidence.certificate_checker import flaw
from lengthwise.theory.membership.evidence.evidence_kinds import Certificate, Link
from lengthwise.theory.membership.search.component import Component
from lengthwise.theory.membership.search.echelon import Budget
from lengthwise.theory.membership.search.neutral_blocks import Blocks, block_rows
from lengthwise.theory.membership.search.potentials import Stuck, search
from lengthwise.theory.membership.search.prefix_states import Machine
from lengthwise.words import Alphabet, Word


def certificate_without_positions(
    dfa: DFA,
    machine: Machine,
    component: Component,
    stuck: Stuck,
    budget: Budget | None = None,
) -> Certificate:
    """Returns the certificate that a language is not in C-RASP without positions.

    Args:
        dfa: The minimal automaton of the language.
        machine: The machine for one of the conventions.
        component: A component of `machine` on which potentials are stuck.
        stuck: The partition that no potential refines.
        budget: The budget of work. Default: unlimited.

    Raises:
        TooLargeError: The `budget` is exhausted, or the certificate too large to check.
    """
    alphabet = dfa.alphabet

    def certificate(proof: Proof) -> Certificate:
        link = _shortest(proof)
        pair = (link.source, link.target)
        whole, right, separator = _ending(dfa, machine, pair)
        return Certificate(
            positions="none",
            acceptance=machine.acceptance,
            left=(),
            blocks=tuple((symbol,) for symbol in alphabet),
            right=right,
            machine=whole,
            neutral=(),
            between=(),
            classes=proof.classes,
            walks=proof.walks,
            links=proof.links,
            pair=pair,
            separator=separator,
        )

    proofs = _proofs(component, stuck, alphabet, budget)
    return _checked(dfa, map(certificate, proofs))


def certificate_by_blocks(dfa: DFA, blocks: Blocks) -> Certificate:
    """Returns the certificate that a language is not in C-RASP even with positions.

    Args:
        dfa: The minimal automaton of the language.
        blocks: Blocks on which potentials are stuck.
    """
    alphabet = Alphabet(_names((*blocks.neutral, *blocks.others)))

    def certificate(proof: Proof) -> Certificate:
        link = _shortest(proof)
        pair = (link.source, link.target)
        right = separating_word(dfa, *(blocks.states[s][0] for s in pair))
        assert right is not None, "states of a minimal automaton"
        first = (k for k in blocks.component.states if blocks.states[k][1] == 0)
        start = pair[0] if blocks.states[pair[0]][1] == 0 else next(first)
        left = shortest_word(dfa, dfa.start, blocks.states[start][0])
        assert left is not None, "states of a minimal automaton"
        return Certificate(
            positions="periodic-local",
            acceptance="end",
            left=left,
            blocks=(*blocks.neutral, *blocks.others),
            right=right,
            machine=_block_machine(dfa, blocks, alphabet, start, right),
            neutral=alphabet.symbols[: len(blocks.neutral)],
            between=(*((k, k) for k in range(len(blocks.neutral))), *blocks.between),
            classes=proof.classes,
            walks=proof.walks,
            links=proof.links,
            pair=pair,
            separator=(),
        )

    proofs = _proofs(blocks.component, blocks.stuck, alphabet, None)
    return _checked(dfa, map(certificate, proofs))


def _proofs(
    component: Component, stuck: Stuck, alphabet: Alphabet, budget: Budget | None
) -> Iterator[Proof]:
    """Yields proofs computed with larger and larger primes."""
    larger = (p for p in component.primes if p > stuck.prime)
    outcomes = (search(component, prime, budget) for prime in larger)
    for outcome in itertools.chain([stuck], outcomes):
        if isinstance(outcome, Stuck):
            yield prove(component, outcome, alphabet, budget)


def _checked(dfa: DFA, certificates: Iterable[Certificate]) -> Certificate:
    """The first certificate that passes the checker."""
    found = next((one for one in certificates if flaw(one, dfa) is None), None)
    assert found is not None
    return found


def _shortest(proof: Proof) -> Link:
    return min(proof.links, key=lambda link: len(link.word))


def _ending(
    dfa: DFA, machine: Machine, pair: tuple[int, int]
) -> tuple[DFA, Word, Word]:
    """The machine as an acceptor, the fixed suffix, and a word separating the pair."""
    if machine.acceptance == "end":
        word = separating_word(machine.dfa, *pair)
        assert word is not None, "states of a minimal automaton"
        return machine.dfa, (), word
    found = []
    for k, symbol in enumerate(dfa.alphabet):
        accepting = frozenset(s for s, ends in enumerate(machine.ends) if k in ends)
        whole = DFA(dfa.alphabet, machine.rows, machine.dfa.start, accepting)
        word = separating_word(whole, *pair)
        if word is not None:
            found.append((whole, (symbol,), word))
        if word == ():
            break
    return min(found, key=lambda ending: len(ending[2]))


def _names(blocks: tuple[Word, ...]) -> list[str]:
    """The blocks as names; one that occurs again is numbered."""
    names: list[str] = []
    for block in blocks:
        name = ("" if all(len(symbol) == 1 for symbol in block) else "·").join(block)
        tried, number = name, 1
        while tried in names:
            number += 1
            tried = f"{name}/{number}"
        names.append(tried)
    return names


def _block_machine(
    dfa: DFA, blocks: Blocks, alphabet: Alphabet, start: int, right: Word
) -> DFA:
    rows = block_rows(dfa, blocks.states, blocks.neutral, blocks.others, blocks.between)
    ends = (_after(dfa, state, right) for state, _ in blocks.states)
    accepting = frozenset(k for k, end in enumerate(ends) if end in dfa.accepting)
    return DFA(alphabet, rows, start, accepting)


def _after(dfa: DFA, state: int, word: Word) -> int:
    for symbol in word:
        state = dfa.step(state, symbol)
    return state
