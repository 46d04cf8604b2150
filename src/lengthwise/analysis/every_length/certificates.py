"""All verified certificates of one model, with the premise of the theorem."""

from dataclasses import dataclass
from textwrap import fill

from lengthwise.analysis.every_length._premise import Premise, premise
from lengthwise.analysis.every_length.certify import SECONDS, certify_all_lengths
from lengthwise.analysis.every_length.charts import jumps
from lengthwise.analysis.every_length.error_certificate import Certificate
from lengthwise.analysis.every_length.leaf_checker import problems
from lengthwise.bibliography import united
from lengthwise.cannot_say import CannotSay
from lengthwise.limit.machine import LimitTransformer
from lengthwise.tasks.task import Task

TIERS = (1_000, 1_000_000, 1_000_000_000)
"""The lengths up to which models with logits scaled by log n are certified."""

BEYOND = (
    "Nothing is certified beyond: log n multiplies the differences of logits that "
    "should be equal, so attention keeps changing with the length."
)
JUMP = (
    "Where zeros and ones are rare, the label of simple is steep, and it jumps if "
    "there are none: the bound for all words includes these words."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificates:
    """The certificates of one model.

    Attributes:
        certificates: Certificates, each verified by the independent checker.
        premise: What holds on short words, for the first certificate; ``None`` without
            certificates.
        reason: Why there are none, or not for every length; otherwise empty.
    """

    certificates: tuple[Certificate, ...]
    premise: Premise | None = None
    reason: str = ""

    @property
    def sources(self) -> tuple[str, ...]:
        """Sources of the tasks and the theorem, as keys of the bibliography."""
        tasks = (key for one in self.certificates for key in one.task.sources)
        return united(tasks, () if self.premise is None else self.premise.sources)

    def __str__(self) -> str:
        if self.premise is None:
            return f"no certificate for every length: {self.reason}"
        lines = [str(one) for one in self.certificates]
        if any(one.share for one in self.certificates):
            lines.append(JUMP)
        lines.append("each bound was rechecked, box by box, by independent code")
        lines += self.premise.sentences(self.certificates[0]).splitlines()
        if self.reason:
            lines.append(self.reason)
        return "\n".join(fill(line, 88, subsequent_indent="  ") for line in lines)


def certificates(
    machine: LimitTransformer, task: Task, *, share: float, seconds: float = SECONDS
) -> Certificates:
    """Returns certificates for all words and, for ``simple``, for words with a `share`.

    With logits times log n, there is one for each of `TIERS` instead of every length.

    Raises:
        SpecError: Machine and task do not fit together, or `share` is out of range.
        RuntimeError: A certificate does not pass the check, which would be a bug.

    Examples:
        >>> from lengthwise.limit.constructions.named_machines import mod_p_task
        >>> from lengthwise.tasks.catalogue import task
        >>> answer = certificates(mod_p_task(p=2), task("modp", p=2), share=0.1)
        >>> answer.certificates[0].bound < 1e-9
        True
    """
    softmax = machine.attention.kind == "softmax"
    shares = (0.0, share) if jumps(task) and share else (0.0,)
    certified = []
    for part in shares:
        for longest in TIERS if softmax else (None,):
            certificate = certify_all_lengths(
                machine, task, share=part, longest=longest, seconds=seconds
            )
            if isinstance(certificate, CannotSay):
                return Certificates(certificates=(), reason=certificate.reason)
            wrong = problems(certificate, machine)
            if wrong:
                raise RuntimeError(f"a certificate failed its check: {wrong[0]}")
            certified.append(certificate)
    return Certificates(
        certificates=tuple(certified),
        premise=premise(machine, task),
        reason=BEYOND if softmax else "",
    )
