"""The training of decoders in a study: with absolute positions and with none.

On a computer without a GPU the sweep is tiny: it takes about three minutes on two
otherwise idle cores. With a GPU it has the size of the tables of Huang et al.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from lengthwise.errors import SpecError
from lengthwise.experiments.spec.evaluation import Evaluation
from lengthwise.experiments.spec.trial import Trial, trial
from lengthwise.figures.huang.all_suites import SUITES
from lengthwise.figures.huang.suite import SCHEMES, Cell, Scheme
from lengthwise.figures.published_accuracies import PLOTTED, STEPS, UNPLOTTED
from lengthwise.jobs.study_size import has_inputs, size_options
from lengthwise.tasks.catalogue import task as catalogue_task
from lengthwise.tasks.task import Task
from lengthwise.training.samplers.host_sampler import longest

TIMES = 3
"""The largest test length, as a multiple of the training length."""

LONGEST = 10_000
"""The longest training length."""

TESTS = (0.5, 1.0, 1.5, 2.0, 2.5, 3.0)
"""Test lengths, as multiples of the training length."""

TINY: Mapping[str, Any] = {"layers": 2, "heads": 2, "width": 64}
TINY_RECIPE: Mapping[str, Any] = {"max_steps": 4000, "batch": 32, "rate": 1e-3}
USUAL: Mapping[str, Any] = {"layers": 2, "heads": 4, "width": 64}
USUAL_RECIPE: Mapping[str, Any] = {"max_steps": 10_000, "stop": "mean", "rate": 1e-3}


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """The decoders with one position scheme.

    Attributes:
        places: Rows of the table of absolute positions; 0 for the smallest table that
            suffices.
        model: Sizes of the decoder.
        recipe: Training settings that differ from the standard.
    """

    places: int = 0
    model: Mapping[str, Any]
    recipe: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class DecoderSize:
    """The sweep of decoders in a study.

    Attributes:
        train_length: The longest training inputs.
        test_lengths: Ascending; they include lengths below the training length.
        arms: By position scheme.
        seeds: Number of decoders for each scheme.
        words: Test inputs per length.
        is_tiny: Whether it is smaller than the published tables.
        options: The user's choices, in command-line form: names and values.
    """

    train_length: int
    test_lengths: tuple[int, ...]
    arms: Mapping[Scheme, Arm]
    seeds: int = 3
    words: int = 256
    is_tiny: bool = True
    options: tuple[tuple[str, str], ...] = field(default_factory=tuple)

    @property
    def evaluation(self) -> Evaluation:
        """The test lengths of all decoders."""
        return Evaluation(lengths=self.test_lengths, words=self.words)

    def trials(self, task: Task, scheme: Scheme) -> tuple[Trial, ...]:
        """The trials of a position scheme, one per seed."""
        arm = self.arms[scheme]
        places = arm.places or longest(task, self.test_lengths[-1])
        positions = f"absolute:places={places}" if scheme == "absolute" else "none"
        return tuple(
            trial(
                task.name,
                dict(task.numbers),
                train_length=self.train_length,
                seed=seed,
                model={"kind": "gpt", **arm.model, "positions": positions},
                recipe=arm.recipe,
            )
            for seed in range(self.seeds)
        )

    def sentence(self, task: Task) -> str:
        """The training setup, in a sentence."""
        first = self.trials(task, "absolute")[0]
        model, recipe = first.model, first.recipe
        return (
            f"{self.seeds} decoders with absolute positions and {self.seeds} without "
            f"({model.depth} layers, width {model.width}), trained on inputs of up to "
            f"{self.train_length} symbols for at most {recipe.max_steps:,} steps of "
            f"{recipe.batch} inputs, tested up to {self.test_lengths[-1]}"
        )

    def smaller(self, task: Task) -> tuple[str, ...]:
        """The reductions from the published tables, one sentence each."""
        return (self.sentence(task),) if self.is_tiny else ()

    def is_published(self, task: Task) -> bool:
        """Whether there is a published accuracy of the task, of larger decoders."""
        published = {one.task for one in (*PLOTTED, *UNPLOTTED, *STEPS)}
        return self.is_tiny and any(catalogue_task(one) == task for one in published)


def decoder_size(task: Task, *, gpu: bool = False) -> DecoderSize | None:
    """Returns the sweep of decoders for a task, or ``None`` if it trains limit nets.

    Decoders are for the tasks of the catalogue with right or wrong answers: questions
    and languages. Tasks with real outputs, and those in user files, have limit nets.

    Args:
        task: The task.
        gpu: Whether to use the size of the published tables.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> size = decoder_size(task("tomita4"))
        >>> size.train_length, size.test_lengths
        (20, (10, 20, 30, 40, 50, 60))
        >>> decoder_size(task("simple")) is None
        True
    """
    is_ours = task.origin is None and task.rule.startswith("lengthwise.")
    if not (is_ours and task.output.metrics[0].is_rate):
        return None
    train_length = 50 if gpu else 20
    if task.max_length is not None:
        train_length = min(train_length, task.max_length // TIMES)
    lengths = _tested(task, train_length)
    if train_length < task.min_length or lengths[-1] <= train_length:
        return None
    if not gpu:
        tiny = Arm(model=TINY, recipe=TINY_RECIPE)
        return DecoderSize(
            train_length=train_length,
            test_lengths=lengths,
            arms=dict.fromkeys(SCHEMES, tiny),
        )
    return DecoderSize(
        train_length=train_length,
        test_lengths=lengths,
        arms={scheme: _published(task, scheme) for scheme in SCHEMES},
        seeds=5,
        is_tiny=False,
    )


def _tested(task: Task, train_length: int) -> tuple[int, ...]:
    """The test lengths: the longest length of the task up to each multiple."""
    known = [
        lengths[-1]
        for part in TESTS
        if (lengths := task.lengths(task.min_length, round(part * train_length)))
    ]
    return tuple(dict.fromkeys(n for n in known if n > 0)) or (0,)


def _published(task: Task, scheme: Scheme) -> Arm:
    """The size of the published table's cell, or that of their languages."""
    cells = _cells(task, scheme)
    if not cells:
        return Arm(model=USUAL, recipe=USUAL_RECIPE)
    cell = cells[0]
    return Arm(
        places=cell.places,
        model=cell.model,
        recipe={**cell.recipe, "rate": cell.rates[0]},
    )


