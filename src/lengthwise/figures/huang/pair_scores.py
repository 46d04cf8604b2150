"""Decoders of the tables on the words of a no, by number of repetitions.

The certificate of a no has words x u^k v and x u^k w v, exactly one of which is in the
language, and no program of the class distinguishes them for every k. So these pairs are
the sharpest test of a no. Their scores are in files of their own beside the records of
a table, ``NAME.pairs``.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lengthwise.errors import FormatError
from lengthwise.experiments.records.line_files import append, cut
from lengthwise.figures.huang.all_suites import SUITES
from lengthwise.figures.huang.suite import Suite
from lengthwise.figures.huang.suite_tables import POSITIONS, percent
from lengthwise.jsontext import json_value
from lengthwise.tables import Table

ENDING = ".pairs"
"""The ending of files of scores."""

BOTH = 2
"""The words of a pair."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairScore:
    """One decoder on the pairs of words of a no, from a line of the records.

    Attributes:
        trial: The key of the trial.
        class_name: The class about which the verdict is no.
        right: By repetitions k: the number of correct words out of two.
        longest: By repetitions k: the length of the longer word.
    """

    trial: str
    class_name: str
    right: Mapping[int, int]
    longest: Mapping[int, int]

    def data(self) -> dict[str, object]:
        """Returns the score as JSON data."""
        return {
            "trial": self.trial,
            "class": self.class_name,
            "right": {str(k): n for k, n in self.right.items()},
            "longest": {str(k): n for k, n in self.longest.items()},
        }

    def line(self) -> str:
        """Returns the score as a line of JSON.

        Examples:
            >>> one = PairScore(
            ...     trial="ab", class_name="C-RASP[]", right={1: 2}, longest={1: 4}
            ... )
            >>> one.line()
            '{"class":"C-RASP[]","longest":{"1":4},"right":{"1":2},"trial":"ab"}'
            >>> score_of_line(one.line()) == one
            True
        """
        return json.dumps(self.data(), sort_keys=True, separators=(",", ":"))


def score_of_line(line: str) -> PairScore:
    """Returns the score that `PairScore.line` wrote.

    Raises:
        FormatError: The line is not JSON, or is not a score.
    """
    fields = json_value(line, what="a score on pairs")
    try:
        right, longest = (
            {int(k): int(n) for k, n in fields[name].items()}
            for name in ("right", "longest")
        )
        names = str(fields["trial"]), str(fields["class"])
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        raise FormatError(f"not a score on pairs: {error}") from None
    if right.keys() != longest.keys() or not set(right.values()) <= {0, 1, BOTH}:
        raise FormatError("not a score on pairs: of each, 0, 1 or 2 words are right")
    return PairScore(
        trial=names[0],
        class_name=names[1],
        right=dict(sorted(right.items())),
        longest=dict(sorted(longest.items())),
    )


def read_pair_scores(folder: Path) -> list[PairScore]:
    """Returns the scores of all tables in a folder; none if there is no such file.

    Raises:
        FormatError: A line is damaged; the message names it.
    """
    scores = []
    for name in SUITES:
        path = folder / f"{name}{ENDING}"
        lines = path.read_text("utf-8").splitlines() if path.is_file() else []
        for number, line in enumerate(lines, 1):
            try:
                scores.append(score_of_line(line))
            except FormatError as error:
                raise FormatError(f"{path}, line {number}: {error}") from None
    return scores


def add_pair_scores(folder: Path, suite: Suite, scores: Iterable[PairScore]) -> None:
    """Appends the scores of models of a table to its file in a folder."""
    lines = [one.line() for one in scores]
    if lines:
        path = folder / f"{suite.name}{ENDING}"
        cut(path)
        append(path, lines)


def pairs_table(suite: Suite, scores: Iterable[PairScore]) -> Table | None:
    """Returns how many models of each cell are right on both words of a pair.

    ``None`` if no model of the table was asked. Cells whose models have no scores are
    left out.
    """
    by_trial = {one.trial: one for one in scores}
    rows: list[tuple[str | None, ...]] = []
    for cell in suite.cells:
        asked = [by_trial[one.key] for one in cell.trials if one.key in by_trial]
        by_class: dict[str, list[PairScore]] = defaultdict(list)
        for one in asked:
            by_class[one.class_name].append(one)
        for class_name, some in by_class.items():
            longest = some[0].longest
            inside = [k for k, n in longest.items() if n <= cell.bins[0].high]
            ends = [min(longest), inside[-1] if inside else None, max(longest)]
            head = (cell.task, POSITIONS[cell.scheme], class_name, str(len(some)))
            rows.append((*head, *(_share(some, k) for k in ends)))
    if not rows:
        return None
    return Table(
        name=f"{suite.name}-pairs",
        caption="Models that are right on both words of a pair of the no, in percent.",
        header=(
            *("task", "positions", "no in", "models", "shortest pair"),
            *("longest pair in training", "longest pair"),
        ),
        align="lllrrrr",
        note=NOTE,
        rows=tuple(rows),
    )


NOTE = (
    "The two words of a pair differ in membership, and no program of the class "
    "distinguishes all pairs. In brackets: the length of the longer word. Longest pair "
    "in training: both words are no longer than the training inputs."
)
"""How to read `pairs_table`."""


def _share(scores: Sequence[PairScore], k: int | None) -> str | None:
    """The share of models that are right on both words, and the longer length."""
    if k is None:
        return None
    right = sum(one.right[k] == BOTH for one in scores) / len(scores)
    return f"{percent(right)} ({scores[0].longest[k]})"
