"""Decoders on the words of a no: accuracy by number of repetitions.

The certificate of a no has words x u^k v and x u^k w v, exactly one of which is in the
language. No program of the class distinguishes them for every k. A decoder trained on
short words may still do so up to some k.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from lengthwise.errors import SpecError
from lengthwise.experiments.engines.runner import arrays
from lengthwise.experiments.records.record import Record
from lengthwise.figures.huang.suite import Scheme
from lengthwise.tasks.task import Task
from lengthwise.theory.verdict.pair_set import has_pairs, pair_set
from lengthwise.theory.verdict.verdict import Verdict
from lengthwise.theory.verdict.verdict_answer import Answer
from lengthwise.training.evaluating.word_acceptance import accepted
from lengthwise.words import Word

Pairs: TypeAlias = dict[int, tuple[Word, Word]]
"""By repetitions: the word in the language, and the other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairCurve:
    """Decoders on the pairs of words of a no, by the repetitions k.

    Attributes:
        row: The answer whose certificate has the pairs.
        right: By scheme and k: for each seed, the number of correct words out of two.
        longest: By k: the length of the longer word.
        inside: The word in the language, for the first k.
        outside: The other word.
    """

    row: Answer
    right: Mapping[Scheme, Mapping[int, tuple[int, ...]]]
    longest: Mapping[int, int]
    inside: Word
    outside: Word

    def share(self, scheme: Scheme, k: int) -> float:
        """The fraction of seeds that are correct on both words."""
        seeds = self.right[scheme][k]
        return sum(right == 2 for right in seeds) / len(seeds)

    def sentence(self, scheme: Scheme) -> str:
        """The k up to which all seeds are correct, and the accuracy at the last one."""
        last = max(self.longest)
        kept = 0
        for k in self.longest:
            if self.share(scheme, k) < 1:
                break
            kept = k
        begin = f"all right up to k = {kept}" if kept else "not all right at any k"
        if kept == 0 and any(self.share(scheme, k) == 1 for k in self.longest):
            begin = "not all right at the first k"
        share = self.share(scheme, last)
        return (
            f"{begin}; at k = {last} ({self.longest[last]} symbols) {share:.0%} of the "
            "seeds are right on both words"
        )


def pair_curves(
    task: Task,
    verdict: Verdict,
    nets: Mapping[Scheme, Sequence[Record]],
    *,
    up_to: int,
) -> tuple[tuple[PairCurve, ...], tuple[str, ...]]:
    """Returns a curve for each no with a certificate, and why others have none.

    Args:
        task: The task.
        verdict: Its verdict.
        nets: By position scheme: records with weights.
        up_to: The longest words.
    """
    asked: list[tuple[Answer, Pairs]] = []
    reasons = []
    for row in _no_rows(verdict, task):
        if has_pairs(row):
            try:
                asked.append((row, _pairs(task, row, up_to)))
            except SpecError as error:
                reasons.append(str(error))
    # All words at once: one compiled program for each position scheme.
    words = [word for _, pairs in asked for both in pairs.values() for word in both]
    right = {scheme: _right(records, words) for scheme, records in nets.items()}
    curves, first = [], 0
    for row, pairs in asked:
        last = first + len(pairs)
        curves.append(
            PairCurve(
                row=row,
                right={
                    scheme: dict(zip(pairs, counts[first:last], strict=True))
                    for scheme, counts in right.items()
                },
                longest={k: max(map(len, both)) for k, both in pairs.items()},
                inside=next(iter(pairs.values()))[0],
                outside=next(iter(pairs.values()))[1],
            )
        )
        first = last
    return tuple(curves), tuple(reasons)


def _right(records: Sequence[Record], words: Sequence[Word]) -> list[tuple[int, ...]]:
    """For each pair and net the number of correct words; members come first."""
    trained = [(one.trial.lane, arrays(one)) for one in records]
    told = accepted(records[0].trial.recipe.static, trained, words)
    counts = told[:, ::2].astype(int) + (~told[:, 1::2]).astype(int)
    return [tuple(one) for one in counts.T.tolist()]


def _no_rows(verdict: Verdict, task: Task) -> Iterator[Answer]:
    """The answers about whole words, as decoders of the format give them.

    A decoder of next sets predicts after a word whether it may end there, which is the
    convention ``end``.
    """
    wanted = "last" if task.format == "recognize-last" else "end"
    return (row for row in verdict.answers if row.acceptance == wanted)


def _pairs(task: Task, row: Answer, up_to: int) -> Pairs:
    """The words in and not in the language, by repetitions.

    Raises:
        SpecError: No pair is this short, or every pair has a word that is not a prefix
            of a member; decoders of next sets never read these.
    """
    pairs = {
        pair["repetitions"]: (tuple(pair["inside"]), tuple(pair["outside"]))
        for pair in pair_set(row, up_to=up_to)
        if pair["padding"] in (0, pair["repetitions"])
    }
    if task.format == "next-set":
        pairs = {k: both for k, both in pairs.items() if _is_read(task, both)}
    if not pairs:
        raise SpecError(
            f"the pairs of the no in {row.class_name} are not asked: one word of each "
            f"has more than {up_to} symbols or is no beginning of a member, and these "
            "decoders never read such words"
        )
    return pairs


def _is_read(task: Task, words: Iterable[Word]) -> bool:
    """Whether all words are prefixes of members."""
    dfa = task.dfa
    return dfa is not None and all(dfa.run(word) in dfa.live for word in words)
