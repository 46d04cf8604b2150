"""The findings of a study, as a value."""

from dataclasses import dataclass

from lengthwise.analysis.summary import Provenance, Summary
from lengthwise.jobs.decoder_findings import DecoderFindings
from lengthwise.theory.verdict.consequences import Consequences
from lengthwise.theory.verdict.verdict import Verdict

UNTRAINED = "only the verdict was asked for"
"""Why a study of a task trained nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """The findings of a study.

    Attributes:
        title: The subject of the study.
        about: A sentence about it.
        decided: The verdict, and its consequences without training.
        provenance: The provenance.
        summary: The findings from limit nets; ``None`` if none were trained.
        decoders: The findings from decoders; ``None`` if none were trained.
        why: Why nothing was trained.
    """

    title: str
    about: str
    decided: Consequences
    provenance: Provenance
    summary: Summary | None = None
    decoders: DecoderFindings | None = None
    why: str = UNTRAINED

    @property
    def verdict(self) -> Verdict:
        """Whether it is in a class with a guarantee, and why."""
        return self.decided.verdict

    def __str__(self) -> str:
        if self.summary is not None:
            return str(self.summary)
        if self.decoders is not None:
            return f"{self.verdict.lead}\n\n{self.decoders}"
        return f"{self.verdict}\n\nnothing was trained: {self.why}"
