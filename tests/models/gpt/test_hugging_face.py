"""Decoders against Hugging Face's models with the same weights, at lengths 1 to 300."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from safetensors.numpy import load_file

from lengthwise.models import Gpt, Words
from lengthwise.models.gpt.decoder import Block, Decoder, Linear, Norm
from lengthwise.models.gpt.forward import attended
from lengthwise.models.gpt.sight import sight_of_all
from lengthwise.models.positions import layout
from tests.data import hugging_face

CLOSE = {"rtol": 0, "atol": 1e-5}
LENGTHS = (1, 2, 17, 129, 300)


@pytest.fixture(scope="module")
def stored():
    return load_file(hugging_face.FILE)


def of(stored, name):
    """The arrays of one model, by the names that it gives them."""
    return {
        key.partition("/")[2]: value
        for key, value in stored.items()
        if key.startswith(f"{name}/")
    }


def norm(w, name):
    return Norm(scale=w[f"{name}.weight"], bias=w[f"{name}.bias"])


def conv(w, name):
    """GPT-2 stores matrices as we do: inputs by outputs."""
    return Linear(matrix=w[f"{name}.weight"], bias=w[f"{name}.bias"])


GPT2 = Gpt(
    symbols=hugging_face.SYMBOLS,
    outputs=hugging_face.SYMBOLS,
    heads=2,
    width=hugging_face.WIDTH,
    positions=f"absolute:places={hugging_face.PLACES}",
)


@jax.jit
def run_gpt2(weights, tokens, lengths):
    words = Words(tokens, lengths)
    return GPT2.run(weights, words, every=True), GPT2.run(weights, words)


def gpt2_weights(w, offset):
    """The weights of GPT-2 as ours, with its position table from `offset` on."""
    blocks = tuple(
        Block(
            attention_norm=norm(w, f"h.{k}.ln_1"),
            qkv=conv(w, f"h.{k}.attn.c_attn"),
            attended=conv(w, f"h.{k}.attn.c_proj"),
            positions=None,
            hidden_norm=norm(w, f"h.{k}.ln_2"),
            inner=conv(w, f"h.{k}.mlp.c_fc"),
            outer=conv(w, f"h.{k}.mlp.c_proj"),
        )
        for k in range(2)
    )
    return Decoder(
        embedding=w["wte.weight"],
        positions=w["wpe.weight"][offset : offset + hugging_face.PLACES],
        blocks=blocks,
        norm=norm(w, "ln_f"),
        readout=None,
    )


@pytest.mark.parametrize("offset", hugging_face.OFFSETS)
def test_logits_are_those_of_gpt2(stored, offset):
    w = of(stored, "gpt2")
    wanted = w[f"output at {offset}"]
    tokens = np.tile(w["input"], (len(LENGTHS), 1))
    every, last = run_gpt2(gpt2_weights(w, offset), tokens, np.array(LENGTHS))
    for row, length in enumerate(LENGTHS):
        np.testing.assert_allclose(every[row, :length], wanted[:length], **CLOSE)
        np.testing.assert_allclose(last[row, 0], wanted[length - 1], **CLOSE)


def by_heads(weight, bias, heads):
    """A fused matrix of ``[head, (query, key, value), size]`` rows, as ours."""
    size = len(weight) // (3 * heads)
    matrix = weight.reshape(heads, 3, size, -1).swapaxes(0, 1).reshape(weight.shape)
    flat = bias.reshape(heads, 3, size).swapaxes(0, 1).reshape(-1)
    return Linear(matrix=matrix.T, bias=flat)


def llama(w, _):
    parts = [f"{part}_proj" for part in "qkv"]
    matrix = np.concatenate([w[f"{part}.weight"] for part in parts]).T
    bias = np.concatenate([w[f"{part}.bias"] for part in parts])
    return (
        Linear(matrix=matrix, bias=bias),
        (w["o_proj.weight"], w["o_proj.bias"]),
        None,
    )


def fused(w, heads):
    qkv = by_heads(w["query_key_value.weight"], w["query_key_value.bias"], heads)
    return qkv, (w["dense.weight"], w["dense.bias"]), None


def t5(w, heads):
    """T5 does not divide logits by the root of the size of a head."""
    root = np.sqrt(hugging_face.WIDTH // heads).astype(np.float32)
    matrix = np.concatenate([root * w["q.weight"], w["k.weight"], w["v.weight"]]).T
    zeros = np.zeros(hugging_face.WIDTH, np.float32)
    qkv = Linear(matrix=matrix, bias=np.zeros(matrix.shape[1], np.float32))
    return qkv, (w["o.weight"], zeros), w["relative_attention_bias.weight"]


BLOCKS = {
    "llama": ("rope", llama),
    "gpt_neox": ("rope:base=500,share=0.3333333333333333", fused),
    "bloom": ("alibi", fused),
    "t5": ("t5", t5),
}


@pytest.mark.parametrize("name", BLOCKS)
@pytest.mark.parametrize("behind", [0, 23])
def test_attention_is_that_of(stored, name, behind):
    """Also where another word of the row stands in front."""
    w, heads = of(stored, name), hugging_face.HEADS[name]
    positions, read = BLOCKS[name]
    d = hugging_face.WIDTH
    qkv, (out, out_bias), table = read(w, heads)
    model = Gpt(symbols=2, heads=heads, width=d, positions=positions, norm=False)
    nothing = Linear(matrix=np.zeros((d, d)), bias=np.zeros(d))
    block = Block(
        attention_norm=None,
        qkv=qkv,
        attended=Linear(matrix=out.T, bias=out_bias),
        positions=table,
        hidden_norm=None,
        inner=nothing,
        outer=nothing,
    )
    places = behind + hugging_face.PLACES
    front = np.random.default_rng(0).normal(size=(behind, d)).astype(np.float32)
    stream = jnp.asarray(np.concatenate([front, w["input"]]))[None]
    begins = jnp.where(jnp.arange(places) < behind, 0, behind)[None]
    lengths = jnp.array([places])
    where = layout(jnp.zeros((1, places), int), lengths, begins if behind else None)

    @jax.jit
    def run(stream):
        number = model.scheme.numbering(where, None)
        sight = sight_of_all(model, where, lengths, number)
        return attended(model, block, block.positions, stream, stream, sight)[0]

    added = run(stream)[behind:]
    np.testing.assert_allclose(added, w["output"], **CLOSE)
    if "output at 100" in w:
        np.testing.assert_allclose(added, w["output at 100"], **CLOSE)


@pytest.mark.slow
def test_the_stored_numbers_are_made_again(stored):
    pytest.importorskip("transformers", reason="the extra torch is not installed")
    made = hugging_face.references()
    assert made.keys() == stored.keys()
    for name, array in made.items():
        np.testing.assert_allclose(array, stored[name], rtol=0, atol=1e-5)
