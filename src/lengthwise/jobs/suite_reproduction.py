"""Reproducing tables of decoders: train what is missing, then report the results."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lengthwise.bibliography import united
from lengthwise.experiments.records.record import Record
from lengthwise.experiments.spec.evaluation import Evaluation
from lengthwise.experiments.spec.trial import Trial
from lengthwise.experiments.store.store import Store
from lengthwise.experiments.sweep.filling import fill
from lengthwise.experiments.sweep.progress import Progress
from lengthwise.figures.huang.agreement_tables import agreement_table
from lengthwise.figures.huang.comparison import (
    USUAL,
    Comparison,
    comparison,
    wrong_names,
)
from lengthwise.figures.huang.measured_suite import (
    MeasuredSuite,
    measured_suite,
    records_in_folder,
)
from lengthwise.figures.huang.pair_scores import NOTE as PAIRS_NOTE
from lengthwise.figures.huang.pair_scores import (
    PairScore,
    pairs_table,
    read_pair_scores,
)
from lengthwise.figures.huang.selection_effect import is_search
from lengthwise.figures.huang.suite import Suite
from lengthwise.figures.huang.suite_checks import SuiteCheck, suite_checks
from lengthwise.figures.huang.suite_tables import (
    NOTE,
    scores_table,
    selection_table,
)
from lengthwise.jobs.suite_pairs import pair_scores
from lengthwise.tables import Table


@dataclass(frozen=True, kw_only=True)
class SuiteReproduction:
    """The results of a table.

    Attributes:
        measured: The table and the measurements of its cells.
        compared: Verdict, published accuracy and ours; empty for a search over sizes.
        checks: Its expected properties, and the findings.
        scores: Scores of its models on the pairs of words of a no.
    """

    measured: MeasuredSuite
    compared: Comparison
    checks: tuple[SuiteCheck, ...]
    scores: tuple[PairScore, ...]

    @property
    def name(self) -> str:
        """The name of the table."""
        return self.measured.suite.name

    @property
    def sources(self) -> tuple[str, ...]:
        """Its sources, as keys of the bibliography."""
        return united(self.measured.sources)

    @property
    def pairs(self) -> Table | None:
        """Models that are right on the pairs of words of a no, if any were asked."""
        return pairs_table(self.measured.suite, self.scores)

    @property
    def holds(self) -> bool:
        """Whether no check failed and something was measured."""
        return bool(self.measured.tried) and not any(
            one.holds is False for one in self.checks
        )

    def __str__(self) -> str:
        measured, compared = self.measured, self.compared
        trained = ", ".join(measured.devices) or "nothing yet"
        models = f"{measured.tried:,} of {len(measured.suite.trials):,} models"
        parts = [
            f"{self.name}: {measured.suite.title}",
            f"  {models}; trained on {trained}",
            scores_table(measured, compared).text(),
            NOTE,
        ]
        if is_search(measured):
            parts += ["", selection_table(measured).text()]
        if self.pairs is not None:
            parts += ["", self.pairs.text(), PAIRS_NOTE]
        if compared.entries:
            parts += ["", agreement_table(compared).text(), ""]
            wrong = wrong_names(compared, "typical", USUAL)
            parts.append(f"verdict wrong at {USUAL:g} % (ours): {wrong}")
        return "\n".join([*parts, *(f"  {check}" for check in self.checks)])


def suite_reproduction(
    suite: Suite, records: Iterable[Record], scores: Iterable[PairScore]
) -> SuiteReproduction:
    """Returns the results of a table from the available records and scores on pairs."""
    measured = measured_suite(suite, records)
    compared = comparison([measured])
    keys = {trial.key for trial in suite.trials}
    return SuiteReproduction(
        measured=measured,
        compared=compared,
        checks=tuple(suite_checks(measured, compared)),
        scores=tuple(one for one in scores if one.trial in keys),
    )


def from_records(suites: Sequence[Suite], folder: Path) -> list[SuiteReproduction]:
    """Returns the results of tables from the records of a folder.

    Raises:
        SpecError: There is no such folder.
        FormatError: A line is damaged; the message names it.
    """
    records, scores = records_in_folder(folder), read_pair_scores(folder)
    return [suite_reproduction(one, records, scores) for one in suites]


def train(
    suites: Sequence[Suite],
    known: Sequence[Record] = (),
    *,
    store: str | None = None,
    workers: int | None = None,
    stopping: Callable[[], bool] = lambda: False,
    watch: Callable[[Progress], None] = lambda _: None,
    inherited: Mapping[str, str] | None = None,
) -> list[SuiteReproduction]:
    """Trains what is missing in both the store and `known`, and reports the tables.

    Args:
        suites: The tables.
        known: Records from elsewhere; their trials are not trained again.
        store: URL of the store.
        workers: Number of training processes. Default: one per core, or one per GPU.
        stopping: Called now and then; training stops when it returns true.
        watch: Called with the progress of the sweep.
        inherited: The basis of the workers' environment.

    Raises:
        StoppedError: `stopping` returned true; the same call resumes.
    """
    with Store(store) as kept:
        for evaluation, trials in missing(suites, known).items():
            fill(
                kept,
                trials,
                evaluation,
                workers=workers,
                stopping=stopping,
                watch=watch,
                inherited=inherited,
            )
        keys = {trial.key for one in suites for trial in one.trials}
        ours = [one for one in kept if one.trial.key in keys]
        scores = _pair_scores(suites, ours, kept)
    records = [*known, *ours]
    return [suite_reproduction(one, records, scores) for one in suites]


def _pair_scores(
    suites: Sequence[Suite], records: Iterable[Record], store: Store
) -> list[PairScore]:
    """The scores on pairs of the models of tables whose weights are in the store."""
    by_trial = {one.trial.key: one for one in records}
    return [
        score
        for suite in suites
        for cell in suite.cells
        for score in pair_scores(
            cell,
            [
                one
                for one in store.with_weights(
                    by_trial[trial.key]
                    for trial in cell.trials
                    if trial.key in by_trial
                )
                if one.weights is not None
            ],
        )
    ]


def missing(
    suites: Sequence[Suite], known: Iterable[Record]
) -> dict[Evaluation, list[Trial]]:
    """Returns the trials without a record, by evaluation; random inputs come first.

    Adversarial inputs are used only for models trained here, since the weights of
    others are not available.
    """
    names = {one.key for one in known}
    trained = {trial for trial, _ in names}
    wanted: dict[str, dict[str, Trial]] = defaultdict(dict)
    evaluations: dict[str, Evaluation] = {}
    for cell in (cell for one in suites for cell in one.cells):
        for evaluation in cell.evaluations:
            evaluations[evaluation.key] = evaluation
            hard = evaluation.inputs == "adversarial"
            for trial in cell.trials:
                known_here = (trial.key, evaluation.key) in names
                if not known_here and not (hard and trial.key in trained):
                    wanted[evaluation.key][trial.key] = trial
    ordered = sorted(wanted, key=lambda key: evaluations[key].inputs != "drawn")
    return {evaluations[key]: list(wanted[key].values()) for key in ordered}
