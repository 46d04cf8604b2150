"""Reasoning about programs: equivalence, and the smallest program that fits."""
