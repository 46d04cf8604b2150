"""Estimates the bundles, memory and time of a sweep before it runs."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from lengthwise.errors import HostError
from lengthwise.experiments.spec.evaluation import Evaluation
from lengthwise.experiments.spec.trial import Trial
from lengthwise.experiments.sweep.bundles import Bundle, Sizes, bundles
from lengthwise.experiments.sweep.sweep import PART, SweepStore
from lengthwise.models import Shape
from lengthwise.training.batch import asks_blanks
from lengthwise.training.evaluating.test_losses import STATISTICS_BATCH, WORD_BATCH
from lengthwise.training.recipe import Recipe

CORE = (1e11, 8e-5)
"""Operations per second of a core, and overhead in seconds per step and model.

Measured on small nets that read symbols. Nets on statistics take half.
"""

DRAWN = 5e-7
"""Seconds per symbol for drawing and labeling on the host, on one core."""

GPU = (5e12, 2e-6)
"""The same speeds for a GPU."""

START = 5.0
"""Seconds to start the workers."""

COMPILE = 8.0
"""Seconds to compile the program of a bundle."""

JUDGE = 1.0
"""Seconds to compile, per worker, the evaluation of words of one test length. With it,
the plan for 24 decoders is 240 seconds of a core; they took 253."""

BUNDLE = 2.0
"""Overhead of a bundle in seconds, besides steps and test inputs."""

SYMBOL = 5e-9
"""Seconds per symbol that a net reads in an evaluation."""

ERROR = 32
"""Bytes per test word that a worker keeps in memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The estimated cost of a sweep.

    Attributes:
        trials: Number of trials.
        stored: Trials that already have a record.
        trained: Trials that have weights and only need an evaluation.
        bundles: Bundles with trials to train.
        workers: Number of training processes.
        bytes: Estimated peak memory of all workers.
        steps: Steps over all models, if none stops early.
        seconds: Estimated time of starting, compiling, these steps and the evaluations
            on otherwise idle cores. Models that converge take less, and so do
            evaluations that reach their standard error early.
    """

    trials: int
    stored: int
    trained: int
    bundles: int
    workers: int
    bytes: int
    steps: int
    seconds: float

    @property
    def bytes_each(self) -> int:
        """Estimated memory of one worker."""
        return self.bytes // max(1, min(self.workers, self.bundles))

    def plain(self) -> dict[str, Any]:
        """Returns the plan as JSON data."""
        return asdict(self)

    def require_memory(self, available: int) -> None:
        """Raises a `HostError` if the sweep does not fit in `available` bytes."""
        if self.bytes > available:
            raise HostError(
                f"{self.workers} workers need about {self.bytes / 2**30:.1f} GiB, and "
                f"{available / 2**30:.1f} GiB are free; use fewer workers, a smaller "
                "batch, fewer units, shorter inputs, or fewer inputs per test length"
            )


def plan(
    trials: Sequence[Trial],
    evaluation: Evaluation,
    store: SweepStore | None,
    *,
    workers: int,
    sizes: Sizes,
    gpu: bool = False,
) -> Plan:
    """Returns the estimated cost of a sweep.

    Args:
        trials: The trials.
        evaluation: The evaluation.
        store: The store; ``None``: an empty one.
        workers: Number of training processes.
        sizes: The sizes of bundles.
        gpu: Whether workers train on a GPU.

    Examples:
        >>> from lengthwise.experiments.sweep.bundles import ON_CPU
        >>> from lengthwise.experiments.spec.trial import trial
        >>> trials = [trial("simple", {"omega": 4}, train_length=8, seed=0)]
        >>> evaluation = Evaluation(lengths=(64,))
        >>> plan(trials, evaluation, None, workers=2, sizes=ON_CPU).steps
        16384
    """
    stored = trained = steps = waiting = parts = 0
    memory, work = 0, 0.0
    known_errors = evaluation.words if evaluation.standard_error is None else 0
    speed, besides = GPU if gpu else CORE
    programs: Counter[tuple[Recipe, int | None]] = Counter()
    for bundle in bundles(trials, sizes):
        keys = [one.key for one in bundle]
        known = set() if store is None else store.known(keys, evaluation.key)
        left = [key for key in keys if key not in known]
        ready = 0 if store is None else len(store.trained(left))
        stored += len(known)
        trained += ready
        new = len(left) - ready
        parts += -(-ready // PART)
        widths = bundle.recipe.model.widths
        least = widths.gpu if gpu else widths.cpu
        nets = sum(-(-some // least) * least for some in (new, ready))
        work += nets * evaluation_seconds(bundle, evaluation, speed)
        if new:
            waiting += 1
            programs[bundle.recipe, bundle.padded] += 1
            steps += new * bundle.max_steps
            rounded = -(-new // least) * least
            each = operations(bundle) / speed + besides
            if bundle.recipe.form == "statistics":
                each /= 2
            if bundle.recipe.hosted:
                each += DRAWN * bundle.recipe.batch * (bundle.padded or 1)
            work += rounded * bundle.max_steps * each
            lane = bundle.lane_bytes + known_errors * ERROR
            memory = max(memory, least * lane)
    active = min(workers, waiting)
    for (recipe, _), some in programs.items():
        judged = 0 if recipe.counted else len(evaluation.lengths)
        work += min(workers, some) * (COMPILE + JUDGE * judged)
    work += BUNDLE * (waiting + parts)
    return Plan(
        trials=len(trials),
        stored=stored,
        trained=trained,
        bundles=waiting,
        workers=workers,
        bytes=active * memory,
        steps=steps,
        seconds=(START if work else 0.0) + work / max(1, min(workers, waiting + parts)),
    )


def evaluation_seconds(bundle: Bundle, evaluation: Evaluation, speed: float) -> float:
    """Returns an estimate of the time to evaluate one net, at most.

    Args:
        bundle: The bundle of the net.
        evaluation: The evaluation.
        speed: Operations per second.

    Examples:
        >>> from lengthwise.experiments.spec.trial import trial
        >>> one = trial("simple", {"omega": 4}, train_length=8, seed=0)
        >>> evaluation = Evaluation(lengths=(64,), words=10**9)
        >>> round(evaluation_seconds(Bundle([one], [0]), evaluation, 1e11))
        179
    """
    recipe = bundle.recipe
    counted = recipe.form == "statistics"
    batch = STATISTICS_BATCH if counted else WORD_BATCH
    form = recipe.form if counted or not recipe.counted else "prefix"  # words stream
    total = 0.0
    for length in evaluation.lengths:
        places = 1 if counted else length
        shape = Shape(1, places, form, asks_blanks(recipe.subject))
        each = 2.0 * recipe.model.cost(shape).products / speed
        total += each + (0.0 if counted else SYMBOL * length)
    return total * -(-evaluation.words // batch) * batch


def operations(bundle: Bundle) -> float:
    """Returns an estimate of the operations in a training step of one model.

    Examples:
        >>> from lengthwise.experiments.spec.trial import trial
        >>> one = trial("simple", {"omega": 4}, train_length=8, seed=0)
        >>> round(operations(Bundle([one], [0])) / 1e6)
        55
    """
    recipe = bundle.recipe
    blanks = asks_blanks(recipe.subject)
    shape = Shape(recipe.rows, bundle.padded or 1, recipe.form, blanks)
    # The backward pass costs twice the forward pass; 2 operations per product.
    return 6.0 * recipe.model.cost(shape).products
