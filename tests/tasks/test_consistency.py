"""Parts of a task that do not fit together are refused in one line."""

import dataclasses

import pytest

from lengthwise.errors import SpecError
from lengthwise.tasks.catalogue import task
from lengthwise.tasks.laws import Balanced, Compositions, Instances, Sparse
from lengthwise.tasks.outputs import Accept
from lengthwise.words import Alphabet


@pytest.mark.parametrize(
    ("name", "parts", "line"),
    [
        ("simple", {"name": "a@b"}, "'a@b' is no name of a task; use letters"),
        ("simple", {"name": None}, "None is no name of a task"),
        ("simple", {"alphabet": "012"}, "the alphabet of simple is '012'; it must be"),
        ("simple", {"output": Accept}, "it must be an output, as in Real()"),
        ("simple", {"law": None}, "the law of simple is None; it must be a law"),
        ("simple", {"example": "0012"}, "it must be a tuple of symbols, as in tuple"),
        ("simple", {"summary": 3}, "the summary of simple is 3; it must be a text"),
        ("simple", {"format": "reel"}, "the format of simple is 'reel'; formats are: "),
        ("simple", {"rule": "simple"}, "rule of simple is 'simple'; write module:func"),
        ("simple", {"rule": None}, "the rule of simple is None; write module:function"),
        ("simple", {"counts_rule": "a:"}, "the counts_rule of simple is 'a:'; write"),
        ("simple", {"numbers": (("omega", True),)}, "has the number 'omega' = True"),
        ("simple", {"numbers": (("a b", 1),)}, "has the number 'a b' = 1; give finite"),
        ("simple", {"numbers": (("omega", 1e999),)}, "'omega' = inf; give finite num"),
        ("simple", {"min_length": -1}, "has lengths from -1 to None in steps of 1"),
        ("simple", {"stride": 0}, "has lengths from 1 to None in steps of 0; allowed"),
        ("simple", {"max_length": 0}, "has lengths from 1 to 0 in steps of 1"),
        ("simple", {"output": Accept()}, "output Accept; this format asks for Real or"),
        ("simple", {"law": Instances("a:b")}, "NextToken and Instances go together"),
        ("simple", {"law": Sparse(3)}, "the law Sparse draws words over {0, 1}"),
        ("sort", {"law": Compositions()}, "NextToken and Instances go together"),
        ("tomita1", {"law": Balanced(task("d2").dfa)}, "they must be the same"),
        ("dyck1", {"alphabet": Alphabet("[]")}, "they must be the same"),
    ],
)
def test_what_does_not_fit_is_refused(name, parts, line):
    with pytest.raises(SpecError) as error:
        dataclasses.replace(task(name), **parts)
    assert line in str(error.value)
    assert "\n" not in str(error.value)
