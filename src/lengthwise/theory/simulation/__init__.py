"""The simulation argument, executed: a short word z in the place of a long word x."""
