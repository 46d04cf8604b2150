"""The plan of a study: its trials, and the findings from their records."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from lengthwise.analysis import trained_nets
from lengthwise.analysis.predicted.construction import exact_part, has_construction
from lengthwise.analysis.summary import Provenance, Summary, summary
from lengthwise.experiments.records.record import Record
from lengthwise.experiments.store.store import Store
from lengthwise.jobs.decoder_findings import decoder_findings, stored_records
from lengthwise.jobs.decoder_size import DecoderSize
from lengthwise.jobs.predicting import (
    lengths_by_number,
    nets_of,
    of_grid,
    study_observed,
    study_prediction,
    with_limits,
)
from lengthwise.jobs.provenance import provenance
from lengthwise.jobs.study_findings import Findings
from lengthwise.jobs.study_size import Size
from lengthwise.tasks.task import Task
from lengthwise.theory.verdict.consequences import consequences_of
from lengthwise.theory.verdict.verdict import Verdict


def study_plan(
    task: Task, size: Size | DecoderSize, verdict: Verdict
) -> "LimitNetPlan | DecoderPlan":
    """Returns the plan of a study of this size."""
    if isinstance(size, DecoderSize):
        return DecoderPlan(task, size, verdict)
    return LimitNetPlan(task, size, verdict)


class DecoderPlan:
    """The plan of a study of decoders."""

    prediction = None

    def __init__(self, task: Task, size: DecoderSize, verdict: Verdict) -> None:
        self.task = task
        self.size = size
        self.evaluation = size.evaluation
        self.decided = consequences_of(verdict, task)
        self.trials = [t for scheme in size.arms for t in size.trials(task, scheme)]
        self.sentences = (size.sentence(task),)

    def findings(self, store: Store) -> Findings | None:
        """The findings from the records of `store`; ``None`` if there are none."""
        shown = decoder_findings(self.task, self.size, store, self.decided.verdict)
        if shown is None:
            return None
        records = stored_records(self.task, self.size, store)
        return Findings(
            title=str(self.task),
            about=self.task.summary,
            decided=self.decided,
            provenance=provenance(self.task, self.size, records),
            decoders=shown,
        )


class LimitNetPlan:
    """The plan of a study: its trials, and the predictions before they are trained."""

    def __init__(self, task: Task, size: Size, verdict: Verdict) -> None:
        self.task = task
        self.size = size
        self.grids = size.grids(task)
        self.trials = [trial for grid in self.grids for trial in grid]
        self.sentences = size.sentences(task)
        self.evaluation = self.grids[0].evaluation
        self.decided = consequences_of(verdict, task)
        known = has_construction(task)
        self.exact = exact_part(task, size.eps) if known else None
        self.prediction = study_prediction(task, size, verdict)

    def findings(self, store: Store) -> Findings | None:
        """The findings from the records of `store`; ``None`` if there are none."""
        stored = list(store)
        arms = [of_grid(grid, stored) for grid in self.grids]
        if not arms[0]:
            return None
        records = [record for arm in arms for record in arm]
        source = provenance(self.task, self.size, records)
        runs = trained_nets.ExactRuns(store)
        summaries = [self._arm(runs, arm, source) if arm else None for arm in arms]
        observed = {
            nets_of(self.grids[i]): study_observed(
                self.task,
                one,
                store.with_weights(with_limits(arms[i])),
                lengths_by_number(self.task, self.size, stored, i, runs),
                partial(runs.limit, self.task),
            )
            for i, one in enumerate(summaries)
            if one is not None
        }
        circumstances = [record.circumstances for record in records]
        first, scaled = summaries[0], [one for one in summaries[1:] if one is not None]
        assert first is not None
        summary = replace(
            first,
            decided=self.decided,
            prediction=self.prediction,
            predicted=sum(
                one.prediction == self.prediction.key for one in circumstances
            ),
            checked=self.prediction.against(observed),
            limits=observed[nets_of(self.grids[0])].limits,
            scaled=scaled[0] if scaled else None,
        )
        return Findings(
            title=str(self.task),
            about=self.task.summary,
            decided=self.decided,
            provenance=source,
            summary=summary,
        )

    def _arm(
        self,
        runs: trained_nets.ExactRuns,
        records: Sequence[Record],
        provenance: Provenance,
    ) -> Summary:
        """The findings from the records of one grid."""
        eps = max(self.size.eps)
        chosen = trained_nets.typical(records, eps=eps) if self.size.audited else []
        nets = runs.store.nets(chosen)
        return summary(
            self.task,
            runs(self.task, records),
            eps=self.size.eps,
            exact=self.exact,
            audits=trained_nets.audits(self.task, nets, self.size.audited),
            agreements=trained_nets.agreements(self.task, nets),
            certificates=trained_nets.certified(self.task, nets),
            provenance=provenance,
        )
