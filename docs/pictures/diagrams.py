"""The diagrams of the manual; ``python docs/pictures/diagrams.py`` draws them anew."""

import sys
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1]))

from docs.pictures.drawing import Drawing  # noqa: E402 - a script, too
from docs.pictures.shared_work import package_layers, ray_cluster  # noqa: E402
from docs.pictures.task_formats import task_formats  # noqa: E402


def four_answers() -> Drawing:
    """What goes in, the four questions, and what comes out."""
    title = (
        "A task goes in. Lengthwise decides whether there is a guarantee, bounds the "
        "training length, constructs an exact transformer and measures trained ones."
    )
    d = Drawing("four-answers", title, 760, 372)
    d.box(
        10,
        120,
        150,
        132,
        "Your task",
        "a label function,",
        "a regular expression,",
        "an automaton or",
        "a C-RASP program",
    )
    rows = (
        (
            "Decide",
            "Is there a guarantee?",
            "yes, with a program; no, with a",
            "certificate; or unknown",
        ),
        (
            "Bound",
            "How long, in the worst case?",
            "N for every pair of machines,",
            "from above and from below",
        ),
        (
            "Construct",
            "Why does it work?",
            "weights that are exact at every length;",
            "a short input that simulates a long one",
        ),
        (
            "Measure",
            "How long, in practice?",
            "N for these nets and these inputs,",
            "with its interval and the worst input",
        ),
    )
    for place, (way, question, *answer) in enumerate(rows):
        y = 8 + 92 * place
        middle = y + 40
        d.arrow((160, 186), (182, 186), (182, middle), (208, middle))
        d.box(210, y, 196, 80, way, question, marked=True)
        d.arrow((406, middle), (440, middle))
        for line, text in enumerate(answer):
            d.text(450, middle - 4 + 19 * line, text, "small", "start")
    return d


def limit_transformer() -> Drawing:
    """One layer at the last position."""
    title = (
        "A limit transformer of one layer: symbols and periodic positions are added, "
        "the last position attends to all, logits are scaled by log n, then MLP and "
        "read-out."
    )
    d = Drawing("limit-transformer", title, 760, 402)
    d.text(98, 377, "symbols", "small soft", "end")
    d.text(98, 321, "positions", "small soft", "end")
    d.text(98, 338, "(period Δ = 2)", "small soft", "end")
    weights = {"a": 0.3, "b": 0.8}
    word = "abbaab"
    for place, symbol in enumerate(word):
        x, weight = 110 + 58 * place, weights[symbol]
        d.box(x, 354, 46, 34, symbol, marked=place == len(word) - 1, mono=True)
        d.box(x, 306, 46, 34, f"p{(place + 1) % 2}", mono=True)
        d.text(x + 23, 351, "+", "small soft")
        d.bar(x + 3, 262 - 50 * weight, 40, 50 * weight, 0.35 + 0.5 * weight)
        d.arrow((x + 23, 304), (x + 23, 268))
    d.text(98, 240, "attention of the", "small soft", "end")
    d.text(98, 257, "last position", "small soft", "end")
    d.text(474, 214, "logit = log n · (content + φ(distance))", "small", "start")
    d.text(
        474, 234, "content: yⱼᵀKᵀQyₙ, from symbols and residues", "small soft", "start"
    )
    d.text(474, 252, "φ: a bias on the distance, 0 beyond τ", "small soft", "start")
    d.text(474, 327, "no position beyond i mod Δ,", "small soft", "start")
    d.text(474, 344, "so there is no maximal length", "small soft", "start")
    d.arrow((280, 208), (280, 176))
    d.box(180, 122, 200, 52, "weighted average", "of the values V yⱼ")
    d.arrow((280, 122), (280, 108))
    d.box(180, 66, 200, 40, "MLP")
    d.text(
        392,
        91,
        "ReLU and Heaviside units; more layers repeat this",
        "small soft",
        "start",
    )
    d.arrow((280, 66), (280, 50))
    d.box(180, 10, 200, 38, "read-out", marked=True)
    d.text(
        392,
        34,
        "a number, a decision, or scores of the next token",
        "small soft",
        "start",
    )
    return d


