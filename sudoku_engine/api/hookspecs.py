"""The hooks of plugins: each returns an iterable of components, or of commands.

A hook is a function with this name, marked with `hookimpl`, in a file or module::

    @hookimpl
    def sudoku_strategies():
        return [naked_pair]

The table `KINDS` lists the kinds of component.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import pluggy

from sudoku_engine.api.strategy import StrategyProtocol

if TYPE_CHECKING:
    from sudoku_engine.api.protocols import (
        BulkSolver,
        Checker,
        Film,
        FrontEnd,
        Generator,
        Reporter,
        Solver,
    )
    from sudoku_engine.board.layout import Layout
    from sudoku_engine.board.variants import RuleBook, RuleProtocol
    from sudoku_engine.errors import FormatError
    from sudoku_engine.formats.format_book import ClueTexts, FormatProtocol
    from sudoku_engine.search.general import ClueSearch


PROJECT = "sudoku_engine"
COMMANDS_GROUP = f"{PROJECT}.commands"
"""The group of the entry points of packages that work in the program itself."""

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)
"""Marks a function of a plugin as a hook."""


def has_installed_plugins(group: str = PROJECT) -> bool:
    """Return whether an installed package may have entry points of a `group`: a quick guess.

    `importlib.metadata` would be certain, but its import takes as long as the rest of the start.
    """
    title = f"[{group}]".encode()
    for folder in map(os.path.abspath, sys.path):
        with suppress(OSError):
            if title in _entry_points(folder, os.stat(folder).st_mtime_ns):
                return True
    return False


@cache
def _entry_points(folder: str, changed: int) -> bytes:
    """Return the texts that list the entry points of packages in a `folder` that `changed` then.

    Each run reads the texts several times.
    """
    texts = []
    for name in os.listdir(folder):
        if name.endswith("-info"):
            with suppress(OSError), open(f"{folder}/{name}/entry_points.txt", "rb") as file:
                texts.append(file.read())
    return b"".join(texts)


@hookspec
def sudoku_strategies() -> Iterable[StrategyProtocol]:
    """Return solving techniques.

    Example::

        @strategy("Last Digit", score=4, level="easy")
        def last_digit(grid):
            for cell in grid.open_cells:
                if len(grid.candidates(cell)) == 1:
                    (digit,) = grid.candidates(cell)
                    yield Step(placements=[Candidate(cell, digit)])

        @hookimpl
        def sudoku_strategies():
            return [last_digit]
    """
    return ()


@hookspec
def sudoku_solvers() -> Iterable[Solver]:
    """Return programs that search for the solutions of a board.

    Example::

        class Nothing:
            id, name = "nothing", "Finds nothing"

            def solutions(self, grid):
                raise GaveUp("I never find anything")

        @hookimpl
        def sudoku_solvers():
            return [Nothing()]
    """
    return ()


@hookspec
def sudoku_generators() -> Iterable[Generator]:
    """Return makers of puzzles.

    Example::

        class OneGone:
            id, name = "one_gone", "A full board with one cell open"

            def generate(self, rng, layout):
                solution = next(search.solutions(Grid(layout, [0] * len(layout.cells))))
                digits = list(solution.digits)
                digits[randomness.below(rng, len(digits))] = 0
                return Puzzle(Grid(layout, digits), solution, "one cell opened")

        @hookimpl
        def sudoku_generators():
            return [OneGone()]
    """
    return ()


@hookspec
def sudoku_checkers() -> Iterable[Checker]:
    """Return programs that decide whether one board is a transformation of another.

    Example::

        class ClueCounter:
            id, name = "clue_counter", "Counts clues"

            def find(self, source, target):
                if source.n_open != target.n_open:
                    return Verdict(False, why="the numbers of clues differ")
                return Verdict(None, why="I only count clues")

        @hookimpl
        def sudoku_checkers():
            return [ClueCounter()]
    """
    return ()


@hookspec
def sudoku_reporters() -> Iterable[Reporter]:
    """Return writers of runs; several can be in use at a time.

    Example::

        class StepCount:
            id, name = "step_count", "Only the number of steps"

            def event(self, run, event):
                if isinstance(event, Ended):
                    print(event.steps, file=run.out)

        @hookimpl
        def sudoku_reporters():
            return [StepCount()]
    """
    return ()


@hookspec
def sudoku_frontends() -> Iterable[FrontEnd]:
    """Return displays of runs; only one is in use at a time.

    Example::

        class AllAtOnce:
            id, name = "all_at_once", "Draws every run to its end"

            def present(self, runs):
                for run in runs:
                    for event in run:
                        pass

        @hookimpl
        def sudoku_frontends():
            return [AllAtOnce()]
    """
    return ()


@hookspec
def sudoku_rules() -> Iterable[RuleProtocol]:
    """Return rules of variants.

    Example::

        @rule("White Dot", draws="white dot")
        def white_dot(a, b):
            return abs(a - b) == 1

        @hookimpl
        def sudoku_rules():
            return [white_dot]
    """
    return ()


@hookspec(firstresult=True)
def sudoku_rule_book() -> RuleBook | None:
    """Return the rules that puzzles may name; it is called once, for the first clue."""
    return None


@hookspec(firstresult=True)
def sudoku_clue_texts() -> ClueTexts | None:
    """Return the reader of texts of clues; it is called once, for the first text with any."""
    return None


@hookspec(firstresult=True)
def sudoku_clue_search() -> ClueSearch | None:
    """Return the search of boards with clues; it is called once, for the first such board."""
    return None


@hookspec
def sudoku_formats() -> Iterable[FormatProtocol]:
    """Return readers of other programs' texts.

    Example::

        class Dotted:
            id, name = "dotted", "Lines that begin with the word dotted"
            sign, extent = "dotted ", "line"

            def read(self, text):
                return [Grid.parse(text.removeprefix("dotted "))]

        @hookimpl
        def sudoku_formats():
            return [Dotted()]
    """
    return ()


@hookspec(firstresult=True)
def sudoku_pasted(
    lines: Sequence[tuple[int, str]], n: int, source: str
) -> tuple[list[tuple[int, str]], FormatError | None] | None:
    """Return the cells in `lines` that people have pasted, as lines that the engine reads.

    It is called for a paragraph that cannot be read as it stands. Each line has its number. With
    them comes the error for a row that differs from most rows. `n`: the required size, 0 for any.
    """
    return None


def thing_at(place: str) -> Any:
    """Return the object at ``module:NAME``, imported now; for a class, a new object of it.

    >>> thing_at("sudoku_engine.api.hookspecs:PROJECT")
    'sudoku_engine'
    """
    module, _, name = place.partition(":")
    found = getattr(importlib.import_module(module), name)
    return found() if isinstance(found, type) else found


class BroughtCommand(NamedTuple):
    """A command of the program; its module is imported when it is called."""

    name: str
    """The command's name; ``plugins check`` is a command of the group ``plugins``."""
    help: str
    """The command's purpose, in a line."""
    place: str
    """``module:function``, a command of the library click; its result is the exit status."""


