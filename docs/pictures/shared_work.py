"""What runs where when several computers share the work, and what refers to what."""

from docs.pictures.drawing import Drawing

LAYERS = (
    ("cli, api, report", "commands, Python, pages"),
    ("jobs, figures", "studies, published figures"),
    ("analysis", "answers from records"),
    ("experiments", "trials, store, engines"),
    ("training", "recipes and the loop, in JAX"),
    ("models", "trainable nets, in JAX"),
    ("limit", "limit transformers, in NumPy"),
    ("crasp", "programs"),
    ("tasks, automata", "what is learned"),
    ("words, files, names, errors", "what all others use"),
)
"""Packages from the top to the bottom, and what each is; theory is beside models."""


def package_layers() -> Drawing:
    """The packages, each above those that it may import."""
    title = (
        "The packages in layers. A package imports only from layers below it. Theory "
        "stands beside models; experiments, training and models never import it."
    )
    step = 44
    d = Drawing("package-layers", title, 760, 12 + step * len(LAYERS))
    rows = [8 + step * place for place in range(len(LAYERS))]
    for y, (names, what) in zip(rows, LAYERS, strict=True):
        d.box(110, y, 230, 36, names)
        d.text(352, y + 23, what, "small soft", "start")
    top, bottom = rows[0] + 18, rows[-1] + 18
    d.arrow((88, top), (88, bottom))
    d.text(78, (top + bottom) / 2 - 4, "may", "small soft", "end")
    d.text(78, (top + bottom) / 2 + 13, "import", "small soft", "end")
    d.box(590, rows[5], 160, 36, "theory", marked=True)
    d.text(670, rows[5] + 54, "bounds, verdicts", "small soft")
    d.arrow((546, rows[3] + 18), (670, rows[3] + 18), (670, rows[5] - 2))
    d.text(660, rows[4] - 2, "never: no", "small accent", "end")
    d.text(660, rows[4] + 15, "prediction in", "small accent", "end")
    d.text(660, rows[4] + 32, "a measurement", "small accent", "end")
    return d


def ray_cluster() -> Drawing:
    """The driver, the nodes of a Ray cluster, and the store."""
    title = (
        "One driver plans and writes. It sends bundles of trials to the workers of a "
        "Ray cluster and gets records, weights and checkpoints back; only the driver "
        "opens the store."
    )
    d = Drawing("ray-cluster", title, 760, 286)
    d.box(8, 104, 160, 76, "driver", "lengthwise sweep", "plans, writes", marked=True)
    d.box(18, 218, 140, 58, "store", "SQLite or PostgreSQL", marked=True)
    d.arrow((88, 180), (88, 216))
    d.text(98, 203, "records, weights", "small soft", "start")
    d.box(352, 8, 150, 50, "Ray head", "port 6379, token")
    d.arrow((120, 104), (120, 33), (350, 33))
    d.text(236, 26, "which workers are alive?", "small soft")
    for place, node in enumerate(("node 1", "node 2", "node 3")):
        y = 76 + 68 * place
        d.box(420, y, 100, 56, node)
        d.box(560, y, 190, 56, "workers", "one per core or GPU")
        d.arrow((520, y + 28), (558, y + 28))
        d.arrow((168, 142), (346, 142), (346, y + 28), (418, y + 28))
    d.text(257, 134, "bundles of trials", "small soft")
    d.text(180, 162, "back: records,", "small soft", "start")
    d.text(180, 179, "weights, checkpoints", "small soft", "start")
    return d
