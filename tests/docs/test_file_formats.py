"""What --json prints, and what files hold, is what the schemas of the manual say."""

import json
import shlex
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest
from jsonschema import Draft202012Validator
from safetensors import safe_open

import lengthwise as lw
from lengthwise.automata.automaton_files import to_json
from lengthwise.automata.regex import regex
from lengthwise.bibliography import entries
from lengthwise.cli import main
from lengthwise.cli.examples import EXAMPLES
from lengthwise.cli.study_command import data
from tests.cli.test_examples import ALL, GRID
from tests.report.findings import kgram, modp, simple

ROOT = Path(__file__).parents[2]
SCHEMAS = ROOT / "docs" / "formats"
FILES = {"automaton", "grid", "machine", "pairs", "record"}
MORE = {
    "audit": "modp:p=2,k=0 --lengths 2,3 --all-lengths",
    "crasp check": "'accept # \"a\" >= 1'",
    "crasp compile": "abab_star --context 16 --out m.safetensors --arrays m.npz",
    "crasp facts": "l_k:k=3",
    "crasp run": 'bin_majority "<bos> 0 1 1 <sep>"',
    "crasp trace": 'bin_majority "<bos> 0 <sep>"',
    "protocol": "--task repeat_copy --lengths 2,40",
    "sweep": "grid.toml --dry-run",
    "tasks": "",
    "verdict": "--task unique_copy:symbols=5 --show-program",
}

WITHOUT_PAPER = {
    *("completion", "crasp fmt", "crasp list", "doctor", "store check"),
    *("store export", "store import", "store info", "store migrate", "store prune"),
}
"""Commands whose results rest on this software alone."""


def strict(text):
    """JSON as the standard has it, without NaN and infinity."""

    def refuse(constant):
        raise AssertionError(f"{constant} is no JSON")

    return json.loads(text, parse_constant=refuse)


def check(name, data):
    schema = strict((SCHEMAS / f"{name}.schema.json").read_text("utf-8"))
    errors = list(Draft202012Validator(schema).iter_errors(data))
    assert not errors, f"{name}: {errors[0].json_path}: {errors[0].message}"


def printed(line, capsys):
    capsys.readouterr()
    assert main.run([*shlex.split(line)[1:], "--json"]) in (0, 1)
    return strict(capsys.readouterr().out)


@pytest.fixture
def folder(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LENGTHWISE_STORE", raising=False)
    Path("grid.toml").write_text(GRID)
    records = (ROOT / "results" / "izzo-fig2.jsonl").read_text().splitlines()
    Path("records.jsonl").write_text("\n".join(records[:3]))
    main.run(["store", "import", "records.jsonl", "--json"])
    return capsys


def test_every_command_has_a_schema():
    names = {path.name.removesuffix(".schema.json") for path in SCHEMAS.glob("*.json")}
    commands = {command.replace(" ", "-") for command in ALL}
    assert commands <= names
    assert names - commands == FILES | {"sweep-dry-run", "verdict-check"}


@pytest.mark.parametrize("path", sorted(SCHEMAS.glob("*.json")), ids=lambda p: p.stem)
def test_every_schema_is_one(path):
    schema = strict(path.read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    assert schema["title"]
    assert "required" in schema


@pytest.mark.parametrize("command", sorted(EXAMPLES))
def test_examples_print_what_their_schema_says(command, folder):
    line = EXAMPLES[command]
    if command == "store show":
        some = printed("lengthwise store list", folder)["records"][0]
        line = f"lengthwise store show {some['keys']['trial'][:6]}"
    name = "sweep-dry-run" if command == "sweep" else command.replace(" ", "-")
    found = printed(line, folder)
    check(name, found)
    *papers, ours = found["sources"]
    assert ours == "lengthwise"
    assert bool(papers) == (command not in WITHOUT_PAPER)
    assert set(papers) < entries().keys()


@pytest.mark.parametrize("path", sorted(SCHEMAS.glob("*.json")), ids=lambda p: p.stem)
def test_every_schema_of_a_command_has_sources(path):
    required = strict(path.read_text("utf-8"))["required"]
    assert ("sources" in required) == (path.stem.removesuffix(".schema") not in FILES)


@pytest.mark.parametrize("command", sorted(MORE))
def test_other_results_are_of_the_same_schema(command, folder):
    name = "sweep-dry-run" if command == "sweep" else command.replace(" ", "-")
    check(name, printed(f"lengthwise {command} {MORE[command]}", folder))


@pytest.mark.parametrize("found", [simple, modp, kgram])
def test_studies_print_what_their_schema_says(found):
    summary = found()
    one = SimpleNamespace(
        decoders=None,
        title=str(summary.task),
        verdict=lw.verdict(task=summary.task),
        decided=SimpleNamespace(program=None, sources=("huang2025formal",)),
        summary=summary,
    )
    check("study", strict(json.dumps(data(one, Path("page.html")))))


@pytest.mark.usefixtures("folder")
def test_a_study_that_trains_nothing_is_of_the_same_schema(capsys):
    check("study", printed("lengthwise study --regex '(ab)*'", capsys))


def test_a_check_of_certificates_prints_what_its_schema_says(folder):
    found = printed("lengthwise verdict --regex '(ab|aabb)*'", folder)
    Path("verdict.json").write_text(json.dumps(found))
    check("verdict-check", printed("lengthwise verdict --check verdict.json", folder))


@pytest.mark.slow
def test_published_figures_print_what_their_schemas_say(folder):
    records = f"izzo-fig1 --records {ROOT / 'results'}"
    check("figure", printed(f"lengthwise figure {records} --out a.svg", folder))
    check("reproduce", printed(f"lengthwise reproduce {records}", folder))


@pytest.mark.slow
def test_a_sweep_prints_what_its_schema_says(folder):
    check("sweep", printed("lengthwise sweep grid.toml --quiet", folder))


def test_every_record_that_we_publish_is_one():
    for path in ("izzo-fig1.jsonl", "izzo-fig2.jsonl"):
        lines = (ROOT / "results" / path).read_text().splitlines()
        for line in lines[::97]:
            check("record", strict(line))


def test_files_are_what_their_schemas_say(tmp_path, capsys):
    check("grid", tomllib.loads(GRID))
    check("automaton", strict(to_json(regex("(ab)*").dfa)))
    path = tmp_path / "m.safetensors"
    main.run(["crasp", "compile", "dyck1", "--out", str(path)])
    assert capsys.readouterr().out
    with safe_open(path, "numpy") as file:
        check("machine", strict(file.metadata()["lengthwise"]))
