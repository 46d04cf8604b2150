"""Numbers that nobody can count to, and text that is nested beyond all measure."""

import pytest

from lengthwise.cli.main import run

HUGE, LARGE, LONG = "9" * 5000, "9" * 3000, "9" * 400
TWO = ("simulate", "--f=simple:omega=4", "--g=simple:omega=4", "--eps=0.5")
WORD = ("--word=0101010101",)
COUPLING = (*TWO, *WORD, "--bits=8", "--method=coupling")


def refused(capsys, *arguments):
    """The one line that a refused command says."""
    assert run(arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert len(said.err) < 500
    return said.err


@pytest.mark.parametrize("command", ["verdict", "study"])
@pytest.mark.parametrize("repeat", ["{%s}", "{2,%s}", "{%s,}"])
def test_a_repeat_has_a_number_that_can_be_repeated(command, repeat, capsys):
    said = refused(capsys, command, "--regex", f"a{repeat % HUGE}")
    assert "a repeat stands for a number of 5000 digits of symbols" in said


@pytest.mark.parametrize("digits", [HUGE, LARGE, LONG])
def test_lengths_that_nobody_can_enumerate_are_refused(digits, capsys):
    said = refused(capsys, "audit", "simple:omega=4", "--lengths", digits)
    assert f"({len(digits)} digits)" in said


def test_a_simulation_refuses_numbers_out_of_range(capsys):
    assert "more than 1048576 bits" in refused(capsys, *TWO, *WORD, f"--bits={LONG}")
    for digits in (LONG, LARGE, str(2**62 + 1)):
        said = refused(capsys, *COUPLING, f"--length={digits}")
        assert "longer than 2**62" in said
    for number in ("0", "-1"):
        assert "at least 1" in refused(capsys, *COUPLING, f"--length={number}")
    assert "seed is -1; it must be at least 0" in refused(
        capsys, *COUPLING, "--seed=-1"
    )
    assert "at most 2**62" in refused(capsys, *COUPLING, "--alpha=1e308,1e308,1e308")
    said = refused(capsys, *TWO, f"--counts=0={LONG}", "--suffix=0")
    assert "more than 2**62 symbols" in said


def test_a_context_is_written_out_and_therefore_bounded(capsys):
    for digits in (LONG, "4097"):
        said = refused(capsys, "crasp", "compile", "dyck1", f"--context={digits}")
        assert "at most 4096 positions" in said


def test_a_length_to_give_up_at_is_one_to_train_at(capsys):
    said = refused(capsys, "length", "simple:omega=4", "--eps=0.1", "--longest=0")
    assert "allowed are lengths from 2 to 64" in said


@pytest.mark.parametrize("text", ["[" * 5000, '{"a":' * 5000])
def test_deep_json_is_not_cited(text, tmp_path, capsys):
    path = tmp_path / "deep.json"
    path.write_text(text)
    assert "is not JSON" in refused(capsys, "cite", str(path))


def test_json_may_be_nested_as_deeply_as_it_can_be_read(tmp_path, capsys):
    path = tmp_path / "deep.json"
    deep = "[" * 900 + "]" * 900
    path.write_text(f'{{"answers": {deep}, "sources": ["huang2025formal"]}}')
    assert run(["cite", str(path)]) == 0
    assert "huang2025formal" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ("audit", "a" * 100_000),
        ("store", "list", "--store", "a" * 100_000),
        ("store", "info", "--store", f"sqlite:///{'a' * 100_000}.db"),
        ("verdict", "--task", "a" * 100_000),
        ("crasp", "run", "dyck1", "--words", "a\0b"),
    ],
)
def test_a_name_without_end_is_refused_in_time(arguments, capsys):
    refused(capsys, *arguments)


def test_a_store_may_have_a_name_that_is_no_text(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "none.jsonl").write_text("")
    address = "sqlite:///\udcff.db"
    assert run(["store", "import", "none.jsonl", "--store", address]) == 0
    for command in ("info", "check", "list"):
        assert run(["store", command, "--store", address]) == 0
    said = capsys.readouterr()
    said.out.encode()
    assert "\\udcff.db" in said.out
    assert said.err == ""
