"""Random trials, evaluations and records."""

import math
from dataclasses import replace
from datetime import UTC

from hypothesis import strategies as st

from lengthwise.experiments.records.outcome import Outcome
from lengthwise.experiments.records.record import Circumstances, Record
from lengthwise.experiments.spec.evaluation import Evaluation
from lengthwise.experiments.spec.trial import trial
from lengthwise.tasks.outputs import FURTHER
from lengthwise.training.evaluating.score import Score

seeds = st.integers(0, 2**32 - 1)
positive = st.floats(1e-12, 1e3)
measured = st.floats(min_value=0, width=32) | st.just(math.nan)
digests = st.text("0123456789abcdef", min_size=64, max_size=64)
sizes = {"width": st.integers(1, 64), "units": st.integers(1, 512)}
models = st.fixed_dictionaries({}, optional=sizes)
recipes = st.fixed_dictionaries(
    {},
    optional={
        "batch": st.integers(1, 4096),
        "rate": positive,
        "hidden_rate": positive,
        "threshold": positive,
        "max_steps": st.integers(1, 10**6),
        "stop": st.sampled_from(["batch", "mean"]),
        "randomness": st.sampled_from(["seed", "setting"]),
    },
)


@st.composite
def trials(draw):
    """A trial of any task, with any settings that differ from the standard ones."""
    task = draw(st.sampled_from(["simple", "modp", "kgram"]))
    least, numbers = 1, {"omega": draw(st.floats(-100, 100))}
    model = draw(models)
    if task == "modp":
        p = least = draw(st.integers(1, 8))
        numbers = {"p": p, "k": draw(st.integers(0, p - 1))}
        model |= draw(st.sampled_from([{}, {"scaling": "none"}, {"heads": (2,)}]))
    if task == "kgram":
        k = draw(st.integers(1, 3))
        least, numbers = k + 1, {"k": k, "S": draw(st.integers(2, 4))}
        model |= draw(st.sampled_from([{}, {"lags": (k + 1, 0)}, {"heads": (1, 2)}]))
    return trial(
        task,
        numbers,
        train_length=draw(st.integers(least, 4096)),
        seed=draw(seeds),
        model=model,
        recipe=draw(recipes),
    )


evaluations = st.builds(
    Evaluation,
    lengths=st.sets(st.integers(1, 10**9), min_size=1, max_size=5).map(tuple),
    words=st.integers(64, 10**6),
    standard_error=st.none() | positive,
    seed=seeds,
)


def further(losses):
    """Scores in further metrics, at some of the lengths that have losses."""

    def shares(length):
        words = st.integers(1, losses[length].words)
        share = st.floats(0, 1)
        return st.builds(Score, mean=share, standard_error=measured, words=words)

    some = st.fixed_dictionaries({}, optional={n: shares(n) for n in losses})
    some = some.filter(bool).map(lambda scores: dict(sorted(scores.items())))
    return st.dictionaries(st.sampled_from(sorted(FURTHER)), some, max_size=2)


@st.composite
def outcomes(draw, lengths=None, most_words=10**6, most_steps=10**6):
    """An outcome at these lengths, or at any."""
    if lengths is None:
        lengths = draw(st.sets(st.integers(1, 10**9), min_size=1, max_size=4))
    words = st.integers(64, most_words)
    loss = st.builds(Score, mean=measured, standard_error=measured, words=words)
    losses = {length: draw(loss) for length in sorted(lengths)}
    steps = draw(st.integers(0, most_steps))
    end = draw(st.sampled_from(["converged", "diverged", "capped"]))
    return Outcome(
        losses=losses,
        further=draw(further(losses)),
        steps=steps,
        converged=end == "converged",
        diverged=steps if end == "diverged" else None,
        train_loss=draw(measured),
        train_loss_recent=draw(measured),
        digest=draw(digests),
    )


circumstances = st.builds(
    Circumstances,
    started=st.datetimes(timezones=st.just(UTC)).map(
        lambda found: found.isoformat(timespec="seconds")
    ),
    seconds=st.floats(0, 1e6),
    host=st.text(max_size=20),
    attempt=st.integers(1, 3),
    device=st.text(max_size=20),
    fingerprint=st.dictionaries(
        st.text(max_size=5), st.text(max_size=5), min_size=1, max_size=3
    ),
)


@st.composite
def records(draw):
    """A record whose parts fit together."""
    trial = draw(trials())
    longest = 10**9 if trial.recipe.form == "statistics" else 10**6
    asked = draw(evaluations)
    lengths = {
        min(max(length, trial.train_length), longest) for length in asked.lengths
    }
    asked = replace(asked, lengths=tuple(lengths))
    most = {"most_words": asked.words, "most_steps": trial.recipe.max_steps}
    return Record(
        trial=trial,
        evaluation=asked,
        outcome=draw(outcomes(asked.lengths, **most)),
        circumstances=draw(circumstances),
    )
