"""The device that trains: threads, fingerprint, width, random numbers."""
