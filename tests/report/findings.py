"""Summaries of studies that were never run."""

import functools
from dataclasses import replace

import numpy as np

from lengthwise.analysis.enumerated.all_words import audit_words
from lengthwise.analysis.enumerated.audit import audit
from lengthwise.analysis.every_length.certify import certify_all_lengths
from lengthwise.analysis.predicted.construction import exact_part, perturbed
from lengthwise.analysis.summary import Provenance, summary
from lengthwise.api.study_result import study
from lengthwise.limit.constructions.k_gram import k_gram
from lengthwise.limit.constructions.one_layer_machines import simple_task
from lengthwise.report.study.study_page import render
from lengthwise.tasks.catalogue import task
from lengthwise.theory.verdict.consequences import consequences_of
from lengthwise.theory.verdict.decision import verdict
from tests.analysis.synthetic import sweep


@functools.cache
def page(study):
    """The page of a study, rendered once."""
    return render(study()).html


PROVENANCE = Provenance(
    command="lengthwise study simple --seed 0",
    version="0.1.0",
    fingerprints=({"jax": "0.10.2", "device": "cpu", "threads": "1"},),
    records=96,
    smaller=("8 seeds, not 16", "test lengths up to 65,536"),
)


@functools.cache
def simple(seed=0, **options):
    """A study of ``simple``: a sweep whose truth is known, audits of machines off."""
    chosen = task("simple", omega=4)
    runs = sweep(np.random.default_rng(seed), factor=1.5, power=1.6, **options)
    machine = simple_task(omega=4.0)
    audits = {
        n: audit(perturbed(machine, 0.2 / n, seed=n), chosen, [8, 16, 32, 64, 128])
        for n in (8, 16, 32)
    }
    return summary(
        chosen,
        runs,
        eps=(0.04, 0.02, 0.01),
        provenance=PROVENANCE,
        exact=exact_part(chosen),
        audits=audits,
        agreements={n: max(e.sup for e in one.errors) for n, one in audits.items()},
        certificates={
            16: (certify_all_lengths(perturbed(machine, 0.2 / 16, seed=16), chosen),)
        },
        decided=consequences_of(verdict(task=chosen), chosen),
        scaled=_scaled(chosen),
    )


def _scaled(chosen):
    """The other sweep of a study: steeper, and audited at one training length."""
    machine = perturbed(simple_task(omega=4.0), 0.02, seed=3)
    return summary(
        chosen,
        sweep(np.random.default_rng(5), factor=2.5, power=1.2),
        eps=(0.04, 0.02, 0.01),
        provenance=PROVENANCE,
        exact=exact_part(chosen),
        audits={32: audit(machine, chosen, [8, 16, 32, 64, 128])},
        agreements={32: 0.11},
        certificates={32: (certify_all_lengths(machine, chosen, share=0.1),)},
    )


@functools.cache
def modp():
    """A study of ``modp``: several residue classes, nothing audited."""
    chosen = task("modp", p=3, k=1)
    runs = sweep(np.random.default_rng(1), lengths=[6, 9, 12, 18, 27])
    return summary(
        chosen,
        runs,
        eps=(0.1, 0.01, 1e-4),
        provenance=replace(PROVENANCE, smaller=()),
        exact=exact_part(chosen),
    )


@functools.cache
def kgram():
    """A study without an exact construction, too noisy to answer anything."""
    rng = np.random.default_rng(2)
    runs = sweep(rng, factor=8.0, power=0.1, lengths=[16, 32], slope=0.6)
    chosen = task("kgram")
    return summary(
        chosen,
        runs,
        eps=(0.1, 0.01),
        provenance=replace(PROVENANCE, records=0),
        decided=consequences_of(verdict(task=chosen), chosen),
    )


@functools.cache
def two_layers():
    """A study of ``kgram`` with its construction and audits of machines off."""
    chosen = task("kgram:k=1,S=2")
    machine = k_gram(k=1, S=2)
    runs = sweep(np.random.default_rng(3), factor=1.5, power=1.6)
    audits = {
        n: audit_words(perturbed(machine, 0.2 / n, seed=n), chosen, [4, 8])
        for n in (8, 16, 32)
    }
    return summary(
        chosen,
        runs,
        eps=(0.04, 0.02, 0.01),
        provenance=replace(PROVENANCE, command="lengthwise study kgram:k=1,S=2"),
        exact=exact_part(chosen),
        audits=audits,
        agreements={n: max(e.sup for e in one.errors) for n, one in audits.items()},
        decided=consequences_of(verdict(task=chosen), chosen),
    )


@functools.cache
def verdict_page(**subject):
    """The page of a study in which nothing is trained."""
    return study(**subject, train=False).page.html


@functools.cache
def recognized(name="tomita4"):
    """A study of a task whose errors are rates; the longest training gets 0 wrong."""
    chosen = task(name)
    rng = np.random.default_rng(4)
    made = sweep(rng, factor=2.0, power=2.4, lengths=[6, 8, 11, 15, 21, 30])
    least = 0.5 / 256
    runs = [
        replace(
            run,
            errors={n // 4: max(e, least) for n, e in run.errors.items()},
            metric=chosen.output.metrics[0],
            words=dict.fromkeys([n // 4 for n in run.errors], 256),
        )
        for run in made
    ]
    return summary(
        chosen,
        runs,
        eps=(0.05, 0.02, 0.001),
        provenance=replace(PROVENANCE, command=f"lengthwise study {name}", smaller=()),
        decided=consequences_of(verdict(task=chosen), chosen),
    )
