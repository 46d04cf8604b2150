"""Makes hugging-face.safetensors: weights of Hugging Face's models and their outputs.

Run ``python tests/data/hugging_face.py`` where the extra ``torch`` is installed. All
weights are random and far from their small initial values, biases too, so that no part
of a model can be left out unseen. Models read one sequence of 300 places; being causal,
they say at place i what they say at the end of a sequence of length i, which is checked
here at some lengths.
"""

from pathlib import Path

import numpy as np

FILE = Path(__file__).with_name("hugging-face.safetensors")
PLACES = 300
SYMBOLS = 11
OFFSETS = (0, 7, 20)
SHORTER = (1, 2, 3, 33, 128, 299)
WIDTH = 12
HEADS = {"llama": 2, "gpt_neox": 2, "bloom": 3, "t5": 2}


def references():
    """Returns the arrays by name: ``model/input``, ``model/output``, and weights."""
    import torch

    torch.manual_seed(0)
    torch.set_num_threads(1)
    with torch.no_grad():
        found = _gpt2()
        for name, make in (
            ("llama", _llama),
            ("gpt_neox", _gpt_neox),
            ("bloom", _bloom),
            ("t5", _t5),
        ):
            module, attend = make(HEADS[name])
            _randomize(module)
            stream = torch.randn(1, PLACES, WIDTH)
            output = attend(stream, 0)
            _check_causal(lambda n, a=attend, s=stream: a(s[:, :n], 0), output)
            found[f"{name}/input"], found[f"{name}/output"] = stream[0], output[0]
            if name in ("llama", "gpt_neox"):
                found[f"{name}/output at 100"] = attend(stream, 100)[0]
            found |= _weights(name, module)
    return {
        name: np.ascontiguousarray(np.asarray(value)) for name, value in found.items()
    }


def _gpt2():
    import torch
    from transformers import GPT2Config, GPT2LMHeadModel

    config = GPT2Config(
        vocab_size=SYMBOLS,
        n_positions=PLACES + max(OFFSETS),
        n_embd=WIDTH,
        n_layer=2,
        n_head=2,
        bos_token_id=0,
        eos_token_id=0,
        attn_implementation="eager",
    )
    model = GPT2LMHeadModel(config).eval()
    _randomize(model)
    tokens = torch.randint(0, SYMBOLS, (1, PLACES))

    def logits(length, offset):
        place = torch.arange(offset, offset + length)[None]
        return model(tokens[:, :length], position_ids=place).logits

    found = {"gpt2/input": tokens[0].int()}
    for offset in OFFSETS:
        whole = logits(PLACES, offset)
        _check_causal(lambda n, o=offset: logits(n, o), whole)
        found[f"gpt2/output at {offset}"] = whole[0]
    return found | _weights("gpt2", model.transformer)


def _llama(heads):
    from transformers import LlamaConfig
    from transformers.models.llama import modeling_llama as llama

    config = LlamaConfig(
        hidden_size=WIDTH,
        num_attention_heads=heads,
        num_key_value_heads=heads,
        attention_bias=True,
        rope_parameters={"rope_type": "default", "rope_theta": 10000.0},
        attn_implementation="eager",
    )
    module = llama.LlamaAttention(config, 0).eval()
    return module, _with_rotation(module, llama.LlamaRotaryEmbedding(config))


def _gpt_neox(heads):
    from transformers import GPTNeoXConfig
    from transformers.models.gpt_neox import modeling_gpt_neox as neox

    config = GPTNeoXConfig(
        hidden_size=WIDTH,
        num_attention_heads=heads,
        rope_parameters={
            "rope_type": "default",
            "rope_theta": 500.0,
            "partial_rotary_factor": 1 / 3,
        },
        attn_implementation="eager",
    )
    module = neox.GPTNeoXAttention(config, 0).eval()
    return module, _with_rotation(module, neox.GPTNeoXRotaryEmbedding(config))


def _with_rotation(module, rotary):
    import torch

    def attend(stream, offset):
        places = stream.shape[1]
        turned = rotary(stream, torch.arange(offset, offset + places)[None])
        mask = _causal(places)
        return module(stream, attention_mask=mask, position_embeddings=turned)[0]

    return attend


def _bloom(heads):
    import torch
    from transformers import BloomConfig
    from transformers.models.bloom import modeling_bloom as bloom

    config = BloomConfig(hidden_size=WIDTH, n_head=heads)
    module = bloom.BloomAttention(config, 0).eval()

    def attend(stream, _):
        places = stream.shape[1]
        alibi = bloom.build_alibi_tensor(torch.ones(1, places), heads, torch.float32)
        nothing = torch.zeros_like(stream)
        return module(stream, nothing, alibi, _causal(places))[0]

    return module, attend


def _t5(heads):
    from transformers import T5Config
    from transformers.models.t5.modeling_t5 import T5Attention

    config = T5Config(
        d_model=WIDTH,
        d_kv=WIDTH // heads,
        num_heads=heads,
        is_decoder=True,
        dropout_rate=0.0,
        attn_implementation="eager",
    )
    module = T5Attention(config, has_relative_attention_bias=True, layer_idx=0).eval()
    return module, lambda stream, _: module(stream, mask=_causal(stream.shape[1]))[0]


def _causal(places):
    import torch

    return torch.full((1, 1, places, places), -1e30).triu(1)


def _randomize(module):
    import torch

    for name, value in module.named_parameters():
        deviation = 0.5 if value.ndim < 2 else 0.3
        torch.nn.init.normal_(
            value, float("ln" in name and "weight" in name), deviation
        )


def _weights(name, module):
    return {f"{name}/{key}": value for key, value in module.state_dict().items()}


def _check_causal(run, whole):
    for length in SHORTER:
        gap = (run(length) - whole[:, :length]).abs().max()
        assert gap < 1e-5, (length, gap)


if __name__ == "__main__":
    from safetensors.numpy import save_file

    save_file(references(), FILE)
