"""The number of last letters that two different states of a component can share.

One letter leads a pair of states to a pair, or merges the two, or leads one of them
outside. The longest path of pairs is the answer; a cycle of pairs means that the two
can share any number of letters. If there are too many pairs, the search uses sets of
states instead: all states that are possible after some last letters.
"""

from collections.abc import Iterable

import numpy as np
from jaxtyping import Int, Shaped

from lengthwise.theory.membership.search.component import OUTSIDE

MOST_PAIRS = 1_000_000
"""The largest number of pairs of states, each with every letter."""

MOST_MEMBERS = 3_000_000
"""The largest total size of all sets of states, each with every letter."""


def letters_needed(
    rows: Int[np.ndarray, "states letters"], place: Int[np.ndarray, " states"]
) -> int | None:
    """Returns the number of last letters that separate any two states of one class.

    Args:
        rows: For each state and letter of a component, the next state, or `OUTSIDE`.
        place: The class of each state. Only states of the same class are compared; a
            letter leads states of one class to states of one class.

    Returns:
        The smallest such number; ``None`` if there is none, or computing it would take
        too long.

    Examples:
        >>> letters_needed(np.array([[0, 1], [0, 2], [0, 2]]), np.zeros(3, dtype=int))
        2
        >>> letters_needed(np.array([[0, 1], [1, 0]]), np.zeros(2, dtype=int)) is None
        True
    """
    if len(np.unique(place)) == len(place):
        return 0
    images = _images(rows, place)
    number = sum(len(group) * (len(group) - 1) // 2 for group in images)
    if number * rows.shape[1] <= MOST_PAIRS:
        return _by_pairs(rows, images)
    return _by_sets(rows, place)


def _images(
    rows: Int[np.ndarray, "states letters"], place: Int[np.ndarray, " states"]
) -> list[Int[np.ndarray, " _"]]:
    """The images of one class under single letters; two states or more."""
    found = []
    for letter in range(rows.shape[1]):
        image = np.unique(rows[:, letter])
        image = image[image != OUTSIDE]
        found += [image[place[image] == number] for number in np.unique(place[image])]
    return [group for group in found if len(group) > 1]


def _by_pairs(
    rows: Int[np.ndarray, "states letters"], images: list[Int[np.ndarray, " _"]]
) -> int | None:
    """Removes pairs without predecessors, layer by layer."""
    codes: list[Shaped[np.ndarray, " pairs"]] = [np.empty(0, dtype=np.int64)]
    for group in images:
        one, other = np.triu_indices(len(group), 1)
        codes.append(group[one] * len(rows) + group[other])
    pairs = np.unique(np.concatenate(codes))
    arriving = np.zeros(len(pairs), dtype=np.int64)
    for targets in _steps(rows, pairs, np.arange(len(pairs))):
        arriving += np.bincount(targets, minlength=len(pairs))
    layer = np.flatnonzero(arriving == 0)
    done, length = 0, 1
    while len(layer):
        done, length = done + len(layer), length + 1
        targets = np.concatenate(_steps(rows, pairs, layer))
        arriving -= np.bincount(targets, minlength=len(pairs))
        met = np.unique(targets)
        layer = met[arriving[met] == 0]
    return length if done == len(pairs) else None


def _steps(
    rows: Int[np.ndarray, "states letters"],
    pairs: Int[np.ndarray, " pairs"],
    chosen: Int[np.ndarray, " chosen"],
) -> list[Int[np.ndarray, " _"]]:
    """For each letter, the indices of the pairs to which it leads the chosen ones."""
    size = len(rows)
    one, other = pairs[chosen] // size, pairs[chosen] % size
    found = []
    for letter in range(rows.shape[1]):
        left, right = rows[one, letter], rows[other, letter]
        kept = (left != OUTSIDE) & (right != OUTSIDE) & (left != right)
        left, right = left[kept], right[kept]
        codes = np.minimum(left, right) * size + np.maximum(left, right)
        found.append(np.searchsorted(pairs, codes))
    return found


def _by_sets(
    rows: Int[np.ndarray, "states letters"], place: Int[np.ndarray, " states"]
) -> int | None:
    """The longest path of sets, starting from all states of one class."""
    numbers: dict[bytes, int] = {}
    sets: list[Shaped[np.ndarray, " _"]] = []
    followers: list[list[int]] = []

    def number(members: Shaped[np.ndarray, " _"]) -> int:
        key = members.tobytes()
        if key not in numbers:
            numbers[key] = len(sets)
            sets.append(members)
        return numbers[key]

    for group in np.unique(place):
        number(np.flatnonzero(place == group))
    begins = len(sets)
    work = 0
    for members in sets:
        work += members.size * rows.shape[1]
        if work > MOST_MEMBERS:
            return None
        images = (np.unique(column) for column in rows[members].T)
        inside = (image[image != OUTSIDE] for image in images)
        followers.append([number(image) for image in inside if len(image) > 1])
    return _longest_way(followers, range(begins))


def _longest_way(followers: list[list[int]], begins: Iterable[int]) -> int | None:
    """The number of sets on the longest path; ``None`` if there is a cycle."""
    arriving = [0] * len(followers)
    for targets in followers:
        for target in targets:
            arriving[target] += 1
    length = [1] * len(followers)
    waiting = [start for start in begins if not arriving[start]]
    for one in waiting:
        for target in followers[one]:
            arriving[target] -= 1
            length[target] = max(length[target], length[one] + 1)
            if not arriving[target]:
                waiting.append(target)
    return max(length) if len(waiting) == len(followers) else None
