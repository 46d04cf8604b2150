"""A family of programs with parameters."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from lengthwise.crasp.language.builder import Commented
from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.tasks.family import Parameter


@dataclass(frozen=True)
class Words:
    """A text parameter."""

    name: str
    default: str
    meaning: str


@dataclass(frozen=True, kw_only=True)
class ProgramFamily:
    """A family of programs with parameters.

    Attributes:
        name: The name, as in ``name:parameter=value``.
        build: Builds the program; called with the parameters as keyword arguments.
        parameters: The parameters.
        aliases: Other names of some members, with their parameters.
    """

    name: str
    build: Callable[..., Commented]
    parameters: tuple[Parameter | Words, ...]
    aliases: Mapping[str, str] = field(default_factory=dict)

    def program(self, given: Mapping[str, str]) -> Commented:
        """Returns the program with the `given` parameters, others at their defaults.

        Raises:
            UnknownNameError: No parameter has that name.
            SpecError: A value is not allowed.
        """
        known = {parameter.name: parameter for parameter in self.parameters}
        for name in given:
            if name not in known:
                raise UnknownNameError(f"number of {self.name}", name, known)
        values = {
            name: _value(parameter, given.get(name), of=self.name)
            for name, parameter in known.items()
        }
        return self.build(**values)


def number_of_symbols(default: int, most: int) -> Parameter:
    """The parameter for the size of an alphabet."""
    return Parameter("symbols", default, 2, most, "the number of symbols")


def _value(parameter: Parameter | Words, given: str | None, *, of: str) -> int | str:
    if isinstance(parameter, Words):
        return parameter.default if given is None else given
    if given is None:
        return int(parameter.default)
    if not given.isascii() or not given.isdecimal() or len(given) > 20:
        raise SpecError(
            f"{of} has {parameter.name}={given}; "
            f"{parameter.name} must be {parameter.allowed}"
        )
    return int(parameter.checked(int(given), of=of))
