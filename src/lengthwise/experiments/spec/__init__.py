"""What is to be trained and measured: trials, evaluations, grids, their keys."""
