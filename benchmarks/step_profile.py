"""Where the time of a training step goes on a GPU, by part of the decoder.

Kernels are assigned to parts by the scopes that the model names (``attention``, ``mlp``
and so on), forward and backward pass together.
"""

import re
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

import jax

PARTS = ("sampling", "embedding", "attention", "mlp", "readout", "loss", "optimizer")
INSTRUCTION = re.compile(r"^\s*(?:ROOT )?%([\w.-]+) = .*op_name=\"([^\"]*)\"")


def parts_of(program: str) -> dict[str, str]:
    """Returns the part of each instruction of a compiled program.

    Examples:
        >>> text = '  %add.1 = f32[] add(), metadata={op_name="jit(f)/mlp/add"}'
        >>> parts_of(text)
        {'add.1': 'mlp'}
    """
    parts = {}
    for line in program.splitlines():
        if match := INSTRUCTION.match(line):
            name, place = match.groups()
            words = re.findall(r"\w+", place)
            parts[name] = next((one for one in PARTS if one in words), "other")
    return parts


def share_of_time(call: Callable[[], object], program: str) -> Mapping[str, float]:
    """Returns the share of the device's busy time that each part takes."""
    parts = parts_of(program)
    plain = {re.sub(r"\W", "_", name): part for name, part in parts.items()}
    with tempfile.TemporaryDirectory() as folder:
        with jax.profiler.trace(folder):
            jax.block_until_ready(call())
        (path,) = Path(folder).rglob("*.xplane.pb")
        profile = jax.profiler.ProfileData.from_file(str(path))
    busy: Counter[str] = Counter()
    for plane in profile.planes:
        if not plane.name.startswith("/device:GPU"):
            continue
        for line in plane.lines:
            if not line.name.startswith("Stream"):
                continue
            for event in line.events:
                stats = dict(event.stats)
                name = str(stats.get("hlo_op", event.name))
                part = parts.get(name) or plain.get(re.sub(r"\W", "_", name), "other")
                busy[part] += event.duration_ns
    total = sum(busy.values()) or 1
    return {part: time / total for part, time in busy.most_common()}
