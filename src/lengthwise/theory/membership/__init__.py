"""Decides whether a regular language is in C-RASP, with evidence for the answer."""
