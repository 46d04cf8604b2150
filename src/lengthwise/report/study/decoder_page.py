"""The page of a study of decoders: accuracy by length, with the verdict beside it.

`render_decoders` is pure: the same findings give the same bytes.
"""

from collections.abc import Iterator

from lengthwise.figures.huang.shipped_results import shipped_table
from lengthwise.jobs.decoder_findings import Arm, DecoderFindings
from lengthwise.jobs.pair_curves import PairCurve
from lengthwise.jobs.study_findings import Findings
from lengthwise.report.study._curve_plan import Curve, CurvePlan, Panel
from lengthwise.report.study._headline import Headline, Remark
from lengthwise.report.study._sections import Section, decided_sections
from lengthwise.report.study.curve_figures import curves_by_test_length
from lengthwise.report.tools.palette import LIGHT, look
from lengthwise.report.tools.plot import Mark, Plot, canvas, legend, style
from lengthwise.tables import Table
from lengthwise.words import Word

NAMES = {"absolute": "absolute positions", "none": "no positions"}
"""Names of position schemes in legends."""

LONGEST_WORD = 30
"""Longer words are shortened on a page."""


def decoder_headline(findings: Findings, shown: DecoderFindings) -> Headline:
    """The verdict, and the measurement of each position scheme."""
    verdict = findings.decided.verdict
    n = shown.train_length
    remarks = [
        Remark(label=NAMES[arm.scheme].capitalize(), text=f"{arm.sentence}.")
        for arm in shown.arms
    ]
    remarks += [
        Remark(
            label=f"Pairs, {NAMES[scheme]}",
            text=f"Word pairs of the no in {curve.row.class_name}: "
            f"{curve.sentence(scheme)}.",
        )
        for curve in shown.pairs
        for scheme in curve.right
    ]
    remarks.append(
        Remark(
            label="Small",
            text=f"{shown.about}. A decoder that fails here may succeed with more "
            "training, and one that succeeds may fail on longer inputs.",
        )
    )
    remarks.append(Remark(label="Verdict", text=verdict.lead))
    return Headline(lead=_lead(shown, n), more=tuple(remarks))


def _lead(shown: DecoderFindings, n: int) -> str:
    parts = [_result(arm, n) for arm in shown.arms]
    return f"Trained on inputs of up to {n} symbols: {'; '.join(parts)}."


def _result(arm: Arm, n: int) -> str:
    if arm.beyond is None:
        said = "did not learn the training lengths"
    elif arm.holds:
        said = f"are {arm.beyond:.0%} right above length {2 * n}"
    else:
        said = f"are only {arm.beyond:.0%} right above length {2 * n}"
    return f"decoders with {NAMES[arm.scheme]} {said}"


def decoder_figures(shown: DecoderFindings) -> tuple[Plot, ...]:
    """Accuracy by test length, and the pairs of each no by repetitions."""
    curves = tuple(
        Curve(
            place=place,
            label=NAMES[arm.scheme],
            title=f"{NAMES[arm.scheme]}, trained on N = {arm.train_length}",
            train_length=arm.train_length,
            runs=tuple(run for run in arm.runs if not run.failed),
        )
        for place, arm in enumerate(shown.arms)
    )
    drawn = tuple(curve for curve in curves if curve.runs)
    plots: list[Plot] = []
    if drawn:
        plan = CurvePlan(
            subject="",
            legend="",
            ordered=None,
            panels=(Panel(title="", curves=drawn),),
            every=drawn,
            metric=shown.metric,
        )
        plots.append(curves_by_test_length(plan, name="decoders"))
    plots += [
        pair_figure(curve, shown, name=f"pairs-{number}")
        for number, curve in enumerate(shown.pairs, start=1)
    ]
    return tuple(plots)


