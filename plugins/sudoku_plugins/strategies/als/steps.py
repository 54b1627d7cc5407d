"""Steps of almost locked sets: their roles, notation and houses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from string import ascii_uppercase

from sudoku_engine import Candidate, Grid, House, Step, listed
from sudoku_engine.board.masks import digits_of
from sudoku_engine.board.notation import linked_sets_text
from sudoku_engine.board.words import symbol
from sudoku_plugins.strategies.als.linked_sets import Chain
from sudoku_plugins.strategies.analysis.almost_locked_sets import AlmostLockedSet, End, told
from sudoku_plugins.strategies.analysis.nodes import candidates

Letters = Mapping[str, AlmostLockedSet]
"""Almost locked sets by their letters."""


def chain_step(grid: Grid, chain: Chain) -> Step:
    """Return the step of a chain of sets."""
    lost = candidates(chain.eliminated, grid.layout)
    loose = [] if chain.is_double else sorted({digit for _, digit in lost})
    sets = lettered(chain.sets)
    commons = [start.digit for start, _ in chain.joints]
    return Step(
        eliminations=lost,
        because=roles(sets, grid),
        houses=houses_of(
            chain.sets, [one.cells | other.cells for one, other in chain.joints], grid
        ),
        links=[(places(one, grid), places(other, grid), False) for one, other in chain.joints],
        pattern=pattern(sets, commons, loose, grid),
        reason=_reason(sets, chain, commons, loose),
        difficulty=len(chain.sets),
    )


def lettered(sets: Iterable[AlmostLockedSet]) -> Letters:
    """Return the `sets`, each once, by the letters that they get."""
    return dict(zip(ascii_uppercase, dict.fromkeys(sets)))


def roles(sets: Letters, grid: Grid) -> dict[str, list[Candidate]]:
    """Return all candidates of the `sets`, by the role ``als A``, ``als B``, …"""
    return {
        f"als {letter}": [place for end in each.ends for place in places(end, grid)]
        for letter, each in sets.items()
    }


def places(end: End, grid: Grid) -> list[Candidate]:
    """Return the candidates of an end."""
    return [Candidate(cell, end.digit) for cell in grid.layout.cells_in(end.cells)]


def pattern(sets: Letters, commons: Iterable[int], loose: Iterable[int], grid: Grid) -> str:
    """Return the notation of the `sets`."""
    written = [
        (letter, grid.layout.cells_in(each.cells), digits_of[each.digits])
        for letter, each in sets.items()
    ]
    return linked_sets_text(written, commons, loose, grid.layout)


def houses_of(sets: Iterable[AlmostLockedSet], joints: Iterable[int], grid: Grid) -> list[House]:
    """Return a house for each of the `sets`; if all are single cells, for each mask of `joints`."""
    groups = [each.cells for each in sets if each.size > 1] or joints
    layout = grid.layout
    return list(dict.fromkeys(layout.houses_with(layout.cells_in(group))[0] for group in groups))


def _reason(sets: Letters, chain: Chain, commons: Sequence[int], loose: Sequence[int]) -> str:
    letter_of = {each: letter for letter, each in sets.items()}
    way = [letter_of[each] for each in chain.sets]
    marks = [symbol(digit) for digit in commons]
    known = told(sets)
    if chain.is_double:
        x, y = marks
        return (
            f"{known}; neither {x} nor {y} can be in both, so one lacks {x}, the other {y}, and "
            f"each has all its other digits; so a cell loses {x} or {y} if it sees all of them in "
            "both, and any other digit if it sees all of them in one of the two"
        )
    case = f"if {way[0]} lacks {listed(loose, 'or')}, it has {marks[0]}"
    for letter, digit, after in zip(way[1:], marks, [*marks[1:], listed(loose)]):
        case += f", so {letter} lacks {digit} and has {after}"
    return f"{known}; {case}; {conclusion(loose, [way[0], way[-1]])}"


def conclusion(loose: Sequence[int], letters: Iterable[str]) -> str:
    """Return in words what is eliminated if one of the sets with these `letters` has `loose`."""
    where = listed(letters, "or")
    if len(loose) > 1:
        return (
            f"so each of {listed(loose)} is in {where}, and a cell that sees all its places there "
            "loses it"
        )
    z = symbol(loose[0])
    return f"so {z} is in {where}, and a cell that sees all {z}s there cannot be {z}"
