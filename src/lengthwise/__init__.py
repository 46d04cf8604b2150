"""Will a transformer still be right on inputs longer than it was trained on?"""

__version__ = "0.1.0"