def pair_figure(curve: PairCurve, shown: DecoderFindings, *, name: str) -> Plot:
    """The share of seeds right on both words of a pair, by repetitions."""
    marks, ends = list[Mark](), []
    with style():
        figure, (axes,) = canvas(logarithmic=False)
        for place, (scheme, by_k) in enumerate(curve.right.items()):
            shares = [curve.share(scheme, k) for k in by_k]
            axes.plot(
                list(by_k),
                shares,
                label=NAMES[scheme],
                gid=f"series:{place}",
                **look(place),  # type: ignore[arg-type]
            )
            ends.append(f"{NAMES[scheme]}: {curve.sentence(scheme)}")
            marks += [
                Mark(
                    axes=0,
                    x=k,
                    y=share,
                    series=place,
                    text=f"{NAMES[scheme]}, k = {k}\nwords of up to "
                    f"{curve.longest[k]} symbols, {share:.0%} of the seeds",
                )
                for k, share in zip(by_k, shares, strict=True)
            ]
        known = [k for k, n in curve.longest.items() if n <= shown.train_length]
        if known:
            axes.axvline(max(known), color=LIGHT["ink"], lw=0.9, ls=(0, (4, 2)))
        axes.set(
            xlabel="repetitions k",
            ylabel="share of seeds right on both words",
            ylim=(-0.03, 1.03),
        )
        axes.locator_params(axis="x", integer=True)
        legend(figure, columns=1)
    dashed = " Dashed line: the largest k within the training length." if known else ""
    return Plot(
        name=name,
        figure=figure,
        caption=f"Words of the no in {curve.row.class_name}: x u^k v and x u^k w v; "
        f"only one is in the language, such as {_shown(curve.inside)} but not "
        f"{_shown(curve.outside)}.{dashed}",
        description=f"Share of seeds right on both words by k. {'; '.join(ends)}.",
        marks=tuple(marks),
    )


def decoder_sections(findings: Findings, shown: DecoderFindings) -> tuple[Section, ...]:
    """Tables of the measurements, of our records, and of the verdict."""
    return (*_measured(shown), *decided_sections(findings.decided))


def _measured(shown: DecoderFindings) -> Iterator[Section]:
    tables = [shown.table]
    if shown.pairs:
        tables.append(_pairs_table(shown))
    yield Section(
        name="measured",
        title="Measured",
        texts=(
            *(
                f"{NAMES[arm.scheme].capitalize()}: {arm.sentence}."
                for arm in shown.arms
            ),
            *(f"{reason[:1].upper()}{reason[1:]}." for reason in shown.unpaired),
        ),
        tables=tuple(tables),
    )
    if shown.shipped:
        yield Section(
            name="records",
            title="Our records of the published tables",
            texts=(),
            tables=(shipped_table(shown.shipped),),
        )
    yield Section(
        name="seeds", title="All seeds", texts=(), tables=(_seeds_table(shown),)
    )


def _pairs_table(shown: DecoderFindings) -> Table:
    schemes = [arm.scheme for arm in shown.arms]
    return Table(
        name="pairs",
        caption="Pairs of words of each no: share of seeds right on both.",
        header=("class", "k", "symbols", *(NAMES[scheme] for scheme in schemes)),
        rows=tuple(
            (
                curve.row.class_name,
                k,
                length,
                *(round(curve.share(scheme, k), 2) for scheme in schemes),
            )
            for curve in shown.pairs
            for k, length in curve.longest.items()
        ),
        note="One word of a pair is in the language. A decoder that gives both "
        "the same answer is wrong on one.",
        folded=True,
    )


def _seeds_table(shown: DecoderFindings) -> Table:
    return Table(
        name="seeds",
        caption=f"{shown.metric.accuracy.capitalize()} of every seed by test length.",
        header=("positions", "seed", *(f"at {n}" for n in shown.test_lengths)),
        rows=tuple(
            (
                NAMES[arm.scheme],
                run.seed,
                *(round(arm.right(run, n), 3) for n in shown.test_lengths),
            )
            for arm in shown.arms
            for run in arm.runs
        ),
        folded=True,
    )


def _shown(word: Word) -> str:
    """A word for a caption, shortened if long."""
    text = ("" if all(len(symbol) == 1 for symbol in word) else " ").join(word)
    return text if len(text) <= LONGEST_WORD else f"{text[:LONGEST_WORD]}…"
