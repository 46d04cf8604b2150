"""Every command that reads a program notes what the older interpreter reads else."""

import pytest

from lengthwise.cli.main import run

OLD = 'x = !"a" && "b"\naccept x\n'
READ = 'read as (!"a") && "b"; the older C-RASP interpreter reads it as !("a" && "b")'


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "old.crasp"
    path.write_text(OLD)
    return str(path)


def lines(program, tmp_path):
    machine = str(tmp_path / "machine.safetensors")
    assert run(["crasp", "compile", program, "--out", machine, "--quiet"]) == 0
    yield ["crasp", "check", program]
    yield ["crasp", "run", program, "ab"]
    yield ["crasp", "trace", program, "ab"]
    yield ["crasp", "facts", program]
    yield ["crasp", "fmt", program]
    yield ["crasp", "compile", program]
    yield ["crasp", "simplify", program]
    yield ["crasp", "informative", program, "--size", "1", "--length", "2"]
    yield ["crasp", "equivalent", program, "dyck1"]
    yield ["audit", machine, "--lengths", "2", "--program", program]
    yield ["learn", "--program", program, "--length", "2", "--size", "1"]
    yield ["protocol", program, "--lengths", "8"]


def test_each_command_notes_it_once_and_reads_the_older_dialect(
    program, tmp_path, capsys
):
    for line in lines(program, tmp_path):
        capsys.readouterr()
        run(line)
        assert capsys.readouterr().err.count(READ) == 1, line
        run([*line, "--dialect", "old"])
        assert READ not in capsys.readouterr().err, line


def test_the_verdict_has_the_note_among_its_own(program, capsys):
    run(["verdict", "--program", program])
    assert f"note: line 1: {READ}" in capsys.readouterr().out
    run(["verdict", "--program", program, "--dialect", "old"])
    assert READ not in capsys.readouterr().out


@pytest.mark.parametrize(
    "line",
    [
        "verdict --regex a",
        "learn dyck1",
        "protocol --task sort",
        "audit simple:omega=4",
    ],
)
def test_a_dialect_needs_a_program(line, capsys):
    assert run([*line.split(), "--dialect", "old"]) == 2
    said = capsys.readouterr().err
    assert "--dialect old says how a program is read; no program was given" in said
