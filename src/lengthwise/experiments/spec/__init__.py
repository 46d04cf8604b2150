"""What is to be trained and asked: trials, evaluations, grids, their keys."""
