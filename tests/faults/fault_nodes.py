"""A Ray cluster of two nodes on this machine, in processes of its own."""

import json
import os
import secrets
import subprocess
import sys

from tests.faults.faulty_sweeps import Sweep


class Nodes:
    """Two nodes with one core each, that want a token.

    Args:
        folder: Where the token lies.
    """

    def __init__(self, folder):
        token = folder / "token"
        token.write_text(secrets.token_hex(32))
        token.chmod(0o600)
        self.variables = {
            "RAY_AUTH_MODE": "token",
            "RAY_AUTH_TOKEN_PATH": str(token),
            "RAY_USAGE_STATS_ENABLED": "0",
            "RAY_worker_niceness": "0",
        }
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.experiments.ray_nodes"],
            env={**os.environ, **self.variables},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        said = self._said()
        self.address, self.head = said["address"], said["head"]

    def _said(self):
        line = self._process.stdout.readline()
        if not line:
            self.close()
            raise AssertionError(f"the cluster has ended: {self._process.returncode}")
        return json.loads(line)

    def kill_second(self):
        """Ends the second node at once."""
        self._tell("kill")

    def add(self):
        """Brings another second node."""
        self._tell("add")

    def _tell(self, word):
        self._process.stdin.write(f"{word}\n")
        self._process.stdin.flush()
        self._said()

    def sweep(self, url, seeds, steps, **more):
        return Sweep(url, seeds, steps, self.address, {**self.variables, **more})

    def close(self):
        try:
            self._process.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()
