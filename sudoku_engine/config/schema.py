"""The table of all keys of a configuration, with the options that set them on a command line."""

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, NamedTuple, get_args

from sudoku_engine.board.grid import Marks
from sudoku_engine.board.say import LANGUAGES
from sudoku_engine.config import readers
from sudoku_engine.config.components import Chosen
from sudoku_engine.config.readers import KeyReader, text_value
from sudoku_engine.plugins.options import Location, Value
from sudoku_engine.solving.settings import DEFAULTS, MOST_SECONDS, Mode, OnFault

USUAL_FILE = "sudoku-engine.yaml"
"""The configuration in the current folder that commands find without ``-c``."""


WITHOUT = "--without-plugin"
"""The option that names more to leave out, besides ``disable``."""


class Override(NamedTuple):
    """A value from the command line that replaces a value of the file."""

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


class Flag(NamedTuple):
    """A command-line option that sets a key of the configuration, or an option of a component."""

    name: str
    """The option as it is typed, ``--max-steps``."""
    metavar: str
    """The name of the value in the help; empty for an option without a value."""
    help: str
    sets: str = ""
    """The value that an option without a value sets."""
    is_repeatable: bool = False
    """Whether several values make a list."""
    values: tuple[str, ...] = ()
    """Its possible values in words, for the help; empty if there are not just a few."""

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


class Key(NamedTuple):
    """A row of `SCHEMA`."""

    name: str
    """The key, with its section before a dot."""
    reader: KeyReader
    """The reader of its value, which knows the possible forms."""
    default: Any
    help: str
    flag: Flag | None = None
    """The command-line option that sets it, if it has one."""

    @property
    def word(self) -> str:
        """The key without its section, as it is in the file."""
        return self.name.rpartition(".")[2]

    @property
    def section(self) -> str:
        """The key above it, empty at the left margin."""
        return self.name.rpartition(".")[0]


def _loop(name: str, reader: KeyReader, help: str, flag: Flag) -> Key:
    return Key(f"loop.{name}", reader, getattr(DEFAULTS, name), help, flag)


def _explained(names: Iterable[str], *meanings: str) -> tuple[str, ...]:
    """Return the `names` of values, each with its meaning, for the help of an option."""
    return tuple(f"{name} ({meaning})" for name, meaning in zip(names, meanings, strict=True))


