"""The exact training length that the worst case needs."""
