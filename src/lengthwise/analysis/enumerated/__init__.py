"""Exact errors: over all words of a length, and in the limit of infinite length."""
