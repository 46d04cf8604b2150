"""The exact worst disagreement: the published table, its exponent, its witness."""

import math

import numpy as np
import pytest

from lengthwise.errors import SpecError, TooLargeError
from lengthwise.limit.running.on_statistics import outputs
from lengthwise.theory.minimax import _longer_words as beyond
from lengthwise.theory.minimax.patterns import Question, attending, masses, word_masses
from lengthwise.theory.minimax.shortest_path import minimax, minimax_length
from lengthwise.theory.theorems.lower_bound import lower_bound_pair, witness
from lengthwise.words import Alphabet
from tests.theory.minimax import oracle as oracle

BITS, DIGITS = Alphabet("01"), Alphabet("012")
TWO = attending(DIGITS, {"0": 1.0, "1": 1.0})
THREE = attending(DIGITS, {})
SHIFTED = attending(DIGITS, {"1": 1.0, "2": 1.0})
EVERY = attending(BITS, {})
LAST = attending(BITS, {}, lags=(5.0,))

# Found by a search over words, so never above the supremum, and not far below it.
TABLE = {6: 0.826, 8: 0.640, 12: 0.440, 16: 0.334, 20: 0.262, 24: 0.224, 32: 0.167}


def check_table(N):
    found = minimax(N=N, f=TWO, g=THREE)
    assert TABLE[N] <= found.upper
    assert found.value <= TABLE[N] + 0.01
    assert found.value <= found.upper <= found.value * 1.001
    return found


@pytest.mark.parametrize("N", [6, 8, 12])
def test_the_table_is_reproduced(N):
    check_table(N)


@pytest.mark.slow
@pytest.mark.parametrize("N", [16, 20, 24, 32])
def test_the_long_end_of_the_table_is_reproduced(N):
    check_table(N)


def test_the_smallest_entry_is_five_sixths():
    # Halfway between the shares 1/3 and 1/2, reached over words without one symbol.
    assert minimax(N=6, f=TWO, g=THREE, tolerance=1e-4).upper == pytest.approx(
        5 / 6, abs=1e-4
    )


def test_the_exponent_is_one():
    lengths = (5, 7, 10, 14)
    options = {"f": TWO, "g": SHIFTED, "tolerance": 0.004}
    values = [minimax(N=N, **options).value for N in lengths]
    assert values == pytest.approx([3 / N for N in lengths], rel=0.005)
    slope = np.polyfit(np.log(lengths), np.log(values), 1)[0]
    assert slope == pytest.approx(-1, abs=0.01)


def test_using_the_agreement_once_costs_half_of_the_exponent():
    lengths = (4, 6, 9, 14)
    options = {"f": TWO, "g": THREE, "once": True, "tolerance": 0.03}
    values = [minimax(N=N, **options).value for N in lengths]
    slope = np.polyfit(np.log(lengths), np.log(values), 1)[0]
    assert -0.7 < slope < -0.45


@pytest.mark.parametrize("N", [3, 5, 8])
def test_against_a_constant_it_is_the_lower_bound_pair(N):
    # The hat of slope s is s/2-Lipschitz in l1; no other read-out does better.
    found = minimax(N=N, f=EVERY, g=LAST)
    f, _ = lower_bound_pair(N=N, s=2.0)
    assert found.value == pytest.approx(outputs(f, witness(N=N))[0], rel=2e-3)


def test_it_scales_with_l_and_grows_with_the_agreement():
    one, five = (minimax(N=4, f=TWO, g=SHIFTED, L=L).value for L in (1, 5))
    assert five == pytest.approx(5 * one)
    loose = minimax(N=4, f=TWO, g=SHIFTED, L=5, agreement=0.1).value
    assert five + 0.09 <= loose <= five + 0.5


