"""Measured ratios; never part of the tests. ``make bench`` runs all of them."""
