"""Compiles C-RASP programs to limit transformers."""
