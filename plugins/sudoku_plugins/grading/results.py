"""The result of one plugin of a class: its findings, its figures, and the words for them."""

from __future__ import annotations

from dataclasses import dataclass

from sudoku_plugins.grading.measurement import Figures
from sudoku_plugins.grading.scheme import ON_PUZZLES, Score
from sudoku_plugins.grading.submissions import Work
from sudoku_plugins.kit.advice.comments import Comment
from sudoku_plugins.kit.checks.strategy import AGAINST, OWN_WORK
from sudoku_plugins.kit.checks.strategy.reasons import follows
from sudoku_plugins.kit.checks.strategy.sameness import NOT_WATCHED
from sudoku_plugins.kit.examination import STEPS_FIRST
from sudoku_plugins.kit.findings import Finding
from sudoku_plugins.kit.hidden_boards import is_hidden
from sudoku_plugins.kit.plugin_calls import part_done

FINDS_SOMETHING, FINDS_ALL = "fires", "complete"
"""The checks of how much of its technique a strategy finds."""

FOLLOWS = follows.name

LAST = (ON_PUZZLES, "example", FINDS_SOMETHING, "turned")
"""Checks that are hard to understand without a board: a remark names them only if all else is well.
"""


@dataclass
class Result:
    """The result of one plugin in a file."""

    work: Work  # the file, and the pupil who handed it in
    id: str = ""  # the id of the plugin; empty if nothing in the file could be graded
    name: str = ""  # its display name
    findings: tuple[Finding, ...] = ()  # of its checks
    figures: Figures | None = None  # of a strategy on the puzzles
    problem: str = ""  # the fault of the file
    excerpt: str = ""  # lines of the file that show it
    fired: int = 0  # boards on which it found something when it was checked
    comments: tuple[Comment, ...] = ()  # the comments on its code, if it has passed

    @property
    def has_passed(self) -> bool:
        """Whether it was loaded and failed no check that it must pass."""
        return not self.problem and not any(finding.prevents_pass for finding in self.findings)

    @property
    def remark(self) -> str:
        """The most important fault, or the work that was left out, or empty."""
        return self.problem or (self.worst.why if self.worst else "") or self._little_evidence

    @property
    def advice(self) -> str:
        """How to fix what the remark says, in a sentence; empty if that is not known."""
        return "" if self.problem or self.worst is None else self.worst.advice

    @property
    def worst(self) -> Finding | None:
        """The finding that is most important; None if nothing is wrong.

        A missing part of the technique, though only advice, comes before the checks of `LAST`.
        """
        if self.has_passed:
            return None
        wrong = (
            finding
            for finding in self.findings
            if finding.prevents_pass or (finding.check == FINDS_ALL and finding.ok is False)
        )
        return min(wrong, key=_rank, default=None)

    @property
    def _little_evidence(self) -> str:
        """The work that was left out, or too rare to say much; empty with enough evidence."""
        known = (finding for finding in self.findings if not is_hidden(finding.check))
        notes = [why for finding in known for why in finding.evidence]
        figures = self.figures
        if figures is not None and figures.left_out:
            tried = part_done(figures.n_open - figures.left_out, figures.n_open, "open puzzle")
            notes.append(f"{tried}, as it is slow")
        return "; ".join(dict.fromkeys(notes))

    def count(self, is_must: bool) -> tuple[int, int]:
        """Return the number of checks that it passed, and of all checks.

        Checks that were not made count only if others failed: then they are not passed.
        """
        counted = [
            finding
            for finding in self.findings
            if finding.is_must is is_must and (finding.ok is not None or not self.has_passed)
        ]
        return sum(finding.ok is True for finding in counted), len(counted)

    def score(self, solvable: int | None) -> Score:
        """Return the figures that count for points.

        `solvable`: the number of puzzles that the technique solves with which it was compared; None
        if there is none.
        """
        figures = self.figures or Figures()
        checks = {
            one.check: (one.is_must, one.ok)
            for one in self.findings
            if not (one.is_of_kit or one.is_needless)
        }
        is_strategy = FINDS_SOMETHING in checks
        # Another strategy of its file may be meant to be the technique.
        is_another = any(one.check == AGAINST.name and one.is_needless for one in self.findings)
        whole = float(is_strategy and solvable is not None and not is_another)
        whole = 1.0 if figures.stages else whole
        prevented = [one for one in self.findings if one.prevents_pass]
        # Finds on known boards prove nothing about a strategy that knows them.
        counts = 0 if any(is_hidden(one.check) for one in prevented) else 1
        unfounded = (one.part for one in self.findings if one.check == FOLLOWS and not one.ok)
        return Score(
            checks,
            figures.solved * counts,
            figures.n_open if solvable is None else solvable,
            figures.faults,
            bool(figures.wrong),
            figures.part_right * counts,
            figures.part * whole * counts,
            whole,
            sum(unfounded),
            any(map(is_dishonest, prevented)),
            frozenset(one.check for one in self.findings if one.why == STEPS_FIRST),
            (is_strategy or figures.stages > 0)
            and not (self.fired or figures.steps or figures.stages_done),
        )


def is_dishonest(finding: Finding) -> bool:
    """Return whether a strategy that fails so does not do its own work, or hides what it does."""
    return finding.ok is False and (finding.check == OWN_WORK or finding.about == NOT_WATCHED)


def _rank(finding: Finding) -> tuple[bool, bool, int]:
    return (
        finding.is_unanswered,
        not is_dishonest(finding),
        LAST.index(finding.check) + 1 if finding.check in LAST else 0,
    )
