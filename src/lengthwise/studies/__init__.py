"""Experiments as data: what to train for a question, and what must come out."""
