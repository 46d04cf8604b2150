import subprocess
import sys

import pytest

BLOCKED = "lark automata msgspec cyclopts sqlalchemy matplotlib jinja2 torch rich"
BLOCK = f"""
import importlib, pkgutil, sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        first = name.partition(".")[0]
        if first in {BLOCKED.split()!r}:
            raise ImportError(f"{{name}} is blocked")

sys.meta_path.insert(0, Blocked())
"""
SCRIPT = f"""{BLOCK}
import lengthwise.models, lengthwise.training, lengthwise.experiments.spec
DOORS = {{"schema", "_json_types"}}  # of msgspec
for package in (lengthwise.models, lengthwise.training, lengthwise.experiments.spec):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if module.name.rpartition(".")[2] not in DOORS:
            importlib.import_module(module.name)
assert not [name for name in sys.modules if name.startswith("lengthwise.theory")]
import jax
assert not jax._src.xla_bridge._backends, "importing started a device"
print("imported")
"""

MEASURING = f"""{BLOCK}
import lengthwise.figures
package = lengthwise.figures
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    importlib.import_module(module.name)
import lengthwise.jobs.train_figures, lengthwise.experiments.engines.runner
import lengthwise.experiments.engines.worker
import jax
assert not jax._src.xla_bridge._backends, "importing started a device"
print("imported")
"""


@pytest.mark.parametrize("script", [SCRIPT, MEASURING])
def test_training_and_measuring_import_with_few_packages_and_start_no_device(script):
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.stdout == "imported\n", done.stderr
