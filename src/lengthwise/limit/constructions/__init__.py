"""Ready-made machines for the tasks of the length bounds."""
