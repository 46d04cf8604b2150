"""Tasks with a question and an answer."""
