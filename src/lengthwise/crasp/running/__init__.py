"""What a program computes: the definition, the fast interpreter, traces."""
