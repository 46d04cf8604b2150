"""``lengthwise crasp list``: the programs of the library."""

from lengthwise.cli.printing import print_json, print_text
from lengthwise.columns import listing
from lengthwise.crasp.library import programs


def list_(*, json: bool = False) -> None:
    """List the programs of the library.

    Args:
        json: Print JSON.
    """
    names = [*programs.files(), *programs.FAMILIES, *programs.ALIASES]
    rows = {name: programs.comment(programs.text(name)) for name in names}
    if json:
        data = [{"name": name, "comment": text} for name, text in rows.items()]
        print_json({"programs": data})
        return
    print_text(listing(rows, width=80))
