"""Tasks in files of one's own."""
