r"""An independent checker of certificates, leaf by leaf, with its own arithmetic.

It shares no bounding code with the search, only the margin of the logits. It uses the
model's forward pass, the coordinates of words, and one fact: an average over keys whose
multiplicities are affine in every coordinate is largest at a corner of a box. It trusts
float64, with a slack of :math:`2^{-49}` of all terms per operation, and that the splits
cover the initial box, since each split keeps both halves.
"""

import itertools
import math
from collections.abc import Iterator

import numpy as np

from lengthwise.analysis.enumerated.labels_of_counts import count_label
from lengthwise.analysis.every_length._recomputed import Box, WordsTo, period
from lengthwise.analysis.every_length.error_certificate import Certificate, fingerprint
from lengthwise.limit.complexity.margins import logit_margin
from lengthwise.limit.machine import LimitTransformer
from lengthwise.theory.knowledge.functions_of_counts import SineOfLead
from lengthwise.words import class_sizes


def problems(certificate: Certificate, machine: LimitTransformer) -> list[str]:
    """Returns the errors in `certificate` for `machine`; empty if it is valid.

    Examples:
        >>> from dataclasses import replace
        >>> from lengthwise.analysis.every_length.certify import certify_all_lengths
        >>> from lengthwise.limit.constructions.named_machines import simple_task
        >>> from lengthwise.tasks.catalogue import task
        >>> machine = simple_task(omega=4.0)
        >>> certificate = certify_all_lengths(machine, task("simple", omega=4))
        >>> problems(certificate, machine)
        []
        >>> problems(replace(certificate, bound=0.001), machine)[0]
        'a short word has error 0.00168099'
    """
    if certificate.model != fingerprint(machine):
        return ["it is for another model"]
    flaws = [*_outside(certificate, machine), *_lengths(certificate, machine)]
    if flaws:
        return flaws
    flaws = [*_short(certificate, machine), *_worst(certificate, machine)]
    queries = [
        (symbol, residue)
        for symbol in certificate.task.alphabet
        for residue in range(period(certificate))
    ]
    for symbol, residue in queries:
        words = WordsTo(certificate, machine, symbol, residue)
        flaws += _boxes(certificate, words)
    return flaws


def _outside(certificate: Certificate, machine: LimitTransformer) -> Iterator[str]:
    """Yields reasons why certificates do not cover this model."""
    heads = [head for layer in machine.layers for head in layer.heads]
    steps = [any(layer.mlp.heaviside) for layer in machine.layers]
    if len(heads) != 1 or steps != [False] or machine.bos or heads[0].lags.any():
        yield "not one layer with one head, without $, lag biases and Heaviside units"
    elif period(certificate) % machine.delta or len(machine.readout) != 1:
        yield "period or outputs do not match the task"


def _worst(certificate: Certificate, machine: LimitTransformer) -> Iterator[str]:
    """Checks that the named word has the claimed error."""
    worst = certificate.worst
    residue = worst.length % period(certificate)
    words = WordsTo(certificate, machine, worst.suffix[-1], residue)
    table = np.array(worst.counts).reshape(1, -1)
    table[0, words.own] += 1
    share = table[0, : 2 * words.p].sum() / worst.length
    inside = share >= certificate.share and worst.length <= (
        certificate.longest or math.inf
    )
    (error,) = words.errors(table, worst.length)
    if not inside or abs(error - certificate.attained) > 1e-9 * (1 + error):
        yield f"the stated word has error {error:.6g}, or is not in the region"


def _lengths(certificate: Certificate, machine: LimitTransformer) -> Iterator[str]:
    shortest, p = certificate.shortest, period(certificate)
    label = count_label(certificate.task)
    plain = machine.attention.kind == "infinite" and isinstance(label, SineOfLead)
    if shortest % p or shortest < (1 if plain else max(p, 2)):
        yield f"boxes cannot begin at length {shortest}"
    bits = machine.attention.bits
    if bits and math.log2(shortest) * logit_margin(machine) < bits - 1e-9:
        yield f"attention is not yet hardmax at length {shortest}"


def _boxes(certificate: Certificate, words: WordsTo) -> Iterator[str]:
    """Checks the boxes of the words that end in one symbol."""
    name = f"{words.symbol} at residue {words.residue}"
    mine = {
        one.level: one.splits
        for one in certificate.coverings
        if (one.symbol, one.residue) == (words.symbol, words.residue)
    }
    if words.simple and words.symbol == "2" and not certificate.share:
        alone = abs(words.value(np.eye(3)[2]))
        if mine.get(-1) != "." or alone + words.slack > certificate.bound:
            yield f"words of only twos have error {alone:.6g}, or are not listed"
    for level, box, weights in words.levels():
        leaves = list(_leaves(mine.get(level, ""), box))
        if not leaves:
            yield f"no boxes cover the words that end in {name}, level {level}"
            continue
        worst = max(words.bound(leaf, weights) for leaf in leaves)
        if worst + words.slack > certificate.bound:
            yield f"a box of {name} has only the bound {worst:.6g}"


def _leaves(splits: str, box: Box) -> Iterator[Box]:
    """Yields the leaves; none if the text is not a valid sequence of splits."""
    left, leaves = [box], []
    for letter in splits:
        if not left:
            return
        box = left.pop()
        if letter == ".":
            leaves.append(box)
            continue
        at = int(letter, 36)
        if at >= len(box):
            return
        low, high = box[at]
        middle = (low + high) / 2
        left += [
            [*box[:at], end, *box[at + 1 :]] for end in ((middle, high), (low, middle))
        ]
    if not left:
        yield from leaves


def _short(certificate: Certificate, machine: LimitTransformer) -> Iterator[str]:
    """Checks the words too short for the boxes, by their tables of counts."""
    p, task = period(certificate), certificate.task
    for n in range(task.min_length, certificate.shortest):
        for symbol in task.alphabet:
            words = WordsTo(certificate, machine, symbol, n % p)
            tables = np.array(list(_tables(words, class_sizes(n, p))))
            shares = tables[:, : 2 * p].sum(axis=1) / n
            inside = tables[(tables[:, words.own] > 0) & (shares >= certificate.share)]
            if len(inside):
                worst = words.errors(inside, n).max()
                if worst > certificate.bound:
                    yield f"a short word has error {worst:.6g}"
                    return


def _tables(words: WordsTo, sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yields the counts of keys, for all words with classes of these sizes."""
    if words.simple:
        (n,) = sizes
        for zeros in range(n + 1):
            for ones in range(n + 1 - zeros):
                yield zeros, ones, n - zeros - ones
        return
    for ones_of in itertools.product(*(range(size + 1) for size in sizes)):
        zeros_of = tuple(a - b for a, b in zip(sizes, ones_of, strict=True))
        yield (*zeros_of, *ones_of)
