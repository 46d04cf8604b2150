"""Limit transformers as trainable JAX modules."""
