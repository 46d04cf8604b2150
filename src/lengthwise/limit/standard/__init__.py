"""Standard transformers, with finite context and a position table."""
