"""``lengthwise bound``: the training length by each theorem."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from lengthwise.cli.number_options import Whole
from lengthwise.cli.printing import print_json, print_text
from lengthwise.errors import SpecError

if TYPE_CHECKING:
    from lengthwise.theory.theorems.bound_table import Bounds


def bound(
    *,
    tau: Whole = None,
    delta: Whole = None,
    L: Annotated[float | None, Parameter(name="--L")] = None,
    eps: float | None = None,
    p: Whole = None,
    gamma: float | None = None,
    sigma: Whole = None,
    alpha0: float | None = None,
    C: Annotated[float | None, Parameter(name="--C")] = None,
    positional_gamma: float | None = None,
    agreement: float = 0.0,
    G: Annotated[float | None, Parameter(name="--G")] = None,
    k: Whole = None,
    n: Whole = None,
    f: str | None = None,
    g: str | None = None,
    store: str | None = None,
    json: bool = False,
) -> None:
    """Print how long training inputs must be in theory: the answer, then each theorem.

    Give parameters, or two machines with --f and --g, which determine them.

    Args:
        tau: Largest lag with a positional bias.
        delta: Period of the position vectors; 1 without positions.
        L: Norm of both machines.
        eps: Accuracy in the sup norm.
        p: Bits of precision.
        gamma: Logit margin; inf is allowed.
        sigma: Number of symbols.
        alpha0: Smallest parameter of the Dirichlet distribution (average case).
        C: Complexity of two-layer machines.
        positional_gamma: Positional margin of two-layer machines; inf is allowed.
        agreement: The largest difference of the machines on the training inputs.
        G: Bound on the function of Lemma 5.3.
        k: Order of the k-gram.
        n: Number of states of an automaton.
        f: The target: a file, a construction such as simple:omega=4, or the key of a
            trained net.
        g: The learned machine, given in the same way.
        store: URL of the store where keys are looked up.
        json: Print JSON.
    """
    from lengthwise.theory.theorems.calculator import bounds

    notes: list[str] = []
    numbers: dict[str, Any] = {
        "tau": tau,
        "delta": delta,
        "L": L,
        "gamma": gamma,
        "sigma": sigma,
        "C": C,
        "positional_gamma": positional_gamma,
        "G": G,
        "k": k,
        "n": n,
    }
    if {f, g, eps, p, alpha0, *numbers.values()} == {None}:
        raise SpecError(
            "no parameters were given; give some, as in --tau 1 --delta 1 --L 1 "
            "--sigma 2 --eps 0.1, or two machines with --f, --g and --eps"
        )
    if f is None and g is None:
        table = bounds(**numbers, eps=eps, p=p, alpha0=alpha0, agreement=agreement)
        if not table.reasons and not any(entry.applies for entry in table):
            raise SpecError(f"no theorem applies yet; {_needs(table)}")
    else:
        from lengthwise.cli.machine_argument import machine_and_task
        from lengthwise.limit.constructions.named_machines import remark
        from lengthwise.theory.theorems.machine_bounds import bounds_for

        if f is None or g is None or eps is None:
            absent = _options({"f": f, "g": g, "eps": eps}, given=False)
            raise SpecError(f"bounds for two machines also need {absent}")
        if extra := _options(numbers, given=True):
            raise SpecError(f"with --f and --g, omit {extra}, which they determine")
        one, other = (machine_and_task(name, store)[0] for name in (f, g))
        table = bounds_for(one, other, eps, p=p, agreement=agreement, alpha0=alpha0)
        notes = sorted({remark(f), remark(g)} - {""})
    if json:
        print_json({**table.json(), "notes": notes}, sources=table.sources)
    else:
        print_text(table, *(f"note: {note}" for note in notes))


def _options(numbers: Mapping[str, object], *, given: bool) -> str:
    """The options in `numbers` that were given, or those that were not."""
    names = [name for name, number in numbers.items() if (number is not None) == given]
    return " and ".join(f"--{name.replace('_', '-')}" for name in names)


def _needs(table: "Bounds") -> str:
    """The missing options for each kind of theorem, in one line."""
    kinds = (f"for {about}: {names}" for about, names in table.missing.items())
    return f"give more parameters, {'; '.join(kinds)}"
