"""Building blocks of pages: figures, tables, numbers, colors."""
