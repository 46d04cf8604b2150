"""A Ray cluster of two nodes on this machine: python -m tests.experiments.ray_nodes.

Says its address and the processes of its nodes as JSON; then obeys: "kill" ends the
second node at once, "add" brings another, and the end of the input ends the cluster.
"""

import json
import logging
import os
import signal
import sys


def main():
    from ray.cluster_utils import Cluster

    logging.disable(logging.WARNING)
    size = {"num_cpus": 1, "object_store_memory": 1 << 27}
    head = {**size, "include_dashboard": False}
    cluster = started(Cluster, initialize_head=True, head_node_args=head)
    second = started(cluster.add_node, **size)
    say(address=cluster.address, head=pids(cluster.head_node), second=pids(second))
    for line in sys.stdin:
        if line == "kill\n":
            for pid in pids(second):
                os.kill(pid, signal.SIGKILL)
            cluster.worker_nodes.discard(second)
            say(killed=True)
        else:
            second = started(cluster.add_node, **size)
            say(second=pids(second))
    cluster.shutdown()


def started(start, **how):
    """What starts a node; Ray gives it 30 s, and a busy machine may need more."""
    for _ in range(3):
        try:
            return start(**how)
        except Exception as error:  # Ray has no class for it
            if "timed out during startup" not in str(error):
                raise
    return start(**how)


def pids(node):
    """The processes of a node; what they started ends with them."""
    return [one.process.pid for all_ in node.all_processes.values() for one in all_]


def say(**said):
    print(json.dumps(said), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
