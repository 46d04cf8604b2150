"""The published experiments as data: the models to train, and the expected results."""
