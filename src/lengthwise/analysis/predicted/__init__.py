"""Predictions that are made before training and can be refuted."""
