"""The figure of exact errors: average and worst case of the same models."""

from lengthwise.analysis.enumerated.audit import ErrorAtLength
from lengthwise.analysis.runs import by_train_length
from lengthwise.analysis.summary import Summary
from lengthwise.numbers import readable
from lengthwise.report.tools.palette import MARKERS, step
from lengthwise.report.tools.plot import (
    SMALLEST,
    Mark,
    Plot,
    canvas,
    label_ticks,
    legend,
    style,
)


def audit(summary: Summary) -> Plot | None:
    """Root mean square and sup error by length, side by side."""
    lengths = list(by_train_length(summary.runs)) or sorted(summary.audits)
    audits = {n: a for n, a in sorted(summary.audits.items()) if a.errors}
    if not audits:
        return None
    marks: list[Mark] = []
    with style():
        figure, panels = canvas(1, 2, sharey=True)
        for panel, norm in enumerate(("rms", "sup")):
            axes = panels[panel]
            for place, (n, audited) in enumerate(audits.items()):
                where = lengths.index(n) if n in lengths else place
                points = [(e.length, _norm(e, norm)) for e in audited.errors]
                axes.plot(
                    *zip(*points, strict=True),
                    color=step(where, len(lengths)),
                    marker=MARKERS[where % len(MARKERS)],
                    label=f"N = {n}" if panel == 0 else None,
                    gid=f"series:{place}",
                )
                marks += [
                    Mark(
                        axes=panel,
                        x=e.length,
                        y=_norm(e, norm),
                        series=place,
                        text=f"trained on N = {n}, all inputs of length {e.length:,}\n"
                        f"rms error {readable(e.rms)}, sup error {readable(e.sup)}",
                    )
                    for e in audited.errors
                ]
            axes.set_title("average (rms)" if norm == "rms" else "worst input (sup)")
            axes.set_xlabel("length (symbols)")
            label_ticks(axes)
        panels[0].set_ylabel("error")
        legend(figure, "training length")
    return Plot(
        name="audit",
        figure=figure,
        caption=(
            "Exact error over all inputs of a length: root mean square (left) and the "
            "largest (right), for the median seed of each training length N."
        ),
        description=_norms_text(summary),
        marks=tuple(marks),
    )


def _norm(error: ErrorAtLength, norm: str) -> float:
    return max(error.rms if norm == "rms" else error.sup, SMALLEST)


def _norms_text(summary: Summary) -> str:
    parts = []
    for n, audited in sorted(summary.audits.items()):
        if audited.errors:
            last = audited.errors[-1]
            parts.append(
                f"N = {n}: at length {last.length:,} rms {readable(last.rms)}, sup "
                f"{readable(last.sup)}"
            )
    return "Is a model that is right on average right on every input? " + "; ".join(
        parts
    )
