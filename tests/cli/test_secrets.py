"""No command prints a password: not in lines, not in JSON, not in errors."""

import json
import re

import pytest

from lengthwise.cli.main import run
from lengthwise.experiments.engines._ray_actor import passed
from tests.experiments.backends import sound_records
from tests.experiments.conftest import backend, server, url
from tests.experiments.postgres_server import PASSWORD, USER

__all__ = ["backend", "server", "url"]

SECRET = re.compile(r"a( |%20|\+)secret|Tr0ub4dor")
GRID = """
train_length = 8
seed = 0
[task]
name = "simple"
omega = 2
[evaluation]
lengths = [64]
"""


def spoken(arguments, capsys):
    code = run(arguments)
    said = capsys.readouterr()
    assert not SECRET.search(said.out + said.err), arguments
    return code, said.out + said.err


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://u:Tr0ub4dor@127.0.0.1:1/d",
        "postgresql://127.0.0.1:1/d?user=u&password=Tr0ub4dor",
        "postgresql://127.0.0.1:1/d?user=u&pass%77ord=Tr0ub4dor",
        "postgresql://127.0.0.1:1/d?user=u&password=Tr0ub%34dor",
        "postgresql://u:x@Tr0ub4dor@127.0.0.1:1/d",
        "postgresql://u:Tr0ub4dor",
        "postgresql://127.0.0.1:1/d?connect_timeout=x&password=Tr0ub4dor",
        "postgresql://127.0.0.1:1/d?plugin=Tr0ub4dor",
        "sqlite://u:Tr0ub4dor@h/d",
        "host=127.0.0.1 password=Tr0ub4dor",
        "postgres://u:Tr0ub4dor@h/d",
        "postgresql:/u:Tr0ub4dor@h/d",
        "postgresql//u:Tr0ub4dor@h/d",
        "u:x Tr0ub4dor@h/d",
        "POSTGRESQL://u:Tr0ub4dor@h/d",
    ],
)
def test_doctor_and_errors_hide_it(address, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for command in (
        ["store", "list", "--store", address],
        ["store", "info", "--json", "--store", address],
        ["store", "list", address],  # the option was forgotten
        ["store", "list", f"--stor={address}"],
        ["store", "merge", address, "--store", "sqlite:///s.db"],
        ["store", "import", address, "--store", "sqlite:///s.db"],
        ["sweep", address],
        ["study", address],
        ["verdict", "--dfa", address],
    ):
        code, said = spoken(command, capsys)
        assert code in {2, 4}
        assert said.count("\n") == 1
    monkeypatch.setenv("LENGTHWISE_STORE", address)
    for command in (["doctor"], ["doctor", "--json"]):
        code, said = spoken(command, capsys)
        assert (code, "store" in said) == (0, True)


@pytest.mark.parametrize(
    ("address", "shown", "why"),
    [
        ("postgres://u:Tr0ub4dor@h/d", "postgres://u:***@h/d", "is not supported"),
        ("POSTGRESQL://u:Tr0ub4dor@h/d", "POSTGRESQL://u:***@h/d", "is not supported"),
        ("postgresql:/u:Tr0ub4dor@h/d", "postgresql:***@h/d", "is not a URL"),
        ("u:Tr0ub4dor@h/d", "u:***@h/d", "is not a URL"),
        ("host=h password=Tr0ub4dor", "host=h password=***", "is not a URL"),
    ],
)
def test_who_mistypes_an_address_is_told_what_is_allowed(address, shown, why, capsys):
    code, said = spoken(["store", "list", "--store", address], capsys)
    assert code == 2
    assert said.startswith(f"lengthwise: the store '{shown}' is not ")
    assert why in said
    assert said.endswith("postgresql://USER@HOST/NAME\n")


@pytest.mark.parametrize("backend", ["postgresql"], indirect=True)
@pytest.mark.parametrize("form", ["userinfo", "query"])
def test_every_command_on_a_server_hides_it(
    url, form, capsys, monkeypatch, tmp_path, server
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "g.toml").write_text(GRID)
    lines = "".join(one.line() + "\n" for one in sound_records(2))
    (tmp_path / "all.jsonl").write_text(lines)
    if form == "query":
        name = url.partition("@/")[2].partition("?")[0]
        secret = PASSWORD.replace(" ", "%20")
        url = f"postgresql:///{name}?user={USER}&password={secret}&host={server.folder}"
    for command in (
        ["store", "import", "all.jsonl"],
        ["store", "info"],
        ["store", "check"],
        ["store", "migrate"],
        ["store", "prune"],
        ["store", "show", "0" * 60],
        ["sweep", "g.toml", "--dry-run"],
        ["study", "simple", "--dry-run"],
    ):
        for more in ([], ["--json"]):
            code, said = spoken([*command, *more, "--store", url], capsys)
            assert code in {0, 2}, said
    code, said = spoken(["store", "info", "--json", "--store", url], capsys)
    assert json.loads(said)["store"].startswith("postgresql://")
    wrong = url.replace("secret", "secretTr0ub4dor")
    code, said = spoken(["store", "list", "--store", wrong], capsys)
    assert code == 4
    assert "check user and password in the URL" in said


def test_the_address_of_the_store_stays_at_the_driver():
    known = {"LENGTHWISE_STORE": "postgresql://u:x@h/d", "LENGTHWISE_A": "b"}
    assert passed(known) == {"LENGTHWISE_A": "b"}
