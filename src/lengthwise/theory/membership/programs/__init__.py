"""Constructs and checks the C-RASP program behind a yes."""
