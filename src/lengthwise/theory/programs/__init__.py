"""Reasoning about programs: which are equal, and which is the smallest that fits."""
