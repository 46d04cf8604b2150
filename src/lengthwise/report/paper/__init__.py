"""The published figures, drawn again."""
