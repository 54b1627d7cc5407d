"""Two strong links of a digit, joined by a weak one: the engine of three patterns.

A *strong link* are the two last places of a digit in a house: one of them holds it. Take two
strong links, A = B and C = D, such that B and C see each other. B and C cannot both hold the
digit; so A holds it, or D, or both. Whatever sees both A and D loses the digit::

    A === B --- C === D    = one of the two is true, - at most one is true

What the pattern is called depends on its houses. Two rows (or two columns) joined by a line across
are a skyscraper; a row and a column joined in a box are a 2-string kite; all others are turbot
fish.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import Literal, NamedTuple

from sudoku_engine import Candidate, Cell, Grid, House, Layout, Link, Step
from sudoku_engine.board.bounded_cache import bounded_cache, per_layout
from sudoku_engine.board.notation import chain_text
from sudoku_engine.board.say import Said, say
from sudoku_plugins.strategies.analysis import (
    StrongLink,
    first_of_each_effect,
    houses_holding,
    places_by_house,
    strong_links,
)
from sudoku_plugins.strategies.analysis.links import sight
from sudoku_plugins.strategies.analysis.truths import candidates
from sudoku_plugins.strategies.families import pattern_strategy

Form = Literal["skyscraper", "kite", "other"]


class Turbot(NamedTuple):
    """The chain ``start = one - other = end`` of cells, for one digit."""

    start: Cell
    one: Cell
    other: Cell
    end: Cell
    first: House
    second: House
    join: House | None
    """A house of both `one` and `other`; None if a clue says that they differ."""
    eliminated: int
    """The mask of the cells that lose the digit."""

    @property
    def form(self) -> Form:
        """Which of the three patterns it is."""
        kinds = {self.first.kind, self.second.kind}
        join = self.join and self.join.kind
        if kinds in ({"row"}, {"column"}) and join in {"row", "column"}:
            return "skyscraper"
        return "kite" if kinds == {"row", "column"} and join == "box" else "other"

    def links(self, digit: int) -> list[Link]:
        """Return the chain of the `digit`'s candidates."""
        ends = [(Candidate(cell, digit),) for cell in self[:4]]
        return [*map(Link, ends, ends[1:], (True, False, True))]

    def reason(self, digit: int, layout: Layout) -> Said:
        """Return why it is true, for `digit`."""
        start, one, other, end = self[:4]
        sees = sight(one, other, digit, layout)
        return say(
            "{first} has its {digit} in {start} or {one},| {second} in {other} or {end};| {one} "
            "and {other}, {sees}, are not both {digit};| so {start} or {end} is {digit},| and a "
            "cell that sees both of these is not",
            first=self.first,
            digit=digit,
            start=start,
            one=one,
            second=self.second,
            other=other,
            end=end,
            sees=say("both {sees}", sees=sees) if self.join else sees,
        )

    def short_reason(self, digit: int) -> Said:
        """Return why it is true, for `digit`, where another pattern with a reason came before."""
        return say(
            "likewise {start} or {end} is {digit}, by {first} and {second}",
            start=self.start,
            end=self.end,
            digit=digit,
            first=self.first,
            second=self.second,
        )


@bounded_cache(lambda found: 600 + 300 * sum(map(len, found.values())))
def turbots(board: int, layout: Layout, held: int = 0) -> Mapping[Form, tuple[Turbot, ...]]:
    """Return by form all patterns in one digit's `board` that eliminate something.

    `held`: the houses to leave out, as `houses_holding` returns them. Several patterns may have
    the same effect.
    """
    peers = layout.peer_masks
    found: dict[Form, list[Turbot]] = {"skyscraper": [], "kite": [], "other": []}
    for first, second in combinations(strong_links(board, layout, held), 2):
        for start, one in permutations(first[1:]):
            losing = board & peers[start]
            for other, end in permutations(second[1:]):
                if (
                    peers[one] >> other & 1
                    and losing & peers[end]
                    and len({start, one, other, end}) == 4
                ):
                    join = next(iter(layout.houses_with((one, other))), None)
                    turbot = Turbot(
                        *(start, one, other, end),
                        *(first.house, second.house, join),
                        losing & peers[end],
                    )
                    found[turbot.form].append(turbot)
    return {form: tuple(each) for form, each in found.items()}


def turbots_of(grid: Grid, digit: int, form: Form) -> tuple[Turbot, ...]:
    """Return the patterns of a `form` that `digit` has on `grid`."""
    return turbots(grid.boards[digit], grid.layout, houses_holding(digit, grid))[form]


