import jax
import numpy as np

from lengthwise.limit.running.on_statistics import masses
from lengthwise.models import summary
from lengthwise.models.limit_net.attention import residue_mass
from lengthwise.models.limit_net.export import to_limit
from lengthwise.words import Statistics
from tests.models.random_nets import ONE_LAYER, all_words, digits, random_net


def test_mass_by_residue_is_that_of_the_limit_transformer():
    net = random_net(ONE_LAYER)
    machine = to_limit(net)
    words = [tuple(map(str, word)) for word in all_words(2, 5)[0]]
    seen = [Statistics.of(word, digits(2), delta=2, tau=1) for word in words]
    found = jax.jit(residue_mass)(net, summary(seen))
    exact = [masses(machine, statistics).sum(axis=1) for statistics in seen]
    np.testing.assert_allclose(found, exact, atol=1e-5)
