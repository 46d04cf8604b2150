"""The C-RASP program of a yes, written and checked."""
