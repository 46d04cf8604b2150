"""Limit transformers in float64 NumPy: what they are, how they run, what they cost."""
