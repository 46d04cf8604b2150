"""Families of tasks: one name, with a choice of parameters and formats."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from lengthwise.arguments import finite
from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.printable import brief
from lengthwise.tasks.task import Task
from lengthwise.tasks.task_format import Format

LARGEST = 10_000
"""The largest integer parameter of a family: alphabets and automata grow with it."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of a family of tasks.

    Attributes:
        name: The name.
        default: The default value; its type is the type of all values.
        least: The smallest value; a ``float`` must be larger than it.
        most: The largest value, if there is one.
        meaning: The meaning.
    """

    name: str
    default: int | float
    least: int | float
    most: int | float = math.inf
    meaning: str = ""

    def checked(self, value: float, *, of: str) -> int | float:
        """Returns `value` in the type of this parameter.

        Raises:
            SpecError: It is not a number of that type, or out of range.

        Examples:
            >>> Parameter("k", 2, 1).checked(3, of="kgram")
            3
            >>> Parameter("k", 2, 1).checked(0, of="kgram")
            Traceback (most recent call last):
            lengthwise.errors.SpecError: kgram has k=0; k must be a whole number >= 1
        """
        whole = isinstance(self.default, int)
        if (
            finite(value) is None
            or (whole and value != int(value))
            or not self.least <= value <= self.most
            or (not whole and value == self.least)
        ):
            raise SpecError(
                f"{of} has {self.name}={brief(value)}; {self.name} must be "
                f"{self.allowed}"
            )
        return int(value) if whole else float(value)

    @property
    def allowed(self) -> str:
        """The allowed values, in words.

        Examples:
            >>> Parameter("omega", 4.0, 0).allowed
            'a number > 0'
        """
        kind = "a whole number" if isinstance(self.default, int) else "a number"
        if self.most < math.inf:
            return f"{kind} from {self.least} to {self.most}"
        if self.least == -math.inf:
            return f"a finite {kind.removeprefix('a ')}"
        sign = ">=" if isinstance(self.default, int) else ">"
        return f"{kind} {sign} {self.least}"


@dataclass(frozen=True)
class Family:
    """Tasks with a common name.

    Attributes:
        name: The name.
        build: Builds the task; called with the format and, by name, the parameters.
        formats: The available formats; the first is the default.
        parameters: The parameters.
        studied: The default parameters of a study, if training with the usual defaults
            takes too long.
    """

    name: str
    build: Callable[..., Task]
    formats: tuple[Format, ...]
    parameters: tuple[Parameter, ...] = ()
    studied: tuple[tuple[str, int | float], ...] = ()

    def task(self, numbers: Mapping[str, float], form: str | None = None) -> Task:
        """Returns the task with these parameters in this format.

        Raises:
            UnknownNameError: The family has no such parameter or format.
            SpecError: A parameter is out of range.
        """
        known = {parameter.name for parameter in self.parameters}
        for name in numbers:
            if name not in known:
                if not known:
                    raise SpecError(f"{self.name} has no numbers; leave out {name}")
                raise UnknownNameError(f"number of {self.name}", name, known)
        values = {
            parameter.name: parameter.checked(
                numbers.get(parameter.name, parameter.default), of=self.name
            )
            for parameter in self.parameters
        }
        for known_format in self.formats:
            if form in (None, known_format):
                return self.build(known_format, **values)
        raise UnknownNameError(f"format of {self.name}", str(form), self.formats)
