"""Exact errors: over all words of a length, and as the length grows without bound."""
