"""How long training words must be: one function a theorem, and what they add up to."""
