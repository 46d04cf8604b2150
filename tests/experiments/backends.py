"""A mark for tests that must hold for every database, and real weights for them."""

import hashlib
from dataclasses import replace

import numpy as np
import pytest
from safetensors.numpy import save

from lengthwise.sealed_arrays import array_digest
from tests.experiments import stub

BOTH = pytest.mark.parametrize("backend", ["sqlite", "postgresql"], indirect=True)


def sound_record(trial, evaluation=stub.ASKED):
    """A record as the stub makes it, with weights that its digest is of."""
    found = stub.record(trial, evaluation)
    seed = hashlib.sha256(trial.key.encode()).digest()
    arrays = {"w": np.frombuffer(seed, np.float32).copy()}
    outcome = replace(found.outcome, digest=array_digest(arrays))
    return replace(found, outcome=outcome, weights=save(arrays))


def sound_records(seeds=10, evaluation=stub.ASKED):
    return [sound_record(trial, evaluation) for trial in stub.small_grid(seeds)]
