"""What is said before anything is trained, so that it can be wrong."""
