"""Input that is meant to break a command: one line, exit code 2, and little memory."""

import json
import subprocess
import sys

import pytest

MOST = 2 * 1024**3
"""Bytes of memory that a command may ask for here."""

DIGITS = "9" * 5000


def command(*arguments, folder, redirect="", **environment):
    """Runs the program in a shell with limited memory; its code, output, errors."""
    limits = f'ulimit -v {MOST // 1024}; exec "$@" {redirect}'
    found = subprocess.run(
        ["bash", "-c", limits, "-", sys.executable, "-m", "lengthwise", *arguments],
        cwd=folder,
        env={"PATH": "/usr/bin:/bin", "HOME": str(folder), **environment},
        capture_output=True,
        timeout=60,
        check=False,
    )
    return found.returncode, found.stdout, found.stderr.decode()


def refused(*arguments, **more):
    code, _, said = command(*arguments, **more)
    assert code == 2, said
    assert said.count("\n") == 1, said
    return said


def test_a_device_without_end_is_refused(tmp_path):
    said = refused("crasp", "run", "dyck1", "--words", "/dev/zero", folder=tmp_path)
    assert "more than 16777216 bytes" in said
    for option in ("--dfa", "--check"):
        said = refused("verdict", option, "/dev/zero", folder=tmp_path)
        assert "more than 33554432 bytes" in said
    assert "bytes" in refused("sweep", "/dev/zero", folder=tmp_path)
    assert "not a file" in refused("audit", "/dev/zero", folder=tmp_path)


def test_a_line_of_megabytes_is_no_word(tmp_path):
    (tmp_path / "long.txt").write_text("(" * 2_000_000)
    said = refused("crasp", "run", "dyck1", "--words", "long.txt", folder=tmp_path)
    assert "line 1 has 2000000 characters" in said


def test_standard_input_may_be_closed(tmp_path):
    said = refused(
        *("crasp", "run", "dyck1", "--words", "-"), folder=tmp_path, redirect="<&-"
    )
    assert "standard input is closed" in said


def test_numbers_of_thousands_of_digits_are_refused_here(tmp_path, refused_here):
    (tmp_path / "grid.toml").write_text(f"seed = {DIGITS}\n")
    assert "5000 digits" in refused_here("sweep", "grid.toml")
    table = f'{{"alphabet":["a"],"start":{DIGITS},"accepting":[],"transitions":[[0]]}}'
    (tmp_path / "dfa.json").write_text(table)
    assert "5000 digits" in refused_here("verdict", "--dfa", "dfa.json")
    refused_here("bound", "--tau", DIGITS, "--eps", "0.1")
    refused_here("verdict", "--task", f"modp:p={DIGITS}")


def test_deep_toml_is_refused_in_time(tmp_path, refused_here):
    (tmp_path / "deep.toml").write_text(f"[{'.'.join('a' * 200_000)}]\n")
    assert "more than 8192 bytes" in refused_here("sweep", "deep.toml")
    for text in (f"[{'.'.join('a' * 4_000)}]\n", f"{'.'.join('a' * 4_000)} = 1\n"):
        (tmp_path / "deep.toml").write_text(text)
        refused_here("sweep", "deep.toml")


def test_periods_with_a_large_common_multiple_are_not_compiled(tmp_path):
    text = 'alphabet "a"\naccept i mod 10007 == 0 || i mod 10009 == 1'
    said = refused("crasp", "compile", text, folder=tmp_path)
    assert "least common multiple 100160063" in said


def test_an_automaton_with_twenty_thousand_letters_is_decided(tmp_path):
    rows = [[(k * s + k // 7) % 3 for k in range(20_000)] for s in range(3)]
    table = {
        "alphabet": [f"s{k}" for k in range(20_000)],
        "start": 0,
        "accepting": [0],
        "transitions": rows,
    }
    (tmp_path / "wide.json").write_text(json.dumps(table))
    code, out, said = command("verdict", "--dfa", "wide.json", folder=tmp_path)
    assert code in (0, 1), said
    assert b"recognize" in out or b"end" in out


def test_a_terminal_without_the_letters_shows_them_escaped(tmp_path):
    code, out, said = command(
        *("verdict", "--regex", "ä*"), folder=tmp_path, PYTHONIOENCODING="ascii"
    )
    assert code == 0, said
    assert rb"\xe4*" in out


@pytest.mark.parametrize("key", ["positions", "acceptance"])
def test_a_verdict_file_speaks_in_our_words_only(tmp_path, key):
    _, out, _ = command("verdict", "--regex", "(aa)*", "--json", folder=tmp_path)
    data = json.loads(out)
    data["answers"][0][key] = "RoPE, ALiBi and every transformer\x1b[31m"
    (tmp_path / "claims.json").write_text(json.dumps(data))
    said = refused("verdict", "--check", "claims.json", folder=tmp_path)
    assert "RoPE" not in said
    assert "\x1b" not in said


def test_an_expression_with_many_letters_is_decided_within_time_and_memory(tmp_path):
    letters = "(a|b|c|d|e|f|g|h)"
    text = f"{letters}*a{letters}{{3}}"
    code, out, said = command("verdict", "--regex", text, folder=tmp_path)
    assert code in (0, 1), said
    assert b"end" in out


def test_json_is_json_on_any_output(tmp_path):
    for environment in ({"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C"}):
        code, out, said = command(
            *("verdict", "--regex", "ä*", "--json"), folder=tmp_path, **environment
        )
        assert code == 0, said
        assert json.loads(out)["answers"]


def test_a_home_that_cannot_be_written_is_not_complained_about(tmp_path):
    asked = ("-c", "import lengthwise.report.tools.plot, matplotlib.font_manager")
    found = subprocess.run(
        [sys.executable, *asked],
        env={"PATH": "/usr/bin:/bin", "HOME": "/dev/null", "TMPDIR": str(tmp_path)},
        capture_output=True,
        timeout=60,
        check=True,
    )
    assert found.stderr == b""
    assert list(tmp_path.iterdir()) == []
