"""Limit transformers in float64 NumPy: definition, evaluators, compiler, complexity."""
