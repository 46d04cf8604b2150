"""Runs the command line: ``python -m lengthwise``."""

from lengthwise.cli.main import main

if __name__ == "__main__":
    main()
