"""The training device: threads, fingerprint, width, random numbers."""
