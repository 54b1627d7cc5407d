"""A check, its finding, and the report of all findings on a plugin, as data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any

from sudoku_engine import Grid, Step
from sudoku_engine.api.record import grid_record, step_record
from sudoku_engine.board.words import counted

OUR_FAILURE = "the kit itself failed, please report it"


@dataclass(frozen=True)
class Finding:
    """The result of one check; with only its first field, it describes a fault."""

    check: str = field(default="", kw_only=True)
    is_must: bool = field(default=True, kw_only=True)
    """Whether a plugin must pass the check; if not, the finding is advice.

    A check that must be passed may find what is only worth advice.
    """
    about: str = field(default="", kw_only=True)
    """The property that was checked, or the fault if the plugin fails, in words."""
    ok: bool | None = field(default=False, kw_only=True)
    """Whether the plugin passes; None if the check was not made, and `why` says why not."""
    why: str = ""
    """The fault in one sentence; for a plugin that passes, the praise."""
    board: Grid | None = None
    """The board on which it goes wrong."""
    step: Step | None = None
    """The step that the plugin found on that board."""
    counter: Grid | None = field(default=None, kw_only=True)
    """A full board on which all that `step` names holds, and the step itself is false."""
    line: int = 0
    """The line of the plugin's file; 0 if unknown."""
    advice: str = ""
    source: str = ""
    trace: str = field(default="", kw_only=True)
    """The calls in the plugin's own file that led to an error."""
    full_trace: str = field(default="", kw_only=True)
    """All calls that led to the error."""
    part: float = field(default=0.0, kw_only=True)
    """The part of its steps whose reasons are false, 0 to 1."""
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
        """How the check ended: passed, failed, advice, open, left out, or of kit."""
        if self.is_of_kit:
            return "of kit"
        if self.ok is None:
            return "open" if self.is_unanswered else "left out"
        return "passed" if self.ok else "failed" if self.is_must else "advice"

    @property
    def has_failed(self) -> bool:
        """Whether the plugin fails because of this."""
        return self.state == "failed"

    @property
    def is_advice(self) -> bool:
        """Whether something could be better, but need not be."""
        return self.state == "advice"

    @property
    def is_unanswered(self) -> bool:
        """Whether a check that the plugin must pass could not be made: so it has not passed."""
        return self.is_must and self.ok is None and not self.is_needless

    @property
    def prevents_pass(self) -> bool:
        """Whether a plugin with this finding has not passed."""
        return self.state in {"failed", "open", "of kit"}

    def is_like(self, other: Finding) -> bool:
        """Return whether an `other` one has the same reason in the same line."""
        is_same = self.why == other.why or bool(self.trace and self.trace == other.trace)
        return self.line == other.line and is_same

    @property
    def headline(self) -> str:
        """The subject of a finding that prevents a pass, after the word for its state."""
        return f"{'FAILED' if self.has_failed else 'NOT CHECKED'}: {self.about}"

    @property
    def in_short(self) -> str:
        """The fault, and how to fix it."""
        return f"{self.why} ({self.advice})" if self.advice else self.why


def finding_as_json(finding: Finding) -> dict[str, Any]:
    """Return `finding` as data for JSON."""
    board, step, counter = finding.board, finding.step, finding.counter
    names = [each.name for each in fields(Finding) if each.name != "error"]
    return {
        **{name: getattr(finding, name) for name in names},
        "board": board and grid_record(board),
        "step": board and step and step_record(step, board.layout),
        "counter": counter and grid_record(counter),
    }


@dataclass
class PluginReport:
    """All findings on one plugin."""

    id: str
    kind: str
    name: str
    file: str
    line: int  # of the file, where it begins
    findings: list[Finding] = field(default_factory=list)
    boards: int = 0  # boards on which it was tried
    fired: int = 0  # boards on which it found something
    awaited: frozenset[str] = frozenset()  # the names of the checks that belong to it

    @property
    def is_finished(self) -> bool:
        """Whether there is a finding of each of its checks, and of a strategy on boards."""
        missing = self.awaited - {finding.check for finding in self.findings}
        return not missing and (self.boards > 0 or self.kind != "strategy")

    @property
    def has_passed(self) -> bool:
        """Whether it passed all checks that a plugin must pass."""
        return self.is_finished and not any(finding.prevents_pass for finding in self.findings)

    @property
    def failed(self) -> list[Finding]:
        """Why it fails."""
        return [finding for finding in self.findings if finding.has_failed]

    @property
    def advice(self) -> list[Finding]:
        """The possible improvements."""
        return [finding for finding in self.findings if finding.is_advice]

    @property
    def verdict(self) -> str:
        """Whether it passed: ``passed``, ``failed``, ``not passed``, ``not finished``."""
        if self.has_passed:
            return "passed"
        if self.failed:
            return "failed"
        is_ours = any(finding.is_of_kit for finding in self.findings)
        is_asked = any(finding.prevents_pass for finding in self.findings)
        return "not finished" if is_ours or not is_asked else "not passed"

    @property
    def summary(self) -> str:
        """The numbers of checks and boards behind the verdict, and the praise."""
        made = [finding for finding in self.findings if finding.ok is not None]
        counts = f"{counted(len(made), 'check')}, {counted(self.boards, 'board')}, "
        counts += f"fired {counted(self.fired, 'time')}"
        if self.kind == "rule":
            counts = f"{counted(len(made), 'check')}, {counted(self.boards, 'clue')}"
        if self.has_passed:
            praise = [finding.why for finding in made if finding.ok and finding.why]
            evidence = dict.fromkeys(why for each in self.findings for why in each.evidence)
            return "; ".join([counts, *praise, *evidence])
        return f"{len(self.failed)} of {counts}" if self.failed else counts

    def board_helps(self, finding: Finding) -> bool:
        """Return whether the board of one of the findings is worth a look.

        A plugin that has found nothing so far would fail on any other one, too.
        """
        is_alive = finding.step is not None or self.fired > 0 or self.kind == "rule"
        is_alive = is_alive or finding.check == "steps"  # of an exercise, each asked by itself
        return finding.board is not None and is_alive


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


def check(
    name: str, wrong: str, *, is_must: bool = True, is_on_boards: bool = True
) -> Callable[[Callable[[Any], Finding | None]], Check]:
    """Return a decorator that makes a `Check` of a function.

    Its docstring says what is right with a plugin that passes, `wrong` what else is wrong.
    """

    def make_check(look: Callable[[Any], Finding | None]) -> Check:
        first = (look.__doc__ or "It passes.").partition("\n")[0]
        right = first[0].lower() + first[1:].rstrip(".")
        return Check(name, right, wrong, look, is_must, is_on_boards)

    return make_check


class NotChecked(Exception):
    """A check cannot be made; the text says why."""


class NotNeeded(NotChecked):
    """A check does not apply to the plugin, which passes without it; the text says why."""
