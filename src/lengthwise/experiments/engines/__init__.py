"""Engines, which run the work of a sweep: local processes, or a Ray cluster."""
