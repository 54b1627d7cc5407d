"""The marks of a scene, cell by cell: the step as far as its stage reveals it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, cycle
from typing import NamedTuple

from sudoku_engine import Branch, Candidate, Grid, Layout, Link, Step
from sudoku_engine.api.event_text import MOST_HOUSES, houses_to_look_at
from sudoku_engine.board.clue import Clue
from sudoku_engine.board.masks import bits, digits_of, mask_of
from sudoku_engine.board.step import COVER
from sudoku_frontends.pictures.argument import blockers_of, moves_of
from sudoku_frontends.pictures.clue_words import Number, name_of, numbers_outside
from sudoku_frontends.pictures.scene import STAGES, Scene
from sudoku_frontends.pictures.themes import Look, Theme

CAUSE = "cause"
BLOCKS = "blocks"

FORMS = ("square", "diamond", "hexagon", "triangle", "octagon")
"""The shapes of roles other than ``cause``, whose shape is a disc."""


class Style(NamedTuple):
    """How every theme draws a role: its shape, and its index in `Theme.looks`."""

    look: int
    form: str


STYLES = {
    CAUSE: Style(0, "disc"),
    BLOCKS: Style(1, "disc"),
    "fin": Style(1, "square"),
    "endofin": Style(2, "diamond"),
    "colour 1": Style(3, "hexagon"),
    "colour 2": Style(1, "diamond"),
    "colour 3": Style(2, "square"),
    "colour 4": Style(5, "triangle"),
    "on": Style(3, "octagon"),
    "off": Style(5, "diamond"),
    "off elsewhere": Style(4, "diamond"),
    "als A": Style(1, "hexagon"),
    "als B": Style(3, "square"),
    "als C": Style(2, "triangle"),
    "als D": Style(4, "diamond"),
    "als E": Style(0, "octagon"),
    "als F": Style(5, "octagon"),
    "pivot": Style(5, "square"),
    "pincer": Style(2, "hexagon"),
    "link": Style(3, "diamond"),
    "corner": Style(2, "octagon"),
    "extra": Style(4, "square"),
    "subset": Style(5, "hexagon"),
    # There are not enough looks for all: these three never meet those that look the same.
    "crossing": Style(1, "hexagon"),
    "line set": Style(3, "square"),
    "box set": Style(2, "diamond"),
    "stem": Style(5, "square"),  # of petals, as a pivot of pincers
    # Letters on their cells tell apart the sets of a long chain.
    "als G": Style(1, "triangle"),
    "als H": Style(3, "triangle"),
    "als I": Style(2, "square"),
    "als J": Style(4, "hexagon"),
    "als K": Style(0, "square"),
    "als L": Style(5, "triangle"),
}
"""The roles that look the same in every step, so that a class knows them again."""

LETTERED = re.compile("als [A-Z]")
"""The roles whose letters are drawn on their cells."""


@dataclass(frozen=True)
class Marking:
    """Everything to mark."""

    roles: dict[Candidate, tuple[str, ...]] = field(default_factory=dict)
    """The roles of each candidate on which the step rests; two of them are drawn."""
    styles: dict[str, Style] = field(default_factory=dict)
    eliminated: frozenset[Candidate] = frozenset()
    placed: dict[int, int] = field(default_factory=dict)
    crossed: frozenset[Candidate] = frozenset()
    """The false claims of a step."""
    houses: tuple[tuple[int, str], ...] = ()
    """The masks of the regions to look at, with their roles, which may be empty."""
    numbers: tuple[Number, ...] = ()
    links: tuple[Link, ...] = ()
    bystanders: int = 0
    """The cells that the step does not concern, a bit for each cell."""
    past: frozenset[object] = frozenset()
    """The candidates, the links and the masks of houses that only earlier clauses named."""
    blockers: Mapping[Candidate, list[Candidate]] = field(default_factory=dict)
    """The digits that block the other places of a single, each with these."""
    of_all: Marking | None = None
    """The marks when all of the reason is told, if these are of a clause."""

    @property
    def whole(self) -> Marking:
        """The marks when all of the reason is told."""
        return self.of_all or self

    def figure(self, role: str, theme: Theme) -> tuple[str, Look]:
        """Return the shape of a `role`, ``disc`` or one of `FORMS`, and its colours."""
        look, form = self.styles[role]
        return form, theme.looks[look]

    @property
    def letters(self) -> dict[int, tuple[str, ...]]:
        """By cell, the roles of almost locked sets, whose letters are drawn: ``als A``."""
        found: dict[int, tuple[str, ...]] = {}
        for role in filter(LETTERED.fullmatch, self.styles):
            for (cell, _), roles in self.roles.items():
                if role in roles and role not in found.get(cell, ()):
                    found[cell] = (*found.get(cell, ()), role)
        return found


def marking_of(scene: Scene) -> Marking:
    """Return the marks of `scene`."""
    marking = _whole_marking(scene)
    if scene.step is None or scene.move is None:
        return marking
    moves = moves_of(scene.step)[: scene.move + 1]
    now = moves[-1]
    told: set[object] = {each for move in moves for each in (*move.candidates, *move.links)}
    hinted = {mask for mask, _ in _regions(scene.step, replace(scene, stage="where"))}
    named = hinted.union(house.mask for move in moves for house in move.houses)
    present = {*now.candidates, *now.links, *(house.mask for house in now.houses)}
    return replace(
        marking,
        roles={each: roles for each, roles in marking.roles.items() if each in told},
        links=tuple(link for link in marking.links if link in told),
        houses=tuple(house for house in marking.houses if house[0] in named),
        past=frozenset((told | named) - present),
        of_all=marking,
    )


def _whole_marking(scene: Scene) -> Marking:
    layout = scene.grid.layout
    step = scene.step
    own: dict[Candidate, tuple[str, ...]] = {
        candidate: (f"colour {colour}",) for candidate, colour in scene.colours
    }
    own_styles = {role: STYLES[role] for (role, *_) in sorted({*own.values()})}
    if step is None:
        return Marking(own, own_styles, crossed=frozenset(scene.refuted))
    branch = None if scene.branch is None else step.branches[scene.branch]
    has_reasons = STAGES.index(scene.stage) >= STAGES.index("why")
    has_change = scene.stage == "change" and branch is None
    placed = existing(step.placements if has_change else (), layout)
    eliminated = existing(step.eliminations if has_change else (), layout)
    claims = [*placed, *eliminated] if scene.is_fault else []
    crossed = existing(scene.refuted, layout) if scene.refuted and has_change else claims
    regions = _regions(step, scene)
    roles, styles = own, own_styles
    blockers: Mapping[Candidate, list[Candidate]] = {}
    if has_reasons:
        blockers = blockers_of(step, scene.grid)
        roles = _without_plain(_roles(step, branch, layout), scene)
        roles |= dict.fromkeys(blockers, (BLOCKS,))
        styles = styles_of(step) | dict.fromkeys([BLOCKS][: len(blockers)], STYLES[BLOCKS])
    noted = scene.selected | scene.wrong | scene.tried | scene.moved | _cells(blockers, layout)
    return Marking(
        roles=roles,
        styles=styles,
        eliminated=frozenset(eliminated),
        placed=dict(placed),
        crossed=frozenset(crossed),
        houses=regions,
        numbers=_numbers(scene),
        links=_links(step, branch) if has_reasons else (),
        bystanders=_bystanders(step, scene, regions, has_change) & ~noted,
        blockers=blockers,
    )


def pattern_cells(scene: Scene) -> tuple[frozenset[int], frozenset[int]]:
    """Return the cells of the step of `scene`, and those of its change, once its reason is shown.

    Those of the step are with those of its change.
    """
    step = scene.step
    if step is None or scene.stage in ("where", "what"):
        return frozenset(), frozenset()
    branch = None if scene.branch is None else step.branches[scene.branch]
    changed = _cells((*step.placements, *step.eliminations), scene.grid.layout)
    reasons = _reasons(step, branch, scene.grid.layout)
    return frozenset(bits(reasons | changed)), frozenset(bits(changed))


def _roles(step: Step, branch: Branch | None, layout: Layout) -> dict[Candidate, tuple[str, ...]]:
    """Return the roles of each candidate, those in `branch` before those in `step`.

    If a step rests only on its branches, use the first candidate of each: all of them, drawn one
    over another, would show nothing.
    """
    named = [branch.because, step.because] if branch else [step.because]
    if not branch and not step.because:
        alone = len(step.branches) == 1
        named = [each.because if alone else _first(each) for each in step.branches]
    roles: dict[Candidate, tuple[str, ...]] = {}
    for because in named:
        for role, candidates in because.items():
            for candidate in existing(candidates, layout):
                if role not in roles.get(candidate, ()):
                    roles[candidate] = (*roles.get(candidate, ()), role)
    return roles


def _without_plain(
    roles: dict[Candidate, tuple[str, ...]], scene: Scene
) -> dict[Candidate, tuple[str, ...]]:
    """Return `roles` without the marks that hide more than they show in a step with clues.

    If it rests on all candidates of the cells of a clue, the frame of the clue says so. If it
    eliminates elsewhere, the places of its digits in the clue stay marked. If it rests on all
    candidates of another cell, those that it eliminates are not marked.
    """
    step, grid = scene.step, scene.grid
    if step is None or not step.clues:
        return roles
    gone = set(step.eliminations)
    plain: set[Candidate] = set()
    for cell in {cell for cell, _ in roles}:
        held = _open_candidates(grid, [cell])
        if held <= roles.keys():
            plain |= held & gone
    for clue in _clues(scene):
        held = _open_candidates(grid, clue.cells)
        if held <= roles.keys():
            is_within = any(cell in clue.cells for cell, _ in gone)
            digits = {digit for _, digit in gone if not is_within}
            plain |= {each for each in held if each.digit not in digits}
    return {each: role for each, role in roles.items() if each not in plain}


def _open_candidates(grid: Grid, cells: Iterable[int]) -> set[Candidate]:
    return {
        Candidate(int(cell), digit)
        for cell in cells
        if not grid.digits[cell]
        for digit in digits_of[grid.masks[cell]]
    }


def _first(branch: Branch) -> dict[str, tuple[Candidate, ...]]:
    return {role: group[:1] for role, group in [*branch.because.items()][:1]}


def _links(step: Step, branch: Branch | None) -> tuple[Link, ...]:
    """Return the links of a branch, or of the whole step: a single branch tells all of it."""
    alone = step.branches[0] if len(step.branches) == 1 else None
    return (branch or step).links or (alone.links if alone else ())


def styles_of(step: Step) -> dict[str, Style]:
    """Return the style of each role of `step`: from `STYLES`, or one that is not used yet."""
    named = (step.because, *(branch.because for branch in step.branches))
    roles = dict.fromkeys(role for because in named for role in because)
    found = {role: STYLES[role] for role in roles if role in STYLES}
    every = [Style(look, form) for look, form in enumerate(FORMS, 1)]
    taken = {part for style in found.values() for part in style}
    free = [style for style in every if not taken.intersection(style)] or every
    others = [role for role in roles if role not in STYLES]
    found.update(zip(others, cycle([*free, *(style for style in every if style not in free)])))
    return {role: found[role] for role in roles}


def existing(candidates: Iterable[tuple[int, int]], layout: Layout) -> list[Candidate]:
    """Return those of the `candidates`, cells with digits, that there can be on a board."""
    n_cells, n = len(layout.cells), layout.n
    return [Candidate(int(c), d) for c, d in candidates if 0 <= c < n_cells and 0 < d <= n]


def _cells(candidates: Iterable[Candidate], layout: Layout) -> int:
    return mask_of(cell for cell, _ in candidates if 0 <= cell < len(layout.cells))


def _reasons(step: Step, branch: Branch | None, layout: Layout) -> int:
    """Return the cells on which the step, or one branch of it, rests."""
    if branch is None:
        grounds, links = step.grounds, step.all_links
    else:
        groups = (*step.because.values(), *branch.because.values())
        grounds, links = tuple(chain(*groups)), branch.links
    mask = _cells(grounds, layout)
    for link in links:
        mask |= _cells((*link.start, *link.end), layout)
    return mask


def _regions(step: Step, scene: Scene) -> tuple[tuple[int, str], ...]:
    """Return the houses and clues of the step.

    If it has none, these are the cells to look at, until it is revealed.

    The cover of a fish would tell too much of where to look. The many houses of a chain would hide
    its links, and those of a branch are not known.
    """
    layout = scene.grid.layout
    roles = step.house_roles or {"": step.houses}
    if scene.stage == "where":
        roles = {role: group for role, group in roles.items() if role != COVER}
        roles = roles if step.house_roles else {"": houses_to_look_at(step)}
    elif scene.branch is not None or len(roles.get("", ())) > MOST_HOUSES:
        roles = {}
    houses = tuple(
        (house.mask, role)
        for role, group in roles.items()
        for house in group
        if house.layout is layout
    )
    clues = _clues(scene)
    value = clues[0].value if len(clues) == 1 else None
    names = [f"{name_of(clue)} {'' if value is None else value}".strip() for clue in clues]
    houses += tuple((mask_of(clue.cells), name) for clue, name in zip(clues, names))
    if houses or step.houses or scene.stage in ("why", "change"):
        return houses
    cells = _reasons(step, None, layout)
    cells = cells or _cells((*step.placements, *step.eliminations), layout)
    return ((cells, ""),) if cells else ()


def _clues(scene: Scene) -> list[Clue]:
    """Return the clues of the step to look at; many clues would hide the step itself."""
    named, known = scene.step.clues if scene.step else (), scene.grid.layout.clues
    if scene.branch is not None or len(named) > MOST_HOUSES:
        return []
    return [clue for clue in named if clue.cells and clue in known]


def _numbers(scene: Scene) -> tuple[Number, ...]:
    clues = _clues(scene)
    places = numbers_outside(scene.grid.layout) if clues else {}
    return tuple(places[text] for clue in clues if (text := str(clue)) in places)


def _bystanders(
    step: Step, scene: Scene, regions: Iterable[tuple[int, str]], has_change: bool
) -> int:
    """Return the cells that the step does not concern; no cells if it has no reasons.

    The cells that it changes are among them until the change is shown: marks would reveal it.
    """
    layout = scene.grid.layout
    branch = None if scene.branch is None else step.branches[scene.branch]
    concerned = 0 if scene.stage == "where" else _reasons(step, branch, layout)
    for mask, _ in regions:
        concerned |= mask
    if not concerned:
        return 0
    if has_change:
        concerned |= _cells((*step.placements, *step.eliminations), layout)
    return layout.all_cells & ~concerned
