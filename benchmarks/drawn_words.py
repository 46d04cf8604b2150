"""How honest the standard error of a sampled loss is, over draws of the test words.

``lengthwise study simple`` trains nets; ``python -m benchmarks.drawn_words STORE``
draws new test words for some of them again and again, and prints the share of draws in
which the exact loss lies within 1.645 standard errors of the sampled one. All nets see
the same words, so it prints the worst and the best draw too.
"""

import sys

import jax
import jax.numpy as jnp
import numpy as np

from lengthwise.analysis.enumerated.audit import audit
from lengthwise.analysis.level_or_rising import SURE
from lengthwise.experiments.engines.runner import arrays
from lengthwise.experiments.records.record import Record
from lengthwise.experiments.store.store import Store
from lengthwise.models import restore
from lengthwise.tasks.catalogue import task
from lengthwise.training.device.randomness import key_for
from lengthwise.training.evaluating.test_losses import STATISTICS_BATCH, evaluate
from lengthwise.training.samplers.drawn_counts import draw_statistics

LENGTH = 128
DRAWS = 40
EVERY = 5
"""Of the nets of a study, one in so many is looked at."""
WORDS = 4096


def main(url: str) -> None:
    """Prints a line for plain logits and one for log|x|."""
    with Store(url) as store:
        ours = [record for record in store if record.trial.task == "simple"]
        for scaling in ("none", "length"):
            chosen = [one for one in ours if one.trial.model.scaling == scaling]
            chosen.sort(key=lambda one: (one.trial.train_length, one.trial.seed))
            nets = store.nets([one.trial.key for one in chosen[::EVERY]])
            within = _within(nets)
            by_draw = within.mean(axis=1)
            print(
                f"scaling {scaling}: {len(nets)} nets, {DRAWS} draws of {WORDS} words "
                f"of length {LENGTH}: within {within.mean():.3f}, by draw "
                f"{by_draw.min():.2f} to {by_draw.max():.2f}"
            )
    rare = [_rare(nets[0], seed) for seed in range(DRAWS)]
    print(
        f"words without 0 and 1: {rare[0]} in the draw of seed 0, {np.mean(rare):.2f} "
        f"on average, {WORDS * 2 / (LENGTH + 1) / (LENGTH + 2):.2f} expected"
    )


def _within(nets: list[Record]) -> np.ndarray:
    """Whether the exact loss is in its range, by draw and net."""
    subject = task("simple")
    exact, trained = [], []
    for record in nets:
        weights = arrays(record)
        model = record.trial.model
        machine = model.limit(restore(model, weights), subject.alphabet)
        exact.append(audit(machine, subject, [LENGTH]).errors[0].rms ** 2)
        trained.append((record.trial.lane, weights))
    rows = []
    for seed in range(DRAWS):
        found = evaluate(
            nets[0].trial.recipe, trained, [LENGTH], words=WORDS, seed=seed
        )
        losses = [one[LENGTH] for one in found]
        rows.append(
            [
                abs(loss.mean - true) <= SURE * loss.error
                for loss, true in zip(losses, exact, strict=True)
            ]
        )
    return np.array(rows)


def _rare(record: Record, seed: int) -> int:
    """How many of the words of a draw have neither 0 nor 1."""
    recipe, length = record.trial.recipe, jnp.int32(LENGTH)
    key = key_for("evaluation", seed, LENGTH)
    found = 0
    for number in range(WORDS // STATISTICS_BATCH):
        _, evidence = draw_statistics(
            recipe.subject,
            tau=recipe.model.tau,
            key=jax.random.fold_in(key, number),
            batch=STATISTICS_BATCH,
            least=length,
            most=length,
        )
        counts = np.asarray(evidence).sum(axis=0)
        found += int((counts[:2].sum(axis=0) == 0).sum())
    return found


if __name__ == "__main__":
    main(sys.argv[1])