def turbot_steps(grid: Grid, form: Form) -> Iterator[Step]:
    """Yield the steps of a `form`, one for each effect."""
    return first_of_each_effect(
        turbot_step([(digit, turbot)], grid.layout)
        for digit in grid.open_digits
        for turbot in turbots_of(grid, digit, form)
    )


def turbot_step(found: Sequence[tuple[int, Turbot]], layout: Layout) -> Step:
    """Return the step of one or more patterns, each with its digit."""
    links = [link for digit, turbot in found for link in turbot.links(digit)]
    because = [Candidate(cell, digit) for digit, turbot in found for cell in turbot[:4]]
    houses = [house for _, turbot in found for house in (turbot.first, turbot.second)]
    (first_digit, first), *others = found
    likewise = [turbot.short_reason(digit) for digit, turbot in others]
    return Step(
        eliminations=[
            each for digit, turbot in found for each in candidates(turbot.eliminated, layout, digit)
        ],
        because=[*dict.fromkeys(because)],
        houses=[*dict.fromkeys(houses)],
        links=links,
        pattern=chain_text(links, layout),
        reason=say("{reasons:; |}", reasons=[first.reason(first_digit, layout), *likewise]),
    )


SKYSCRAPER_EXAMPLE = (
    "9542..81.128..94.7376841592613785249589624...7421936854.59.8.2.8.7.129.42914..3.8"
)
"""6 in columns 6 and 9, on the ground of row 1."""


@pattern_strategy("Skyscraper", score=130, level="hard", example=SKYSCRAPER_EXAMPLE)
def skyscraper(grid: Grid) -> Iterator[Step]:
    """Eliminate a digit where two parallel lines share one end of their two places each.

    Look at one digit. Find two columns in which it has only two places left, and one place of each
    in the same row: two towers that stand on one ground line. Both feet cannot hold the digit, for
    they are in one row. So at least one of the towers has it at the top, and what sees both tops
    loses it::

        . . . | . - - | . . D     column 4 has the digit only at A and B,
        . . . | A . . | - - .     column 9 only at C and D
        . . . | . . . | . . .
        ------+-------+------     B and C are in one row: not both
        . . . | B . . | . . C     so A or D is true,
        . . . | . . . | . . .     and no - that sees both can hold it

    The ground may be above the tops, too. Lying skyscrapers, two rows on a common column, work the
    same way. If the tops are in one row as well, it is an X-wing.

    A step is written as a chain: A =6= B means that A or B is 6, and B -6- C that they are not both
    6. Described at https://hodoku.sourceforge.net/en/tech_sdp.php (Skyscraper).
    """
    return turbot_steps(grid, "skyscraper")


TWO_STRING_KITE_EXAMPLE = (
    ".7.1842.38..7.21542415.387.7894356124...1.738.1..78945..784152.12835.4.7..4.27381"
)
"""9 in row 1 and column 9, tied together in box 3."""


@pattern_strategy("2-String Kite", score=150, level="hard", example=TWO_STRING_KITE_EXAMPLE)
def two_string_kite(grid: Grid) -> Iterator[Step]:
    """Eliminate a digit where a row and a column, two places each, meet in a box.

    Look at one digit. Find a row and a column in which it has only two places left, and one place
    of each in the same box: the kite. Its two strings lead out of the box. The two cells in the box
    cannot both hold the digit, so the far end of at least one string holds it::

        . B . | . . . | . A .     row 1 has the digit only at A and B,
        C . . | . . . | . . .     column 1 only at C and D
        . . . | . . . | . . .
        ------+-------+------     B and C are in box 1: not both
        . . . | . . . | . . .     so A or D is true,
        D . . | . . . | . - .     and - sees both

    Sometimes the same two cells of the box carry two kites at once: both have a string in their row
    and one in their column. This **dual** kite is one step with the effect of both; if its kites
    are of two digits, each of them is a step, too.

    A step is written as a chain: A =9= B means that A or B is 9, and B -9- C that they are not both
    9. Described at https://hodoku.sourceforge.net/en/tech_sdp.php (2-String Kite).
    """
    return first_of_each_effect(
        turbot_step(kites, grid.layout) for kites in sorted(_kites(grid), key=len)
    )