def _cells(task: Task, scheme: Scheme) -> list[Cell]:
    """The cells of the published tables for a task and a position scheme."""
    return [
        cell
        for suite in SUITES.values()
        for cell in suite.cells
        if cell.scheme == scheme and cell.subject == task
    ]


def chosen_decoders(
    size: DecoderSize,
    task: Task,
    *,
    lengths: tuple[int, ...] | None = None,
    seeds: int | None = None,
    steps: int | None = None,
    eps: tuple[float, ...] | None = None,
    width: int | None = None,
) -> DecoderSize:
    """Returns the size with the user's choices; names are those of `chosen_size`.

    Raises:
        SpecError: A value is invalid, or more than one length or an error is given.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> dyck = task("dyck1")
        >>> chosen_decoders(decoder_size(dyck), dyck, lengths=(10,), seeds=1).options
        (('lengths', '10'), ('seeds', '1'))
    """
    if eps is not None:
        raise SpecError(
            f"--eps asks for a sufficient training length; a study of {task} trains "
            "decoders at one length; drop it, or use lengthwise length"
        )
    given: dict[str, str] = {}
    if lengths is not None:
        size = _at_length(size, task, lengths)
        given["lengths"] = str(size.train_length)
    given |= size_options(seeds=seeds, steps=steps, width=width)
    if seeds is not None:
        size = replace(size, seeds=seeds)
    model = {} if width is None else {"width": width}
    recipe = {} if steps is None else {"max_steps": steps}
    arms = {
        scheme: replace(
            arm, model={**arm.model, **model}, recipe={**arm.recipe, **recipe}
        )
        for scheme, arm in size.arms.items()
    }
    return replace(size, arms=arms, options=tuple(given.items()))


def _at_length(size: DecoderSize, task: Task, lengths: tuple[int, ...]) -> DecoderSize:
    if len(set(lengths)) != 1:
        raise SpecError(
            f"{len(set(lengths))} training lengths; a study of {task} trains decoders "
            "at one length, as in --lengths 20; for several use lengthwise sweep"
        )
    (n,) = set(lengths)
    most = LONGEST
    if task.max_length is not None:
        most = min(most, task.max_length // TIMES)
    if not 2 <= n <= most or not has_inputs(task, n):
        raise SpecError(
            f"training length {n}; task {task} is tested at {TIMES} times this length, "
            f"so allowed are {max(2, task.min_length)} to {most}"
        )
    arms = {scheme: replace(arm, places=0) for scheme, arm in size.arms.items()}
    return replace(size, train_length=n, test_lengths=_tested(task, n), arms=arms)
