"""Reasoning about programs: which ones are equal, and which one is the smallest."""
