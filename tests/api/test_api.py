"""The public face: complete, lazy, typed, and one list of names."""

import ast
import inspect
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import nbformat
import pytest

import lengthwise as lw
from tests.docs.code_blocks import blocks

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "lengthwise"


def declared():
    """What type checkers see of the package: the home of each name."""
    tree = ast.parse((SOURCE / "__init__.py").read_text("utf-8"))
    (block,) = [
        one
        for one in tree.body
        if isinstance(one, ast.If) and ast.unparse(one.test) == "TYPE_CHECKING"
    ]
    modules, found = {}, {}
    for line in block.body:
        if isinstance(line, ast.ImportFrom):
            for name in line.names:
                path = f"{line.module}.{name.name}"
                if name.asname is None:
                    modules[name.name] = path
                else:
                    found[name.asname] = f"{line.module}:{name.name}"
        else:
            (target,), value = line.targets, line.value
            found[target.id] = f"{modules[value.value.id]}:{value.attr}"
    return found


def listed():
    """The one list, in the same form."""
    homes = {}
    for name, home in lw.HOMES.items():
        module, _, there = home.partition(":")
        homes[name] = f"lengthwise.{module}:{there or name}"
    return homes


def test_type_checkers_see_the_names_of_the_list_and_no_others():
    assert declared() == listed()


@pytest.mark.parametrize("name", sorted(lw.HOMES))
def test_every_name_is_the_very_thing_that_is_declared(name):
    module, _, there = declared()[name].partition(":")
    found = getattr(lw, name)
    assert found is vars(import_module(module))[there]
    assert found.__module__ == module, "it is declared where it is defined"
    assert inspect.isfunction(found) or inspect.isclass(found)
    assert not isinstance(found, ModuleType)
    assert found.__doc__


def written(function):
    """The parameters of a function as its source has them, for type checkers."""
    (tree,) = ast.parse(inspect.getsource(function)).body
    args = tree.args
    places = [*args.posonlyargs, *args.args]
    optional = len(places) - len(args.defaults)
    found = {arg.arg: place >= optional for place, arg in enumerate(places)}
    found |= {args.vararg.arg: False} if args.vararg else {}
    pairs = zip(args.kwonlyargs, args.kw_defaults, strict=True)
    found |= {arg.arg: default is not None for arg, default in pairs}
    return found | ({args.kwarg.arg: False} if args.kwarg else {})


FUNCTIONS = [name for name in sorted(lw.HOMES) if name.islower()]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_takes_what_is_declared(name):
    module, _, there = declared()[name].partition(":")
    found = {
        one.name: one.default is not one.empty
        for one in inspect.signature(getattr(lw, name)).parameters.values()
    }
    assert found == written(vars(import_module(module))[there])


def test_everything_is_listed():
    assert set(lw.__all__) == {*lw.HOMES, "__version__"} == set(dir(lw))


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="lengthwise has no 'nosuch'"):
        lw.nosuch  # noqa: B018


def test_no_package_or_module_bears_the_name_of_a_public_function():
    there = {path.stem for path in SOURCE.iterdir()}
    assert not there & set(lw.HOMES)


def test_no_module_can_be_called():
    homes = {home.partition(":")[0] for home in lw.HOMES.values()}
    for name in {"crasp", "api", "jobs.study", *homes}:
        assert type(import_module(f"lengthwise.{name}")) is ModuleType


def imported(text):
    """The modules of ours that a text imports."""
    return re.findall(r"^[>. ]*(?:from|import) +(lengthwise\.[\w.]+)", text, re.M)


@pytest.mark.parametrize("name", ["README.md", "docs/tutorial.md"])
def test_who_reads_needs_no_deep_import(name):
    for block in blocks(ROOT / name):
        assert not imported(block.text)


@pytest.mark.parametrize(
    "path", sorted((ROOT / "docs" / "notebooks").glob("*.ipynb")), ids=lambda p: p.stem
)
def test_no_notebook_needs_a_deep_import(path):
    for cell in nbformat.read(path, as_version=4).cells:
        assert cell.cell_type != "code" or not imported(cell.source)


def test_deep_imports_are_found():
    text = ">>> from lengthwise.tasks.task import Task\nimport lengthwise as lw\n"
    assert imported(text) == ["lengthwise.tasks.task"]


def test_importing_the_package_loads_nothing_heavy():
    code = "import sys, lengthwise; print(*sorted(sys.modules))"
    loaded = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    assert not {"numpy", "jax", "lark", "sqlalchemy", "rich"} & set(loaded)


def test_theory_on_the_command_line_needs_no_jax():
    code = (
        "import sys, lengthwise as lw; lw.compile(lw.program('dyck1')); "
        "lw.bounds(tau=1, delta=1, L=1, eps=0.1); print('jax' in sys.modules)"
    )
    said = subprocess.check_output([sys.executable, "-c", code], text=True)
    assert said.strip() == "False"
