"""Terms that a page defines itself, so that it works offline.

Each is also in the manual's glossary, in more detail.
"""

import re
from collections.abc import Iterable

from markupsafe import Markup, escape

TERMS = {
    "training length": "N, the length of the longest training input.",
    "test length": "The length of the inputs that a trained model is tested on.",
    "sufficient length": (
        "The smallest training length whose nets stay at or below an error ε at the "
        "largest test lengths."
    ),
    "cannot say": "The data do not decide; the reason and the next step follow.",
    "plateau": (
        "The error at the largest test lengths, where it no longer changes with the "
        "length."
    ),
    "seed": "Drives the initial weights and the training data of one model.",
    "geometric mean over seeds": (
        "The average on a logarithmic scale of the errors of the seeds that trained."
    ),
    "isotonic fit": (
        "The averages by training length, constrained to be non-increasing; the "
        "sufficient length is where the fit crosses ε."
    ),
    "rms": "Root mean square over random inputs.",
    "sup": "The largest value over all inputs of a length, not only random ones.",
    "exact-match error": "The share of inputs that are not right everywhere.",
    "exact-match accuracy": "The share of inputs that are right everywhere.",
    "enumerated": (
        "All inputs of a length were evaluated, through the counts of their symbols "
        "where the model sees nothing else."
    ),
    "certified": "Proved for all inputs of the stated lengths by interval bounds.",
    "verdict": (
        "Whether the task is in a class for which length generalization is proved for "
        "an idealized learner. A no means that there is no guarantee, not that a "
        "transformer fails."
    ),
    "idealized learner": (
        "A learner that fits the training data with the simplest program or "
        "transformer; gradient descent need not be one."
    ),
    "C-RASP": (
        "Programs that count: what a C-RASP program computes, a transformer can "
        "compute at every length."
    ),
    "acceptance": (
        "Where the answer is read off: at the last symbol (last), after it (end), or "
        "as the next token (next)."
    ),
    "limit transformer": (
        "A transformer without a maximal length: periodic position vectors, attention "
        "biases on the distance, logits scaled by log n."
    ),
    "construction": (
        "A transformer whose weights are written down for the task, with a proved "
        "error."
    ),
    "machine": "A limit transformer, given by its weights.",
    "norm": "L, how much the output moves when the attention moves.",
    "margin": "The gap between logits that must be told apart.",
    "certificate": "Data that prove an answer, checked by independent code.",
    "simulation": (
        "A short input on which two machines behave nearly as they do on a long one."
    ),
    "setting": "Everything about a model but its training length and its seed.",
    "step limit": "The largest number of training steps, if none stopped earlier.",
}
"""Each term and its definition."""

_PATTERN = re.compile(
    r"(?<![\w-])("
    + "|".join(re.escape(term) for term in sorted(TERMS, key=len, reverse=True))
    + r")(s?)(?![\w-])",
    re.IGNORECASE,
)


def anchor(term: str) -> str:
    """The anchor of a term's definition on a page.

    Examples:
        >>> anchor("C-RASP")
        'term-c-rasp'
    """
    return "term-" + re.sub(r"[^a-z]+", "-", term.lower())


def linked(text: str) -> Markup:
    """Escaped text for a page, with the first use of each term linked.

    Examples:
        >>> print(linked("<b> seeds and a seed"))
        &lt;b&gt; <a class="term" href="#term-seed">seeds</a> and a seed
    """
    seen: set[str] = set()
    parts: list[Markup] = []
    end = 0
    for match in _PATTERN.finditer(text):
        term = _named(match)
        if term in seen:
            continue
        seen.add(term)
        parts.append(escape(text[end : match.start()]))
        link = Markup('<a class="term" href="#{}">{}</a>')
        parts.append(link.format(anchor(term), match.group()))
        end = match.end()
    return Markup().join([*parts, escape(text[end:])])


def terms_in(texts: Iterable[str]) -> dict[str, str]:
    """The terms in some texts with their definitions, in alphabetical order."""
    used = {_named(match) for text in texts for match in _PATTERN.finditer(text)}
    return {term: TERMS[term] for term in sorted(used, key=str.lower)}


def _named(match: re.Match[str]) -> str:
    return next(term for term in TERMS if term.lower() == match.group(1).lower())
