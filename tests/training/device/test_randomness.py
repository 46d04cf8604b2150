import jax.numpy as jnp
import numpy as np

from lengthwise.training.device.randomness import ROOTS, below, choice, key_for

HARD = [0, 1, 2, 2**16 - 1, 2**16, 2**31 - 1, 2**31, 2**32 - 2, 2**32 - 1]


def test_below_is_the_exact_product():
    rng = np.random.default_rng(0)
    random = rng.integers(0, 2**32, size=(3, 2000), dtype=np.uint32)
    hard = np.array(np.meshgrid(HARD, HARD, HARD), dtype=np.uint32).reshape(3, -1)
    high, low, bound = np.concatenate([random, hard], axis=1)
    bound = np.maximum(bound, 1)
    found = below(jnp.array([high, low]), jnp.array(bound))
    exact = [
        int(b) * ((int(h) << 32) + int(low_word)) >> 64
        for h, low_word, b in zip(high, low, bound, strict=True)
    ]
    assert found.tolist() == exact


def test_choice_gives_each_option_its_share():
    """Tickets 0 … total - 1 are given out in order."""
    weights = jnp.array([2, 0, 3, 1])
    high = (jnp.arange(6, dtype=jnp.uint32) * (2**32 // 6)) + jnp.uint32(7)
    bits = jnp.stack([high, jnp.zeros(6, dtype=jnp.uint32)])
    found = choice(bits, jnp.broadcast_to(weights[:, None], (4, 6)))
    assert found.tolist() == [0, 0, 2, 2, 2, 3]


def test_keys_differ_by_purpose_seed_and_step():
    keys = {
        tuple(
            np.asarray(jnp.asarray(key_for(purpose, seed, step)._base_array)).tolist()
        )
        for purpose in ROOTS
        for seed in (0, 1, 2**32 - 1)
        for step in (0, 1)
    }
    assert len(keys) == 6 * len(ROOTS)
