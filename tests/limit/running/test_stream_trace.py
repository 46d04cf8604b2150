from lengthwise.limit.compile.compiler import compile_program
from lengthwise.limit.running.stream_trace import trace
from tests.limit.limit_programs import EXAMPLES


def test_each_dimension_shows_the_layer_that_makes_it():
    found = trace(compile_program(EXAMPLES["fourth"]), "ab")
    layers = dict(zip(found.dimensions, found.made, strict=True))
    assert layers["i mod 4 == 0"] == 0
    assert layers["1/i"] == 1


def test_html_escapes_symbols_and_names():
    machine = compile_program(EXAMPLES["dyck"])
    page = trace(machine, "ab")._repr_html_()
    assert page.count("<tr>") == machine.width + 1
    assert '<th scope="row">#below</th>' in page
