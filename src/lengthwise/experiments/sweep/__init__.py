"""A sweep: bundles, plan, progress, and a store that is filled."""
