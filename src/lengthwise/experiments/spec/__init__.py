"""Specifications of experiments: trials, evaluations, grids, and their keys."""
