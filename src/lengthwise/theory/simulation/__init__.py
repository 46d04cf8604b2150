"""The simulation argument as code: a short word z that simulates a long word x."""
