"""Falsifiable predictions made before training."""
