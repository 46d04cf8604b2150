"""Prints the plan of ``lengthwise study`` before training; results as JSON data."""

from dataclasses import asdict
from typing import Any

from lengthwise.cli.printing import print_json, print_text
from lengthwise.cli.sweep_command import plan_text


def say_what_is_known(subject: Any, size: Any) -> None:  # noqa: ANN401
    """Prints what is known from theory and our records before training."""
    from lengthwise.analysis.predicted.construction import exact_part, has_construction
    from lengthwise.figures.huang.shipped_results import shipped, shipped_table
    from lengthwise.jobs.decoder_size import DecoderSize
    from lengthwise.theory.verdict.decision import verdict

    if not isinstance(size, DecoderSize):
        if has_construction(subject):
            print_text(exact_part(subject, size.eps), end="\n\n", flush=True)
        return
    print_text(f"{verdict(task=subject).lead}\n", flush=True)
    results = shipped(str(subject))
    if results:
        table = shipped_table(results)
        print_text(f"{table.caption}\n{table.text()}\n{table.note}\n", flush=True)
    print_text(f"{size.sentence(subject)}.\n", flush=True)


def say_plan(
    subject: Any,  # noqa: ANN401
    size: Any,  # noqa: ANN401
    store: str | None,
    workers: int | None,
    inherited: dict[str, str],
    *,
    json: bool,
) -> None:
    """Prints the training plan of a study."""
    from lengthwise.experiments.engines.choice import chosen_engine
    from lengthwise.experiments.store.store import existing
    from lengthwise.experiments.sweep.filling import plan_on
    from lengthwise.jobs.study_plan import study_plan
    from lengthwise.theory.verdict.decision import verdict

    asked = study_plan(subject, size, verdict(task=subject))
    with (
        chosen_engine(
            "local", address=None, workers=workers, inherited=inherited
        ) as engine,
        existing(store) as held,
    ):
        planned = plan_on(engine, asked.trials, asked.evaluation, held).plain()
    if json:
        print_json(planned, sources=asked.trials[0].sources)
        return
    print_text("\n".join(f"{one}." for one in asked.sentences))
    print_text(plan_text(planned))


def decoder_data(shown: Any) -> dict[str, Any]:  # noqa: ANN401
    """Returns the results of decoders as JSON data."""
    return {
        "about": shown.about,
        "train_length": shown.train_length,
        "metric": shown.metric.accuracy,
        "arms": [
            {
                "positions": arm.scheme,
                "verdict": None if arm.row is None else arm.row.answer,
                "seeds": len(arm.runs),
                "learned": len(arm.fitting),
                "accuracy": {str(n): arm.mean_at(n) for n in shown.test_lengths},
                "beyond": arm.beyond,
                "agreement": arm.agreement,
            }
            for arm in shown.arms
        ],
        "pairs": [
            {
                "class": curve.row.class_name,
                "lengths": {str(k): n for k, n in curve.longest.items()},
                "right": {
                    scheme: {str(k): curve.share(scheme, k) for k in by_k}
                    for scheme, by_k in curve.right.items()
                },
            }
            for curve in shown.pairs
        ],
        "shipped": [asdict(one) for one in shown.shipped],
    }
