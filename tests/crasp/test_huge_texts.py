"""Deep and huge texts are parsed or refused, in a process of their own."""

import json
import subprocess
import sys

import pytest

CHILD = """
import json, sys, time
from lengthwise.crasp.language.parser import parse
from lengthwise.errors import CraspError

found = []
for text in json.load(sys.stdin):
    before = time.process_time()
    try:
        parse(text)
        place, said = [], ""
    except CraspError as error:
        place, said = [error.line, error.column], str(error)
    found.append([time.process_time() - before, place, said])
# Not ru_maxrss: a process inherits that from the one that started it.
status = open("/proc/self/status").read().split()
memory = int(status[status.index("VmHWM:") + 1])
print(json.dumps({"found": found, "kilobytes": memory}))
"""

REFUSED = {
    "a million parentheses": "accept " + "(" * 10**6,
    "many parentheses": "accept " + "(" * 55_000,
    "closed parentheses": "accept " + "(" * 29_000 + "true" + ")" * 29_000,
    "negations": "accept " + "!" * 55_000 + "true",
    "else": "accept 1 < " + "1 if true else " * 14_000 + "1",
    "factors": "accept 1 < " + "2 * " * 29_000 + "1",
    "counts": "accept " + "#(1 < " * 14_000,
    "a hundred thousand lines": "".join(f'x{k} = # "a"\n' for k in range(10**5)),
    "newlines": "\n" * 10**6,
    "a name": "x" * 999_000,
    "digits": "9" * 900_000,
    "a number": "accept 1 < " + "9" * 900_000,
    "an unknown name": "accept " + "x" * 900_000,
    "an open quote": 'accept "' + "a" * 900_000,
}
PARSED = {
    "terms": "accept 1 < " + "1 + " * 29_000 + "1",
    "parts": "accept true" + " && true" * 29_000,
    "lines": "".join(f'x{k} = # "a"\n' for k in range(11_000)) + "accept true",
    "a symbol": 'accept "' + "a" * 900_000 + '"',
    "a comment": "accept true //" + "/" * 900_000,
    "blanks": "accept" + " " * 900_000 + "true",
}


@pytest.fixture(scope="module")
def answers():
    texts = json.dumps([*REFUSED.values(), *PARSED.values()])
    command = [sys.executable, "-c", CHILD]
    done = subprocess.run(
        command, input=texts, capture_output=True, text=True, check=True
    )
    found = json.loads(done.stdout)
    names = [*REFUSED, *PARSED]
    return dict(zip(names, found["found"], strict=True)), found["kilobytes"]


def test_every_answer_comes_within_two_seconds(answers):
    assert {name: row[0] for name, row in answers[0].items() if row[0] >= 2} == {}


def test_memory_stays_below_500_megabytes(answers):
    assert answers[1] < 500_000


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_is_refused_with_a_place_and_few_words(answers, name):
    _, place, said = answers[0][name]
    assert len(place) == 2
    assert None not in place
    assert len(said) < 2000


@pytest.mark.parametrize("name", PARSED)
def test_long_but_shallow_texts_are_parsed(answers, name):
    assert answers[0][name][2] == ""
