"""Bounds on the training length: one function per theorem, and their combination."""
