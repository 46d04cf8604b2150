"""Scores on the pairs of words of a no: in files and in tables."""

from dataclasses import replace

import pytest

from lengthwise.errors import FormatError
from lengthwise.figures.huang.pair_scores import (
    PairScore,
    add_pair_scores,
    pairs_table,
    read_pair_scores,
    score_of_line,
)
from lengthwise.figures.huang.suite import Cell, Suite
from lengthwise.jobs.suite_reproduction import from_records
from lengthwise.tasks.length_bins import LengthBin

CELL = Cell(
    task="parity_language",
    scheme="none",
    places=10,
    model={"layers": 1, "heads": 1, "width": 8},
    recipe={"max_steps": 1, "stop": "mean", "batch": 4},
    seeds=2,
    bins=(LengthBin(1, 4), LengthBin(5, 8)),
)
SUITE = Suite(name="huang-languages", title="Tiny", cells=(CELL,))


def score(trial, *right):
    counts = dict(enumerate(right, 1))
    lengths = {k: 2 * k + 1 for k in counts}
    return PairScore(
        trial=trial.key, class_name="C-RASP[]", right=counts, longest=lengths
    )


def test_the_table_has_the_shortest_and_the_longest_pairs(tmp_path):
    first, second = CELL.trials
    add_pair_scores(tmp_path, SUITE, [score(first, 2, 2, 0)])
    with (tmp_path / "huang-languages.pairs").open("a") as file:
        file.write('{"trial": "a cra')  # what a crash leaves is removed
    add_pair_scores(tmp_path, SUITE, [score(second, 2, 1, 1)])
    add_pair_scores(tmp_path, SUITE, [])
    read = read_pair_scores(tmp_path)
    assert read == [score(first, 2, 2, 0), score(second, 2, 1, 1)]
    table = pairs_table(SUITE, read)
    head = ("parity_language", "NoPE", "C-RASP[]", "2")
    # Training inputs have at most 4 symbols, so the last pair in training is the first.
    assert table.rows == ((*head, "100.0 (3)", "100.0 (3)", "0.0 (7)"),)
    long = [replace(one, longest={1: 5, 2: 6, 3: 7}) for one in read]
    assert pairs_table(SUITE, long).rows == ((*head, "100.0 (5)", None, "0.0 (7)"),)
    assert pairs_table(SUITE, []) is None
    (found,) = from_records([SUITE], tmp_path)
    assert found.scores == tuple(read)
    assert "100.0 (3)" in str(found)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "line 1: "),
        ("[]", "line 1: not a score on pairs"),
        (
            '{"trial": "a", "class": "b", "right": {"1": 3}, "longest": {"1": 4}}',
            "0, 1",
        ),
        ('{"trial": "a", "class": "b", "right": {"1": 2}, "longest": {}}', "0, 1"),
    ],
)
def test_a_damaged_line_is_named(line, said, tmp_path):
    (tmp_path / "huang-formats.pairs").write_text(line + "\n")
    with pytest.raises(FormatError, match=said):
        read_pair_scores(tmp_path)
    with pytest.raises(FormatError):
        score_of_line(line)
