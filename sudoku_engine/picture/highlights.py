"""What a scene marks, cell by cell: the step as far as its stage reveals it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from sudoku_engine.board.layout import Layout
from sudoku_engine.board.masks import mask_of
from sudoku_engine.board.step import Candidate, Link, Step
from sudoku_engine.picture.scene import STAGES, Scene
from sudoku_engine.picture.themes import Look, Theme

CAUSE = "cause"

FORMS = ("square", "diamond", "hexagon", "triangle", "octagon")
"""The shapes of roles other than ``cause``, whose shape is a disc, in their order."""


@dataclass(frozen=True)
class Marking:
    """What is to be marked.

    `roles`: the role of each candidate that the step rests on; `order`: the roles other than
    ``cause``, in the order of the step. `struck`, `placed`, `crossed` (false claims): candidates.
    `houses`: masks of the regions to look at. `bystanders`: the cells that the step does not
    concern.
    """

    roles: dict[Candidate, str]
    order: tuple[str, ...]
    struck: frozenset[Candidate]
    placed: dict[int, int]
    crossed: frozenset[Candidate]
    houses: tuple[int, ...]
    links: tuple[Link, ...]
    bystanders: int

    def look(self, role: str, theme: Theme) -> Look:
        """The colours of a `role`."""
        if role == CAUSE:
            return theme.cause
        return theme.roles[self.order.index(role) % len(theme.roles)]

    def form(self, role: str) -> str:
        """The shape of a `role`: ``disc``, or one of `FORMS`."""
        return "disc" if role == CAUSE else FORMS[self.order.index(role) % len(FORMS)]


def marking_of(scene: Scene) -> Marking:
    """What `scene` marks."""
    layout = scene.grid.layout
    step = scene.step
    if step is None:
        return Marking({}, (), frozenset(), {}, frozenset(scene.refuted), (), (), 0)
    has_reasons = STAGES.index(scene.stage) >= STAGES.index("why")
    has_change = scene.stage == "change"
    known = _all_candidates(layout).__contains__
    roles: dict[Candidate, str] = {}
    for role, candidates in step.because.items() if has_reasons else ():
        for candidate in candidates:
            if known(candidate):
                roles.setdefault(Candidate(*map(int, candidate)), role)
    claims = [*step.placements, *step.eliminations] if has_change else []
    crossed = scene.refuted or (claims if scene.is_fault else ())
    return Marking(
        roles=roles,
        order=tuple(role for role in step.because if role != CAUSE),
        struck=frozenset(filter(known, step.eliminations)) if has_change else frozenset(),
        placed=dict(filter(known, step.placements)) if has_change else {},
        crossed=frozenset(filter(known, crossed)) if has_change else frozenset(),
        houses=_regions(step, scene),
        links=step.links if has_reasons else (),
        bystanders=_bystanders(step, layout, has_change) & ~_noted(scene),
    )


@lru_cache(maxsize=64)
def _all_candidates(layout: Layout) -> frozenset[Candidate]:
    return frozenset(Candidate(int(c), d) for c in layout.cells for d in layout.digits)


def _cells(candidates: Iterable[Candidate], layout: Layout) -> int:
    return mask_of(cell for cell, _ in candidates if 0 <= cell < len(layout.cells))


def _reasons(step: Step, layout: Layout) -> int:
    """The cells that the step rests on."""
    mask = 0
    for candidates in step.because.values():
        mask |= _cells(candidates, layout)
    for link in step.links:
        mask |= _cells((*link.start, *link.end), layout)
    return mask


def _regions(step: Step, scene: Scene) -> tuple[int, ...]:
    """The houses of the step; where it has none, until it is revealed, the cells to look at."""
    layout = scene.grid.layout
    houses = tuple(house.mask for house in step.houses if house.layout is layout)
    if houses or scene.stage in ("why", "change"):
        return houses
    cells = _reasons(step, layout) or _cells((*step.placements, *step.eliminations), layout)
    return (cells,) if cells else ()


def _noted(scene: Scene) -> int:
    """The cells that are marked for another cause than the step."""
    return scene.selected | scene.wrong | scene.tried | scene.moved


def _bystanders(step: Step, layout: Layout, has_change: bool) -> int:
    """The cells that are not concerned; none where the step says nothing of its reasons.

    Those that it changes are among them until the change is shown: else they would give it away.
    """
    concerned = _reasons(step, layout)
    for house in step.houses:
        concerned |= house.mask
    if not concerned:
        return 0
    if has_change:
        concerned |= _cells((*step.placements, *step.eliminations), layout)
    return layout.all_cells & ~concerned
