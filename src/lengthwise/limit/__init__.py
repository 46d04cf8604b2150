"""Limit transformers in float64 NumPy: definition, evaluation, complexity."""
