"""Hugging Face's GPT-2 trained in PyTorch: what our decoders are measured against.

In good faith: fused attention (``sdpa``), eager and ``torch.compile`` with CUDA graphs,
AdamW with ``fused=True``, the batch already on the device, no data loader, no
evaluation, gradients set to None. Rows are as long as the longest instance, as a
collator that pads makes them at batch 64. Prints ``ready`` when all is compiled, waits
for a line, and prints one JSON object: steps a second of one model by precision, each
the better of the two ways.

    python benchmarks/torch_decoders.py layers heads width vocabulary places length
"""

import json
import sys
import time
from collections.abc import Callable

import torch
import transformers

BATCH = 64
SECONDS = 1.5


def rate(step: Callable[[], None], seconds: float) -> float:
    """Returns steps a second in the best of some half seconds."""
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


def training_step(
    sizes: list[int], *, compiled: bool, half: bool
) -> Callable[[], None]:
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
        attn_implementation="sdpa",
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
        torch.compiler.cudagraph_mark_step_begin()
        with torch.autocast("cuda", torch.bfloat16, enabled=half):
            loss = run(input_ids=tokens, position_ids=numbered, labels=tokens).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0, foreach=True)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)

    return step


def warmed_up(sizes: list[int], *, compiled: bool, half: bool) -> Callable[[], None]:
    """Returns a step that was made a few times, so that everything is compiled."""
    step = training_step(sizes, compiled=compiled, half=half)
    for _ in range(8):
        step()
    torch.cuda.synchronize()
    return step


def main(sizes: list[int]) -> None:
    """Measures both ways and prints the better one of each precision."""
    steps: dict[str, dict[str, Callable[[], None]]] = {"float32": {}, "bfloat16": {}}
    for precision, ways in steps.items():
        for name in ("eager", "compiled"):
            half, compiled = precision == "bfloat16", name == "compiled"
            try:
                ways[name] = warmed_up(sizes, compiled=compiled, half=half)
            except Exception as error:
                print(f"{name}: {error}", file=sys.stderr)
    print("ready", flush=True)
    sys.stdin.readline()
    rates = {
        precision: {name: rate(step, SECONDS) for name, step in ways.items()}
        for precision, ways in steps.items()
    }
    table = {}
    for precision, ways in rates.items():
        best = max(ways, key=ways.__getitem__)
        table[precision] = {"rate": ways[best], "chosen": best, "ways": ways}
    print(json.dumps(table))


if __name__ == "__main__":
    main([int(one) for one in sys.argv[1:]])
