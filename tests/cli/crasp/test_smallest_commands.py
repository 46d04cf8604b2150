import json

from lengthwise.cli import main


def test_simplify_prints_a_smallest_program_and_says_so(capsys):
    assert main.run(["crasp", "simplify", "--smallest", "aa_star"]) == 0
    out, err = capsys.readouterr()
    assert out.endswith("accept i mod 2 == 0\n")
    assert "6 lines without sugar before, 1 after: no program of the class" in err


def test_a_program_that_is_not_known_to_be_smallest_has_exit_code_1(capsys):
    assert (
        main.run(["crasp", "simplify", "--smallest", "dyck1", "--size=5", "--json"])
        == 1
    )
    data = json.loads(capsys.readouterr().out)
    assert data["smallest"]["answer"] == "unknown"
    assert data["smallest"]["searched"] == 5
    assert "opened" in data["text"]


def test_options_of_the_search_need_it(capsys):
    assert main.run(["crasp", "simplify", "dyck1", "--lag", "3"]) == 2
    assert "add --smallest" in capsys.readouterr().err
    assert main.run(["crasp", "simplify", "dyck1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["smallest"] is None


def test_informative_prints_the_length_and_the_rivals(capsys):
    assert main.run(["crasp", "informative", "tomita1", "--size", "3"]) == 0
    assert capsys.readouterr().out.startswith(
        "Words up to length 2 distinguish the program tom"
    )
    assert main.run(["crasp", "informative", "tomita1", "--size", "3", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["length"], data["basis"], data["compared"]) == (2, "decided", None)
    assert [row["size"] for row in data["rows"]] == [1, 2, 3]


def test_informative_refuses_what_emits_symbols(capsys):
    assert main.run(["crasp", "informative", "bin_majority"]) == 2
    assert "accepts words" in capsys.readouterr().err
