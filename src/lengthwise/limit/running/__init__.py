"""Evaluators of machines: the definition, a fast one, one on statistics."""
