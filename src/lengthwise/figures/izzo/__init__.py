"""The figures of Izzo, Nichani and Lee: one file per figure."""