def commands_in(
    package: str, purposes: Mapping[str, str], modules: Mapping[str, str] = MappingProxyType({})
) -> list[BroughtCommand]:
    """Return the commands of a `package`, by name with their `purposes`.

    A command is the function of its name, in a module of its name unless `modules` has another.

    >>> commands_in("my_package", {"clues": "Count clues."})[0].place
    'my_package.clues:clues'
    """
    return [
        BroughtCommand(name, what, f"{package}.{modules.get(name, name)}:{name.replace(' ', '_')}")
        for name, what in purposes.items()
    ]


@hookspec
def sudoku_commands() -> Iterable[BroughtCommand]:
    """Return commands of the program.

    For an installed package, an entry point of the group ``sudoku_engine.commands`` names the
    module with this hook. A command runs in the program itself, not in a guest.

    Example::

        @hookimpl
        def sudoku_commands():
            return [BroughtCommand("count", "Count clues.", "my_package.counting:count")]
    """
    return ()


@hookspec(firstresult=True)
def sudoku_bulk(solver: Any, layout: Layout | None) -> BulkSolver | None:
    """Return a search that settles many plain puzzles at a time, or None.

    Its answers are those of the component `solver`, with its options. `layout`: that of all
    puzzles, if it is known.
    """


@hookspec(firstresult=True)
def sudoku_jobs(items: Iterator[Any], context: Any, work: Any, jobs: int) -> Any:
    """Return the results of several workers, for ``--jobs``.

    `items`: puzzles, which come out in order, each with its result, and others, which come out with
    None. `context`: that of the command, `work`: the task for each puzzle, `jobs`: the number of
    workers.
    """


