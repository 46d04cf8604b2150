"""The constants of a machine that length bounds depend on."""
