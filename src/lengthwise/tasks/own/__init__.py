"""Tasks in the user's own files."""
