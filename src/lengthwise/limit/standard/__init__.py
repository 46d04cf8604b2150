"""Standard transformers: finite contexts, tables of positions."""
