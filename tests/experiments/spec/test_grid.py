"""A grid is every combination of its lists, and is read from TOML strictly."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.errors import FormatError, InputError, SpecError
from lengthwise.experiments.spec.evaluation import Evaluation
from lengthwise.experiments.spec.grid import grid
from lengthwise.experiments.spec.schema import grid_of, read_grid
from lengthwise.experiments.spec.trial import trial

ASKED = Evaluation(lengths=(64, 1000))
TEXT = """
train_length = [8, 16]
seed = [0, 1, 2]

[task]
name = "simple"
omega = [1, 2.5]

[model]
width = [4, 8]
heads = [[1], [2]]
lags = ["none"]
scaling = ["length", "none"]

[recipe]
batch = 32
rate = [1, 0.5]

[evaluation]
lengths = [64, 1_000_000_000]
words = 100
"""

values = st.lists(st.integers(1, 60), min_size=1, max_size=3, unique=True)


@given(omega=values, lengths=values, seeds=values, width=values)
def test_a_grid_has_every_combination_once_in_order(omega, lengths, seeds, width):
    found = grid(
        "simple",
        numbers={"omega": omega},
        train_length=lengths,
        seed=seeds,
        model={"width": width},
        evaluation=ASKED,
    )
    expected = [
        trial("simple", {"omega": o}, train_length=n, seed=s, model={"width": w})
        for w, o, n, s in product(width, omega, lengths, seeds)
    ]
    assert list(found) == expected
    assert [found[k] for k in range(len(found))] == expected
    assert found[-1] == expected[-1]
    assert found[1:3] == expected[1:3]
    assert len({one.key for one in found}) == len(found)


def test_a_grid_in_toml_is_the_grid_in_python():
    found = grid_of(TEXT)
    assert found == grid(
        "simple",
        numbers={"omega": [1.0, 2.5]},
        train_length=[8, 16],
        seed=range(3),
        model={
            "width": [4, 8],
            "heads": [[1], [2]],
            "lags": (None,),
            "scaling": ["length", "none"],
        },
        recipe={"batch": 32, "rate": [1.0, 0.5]},
        evaluation=Evaluation(lengths=(64, 10**9), words=100),
    )
    assert len(found) == 2 * 3 * 2 * 2 * 2 * 2 * 2


def test_a_place_beyond_a_grid_is_an_index_error():
    found = grid("simple", numbers={"omega": 1}, train_length=8, evaluation=ASKED)
    with pytest.raises(IndexError, match="trial 1 of a grid of 1"):
        found[1]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"train_length": []}, "train_length is an empty list"),
        ({"seed": [3, 3]}, "seed contains 3 twice"),
        ({"numbers": {"omega": [1, 1.0]}}, "omega contains 1 twice"),
        ({"train_length": [8, 128]}, r"\[64\] are shorter than train_length=128"),
        ({"seed": [0, 2**32]}, "seed is 4294967296"),
        ({"seed": range(10**12)}, "1000000000000 trials; at most 1000000 are allowed"),
        (
            {"seed": range(1001), "train_length": range(1, 1001)},
            "1001000 trials; at most 1000000 are allowed",
        ),
        ({"model": {"width": [4, 0]}}, "width is 0"),
    ],
)
def test_an_impossible_grid_is_refused_when_it_is_made(settings, message):
    usual = {"numbers": {"omega": 1}, "train_length": 8, "evaluation": ASKED}
    with pytest.raises(SpecError, match=message):
        grid("simple", **usual | settings)


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("[8, 16]", '"64"', "train_length: expected `int | array`, got `str`"),
        ("[8, 16]", "[8, 16.5]", r"train_length[1]: expected `int`, got `float`"),
        ("[8, 16]", "[8, true]", r"train_length[1]: expected `int`, got `bool`"),
        ("[8, 16]", "[]", "train_length is an empty list"),
        ("[1, 2.5]", "nan", "task.omega is nan; it must be finite"),
        ("[1, 2.5]", "[1, inf]", "task.omega is inf; it must be finite"),
        ("[1, 2.5]", "1e999", "task.omega is inf; it must be finite"),
        ("[1, 2.5]", '"1"', "task.omega: expected `int | float`, got `str`"),
        ("[1, 2.5]", "{x = 1}", "task.omega: expected `int | float`, got `object`"),
        (
            "omega",
            "omga",
            "no number of simple is called 'omga'; did you mean 'omega'?",
        ),
        ('name = "simple"', "", "task.name: expected `str`, got `null`"),
        ("seed", "sed", "no key of a grid is called 'sed'; did you mean 'seed'?"),
        ("width", "with", "no key of [model] is called 'with'; did you mean 'width'?"),
        ("[4, 8]", "[4, 'x']", "model.width: expected `int`, got `str`"),
        ('["none"]', '["one"]', "model.lags[0]: invalid enum value 'one'"),
        ("heads = [[1], [2]]", "heads = 1", "model.heads: expected `array`, got `int`"),
        ("batch", "bach", "no key of [recipe] is called 'bach'"),
        ("words", "word", "no key of [evaluation] is called 'word'"),
        ("words = 100", "words = 1", "words is 1; it must be at least 64"),
        ("64,", "4,", "test lengths [4] are shorter than train_length=8"),
        ("lengths = [64, 1_000_000_000]", "", "evaluation has no `lengths`; add it"),
        ("[8, 16]", "[8, 16", "not valid TOML"),
        ("[8, 16]", "[" * 2999 + "]" * 2999, "nested too deeply"),
        ("seed = [0, 1, 2]", "seed = 1\nseed = 2", "not valid TOML"),
    ],
)
def test_a_wrong_key_or_value_is_named_in_one_line(tmp_path, before, after, message):
    assert before in TEXT
    path = tmp_path / "grid.toml"
    path.write_text(TEXT.replace(before, after, 1))
    with pytest.raises(InputError) as caught:
        read_grid(path)
    text = str(caught.value)
    assert message in text
    assert text.startswith(f"{path}: ")
    assert "\n" not in text


def test_what_is_no_text_or_too_long_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "grid.toml"
    path.write_bytes(b"seed = \xff")
    with pytest.raises(FormatError, match="not UTF-8 text: byte 8"):
        read_grid(path)
    path.write_text(TEXT)
    assert len(read_grid(path)) == 192
    monkeypatch.setattr("lengthwise.experiments.spec.schema.LARGEST_GRID", 10)
    with pytest.raises(FormatError, match="more than 10 bytes"):
        read_grid(path)


@given(st.text())
def test_any_text_is_a_grid_or_refused(text):
    with pytest.raises(InputError):
        grid_of(text)
