import json
import re
from pathlib import Path

import pytest

from lengthwise import __version__
from lengthwise.bibliography import entries
from lengthwise.cli import main
from lengthwise.tasks.catalogue import tasks_by_heading

ROOT = Path(__file__).parents[2]
BOUND = ["bound", "--tau", "1", "--delta", "1", "--L", "1", "--eps", "0.1"]


def keys(text):
    return re.findall(r"^@\w+\{(\w+),", text, re.MULTILINE)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (" ".join(BOUND), ["izzo2025quantitative"]),
        ("bound --n 3", ["chen2025nonasymptotic"]),
        ("crasp compile dyck1", ["huang2025formal"]),
        ("crasp run dyck1 () --json", ["huang2025formal"]),
        ("crasp facts dyck1", ["huang2025formal", "yang2026computable"]),
        ("tasks retrieve_left", ["jobanputra2025born"]),
        ("tasks sort --draw 2", ["huang2025formal"]),
        (
            "simulate --f modp:p=2,k=0 --g modp:p=2,k=1 --eps 1 --word 0",
            ["izzo2025quantitative"],
        ),
        ("audit simple:omega=4,pieces=8 --lengths 4", ["izzo2025quantitative"]),
        (
            "verdict --regex (ab)*",
            ["huang2025formal", "chen2025nonasymptotic", "yang2026algebraic"],
        ),
        ("doctor", []),
    ],
)
def test_every_command_cites_what_its_result_rests_on(line, found, capsys):
    assert main.run([*line.split(), "--cite"]) in (0, 1)
    assert keys(capsys.readouterr().out) == [*found, "lengthwise"]


def test_a_study_of_an_expression_cites_its_verdict(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    main.run(["study", "--regex", "(ab)*", "--cite"])
    assert "huang2025formal" in keys(capsys.readouterr().out)


def test_the_exit_code_stays():
    assert (
        main.run(["verdict", "--regex", "(a|b)*b", "--positions", "none", "--cite"])
        == 1
    )


def test_a_word_that_looks_like_the_option_is_a_word(capsys):
    assert main.run(["crasp", "run", "dyck1", "--json", "--", "--cite"]) == 2
    assert "lengthwise: " in capsys.readouterr().err


def test_results_can_be_files_theorems_tasks_and_keys(tmp_path, capsys, monkeypatch):
    main.run([*BOUND, "--json"])
    saved = tmp_path / "bounds.json"
    saved.write_text(capsys.readouterr().out)
    main.run(["cite", str(saved), "chen-dfa", "retrieve_left", "huang2025formal"])
    assert keys(capsys.readouterr().out) == [
        "izzo2025quantitative",
        "chen2025nonasymptotic",
        "jobanputra2025born",
        "huang2025formal",
        "lengthwise",
    ]
    with saved.open() as file:
        monkeypatch.setattr("sys.stdin", file)
        main.run(["cite", "-"])
    assert keys(capsys.readouterr().out) == ["izzo2025quantitative", "lengthwise"]


def test_records_cite_their_task_and_how_they_were_trained(capsys):
    main.run(["cite", str(ROOT / "results" / "izzo-fig2.jsonl")])
    assert keys(capsys.readouterr().out) == [
        *("izzo2025quantitative", "yang2022tensor", "lengthwise"),
    ]


@pytest.mark.parametrize(
    "line",
    [
        " ".join(BOUND),
        "verdict --regex (ab)*",
        "crasp facts dyck1",
        "tasks sort",
        "cite chen-dfa",
    ],
)
def test_a_saved_result_has_the_sources_that_the_command_cites(line, tmp_path, capsys):
    main.run([*line.split(), "--json"])
    (tmp_path / "result.json").write_text(text := capsys.readouterr().out)
    main.run(["cite", str(tmp_path / "result.json")])
    assert keys(shown := capsys.readouterr().out) == json.loads(text)["sources"]
    if not line.startswith("cite"):
        main.run([*line.split(), "--cite"])
        assert capsys.readouterr().out == shown


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"answers": [], "task": "sort"}', 'has no "sources", which --json includes'),
        ("[1]", 'has no "sources"'),
        ('{"sources": "huang2025formal"}', "it must be a list of keys"),
        ('{"sources": [1]}', "it must be a list of keys"),
        ('{"sources": ["huang2025"]}', "did you mean 'huang2025formal'"),
        ('{"trial": 1}', "line 1: not a record"),
    ],
)
def test_a_file_without_sources_is_one_line(text, message, tmp_path, capsys):
    (tmp_path / "old.json").write_text(text)
    assert main.run(["cite", str(tmp_path / "old.json")]) == 2
    said = capsys.readouterr().err
    assert message in said
    assert said.count("\n") == 1


def test_an_export_to_standard_output_can_be_cited(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    records = (ROOT / "results" / "izzo-fig2.jsonl").read_text().splitlines()
    (tmp_path / "one.jsonl").write_text(records[0])
    main.run(["store", "import", "one.jsonl"])
    capsys.readouterr()
    assert main.run(["store", "export", "-", "--format", "jsonl", "--cite"]) == 0
    assert keys(capsys.readouterr().out) == ["lengthwise"]
    assert main.run(["store", "list", "--cite"]) == 0
    assert keys(capsys.readouterr().out) == [
        *("izzo2025quantitative", "yang2022tensor", "lengthwise"),
    ]


def test_without_a_result_all_entries_are_printed(capsys):
    main.run(["cite", "--json"])
    found = json.loads(capsys.readouterr().out)["entries"]
    assert [one["key"] for one in found] == list(entries())


def test_what_is_unknown_is_one_line(tmp_path, capsys):
    assert main.run(["cite", "izzo2025quantitativ"]) == 2
    assert "did you mean 'izzo2025quantitative'" in capsys.readouterr().err
    broken = tmp_path / "broken.json"
    broken.write_text("no JSON")
    assert main.run(["cite", str(broken)]) == 2
    assert "is not JSON" in capsys.readouterr().err


def test_every_task_has_a_source_that_can_be_cited():
    tasks = [task for group in tasks_by_heading().values() for task in group]
    assert {task.source for task in tasks} <= entries().keys()


def test_the_entry_of_the_software_is_that_of_the_citation_file():
    ours, file = entries()["lengthwise"], (ROOT / "CITATION.cff").read_text()
    assert f"Version {__version__}" in ours
    assert re.search(r"title: \"(.*)\"", file).group(1).lower() in ours.lower()


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a": NaN}', "[" + "[]," * 2**20])
def test_what_is_no_result_is_one_line(text, tmp_path, capsys):
    (tmp_path / "result.json").write_text(text)
    assert main.run(["cite", str(tmp_path / "result.json")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
