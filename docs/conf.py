"""Sphinx configuration; `make docs` builds the manual with warnings as errors."""

import contextlib
import io
import os
import sys
from pathlib import Path
from unittest.mock import patch

from cyclopts import App
from sphinx.application import Sphinx

from lengthwise import __version__
from lengthwise.cli import main

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

project = "Lengthwise"
author = "The Lengthwise developers"
copyright = "2026, The Lengthwise developers"
version = release = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinxcontrib.bibtex",
    "mathml",
    "notebook_pages",
]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
exclude_patterns = ["_build"]
default_role = "code"
# Links into this manual must lead somewhere; names of other projects are not linked.
nitpicky = True
nitpick_ignore_regex = [("py:.*", ".*")]
html_theme = "furo"
html_title = f"Lengthwise {version}"
html_static_path = ["static"]
html_css_files = ["manual.css"]
html_js_files = ["sortable.js"]
html_math_renderer = "mathml"
html_show_sourcelink = False
html_copy_source = False
bibtex_bibfiles = ["../src/lengthwise/references.bib"]
bibtex_default_style = "unsrt"
myst_enable_extensions = ["dollarmath", "amsmath", "colon_fence"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
napoleon_google_docstring = True
napoleon_use_ivar = True

# The pages of docs/api are made from the tree, so that no public module is forgotten.
PACKAGES = "api errors words automata tasks crasp limit theory models training"
PACKAGES += " experiments analysis figures jobs report"


def module_names(package: str) -> list[str]:
    source = HERE.parent / "src"
    single = source / "lengthwise" / f"{package}.py"
    files = [single] if single.exists() else (single.with_suffix("")).rglob("*.py")
    names = [".".join(path.relative_to(source).with_suffix("").parts) for path in files]
    public = (name for name in names if "._" not in name.removesuffix(".__init__"))
    return sorted(name.removesuffix(".__init__") for name in public)


def is_package(name: str) -> bool:
    return (HERE.parent / "src" / name.replace(".", "/")).is_dir()


def write_changed(target: Path, text: str) -> None:
    target.parent.mkdir(exist_ok=True)
    if not target.exists() or target.read_text("utf-8") != text:
        target.write_text(text, "utf-8")


def write_api_pages() -> None:
    for place, package in enumerate(PACKAGES.split(), start=10):
        lines = [package, "=" * len(package), ""]
        for name in module_names(package):
            lines += [name, "-" * len(name), "", f".. automodule:: {name}"]
            if not is_package(name):  # what it names is described where it is defined
                lines += ["   :members:", "   :show-inheritance:"]
            lines.append("")
        write_changed(HERE / "api" / f"{place}-{package}.rst", "\n".join(lines))


def command_names(app: App = main.app, path: tuple[str, ...] = ()) -> list[str]:
    """Every command, as it is written."""
    found: list[str] = []
    for name in app:
        if not name.startswith("-"):
            below = app[name]
            words = (*path, name)
            is_group = below.default_command is None
            found += command_names(below, words) if is_group else [" ".join(words)]
    return found


def write_commands() -> None:
    """The help of every command, as a terminal of 80 columns shows it."""
    plain = {"COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb"}
    lines = []
    for name in sorted(command_names()):
        said = io.StringIO()
        with patch.dict(os.environ, plain), contextlib.redirect_stdout(said):
            main.run([*name.split(), "--help"])
        lines += [f"### lengthwise {name}", "", "```text", said.getvalue().strip()]
        lines += ["```", ""]
    write_changed(HERE / "api" / "commands.txt", "\n".join(lines))


# What the theme leaves out for those who read without a mouse or without seeing.
ACCESSIBLE = {
    'role="heading">': 'role="heading" aria-level="2">',
    '<aside class="sidebar-drawer': '<aside aria-label="Pages" class="sidebar-drawer',
    '<aside class="toc-drawer': '<aside aria-label="On this page" class="toc-drawer',
    "<pre>": '<pre tabindex="0">',
    '<div class="table-wrapper': '<div tabindex="0" class="table-wrapper',
}


def make_accessible(app: Sphinx, error: Exception | None) -> None:
    """Scrolled boxes take the keyboard's focus, regions have names of their own."""
    for page in Path(app.outdir).rglob("*.html") if error is None else ():
        text = made = page.read_text("utf-8")
        for old, new in ACCESSIBLE.items():
            made = made.replace(old, new)
        if made != text:
            page.write_text(made, "utf-8")


def setup(app: Sphinx) -> None:
    app.connect("build-finished", make_accessible)


from figures import write_figures  # noqa: E402 - beside this file
from suite_pages import write_suite  # noqa: E402

write_api_pages()
write_commands()
write_figures(HERE / "api")
write_suite(HERE / "api")
