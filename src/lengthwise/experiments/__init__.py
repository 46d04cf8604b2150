"""Experiments: trials, grids, records, stores, engines and sweeps."""
