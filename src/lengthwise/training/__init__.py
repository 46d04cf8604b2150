"""Trains many small models at once: recipes, lanes, samplers, the training loop."""
