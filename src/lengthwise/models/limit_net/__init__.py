"""The limit net: a limit transformer with trainable weights, in several forms."""