def _kites(grid: Grid) -> Iterator[list[tuple[int, Turbot]]]:
    """Yield the kites on the same two cells of a box: those of a digit, and all if more have any.

    Each kite is with its digit.
    """
    tied: dict[frozenset[Cell], list[tuple[int, Turbot]]] = {}
    for digit in grid.open_digits:
        for kite in turbots_of(grid, digit, "kite"):
            tied.setdefault(frozenset((kite.one, kite.other)), []).append((digit, kite))
    for kites in tied.values():
        digits = dict.fromkeys(digit for digit, _ in kites)
        for digit in digits:
            yield [each for each in kites if each[0] == digit]
        if len(digits) > 1:
            yield kites


TURBOT_FISH_EXAMPLE = (
    ":0403:6:284935176639.7.258751.8.394.7..2..81..2....37.1.75.9621....782.....1.74.3.789.615"
    ":452:::"
)
"""6 in column 5 and box 4, joined in row 5."""


@pattern_strategy("Turbot Fish", score=120, level="hard", example=TURBOT_FISH_EXAMPLE)
def turbot_fish(grid: Grid) -> Iterator[Step]:
    """Eliminate a digit where two strong links are joined, one of them usually in a box.

    If a digit has only two places left in a house, one of them holds it: a *strong link*. Find two
    such links, A = B and C = D, so that B and C are in one house, too. These cannot both hold the
    digit: a *weak link*, B - C. If B does not, A does; if C does not, D does. So at least one of A
    and D holds the digit, and a cell that sees both cannot::

        . . . | . . . | . . .     box 1 has the digit only at A and B,
        . A . | . . . | . - .     row 6 only at C and D
        B . . | . . . | . . .
        ------+-------+------     B and C are in column 1: not both
        . . . | . . . | . . .     so A or D is true, and - sees both
        . . . | . . . | . . .
        C . . | . . . | . D .

    If both links are in parallel lines, people call it a skyscraper; a row and a column that meet
    in a box are a 2-string kite. Those are easier to see. What is left for the turbot fish is
    mostly a box and a line, as here.

    A step is written as a chain: A =6= B means that A or B is 6, and B -6- C that they are not both
    6. Described at https://hodoku.sourceforge.net/en/tech_sdp.php (Turbot Fish).
    """
    return turbot_steps(grid, "other")


EMPTY_RECTANGLE_EXAMPLE = (
    "786213495..4698372239574816..51....79..7..1.3..78...64.913.7.48..34.17.947.9...31"
)
"""2 in box 8, in row 9 and column 5; column 3 has its 2 in r9c3 or r5c3."""


@pattern_strategy("Empty Rectangle", score=120, level="hard", example=EMPTY_RECTANGLE_EXAMPLE)
def empty_rectangle(grid: Grid) -> Iterator[Step]:
    """Eliminate a digit that a box has only in a row and a column, with a strong link.

    Look at one digit in one box. Suppose that all its places there form a cross, a T or an L of one
    row and one column, so that the rest of the box, a rectangle, is empty of it. Then the box has
    the digit either in that row or in that column. Now find a column outside the box in which the
    digit has only two places left, one of them, A, in that row::

        . . . | . . . | . . .   box 4 has the digit only in row 5 and column 2
        . - . | . . . | . B .   (at *), column 8 only at A and B
        . . . | . . . | . . .
        ------+-------+------   if it is in row 5, A is false and B is true
        . * . | . . . | . . .   if not, it is in column 2 of the box
        * * * | . . . | . A .   either way the - where row 2 and column 2 cross
        . * . | . . . | . . .   cannot hold it

    Rows and columns may change parts: then A and B are in a row, and A is in the column of the box.
    Two places in the box are enough; then it is a turbot fish as well. If a box works in two ways
    at once, this **dual** empty rectangle is one step with both effects.

    A step is written as a chain: A =2= B means that A or B is 2, and B -2- C that they are not both
    2. The two parts of the box are such an A and B, too: one of them has the digit.

    The row and the column are always rows and columns, the box may be a region of a jigsaw.
    Described at https://hodoku.sourceforge.net/en/tech_sdp.php (Empty Rectangle) and
    https://www.sudokuwiki.org/Empty_Rectangles.
    """
    return first_of_each_effect(
        _empty_rectangle(group, digit, grid.layout)
        for digit in grid.open_digits
        for group in sorted(
            rectangles(grid.boards[digit], grid.layout, houses_holding(digit, grid)), key=len
        )
    )