@hookspec(firstresult=True)
def sudoku_film(path: str, parameters: Mapping[str, Any]) -> Film | None:
    """Return a film that goes into the file `path`; None if its ending is another plugin's.

    `parameters`: the options of the command line, such as ``theme``, by name. The first plugin that
    returns a film makes it. Raises UsageError for an option that does not suit.
    """


@hookspec(firstresult=True)
def sudoku_finder(run: Any) -> Any:
    """Return who finds the steps of a `run` of the loop, which begins; None for no opinion.

    The `run` is a `RunState`, the result a `Finder` (``solving/finder.py``). The first that is
    returned is taken, without one the engine's own. For an installed package, an entry point of the
    group ``sudoku_engine.commands`` names the module with this hook.

    Example::

        class Announced(PlainFinder):
            def find(self, grid, strategies, after_a_step):
                print(len(strategies), "strategies are tried")
                return super().find(grid, strategies, after_a_step)

        @hookimpl
        def sudoku_finder(run):
            return Announced(run)
    """
    return None


@hookspec(firstresult=True)
def sudoku_loader(paths: Sequence[str], disable: Sequence[str], errors: int | None) -> Any:
    """Return who loads a person's plugins, the files and names in `paths`; None for no opinion.

    The result is a `Keeper` (``plugins/hooks.py``). Without one, they are loaded in this
    process. `disable` names what is left out; `errors` is the open file for what plugins print,
    None for standard error. For an installed package, see `sudoku_finder`.

    Example::

        @hookimpl
        def sudoku_loader(paths, disable, errors):
            return OnAnotherComputer(paths, disable)
    """
    return None


@hookspec
def sudoku_names() -> Mapping[str, str]:
    """Return the names that a bundled plugin brings to Python, each with its module.

    ``from sudoku_engine import NAME`` finds them, and an `Engine` has the functions as methods.
    ``testing.NAME`` and ``notebook.NAME`` are names of these modules.
    """
    return {}


class Kind(NamedTuple):
    """One kind of component."""

    id: str
    """The kind's name in tables and messages."""
    label: str
    """The kind's name for people."""
    hook: Callable[[], Iterable[object]]
    """The hook that returns such components."""
    method: str
    """The method that does a component's work; its keyword-only parameters are options."""
    may_give_up: bool = False
    """Whether GaveUp is an answer and not a fault."""
    optional: tuple[str, ...] = ()
    """The optional methods of such a component."""

    @property
    def hook_name(self) -> str:
        """The name of the hook that returns such components."""
        return self.hook.__name__


KINDS: Mapping[str, Kind] = {
    kind.id: kind
    for kind in (
        Kind("strategy", "strategy", sudoku_strategies, "find"),
        Kind("solver", "solver", sudoku_solvers, "solutions", True, ("search", "count")),
        Kind("generator", "generator", sudoku_generators, "generate", True),
        Kind("checker", "checker", sudoku_checkers, "find"),
        Kind("reporter", "reporter", sudoku_reporters, "event", False, ("error", "finish")),
        Kind("frontend", "front end", sudoku_frontends, "present", False, ("work",)),
        Kind("rule", "rule", sudoku_rules, "demands", False, ("places",)),
        Kind("format", "format", sudoku_formats, "read"),
    )
}
"""All kinds by id."""
