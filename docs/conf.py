"""Sphinx configuration; `make docs` builds the manual with warnings as errors."""

from pathlib import Path

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
bibtex_bibfiles = ["../src/lengthwise/references.bib"]
bibtex_default_style = "unsrt"
myst_enable_extensions = ["dollarmath", "amsmath", "colon_fence"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
napoleon_google_docstring = True
napoleon_use_ivar = True

# The pages of docs/api are made from the tree, so that no module is forgotten.
PACKAGES = "errors words automata tasks crasp limit theory nets training experiments"
PACKAGES += " analysis studies report study"


def module_names(package: str) -> list[str]:
    source = Path(__file__).parents[1] / "src"
    single = source / "lengthwise" / f"{package}.py"
    files = [single] if single.exists() else (single.with_suffix("")).rglob("*.py")
    names = [".".join(path.relative_to(source).with_suffix("").parts) for path in files]
    return sorted(name.removesuffix(".__init__") for name in names)


def write_api_pages() -> None:
    folder = Path(__file__).parent / "api"
    folder.mkdir(exist_ok=True)
    for place, package in enumerate(PACKAGES.split(), start=10):
        lines = [package, "=" * len(package), ""]
        for name in module_names(package):
            lines += [name, "-" * len(name), "", f".. automodule:: {name}"]
            lines += ["   :members:", "   :show-inheritance:", ""]
        text = "\n".join(lines)
        target = folder / f"{place}-{package}.rst"
        if not target.exists() or target.read_text() != text:
            target.write_text(text)


write_api_pages()
