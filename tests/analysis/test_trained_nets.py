"""A trained net is audited against the task that it was trained on, to the last bit."""

import math
from dataclasses import replace

import pytest
from safetensors.numpy import save

from lengthwise.analysis.enumerated import audit
from lengthwise.analysis.trained_nets import trained
from lengthwise.experiments.spec.trial import trial
from lengthwise.figures import exact_errors as exact
from lengthwise.models import named_arrays
from lengthwise.models.limit_net.net import blank
from lengthwise.sealed_arrays import array_digest as digest
from tests.experiments import stub

NET = {"width": 4, "units": 4, "scaling": "none"}


class OneNet:
    """A store with one net."""

    def __init__(self, record):
        self.record = record

    def matching(self, key):
        return [self.record] if self.record.trial.key.startswith(key) else []

    def nets(self, keys):
        return [self.record] if self.record.trial.key in keys else []


def untrained(omega):
    """A record with weights."""
    asked = trial("simple", {"omega": omega}, train_length=4, seed=0, model=NET)
    arrays = named_arrays(blank(asked.model))
    found = stub.record(asked)
    outcome = replace(found.outcome, digest=digest(arrays))
    return replace(found, outcome=outcome, weights=save(arrays))


@pytest.mark.parametrize("omega", [math.pi, 1234567.0])
def test_no_digit_of_a_number_is_lost_between_a_trial_and_its_task(omega, monkeypatch):
    record = untrained(omega)
    _, task = trained(OneNet(record), record.trial.key[:12])
    assert dict(task.numbers) == {"omega": omega}
    assert f" {task} train_length=4" in str(record.trial)

    seen = []

    def audited(_, subject, __):
        seen.append(subject)
        return audit.Audit(
            task=subject, errors=(), margin=None, log2_T_max=None, eps=0.1
        )

    monkeypatch.setattr(exact, "audit", audited)
    monkeypatch.setattr(exact, "limits_by_residue", lambda *_: ())
    assert exact.exact_errors(record).numbers == {"omega": omega}
    assert [dict(subject.numbers) for subject in seen] == [{"omega": omega}]
