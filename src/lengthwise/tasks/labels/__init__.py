"""Labels of words: one at a time, in batches, and checked."""
