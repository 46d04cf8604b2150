import re

from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.library.loading import load
from lengthwise.crasp.running.interpreter import run


def test_the_text_has_a_row_for_every_line():
    assert str(run(load("dyck1"), "(()")) == (
        """\
                                       ( ( )
opened                                 1 2 2
closed                                 0 0 1
below                                  · · ·
accept never below && opened == closed · · ·"""
    )


def test_what_can_follow_has_a_row():
    text = str(run(load("bin_majority"), "<bos> 1 <sep> 1"))
    assert text.splitlines()[0].split() == ["<bos>", "1", "<sep>", "1"]
    assert text.splitlines()[-1].split() == ["next", "·", "·", "1", "<eos>"]


def test_the_acceptor_has_no_row_of_its_own_where_it_is_a_line():
    assert [name for name, _ in run(parse('x = "a"'), "a").rows()] == ["x"]


def test_html_is_escaped():
    evil = "<script>alert(1)</script>"
    program = parse(f'accept "{evil}" && # "&" < 2')
    html = run(program, [evil, "&"])._repr_html_()
    assert "<script>" not in html
    assert "&lt;script&gt;" in html
    assert "&amp;" in html
    page = run(program, [evil]).page()
    assert "<script>" not in page
    assert page.startswith("<!doctype html>")


def test_the_policy_of_a_page_lets_nothing_run_and_nothing_load():
    page = run(parse('accept "a"'), "a").page()
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)[1]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";") if rule)
    assert rules.pop("default-src").strip() == "'none'"
    assert rules.keys() <= {"style-src", "base-uri", "form-action"}
    assert page.index("Content-Security-Policy") < page.index("<style")


def test_the_trace_of_the_empty_word_is_its_names():
    assert str(run(parse('x = "a"'), "")) == "\nx"
