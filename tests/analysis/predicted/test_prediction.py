"""A prediction has a key, and every statement in it can fail."""

import dataclasses
from typing import get_args

import numpy as np
import pytest

from lengthwise.analysis.exponent import Exponent
from lengthwise.analysis.interval import Interval
from lengthwise.analysis.plateau import plateau
from lengthwise.analysis.predicted.bound_exponents import INVERSE, growth
from lengthwise.analysis.predicted.observed import LimitSeen, Observed, rises
from lengthwise.analysis.predicted.prediction import counts, failures, predict
from lengthwise.analysis.predicted.statements import (
    FAR,
    MISSES,
    FromWeights,
    LevelsOff,
    Rises,
    Statement,
    Within,
)
from lengthwise.analysis.sufficient import SufficientLength
from lengthwise.cannot_say import CannotSay
from lengthwise.tasks.catalogue import task
from lengthwise.theory.verdict.decision import verdict
from tests.analysis.synthetic import runs_at

PLAIN, SCALED = "plain logits", "logits times log|x|"
SIMPLE = verdict(task=task("simple:omega=4"))


def length(value, spread=0.1):
    return SufficientLength(
        eps=0.1,
        length=value,
        interval=Interval(value * (1 - spread), value * (1 + spread)),
        best=None,
        seeds=8,
        failed=0,
        draws=(),
    )


def fitted(value, spread=0.1):
    return Exponent(
        value=value,
        interval=Interval(value - spread, value + spread),
        factor=1.0,
        residual=1.0,
        probability=0.5,
        points=4,
    )


def curve(slope, noise=0.02):
    rng = np.random.default_rng(0)
    return plateau(runs_at(rng, 32, 0.01, slope=slope, noise=noise))


def limits(*offs):
    return tuple(
        LimitSeen(
            net=f"N = 8, seed {seed}",
            limit=0.1,
            sampled=0.01 + off * 0.001,
            standard_error=0.001,
        )
        for seed, off in enumerate(offs)
    )


def prediction(**changed):
    growths = [
        growth("simple", {}, "omega", (2, 4, 8), 0.1),
        growth("simple", {"omega": 4}, INVERSE, (5, 10, 20), 0.1),
    ]
    given = {
        "settings": ["omega = 4"],
        "nets": [PLAIN, SCALED],
        "eps": 0.1,
        "limits": [PLAIN],
    } | changed
    return predict("simple:omega=4", SIMPLE, {"rms": growths}, **given)


def seen(**changed):
    """Measurements in which everything is as predicted."""
    given = {
        "format": "real",
        "ends": {"omega = 4": curve(0.0)},
        "lengths": {"omega": {2.0: length(5), 4.0: length(8), 8.0: length(14)}},
        "exponents": {
            ("omega", "error 0.1", "rms"): fitted(0.7),
            (INVERSE, "omega = 4", "rms"): fitted(0.6),
        },
        "limits": limits(0.1, -1.0, 2.0),
    }
    return Observed(**given | changed)


def checked_against(observed):
    """Both sorts of nets measured the same."""
    return prediction().against({PLAIN: observed, SCALED: observed})


def outcomes(**changed):
    return {
        (one.statement.kind, getattr(one.statement, "of", "")): one.outcome
        for one in checked_against(seen(**changed))
    }


def test_the_key_changes_with_what_is_predicted():
    first = prediction()
    assert first.key == prediction().key
    assert first.key != prediction(settings=["omega = 8"]).key
    assert first.key != prediction(eps=0.05).key
    assert first.key != prediction(limits=[]).key
    assert first.answers["periodic-local next real"] == "yes"


def test_a_prediction_can_hold():
    assert set(outcomes().values()) == {"held"}
    checked = checked_against(seen())
    assert counts(checked) == "8 held, 0 failed, 0 not measured"
    assert failures(checked) == []


FAILING = {
    LevelsOff: {"ends": {"omega = 4": curve(0.3)}},
    Rises: {"lengths": {"omega": {2.0: length(14), 4.0: length(8)}}},
    Within: {"exponents": {(INVERSE, "omega = 4", "rms"): fitted(1.7)}},
    FromWeights: {"limits": limits(0.1, 9.0, 0.2)},
}


@pytest.mark.parametrize("kind", get_args(Statement))
def test_every_kind_of_statement_can_fail(kind):
    checked = checked_against(seen(**FAILING[kind]))
    failed = [one for one in checked if one.outcome == "failed"]
    assert {type(one.statement) for one in failed} == {kind}
    said = failures(checked)[0]
    assert len(failures(checked)) == len(failed)
    assert str(failed[0].statement) in said
    assert failed[0].measured in said
    assert failed[0].statement.failure in said


