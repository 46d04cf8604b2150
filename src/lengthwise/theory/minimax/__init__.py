"""The exact training length required in the worst case."""
