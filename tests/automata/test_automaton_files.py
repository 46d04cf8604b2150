import json

import pytest
from hypothesis import given

from lengthwise.automata.att_text import from_att
from lengthwise.automata.automaton_files import from_json, to_json
from lengthwise.automata.minimize import minimize
from lengthwise.errors import FormatError
from tests.automata.automaton_strategies import dfas
from tests.automata.operations import to_att

GOOD = {
    "alphabet": ["a", "b"],
    "start": 0,
    "accepting": [0],
    "transitions": [[1, 0], [1, 1]],
}


@given(dfas())
def test_json_round_trip(dfa):
    assert from_json(to_json(dfa)) == dfa


@given(dfas())
def test_att_round_trip(dfa):
    assert minimize(from_att(to_att(dfa), alphabet=dfa.alphabet)) == minimize(dfa)


def test_null_is_a_dead_state():
    dfa = from_json(json.dumps({**GOOD, "transitions": [[None, 0]]}))
    assert dfa.transitions == ((1, 0), (1, 1))
    assert from_json(json.dumps(GOOD)) == dfa


def test_att_names_and_outputs():
    dfa = from_att("s t open open\n\n t s close\ns\n")
    assert dfa.accepts(["open", "close"])
    assert dfa.alphabet.symbols == ("open", "close")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"alphabet": "ab"}, "'alphabet' must be a list of texts"),
        ({"alphabet": ["a", 1]}, "'alphabet' must be a list of texts"),
        ({"alphabet": ["a", "a"]}, "stands twice"),
        ({"alphabet": []}, "without symbols"),
        ({"start": True}, "'start' has true; states are numbers"),
        ({"start": 2}, "the start is 2"),
        ({"accepting": 0}, "'accepting' must be a list"),
        ({"accepting": [0.0]}, "'accepting' has 0.0"),
        ({"transitions": [[1]]}, "state 0 has 1 transitions"),
        ({"transitions": [1, 0]}, "'transitions' must be a list"),
        ({"transitions": [["1", 0]]}, "'transitions' has \"1\""),
        ({"transitions": [[-1, 0]]}, "state 0 leads to -1"),
        ({"transitions": []}, "without states"),
        ({"states": 2}, "has the key 'states'"),
        ({"transitions": [[[[]], 0]]}, "'transitions' has a list or an object"),
        ({"accepting": ["x" * 999]}, "x…; states are numbers"),
    ],
)
def test_wrong_json_is_refused_with_one_line(change, message):
    with pytest.raises(FormatError, match=message) as caught:
        from_json(json.dumps({**GOOD, **change}))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nothing", "in JSON was expected"),
        ("[" * 100_000, "in JSON was expected"),
        ("[]", "an object with the keys"),
        ("{}", "has no 'alphabet'"),
        ('{"start": NaN}', "NaN is no JSON number"),
        ('{"start": 0, "start": 1}', "the key 'start' stands twice"),
    ],
)
def test_other_texts_are_refused(text, message):
    with pytest.raises(FormatError, match=message):
        from_json(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the text has no transition"),
        ("0 x\n", "line 1: found '0 x'"),
        ("0 1 a b\n", "output 'b' for symbol 'a'"),
        ("0 1 0 1\n", "output '1' for symbol '0'"),
        ("0 1 a 0.5\n1 0 b\n", "line 2: the weight '0' after '0.5'"),
        ("0 1 a\n0 1\n1 2\n", "line 3: the weight '2' after '1'"),
        ("0 1 <eps>\n", "without symbols"),
        ("0 1 a a x\n", "line 1: found"),
        ("0 1 a b 0.5\n", "line 1: found"),
        ("0 inf\n", "line 1: found"),
        ("0\n", "without symbols"),
        ("an example automaton\n0 1 a\n", "line 2: the state '0' is a number, unlike"),
        ("0 1 a\nan example automaton\n", "line 2: the state 'an' is no number"),
        ("0 1 @_IDENTITY_SYMBOL_@\n", "stands for symbols that are not named"),
        ("0 1 a\x00\n", "cannot be printed"),
    ],
)
def test_wrong_att_is_refused(text, message):
    with pytest.raises(FormatError, match=message):
        from_att(text)


def test_too_many_transitions_are_refused_before_they_are_built():
    rows = [[0, 0]] * 125_001
    with pytest.raises(FormatError, match="125001 states and 2 symbols; at most"):
        from_json(json.dumps({**GOOD, "transitions": rows}))
    symbols = [f"s{k}" for k in range(250_001)]
    with pytest.raises(FormatError, match="0 states and 250001 symbols"):
        from_json(json.dumps({**GOOD, "alphabet": symbols, "transitions": []}))
    lines = "".join(f"{k} {k} s{k}\n" for k in range(501))
    with pytest.raises(FormatError, match="501 states and 501 symbols; at most"):
        from_att(lines)
    assert len(from_att(lines[: lines.index("499 499")])) == 500
