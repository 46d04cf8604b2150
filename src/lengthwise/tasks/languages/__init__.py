"""Formal languages as tasks: regular languages and counter languages."""
