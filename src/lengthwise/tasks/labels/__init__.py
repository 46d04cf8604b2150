"""The right answers to words: one at a time, in arrays, checked."""
