"""For properties that take milliseconds an example: at most 1,000 of them."""

from hypothesis import settings

FEWER = settings(max_examples=min(1000, settings().max_examples))
