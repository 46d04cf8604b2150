"""``lengthwise store``: commands for records."""
