"""Theory tables: bounds, and the exact construction for a task."""

import math
from collections.abc import Iterator

from lengthwise.analysis.predicted.construction import IN_CLASS, OFF, ExactPart
from lengthwise.numbers import readable
from lengthwise.tables import Cell, Table
from lengthwise.theory.simulation.simulation import Simulation
from lengthwise.theory.theorems.bound_entry import Entry
from lengthwise.theory.verdict.consequences import Consequences
from lengthwise.theory.worst_case import word_text


def bounds(exact: ExactPart | Consequences) -> Table:
    """All applicable theorems, for every error."""
    rows = [
        (
            eps,
            entry.theorem.name,
            entry.theorem.sense,
            bound_length(entry),
            None if entry.size is None else entry.size.log10,
            f"{entry.assumed.removeprefix('its constants ')} †"
            if entry.assumed
            else "known",
            entry.theorem.order,
            entry.why,
            entry.theorem.basis,
            entry.theorem.place,
        )
        for eps, table in exact.bounds.items()
        for entry in table
        if entry.applies
    ]
    return Table(
        name="bounds",
        caption="Bounds on the training length, by sup error ε.",
        header=(
            *("error ε", "theorem", "sense", "length", "log₁₀", "constants", "growth"),
            *("statement", "basis", "source"),
        ),
        rows=tuple(rows),
        note=(
            "†: asymptotic bound with its unknown constants set to 1; not an actual "
            "length."
        ),
    )


def silent(exact: ExactPart | Consequences) -> Table:
    """The theorems that do not apply, and why."""
    reasons = {
        (entry.theorem.name, entry.why): None
        for table in exact.bounds.values()
        for entry in table
        if not entry.applies
    }
    return Table(
        name="silent-theorems",
        caption="Theorems that do not apply to this construction, and why.",
        header=("theorem", "why"),
        rows=tuple(reasons),
        folded=True,
    )


def complexity(exact: ExactPart | Consequences) -> Table:
    """The quantities that the bounds depend on."""
    c = exact.complexity
    assert c is not None, "asked only where there is a machine"
    one = len(c.heads) == 1
    rows = (
        ("layers", c.layers, "number of layers"),
        ("heads", c.heads[0] if one else ", ".join(map(str, c.heads)), "in each layer"),
        ("Δ", c.delta, "period of the position vectors"),
        ("τ", c.tau, "largest lag with a positional bias"),
        ("γ", c.gamma, "logit margin"),
        (
            "log₂ of hardmax length",
            c.hardmax_log2,
            "beyond it attention is hardmax",
        ),
        ("L, printed", c.L, "norm as defined in the paper"),
        ("L, safe", c.L_safe, "norm for which certificates hold"),
        ("positional γ", c.positional_gamma, "positional margin, two layers"),
        ("log₁₀ C", c.log10_C, "complexity of two layers, constants set to 1"),
    )
    return Table(
        name="complexity",
        caption=f"{_subject(exact)}: the quantities that the bounds depend on.",
        header=("quantity", "value", "meaning"),
        rows=tuple(row for row in rows if row[1] not in (None, "")),
    )


def _subject(exact: ExactPart | Consequences) -> str:
    """The construction that the bounds are for."""
    if isinstance(exact, ExactPart) and exact.bounded is not None:
        return f"The {IN_CLASS}"
    return "The exact construction"


def outputs(exact: ExactPart) -> Table:
    """The exact construction on very long inputs."""
    return Table(
        name="outputs",
        caption="The exact construction on very long inputs.",
        header=("length", "output", "target", "difference"),
        rows=tuple(
            (n, _cell(y), _cell(t), math.dist(y, t))
            for n, (y, t) in exact.outputs.items()
        ),
        note=f"On {exact.words}.",
    )


def construction(exact: ExactPart) -> Table:
    """The error of the construction over all inputs of a length."""
    return Table(
        name="construction",
        caption="The exact construction against the task, over all inputs of a length.",
        header=(
            *("length", "rms error", "sup error"),
            *("output", "target", "worst input"),
        ),
        rows=tuple(
            (e.length, e.rms, e.sup, e.output, e.label, word_text(e.worst))
            for e in exact.errors
        ),
        note=(
            "Errors are over all outputs together; output and target are those of the "
            "output that is furthest off."
        ),
    )


def worst(exact: ExactPart) -> Table:
    """The largest difference of the construction and a perturbed copy."""
    unit = "statistics" if exact.complexity.layers == 1 else "words"
    return Table(
        name="perturbed",
        caption=(
            f"{_subject(exact)} against a copy with weights perturbed by {OFF:.0%}: "
            "the largest difference over all inputs."
        ),
        header=("length", "sup difference", f"{unit} enumerated", "worst input"),
        rows=tuple(
            (
                n,
                disagreement.value,
                disagreement.size,
                word_text(disagreement.statistics),
            )
            for n, disagreement in exact.worst.items()
        ),
    )


def simulation(exact: ExactPart) -> Table:
    """The long input x and the short input z that simulates it."""
    simulated = exact.simulation
    rows = [
        (
            name,
            _vector(side.at_x),
            _vector(side.at_z),
            side.error,
            side.promised,
            side.distance,
            side.promised_distance,
        )
        for name, side in (("construction f", simulated.f), ("copy g", simulated.g))
    ]
    table = Table(
        name="simulation",
        caption=(
            f"An input x of length {readable(simulated.x_length)} and an input z of "
            f"length {readable(simulated.z_length)} that simulates it."
        ),
        header=(
            *("machine", "on x", "on z", "error", "guaranteed"),
            *("attention distance", "guaranteed distance"),
        ),
        rows=tuple(rows),
        note=" ".join(_simulation_notes(simulated)),
    )
    return table.without("guaranteed distance")


def _simulation_notes(simulated: Simulation) -> Iterator[str]:
    unknown = simulated.basis == "rests on constants one"
    basis = "assume unknown constants of 1" if unknown else f"are {simulated.basis}"
    yield (
        f"Method: {simulated.method}. The length of z is guaranteed to be at most "
        f"{readable(simulated.bound)}. The guarantees {basis}; "
        f"{'all were met' if simulated.kept else 'NOT all were met'}."
    )
    if simulated.f.void or simulated.g.void:
        yield (
            "A guaranteed error larger than the outputs is vacuous; the error is the "
            "measured one."
        )
    if simulated.method in ("blocks", "rotor"):
        yield (
            "Attention distance: the largest measured change of the output through "
            "layer 2, with its query fixed as on x."
        )


def bound_length(entry: Entry) -> Cell:
    """The length of a bound as an integer; above ``1e15`` as a power of ten."""
    if entry.size is None:
        return None
    if entry.size.log10 > 15:
        return f"10^{entry.size.log10:,.1f}"
    return entry.size.whole


def _cell(values: tuple[float, ...]) -> Cell:
    """A single output as a number, several as text."""
    return values[0] if len(values) == 1 else _vector(values)


def _vector(values: tuple[float, ...]) -> str:
    return ", ".join(readable(v, digits=6) for v in values[:4]) + (
        ", …" if len(values) > 4 else ""
    )
