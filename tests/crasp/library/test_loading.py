from pathlib import Path

import pytest

from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.library import loading
from lengthwise.crasp.library.loading import load
from lengthwise.errors import CraspError, FormatError, UnknownNameError

TEXT = 'accept "a"\n'


def test_a_name_a_path_and_a_text_are_told_apart(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("mine.crasp").write_text(TEXT)
    Path("plain").write_text(TEXT)
    for what in ["mine.crasp", "plain", Path("plain"), str(tmp_path / "plain"), TEXT]:
        assert load(what) == parse(TEXT)
    assert load('accept "a"') == parse(TEXT)
    assert load("d_n:n=3") != load("d_n")


def test_an_unknown_name_is_told():
    with pytest.raises(UnknownNameError, match="did you mean 'tomita7'"):
        load("tomita8")
    with pytest.raises(UnknownNameError, match="program"):
        load("nothing:n=3")


def test_a_missing_file_is_told():
    with pytest.raises(FormatError, match=r"no/such\.crasp: no such file"):
        load("no/such.crasp")
    with pytest.raises(FileNotFoundError):
        load(Path("no/such.crasp"))


def test_bytes_that_are_no_text_are_told(tmp_path):
    path = tmp_path / "x.cr"
    path.write_bytes(b'x = "a"\ny = \xff')
    with pytest.raises(CraspError, match="byte 0xff") as caught:
        load(path)
    assert (caught.value.line, caught.value.column) == (2, 5)


def test_names_that_no_file_can_have_are_texts():
    with pytest.raises(CraspError):
        load("x\0 = 3")
    long = "a" * 300
    assert load(f'accept "{long}"').symbols == (long,)


def test_a_folder_is_told(tmp_path):
    with pytest.raises(FormatError, match="is a folder; name a file with a program"):
        load(str(tmp_path))


def test_a_file_too_long_for_a_program_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(loading, "MOST_CHARACTERS", 5)
    path = tmp_path / "long.crasp"
    path.write_text("#" * 21)
    with pytest.raises(
        FormatError, match=r"more than 20 bytes; .* at most 5 characters"
    ):
        load(path)
