"""Sweeps: bundles, plan, progress, and the loop that fills a store."""
