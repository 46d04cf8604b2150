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
    seed = hashlib.sha256(trial.key.encode()).digest()
    arrays = {"w": np.frombuffer(seed, np.float32).copy()}
    return _with_arrays(stub.record(trial, evaluation), arrays)


def heavy_record(trial, parameters, evaluation=stub.ASKED):
    """A record with so many parameters, of four bytes each."""
    chance = np.random.default_rng(trial.seed)
    arrays = {"w": chance.random(parameters, np.float32)}
    return _with_arrays(stub.record(trial, evaluation), arrays)


def _with_arrays(record, arrays):
    outcome = replace(record.outcome, digest=array_digest(arrays))
    return replace(record, outcome=outcome, weights=save(arrays))


def sound_records(seeds=10, evaluation=stub.ASKED):
    return [sound_record(trial, evaluation) for trial in stub.small_grid(seeds)]
