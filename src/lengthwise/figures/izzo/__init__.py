"""The figures of Izzo, Nichani and Lee: one file a figure."""
