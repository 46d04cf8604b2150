"""With products of bfloat16 factors decoders store in bfloat16 what products read."""

import jax
import jax.numpy as jnp
import numpy as np

from lengthwise.models import BFLOAT16, Gpt, Words

MODEL = Gpt(
    symbols=5, outputs=5, layers=1, heads=2, width=16, positions="absolute:places=9"
)
WORDS = Words(np.array([[0, 1, 2, 3, 4, 1], [3, 3, 1, 0, 0, 0]]), np.array([6, 3]))


def loss(weights: object) -> jax.Array:
    outputs = MODEL.run(weights, WORDS, every=True)
    return -jax.nn.log_softmax(outputs)[..., 2].mean()


def gradient(precision: str) -> np.ndarray:
    weights = jax.tree.map(lambda one: 5 * one, MODEL.init(jax.random.key(0)))
    with jax.default_matmul_precision(precision):
        slopes = jax.jit(jax.grad(loss))(weights)
    return np.concatenate([np.ravel(leaf) for leaf in jax.tree.leaves(slopes)])


def test_gradients_in_bfloat16_are_those_in_float32_up_to_rounding() -> None:
    exact, rounded = gradient("highest"), gradient(BFLOAT16)
    error = np.linalg.norm(rounded - exact) / np.linalg.norm(exact)
    # A factor has 8 significant bits, a relative error of up to 2^-9; a gradient passes
    # through about ten products.
    assert 0 < error < 10 * 2**-8
    assert rounded.dtype == np.float32


def test_with_other_precisions_nothing_is_stored_in_bfloat16() -> None:
    weights = MODEL.init(jax.random.key(0))
    for precision in ("highest", "TF32_TF32_F32"):
        with jax.default_matmul_precision(precision):
            assert "bf16" not in str(jax.make_jaxpr(jax.grad(loss))(weights))
    with jax.default_matmul_precision(BFLOAT16):
        program = jax.make_jaxpr(loss)(weights)
    assert "bf16" in str(program)
    assert program.out_avals[0].dtype == jnp.float32