CASES = {
    "lower tier": {
        "f": attending(DIGITS, {"0": 2.0}),
        "g": attending(DIGITS, {"0": 2.0, "1": 1.0}),
    },
    "nested": {"f": TWO, "g": THREE},
    "overlapping": {"f": TWO, "g": SHIFTED},
    "read-out sees the last symbol": {"f": TWO, "g": THREE, "query": "0"},
    "period": {"f": attending(BITS, {}, classes=(1.0, 0.0)), "g": EVERY},
    "two classes": {
        "f": attending(BITS, {}, classes=(1.0, 0.0)),
        "g": attending(BITS, {}, classes=(0.0, 1.0)),
        "residue": 1,
    },
    "rare against a class": {
        "f": attending(BITS, {"0": 1.0}),
        "g": attending(BITS, {}, classes=(0.0, 1.0)),
    },
    "a class of one symbol": {
        "f": attending(BITS, {"0": 1.0}, classes=(0.0, 1.0)),
        "g": attending(BITS, {"0": 1.0}),
    },
    "attended one back": {
        "f": attending(BITS, {"0": 1.0}, lags=(0.0, 1.0)),
        "g": attending(BITS, {}),
    },
    "attended one back, with a period": {
        "f": attending(BITS, {"0": 1.0}, lags=(0.0, 1.0)),
        "g": attending(BITS, {}, classes=(0.0, 1.0)),
    },
    "attended suffix": {
        "f": attending(BITS, {"1": 1.0}, lags=(0.0, 1.0)),
        "g": attending(BITS, {}, lags=(1.0, 0.5)),
    },
    "suffix alone": {"f": EVERY, "g": LAST},
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_no_word_that_is_tried_disagrees_by_more(case):
    N = 4
    found = minimax(N=N, **case, tolerance=0.03)
    question = Question(**case)
    highest = 0.0
    for _, _, u, v in word_masses(question, question.lengths(N + 1, 2 * N)):
        highest = max(highest, *map(found.sheets.distance, u, v))
    # Long words: random counts over many orders of magnitude.
    rng = np.random.default_rng(0)
    cells = question.f.alphabet, question.delta
    for _ in range(100):
        suffix = tuple(rng.choice(cells[0].symbols, size=question.tau + 1).tolist())
        suffix = (*suffix[:-1], question.query or suffix[-1])
        counts = _random_counts(rng, len(cells[0]), question, len(suffix))
        u, v = (masses(m, counts, suffix)[0] for m in (question.f, question.g))
        highest = max(highest, found.sheets.distance(u, v))
    assert highest <= found.upper + 1e-9
    assert found.value >= 0.5 * highest


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_explicit_words_and_graphs_say_the_same(case):
    """Word by word and by a general solver: nothing is shared with the search."""
    N = 3
    question = Question(**case)
    found = minimax(N=N, **case, tolerance=0.03)

    def pair(word):
        return [
            oracle.masses(m, word, question.delta) for m in (question.f, question.g)
        ]

    def meant(word):
        return (question.query in (None, word[-1])) and (
            question.residue in (None, len(word) % question.delta)
        )

    def words(first, last):
        for length in range(first, last + 1):
            yield from filter(meant, question.f.alphabet.words(length))

    bridges = {np.hstack(p).round(9).tobytes(): p for p in map(pair, words(1, N))}
    symbols = question.f.alphabet.symbols
    longest = 8 if len(symbols) == 2 else 6
    tried = [pair(word) for word in words(N + 1, longest)]
    rng = np.random.default_rng(0)
    for _ in range(60):
        # A few of each symbol, at random places, among many of another.
        word = [rng.choice(symbols)] * int(rng.integers(40, 200))
        for _ in range(rng.integers(8)):
            word[-rng.integers(1, len(word) + 1)] = rng.choice(symbols)
        if meant(word):
            tried.append(pair(tuple(map(str, word))))
    different = {np.hstack(p).round(9).tobytes(): p for p in tried}
    ways = oracle.shortest_paths(
        list(bridges.values()), [*different.values(), found.masses]
    )
    assert ways.max() <= found.upper + 1e-6
    assert ways[-1] == pytest.approx(found.value, abs=1e-6)


def test_a_rare_symbol_against_a_class():
    # A sixth of the rare symbols at even places: 1/3 to words with none or with a
    # third of them there, and 1 from these to words whose odd places lack the symbol.
    case = CASES["rare against a class"]
    found = minimax(N=3, **case)
    assert found.value == pytest.approx(4 / 3, rel=1e-3)
    assert found.upper == pytest.approx(4 / 3, rel=1e-3)
    assert minimax(N=4, **case).value == pytest.approx(7 / 6, rel=1e-3)


def test_words_of_odd_length_may_be_the_worst():
    # Residue classes of short words have different sizes; the limit does not show it.
    case = {"f": attending(BITS, {}, classes=(0.0, 1.0)), "g": LAST}
    question = Question(**case)
    found = minimax(N=3, **case)
    for _, _, u, v in word_masses(question, question.lengths(4, 9)):
        assert max(map(found.sheets.distance, u, v)) <= found.upper + 1e-9


def test_it_tells_its_gap_and_raises_where_it_is_too_large():
    found = minimax(N=4, f=TWO, g=SHIFTED)
    assert found.gap == found.upper - found.value <= 1e-3 * found.value
    assert f"between {found.value:.6g} and {found.upper:.6g} (gap " in str(found)
    with pytest.raises(TooLargeError, match=r"between .* and .* after 5 cells"):
        minimax(N=4, f=TWO, g=SHIFTED, cells=5)


def test_machines_alike_do_not_disagree():
    found = minimax(N=2, f=LAST, g=LAST)
    assert found.value == found.upper == 0


def _random_counts(rng, symbols, question, suffix):
    """One long prefix whose residue classes are as full as they must be."""
    delta = question.delta
    length = 10**9 * delta
    if question.residue is not None:
        length += (question.residue - suffix) % delta
    sizes = [(length - r) // delta + (r > 0) for r in range(delta)]
    counts = np.zeros((1, symbols, delta), dtype=np.int64)
    for r, size in enumerate(sizes):
        shares = np.sort(10.0 ** rng.uniform(-9, 0, size=symbols))
        cells = np.floor(size * shares / shares.sum()).astype(np.int64)
        cells[-1] += size - cells.sum()
        counts[0, :, r] = rng.permutation(cells)
    return counts


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
@pytest.mark.parametrize("metric", ["l1", "values"])
def test_the_witness_is_lipschitz_agrees_and_attains(case, metric):
    N, L, agreement = 4, 2.0, 0.03
    found = minimax(N=N, **case, L=L, agreement=agreement, metric=metric, tolerance=0.2)
    F, G = found.readouts()
    assert F(found.masses[0]) == 0
    assert G(found.masses[1]) == pytest.approx(found.value)
    question = Question(**case)
    rng = np.random.default_rng(0)
    points = []
    for _, _, u, v in word_masses(question, question.lengths(1, N)):
        for a, b in zip(u, v, strict=True):
            assert abs(F(a) - G(b)) <= agreement + 1e-9
        points.append((u[rng.integers(len(u))], v[rng.integers(len(v))]))
    for side, read in enumerate((F, G)):
        machine = (question.f, question.g)[side]
        table = oracle.values(machine, question.delta)
        for _ in range(40):
            x, y = (points[rng.integers(len(points))][side] for _ in "xy")
            x = (x + rng.dirichlet(np.ones(len(x)))) / 2
            gap = (
                np.abs(x - y).sum()
                if metric == "l1"
                else np.linalg.norm((x - y) @ table)
            )
            assert abs(read(x) - read(y)) <= L * gap + 1e-9


def test_the_word_has_the_masses():
    found = minimax(N=6, f=TWO, g=SHIFTED)
    counts = np.array([found.word.counts])
    for machine, there in zip((TWO, SHIFTED), found.masses, strict=True):
        assert masses(machine, counts, found.word.suffix)[0] == pytest.approx(there)


def test_the_length_is_the_smallest_that_suffices():
    for eps in (0.9, 0.55):
        N = minimax_length(eps=eps, f=TWO, g=SHIFTED, tolerance=0.01)
        assert math.ceil(3 / eps) == N
        assert minimax(N=N, f=TWO, g=SHIFTED, tolerance=0.01).upper <= eps
        assert minimax(N=N - 1, f=TWO, g=SHIFTED, tolerance=0.01).value > eps
    with pytest.raises(TooLargeError, match="words up to 6 do not"):
        minimax_length(eps=0.1, f=TWO, g=SHIFTED, largest=6)


def test_wrong_questions_are_refused(monkeypatch):
    for wrong in ({"N": 0}, {"N": 3, "L": 0}, {"N": 3, "agreement": -1}):
        with pytest.raises(SpecError, match=r"is (0|-1); it must be a"):
            minimax(f=TWO, g=THREE, **wrong)
    odd = CASES["two classes"] | {"residue": 0}
    with pytest.raises(SpecError, match="use a larger N"):
        minimax(N=1, **odd)
    monkeypatch.setattr(beyond, "LARGEST_WORDS", 3)
    with pytest.raises(TooLargeError, match="smaller horizon"):
        minimax(N=3, f=TWO, g=THREE, horizon=6)
