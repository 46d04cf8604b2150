from dataclasses import replace

from lengthwise.analysis.summary import summary
from lengthwise.cannot_say import CannotSay
from lengthwise.report.study._length_tables import plateaus, sufficient
from lengthwise.report.study._sections import sections
from lengthwise.report.study._theory_tables import bound_length, bounds, simulation
from lengthwise.report.study.study_tables import audits, runs, tables
from tests.report.findings import PROVENANCE, kgram, modp, simple


def column(table, header):
    return [row[table.header.index(header)] for row in table.rows]


def test_a_measured_length_never_stands_beside_theory_without_the_sup_error():
    made = sufficient(simple())
    assert {"N (rms)", "sup error", "some machines need N ≥"} <= set(made.header)
    assert column(made, "N (rms)") == [n.length for n in simple().lengths.values()]
    assert "sup error" in sufficient(modp()).header
    assert set(column(sufficient(modp()), "sup error")) == {None}


def test_where_the_answer_is_cannot_say_the_reason_stands_in_the_row():
    made = sufficient(modp())
    for answer, remark in zip(
        modp().lengths.values(), column(made, "remark"), strict=True
    ):
        assert remark == (str(answer) if isinstance(answer, CannotSay) else "")
    assert "remark" not in plateaus(kgram()).header
    assert column(plateaus(kgram()), "with length") == ["rises", "rises"]


def test_without_an_exact_construction_no_column_of_theory_is_shown():
    assert not [
        h for h in sufficient(kgram()).header if "machines" in h or "theory" in h
    ]


def test_orders_with_unknown_constants_are_marked():
    made = bounds(simple().exact)
    for name, constants in zip(
        column(made, "theorem"), column(made, "constants"), strict=True
    ):
        assert ("†" in constants) == ("explicit" not in name and "izzo-4" in name)
    senses = dict(zip(column(made, "theorem"), column(made, "sense"), strict=True))
    assert senses["lower-delta-l-eps"] == "at least"
    assert senses["izzo-hardmax"] == "attention"
    assert senses["izzo-4.1-full"] == "at most"


def test_a_length_too_large_for_a_float_is_a_power_of_ten():
    table = simple().exact.bounds[0.1]
    entry = table["izzo-4.1-full"]
    huge = replace(entry.bound.at_constant_one, value=float("inf"), log10=3010.3)
    bound = replace(entry.bound, at_constant_one=huge)
    assert bound_length(replace(entry, bound=bound)) == "10^3,010.3"
    assert bound_length(table["chen-dfa"]) is None


def test_the_audit_shows_both_norms_and_the_worst_word():
    made = audits(simple())
    first = simple().audits[8].errors[0]
    assert made.rows[0][:6] == (
        *(8, first.length, first.rms, first.sup),
        *(first.output, first.label),
    )
    assert made.rows[0][6].endswith(f"then {' '.join(first.worst.suffix)}")


def test_every_run_has_a_row_with_its_errors():
    made = runs(simple())
    assert len(made.rows) == len(simple().runs)
    some = simple().runs[5]
    row = next(r for r in made.rows if r[:2] == (some.train_length, some.seed))
    assert row[3:] == tuple(some.errors.values())


def test_a_broken_promise_is_not_hidden():
    exact = simple().exact
    assert "all were met" in simulation(exact).note
    broken = replace(exact.simulation, bound=1.0)
    assert "NOT all were met" in simulation(replace(exact, simulation=broken)).note


def test_tables_without_rows_are_left_out():
    empty = summary(kgram().task, (), eps=(), provenance=PROVENANCE)
    assert tables(empty) == ()
    assert {s.name for s in sections(empty)} == {"lengths", "worst", "theory"}


def test_every_table_has_a_place_on_the_page_and_a_name_of_its_own():
    for found in (simple(), modp(), kgram()):
        made = [table.name for table in tables(found)]
        placed = [table.name for part in sections(found) for table in part.tables]
        assert set(made) <= set(placed)
        assert len(set(made)) == len(made)


def test_the_exponent_stands_beside_the_orders_of_theory():
    said = " ".join(sections(simple())[0].texts)
    assert f"{simple().exponent.value:.3g}" in said
    assert "Δ L/ε (lower-delta-l-eps)" in said
    assert str(kgram().exponent) in sections(kgram())[0].texts[0]
    assert f"Mean over all seeds: {simple().mean_exponent}" in said
