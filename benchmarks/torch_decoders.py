"""Hugging Face's GPT-2 trained in PyTorch: what our decoders are measured against.

Tried in good faith: `attn_implementation="sdpa"` (fused attention) and eager attention,
`torch.compile` and not, AdamW with `fused=True`, the batch already on the device, no
data loader, no evaluation, gradients set to None. Rows are as long as the longest
instance, as a collator that pads makes them on average at batch 64. Prints one JSON
object: steps a second of one model by precision, each the best of these ways.

    python benchmarks/torch_decoders.py layers heads width vocabulary places length
"""

import json
import sys
import time

import torch
import transformers

BATCH = 64
SECONDS = 2.0


def rate(step, seconds: float) -> float:
    """Returns steps a second in the best of some half seconds."""
    for _ in range(5):
        step()
    torch.cuda.synchronize()
    best, begin = 0.0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        start, count = time.perf_counter(), 0
        while time.perf_counter() - start < 0.5:
            for _ in range(10):
                step()
            torch.cuda.synchronize()
            count += 10
        best = max(best, count / (time.perf_counter() - start))
    return best


def training_step(sizes: list[int], *, fused: bool, compiled: bool, half: bool):
    """Returns a function that makes one step of a new model."""
    layers, heads, width, vocabulary, places, length = sizes
    config = transformers.GPT2Config(
        vocab_size=vocabulary,
        n_positions=places,
        n_embd=width,
        n_layer=layers,
        n_head=heads,
        attn_pdrop=0.0,
        resid_pdrop=0.0,
        embd_pdrop=0.0,
        attn_implementation="sdpa" if fused else "eager",
        use_cache=False,
    )
    model = transformers.GPT2LMHeadModel(config).cuda().train()
    optimizer = torch.optim.AdamW(
        model.parameters(), lr=1e-3, weight_decay=0.01, fused=True
    )
    run = torch.compile(model, mode="reduce-overhead") if compiled else model
    tokens = torch.randint(vocabulary, (BATCH, length), device="cuda")
    offsets = torch.randint(places - length + 1, (BATCH, 1), device="cuda")
    numbered = offsets + torch.arange(length, device="cuda")

    def step() -> None:
        with torch.autocast("cuda", torch.bfloat16, enabled=half):
            loss = run(input_ids=tokens, position_ids=numbered, labels=tokens).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0, foreach=True)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)

    return step


def main(sizes: list[int]) -> None:
    """Measures all ways and prints the best of each precision."""
    found = {}
    for precision in ("float32", "tf32", "bfloat16"):
        torch.set_float32_matmul_precision(
            "highest" if precision == "float32" else "high"
        )
        ways = {}
        for fused, compiled in ((True, False), (False, False), (True, True)):
            name = f"{'sdpa' if fused else 'eager'}{' compiled' * compiled}"
            try:
                step = training_step(
                    sizes,
                    fused=fused,
                    compiled=compiled,
                    half=precision == "bfloat16",
                )
                ways[name] = rate(step, SECONDS)
            except Exception as error:  # noqa: BLE001 - a way that fails is no way
                print(f"{name}: {error}", file=sys.stderr)
            torch._dynamo.reset()
        best = max(ways, key=ways.__getitem__)
        found[precision] = {"rate": ways[best], "chosen": best, "ways": ways}
    print(json.dumps(found))


if __name__ == "__main__":
    main([int(one) for one in sys.argv[1:]])
