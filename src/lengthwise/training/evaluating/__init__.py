"""Evaluation of trained nets at test lengths."""
