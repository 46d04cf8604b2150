"""Certificates: how wrong a one-layer model can be on words of any length."""
