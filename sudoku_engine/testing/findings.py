"""A check and its finding, both as data: a demand on a plugin, and the result."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from sudoku_engine.api.record import grid_of, grid_record, step_of, step_record
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Step
from sudoku_engine.errors import ConfigErrors, LocatedError, SudokuError

OUR_FAILURE = "the kit itself failed, please report it"


@dataclass(frozen=True)
class Finding:
    """The result of one check. Made with its first field alone, it says what is wrong."""

    check: str = field(default="", kw_only=True)
    """The name of the check."""
    is_must: bool = field(default=True, kw_only=True)
    """Whether a plugin must pass the check; if not, the finding is advice.

    A check that must be passed may find what is only worth advice.
    """
    about: str = field(default="", kw_only=True)
    """What is right, or what is wrong if the plugin fails, in words."""
    ok: bool | None = field(default=False, kw_only=True)
    """Whether the plugin passes; None if the check was not made, and `why` says why not."""
    why: str = ""
    """What is wrong, in one sentence; of a plugin that passes, what deserves praise."""
    board: Grid | None = None
    """The board on which it goes wrong."""
    step: Step | None = None
    """The step that the plugin found on that board."""
    counter: Grid | None = field(default=None, kw_only=True)
    """A full board on which all that `step` names holds, and the step itself is false."""
    claim: str = ""
    """What the plugin says."""
    truth: str = ""
    """What is true."""
    line: int = 0
    """The line of the plugin's file; 0 if unknown."""
    advice: str = ""
    """How to fix it."""
    source: str = ""
    """Where the board comes from."""
    trace: str = field(default="", kw_only=True)
    """The calls in the plugin's own file that led to an error."""
    full_trace: str = field(default="", kw_only=True)
    """All calls that led to the error."""
    evidence: tuple[str, ...] = field(default=(), kw_only=True)
    """Why it rests on little, each reason in words; empty if it does not."""
    is_needless: bool = field(default=False, kw_only=True)
    """Whether the check was not made because it does not apply to the plugin."""
    is_of_kit: bool = field(default=False, kw_only=True)
    """Whether the kit itself failed, so that nothing is known about the plugin."""
    is_late: bool = field(default=False, kw_only=True)
    """Whether a call took longer than it may."""
    error: BaseException | None = field(default=None, kw_only=True, repr=False, compare=False)
    """The error itself, for advice; a finding that leaves the examination has its traces."""

    @property
    def state(self) -> str:
        """How the check ended: ``passed``, ``failed``, ``advice``, ``open``, ``left out``, …

        ``of kit``: the kit itself failed.
        """
        if self.is_of_kit:
            return "of kit"
        if self.ok is None:
            return "open" if self.is_unanswered else "left out"
        return "passed" if self.ok else "failed" if self.is_must else "advice"

    @property
    def has_failed(self) -> bool:
        """Whether the plugin fails because of this."""
        return self.is_must and self.ok is False

    @property
    def is_advice(self) -> bool:
        """Whether something could be better, but need not be."""
        return not self.is_must and self.ok is False

    @property
    def is_unanswered(self) -> bool:
        """Whether a check that the plugin must pass could not be made: so it has not passed."""
        return self.is_must and self.ok is None and not self.is_needless

    @property
    def prevents_pass(self) -> bool:
        """Whether a plugin with this finding has not passed."""
        return self.has_failed or self.is_unanswered or self.is_of_kit


RECORDED = tuple(field.name for field in fields(Finding) if field.name != "error")
"""The fields of a finding that pass between processes."""


def finding_as_json(finding: Finding) -> dict[str, Any]:
    """Return `finding` as data for JSON."""
    data = {name: getattr(finding, name) for name in RECORDED}
    board, step, counter = finding.board, finding.step, finding.counter
    data["board"] = board and grid_record(board)
    data["step"] = board and step and step_record(step, board.layout)
    data["counter"] = counter and grid_record(counter)
    return data


def finding_of(data: Mapping[str, Any]) -> Finding:
    """Return the finding in `data`, which may come from a plugin.

    Raise RecordError, KeyError or TypeError for other data.
    """
    board = data["board"] and grid_of(data["board"])
    step = data["step"] and step_of(data["step"], board.layout)
    counter = data["counter"] and grid_of(data["counter"])
    evidence = tuple(data["evidence"])
    found = {"board": board, "step": step, "counter": counter, "evidence": evidence}
    return Finding(**{**{name: data[name] for name in RECORDED}, **found})


@dataclass(frozen=True)
class Check:
    """One demand of the kit on a plugin."""

    name: str
    """Its name, the same in every version, since grading schemes use it."""
    right: str
    """What is right with a plugin that passes, in words."""
    wrong: str
    """What is wrong with a plugin that fails, in words; a finding may know it better."""
    look: Callable[[Any], Finding | None]
    """Return the finding on a subject, or None if it passes and there is no more to say.

    It raises NotChecked if that is unclear, and NotNeeded if it does not apply.
    """
    is_must: bool = True
    """Whether a plugin that does not pass is wrong; other checks only advise."""
    is_on_boards: bool = True
    """Whether the plugin is called for it, so that boards count."""
    kind: str = ""
    """The kind of plugin that it was set up for."""
    make: Callable[[Check], Finding] | None = None
    """Runs it for the plugin that it was set up for; None if there is no plugin yet."""

    def run(self) -> Finding:
        """Run the check; call this only once."""
        if self.make is None:
            raise TypeError(f"the check {self.name!r} was not set up for a plugin: use checks_for")
        return self.make(self)

    def __str__(self) -> str:
        return self.name


class NotChecked(Exception):
    """A check cannot be made; the text says why."""


class NotNeeded(NotChecked):
    """A check does not apply to the plugin, which passes without it; the text says why."""


def problem_records(error: SudokuError, advice: str = "") -> Iterator[dict[str, Any]]:
    """Yield `error` as data for JSON, each of several apart; `advice`: how to fix it."""
    for each in error.errors if isinstance(error, ConfigErrors) else (error,):
        located = each if isinstance(each, LocatedError) else LocatedError(each.what, each.where)
        yield {
            "what": f"{each.what} ({advice})" if advice else each.what,
            "source": located.source,
            "line": located.line,
            "column": located.column,
            "excerpt": each.excerpt,
        }


def problem_of(data: Mapping[str, Any]) -> LocatedError:
    """Return the problem in `data`."""
    problem = LocatedError(data["what"], data["source"], data["line"], data["column"])
    problem.excerpt = data["excerpt"]
    return problem
