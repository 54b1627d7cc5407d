"""Rank 0: as many truths as covers, whatever they are.

A *truth* is something that needs a candidate: a cell needs a digit, a house needs a place for a
digit. A *cover* is something that has room for one candidate only: a cell again, a house for a
digit, or for a digit cells that all differ by a clue. Look for some truths, and for as many covers
that hold all their candidates::

    . -  . | . . . | . -  .
    . 5  . | . . . | . 5  .   truths: 5 in row 2, 7 in row 9, r6c2, r4c8
    . -  . | . . . | . -  .   covers: 5 and 7 in columns 2 and 8
    -------+-------+-------
    . -  . | . . . | . 57 .   four candidates of the truths are true; they
    . -  . | . . . | . -  .   are in the covers, and each has room for one:
    . 57 . | . . . | . -  .   so no other 5 or 7 in the columns is true
    -------+-------+-------
    . -  . | . . . | . -  .
    . -  . | . . . | . -  .
    . 7  . | . . . | . 7  .

A candidate that two covers hold is false, too, even in a truth: it would fill both. The *rank* of a
pattern is the number of its covers less that of its truths; with rank 0 each cover is filled by a
truth. No candidate is in two truths, since then fewer of them might be true.

This is one idea for much that has other names. One digit, rows against columns: a fish; with boxes
a Franken or mutant fish. Cells of one house against its digits: a naked subset, and the other way
round a hidden one. Cells around a crossing against digits of its line and box: Sue de Coq. Cells in
many houses: multi-sector locked sets, and if they are sixteen in four boxes, an SK-loop. Cells and
houses of two candidates each, as above: a continuous nice loop. A step says such a name.

How can there be a search for all this? Give each candidate a share. Take one truth after the other,
and scale its shares so that they add up to 1, again and again. On most boards the shares come to
rest: there is no such pattern then, however large. But if a pattern rules a candidate out, its
share fades, because the truths leave no room for it. Now begin with a cover of this candidate. Each
candidate in a cover whose share does not fade must be in a truth, each one in a truth in a cover,
and in no second one; so there are few choices, and what scales its shares down most is the first
cover to be tried. Patterns of up to six truths come before larger ones, which are not always as
small as can be. One is shown for each candidate. A pattern that is very intricate is not found.

Fish with fins, and whatever else leaves a cover more than there are truths, have a higher rank:
they are not found here. Described as rank theory at
https://sysudoku.com/2013/11/19/pulling-rank/, as general logic at
http://www.sudokuone.com/sweb/general.htm, and, for cells alone, in the thread "Using Multi-Sector
Locked Sets" at http://forum.enjoysudoku.com.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, combinations, product
from typing import NamedTuple

from sudoku_engine import Cell, GaveUp, Grid, House, Layout, PuzzleError, Step
from sudoku_engine.board.bounded_cache import per_layout
from sudoku_engine.board.masks import bits, mask_of, union
from sudoku_engine.board.notation import compact
from sudoku_engine.board.say import Said, say
from sudoku_engine.board.step import COVER
from sudoku_engine.board.variants import excluding
from sudoku_engine.board.words import symbol
from sudoku_plugins.strategies.analysis import first_of_each_effect, lost
from sudoku_plugins.strategies.analysis.pattern_texts import houses_text
from sudoku_plugins.strategies.analysis.truths import Truth, candidates, packed, truths_of
from sudoku_plugins.strategies.families import als_strategy, forcing_strategy
from sudoku_plugins.strategies.fish import NAMES

EXAMPLE = (
    ":0000:x:574+8.....1....+4.57.6.75.8.....48...3.....6...7..19.+5....+7.2.+31..5+1.482+7+6..2...49."
    ":618 324 624 641 647 251 351 951 354 259 459 859 869 971 391 395 695 396 596::"
)
"""r2c4, r4c1, 2 in column 2 and 9 in row 8 fill 2 in row 2 and box 4, and 9 in columns 1 and 4."""

SMALL, LARGE = (1, 2, 3, 4, 5, 6), (8, 11, 16)
"""How many truths the search allows.

