"""Sphinx configuration; `make docs` builds the manual with warnings as errors."""

from lengthwise import __version__

project = "Lengthwise"
author = "The Lengthwise developers"
copyright = "2026, The Lengthwise developers"
version = release = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.mathjax",
    "sphinxcontrib.bibtex",
]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
exclude_patterns = ["_build"]
default_role = "code"
nitpicky = False
html_theme = "furo"
html_title = f"Lengthwise {version}"
html_static_path = []
bibtex_bibfiles = ["references.bib"]
bibtex_default_style = "unsrt"
myst_enable_extensions = ["dollarmath", "amsmath", "colon_fence"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
napoleon_google_docstring = True
napoleon_use_ivar = True
