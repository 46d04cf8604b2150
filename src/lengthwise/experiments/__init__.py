"""Trials, grids, records, and the store that keeps them."""
