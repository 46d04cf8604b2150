"""The programs that come along, by name."""
