"""Tasks and their catalog."""