class Rectangle(NamedTuple):
    """The chain ``losing line = line - start = end`` of a digit; cells of a box are masks."""

    box: House
    link: House
    """The line of the strong link from `start` to `end`."""
    across: House
    """The row or column in which `start` sees the places of `seen`."""
    along: House
    """The column or row that loses the digit."""
    seen: int
    """The places in the box that are only in `across`."""
    rest: int
    """The other places in the box, all in `along`."""
    start: Cell
    end: Cell
    eliminated: int

    def links(self, digit: int, layout: Layout) -> list[Link]:
        """Return the chain of the `digit`'s candidates."""
        rest, seen = (tuple(candidates(each, layout, digit)) for each in (self.rest, self.seen))
        start, end = (Candidate(self.start, digit),), (Candidate(self.end, digit),)
        return [Link(rest, seen, True), Link(seen, start, False), Link(start, end, True)]

    def reason(self, digit: int) -> Said:
        """Return why it is true, for `digit`."""
        return say(
            "{box} has its {digit} in {across} or {along},| {link} in {start} or {end};| if the "
            "box has it in {across}, {start} is not {digit} and {end} is;| if not, the box has it "
            "in {along};| either way {cells} cannot be {digit}",
            box=self.box,
            digit=digit,
            across=self.across,
            along=self.along,
            link=self.link,
            start=self.start,
            end=self.end,
            cells=self.box.layout.cells_in(self.eliminated),
        )

    def short_reason(self, digit: int) -> Said:
        """Return why it is true, for `digit`, where another one with a reason came before."""
        return say(
            "likewise {cells} cannot be {digit}, by {houses}",
            cells=self.box.layout.cells_in(self.eliminated),
            digit=digit,
            houses=[self.across, self.along, self.link],
        )


class Crossing(NamedTuple):
    """A row and a column (or a column and a row) through a box; cells are masks."""

    box: House
    number: int
    """The index of the box in ``layout.houses``."""
    across: House
    along: House
    seen: int
    """The box's cells in `across` alone."""
    rest: int
    """The box's cells in `along`."""


@per_layout
def _crossings(layout: Layout) -> tuple[Crossing, ...]:
    return tuple(
        Crossing(
            *(box, number, across, along),
            *(box.mask & across.mask & ~along.mask, box.mask & along.mask),
        )
        for number, box in enumerate(layout.houses)
        if box.kind == "box"
        for row in layout.rows
        for column in layout.columns
        if box.mask & row.mask and box.mask & column.mask
        for across, along in ((row, column), (column, row))
    )


@bounded_cache(lambda groups: 600 + 400 * sum(map(len, groups)))
def rectangles(board: int, layout: Layout, held: int = 0) -> tuple[tuple[Rectangle, ...], ...]:
    """Return by box the empty rectangles of one digit's `board` that eliminate something.

    `held`: the houses to leave out, as `houses_holding` returns them.
    """
    places = places_by_house(board, layout)
    lines = [link for link in strong_links(board, layout, held) if link.house.kind != "box"]
    by_box: dict[House, dict[int, Rectangle]] = {}
    for box, number, across, along, seen, rest in _crossings(layout) if lines else ():
        in_box = places[number]
        if (
            not in_box & ~(seen | rest)
            and in_box & seen
            and in_box & rest & ~across.mask
            and not held >> number & 1
        ):
            for link, start, end in _links_from(across.mask & ~box.mask, lines):
                losing = board & along.mask & ~box.mask & layout.peer_masks[end]
                if losing and not box.mask >> end & 1:
                    found = Rectangle(
                        *(box, link, across, along, in_box & seen, in_box & rest),
                        *(start, end, losing),
                    )
                    by_box.setdefault(box, {}).setdefault(losing, found)
    return tuple(tuple(group.values()) for group in by_box.values())


def _links_from(cells: int, links: Iterable[StrongLink]) -> Iterator[StrongLink]:
    """Yield the `links` that have an end in `cells`, with that end first."""
    for link in links:
        if cells >> link.first & 1:
            yield link
        if cells >> link.second & 1:
            yield StrongLink(link.house, link.second, link.first)


def _empty_rectangle(group: Sequence[Rectangle], digit: int, layout: Layout) -> Step:
    likewise = [each.short_reason(digit) for each in group[1:]]
    links = [link for each in group for link in each.links(digit, layout)]
    houses = [house for each in group for house in (each.box, each.link)]
    cells = eliminated = 0
    for each in group:
        cells |= each.seen | each.rest | 1 << each.start | 1 << each.end
        eliminated |= each.eliminated
    return Step(
        eliminations=candidates(eliminated, layout, digit),
        because=candidates(cells, layout, digit),
        houses=[*dict.fromkeys(houses)],
        links=links,
        pattern=chain_text(links, layout),
        reason=say("{reasons:; |}", reasons=[group[0].reason(digit), *likewise]),
    )
