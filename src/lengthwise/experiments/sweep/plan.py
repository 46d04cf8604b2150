"""What a sweep will take, before it is run: bundles, memory, time."""

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
from lengthwise.training.evaluating.test_losses import STATISTICS_BATCH, WORD_BATCH
from lengthwise.training.recipe import Recipe

CORE = (1e11, 8e-5)
"""Operations that a core does in a second, and seconds that a step of one model takes
besides: measured on small nets that read symbols. Those on statistics take half."""

DRAWN = 5e-7
"""Seconds that a core takes to draw and label one symbol of a hosted task."""

GPU = (5e12, 2e-6)
"""The same for a GPU."""

START = 5.0
"""Seconds that workers take to start."""

COMPILE = 8.0
"""Seconds that a worker takes to compile the program of a bundle."""

JUDGE = 1.0
"""Seconds that a worker takes to compile the reading of words of one test length. With
it, 24 decoders that took 253 seconds of a core are planned with 240."""

BUNDLE = 2.0
"""Seconds that a bundle takes besides its steps and its test inputs."""

SYMBOL = 5e-9
"""Seconds for each symbol of a word that a net reads in an evaluation."""

ERROR = 32
"""Bytes that a worker keeps for each word on which a net is evaluated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a sweep will take.

    Attributes:
        trials: All trials.
        stored: Those that have a record.
        trained: Those that have weights, and need an evaluation only.
        bundles: Bundles with trials to train.
        workers: Processes that train.
        bytes: About how much memory they take together, at most.
        steps: Steps over all models, if each goes to its last one.
        seconds: About how long starting, compiling, those steps and the evaluations
            take on cores that do nothing else. Models that converge take less, and so
            does a standard error that is reached early.
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
        """About how much memory one of the workers takes."""
        return self.bytes // max(1, min(self.workers, self.bundles))

    def plain(self) -> dict[str, Any]:
        """Returns the plan as data for JSON."""
        return asdict(self)

    def require_memory(self, available: int) -> None:
        """Raises a `HostError` where the sweep does not fit `available` bytes."""
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
    """Returns what a sweep will take.

    Args:
        trials: Its trials.
        evaluation: What it asks.
        store: What it has; ``None`` for nothing.
        workers: Processes that train.
        sizes: How large its bundles are.
        gpu: Whether they train on a GPU.

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
    """Returns about how long the evaluation of one net takes at most.

    Args:
        bundle: Where the net is from.
        evaluation: How it is evaluated.
        speed: Operations in a second.

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
    form = recipe.form if counted or not recipe.counted else "prefix"  # words stream by
    total = 0.0
    for length in evaluation.lengths:
        shape = Shape(words=1, places=1 if counted else length, form=form)
        each = 2.0 * recipe.model.cost(shape).products / speed
        total += each + (0.0 if counted else SYMBOL * length)
    return total * -(-evaluation.words // batch) * batch


def operations(bundle: Bundle) -> float:
    """Returns about how many operations a step of one model takes.

    Examples:
        >>> from lengthwise.experiments.spec.trial import trial
        >>> one = trial("simple", {"omega": 4}, train_length=8, seed=0)
        >>> round(operations(Bundle([one], [0])) / 1e6)
        55
    """
    recipe = bundle.recipe
    shape = Shape(recipe.rows, bundle.padded or 1, recipe.form)
    # Forward and twice that backward, 2 operations a product.
    return 6.0 * recipe.model.cost(shape).products
