import math
from dataclasses import replace

from lengthwise.analysis.predicted.guarantee import bounds_at, guarantee
from lengthwise.cannot_say import CannotSay
from lengthwise.report.study._caveats import lengths_tested
from lengthwise.report.study._headline import headline
from lengthwise.report.study._sections import sections
from lengthwise.theory.theorems.lower_bound import LOWER
from tests.report.findings import kgram, modp, simple


def all_of(remarks):
    return " ".join(str(remark) for remark in remarks)


def theory_of(found):
    """The texts of the section on theory."""
    (section,) = [one for one in sections(found) if one.name == "theory"]
    return " ".join(section.texts)


def test_the_answer_comes_first_with_its_interval():
    found = headline(simple())
    length = simple().lengths[0.01]
    ends = f"[{length.interval.low:.3g}, {length.interval.high:.3g}]"
    assert found.lead == (
        f"Transformers trained on inputs of up to {math.ceil(length.length)} symbols "
        "keep the error at or below 0.01 rms at every length tested (256 to 65,536)."
    )
    assert f"N = {length.length:.3g} {ends} (90 % interval)" in found.more[0].text


def test_the_sup_error_and_the_measured_agreement_stand_beside_the_answer():
    found = simple()
    trained = found.audited(found.lengths[0.01].length)
    worst = max(e.sup for e in found.audits[trained].errors)
    said = all_of(headline(found).more)
    assert f"The largest error over all inputs (sup) is {worst:.3g}, at" in said
    said = theory_of(found)
    assert f"δ = {found.scaled.agreements[32]:.3g}" in said
    assert "The net with log n scaling trained on length 32" in said
    alone = theory_of(replace(found, scaled=None))
    assert f"δ = {found.agreements[trained]:.3g}" in alone
    assert "log n" not in alone


def test_nets_with_the_logits_of_the_theorems_are_told_of_in_numbers():
    found = simple()
    theirs = found.scaled.lengths[0.04]
    worst = max(e.sup for e in found.scaled.audits[32].errors)
    (said,) = [one.text for one in headline(found).more if "plain" in one.text]
    assert f"With that scaling, N = {theirs.length:.3g} [" in said
    assert f"an error of {theirs.eps:g} rms" in said
    assert f"trained on 32, the largest error is {worst:.3g} at length" in said
    unknown = dict.fromkeys(found.lengths, CannotSay("noise"))
    silent = replace(found.scaled, lengths=unknown, audits={})
    said = all_of(headline(replace(found, scaled=silent)).more)
    assert "With that scaling, there is no answer. Which" in said


def test_the_agreement_of_a_net_is_not_mixed_with_the_norms_of_the_construction():
    found = simple()
    asked = guarantee(found.exact, 0.01)
    said = all_of(headline(found).more)
    assert "that agree on all inputs up to length N" in said
    assert asked.at_most.why in said
    # The construction's bound, plus the agreement of the trained net: 0.02 + 0.11.
    assert "0.13" not in said
    own = found.scaled.audits[32].L_safe
    assert own != found.exact.complexity.L_safe
    net = theory_of(found)
    assert f"δ = {found.scaled.agreements[32]:.3g}" in net
    assert f"norm L_safe is {own:.3g} (" in net
    assert "so the bound does not apply to it" in net
    assert f"{asked.at_most.size.whole:,}" in said
    assert f"need N ≥ {asked.at_least.size.whole:,} for a sup" in said


def test_a_certificate_stands_beside_the_worst_word_that_was_looked_at():
    found = simple()
    trained = found.audited(found.lengths[0.01].length)
    certified = {trained: found.certificates[16]}
    (said,) = [
        one.text
        for one in headline(replace(found, certificates=certified)).more
        if one.label == "Certified"
    ]
    (one,) = found.certificates[16]
    assert f"an error of at most {one.bound:.3g} on" in said
    assert f"is reached at length {one.worst.length}" in said


def test_a_smaller_error_without_an_answer_is_not_passed_over():
    said = all_of(headline(modp()).more)
    assert f"error of 10⁻⁴ rms: {modp().lengths[1e-4].reason}." in said
    assert "The largest error over all inputs (sup) was not computed" in said
    assert "δ" not in said


def test_without_any_answer_the_page_says_so_and_why():
    found = headline(kgram())
    assert found.lead.startswith("Cannot say which training length suffices")
    assert kgram().lengths[0.1].reason in found.lead
    assert kgram().lengths[0.01].reason in found.more[0].text


def test_a_study_that_asked_for_nothing_says_so():
    empty = replace(kgram(), lengths={}, runs=())
    assert headline(empty).lead.endswith(": no error was requested.")
    assert lengths_tested(empty) == "no length was tested"


def test_bounds_are_those_of_the_study_where_it_has_them():
    exact = simple().exact
    assert bounds_at(exact, 0.1) is exact.bounds[0.1]
    again = replace(exact, bounds={})
    assert bounds_at(again, 0.1) == exact.bounds[0.1]


def test_a_proved_bound_goes_before_a_sketched_one():
    assert guarantee(simple().exact, 0.1).at_most.theorem.basis == "derived"
    assert guarantee(modp().exact, 0.1).at_most.theorem.basis == "sketched"


def test_without_known_constants_the_orders_are_told_apart():
    exact = simple().exact
    table = bounds_at(exact, 0.01)
    kept = tuple(
        entry if entry.constants == "one" else replace(entry, bound=None)
        for entry in table
    )
    only = replace(exact, bounds={0.01: replace(table, entries=kept)})
    found = replace(simple(), exact=only, audits={}, scaled=None)
    said = all_of(headline(found).more)
    assert "with unknown constants set to 1" in said
    assert "izzo-4.1-full" in said
    assert LOWER.name not in said


def test_the_longest_audit_stands_in_where_none_is_long_enough():
    assert simple().audited(1000) == 32
    assert modp().audited(5) is None
    assert isinstance(kgram().lengths[0.1], CannotSay)


def test_every_length_is_claimed_only_where_every_length_is_small():
    found = simple()
    bumpy = tuple(replace(run, errors={**run.errors, 128: 0.5}) for run in found.runs)
    lead = headline(replace(found, runs=bumpy)).lead
    assert "over the largest lengths tested (128 to 65,536" in lead
    assert "at every length tested" in headline(found).lead
