"""What the fast programs are held to: masses word by word, and general solvers."""

import numpy as np
from scipy.optimize import linprog


def masses(machine, word, delta):
    """Hardmax attention of the last position per (symbol, residue), by definition."""
    stream = machine.embed(word)
    (head,) = machine.layers[0].heads
    last = len(word) - 1
    logits = [
        stream[j] @ head.bilinear @ stream[last]
        + (head.lags[last - j] if last - j < len(head.lags) else 0.0)
        for j in range(len(word))
    ]
    found = np.zeros((len(machine.alphabet), delta))
    for j, symbol in enumerate(word):
        if logits[j] > max(logits) - 1e-9:
            found[machine.alphabet.index(symbol), (j + 1) % delta] += 1
    return (found / found.sum()).ravel()


def values(machine, delta):
    """What attention to each (symbol, residue) adds to the stream."""
    places = np.arange(delta) % machine.delta
    keys = machine.embedding[:, np.newaxis] + machine.positions[places]
    return (keys @ machine.layers[0].heads[0].value.T).reshape(-1, machine.width)


def largest_gap(bridges, u, v, *, distance_f, distance_g, agreement=0.0):
    """The largest F(u) - G(v) of Lipschitz F, G that agree at all bridges.

    A linear program: one variable for each point of each sheet.
    """
    points_f = [u, *(a for a, _ in bridges)]
    points_g = [v, *(b for _, b in bridges)]
    size = len(points_f)
    rows, limits = [], []

    def at_most(plus, minus, limit):
        row = np.zeros(2 * size)
        row[plus] += 1
        row[minus] -= 1
        rows.append(row)
        limits.append(limit)

    for offset, points, distance in (
        (0, points_f, distance_f),
        (size, points_g, distance_g),
    ):
        for i in range(size):
            for j in range(size):
                if i != j:
                    gap = distance(points[i], points[j])
                    at_most(offset + i, offset + j, gap)
    for k in range(1, size):
        at_most(k, size + k, agreement)
        at_most(size + k, k, agreement)
    objective = np.zeros(2 * size)
    objective[0], objective[size] = -1, 1
    # Adding a constant to both changes nothing: F(u) is 0.
    free = [(0, 0)] + [(None, None)] * (2 * size - 1)
    solved = linprog(objective, A_ub=np.array(rows), b_ub=limits, bounds=free)
    assert solved.status == 0
    return -solved.fun


def shortest_paths(bridges, pairs):
    """The l1 length of the shortest path for each of `pairs`, on an explicit graph.

    Nodes are bridges, which cost nothing to cross; two of them are as far apart as on
    the sheet where they are nearer. Ways of more and more steps are tried in turn.
    """
    one, other = (np.array(points) for points in zip(*bridges, strict=True))
    step = np.minimum(*(np.abs(x[:, np.newaxis] - x).sum(axis=2) for x in (one, other)))
    found = []
    for u, v in pairs:
        far = np.abs(one - u).sum(axis=1)
        for _ in bridges:
            far = np.minimum(far, (far[:, np.newaxis] + step).min(axis=0))
        found.append((far + np.abs(other - v).sum(axis=1)).min())
    return np.array(found)