The small ones are tried for all candidates first; then all large ones for one candidate.
"""

MOST_TRIED = 50
"""How many units are tried for a candidate, for each truth that the search allows."""

MOST_WORK = 60_000
"""How many units are tried on a board, for small patterns and again for large ones."""

QUICK_LOOK, LONG_LOOK = (64, 64), (128, 256)
"""How often the shares are scaled before they are looked at, and how often before the next look."""

FADED, KEPT = 0.75, 0.95
"""What is left at the next look of a share that fades, at most, and of one that does not, at least.

In the long run one that fades is halved when the rounds double. Of what is between the two nobody
knows.
"""


@als_strategy(
    "Rank 0", id="rank_zero", score=480, level="extreme", example=EXAMPLE, by_default=False
)
def rank_zero(grid: Grid) -> Iterator[Step]:
    """Eliminate what else is in covers that hold all candidates of as many truths."""
    board, placed = packed(grid)
    search = _Search(board & ~placed, placed, grid.layout)
    return first_of_each_effect(pattern.step(grid.layout) for pattern in search.patterns())


class Group(NamedTuple):
    """A digit in cells that all differ by a clue: a cover, but no truth."""

    mask: int
    """Its candidates, whether or not they are on the board."""
    cells: tuple[Cell, ...]
    digit: int
    house: None = None
    cell: None = None

    @property
    def brief(self) -> Said:
        """The digit, and where."""
        return say("{digit} in {place}", digit=self.digit, place=self.cells)


Unit = Truth | Group
"""What can be a cover."""


class Pattern(NamedTuple):
    """Truths, and as many covers that hold all their candidates."""

    truths: Sequence[Unit]
    covers: Sequence[Unit]
    proof: int
    eliminated: int

    def step(self, layout: Layout) -> Step:
        """Return the step on a board of this `layout`."""
        size, gone = len(self.truths), candidates(self.eliminated, layout)
        roles = {"base": _houses(self.truths), COVER: _houses(self.covers)}
        differing = [
            combinations(candidates(unit.mask, layout), 2)
            for unit in self.covers
            if isinstance(unit, Group)
        ]
        name = self.name(layout)
        return Step(
            eliminations=gone,
            because=candidates(self.proof, layout),
            houses={role: houses for role, houses in roles.items() if houses},
            clues=excluding(chain.from_iterable(differing), layout),
            pattern=f"{_text(self.truths, layout)} / {_text(self.covers, layout)}",
            reason=say(
                "all candidates of {truths}| are in {covers},| and each cover has room for one "
                "that is true;| so the truths fill the covers,| and {lost}{called}",
                truths=say(
                    "{size:#} truth ({units})" if size == 1 else "{size:#} truths ({units})",
                    size=size,
                    units=[unit.brief for unit in self.truths],
                ),
                covers=say(
                    "{size:#} cover ({units})" if size == 1 else "{size:#} covers ({units})",
                    size=size,
                    units=[unit.brief for unit in self.covers],
                ),
                lost=lost(gone),
                called=say("; this is also called {name}", name=name) if name else "",
            ),
        )

    def name(self, layout: Layout) -> str:
        """Return another name of the pattern, or nothing."""
        size, base, cover = len(self.truths), _houses(self.truths), _houses(self.covers)
        if size == 1 and base and cover:
            return "locked candidates"
        if len(base) == size == len(cover) and len({unit.digit for unit in self.truths}) == 1:
            return f"{_kind_of_fish(base, cover)}{NAMES[size]}" if size in NAMES else ""
        if len(base) == 1 and not cover:
            return "a hidden subset"
        is_of_cells = not base and all(unit.house for unit in self.covers)
        if is_of_cells and len(cover) == 1:
            return "a naked subset"
        if is_of_cells and len(cover) == 2 and sum(house.kind == "box" for house in cover) == 1:
            return "Sue de Coq"
        if all((unit.mask & self.proof).bit_count() == 2 for unit in self.truths):
            return "a continuous nice loop"
        if is_of_cells:
            boxes = {box for box in layout.boxes for unit in self.truths if unit.cell in box.cells}
            return "an SK-loop" if size == 16 and len(boxes) == 4 else "multi-sector locked sets"
        return ""


def _houses(units: Iterable[Unit]) -> list[House]:
    return [*dict.fromkeys(unit.house for unit in units if unit.house)]


def _kind_of_fish(base: Sequence[House], cover: Sequence[House]) -> str:
    kinds = {house.kind for house in base}, {house.kind for house in cover}
    if kinds in (({"row"}, {"column"}), ({"column"}, {"row"})):
        return ""
    both = [kind - {"box"} for kind in kinds]
    is_franken = both in ([{"row"}, {"column"}], [{"column"}, {"row"}])
    return "Franken " if is_franken or not all(both) else "Mutant "


def _text(units: Sequence[Unit], layout: Layout) -> str:
    """Return cells in short, then by digit the houses: ``r6c28; 5 r2``."""
    cells = [unit.cell for unit in units if unit.cell is not None]
    texts = [compact(cells, layout)] if cells else []
    for digit in layout.digits:
        alike = [unit for unit in units if unit.digit == digit]
        if houses := _houses(alike):
            texts.append(f"{symbol(digit, layout.signs)} {houses_text(houses)}")
        groups = [unit for unit in alike if isinstance(unit, Group)]
        texts += [
            f"{symbol(digit, layout.signs)} in {compact(unit.cells, layout)}" for unit in groups
        ]
    return "; ".join(texts)


@per_layout
def _groups(layout: Layout) -> Sequence[Group]:
    return [
        Group(mask << len(layout.cells) * (digit - 1), tuple(layout.cells_in(mask)), digit)
        for mask in layout.groups
        for digit in layout.digits
    ]


class _Draft(NamedTuple):
    """Truths and covers so far; units and candidates are numbered as in the search."""

    truths: tuple[int, ...]
    covers: tuple[int, ...]
    proof: int
    covered: int
    no_covers: int
    """The units that are no further covers."""
    no_truths: int
    """The units that are no further truths."""


UnitsOf = Sequence[Sequence[int]]
"""By candidate, units that hold it."""


Choice = tuple[bool, list[int]]
"""Units of which one must be taken, and whether as a cover or as a truth."""


class _Search:
    """The truths and covers of a board, and the shares of its candidates.

    Candidates are numbered from 0, and so are units: truths first, then what can be a cover only.
    """

    def __init__(self, board: int, placed: int, layout: Layout) -> None:
        self.nodes = [*bits(board)]
        number = {node: index for index, node in enumerate(self.nodes)}
        truths = [
            unit for unit in truths_of(layout).every if unit.mask & board and not unit.mask & placed
        ]
        self.n_truths = len(truths)
        groups = [unit for unit in _groups(layout) if (unit.mask & board).bit_count() > 1]
        self.units: Sequence[Unit] = [*truths, *groups]
        self.members = [[number[node] for node in bits(unit.mask & board)] for unit in self.units]
        self.masks = [mask_of(members) for members in self.members]
        self.units_of: list[list[int]] = [[] for _ in self.nodes]
        for unit, members in enumerate(self.members):
            for index in members:
                self.units_of[index].append(unit)
        self.peers = [union(self.masks[unit] for unit in units) for units in self.units_of]
        self.shares = [1.0] * len(self.nodes)
        self.factors = [1.0] * len(self.units)
        """By unit, all by which it has scaled its shares."""
        self.pulls = self.factors[:]
        """By unit, by how much the factor has changed late: what is less than 1 makes a cover."""
        self.kept = 0
        """The candidates that do not fade."""
        self.work = MOST_WORK

    def patterns(self) -> Iterator[Pattern]:
        """Yield patterns, those of few truths first, one for each candidate that fades."""
        left = self._faded()
        targets = [*bits(left)]
        small = product(SMALL, targets)
        large = ((size, target) for target in targets for size in LARGE)
        for attempts in (small, large):
            self.work = MOST_WORK
            for size, target in attempts:
                if left >> target & 1 and (found := self._smallest(target, size)):
                    eliminated = self._eliminated(found)
                    left &= ~eliminated
                    yield Pattern(
                        [self.units[truth] for truth in sorted(found.truths)],
                        [self.units[cover] for cover in sorted(found.covers)],
                        self._named(found.proof),
                        self._named(eliminated),
                    )

    def _named(self, mask: int) -> int:
        """Return the mask of candidates as numbered on every board."""
        return mask_of(self.nodes[index] for index in bits(mask))

    def _faded(self) -> int:
        """Return the candidates that fade.

        They are taken away, since some fade only when others are gone.
        """
        if not self._fading(*QUICK_LOOK):
            return 0
        faded, more = 0, self._fading(*LONG_LOOK)
        while more:
            faded |= more
            for index in bits(more):
                self.shares[index] = 0.0
            more = self._fading(*QUICK_LOOK) & ~faded
        self.kept &= ~faded
        return faded

    def _fading(self, first: int, then: int) -> int:
        """Return the candidates that fade when their shares are scaled `first`, and `then` again.

        Set `kept` and `pulls`, too.
        """
        self._scale(first)
        shares, factors = self.shares[:], self.factors[:]
        self._scale(then)
        left = [now / was if was else 0.5 for was, now in zip(shares, self.shares)]
        self.kept = mask_of(index for index, part in enumerate(left) if part > KEPT)
        for unit, (was, now) in enumerate(zip(factors, self.factors)):
            self.pulls[unit] *= now / was if was else 1.0
        return mask_of(index for index, part in enumerate(left) if part < FADED)

    def _scale(self, rounds: int) -> None:
        """Scale the shares of each truth to 1, and of what can be a cover only to 1 at most."""
        shares, factors = self.shares, self.factors
        for _ in range(rounds):
            for unit, members in enumerate(self.members):
                total = 0.0
                for index in members:
                    total += shares[index]
                if total:
                    factor = 1 / total
                    if unit >= self.n_truths and factor * factors[unit] > 1:
                        factor = 1 / factors[unit]  # it gives back no more than it took away
                    factors[unit] *= factor
                    for index in members:
                        shares[index] *= factor

    def _eliminated(self, draft: _Draft) -> int:
        """Return the candidates in covers beyond those that fill them."""
        once = twice = 0
        for cover in draft.covers:
            twice |= once & self.masks[cover]
            once |= self.masks[cover]
        return once & ~draft.proof | twice

    def _smallest(self, target: int, size: int) -> _Draft | None:
        """Return a pattern of at most `size` truths that eliminates the candidate `target`."""
        found = self._pattern(target, size, self.units_of)
        if found is None:
            return None
        own = {*found.truths, *found.covers}
        units_of = [[unit for unit in units if unit in own] for units in self.units_of]
        smaller = (self._pattern(target, fewer, units_of) for fewer in range(1, len(found.truths)))
        return next(filter(None, smaller), found)

    def _pattern(self, target: int, size: int, units_of: UnitsOf) -> _Draft | None:
        """Return the first pattern found, of units of `units_of`.

        Either one cover holds the target and no truth does, or two covers do.
        """
        self.stop = max(self.work - MOST_TRIED * size, 0)
        covers = sorted(units_of[target], key=self.pulls.__getitem__)
        only_covers = mask_of(range(self.n_truths, len(self.units)))
        no_covers = 0
        for start in [*combinations(covers, 1), *combinations(covers, 2)]:
            own = mask_of(start)
            covered = union(self.masks[cover] for cover in start)
            if len(start) == 1:
                no_covers |= own
                no_truths = only_covers | mask_of(covers)
            else:
                no_covers, no_truths = own, only_covers | own
            draft = _Draft((), start, 0, covered, no_covers, no_truths)
            if found := self._grown(draft, size, units_of):
                return found
        return None

    def _grown(self, draft: _Draft, size: int, units_of: UnitsOf) -> _Draft | None:
        self.work -= 1
        truths, covers, proof, covered, no_covers, no_truths = draft
        bare, unproved = proof & ~covered, covered & self.kept & ~proof
        if not bare and not unproved:
            return draft if len(truths) == len(covers) else None
        if self.work < self.stop or self._least(bare) > size - len(covers):
            return None
        if self._least(unproved) > size - len(truths):
            return None
        is_cover, choices = self._choice(draft, bare, unproved, units_of)
        if len(choices) > 1:
            choices.sort(key=self.pulls.__getitem__, reverse=not is_cover)
        for unit in choices:
            mask, bit = self.masks[unit], 1 << unit
            if is_cover:
                no_covers |= bit
                more = _Draft(
                    truths, (*covers, unit), proof, covered | mask, no_covers, no_truths | bit
                )
            else:
                more = _Draft(
                    (*truths, unit), covers, proof | mask, covered, no_covers | bit, no_truths | bit
                )
            if found := self._grown(more, size, units_of):
                return found
        return None

    def _least(self, mask: int) -> int:
        """Return a number of units that the candidates need at least, since these share none."""
        count = 0
        while mask:
            mask &= ~self.peers[(mask & -mask).bit_length() - 1]
            count += 1
        return count

    def _choice(self, draft: _Draft, bare: int, unproved: int, units_of: UnitsOf) -> Choice:
        """Return the covers of a `bare` candidate, or the truths of an `unproved` one.

        Of all these the one with the fewest.
        """
        _, _, proof, covered, no_covers, no_truths = draft
        masks, full = self.masks, covered & self.kept
        found: Choice = True, []
        least = len(self.units)
        for is_bare, nodes, barred, blocked in (
            (True, bare, no_covers, full),
            (False, unproved, no_truths, proof),
        ):
            while nodes and least > 1:
                index = (nodes & -nodes).bit_length() - 1
                nodes &= nodes - 1
                units = [
                    unit
                    for unit in units_of[index]
                    if not (barred >> unit & 1 or masks[unit] & blocked)
                ]
                if len(units) < least:
                    least, found = len(units), (is_bare, units)
        return found


SMALLEST_REASON_EXAMPLE = (
    "2..8394518..5417264516279831.538624.342.1586.68.4.231552...41.89182536747.41.85.2"
)
"""If r1c3 is 6, row 7 has 6 only in r7c5; then columns 3 and 5 both need 7 in row 6."""

BUDGET = 100_000
"""The choices that are tried for a step: about a second."""


@forcing_strategy(
    "Smallest Reason",
    score=1000,
    level="extreme",
    example=SMALLEST_REASON_EXAMPLE,
    by_default=False,
)
def smallest_reason(grid: Grid) -> Iterator[Step]:
    """Find the fewest truths from which something new follows.

    A truth is as plain as can be: a cell has a digit, a house has a place for a digit, a clue
    holds. Suppose that a candidate is true, and look at what it excludes. If a few truths cannot
    all hold any more, the candidate is false::

        if r1c3 is 6: r7c5 is 6 (row 7); r6c3 is 7 (column 3);
        then column 5 has no place left for 7; so r1c3 is not 6

    A hidden single needs one truth, a naked pair two, as does an X-wing; a chain needs one for each
    strong link. The step with the fewest is often the simplest for people, too: how hard a
    deduction is depends on how many truths one has to keep in mind at once (Lee, Goodwin,
    Johnson-Laird, "The psychological puzzle of sudoku", 2008). Such steps are computed here, not
    searched for by hand; B. Bogaerts, E. Gamba and T. Guns describe that in "A framework for
    step-wise explaining how to solve constraint satisfaction problems" (2021).
    """
    from sudoku_engine import why  # a plugin brings it

    with suppress(PuzzleError, GaveUp):  # a mistake; large clues
        found = why(grid, budget=BUDGET)
        if found.step is not None:
            yield found.step.step
