"""The reason of a step as a moving argument: clause by clause, each with the things it points at.

A reason that is said has clauses (`sudoku_engine.board.say`). Each names cells, digits, houses and
links; those of its step are what a picture points at while the clause is told. A link that no
clause names comes with the first clause that names its cells. A clause that points at nothing is
told with the one before it, and one that names links is told link by link: a chain grows from its
start. The last clause has no move of its own, since with it the whole reason has been told; and
cases, which are shown one by one, have none.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from sudoku_engine import Candidate, Cell, Grid, House, Link, Step
from sudoku_engine.board.masks import bits
from sudoku_engine.board.say import Clause, Words, clauses_of, spoken
from sudoku_frontends.pictures.scene import Span


class Move(NamedTuple):
    """A clause, or one link of it, and the things that it points at."""

    span: Span
    candidates: frozenset[Candidate]
    houses: frozenset[House]
    links: tuple[Link, ...]

    @property
    def is_empty(self) -> bool:
        """Whether it points at nothing."""
        return not (self.candidates or self.houses or self.links)


def moves_of(step: Step) -> Sequence[Move]:
    """Return the moves of the argument of `step`; none if it points at everything at once."""
    return () if step.branches else _moves_in(step, spoken())


@lru_cache(maxsize=4)
def _moves_in(step: Step, language: str) -> Sequence[Move]:
    clauses = clauses_of(step.said)
    cells = _cells_of(clauses)
    links = _links_of(clauses, cells, step.links)
    known = {*step.grounds, *(each for link in step.links for each in (*link.start, *link.end))}
    moves: list[Move] = []
    text = "".join([clause.text for clause in clauses])
    start = end = 0
    digits: set[int] = set()
    for clause, own_cells, own_links in zip(clauses[:-1], cells, links):
        end += len(clause.text)
        digits = {*clause.of(int)} or digits
        named = {
            each
            for each in known
            if own_cells is not None
            and (each.cell in own_cells or not own_cells)
            and (each.digit in digits or not digits)
        }
        houses = frozenset(step.houses).intersection(clause.of(House))
        begin = end - len(text[start:end].lstrip(" ,;"))
        found = [*_link_by_link(Move((begin, end), frozenset(named), houses, ()), own_links)]
        if found:
            moves += found
        else:
            moves = [
                move._replace(span=(move.span[0], end)) if move.span[1] == start else move
                for move in moves
            ]
        start = end if moves else start
    if len(moves) == 1 and moves[0].candidates == known and len(moves[0].links) == len(step.links):
        return []  # its picture would be that of the whole reason
    return [move._replace(span=_trimmed(move.span, text)) for move in moves]


def _trimmed(span: Span, text: str) -> Span:
    """Return `span` of `text` with the comma that parts its words from the next clause."""
    start, end = span
    end += len(text[end:]) - len(text[end:].lstrip(",;"))
    return start, len(text[:end].rstrip())


def _cells_of(clauses: Sequence[Clause]) -> list[set[int] | None]:
    """Return the cells of each clause; of one that names only digits, those of the one before.

    None for a clause that names nothing; an empty set for all cells.
    """
    found: list[set[int] | None] = []
    last: set[int] = set()
    for clause in clauses:
        cells: set[int] = {*clause.of(Cell)}
        cells.update(cell for house in clause.of(House) for cell in house.cells)
        last = cells or last
        found.append(last if cells or clause.of(int) else None)
    return found


def _links_of(
    clauses: Sequence[Clause], cells: Sequence[set[int] | None], links: Sequence[Link]
) -> list[list[Link]]:
    named = [clause.of(Link) for clause in clauses]
    told = {link for group in named for link in group}
    for link in links:
        ends = {cell for cell, _ in (*link.start, *link.end)}
        places = (
            place
            for place, own in enumerate(cells)
            if own is not None and (not own or ends <= own) and link not in told
        )
        place = next(places, None)
        if place is not None:
            named[place].append(link)
    return named


def _link_by_link(move: Move, links: Sequence[Link]) -> Iterator[Move]:
    """Yield the moves of a clause with these `links`: link by link if they are a chain."""
    groups = [[link] for link in links] if is_chain(links) else [links]
    for group in groups:
        ends = {candidate for link in group for candidate in (*link.start, *link.end)}
        own = move.candidates if group is groups[-1] else frozenset()
        made = move._replace(candidates=own | ends, links=tuple(group))
        if not made.is_empty:
            yield made


def is_chain(links: Sequence[Link]) -> bool:
    """Return whether several `links` go on from each other."""
    return len(links) > 1 and all(one.end == other.start for one, other in pairwise(links))


def numbered(step: Step, links: Sequence[Link]) -> Sequence[Link]:
    """Return the `links` of a chain in order: a loop begins where its argument does.

    Other links have no numbers.
    """
    if not is_chain(links):
        return ()
    is_loop = links[0].start == links[-1].end
    told = (link for move in moves_of(step) for link in move.links if is_loop and link in links)
    first = next((links.index(link) for link in told), 0)
    return (*links[first:], *links[:first])


def blockers_of(step: Step, grid: Grid) -> dict[Candidate, list[Candidate]]:
    """Return the fewest digits on `grid` that block all other places of a single, each with these.

    Those places are of its digit in its house, or of the other digits in its cell. Places without
    a candidate that no digit sees were lost in earlier steps.
    """
    if len(step.placements) != 1 or step.eliminations or not {*step.grounds} <= {*step.placements}:
        return {}
    ((cell, digit),) = step.placements
    if len(step.houses) == 1:
        places = bits(step.houses[0].mask & grid.boards[0] & ~(1 << cell))
        blocked = [Candidate(place, digit) for place in places]
    else:
        blocked = [Candidate(cell, other) for other in grid.layout.digits if other != digit]
    found: dict[Candidate, list[Candidate]] = {}
    filled = grid.placed_boards()
    while blocked:
        seen: dict[Candidate, list[Candidate]] = {}
        for each in blocked:
            for place in bits(grid.layout.peer_masks[each.cell] & filled[each.digit]):
                seen.setdefault(Candidate(place, each.digit), []).append(each)
        if not seen:
            break
        most = max(seen, key=lambda each: (len(seen[each]), -each.cell))
        found[most] = seen[most]
        blocked = [each for each in blocked if each not in seen[most]]
    return found


def things_in(words: Words) -> Iterator[tuple[Span, Any]]:
    """Yield where `words` name a cell, a digit or a house, with the thing named."""
    at = 0
    for clause in clauses_of(words):
        for text, thing in clause.spans:
            if thing is not None:
                yield (at, at + len(text)), thing
            at += len(text)
