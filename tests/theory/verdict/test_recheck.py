"""Certificates are checked in our words, whatever the file says of itself."""

import json

import pytest

from lengthwise.errors import FormatError
from lengthwise.theory.verdict.decision import verdict
from lengthwise.theory.verdict.recheck import rechecked_certificates


@pytest.mark.parametrize("key", ["positions", "acceptance"])
def test_only_names_that_we_know_are_printed_again(key):
    data = verdict(regex="(aa)*").json()
    data["answers"][0][key] = "RoPE, ALiBi and every transformer\x1b[31m"
    with pytest.raises(FormatError, match=f"'{key}' must be one of") as raised:
        rechecked_certificates(json.dumps(data))
    assert "RoPE" not in str(raised.value)


def test_letters_of_a_file_are_not_printed():
    data = verdict(regex="(aa)*").json()
    certificate = data["answers"][0]["evidence"]["certificate"]
    certificate["walks"][0]["word"] = ["\x1b[2Kthe certificate holds"]
    found = rechecked_certificates(json.dumps(data))[0]
    assert found.flaw is not None
    assert "\x1b" not in str(found)


def test_a_check_says_of_which_automaton_it_speaks():
    data = verdict(regex="(aa)*").json()
    (found, *_) = rechecked_certificates(json.dumps(data))
    assert str(found).endswith("holds for an automaton with 2 states over {a}")
    automaton = data["answers"][0]["evidence"]["automaton"]
    assert found.json()["automaton"] == automaton
    assert found.json()["flaw"] is None


def test_letters_of_an_automaton_are_shown_as_plain_text():
    data = verdict(regex="(aa)*").json()
    data["answers"] = data["answers"][:1]
    letters = ["\x1b[2J" + "x" * 99, *(f"s{k}" for k in range(49))]
    automaton = data["answers"][0]["evidence"]["automaton"]
    automaton |= {"alphabet": letters, "transitions": [[0] * 50]}
    said = str(rechecked_certificates(json.dumps(data))[0])
    assert said.isprintable()
    assert "1 state over {\\x1b[2Jxxxxxxxxxxxxxxxx…, s0, s1, " in said
    assert said.endswith(", s18 and 30 more}")


@pytest.mark.parametrize("answer", ["yes", "unknown"])
def test_a_certificate_beside_another_answer_than_no_is_refused(answer):
    data = verdict(regex="(aa)*").json()
    data["answers"][0]["answer"] = answer
    with pytest.raises(FormatError, match="none, end: the answer is not no"):
        rechecked_certificates(json.dumps(data))


def test_a_key_that_stands_twice_is_refused():
    text = json.dumps(verdict(regex="(aa)*").json())
    text = text.replace('"answer": "no"', '"answer": "yes", "answer": "no"')
    with pytest.raises(FormatError, match="the key 'answer' stands twice"):
        rechecked_certificates(text)
