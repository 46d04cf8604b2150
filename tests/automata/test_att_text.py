"""Files of transducer tools: what is read, and what is not read as something else."""

import pytest

from lengthwise.automata.att_text import from_att, read_att
from lengthwise.automata.minimize import minimize
from lengthwise.automata.regex import regex
from lengthwise.errors import FormatError

PLAIN = "0 1 a\n1 0 b\n0\n"
AB = regex("(ab)*").dfa


@pytest.mark.parametrize("comment", ["# three words", "// a b", "  # x", "#1 2 a"])
def test_a_comment_is_no_transition(comment):
    read = read_att(f"{comment}\n{PLAIN}")
    assert minimize(read.dfa) == AB
    assert read.notes == ("1 line that begins with # or // left out as comments",)
    assert "2 lines that begin" in read_att(f"{comment}\n{comment}\n{PLAIN}").notes[0]


@pytest.mark.parametrize(
    "name",
    ["<eps>", "<EPS>", "<epsilon>", "@0@", "@_EPSILON_SYMBOL_@", "ε", "<Epsilon>"],
)
def test_the_empty_symbol_is_no_letter(name):
    read = read_att(f"0 1 a\n1 2 {name}\n2 0 b\n0\n")
    assert minimize(read.dfa) == AB
    assert read.notes[0] == f"{name!r} reads nothing"


@pytest.mark.parametrize(
    "text",
    [
        "0 1 a 0.5\n1 0 b 0.5\n0\n",
        "0 1 a a 2\n1 0 b b 2.0\n0 3\n",
        "0 1 a 0\n1 0 b\n0 0\n",
        "0 1 a a\n1 0 b b\n0\n",
        "0 1 a a 1e-3\n1 0 b .001\n0\n",
    ],
)
def test_weights_that_are_all_alike_are_left_out(text):
    assert minimize(from_att(text)) == AB


def test_weights_are_noted():
    assert "all weights are alike" in read_att("0 0 a 0.5\n0\n").notes[0]
    assert read_att("0 0 a 0\n0 0\n").notes == ()


def test_several_targets_are_read():
    read = read_att("0 0 a\n0 0 b\n0 1 b\n1\n")
    assert minimize(read.dfa) == regex("(a|b)*b").dfa
    assert "nondeterministic" in read.notes[0]


def test_a_zero_among_numbers_is_noted():
    (note,) = read_att("0 0 0\n0 1 1\n1\n").notes
    assert note.startswith("'0' is a letter here")
    assert read_att("0 0 0\n0 1 a\n1\n").notes == ()


def test_the_first_state_is_the_start_also_if_it_accepts():
    assert from_att("1\n0 1 a\n1 0 b\n").accepts("ba")


@pytest.mark.parametrize(
    "text", ["0 1 a\nthis line speaks\n", "0 1 a 1\n1 0 b 2\n", "0 1 <rho>\n"]
)
def test_what_would_change_the_language_is_refused(text):
    with pytest.raises(FormatError, match=r"line [12]:"):
        from_att(text)


@pytest.mark.parametrize("line", ["0\t1\t ", "0\t1\t", "0\t1\ta\t ", "0\t\ta"])
def test_a_blank_between_tabs_is_not_overlooked(line):
    with pytest.raises(FormatError, match=r"line 1: a column of .* is blank"):
        from_att(f"{line}\n1\n")
    assert from_att("0\t1\ta\t\r\n1\t0\tb\r\n0\r\n").accepts("ab")


NAMED = "q0 q1 a\nq1 q0 b\nq0\n"


@pytest.mark.parametrize("comment", ["my small automaton", "automaton", "q0"])
@pytest.mark.parametrize("before", [True, False])
def test_words_among_named_states_are_no_transition(comment, before):
    text = f"{comment}\n{NAMED}" if before else f"{NAMED}{comment}\n"
    if comment == "q0":
        assert minimize(from_att(text)) == minimize(AB)
    else:
        with pytest.raises(FormatError, match="nothing leads from the start"):
            from_att(text)


def test_numbers_that_nothing_leads_to_are_noted():
    notes = read_att("0 0 a\n2 1 b\n3 1 b\n0\n").notes
    assert notes == ("nothing leads from the start 0 to 3 states",)
