"""The public API of ``import lengthwise as lw``: functions, and results with pages."""
