"""How wrong trained nets are at test lengths."""
