"""Tasks and their catalogue."""
