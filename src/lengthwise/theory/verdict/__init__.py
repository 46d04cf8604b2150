"""Verdicts: is a language or a task in a class with a guarantee, and why."""
