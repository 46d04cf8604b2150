"""What every page is made of: figures, tables, numbers, colors."""
