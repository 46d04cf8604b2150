"""Reasoning about programs: learning, equivalence."""
