"""One input in each format of a task, with the targets that the task returns for it."""

from docs.pictures.drawing import Drawing
from lengthwise.tasks.catalogue import task
from lengthwise.tasks.outputs import Label
from lengthwise.tasks.task import Task
from lengthwise.training.batch import BEGIN_MARK, asks_blanks, closes, shapes

EXAMPLES = (
    ("ends_in_b@recognize-last", "aab", "a member? read at the last symbol"),
    ("ends_in_b@recognize-end", "aab", "a member? read at a mark behind it"),
    ("ends_in_b@state-blank", "aab", "the state, read at a blank"),
    ("ends_in_b@next-set", "aab", "which symbols may follow?"),
    ("parity", "<bos> 0 1 1 <sep> e <eos>", "which symbol follows?"),
    ("simple:omega=4", "00201", "a number, read at the last symbol"),
)
"""Task, input, and what is asked."""

BLANK = ""


def cells(about: Task, text: str) -> list[tuple[str, Label | None]]:
    """What a model reads, each with the target that stands there."""
    word = about.word(text)
    targets = about.targets(word)
    blanks = asks_blanks(about)
    begins = shapes(about).begins
    found: list[tuple[str, Label | None]] = []
    for length in range(len(word) + 1):
        if length or begins:
            symbol = word[length - 1] if length else BEGIN_MARK
            at_mark = blanks or (closes(about) and length == len(word))
            found.append((symbol, None if at_mark else targets.get(length)))
            if at_mark:
                found.append((BLANK, targets.get(length)))
    return found


def lines(target: Label) -> tuple[str, ...]:
    """A target, one line for each of its parts."""
    if isinstance(target, bool):
        return ("yes" if target else "no",)
    if isinstance(target, tuple):
        return tuple(str(part) for part in target)
    return (f"{target:.2f}" if isinstance(target, float) else str(target),)


def task_formats() -> Drawing:
    """Six examples in two columns; where an answer is read is marked."""
    title = (
        "One input in each of the six formats. An arrow leads from where an answer is "
        "read to the answer: once at the end, or after every prefix."
    )
    d = Drawing("task-formats", title, 760, 378)
    for place, (name, text, question) in enumerate(EXAMPLES):
        about = task(name)
        x, y = 10 + 390 * (place // 3), 20 + 134 * (place % 3)
        d.text(x, y, about.format, "mono strong", "start")
        d.text(x + 128, y, question, "small soft", "start")
        for symbol, target in cells(about, text):
            width = 22 + 8 * max(len(symbol), 1)
            middle = x + width / 2
            read = target is not None
            d.box(x, y + 12, width, 32, symbol, marked=read, mono=True)
            if target is not None:
                d.arrow((middle, y + 46), (middle, y + 62))
                for row, line in enumerate(lines(target)):
                    d.text(middle, y + 76 + 15 * row, line, "mono accent")
            x += width + 6
    return d
