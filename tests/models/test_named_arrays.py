import numpy as np
import pytest

from lengthwise.errors import SpecError
from lengthwise.models import named_arrays, restore
from tests.models.random_nets import ONE_LAYER, random_net


def test_restore_inverts_weights():
    found = named_arrays(random_net(ONE_LAYER))
    again = named_arrays(restore(ONE_LAYER, found))
    assert found.keys() == again.keys()
    assert all((found[name] == again[name]).all() for name in found)


def test_missing_and_unknown_names_are_named():
    found = named_arrays(random_net(ONE_LAYER))
    found["readin"] = found.pop("readout")
    with pytest.raises(SpecError, match="weights readin, readout are missing or"):
        restore(ONE_LAYER, found)


def test_a_wrong_shape_is_named():
    found = named_arrays(random_net(ONE_LAYER)) | {"readout": np.zeros((1, 2))}
    with pytest.raises(SpecError, match=r"readout has shape \(1, 2\)"):
        restore(ONE_LAYER, found)
