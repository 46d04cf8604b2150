"""Verdicts: whether a language or task is in a class with a guarantee, and why."""
