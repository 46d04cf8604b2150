"""Runs programs: the definition, the fast interpreter, traces."""
