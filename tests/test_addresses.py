"""No address of a database shows its password, however it is written."""

from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.addresses import is_ambiguous, secrets_in, without_secrets

SECRET = "Tr0ub4dor"
WRITTEN = (
    f"postgresql://u:{SECRET}@h/d",
    f"postgresql://u:{SECRET}@/d?host=/run/pg",
    f"postgresql://h/d?user=u&password={SECRET}",
    f"postgresql://h/d?password={SECRET}&user=u&password={SECRET}",
    f"postgresql://h/d?pass%77ord={SECRET}",
    f"postgresql://h/d?PASSWORD={SECRET}",
    f"postgresql://h/d?sslpassword={SECRET}&sslmode=require",
    f"postgresql://h/d?options={SECRET}",
    f"postgresql://h/d?{SECRET}",
    f"postgresql://u:a@{SECRET}@h/d",
    f"postgresql://u:{SECRET}@b@h/d",
    f"postgresql://u:a/{SECRET}@h/d",
    f"postgresql://u:{SECRET}/b@h/d",
    f"postgresql://u:a?{SECRET}@h/d",
    f"postgresql://u:{SECRET}?b@h/d",
    f"postgresql://u:{SECRET}#b@h/d",
    f"postgresql://u:{SECRET} b@h/d",
    f"postgresql://u:{SECRET}",
    f"postgresql://h/d?password=a {SECRET}",
    f"postgresql://h/d?password=a@{SECRET}",
    f"mysql://u:{SECRET}@h/d",
    f"host=h user=u password={SECRET}",
    f"host=h password = '{SECRET} x'",
)


@pytest.mark.parametrize("address", WRITTEN)
def test_a_password_is_hidden_alone_and_in_a_line(address):
    for text in (address, f"the store {address!r} is no URL", f"{address}: lost"):
        assert SECRET not in without_secrets(text)
        assert without_secrets(without_secrets(text)) == without_secrets(text)


def test_what_is_not_secret_is_shown():
    for address in (
        "sqlite:///a:b@c?d.db",
        "postgresql://anna@db.example.org:5432/runs?sslmode=require",
        "postgresql://[::1]:5432/runs",
        "lengthwise.db",
        "no store is there: lost; see lengthwise store --help",
    ):
        assert without_secrets(address) == address
    said = "postgresql://u:***@/d?host=/run/pg cannot be reached: no; check the URL"
    assert without_secrets(said) == said


@given(st.text(st.characters(codec="utf-8"), min_size=1, max_size=12))
def test_a_quoted_password_is_hidden_whatever_is_in_it(password):
    quoted = quote(password, safe="")
    assert without_secrets(f"postgresql://u:{quoted}@h/d") == "postgresql://u:***@h/d"
    found = without_secrets(f"postgresql://h/d?user=u&password={quoted}")
    assert found == "postgresql://h/d?user=u&password=***"
    assert not is_ambiguous(f"postgresql://u:{quoted}@h/d")


def test_a_word_of_the_driver_is_hidden():
    words = secrets_in({"password": "a b", "host": "h", "options": ("c", "d")})
    assert words == ["a b", "c", "d"]
    said = without_secrets('no "a b", "a%20b" or "a+b" in h', words)
    assert said == 'no "***", "***" or "***" in h'
