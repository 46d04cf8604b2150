"""Trainable models, and the ways in which they see positions."""
