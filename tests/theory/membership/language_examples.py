"""How many examples a property gets that takes milliseconds for each."""

from hypothesis import settings

EXPENSIVE = settings(max_examples=min(600, settings.default.max_examples))
