"""Certificates: bounds on the error of a one-layer model on words of any length."""
