"""What training costs in PyTorch: the loops that people write, tuned in good faith.

The task, the net and the optimizer are those of Lengthwise (SimpleTask, one layer, one
head, width 16, 256 ReLU units, batch 1024, lengths uniform on 1 … 256, Adam, muP rates,
float32, one model at a time). Data are drawn on the device inside the loop; there is no
data loader.

every_position   causal attention and the MLP at all positions of words padded to 256,
                 by the fused ``scaled_dot_product_attention``; the loss is read at the
                 last symbol of each word.
last_query       attention and MLP for the last symbol only: the key matrix goes to the
                 query and the value matrix to the mean, so that no product of width
                 16 x 16 is taken at the other positions.
statistics       counts in place of words, many models under ``torch.func.vmap`` and
                 ``grad``: the form of Lengthwise, written in PyTorch.

What was tried on a CPU, one thread, milliseconds a step of last_query: eager 43,
``torch.compile`` 8.6 (both are timed in every run, and the faster one counts; so are
one thread and all); one-hot products in place of the embedding 48 and 16 (not kept);
``multinomial`` draws the symbols as fast as the comparison with uniform numbers does in
eager mode, but is not fused when compiled (not kept); fused Adam 0.07 for the update
against 0.22 (kept).

PyTorch is imported inside functions only: the package does not need it.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

BATCH, LONGEST, WIDTH, UNITS, OMEGA = 1024, 256, 16, 256, 4.0


def words(device: str) -> tuple[Any, Any, Any]:
    """Draws symbols, lengths and labels of one batch."""
    import torch

    length = torch.randint(1, LONGEST + 1, (BATCH,), device=device)
    share = torch.empty(BATCH, 3, device=device).exponential_()
    share = share / share.sum(1, keepdim=True)
    uniform = torch.rand(BATCH, LONGEST, device=device)
    edges = share.cumsum(1)
    tokens = (uniform > edges[:, :1]).long() + (uniform > edges[:, 1:2]).long()
    inside = torch.arange(LONGEST, device=device) < length[:, None]
    zeros = ((tokens == 0) & inside).sum(1)
    ones = ((tokens == 1) & inside).sum(1)
    label = torch.sin(OMEGA * (zeros - ones) / (zeros + ones).clamp(min=1))
    return tokens, length, label


def parameters(device: str, *lanes: int) -> dict[str, Any]:
    """Draws the weights of a net, or of several."""
    import torch

    def normal(*shape: int, spread: float) -> Any:  # noqa: ANN401
        found = torch.randn(*lanes, *shape, device=device) * spread
        return found.requires_grad_(not lanes)

    return {
        "embedding": normal(3, WIDTH, spread=1.0),
        "query": normal(WIDTH, WIDTH, spread=0.0),
        "key": normal(WIDTH, WIDTH, spread=WIDTH**-0.5),
        "value": normal(WIDTH, WIDTH, spread=WIDTH**-0.5),
        "inner": normal(UNITS, WIDTH, spread=WIDTH**-0.5),
        "bias": normal(UNITS, spread=0.0),
        "outer": normal(WIDTH, UNITS, spread=UNITS**-0.5),
        "readout": normal(1, WIDTH, spread=1 / WIDTH),
    }


def optimizer(net: dict[str, Any]) -> Any:  # noqa: ANN401
    """Returns fused Adam with the rates of muP."""
    import torch

    fast = [net[name] for name in ("embedding", "bias")]
    slow = [net[name] for name in net if name not in ("embedding", "bias")]
    groups = [{"params": fast, "lr": 1e-2}, {"params": slow, "lr": 1e-2 / WIDTH}]
    return torch.optim.Adam(groups, fused=True)


def every_position(net: dict[str, Any], data: tuple[Any, Any, Any]) -> Any:  # noqa: ANN401
    """Returns the loss, with causal attention and the MLP at all positions."""
    from torch.nn.functional import relu, scaled_dot_product_attention

    tokens, length, label = data
    stream = net["embedding"][tokens]
    query, key, value = (stream @ net[name].T for name in ("query", "key", "value"))
    mixed = scaled_dot_product_attention(
        query[:, None], key[:, None], value[:, None], is_causal=True, scale=1 / WIDTH
    )[:, 0]
    stream = stream + mixed
    stream = stream + relu(stream @ net["inner"].T + net["bias"]) @ net["outer"].T
    outputs = (stream @ net["readout"].T)[..., 0]
    last = outputs.gather(1, (length - 1)[:, None])[:, 0]
    return ((last - label) ** 2).mean()


def last_query(net: dict[str, Any], data: tuple[Any, Any, Any]) -> Any:  # noqa: ANN401
    """Returns the loss, with attention and the MLP for the last symbol only."""
    import torch
    from torch.nn.functional import relu

    tokens, length, label = data
    stream = net["embedding"][tokens]
    token = tokens.gather(1, (length - 1)[:, None])[:, 0]
    last = net["embedding"][token]
    asked = last @ net["query"].T @ net["key"] / WIDTH
    logits = torch.einsum("bnd,bd->bn", stream, asked)
    inside = torch.arange(LONGEST, device=tokens.device) < length[:, None]
    weight = logits.masked_fill(~inside, -torch.inf).softmax(1)
    last = last + torch.einsum("bn,bnd->bd", weight, stream) @ net["value"].T
    last = last + relu(last @ net["inner"].T + net["bias"]) @ net["outer"].T
    return (((last @ net["readout"].T)[:, 0] - label) ** 2).mean()


def statistics_loss(net: dict[str, Any], counts: Any, token: Any) -> Any:  # noqa: ANN401
    """Returns the loss of one net on counts and last symbols (one-hot)."""
    import torch
    from torch.nn.functional import relu

    pairs = net["embedding"]
    content = (pairs @ net["key"].T) @ (pairs @ net["query"].T).T / WIDTH
    logits = token @ content.T
    logits = torch.where(counts > 0, logits, -torch.inf)
    weight = counts * torch.exp(logits - logits.amax(1, keepdim=True))
    mass = weight / weight.sum(1, keepdim=True)
    last = token @ pairs + mass @ (pairs @ net["value"].T)
    hidden = relu(last @ net["inner"].T + net["bias"])
    outputs = last @ net["readout"][0] + hidden @ (net["readout"] @ net["outer"])[0]
    both = (counts[:, 0] + counts[:, 1]).clamp(min=1)
    label = torch.sin(OMEGA * (counts[:, 0] - counts[:, 1]) / both)
    return ((outputs - label) ** 2).mean()


def statistics_step(device: str, lanes: int) -> Callable[[], None]:
    """Returns one step of `lanes` models under ``torch.func.vmap``."""
    import torch

    net = parameters(device, lanes)
    first, second = ({k: torch.zeros_like(v) for k, v in net.items()} for _ in "mv")
    slopes = torch.func.vmap(torch.func.grad(statistics_loss))
    number = 0

    def step() -> None:
        nonlocal number
        number += 1
        shape = (lanes, BATCH)
        length = torch.randint(1, LONGEST + 1, shape, device=device)
        one = (torch.rand(shape, device=device) * (length + 2)).long()
        two = (torch.rand(shape, device=device) * (length + 1)).long()
        two = two + (two >= one)
        low, high = torch.minimum(one, two), torch.maximum(one, two)
        counts = torch.stack([low, high - low - 1, length + 1 - high], -1).float()
        ticket = torch.rand(shape, device=device)[..., None] * length[..., None]
        token = (ticket >= counts.cumsum(-1)[..., :2]).sum(-1)
        hot = torch.nn.functional.one_hot(token, 3).float()
        found = slopes(net, counts, hot)
        for name, slope in found.items():
            rate = 1e-2 if name in ("embedding", "bias") else 1e-2 / WIDTH
            first[name].lerp_(slope, 0.1)
            second[name].mul_(0.999).addcmul_(slope, slope, value=0.001)
            size = (second[name] / (1 - 0.999**number)).sqrt_().add_(1e-8)
            net[name].addcdiv_(first[name], size, value=-rate / (1 - 0.9**number))

    return step


def plain_step(
    loss: Callable[..., Any], device: str, *, compiled: bool
) -> Callable[[], None]:
    """Returns one step of one model: draw, loss, gradient, Adam."""
    import torch

    net = parameters(device)
    adam = optimizer(net)
    draw, value = words, loss
    if compiled:
        draw, value = torch.compile(words), torch.compile(loss)

    def step() -> None:
        adam.zero_grad(set_to_none=True)
        value(net, draw(device)).backward()
        adam.step()

    return step


def rate(step: Callable[[], None], device: str, seconds: float) -> float:
    """Returns steps a second in the best half second, the first few steps left out."""
    import torch

    def sync() -> None:
        if device == "cuda":
            torch.cuda.synchronize()

    for _ in range(3):
        step()
    sync()
    begin, best = time.perf_counter(), 0.0
    while time.perf_counter() - begin < seconds:
        start, steps = time.perf_counter(), 0
        while time.perf_counter() - start < 0.5:
            for _ in range(20 if device == "cuda" else 1):
                step()
                steps += 1
            sync()
        best = max(best, steps / (time.perf_counter() - start))
    return best


LOOPS = {"every_position": every_position, "last_query": last_query}


def best(name: str, device: str, seconds: float, lanes: int) -> dict[str, Any]:
    """Returns the best rate of a loop over what can be chosen, and what was chosen."""
    import torch

    makers: dict[str, tuple[int, Callable[[], Callable[[], None]]]]
    if name == "statistics":
        numbers = {lanes} if device == "cuda" else {8, lanes}
        makers = {
            f"{n} models": (n, partial(statistics_step, device, n)) for n in numbers
        }
    else:
        makers = {
            kind: (1, partial(plain_step, LOOPS[name], device, compiled=compiled))
            for kind, compiled in (("eager", False), ("compiled", True))
        }
    threads = {1, os.cpu_count() or 1} if device == "cpu" else {1}
    found: dict[str, float] = {}
    for number in sorted(threads):
        torch.set_num_threads(number)
        for kind, (models, maker) in makers.items():
            key = f"{number} threads, {kind}"
            try:
                found[key] = models * rate(maker(), device, seconds)
            except Exception as error:  # no compiler on this machine
                found[f"{key} failed: {type(error).__name__}"] = 0.0
    chosen = max(found, key=lambda key: found[key])
    return {"rate": found[chosen], "chosen": chosen, "tried": found}


def main(arguments: list[str]) -> None:
    """Prints one line of JSON: model-steps a second of each loop."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--lanes", type=int, default=16)
    parser.add_argument("--loops", default="every_position,last_query,statistics")
    chosen = parser.parse_args(arguments)
    found = {
        name: best(name, chosen.device, chosen.seconds, chosen.lanes)
        for name in chosen.loops.split(",")
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1:])
