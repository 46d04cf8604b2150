"""Explicit constructions of machines for the tasks of the length bounds."""
