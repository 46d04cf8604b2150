"""``lengthwise crasp``: commands for programs."""
