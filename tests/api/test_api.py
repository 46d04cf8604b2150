"""The public face: complete, lazy, typed."""

import subprocess
import sys

import pytest

import lengthwise as lw


@pytest.mark.parametrize("name", lw.__all__)
def test_every_public_name_loads_and_is_documented(name):
    found = getattr(lw, name)
    assert name == "__version__" or found.__doc__
    assert name in dir(lw)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="lengthwise has no 'nosuch'"):
        lw.nosuch  # noqa: B018


def test_the_package_crasp_can_be_called():
    assert lw.crasp("dyck1") == lw.crasp.library.loading.load("dyck1")
    assert lw.crasp("dyck1").symbols == ("(", ")")


def test_importing_the_package_loads_nothing_heavy():
    code = "import sys, lengthwise; print(*sorted(sys.modules))"
    loaded = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    assert not {"numpy", "jax", "lark", "sqlalchemy", "rich"} & set(loaded)


def test_theory_on_the_command_line_needs_no_jax():
    code = (
        "import sys, lengthwise as lw; lw.compile(lw.crasp('dyck1')); "
        "lw.bounds(tau=1, delta=1, L=1, eps=0.1); print('jax' in sys.modules)"
    )
    said = subprocess.check_output([sys.executable, "-c", code], text=True)
    assert said.strip() == "False"
