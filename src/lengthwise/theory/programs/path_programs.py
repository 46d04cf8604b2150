"""The output of a program at the end of a path, from the uses of each edge."""

from lengthwise.crasp.core.nodes import Choice, Count, Linear
from lengthwise.theory.programs._program_states import ProgramStates
from lengthwise.theory.programs.count_conditions import (
    Decided,
    Needed,
    Position,
    Value,
    node_value,
    outputs_of,
)
from lengthwise.theory.programs.count_views import Condition
from lengthwise.theory.programs.path_views import PathView
from lengthwise.theory.programs.state_search import States


class PathProgram:
    """One of the programs or automata of a graph.

    Examples:
        >>> from lengthwise.crasp.language.parser import parse
        >>> from lengthwise.theory.programs.control_graph import control_graph
        >>> from lengthwise.theory.programs.path_views import path_views
        >>> texts = 'accept # ("a" && # "a" >= 2) <= # "b"', "accept false"
        >>> sides = [ProgramStates(parse(text), "ab") for text in texts]
        >>> views = path_views(control_graph(sides, "ab", most_edges=100))
        >>> program = PathProgram(sides[0], 0)
        >>> [len(view.edges) for view in views]
        [1, 1, 3, 3, 6, 6]
        >>> program.outputs(views[0], {}), program.outputs(views[2], {})
        ((True,), Needed(condition=Condition(coefficients=(0, 1, 1), constant=-1)))
    """

    def __init__(self, states: States, side: int) -> None:
        self.states = states
        self.side = side
        self._view: PathView | None = None
        self._forms: dict[int, Condition] = {}

    def outputs(self, view: PathView, decided: Decided) -> tuple[bool, ...] | Needed:
        """The output at the last letter, or the condition that must be known first."""
        known = view.end.values[self.side]
        if not isinstance(self.states, ProgramStates):
            return (bool(known[0]),)
        plain = self.states.plain
        here = Position("", 0, view.unknowns, self._counts(view), decided)
        values: dict[int, Value] = {}
        for place in self.states.used:
            if place not in known:
                values[place] = node_value(plain, place, here, values)
            elif isinstance(plain.nodes[place], Count | Choice | Linear):
                values[place] = Condition((0,) * view.unknowns, known[place])
            else:
                values[place] = bool(known[place])
        return outputs_of(plain, self.states.letters, values)

    def _counts(self, view: PathView) -> dict[int, Condition]:
        """Every count over all positions, as a linear form in the uses of edges."""
        if self._view is view:
            return self._forms
        assert isinstance(self.states, ProgramStates)
        edges = [view.graph.edges[k].values[self.side] for k in view.edges]
        end = view.end.values[self.side]
        self._view, self._forms = view, {}
        for place in self.states.used:
            node = self.states.plain.nodes[place]
            if isinstance(node, Count) and node.lags is None:
                counted = tuple(values[node.where] for values in edges)
                self._forms[place] = Condition(counted, end[node.where])
        return self._forms
