"""The published experiments as data: what to train, and what must come out."""
