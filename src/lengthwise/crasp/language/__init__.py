"""The language: grammar, parser, sort checker, syntax, printer."""