def test_a_prediction_in_which_all_is_wrong_fails_in_all():
    wrong = {key: value for one in FAILING.values() for key, value in one.items()}
    wrong["exponents"] = {
        **wrong["exponents"],
        ("omega", "error 0.1", "rms"): fitted(-0.5),
    }
    assert set(outcomes(**wrong).values()) == {"failed"}


def test_a_slow_rise_is_no_plateau():
    slow = curve(0.05, noise=0.001)
    assert slow.course.kind == "rises slowly"
    assert outcomes(ends={"omega = 4": slow})["verdict", ""] == "failed"


@pytest.mark.parametrize(
    ("slope", "noise", "answer"),
    [(0.3, 0.02, True), (-0.3, 0.02, False), (0.0, 0.02, False), (0.0, 3.0, None)],
)
def test_whether_an_error_rises_follows_from_what_the_plateau_says(
    slope, noise, answer
):
    # Tied to what `plateau` really says, whose reasons `rises` reads.
    assert rises(curve(slope, noise)) is answer


def test_what_is_not_measured_is_neither_held_nor_failed():
    nothing = Observed(format="real")
    found = checked_against(nothing)
    assert {one.outcome for one in found} == {"not measured"}
    assert {one.outcome for one in prediction().against({})} == {"not measured"}
    noisy = outcomes(
        ends={"omega = 4": CannotSay("too much noise")},
        lengths={"omega": {2.0: length(8, 0.5), 4.0: length(9, 0.5)}},
        exponents={(INVERSE, "omega = 4", "rms"): fitted(1.1, spread=0.4)},
        limits=(),
    )
    assert set(noisy.values()) == {"not measured"}


def test_a_verdict_is_compared_in_its_own_format_only():
    other = outcomes(format="recognize-last", ends={"omega = 4": curve(0.3)})
    assert other["verdict", ""] == "not measured"


def test_a_no_claims_nothing_about_curves():
    found = predict(
        "parity",
        verdict(task="parity"),
        {"rms": []},
        settings=["parity"],
        nets=[SCALED],
        eps=None,
    )
    assert found.statements == ()
    assert "no" in found.answers.values()


def test_the_sign_in_one_over_the_error_is_no_prediction():
    # N for a smaller error is never smaller: an end that cannot fail is not claimed.
    ends = {
        one.of: (one.low, one.high)
        for one in prediction().statements
        if isinstance(one, Within)
    }
    assert ends[INVERSE][0] is None
    assert ends["omega"][0] == 0
    assert 1.5 < ends["omega"][1] < 2


def test_nets_with_a_limit_are_not_predicted_to_level_off_as_they_must():
    by_nets = {
        nets: {type(one) for one in prediction().statements if one.nets == nets}
        for nets in (PLAIN, SCALED)
    }
    assert FromWeights in by_nets[PLAIN] - by_nets[SCALED]
    assert LevelsOff in by_nets[SCALED] - by_nets[PLAIN]


def test_in_the_sup_norm_the_interval_is_that_of_both_bounds():
    growths = [growth("simple", {}, "omega", (2, 4, 8), 0.1)]
    found = predict(
        "simple",
        SIMPLE,
        {"rms": [], "sup": growths},
        settings=[],
        nets=[SCALED],
        eps=None,
    )
    (only,) = found.statements
    assert (only.low, only.high) == (
        round(growths[0].lower.flattest, 2),
        round(growths[0].upper.steepest, 2),
    )


def test_misses_are_counted_net_by_net():
    many = limits(*[0.0] * 47, 5.0)
    assert outcomes(limits=many)["limit", ""] == "held"
    assert MISSES * len(many) >= 1
    assert outcomes(limits=limits(*[0.0] * 44, *[5.0] * 4))["limit", ""] == "failed"
    exact = LimitSeen(net="a net", limit=0.5, sampled=0.25, standard_error=0.0)
    assert exact.off == 0
    assert dataclasses.replace(exact, sampled=0.26).off > FAR


def test_values_that_differ_in_the_seventh_digit_are_told_apart():
    said = Rises(nets="all", number="omega", eps=0.12345678)
    assert str(said).endswith("an error of 0.12345678 rms")
    lengths = {1234567.0: length(8), 1234568.0: length(30)}
    measured = said.against(seen(lengths={"omega": lengths})).measured
    assert "(1234567: 8.0 " in measured
    assert ", 1234568: 30.0 " in measured
