import pytest

from lengthwise.automata import hoa_text
from lengthwise.automata.hoa_text import read_hoa
from lengthwise.errors import FormatError

HEAD = 'HOA: v1 /* a comment */\nname: "x y"\nStates: 2\nStart: 0\n'
AP = 'AP: 2 "a" "b"\nacc-name: Buchi\nproperties: state-acc\n'
INF = "Acceptance: 1 Inf(0)\n--BODY--\n"


def test_labels_are_sets_of_propositions():
    read = read_hoa(
        f'{HEAD}{AP}Alias: @x 0&!1\n{INF}State: 0 "first" [@x | !0 & 1] 1 [0&1|!0&!1] 0'
        "\nState: 1 {0} [!(f)] 0\n--END--\n"
    )
    dfa = read.dfa
    assert dfa.alphabet.symbols == ("!a&!b", "a&!b", "!a&b", "a&b")
    assert dfa.accepts(["a&!b"])
    assert dfa.accepts(["a&b", "!a&b"])
    assert not dfa.accepts(["a&b"])
    assert not dfa.accepts(["a&!b", "a&b"])
    assert "finite words" in read.notes[0]


def test_labels_of_states_and_letters_in_order():
    states = read_hoa(
        f'{HEAD}AP: 1 "a"\n{INF}State: [0] 0 1\nState: [!0] 1 {{0}} 0\n--END--'
    )
    assert states.dfa.accepts(["a"])
    assert not states.dfa.accepts(["!a"])
    order = read_hoa(f'{HEAD}AP: 1 "a"\n{INF}State: 0 0 1\nState: 1 {{0}} 1 1\n--END--')
    assert order.dfa.accepts(["!a", "a"])
    assert not order.dfa.accepts(["!a"])


def test_all_states_accept_or_none_does():
    text = "HOA: v1 Start: 0 Acceptance: 0 {} --BODY-- State: 0 [t] 0 --END--"
    assert read_hoa(text.format("t")).dfa.accepts(["t", "t"])
    assert not read_hoa(text.format("f")).dfa.accepts(["t"])


def test_several_starts_are_read():
    read = read_hoa(
        f'HOA: v1 Start: 0 Start: 1 AP: 1 "a" {INF}State: 0 [0] 0 '
        "State: 1 {0} [!0] 1 --END--"
    )
    assert read.dfa.accepts([])
    assert read.dfa.accepts(["!a"])
    assert not read.dfa.accepts(["a"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("HOA: v2", "only version v1"),
        ("HOA: 1", "a word was expected"),
        (f"{HEAD}--BODY--\n--END--", "no 'Acceptance:' line"),
        (f"{HEAD}Fairness: x", "the header Fairness: is not known"),
        (f"{HEAD}Acceptance: 2 Inf(0)&Inf(1)\n", "the acceptance '2 Inf"),
        ("HOA: v1 Start: 0&1", "alternating"),
        (f"{HEAD}{INF}State: 0 [t] 0&1", "alternating"),
        (f"{HEAD}{INF}State: 0 [t] 0 {{0}}", "acceptance must be on states"),
        (f"{HEAD}{INF}State: 0 {{1}}", "allowed here is 0"),
        (f"{HEAD}{INF}State: 0 [0] 0", "there are 0 propositions"),
        (f"{HEAD}{INF}State: 0 [99999999999] 0", "there are 0 propositions"),
        (f"{HEAD}{INF}State: 0 [x] 0", "allowed here is t or f"),
        (f"{HEAD}{INF}State: 0 [t 0", "allowed here is ]"),
        (f"{HEAD}{INF}State: 0 0 0", "more transitions than letters"),
        (f"{HEAD}{INF}State: 9999999999", "is too large"),
        (f"{HEAD}{INF}State: 0", "found the end"),
        (f"{HEAD}{INF}--END-- HOA: v1", "one automaton"),
        (f"{HEAD}{INF}State: 0 ~", "a character that does not belong"),
        (f"{HEAD}AP: 11 ", "11 propositions; at most 10"),
        (f"{HEAD}{INF}State: 0 [{'(' * 200}t] 0", "at most 100 deep"),
        (f'{HEAD}AP: 1 "a b"\n{INF}State: 0 [t] 0 --END--', "no symbol"),
        (f"HOA: v1\n{INF}State: 0 [t] 0 --END--", "no start state"),
    ],
)
def test_what_finite_words_cannot_mean_is_refused(text, message):
    with pytest.raises(FormatError, match=message) as caught:
        read_hoa(text)
    assert "\n" not in str(caught.value)


def test_the_number_of_propositions_is_bounded():
    assert 2**hoa_text.MOST_PROPOSITIONS <= 1024
