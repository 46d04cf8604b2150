"""``make quick`` runs what stands beside a change, and stops in time."""

import pytest

from tests import conftest, quick


@pytest.mark.parametrize(
    ("files", "found"),
    [
        (
            ["src/lengthwise/files.py"],
            ["src/lengthwise/files.py", "tests/test_files.py"],
        ),
        (
            [
                "src/lengthwise/limit/complexity/norms.py",
                "tests/limit/complexity/test_norms.py",
            ],
            [
                "src/lengthwise/limit/complexity/norms.py",
                "tests/limit/complexity/test_norms.py",
                "tests/limit",
            ],
        ),
        (["tests/faults/faulty_sweeps.py"], ["tests/faults"]),
        (["docs/tasks.md"], ["docs/tasks.md", "tests/docs/test_links.py"]),
        (["Makefile", "CHANGELOG.md", "src/lengthwise/cli/x.css"], ["tests/cli"]),
        (["src/lengthwise/interop/x.css"], []),
    ],
)
def test_a_file_is_run_before_the_tests_beside_it(files, found):
    assert quick.tests(files) == [*found, "tests/test_tree.py"]


def test_each_check_has_the_files_that_it_reads():
    of_docs = quick.commands(["docs/tasks.md"])
    assert [command[0] for command in of_docs] == ["typos", "python"]
    of_tests = quick.commands(["tests/test_files.py"])
    assert [command[0] for command in of_tests] == ["ruff", "ruff", "typos", "python"]
    of_code = [command[0] for command in quick.commands(["src/lengthwise/files.py"])]
    assert of_code == ["ruff", "ruff", "typos", "mypy", "lint-imports", "python"]


@pytest.mark.skipif(not (quick.ROOT / ".git").exists(), reason="this is no clone")
def test_what_changed_are_files_that_are_there():
    assert all((quick.ROOT / name).is_file() for name in quick.changed())


def test_no_test_begins_when_the_time_is_over(monkeypatch):
    monkeypatch.setattr(conftest, "PROFILE", "quick")
    conftest.pytest_runtest_setup()
    monkeypatch.setattr(conftest, "LAST_START", -1.0)
    with pytest.raises(pytest.skip.Exception, match="make test runs it"):
        conftest.pytest_runtest_setup()
