"""The library of programs, by name."""
