"""The views that reveal a step: where to look, what to look for, why, what it changes."""

from __future__ import annotations

from collections.abc import Sequence

from sudoku_engine.api.events import Event, Stepped
from sudoku_engine.picture.event_scenes import branches_shown
from sudoku_engine.picture.scene import Stage

StepView = tuple[Stage, int | None]
"""How much of a step is shown, and which of its branches, if any."""

WHOLE: StepView = ("change", None)


def step_views(event: Event | None) -> Sequence[StepView]:
    """Return the views of a step in the order in which they appear; all else has one view.

    The branches of a step come one after another, then what they have in common, then the change.
    """
    if not isinstance(event, Stepped):
        return [WHOLE]
    branches: list[StepView] = [("why", branch) for branch in branches_shown(event, "why")]
    return [("where", None), ("what", None), *branches, ("why", None), WHOLE]
