"""Tasks in user files."""
