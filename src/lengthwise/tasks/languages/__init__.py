"""Formal languages as tasks: regular ones and those that count."""
