"""No address of a database shows its password, however it is written."""

from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.addresses import (
    EXAMPLE,
    address_without_secrets,
    is_ambiguous,
    secrets_in,
    without_arguments,
    without_secrets,
)

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

MISTYPED = {
    f"postgresql:/u:{SECRET}@h/d": "postgresql:***@h/d",
    f"postgresql//u:{SECRET}@h/d": "postgresql/***@h/d",
    f"postgresql:u:{SECRET}@h/d": "postgresql:***@h/d",
    f"postgresql:\\\\u:{SECRET}@h/d": "postgresql:***@h/d",
    f"postgresql:u:{SECRET}": "postgresql:***",
    f"postgresql: //u:{SECRET}@h/d": "postgresql:***",
    f"postgres:/{SECRET}@h/d": "postgres:***@h/d",
    f"u:{SECRET}@h/d": "u:***@h/d",
    f"u:{SECRET}@[::1]:5432/d": "u:***@[::1]:5432/d",
    f"u:/{SECRET}@h/d": "u:***@h/d",
    f"u:{SECRET}@b@h/d": "u:***",
    f"u:a {SECRET}@h/d": "u:***",
    f"u:{SECRET}@h/d?sslmode=require": "u:***",
    f"jdbc:postgresql://h/d?password={SECRET}": "jdbc:***",
    f"postgres://u:{SECRET}@h/d": "postgres://u:***@h/d",
    f"POSTGRESQL://u:{SECRET}@h/d": "POSTGRESQL://u:***@h/d",
    f" postgresql://u:{SECRET}@h/d ": "postgresql://u:***@h/d",
    f"postgresql://u:{SECRET}%@h/d": "postgresql://u:***@h/d",
    f"postgresql://u:%zz{SECRET}@h/d": "postgresql://u:***@h/d",
    f"postgresql://u:{SECRET}@[::1]:5432/d": "postgresql://u:***@[::1]:5432/d",
    f"postgresql://u:{SECRET}@::1/d": "postgresql://***",
    f"postgresql://u%3A{SECRET}@h/d": "postgresql://***",
    f"postgresql://u:{SECRET}%40h/d": "postgresql://***",
    f"postgresql://u:12 {SECRET}": "postgresql://***",
    f"postgresql://u:a\n{SECRET}@h/d": "postgresql://u:***@h/d",
    f"postgresql://h/d;pwd={SECRET}": "postgresql://***",
    f"postgresql://h/d&password={SECRET}": "postgresql://***",
    f"postgresql://h/d?user=u:{SECRET}": "postgresql://h/d?user=***",
    f"postgresql://h/d?user=u%3a{SECRET}": "postgresql://h/d?user=***",
    f"postgresql://h/d?sslmode=a;pwd={SECRET}": "postgresql://h/d?sslmode=***",
    f"postgresql://h/d?sslmode=a pwd={SECRET}": "postgresql://***",
    f"host=h user=u pwd={SECRET} dbname=d": "host=h user=u pwd=***",
    f"host=h password='{SECRET} x' dbname=d": "host=h password=***",
    f"host=h sslpassword={SECRET}": "host=h sslpassword=***",
    f"host='a b {SECRET}": "host=***",
    f"user=u:{SECRET} host=h": "user=***",
    f"host=h password=a@{SECRET}": "host=***",
}
"""What a hand may write instead of an address, and what is shown of it."""


@pytest.mark.parametrize("address", MISTYPED)
def test_a_mistyped_address_hides_its_password_and_shows_the_rest(address):
    assert address_without_secrets(address) == MISTYPED[address]
    for word in (address, f"--store={address}"):
        said = f"lengthwise: no file {word!r}, {word}: lost; write {EXAMPLE}"
        shown = without_arguments(said, ["store", word])
        assert SECRET not in shown
        assert shown.endswith(f"write {EXAMPLE}")


@pytest.mark.parametrize("address", WRITTEN)
def test_a_password_is_hidden_alone_and_in_a_line(address):
    for text in (address, f"the store {address!r} is not a URL", f"{address}: lost"):
        assert SECRET not in without_secrets(text)
        assert without_secrets(without_secrets(text)) == without_secrets(text)
    assert SECRET not in address_without_secrets(address)


def test_what_is_not_secret_is_shown():
    for address in (
        "sqlite:///a:b@c?d.db",
        "postgresql://anna@db.example.org:5432/runs?sslmode=require",
        "postgresql://[::1]:5432/runs",
        "lengthwise.db",
        "anna@db/runs",
        "db:5432/runs",
        "sqlite:runs.db",
        "host=db port=5432 user=anna passfile=/home/anna/.pgpass",
    ):
        assert address_without_secrets(address) == address
        assert without_secrets(address) == address
    for line in (
        "no store is there: lost; see lengthwise store --help",
        "the letter '@' at 3: is no letter of a program",
        "postgresql://anna@db/runs; nothing is lost",
    ):
        assert without_secrets(line) == line
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
    assert without_secrets("port5!x!", ["!x!"]) == "port5***"
    assert without_secrets("postgresql", ["postgres"]) == "postgresql"
