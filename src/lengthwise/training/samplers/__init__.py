"""Where batches come from: the host sampler, which serves every task."""
