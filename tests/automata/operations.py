"""Automata from automata, and their text in the AT&T format."""

from lengthwise.automata.dfa import DFA
from lengthwise.automata.shortest_words import breadth_first


def combine(first, second, keep):
    """An automaton that runs both and asks `keep` whether to accept."""
    numbers = {(first.start, second.start): 0}
    pairs = [(first.start, second.start)]
    rows = []
    for p, q in pairs:
        targets = list(zip(first.transitions[p], second.transitions[q], strict=True))
        for pair in targets:
            if pair not in numbers:
                numbers[pair] = len(pairs)
                pairs.append(pair)
        rows.append(tuple(numbers[pair] for pair in targets))
    accepting = frozenset(
        number
        for number, (p, q) in enumerate(pairs)
        if keep(p in first.accepting, q in second.accepting)
    )
    return DFA(first.alphabet, tuple(rows), 0, accepting)


def complement(dfa):
    """An automaton for the words that `dfa` does not accept."""
    rest = frozenset(range(len(dfa))) - dfa.accepting
    return DFA(dfa.alphabet, dfa.transitions, dfa.start, rest)


def to_att(dfa):
    """The text of `dfa`, without the transitions to dead states."""
    if dfa.start not in dfa.live:
        return f"{dfa.start} {dfa.start} {dfa.alphabet.symbols[0]}"
    found = [target for _, _, target in breadth_first(dfa.transitions, dfa.start)]
    order = [dfa.start, *found]
    lines = [
        f"{source} {target} {symbol}"
        for source in order
        for symbol, target in zip(dfa.alphabet, dfa.transitions[source], strict=True)
        if target in dfa.live
    ]
    return "\n".join([*lines, *(str(s) for s in order if s in dfa.accepting)])
