"""The names of all figures and tables, which are known before any is loaded."""

IZZO = ("fig1", "fig1-log", "fig2", "fig3", "fig4-left", "fig4-S", "fig4-k")
IZZO_ALONE = ("fig1", "fig1-log", "fig2", "fig3", "fig4-S", "fig4-S-k2", "fig4-k")
"""Those with independent models."""

FAMILY_NAMES = ("izzo", "izzo-mean", "izzo-even")
"""Names of groups of figures."""

FIGURE_NAMES = (
    *(f"izzo-{one}" for one in IZZO),
    *(f"{family}-{one}" for family in FAMILY_NAMES[1:] for one in IZZO_ALONE),
)
"""Names of figures."""

TABLE_NAMES = (
    "huang-algorithmic",
    "huang-copy",
    "huang-languages",
    "huang-formats",
    "huang-regularizer",
    "huang-stepcopy",
    "huang-beyond",
    "huang-grid",
)
"""Names of tables of decoders."""
