"""Ray imports nothing from the current folder, hears no password, leaves nothing."""

import json
import os
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.fault_nodes import Nodes
from tests.faults.faulty_sweeps import MARK, marked, wait_until

NAMES = ("lengthwise", "equinox", "jax", "numpy", "json", "ray", "stub")

TRAP = """
import os, pathlib
pathlib.Path(os.environ["TRAPS"], __name__ + "-" + str(os.getpid())).touch()
raise SystemExit(__name__ + " was imported from the current folder")
"""

ADDRESS = "postgresql://anna:Tr0ub4dor@db/runs"

SWEEP = """
import json, os, sys
SHOWN = b"--store postgresql://anna:***@db/runs"
from lengthwise.experiments.engines.ray_engine import Cluster
from lengthwise.experiments.store.store import Store
from lengthwise.experiments.sweep.sweep import run_sweep
from tests.experiments import stub
from tests.faults.overheard import overheard

address = sys.argv[3:]
variables = {name: os.environ[name] for name in ("PYTHONPATH", "TRAPS")}
few = stub.small_grid()[:2]
with (
    Cluster(*address, workers=1, variables=variables, runner=stub.PATH) as cluster,
    Store("sqlite:///s.db") as store,
):
    found = list(run_sweep(few, stub.ASKED, store=store, engine=cluster))
    folder = cluster._connection.folder
    heard = b"" if address else overheard(cluster._connection)
    known = heard.count(b"b4dor" + b"@db"), heard.count(SHOWN)
    mode = folder.stat().st_mode
    print(json.dumps([len(found), str(folder), mode, os.getcwd(), known]))
    assert os.environ["LENGTHWISE_STORE"].startswith("postgresql:")
"""


@pytest.mark.timeout(240)
def test_ray_imports_nothing_from_here_hears_no_password_and_leaves_nothing(tmp_path):
    folder, mode, (secrets, shown) = swept_among_traps(tmp_path)
    assert (secrets, shown > 0) == (0, True)
    assert stat.S_IMODE(mode) == 0o700
    assert not folder.exists()
    wait_until(lambda: not marked(tmp_path.name))


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_nodes_of_a_cluster_import_nothing_from_the_folder_of_the_driver(tmp_path):
    with closing(Nodes(tmp_path)) as nodes:
        swept_among_traps(tmp_path, nodes.address, **nodes.variables)


def swept_among_traps(tmp_path, *address, **more):
    """Sweeps where modules lie in wait; returns Ray's folder, its mode, its words."""
    here, traps = tmp_path / "here", tmp_path / "traps"
    here.mkdir()
    traps.mkdir()
    for name in NAMES:
        (here / f"{name}.py").write_text(TRAP)
    path = [str(Path.cwd()), *filter(None, [os.environ.get("PYTHONPATH")])]
    variables = {"PYTHONPATH": os.pathsep.join(path), "JAX_PLATFORMS": "cpu"}
    variables["TRAPS"] = str(traps)
    variables |= {"LENGTHWISE_STORE": ADDRESS, "PGPASSWORD": "Tr0ub4dor@db"}
    found = subprocess.run(
        [sys.executable, "-P", "-c", SWEEP, "--store", ADDRESS, *address],
        cwd=here,
        env={**os.environ, **variables, **more, MARK: tmp_path.name},
        capture_output=True,
        text=True,
        check=False,
    )
    assert sorted(one.name for one in traps.iterdir()) == []
    assert found.returncode == 0, found.stderr
    records, folder, mode, place, known = json.loads(found.stdout)
    assert (records, place) == (2, str(here))
    return Path(folder), mode, known
