"""One clue alone: exclusions by its fillings, and those that people see at a glance.

A clue says which digits its cells may hold together, its *fillings*. `clue` asks for all of them,
so it works for cages, thermometers, dots, and for the rules of plugins alike. People look at less
first: at the smallest and the largest digits along a thermometer, at low and high ones along a
whisper, at the ways to make a sum. Each such idea is a *view*: what a cell may hold is widened to
what the idea needs, and the clue is asked about that. So what follows needs nothing else, and the
reason is told in the words of the idea. On boards without clues there is nothing to find.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import reduce
from itertools import islice
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from sudoku_engine import Candidate, Cell, Grid, Layout, Step
from sudoku_engine.board.bounded_cache import per_layout
from sudoku_engine.board.masks import digits_of
from sudoku_engine.board.say import Said, say
from sudoku_engine.board.words import symbol
from sudoku_plugins.strategies.analysis import all_in, held_by, lost
from sudoku_plugins.strategies.families import clue_strategy

if TYPE_CHECKING:
    from sudoku_engine.board.clue import Clue, Masks, Part


CLUE_EXAMPLE = f"""
clues: black dot r1c12
{"." * 81}
"""
"""No digit is the double of 5, 7 or 9, or the half."""


@clue_strategy("Clue", score=60, level="medium", example=CLUE_EXAMPLE)
def clue(grid: Grid) -> Iterator[Step]:
    """Eliminate the candidates that one clue alone rules out.

    Look at the cells of one clue and forget the rest of the board. Which digits can they hold
    together? A digit that is in none of these fillings can go::

        killer cage 15 in r1c1, r1c2 and r1c3     with 3 in r1c2 the others need 12:
        r1c1: 1, 2 or 4                           r1c3 would have to be 8 or more
        r1c2: 3, 8 or 9                           so r1c2 is not 3
        r1c3: 2, 4 or 5

    Ask of each candidate: if it is true, what is left for the other cells of the clue? Begin with
    clues that leave few choices: the smallest and the largest sums of a cage, both ends of a
    thermometer, the middle of a whisper, a dot beside a digit that is placed. Clues with few open
    cells come first. Such tables of sums are described at
    https://en.wikipedia.org/wiki/Killer_sudoku.
    """
    return _seen(grid, None, lambda held, n: held, _blocked_ones)


def parts_of(layout: Layout) -> Sequence[tuple[Clue, Part]]:
    """Return the demands of the clues on several cells, each with its clue."""
    return _listed_parts(layout) if layout.parts else ()


@per_layout
def _listed_parts(layout: Layout) -> Sequence[tuple[Clue, Part]]:
    return [
        (owner, part)
        for owner in layout.clues
        for part in owner.parts
        if part.fillings and len(part.cells) > 1
    ]


MOST_TOLD = 2
"""As many eliminations are explained."""

MOST_WAYS = 4
"""As many ways to fill a cage are named."""


class Seen(NamedTuple):
    """A clue that rules something out."""

    grid: Grid
    owner: Clue
    part: Part
    held: Masks
    """By cell, the digits that it holds or can hold."""
    left: Masks
    """By cell, the digits that the clue leaves, as far as one looks."""

    @property
    def n_open(self) -> int:
        """The number of its open cells."""
        return sum(self.grid.boards[0] >> cell & 1 for cell in self.part.cells)

    def changed(self) -> list[int]:
        """Return the numbers of the cells that lose something, counted along the clue."""
        return [
            place
            for place, (before, after) in enumerate(zip(self.held, self.left))
            if before & ~after
        ]

    def name(self, place: int) -> Cell:
        """Return the cell at a `place` of the clue."""
        return self.grid.layout.cells[self.part.cells[place]]

    def told(self, words: Callable[[int, int], Said]) -> Said:
        """Return the remaining digits of the cells that lose candidates, in `words`.

        They take the digits of a cell before and after.
        """
        cells: dict[Said, list[Cell]] = {}
        for place in self.changed():
            held = self.held[place]
            cells.setdefault(words(held, held & self.left[place]), []).append(self.name(place))
        some = [
            say(
                "{cells} is {left}" if len(those) == 1 else "{cells} are {left}",
                cells=those,
                left=left,
            )
            for left, those in islice(cells.items(), MOST_TOLD)
        ]
        return _some_of(some, len(cells))


def _some_of(told: Sequence[Said], number: int) -> Said:
    return say("{told:, }, and so on" if number > len(told) else "{told:, }", told=told)


View = Callable[["Masks", int], "Masks"]
"""From what cells hold, and the largest digit, to what is seen of it, which is never less."""

Idea = Callable[[Seen], Said]
"""Why a clue rules something out, in words."""


def _seen(grid: Grid, rules: Collection[str] | None, view: View, idea: Idea) -> Iterator[Step]:
    """Yield what the clues of `rules` (None for all) rule out in a `view`, the fullest first."""
    found = []
    for number, (owner, part) in enumerate(parts_of(grid.layout)):
        if rules is None or owner.rule in rules:
            assert part.fillings is not None
            held = held_by(grid, part.cells)
            left = part.fillings.supported(view(held, grid.layout.n))
            left = view(left, grid.layout.n)
            seen = Seen(grid, owner, part, held, left)
            if left and seen.changed():
                found.append((seen.n_open, number, seen))
    for _, _, seen in sorted(found, key=lambda each: each[:2]):
        yield _step(seen, idea(seen))


def _step(seen: Seen, why: Said) -> Step:
    grid, owner, part = seen.grid, seen.owner, seen.part
    eliminations = [
        Candidate(seen.name(place), digit)
        for place in seen.changed()
        for digit in sorted(digits_of[grid.masks[part.cells[place]] & ~seen.left[place]])
    ]
    return Step(
        eliminations=eliminations,
        because=all_in(grid, part.cells),
        pattern=owner.brief,
        reason=say(
            "{clue:name}:| {why};| so {lost}",
            clue=owner.brief,
            why=why,
            lost=lost(eliminations),
        ),
        clues=[owner],
        difficulty=seen.n_open,
    )


def _blocked_ones(seen: Seen) -> Said:
    """Return which cells would have nothing left beside the first eliminations."""
    gone = [
        (place, digit)
        for place in seen.changed()
        for digit in sorted(digits_of[seen.held[place] & ~seen.left[place]])
    ]
    return _some_of([_blocked(seen, *each) for each in gone[:MOST_TOLD]], len(gone))


def _blocked(seen: Seen, place: int, digit: int) -> Said:
    """Return which cell would have nothing left beside `digit` at `place`, in words."""
    fillings, held = seen.part.fillings, seen.held
    assert fillings is not None
    supposed = [-1] * len(held)
    supposed[place] = 1 << digit - 1
    cell = seen.name(place)
    for other, mask in enumerate(held):
        alone = *supposed[:other], mask, *supposed[other + 1 :]
        if other != place and not fillings.supported(alone):
            return say(
                "with {digit} in {cell} nothing is left for {other}",
                digit=digit,
                cell=cell,
                other=seen.name(other),
            )
    return say("with {digit} in {cell} the other cells cannot be filled", digit=digit, cell=cell)


# The smallest and the largest digit of each cell


def _ends(held: Masks, n: int) -> Masks:
    """Return by cell all digits from its smallest to its largest."""
    return tuple([(1 << mask.bit_length()) - (mask & -mask) for mask in held])


def _by_ends(seen: Seen) -> Said:
    told = seen.told(_range)
    return say("by the smallest and the largest digits of its cells, {told}", told=told)


def _range(before: int, after: int) -> Said:
    """Return in words where the digits `after` lie, as far as it is new."""
    least, most = (after & -after).bit_length(), after.bit_length()
    if least == most:
        return say("{digit}", digit=least)
    low, high = (before & -before) < (after & -after), before.bit_length() > after.bit_length()
    if low and high:
        return say("between {least} and {most}", least=least, most=most)
    return say("at least {digit}", digit=least) if low else say("at most {digit}", digit=most)


THERMOMETER_EXAMPLE = f"""
clues: thermometer r1c1,r2c2,r2c3,r3c3
{"." * 81}
"""
"""r1c1 is below three others, and r3c3 above three."""


@clue_strategy("Thermometer Bounds", score=50, level="medium", example=THERMOMETER_EXAMPLE)
def thermometer_bounds(grid: Grid) -> Iterator[Step]:
    """Count along a thermometer: each cell holds more than the one before it.

    From the bulb on, the smallest digit of each cell is at least one more than the smallest before
    it. From the tip back, the largest digit is at least one less than the largest after it::

        bulb            tip
        2-9  1-8  3-5  1-9        the second cell is at least 3, the third at least 4
        2-3  3-4  4-5  5-9        and from the tip: at most 4, at most 3

    On a slow thermometer the digits may also stay as they are. Described at
    https://www.sudopedia.org/wiki/Thermometer_Sudoku.
    """
    return _seen(grid, ("thermometer", "slow_thermometer"), _ends, _by_ends)


ARROW_EXAMPLE = f"""
clues: arrow r5c5,r4c4,r4c5,r4c6
{"." * 81}
"""
"""1, 2 and 3 at least: r5c5 is 6 or more, and no cell of the arrow is over 6."""


@clue_strategy("Arrow Bounds", score=52, level="medium", example=ARROW_EXAMPLE)
def arrow_bounds(grid: Grid) -> Iterator[Step]:
    """Add up the smallest digits along an arrow, and the largest: the circle lies between the sums.

    The circle holds at least the sum of the smallest digits of the shaft. Cells that see each other
    cannot all be the smallest: two of a box hold 3 at least. And as no circle is more than 9, a
    long shaft has only small digits::

        circle  shaft, three cells of a row        1 + 2 + 3 is 6: the circle is 6 or more,
        4-9     1-9  1-9  2-9                      and with 1 and 2 the last cell is 6 at most

    Described at https://www.crackingthecryptic.com/sudoku?id=163.
    """
    return _seen(grid, ("arrow", "double_arrow"), _ends, _by_ends)


SUM_EXAMPLE = f"""
clues: little killer 6 r1c3,r2c2,r3c1
{"." * 81}
"""
"""1, 2 and 3, as all three are in one box."""


@clue_strategy("Sum Bounds", score=54, level="medium", example=SUM_EXAMPLE)
def sum_bounds(grid: Grid) -> Iterator[Step]:
    """Compare a sum with the smallest and the largest digits of its cells.

    If all other cells hold as much as they can, this one holds the rest, or more; if they hold as
    little as they can, it holds the rest, or less. A little killer of 6 on three cells of a box has
    no digit over 3; one of 24 has none below 7. The same holds for lines whose parts have equal
    sums. Described at https://www.sudopedia.org/wiki/Little_Killer_Sudoku.
    """
    rules = ("sum", "little_killer", "region_sum_line", "zipper_line")
    return _seen(grid, rules, _ends, _by_ends)


BETWEEN_EXAMPLE = f"""
clues: between line r1c1,r2c2,r3c3
{"6" + "." * 80}
"""
"""r2c2 lies between 6 and r3c3."""


@clue_strategy("Between Bounds", score=52, level="medium", example=BETWEEN_EXAMPLE)
def between_bounds(grid: Grid) -> Iterator[Step]:
    """Compare the cells of a line with the circles at its ends, between which they lie.

    No cell of the line is 1 or 9, since no circle is smaller than 1 or greater than 9. If one
    circle is 4 or 5 and a cell of the line is 6, the other circle is 7 or more. Described at
    https://www.crackingthecryptic.com/sudoku?id=163.
    """
    return _seen(grid, ("between_line",), _ends, _by_ends)


RENBAN_EXAMPLE = f"""
clues: renban r2c2,r3c3,r3c4,r4c4
.........1.23456.9{"." * 63}
"""
"""Four digits in a row with a 7 or an 8 among them."""


@clue_strategy("Renban Ranges", score=56, level="medium", example=RENBAN_EXAMPLE)
def renban_ranges(grid: Grid) -> Iterator[Step]:
    """Find the runs of digits, such as 4567, that a renban line can hold.

    The line holds digits that follow one another, in any order. So if it has four cells and one of
    them is 7, it holds digits from 4 to 9. If another is 5 or less, it holds 5, 6 and 7::

        7  1-5  1-9  1-9        4567 or 5678: every cell is between 4 and 8

    Described at https://www.crackingthecryptic.com/sudoku?id=2884.
    """
    return _seen(grid, ("renban",), _ends, _by_ends)


# Kinds of digits: low and high, the outermost and the others


def _kinds(
    words: Said, kinds_of: Callable[[int], Mapping[Said, int]], keeps_known: bool = False
) -> tuple[View, Idea]:
    """Return the view in which only kinds of digits are told apart, and its idea in `words`.

    `kinds_of`: the masks of the kinds by name, for digits up to its argument. `keeps_known`: a cell
    with one digit left is seen as it is.
    """

    def view(held: Masks, n: int) -> Masks:
        kinds = kinds_of(n).values()
        return tuple(
            [
                mask
                if keeps_known and not mask & mask - 1
                else sum([kind for kind in kinds if kind & mask])
                for mask in held
            ]
        )

    def idea(seen: Seen) -> Said:
        kinds = kinds_of(seen.grid.layout.n).items()
        told = seen.told(
            lambda _, after: say(
                "{kinds: or }", kinds=[kind for kind, mask in kinds if mask & after]
            )
        )
        return say("{words}: {told}", words=words, told=told)

    return view, idea


def _low_and_high(n: int) -> Mapping[Said, int]:
    half = (1 << n // 2) - 1
    middle = {say("in the middle"): 1 << n // 2} if n % 2 else {}
    return {say("low"): half, **middle, say("high"): half << n - n // 2}


def _thirds(n: int) -> Mapping[Said, int]:
    size = -(-n // 3)
    third = (1 << size) - 1
    high = (1 << n) - 1 >> 2 * size << 2 * size
    return {say("low"): third, say("middle"): third << size, say("high"): high}


def _outermost(n: int) -> Mapping[Said, int]:
    ends = 1 | 1 << n - 1
    return {say("1 or {n}", n=n): ends, say("neither 1 nor {n}", n=n): (1 << n) - 1 ^ ends}


WHISPER = _kinds(say("low and high digits take turns"), _low_and_high)
ENTROPIC = _kinds(say("any three in a row are low, middle and high"), _thirds)
SANDWICH = _kinds(
    say("the ends are far enough apart, and not too far"), _outermost, keeps_known=True
)


WHISPER_EXAMPLE = f"""
clues: german whispers r1c1,r2c2,r3c3,r4c4
{"3" + "." * 80}
"""
"""r1c1 is low, so r2c2 is high."""


@clue_strategy("Whisper Colouring", score=50, level="medium", example=WHISPER_EXAMPLE)
def whisper_colouring(grid: Grid) -> Iterator[Step]:
    """Colour the cells of a whisper in turn: low, high, low, high.

    Neighbours on a German whisper differ by 5 or more, so one of them is below 5 and the other
    above, and neither is 5. One cell that can only be low decides all the others::

        r1c1  r1c2  r1c3  r1c4
        low   high  low   high        r1c1 is 3 or 4

    Described at https://www.crackingthecryptic.com/sudoku?id=2884.
    """
    return _seen(grid, ("german_whispers", "dutch_whispers"), *WHISPER)


ENTROPIC_EXAMPLE = f"""
clues: entropic line r1c1,r2c2,r3c2,r4c3; white dot r1c1,r2c1
.........2{"." * 71}
"""
"""r1c1 is 1 or 3, so it is low, and so is r4c3."""


@clue_strategy("Entropic Colouring", score=50, level="medium", example=ENTROPIC_EXAMPLE)
def entropic_colouring(grid: Grid) -> Iterator[Step]:
    """Colour the cells of an entropic line: low, middle and high repeat in the same order.

    Any three neighbours on the line are a low digit (1 to 3), a middle one (4 to 6) and a high one
    (7 to 9), in some order. So the fourth cell is of the same kind as the first, and the fifth as
    the second: two cells say of all others which kind they are, or at least which they are not.
    Described at https://www.crackingthecryptic.com/sudoku?id=2765.
    """
    return _seen(grid, ("entropic_line",), *ENTROPIC)


SANDWICH_EXAMPLE = f"""
clues: sandwich 30 r4c123456789
{"." * 81}
"""
"""Five or six cells lie between 1 and 9."""


@clue_strategy("Sandwich Positions", score=58, level="medium", example=SANDWICH_EXAMPLE)
def sandwich_positions(grid: Grid) -> Iterator[Step]:
    """Find the places of the 1 and the 9 of a sandwich by the number of cells between them.

    A sum of 0 puts them side by side. A sum below 9 has at most two cells between, since 2 + 3 + 4
    is 9; a sum of 35 has all seven. A cell can be the 1 only if another one, as far away as the sum
    allows, can be the 9; and the other way round. Described at
    https://steamcommunity.com/app/1117310/discussions/0/3647273545692942058.
    """
    return _seen(grid, ("sandwich",), *SANDWICH)


# The ways to make a sum


def _pool(held: Masks, n: int) -> Masks:
    """Let every open cell hold the digits that any of them can hold."""
    pool = reduce(or_, [mask for mask in held if mask & mask - 1], 0)
    return tuple([pool if mask & mask - 1 else mask for mask in held])


def _by_ways(seen: Seen) -> Said:
    ways = ["+".join(map(symbol, sorted(digits_of[way]))) for way in sorted(_ways(seen))]
    if len(ways) <= MOST_WAYS:
        return say("its digits are {ways:or}", ways=ways)
    none = reduce(or_, [seen.held[place] & ~seen.left[place] for place in seen.changed()])
    return say("none of its {n:#} ways has {digits:or}", n=len(ways), digits=digits_of[none])


def _ways(seen: Seen) -> set[int]:
    """Return the sets of digits, as masks, that the cells may hold in some order."""
    fillings = seen.part.fillings
    assert fillings is not None
    view = _pool(seen.held, seen.grid.layout.n)
    ways: dict[int, set[int]] = {0: {0}}
    for moves, mask in zip(fillings.layers, view):
        after: dict[int, set[int]] = {}
        for state, sets in ways.items():
            for bit, to in moves[state]:
                if mask & bit:
                    after.setdefault(to, set()).update([each | bit for each in sets])
        ways = after
    return ways.get(0, set())


COMBINATIONS_EXAMPLE = f"""
clues: killer cage 7 r1c123
{"." * 81}
"""
"""1, 2 and 4."""


@clue_strategy("Cage Combinations", score=55, level="medium", example=COMBINATIONS_EXAMPLE)
def cage_combinations(grid: Grid) -> Iterator[Step]:
    """List the ways to make the sum of a cage, and eliminate the digits that are in none.

    Three cells with 7 hold 1, 2 and 4, in some order. Two cells with 15 hold 6 and 9, or 7 and 8;
    and if neither can be 9, they hold 7 and 8. Which of the cells holds which digit does
    not matter here: `clue` asks for that. Tables of such ways are at
    https://en.wikipedia.org/wiki/Killer_sudoku#Cage_total_tables.
    """
    return _seen(grid, ("killer_cage",), _pool, _by_ways)
