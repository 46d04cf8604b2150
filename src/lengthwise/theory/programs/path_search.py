"""Shortest differences and proofs for programs represented as paths in a graph.

See `lengthwise.theory.programs.control_graph` for the programs to which this applies.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from lengthwise.theory.programs.control_graph import control_graph
from lengthwise.theory.programs.count_proof import Step, flaw_of_tree
from lengthwise.theory.programs.count_search import Difference, GaveUp, search_views
from lengthwise.theory.programs.path_programs import PathProgram
from lengthwise.theory.programs.path_views import PathView, path_views
from lengthwise.theory.programs.state_search import States


@dataclass(frozen=True, slots=True)
class PathProof:
    """For each edge of the graph of two programs a tree of steps, as a list.

    Attributes:
        trees: The steps, in the order of the edges.
    """

    trees: tuple[tuple[Step, ...], ...]

    @property
    def steps(self) -> int:
        """The total number of steps."""
        return sum(map(len, self.trees))


def shortest_path_difference(
    first: States,
    second: States,
    letters: Sequence[str],
    *,
    most_edges: int,
    most_steps: int,
) -> Difference[PathView] | PathProof | GaveUp | None:
    """Searches for a shortest word on which two programs differ, among all words.

    Returns:
        ``None`` if the graph has too many edges.

    Examples:
        >>> from lengthwise.crasp.language.parser import parse
        >>> from lengthwise.theory.programs._program_states import ProgramStates
        >>> texts = 'accept # ("a" && # "a" >= 9) <= # "b"', 'accept # "a" <= # "b" + 8'
        >>> sides = [ProgramStates(parse(text), "ab") for text in texts]
        >>> found = shortest_path_difference(
        ...     *sides, "ab", most_edges=100, most_steps=1000
        ... )
        >>> found.steps, path_flaw(found, *sides, "ab")
        (68, None)
    """
    sides = (first, second)
    graph = control_graph(sides, letters, most_edges=most_edges)
    if graph is None:
        return None
    one, other = PathProgram(first, 0), PathProgram(second, 1)
    found = search_views(one, other, path_views(graph), most_steps=most_steps)
    return found if isinstance(found, Difference | GaveUp) else PathProof(found)


def path_flaw(
    proof: PathProof, first: States, second: States, letters: Sequence[str]
) -> str | None:
    """Returns the flaw in a proof, or ``None`` if it proves equality."""
    sides = (first, second)
    most_edges = max(len(proof.trees), 1)
    graph = control_graph(sides, letters, most_edges=most_edges)
    if graph is None or len(graph.edges) != len(proof.trees):
        return "it is about another graph"
    one, other = PathProgram(first, 0), PathProgram(second, 1)
    for view, steps in zip(path_views(graph), proof.trees, strict=True):
        wrong = flaw_of_tree(view, steps, one, other)
        if wrong is not None:
            return f"of words that end with edge {view.last}: {wrong}"
    return None
