"""Values from the command line that replace those of a configuration file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sudoku_engine.config.text import text_value
from sudoku_engine.plugins.values import Location, Value


@dataclass(frozen=True)
class Override:
    """A value from the command line that replaces one of the file."""

    option: str
    """The option as the user typed it, such as ``--mode``; errors name it."""
    value: str | Sequence[str]
    """Its text, YAML if it begins with ``{`` or ``[``; several texts are a list."""

    def parsed(self) -> Value:
        """Return the value as if it were written in a file."""
        if isinstance(self.value, str):
            return read_option(self.value, self.option)
        items = tuple(read_option(text, self.option) for text in self.value)
        return Value(Location(self.option), items=items)


@dataclass(frozen=True)
class Flag:
    """A command-line option that sets a key of the configuration, or an option of a component."""

    name: str
    """The option as it is typed, ``--max-steps``."""
    metavar: str
    """The name of the value in the help; empty for an option without a value."""
    help: str
    """Its line of help."""
    sets: str = ""
    """The value that an option without a value sets."""
    is_repeatable: bool = False
    """Whether several values make a list."""
    values: tuple[str, ...] = ()
    """Its possible values in words, for the help; empty if they are not a few names."""

    @property
    def parameter(self) -> str:
        """Its name as click passes it to a command: ``max_steps``."""
        return self.name.lstrip("-").replace("-", "_")

    def override(self, given: str | bool | Sequence[str] | None) -> Override | None:
        """Return the override if click found `given`; None if the option was not typed.

        >>> Flag("--no-guard", "", "Do not check.", sets="false").override(True)
        Override(option='--no-guard', value='false')
        """
        if given is None or given is False or given == ():
            return None
        return Override(self.name, self.sets if given is True else given)


def read_option(text: str, option: str) -> Value:
    """Return the value that `text` after a command-line `option` means.

    It is YAML if it begins with ``{`` or ``[``, else a single value.

    >>> read_option("{boxes: 2x3}", "--layout").entries[0][0].text
    'boxes'
    """
    if not text.lstrip().startswith(("{", "[")):
        return text_value(text, Location(option))
    from sudoku_engine.config.yaml_reader import read_text  # YAML is slow to load

    value = read_text(text, option, has_lines=False)
    assert value is not None  # it has at least a bracket
    return value
