import pytest

from lengthwise.automata import dot_text
from lengthwise.automata.dot_text import read_dot
from lengthwise.automata.minimize import minimize
from lengthwise.automata.regex import regex
from lengthwise.errors import FormatError

ENDS = "s [shape=point]; s -> 0; 1 [shape=doublecircle];"


@pytest.mark.parametrize(
    ("body", "language"),
    [
        (f"{ENDS} 0 -> 1 [label=a]; 1 -> 1 [label=b]", "ab*"),
        (f'{ENDS} 0 -> 1 [label="a, b"]', "a|b"),
        (f'{ENDS} 0 -> 1 [label="a\\nb"]', "a|b"),
        (f'{ENDS} 0 -> 1 -> 0 [label="a" color=red]', "a(aa)*"),
        (f'{ENDS} 0 -> 1; 1 -> 1 [label="a"]', "a*"),
        (f'{ENDS} 0 -> 1 [label="ε,a"]', "a?"),
        (f'{ENDS} edge [label=a] 0 -> 1 edge [label="b"] 1 -> 0', "a(ba)*"),
        (f"{ENDS} subgraph x {{ edge [label=a]; 0 -> 1 }} 1 -> 1 [label=b]", "ab*"),
        (f"{ENDS} {{ 0 -> 1 [label=a] }}", "a"),
        (f'{ENDS} rankdir=LR; 0:n -> 1:s:e [label="a" + "b"];', "(ab)"),
        (
            (
                'node [shape=circle]; "" [shape=none, label=""]; "" -> 0; node '
                "[peripheries=2]; 1; 0 -> 1 [label=a] // end\n# another\n/* last */"
            ),
            "a",
        ),
        ("0 [is_start=True]; 1 [is_final=True]; 0 -> 1 [label=a]", "a"),
        ('x [style="invis"]; x -> 0; 0 [final=1]; 0 -> 0 [label=a]', "a*"),
    ],
)
def test_drawings_of_automata_are_read(body, language):
    found = read_dot(f"digraph G {{\n {body} }}")
    expected = regex(language).dfa
    if language == "(ab)":  # one symbol of two characters
        assert found.dfa.accepts(["ab"])
        return
    assert minimize(found.dfa).transitions == expected.transitions
    assert minimize(found.dfa).accepting == expected.accepting


def test_a_comma_can_be_a_letter_and_quotes_are_read():
    found = read_dot(f'strict digraph {{ {ENDS} 0 -> 1 [label=","] }}')
    assert found.dfa.accepts([","])
    assert read_dot(f'digraph {{ {ENDS} 0 -> 1 [label="\\""] }}').dfa.accepts(['"'])


def test_what_reads_nothing_is_noted():
    found = read_dot(
        f'digraph {{ {ENDS} 0 -> 1; 0 -> 1 [label="λ"] 1 -> 1 [label=a] }}'
    )
    assert found.notes[:2] == (
        "an arrow without a label reads nothing",
        "'λ' reads nothing",
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("graph { a -- b }", "a directed graph"),
        ("digraph { a -- b }", "without an arrow"),
        ("digraph { a -> {b c} }", "to a group of nodes"),
        ("digraph { {a b} -> c }", "from a group of nodes"),
        ("digraph { a -> b [label=<<b>x</b>>] }", "HTML"),
        ("digraph { a -> b [label=x] }", "no start state"),
        ("digraph { s [shape=none] s -> a a -> a [label=x] }", "no accepting state"),
        ("digraph { a ", "found the end"),
        ("digraph { a [b c=d ", "found the end"),
        ("digraph { } digraph { }", "one automaton"),
        ("digraph { a => b }", "was expected|does not belong"),
        (f"digraph {{ {'{' * 60}", "at most 50 deep"),
    ],
)
def test_other_drawings_are_refused(text, message):
    with pytest.raises(FormatError, match=message) as caught:
        read_dot(text)
    assert "\n" not in str(caught.value)


def test_too_many_arrows_are_refused(monkeypatch):
    monkeypatch.setattr(dot_text, "MAX_CELLS", 3)
    with pytest.raises(FormatError, match="at most 3 nodes and arrows"):
        read_dot("digraph { a -> b -> c -> d -> e }")
