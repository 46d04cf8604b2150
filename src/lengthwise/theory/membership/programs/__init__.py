"""The C-RASP program behind a yes, constructed and checked."""
