from itertools import islice
from pathlib import Path

import pytest

from lengthwise.errors import SpecError
from lengthwise.experiments.records.jsonl import read_lines
from lengthwise.jobs.length_search import search
from lengthwise.jobs.presets import size_of
from lengthwise.jobs.provenance import command_argument, provenance
from lengthwise.tasks.catalogue import task
from lengthwise.tasks.own.task_file import any_task
from tests.tasks.task_texts import task_text

RESULTS = Path(__file__).parents[2] / "results"
OWN = task_text(
    "ends_in_one",
    """
def ends_in_one(word):
    return word[-1] == "1"
""",
    rule="typed_task:ends_in_one",
    summary="Does it end in 1?",
)


@pytest.fixture
def own(tmp_path):
    path = tmp_path / "typed_task.py"
    path.write_text(OWN)
    return any_task(f"{path}:TASK")


def test_a_task_in_a_file_is_typed_as_its_file(own):
    assert command_argument(own) == "typed_task.py:TASK"
    found = provenance(own, size_of(own), [])
    assert found.command == "lengthwise study typed_task.py:TASK"
    assert not found.published


def test_the_sources_of_a_study_are_those_of_its_records():
    records = list(islice(read_lines(RESULTS / "izzo-fig2.jsonl"), 3))
    modp = task("modp")
    found = provenance(modp, size_of(modp), records)
    assert found.sources == ("izzo2025quantitative", "yang2022tensor")


def test_a_task_of_the_catalogue_is_typed_by_name():
    simple = task("simple")
    assert command_argument(task("tomita4@recognize-end")) == "tomita4@recognize-end"
    assert provenance(simple, size_of(simple), []).published


@pytest.mark.parametrize("eps", [0.001, 1.0])
def test_a_share_that_the_test_words_do_not_show_is_refused(eps, own, tmp_path):
    with pytest.raises(
        SpecError, match=r"256 inputs per length are tested, so allowed"
    ):
        search(own, eps, store=f"sqlite:///{tmp_path}/s.db")
