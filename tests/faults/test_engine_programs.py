"""Fault: the cache of compiled programs is damaged; nothing of it is run."""

import os

import pytest

from lengthwise.experiments.engines import host
from lengthwise.experiments.engines._compiled_programs import DIGEST, CompiledPrograms
from lengthwise.experiments.store.store import Store
from lengthwise.experiments.sweep.sweep import run_sweep
from tests.experiments.tiny import tiny_grid

GRID = tiny_grid(4, 256)


@pytest.fixture
def swept(tmp_path):
    """Sweeps with workers that keep programs in a folder of their own."""
    variables = {
        **os.environ,
        "XDG_CACHE_HOME": str(tmp_path),
        "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
    }
    del variables["JAX_COMPILATION_CACHE_DIR"]

    def run(name):
        engine = host.engine(1, inherited=variables)
        with Store(f"sqlite:///{tmp_path}/{name}.db") as store:
            found = run_sweep(GRID, GRID.evaluation, store=store, engine=engine)
            return {one.key: (one.outcome, one.weights) for one in found}

    return run


def programs_in(folder):
    return sorted(path for path in folder.iterdir() if path.suffix != DIGEST)


def flip_bits(path):
    content = bytearray(path.read_bytes())
    for place in range(len(content) // 3, len(content), 997):
        content[place] ^= 0x10
    path.write_bytes(content)


def test_damaged_programs_are_compiled_again_and_give_the_same(swept, tmp_path):
    first = swept("first")
    folder = tmp_path / "lengthwise" / "jax"
    known = programs_in(folder)
    assert len(known) >= 4
    contents = {path: path.read_bytes() for path in known}
    flipped, cut, swapped, *sound = sorted(known, key=lambda p: -p.stat().st_size)
    flip_bits(flipped)
    cut.write_bytes(cut.read_bytes()[:1000])
    swapped.write_bytes(contents[cut])
    planted = folder / "jit_planted-cache"
    planted.write_bytes(contents[flipped])
    damaged = {path: path.read_bytes() for path in (flipped, cut, swapped)}
    times = {path: path.stat().st_mtime_ns for path in sound}
    assert swept("second") == first
    assert not planted.exists()
    for path, content in damaged.items():
        assert path.read_bytes() != content
    assert {path: path.stat().st_mtime_ns for path in sound} == times
    assert CompiledPrograms(folder).remove_damaged() == 0


def test_programs_that_are_not_ours_are_left_alone(tmp_path):
    (tmp_path / "x-cache").write_bytes(b"somebody's")
    variables = {**os.environ, "JAX_COMPILATION_CACHE_DIR": str(tmp_path)}
    host.engine(1, inherited=variables)
    assert [path.name for path in tmp_path.iterdir()] == ["x-cache"]


def test_a_folder_that_others_may_write_to_is_not_used(tmp_path):
    folder = tmp_path / "lengthwise" / "jax"
    folder.mkdir(parents=True)
    folder.chmod(0o777)
    variables = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    del variables["JAX_COMPILATION_CACHE_DIR"]
    engine = host.engine(1, inherited=variables)
    assert "JAX_COMPILATION_CACHE_DIR" not in engine._environment