SCHEMA: dict[str, Key] = {
    key.name: key
    for key in (
        Key("plugins", readers.PLACES, (), "plugins to load in addition to the bundled ones"),
        Key("disable", readers.NAMES, (), "plugins, or single components of them, to leave out"),
        Key(
            "layout",
            readers.LAYOUT,
            None,
            "the shape of the board; auto: by the number of cells",
            Flag("--layout", "NAME", "The board: 6x6, 7x7+latin, '{boxes: 2x3}', …"),
        ),
        Key(
            "clues", readers.CLUES, (), "clues on a board of that shape (auto: 9x9), as in puzzles"
        ),
        Key(
            "strategies",
            readers.many("strategy", "a list of strategies and families of strategies"),
            None,
            "the strategies to try, in this order; by default all, in HoDoKu's order",
            Flag("--strategy", "ID", "Use only this strategy (repeatable).", is_repeatable=True),
        ),
        Key(
            "scales",
            readers.SCALES,
            {},
            "scales of your own for `rate --scale`; strategies not named keep their score",
        ),
        _loop(
            "mode",
            readers.typed(Mode),
            "when to return to the simplest strategy: after each step, each pass, or when it "
            "finds nothing more",
            Flag(
                "--mode",
                "MODE",
                "When to return to the simplest strategy.",
                values=_explained(
                    get_args(Mode),
                    "after each step",
                    "after each pass",
                    "when nothing more is found",
                ),
            ),
        ),
        _loop(
            "pencilmarks",
            readers.typed(Marks),
            "whether a placed digit is eliminated from its peers automatically, or by strategies",
            Flag(
                "--pencilmarks",
                "HOW",
                "How placed digits are eliminated from their peers.",
                values=_explained(get_args(Marks), "at once", "by strategies"),
            ),
        ),
        _loop(
            "max_steps",
            readers.number(int, 1, 10**9),
            "the number of steps after which a run stops",
            Flag("--max-steps", "N", "Stop a run after N steps."),
        ),
        _loop(
            "step_timeout",
            readers.seconds(MOST_SECONDS),
            "how long a strategy may search for a step before it counts as faulty",
            Flag("--timeout", "SECONDS", "Stop a strategy that takes longer for a step."),
        ),
        _loop(
            "on_fault",
            readers.typed(OnFault),
            "whether to skip a faulty strategy for the rest of the run, or to stop the run",
            Flag(
                "--on-fault",
                "WHAT",
                "What to do after a fault of a strategy.",
                values=_explained(get_args(OnFault), "go on without it", "end the run"),
            ),
        ),
        _loop(
            "guard",
            readers.typed(bool),
            "whether to check every step, against the solution too, before applying it",
            Flag("--no-guard", "", "Do not check the steps of strategies.", sets="false"),
        ),
        Key(
            "fallback",
            readers.one_or_none("solver"),
            Chosen("bitboard"),
            "the solver that finishes a puzzle when the strategies get stuck",
            Flag("--no-fallback", "", "Do not finish by search.", sets="none"),
        ),
        Key(
            "solver",
            readers.one("solver"),
            Chosen("bitboard"),
            "the solver for searches without strategies",
            Flag("--solver", "ID", "No strategies: only a search, by this solver."),
        ),
        Key(
            "generator",
            readers.one("generator"),
            Chosen("minimal"),
            "the generator that makes puzzles",
            Flag("--generator", "ID", "The generator that makes the puzzles."),
        ),
        Key(
            "checker",
            readers.one("checker"),
            Chosen("canonical"),
            "the checker that decides whether one board is a transformation of another",
            Flag("--checker", "ID", "The checker that compares the boards."),
        ),
        Key(
            "reporters",
            readers.many_or_none("reporter", "a list of reporters"),
            (Chosen("text"),),
            "the reporters that write each run down",
            Flag(
                "--reporter",
                "ID",
                "Report runs in this way (repeatable), or none.",
                is_repeatable=True,
            ),
        ),
        Key(
            "frontend",
            readers.one_or_none("frontend"),
            None,
            "the front end that shows the runs",
            Flag("--frontend", "ID", "The front end that shows it."),
        ),
        Key(
            "language",
            readers.typed(Literal.__getitem__(LANGUAGES)),
            "en",
            "the language of steps and their reasons; what it lacks is in English",
            Flag(
                "--language",
                "CODE",
                "The language of steps and reasons.",
                values=LANGUAGES,
            ),
        ),
        Key(
            "cells",
            readers.typed(Literal["r1c1", "a1"]),
            "r1c1",
            "how texts name cells: r1c1, or A1 to J9 (row A, no I), on boards of up to 9 rows",
            Flag(
                "--cells",
                "NAME",
                "How texts name cells; A1 to J9 on boards of up to 9 rows.",
                values=("r1c1", "a1"),
            ),
        ),
        Key("puzzle", readers.PUZZLE, None, "the puzzle to use if the command line names none"),
        Key(
            "puzzles",
            readers.typed(PathLike),
            None,
            "the file of puzzles, or FILE:LINE, to use if the command line names none",
        ),
        Key(
            "output",
            readers.typed(PathLike),
            None,
            "the file to write if the command line names none, for commands that write such files",
        ),
        Key(
            "ignore_unknown",
            readers.typed(bool),
            False,
            "whether to read puzzles of other programs without the parts that no rule is known for",
            Flag(
                "--ignore-unknown",
                "",
                "Read puzzles without the parts that no rule is known for.",
                sets="true",
            ),
        ),
    )
}
"""All keys, in the order in which they are shown; a new one is a row here and a `Config` field."""

COMPONENT_FLAGS: dict[str, tuple[Flag, ...]] = {
    "generator": (
        Flag("--level", "NAME", "How hard a puzzle is."),
        Flag("--symmetry", "NAME", "The symmetry of the clues."),
        Flag("--clues", "N", "How many clues a puzzle has."),
        Flag("--pattern", "FILE", "A drawing of where the clues are."),
        Flag("--coefficient", "X", "The share of the cells that are open, 0 to 1."),
        Flag(
            "--needs",
            "ID",
            "A strategy that a puzzle needs, or a family for any of its members (repeatable).",
            is_repeatable=True,
        ),
        Flag(
            "--only",
            "ID,…",
            "Strategies, or families, that are enough (repeatable).",
            is_repeatable=True,
        ),
    ),
    "frontend": (
        Flag("--delay", "SECONDS", "How long each step is shown."),
        Flag("--size", "WxH", "The width and height of what is shown, such as 640x800."),
        Flag("--theme", "NAME", "The colours of what is shown."),
    ),
}
"""By key that names a component, the flags that set options of that component.

The components themselves know the possible values.
"""

SECTIONS = {"loop": tuple(key.word for key in SCHEMA.values() if key.section == "loop")}
"""By section of the file, the keys below it."""

TOP_KEYS = tuple(dict.fromkeys(name.partition(".")[0] for name in SCHEMA))
"""The keys at the left margin of a file."""

INDENTED = {**SECTIONS, "layout": readers.PARTS}
"""By key at the left margin, the keys that may be below it."""


def overrides(parameters: Mapping[str, Any]) -> dict[str, Override]:
    """Return the overrides among the `parameters` of a click command, by key.

    Parameters without a flag in the schema are ignored.

    >>> overrides({"max_steps": "20", "no_guard": False, "quiet": True})
    {'loop.max_steps': Override(option='--max-steps', value='20')}
    """
    return {
        key.name: override
        for key in SCHEMA.values()
        if key.flag is not None
        and (override := key.flag.override(parameters.get(key.flag.parameter))) is not None
    }