def simulation_map() -> Drawing:
    """From a long input to the short one on which both machines behave the same."""
    title = (
        "A long input x is mapped to a short input z: the last symbols are kept, the "
        "counts of the others are scaled down. Outputs hardly change, so agreement on "
        "short inputs carries over to long ones."
    )
    d = Drawing("simulation-map", title, 760, 330)
    d.text(30, 46, "x", "strong", "start")
    d.text(30, 236, "z", "strong", "start")
    parts = (("0", 300, 0.25), ("1", 150, 0.5), ("2", 130, 0.75))
    x = 60.0
    for symbol, width, dim in parts:
        d.bar(x, 24, width, 34, dim)
        d.text(x + width / 2, 46, f"{width // 10}0,000,000 × {symbol}", "small")
        x += width
    d.box(650, 24, 70, 34, "… 0 2 1", marked=True, mono=True)
    x = 60.0
    for symbol, width, dim in parts:
        d.bar(x, 214, width / 5, 34, dim)
        d.text(x + width / 10, 264, symbol, "small soft")
        x += width / 5
    d.box(186, 214, 70, 34, "… 0 2 1", marked=True, mono=True)
    d.text(
        60,
        14,
        "prefix: only the counts of (symbol, residue) matter",
        "small soft",
        "start",
    )
    d.text(720, 14, "last τ + 1 symbols", "small soft", "end")
    d.arrow((200, 62), (105, 208))
    d.text(172, 128, "scale the counts,", "small soft", "start")
    d.text(172, 145, "keep their proportions", "small soft", "start")
    d.arrow((685, 62), (685, 88), (420, 88), (221, 208))
    d.text(540, 82, "copy", "small soft")
    for y, text in (
        (188, "f(z) ≈ f(x) and g(z) ≈ g(x)"),
        (214, "they agree on short inputs: f(z) ≈ g(z)"),
    ):
        d.text(420, y, text, "", "start")
    d.text(420, 246, "⇒ f(x) ≈ g(x), however long x is", "strong accent", "start")
    d.text(
        30,
        298,
        "f is what should be computed, g is what was learned.",
        "small soft",
        "start",
    )
    d.text(
        30,
        316,
        "How short z can be for an error ε is the bound on the training length.",
        "small soft",
        "start",
    )
    return d


def crasp_pipeline() -> Drawing:
    """What happens to the text of a program."""
    title = (
        "The text of a C-RASP program is parsed, checked and simplified. It can then "
        "be run, compiled to a limit transformer, or given a verdict."
    )
    d = Drawing("crasp-pipeline", title, 800, 236)
    d.box(8, 74, 146, 86, 'n = # "a"', 'm = # "b"', "accept n > m", mono=True)
    d.text(81, 66, "program.crasp", "small soft")
    steps = (
        ("parse", "grammar"),
        ("check", "two sorts, names"),
        ("simplify", "same meaning"),
    )
    for place, (name, what) in enumerate(steps):
        x = 180 + 138 * place
        d.arrow((x - (26 if place == 0 else 20), 117), (x - 2, 117))
        d.box(x, 90, 118, 54, name, what)
    d.arrow((574, 117), (594, 117), (594, 38), (616, 38))
    d.arrow((574, 117), (616, 117))
    d.arrow((574, 117), (594, 117), (594, 196), (616, 196))
    d.box(618, 10, 174, 56, "run, trace", "values at every position", marked=True)
    d.box(618, 89, 174, 56, "compile", "a limit transformer", marked=True)
    d.box(618, 168, 174, 56, "verdict", "class and guarantee", marked=True)
    d.text(377, 176, "A mistake stops here, with line, column and caret.", "small soft")
    return d


def sweep_flow() -> Drawing:
    """How a grid becomes records, and records an answer."""
    title = (
        "A grid becomes trials. Those that are not in the store are bundled and "
        "trained by workers. Records go into the store. Analysis reads the store and "
        "writes the page."
    )
    d = Drawing("sweep-flow", title, 760, 300)
    d.box(8, 20, 130, 60, "grid.toml", "lists of settings")
    d.arrow((138, 50), (170, 50))
    d.box(172, 20, 150, 60, "trials", "every combination")
    d.arrow((322, 50), (354, 50))
    d.box(356, 20, 160, 60, "bundles", "same compiled program")
    d.arrow((516, 50), (548, 50))
    d.box(550, 20, 200, 60, "workers", "CPU cores, GPU or Ray", marked=True)
    d.box(
        248,
        176,
        190,
        66,
        "store",
        "SQLite or PostgreSQL",
        "one record a trial",
        marked=True,
    )
    d.arrow((710, 80), (710, 209), (440, 209))
    d.text(575, 202, "records, weights", "small soft")
    d.arrow((286, 176), (286, 84))
    d.text(296, 132, "already trained? skip", "small soft", "start")
    d.box(544, 118, 130, 48, "checkpoints", "resume here")
    d.arrow((609, 82), (609, 116))
    d.arrow((248, 209), (196, 209))
    d.box(8, 176, 186, 66, "analysis", "sufficient length N,", "intervals, predictions")
    d.arrow((101, 242), (101, 262), (180, 262))
    d.text(188, 267, "HTML page, figures, tables, data frame", "small", "start")
    return d


DIAGRAMS: tuple[Callable[[], Drawing], ...] = (
    four_answers,
    limit_transformer,
    simulation_map,
    crasp_pipeline,
    sweep_flow,
    task_formats,
    package_layers,
    ray_cluster,
)

if __name__ == "__main__":
    for make in DIAGRAMS:
        make().save(HERE)
