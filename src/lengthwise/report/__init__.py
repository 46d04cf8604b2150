"""Tables, figures and pages: pure functions of what an analysis found."""

import logging


def _matters(record: logging.LogRecord) -> bool:
    """Whether matplotlib says more than that it found no settings of its own.

    Where its folder cannot be written it uses a temporary one, and what a
    ``matplotlibrc`` says has no effect on our figures.
    """
    return record.levelno >= logging.ERROR


for _name in ("matplotlib", "matplotlib.font_manager"):
    logging.getLogger(_name).addFilter(_matters)
