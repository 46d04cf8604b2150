"""Samplers of batches: the host sampler for every task, and faster ones."""
