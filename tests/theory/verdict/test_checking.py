"""Certificates are checked in our words, whatever the file says of itself."""

import json

import pytest

from lengthwise.errors import FormatError
from lengthwise.theory.verdict.checking import checked
from lengthwise.theory.verdict.deciding import verdict


@pytest.mark.parametrize("key", ["positions", "acceptance"])
def test_only_names_that_we_know_are_printed_again(key):
    data = verdict(regex="(aa)*").json()
    data["answers"][0][key] = "RoPE, ALiBi and every transformer\x1b[31m"
    with pytest.raises(FormatError, match=f"'{key}' is none of") as raised:
        checked(json.dumps(data))
    assert "RoPE" not in str(raised.value)


def test_letters_of_a_file_are_not_printed():
    data = verdict(regex="(aa)*").json()
    certificate = data["answers"][0]["evidence"]["certificate"]
    certificate["walks"][0]["word"] = ["\x1b[2Kthe certificate holds"]
    found = checked(json.dumps(data))[0]
    assert found.flaw is not None
    assert "\x1b" not in str(found)
