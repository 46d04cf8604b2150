"""The text of programs: grammar, parser, sorts, syntax, printer."""
