"""Any file: its format is found, and nothing is read as something else."""

import resource
import time

import pytest

from lengthwise.automata.automaton_files import to_json
from lengthwise.automata.automaton_reader import read_automaton
from lengthwise.automata.minimize import minimize
from lengthwise.automata.regex import regex
from lengthwise.errors import FormatError

AB = regex("(ab)*").dfa
TEXTS = {
    "json": to_json(AB),
    "att": "0 1 a\n1 0 b\n0\n",
    "dot": "// drawn\n/* by\nhand */ digraph { s [shape=point] s -> 0 0 -> 1 [label=a] "
    "1 -> 0 [label=b] 0 [shape=doublecircle] }",
    "jflap": '<structure><type>fa</type><state id="0"><initial/><final/></state>'
    '<state id="1"/><transition><from>0</from><to>1</to><read>a</read></transition>'
    "<transition><from>1</from><to>0</to><read>b</read></transition></structure>",
}


@pytest.mark.parametrize("name", sorted(TEXTS))
@pytest.mark.parametrize("begin", ["", "\ufeff", "\n  "])
def test_every_format_is_found_also_after_a_mark(name, begin):
    read = read_automaton(f"{begin}{TEXTS[name]}".encode(), name)
    assert minimize(read.dfa) == AB


def test_the_hanoi_format_is_found():
    text = 'HOA: v1 Start: 0 AP: 1 "a" Acceptance: 0 t --BODY-- State: 0 [0] 0 --END--'
    assert read_automaton(text.encode(), "x").dfa.accepts(["a"])


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\xff\xfe0\x00", "x is UTF-16 text"),
        (b"\xfe\xff", "x is UTF-16 text"),
        (b"\xff", "byte 1 is 0xff"),
        ("0 1 a\n\ufeff1 0 b\n".encode(), "a byte-order mark in the middle"),
        (b"0 1 \0\n", "a NUL character"),
        (b" null ", "not null"),
        (b'"text"', 'not "text"'),
        (b"[]", "an object with the keys"),
        (b'{"start": 0, "start": 0}', "stands twice"),
        (b"<?xml version='1.0'?><x/>", "the XML is a 'x'"),
    ],
)
def test_what_is_no_automaton_gets_its_own_line(data, message):
    with pytest.raises(FormatError, match=message) as caught:
        read_automaton(data, "x")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "data",
    [
        b"".join(b"%d %d s%d\n" % (k, k + 1, k % 7) for k in range(50_000)),
        b"digraph {" + b"a -> b [label=x];\n" * 260_000,
        b"HOA: v1 Start: 0 AP: 0 Acceptance: 0 t --BODY-- "
        + b"State: 0 [t] 0\n" * 300_000,
        b"<structure><type>fa</type>" + b"<state id='1'/>" * 300_000 + b"</structure>",
        b'{"alphabet": ["a"], "start": 0, "accepting": [], "transitions": ['
        + b"[[0, 0]]," * 260_000
        + b"[0]]}",
        b"/*" * 300_000,
        b"#\n" * 300_000,
        b"// // /* " * 10**5,
    ],
    ids=["att", "dot", "hoa", "jflap", "json", "open", "comments", "slashes"],
)
def test_large_files_end_in_time_and_memory(data):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begin = time.process_time()
    with pytest.raises(FormatError):
        read_automaton(data, "large")
    assert time.process_time() - begin < 15
    more = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert more < 1_000_000  # kilobytes
