"""A plugin-based, educational Sudoku engine.

`solve`, `steps`, `hint`, `rate`, `verify`, `read` and `draw` answer questions about puzzles;
`generate`, `compare`, `transform` and `canonical` make them and compare them; `solve_all`,
`rate_all` and `count_all` take many (``docs/python.md``).
`strategy`, `Grid`, `Step`, `Candidate` and the others are what plugins need
(``docs/writing-plugins.md``). ``docs/architecture.md`` shows the rest of the house.

>>> print(rate("12.. 34.. ...1 ..2."))
easy  score 40  hardest: Naked Single
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sudoku_engine.api.events import (
    Author,
    Ended,
    Event,
    Faulted,
    Found,
    Moved,
    Rejected,
    Started,
    Stepped,
    TakenBack,
    Tried,
)
from sudoku_engine.api.hookspecs import hookimpl
from sudoku_engine.api.run import Run
from sudoku_engine.api.strategy import Strategy, strategy
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Cell, House, Layout
from sudoku_engine.board.say import say
from sudoku_engine.board.step import Branch, Candidate, Link, Step
from sudoku_engine.board.words import cell, listed, names
from sudoku_engine.bundled import LEFT_OUT, VERSION, late_names
from sudoku_engine.errors import FormatError, GaveUp, PluginError, PuzzleError, SudokuError
from sudoku_engine.formats import parse as _parse

if TYPE_CHECKING:
    from sudoku_engine.api.protocols import Puzzle, Verdict
    from sudoku_engine.api.results import BoardStep, SolveResult
    from sudoku_engine.engine import Engine, solve, verify
    from sudoku_engine.formats.given import read
    from sudoku_engine.solving.settings import LoopSettings
    from sudoku_frontends.pictures.image_files import Picture, draw
    from sudoku_plugins.batch.many import count_all, rate_all, solve_all
    from sudoku_plugins.checkers.comparison import canonical, compare, transform
    from sudoku_plugins.checkers.symmetry.transformation import Transformation
    from sudoku_plugins.generators.generation import generate
    from sudoku_plugins.ratings.scales import rate
    from sudoku_plugins.reasons.why import Why, why
    from sudoku_plugins.session.next_steps import hint, steps
    from sudoku_plugins.variants.rule import Rule, rule

__all__ = [
    "Author",
    "BoardStep",
    "Branch",
    "Candidate",
    "Cell",
    "Ended",
    "Engine",
    "Event",
    "Faulted",
    "FormatError",
    "Found",
    "GaveUp",
    "Grid",
    "House",
    "Layout",
    "Link",
    "LoopSettings",
    "Moved",
    "Picture",
    "PluginError",
    "Puzzle",
    "PuzzleError",
    "Rejected",
    "Rule",
    "Run",
    "SolveResult",
    "Started",
    "Step",
    "Stepped",
    "Strategy",
    "SudokuError",
    "TakenBack",
    "Transformation",
    "Tried",
    "Verdict",
    "Why",
    "canonical",
    "cell",
    "compare",
    "count_all",
    "draw",
    "generate",
    "hint",
    "hookimpl",
    "listed",
    "names",
    "rate",
    "rate_all",
    "read",
    "rule",
    "say",
    "solve",
    "solve_all",
    "steps",
    "strategy",
    "transform",
    "verify",
    "why",
]

__version__ = VERSION

_FOUND_LATE = {
    **dict.fromkeys(("Engine", "solve", "verify"), "sudoku_engine.engine"),
    **dict.fromkeys(("BoardStep", "SolveResult"), "sudoku_engine.api.results"),
    **dict.fromkeys(("Puzzle", "Verdict"), "sudoku_engine.api.protocols"),
    "LoopSettings": "sudoku_engine.solving.settings",
    "load_ipython_extension": "sudoku_engine.notebook",
    "read": "sudoku_engine.formats.given",
}
"""By name, its module, imported late: a strategy needs none of them, and loading takes time."""

__getattr__, __dir__ = late_names(globals(), _FOUND_LATE)


def _bundled(kind: str) -> Iterable[Any]:
    from sudoku_engine.engine import bundled  # only here: few puzzles have clues or a rare format

    return bundled(kind, frozenset(LEFT_OUT))


def _result_of(name: str, **given: Any) -> Any:
    from sudoku_engine.plugins.hooks import hook  # only here: few puzzles have clues

    return hook(name)(**given)


Grid.reader = staticmethod(_parse)
Layout.bundled = staticmethod(_bundled)
Layout.result_of = staticmethod(_result_of)
