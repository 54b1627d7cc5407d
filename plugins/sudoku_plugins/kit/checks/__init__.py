"""The checks of the kit, by kind of component; here are the checks and helpers for all kinds."""

import re
from collections.abc import Sequence

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.words import brief, counted
from sudoku_engine.plugins.component import Failure
from sudoku_plugins.kit.findings import Finding, check
from sudoku_plugins.kit.kit import Kit
from sudoku_plugins.kit.plugin_calls import Caller
from sudoku_plugins.kit.technique_comparison import Comparison


class Subject:
    """A component that is being checked."""

    comparison: Comparison | None = None
    """The strategy's share of the technique that it was compared with; None without a comparison.
    """
    patience = 1.0
    """The factor on the default time limit of a call."""

    def __init__(self, caller: Caller, kit: Kit) -> None:
        self.caller = caller
        self.component = caller.component
        self.kit = kit
        self.boards = 0  # boards on which it was tried
        self.fired = 0  # boards on which it found something
        self.steps_done = 0  # steps of the exercise before the first wrong one

    @property
    def family(self) -> str:
        """The family of a strategy; empty if it is unknown."""
        return ""

    @property
    def evidence(self) -> Sequence[str]:
        """The words for weak evidence of its checks; empty if it is strong enough."""
        return ()


RAISES = "it raises an error"


def raised(failure: Failure, grid: Grid | None = None, what: str = "it") -> Finding:
    """Return the finding that the plugin raised an error on the board `grid`."""
    why = f"{what} raises {failure.why}"
    return Finding(why, grid, line=failure.line, error=failure.error, about=RAISES)


@check("named", "it has no id or no name", is_on_boards=False)
def is_named(subject: Subject) -> Finding | None:
    """It has an id and a name."""
    for name in ("id", "name"):
        value = getattr(subject.component, name)
        if not value.strip():
            return Finding(f"its {name} is {brief(value)}", advice=f"set {name} to some text")
    return None


@check("docstring", "it has no docstring", is_must=False, is_on_boards=False)
def has_docstring(subject: Subject) -> Finding | None:
    """It has a docstring."""
    component = subject.component
    if component.doc:
        return None
    advice = "say below its first line what it does"
    return Finding("it has no docstring", line=component.line, advice=advice)


@check("quiet", "it prints something", is_must=False)
def prints_nothing(subject: Subject) -> Finding | None:
    """It prints nothing."""
    output = subject.caller.output
    if not output.count:
        return None
    warning = re.match(r".+:\d+: \w*Warning: (.+)", output.kept)
    if warning is not None:
        advice = "remove what calls for the warning when it works"
        return Finding(f"it warns: {brief(warning[1])}", advice=advice)
    beginning = " ".join(output.kept.split())[:60]
    why = f"it prints {counted(output.count, 'character')}, beginning with {beginning!r}"
    return Finding(why, advice="remove the print calls when it works")
