"""The bundled rules: the fillings that each allows, compared with its definition."""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, pairwise, permutations, product

import pytest

from sudoku_engine import Layout
from sudoku_engine.errors import LayoutError
from sudoku_plugins.variants.rule_book import RULE_BOOK
from tests.support.clues import obeys

Digits = Sequence[int]
Allows = Callable[[Digits], bool]

NINE = Layout.named("9x9")
SIX = Layout.named("6x6")


def check(text: str, allows: Allows, layout: Layout = NINE) -> None:
    """Compare the clue of `text` with its definition, for every way to fill its cells.

    Cells that see each other differ in each of these ways.
    """
    clue = RULE_BOOK.read(text, layout)
    alike = [
        (one, other)
        for one, other in combinations(range(len(clue.cells)), 2)
        if clue.cells[other] in layout.peers(clue.cells[one])
    ]
    for digits in product(layout.digits, repeat=len(clue.cells)):
        if all(digits[one] != digits[other] for one, other in alike):
            assert obeys(dict(zip(clue.cells, digits)), [clue]) == allows(digits), digits


def check_line(text: str, says: Callable[[Digits], int], value: int) -> None:
    """Compare a clue with this value about a whole row of a 6x6 board with its definition."""
    clue = RULE_BOOK.read(f"{text} r1c123456", SIX)
    for digits in permutations(SIX.digits):
        assert obeys(dict(zip(clue.cells, digits)), [clue]) == (says(digits) == value), digits


def differ(digits: Iterable[int]) -> bool:
    every = list(digits)
    return len({*every}) == len(every)


def in_pieces(digits: Digits, value: int) -> bool:
    """Return whether `digits` can be cut into pieces that each add up to `value`."""
    firsts = range(1, len(digits) + 1)
    return not digits or any(
        sum(digits[:size]) == value and in_pieces(digits[size:], value) for size in firsts
    )


def between_extremes(digits: Digits) -> int:
    first, last = sorted((digits.index(min(digits)), digits.index(max(digits))))
    return sum(digits[first + 1 : last])


TWO_CELLS: dict[str, Callable[[int, int], bool]] = {
    "white dot": lambda a, b: abs(a - b) == 1,
    "white dot 3": lambda a, b: abs(a - b) == 3,
    "black dot": lambda a, b: a == 2 * b or b == 2 * a,
    "black dot 3": lambda a, b: a == 3 * b or b == 3 * a,
    "x": lambda a, b: a + b == 10,
    "v": lambda a, b: a + b == 5,
    "greater than": lambda a, b: a > b,
    "clone": lambda a, b: a == b,
    "thermometer": lambda a, b: a < b,
    "palindrome": lambda a, b: a == b,
    "same digits": lambda a, b: a == b,
    "pairs 2/13/24/35/46/57/68/79/1": lambda a, b: (a, b) == (9, 1) or (a < 9 and abs(a - b) == 1),
    "weighted sum 4:2,-1": lambda a, b: 2 * a - b == 4,
}


@pytest.mark.parametrize("text", TWO_CELLS)
def test_rules_about_two_cells(text: str) -> None:
    check(f"{text} r1c1,r5c5", lambda digits: TWO_CELLS[text](*digits))


THREE_CELLS: dict[str, Allows] = {
    "killer cage": differ,
    "killer cage 15": lambda digits: differ(digits) and sum(digits) == 15,
    "sum 15": lambda digits: sum(digits) == 15,
    "little killer 20": lambda digits: sum(digits) == 20,
    "arrow": lambda digits: digits[0] == digits[1] + digits[2],
    "double arrow": lambda digits: digits[0] + digits[2] == digits[1],
    "thermometer": lambda digits: digits[0] < digits[1] < digits[2],
    "slow thermometer": lambda digits: digits[0] <= digits[1] <= digits[2],
    "german whispers": lambda digits: all(abs(a - b) >= 5 for a, b in pairwise(digits)),
    "german whispers 3": lambda digits: all(abs(a - b) >= 3 for a, b in pairwise(digits)),
    "dutch whispers": lambda digits: all(abs(a - b) >= 4 for a, b in pairwise(digits)),
    "renban": lambda digits: differ(digits) and max(digits) - min(digits) == 2,
    "palindrome": lambda digits: digits[0] == digits[2],
    "zipper line": lambda digits: digits[0] + digits[2] == digits[1],
    "between line": lambda digits: min(digits[::2]) < digits[1] < max(digits[::2]),
    "entropic line": lambda digits: differ((digit - 1) // 3 for digit in digits),
    "rellik cage 9": lambda digits: (
        differ(digits)
        and not any(sum(some) == 9 for size in (1, 2, 3) for some in combinations(digits, size))
    ),
    "contains 55": lambda digits: list(digits).count(5) >= 2,
    "look and say 2517": lambda digits: (list(digits).count(5), list(digits).count(7)) == (2, 1),
    "look and say 5": lambda digits: 5 not in digits,
    "counting circles": lambda digits: all(list(digits).count(digit) == digit for digit in digits),
    "count distinct": lambda digits: len({*digits[1:]}) == digits[0],
    "same digits 3": lambda digits: len({*digits}) == 1,
    "nabner": lambda digits: all(abs(a - b) > 1 for a, b in combinations(digits, 2)),
    "lockout line": lambda digits: (
        abs(digits[0] - digits[2]) >= 4 and not min(digits[::2]) <= digits[1] <= max(digits[::2])
    ),
    "lockout line 7": lambda digits: (
        abs(digits[0] - digits[2]) >= 7 and not min(digits[::2]) <= digits[1] <= max(digits[::2])
    ),
    "modular line": lambda digits: differ(digit % 3 for digit in digits),
    "modular line 2": lambda digits: all((a - b) % 2 for a, b in pairwise(digits)),
    "sum line": lambda digits: in_pieces(digits, 10),
    "sum line 7": lambda digits: in_pieces(digits, 7),
    "sum loop": lambda digits: any(in_pieces([*digits[at:], *digits[:at]], 10) for at in range(3)),
    "lunchbox 5": lambda digits: differ(digits) and between_extremes(digits) == 5,
    "lunchbox 0": lambda digits: differ(digits) and between_extremes(digits) == 0,
    "all pairs 1/23/23/56/4/45/7/8/9": lambda digits: all(
        {a, b} in ({1}, {2}, {3}, {2, 3}, {4, 5}, {4, 6}, {7}, {8}, {9})
        for a, b in combinations(digits, 2)
    ),
    "all different": differ,
    "extra region": differ,
    "even": lambda digits: all(digit % 2 == 0 for digit in digits),
    "odd": lambda digits: all(digit % 2 == 1 for digit in digits),
}


@pytest.mark.parametrize("text", THREE_CELLS)
def test_rules_about_three_cells(text: str) -> None:
    check(f"{text} r1c1,r5c5,r9c9", THREE_CELLS[text])


def sandwiched(digits: Digits) -> int:
    first, last = sorted((digits.index(1), digits.index(6)))
    return sum(digits[first + 1 : last])


def seen(digits: Digits) -> int:
    return sum(digit == max(digits[: place + 1]) for place, digit in enumerate(digits))


def hidden(digits: Digits) -> int:
    return next((d for at, d in enumerate(digits) if d < max(digits[: at + 1])), 0)


THEIR_OWN_CELLS: dict[str, Allows] = {
    # The lowest sums leave only the lowest digits.
    "killer cage 3 r1c12": lambda digits: differ(digits) and sum(digits) == 3,
    "killer cage 6 r1c123": lambda digits: differ(digits) and sum(digits) == 6,
    "sum 6 r1c123": lambda digits: differ(digits) and sum(digits) == 6,
    # The circle of an arrow is a number of two digits.
    "arrow 2 r1c1,r1c9,r5c5,r9c3": lambda digits: 10 * digits[0] + digits[1] == sum(digits[2:]),
    # Without a middle the sums are equal.
    "zipper line r1c1,r2c2,r3c3,r4c4": lambda digits: (
        digits[0] + digits[3] == digits[1] + digits[2]
    ),
    "quadruple 122 r34c34": lambda digits: 1 in digits and list(digits).count(2) >= 2,
    "region sum line r1c23,r1c45": lambda digits: sum(digits[:2]) == sum(digits[2:]),
    # Half of them are low and half even.
    "equality cage r1c1234": lambda digits: (
        5 not in digits
        and sum(digit < 5 for digit in digits) == sum(digit % 2 for digit in digits) == 2
    ),
    # In any order.
    "same digits r1c12,r4c45": lambda digits: {*digits[:2]} == {*digits[2:]},
}


@pytest.mark.parametrize("text", THEIR_OWN_CELLS)
def test_rules_that_look_at_where_their_cells_are(text: str) -> None:
    check(text, THEIR_OWN_CELLS[text])


WHOLE_ROWS: dict[str, tuple[Callable[[Digits], int], Sequence[int]]] = {
    "sandwich": (sandwiched, (0, 5, 14)),
    "x-sum": (lambda digits: sum(digits[: digits[0]]), (1, 9, 21)),
    "skyscraper": (seen, (1, 3, 6)),
    "hidden skyscraper": (hidden, (1, 4)),
    "numbered room": (lambda digits: digits[digits[0] - 1], (1, 4)),
    "lunchbox": (between_extremes, (0, 5, 9)),
}
"""What each rule says of a row, and some numbers that it may give."""


@pytest.mark.parametrize("rule", WHOLE_ROWS)
def test_rules_about_whole_rows(rule: str) -> None:
    says, values = WHOLE_ROWS[rule]
    for value in values:
        check_line(f"{rule} {value}", says, value)


@pytest.mark.parametrize(
    ("text", "house", "place"),
    [
        ("column index r1c2", "row 1", 2),
        ("row index r4c1", "column 1", 4),
        ("box index r1c3", "box 1", 3),
    ],
)
def test_an_index_says_where_the_number_of_its_own_place_is(
    text: str, house: str, place: int
) -> None:
    clue = RULE_BOOK.read(text, SIX)
    for digits in permutations(SIX.digits):
        is_right = digits[digits[place - 1] - 1] == place
        assert obeys(dict(zip(SIX.house(house).cells, digits)), [clue]) == is_right, digits


MACHINES = {
    "plain": "APGTC7w",  # two moves lists: 001 00 1, and 100 with 00 1, 01 1, 10 1, 11 1
    "packed": "QPD_wA",  # which digits, and for each the next state: 0001 1, and 1111 1111
}
"""A machine with two states for four digits that wants a 1 first; it starts in 0, 1 accepts."""


@pytest.mark.parametrize("text", MACHINES.values(), ids=MACHINES)
def test_a_machine_reads_the_digits_of_a_line(text: str) -> None:
    check(
        f"state machine {text} r1c1,r2c3,r4c2", lambda digits: digits[0] == 1, Layout.named("4x4")
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("weighted sum 4:1 r1c12", "it has 1 weights for 2 cells"),
        ("weighted sum 4 r1c12", "its value is a total and weights, such as 0:1,1,-10, not 4"),
        ("contains 1234 r1c123", "its value is at most 3 digits from 1 to 6"),
        ("look and say 17 r1c123", "its value is pairs of how often and which digit, not 17"),
        ("same digits r1c123", "3 cells are not 2 sets of equal size"),
        ("modular line 1 r1c123", "its value is at least 2"),
        ("sum line 0 r1c123", "its value is at least 1"),
        ("sum loop 99 r1c123", "its value is from 1 to 15"),
        ("pairs 12/34 r1c12", "its value is 6 groups of digits with slashes between them"),
        ("state machine APGTC7w r1c123", "its value is a machine for 4 digits: 6 are needed"),
        ("state machine AA r1c123", "its value is no machine"),
        ("state machine ä r1c123", "its value is no machine"),
        ("rellik cage 0 r1c12", "no digits fit it"),
        ("numbered room 7 r1c123456", "no digits fit it"),
    ],
)
def test_a_value_that_cannot_be_is_refused(text: str, why: str) -> None:
    with pytest.raises(LayoutError) as refused:
        RULE_BOOK.read(text, SIX)
    assert why in refused.value.what


@pytest.mark.parametrize("rule", ["minimum", "maximum"])
def test_the_lowest_and_the_highest_of_their_neighbours(rule: str) -> None:
    corner = RULE_BOOK.read(f"{rule} r1c1", NINE)
    assert [tuple(map(int, part.cells)) for part in corner.parts] == [(0, 1), (0, 9)]
    low, high = (1, 2) if rule == "minimum" else (2, 1)
    for part in corner.parts:
        assert part.fillings is not None
        assert part.fillings.supported((1 << low - 1, 1 << high - 1))
        assert not part.fillings.supported((1 << high - 1, 1 << low - 1))


def see_each_other(text: str, layout: Layout = NINE) -> set[tuple[str, str]]:
    """Return the pairs of cells that are peers by the rule of `text`, and not without it."""
    other = RULE_BOOK.with_clues(layout, [RULE_BOOK.clue(layout, text)])
    return {
        (str(cell), str(peer))
        for cell in layout.cells
        for peer in other.peers(cell) - layout.peers(cell)
        if cell < peer
    }


def test_a_knight_sees_the_cells_that_it_can_go_to() -> None:
    pairs = see_each_other("anti-knight")
    assert ("r4c4", "r6c3") in pairs  # two down, one to the left
    assert ("r3c4", "r4c6") in pairs
    assert ("r4c4", "r6c6") not in pairs


def test_a_taxi_excludes_equal_digits_as_many_steps_away() -> None:
    layout = RULE_BOOK.with_clues(NINE, [RULE_BOOK.clue(NINE, "anti-taxicab")])
    five_in_middle = 4 * 81 + 40
    cells = [cell for cell in range(81) if layout.links[five_in_middle] >> 4 * 81 + cell & 1]
    steps = {(abs(cell // 9 - 4), abs(cell % 9 - 4)) for cell in cells}
    assert steps == {(1, 4), (2, 3), (3, 2), (4, 1)}
    assert len(cells) == 16


@pytest.mark.parametrize(
    ("rule", "allowed", "refused"),
    [("global entropy", (1, 5, 9, 2), (1, 2, 3, 4)), ("global mod 3", (1, 2, 3, 4), (1, 4, 7, 2))],
)
def test_every_square_has_a_digit_of_each_kind(rule: str, allowed: Digits, refused: Digits) -> None:
    (clue,) = RULE_BOOK.with_clues(NINE, [RULE_BOOK.clue(NINE, rule)]).clues
    assert len(clue.parts) == 64
    square = (40, 41, 49, 50)
    (part,) = [part for part in clue.parts if part.cells == square]
    assert part.allows(tuple(1 << digit - 1 for digit in allowed))
    assert not part.allows(tuple(1 << digit - 1 for digit in refused))


@pytest.mark.parametrize(
    ("column", "is_right"),
    [
        ((1, 5, 2, 3, 4, 6, 7, 8, 9), True),
        ((2, 5, 9, 3, 4, 6, 7, 8, 1), True),
        ((2, 5, 1, 9, 4, 6, 7, 8, 3), False),
        ((9, 2, 1, 3, 4, 6, 7, 8, 5), False),
    ],
)
def test_a_five_lives_below_a_one_or_above_a_nine(column: Digits, is_right: bool) -> None:
    (clue,) = RULE_BOOK.with_clues(NINE, [RULE_BOOK.clue(NINE, "dutch flatmates")]).clues
    assert clue.parts[0].allows(tuple(1 << digit - 1 for digit in column)) == is_right


def test_a_king_sees_the_cells_at_its_corners() -> None:
    pairs = see_each_other("anti-king")
    assert ("r3c3", "r4c4") in pairs
    assert all(abs(int(a[1]) - int(b[1])) == abs(int(a[3]) - int(b[3])) == 1 for a, b in pairs)


@pytest.mark.parametrize(
    ("rule", "size", "count"),
    [("windoku", "9x9", 4), ("disjoint groups", "9x9", 9), ("diagonals", "6x6", 2)],
)
def test_rules_bring_houses(rule: str, size: str, count: int) -> None:
    layout = Layout.named(size)
    other = RULE_BOOK.with_clues(layout, [RULE_BOOK.clue(layout, rule)])
    more = [house for house in other.houses if house.mask not in layout.house_with_mask]
    assert len(more) == count
    assert all(len(house.cells) == layout.n for house in more)


def test_the_rule_of_the_diagonals_is_the_layout_with_diagonals() -> None:
    by_rule = RULE_BOOK.with_clues(NINE, [RULE_BOOK.clue(NINE, "diagonals")])
    assert by_rule.houses[-1].name == "diagonal 2"
    assert by_rule is Layout.named("9x9+diagonals")


def test_neighbours_in_counting_never_share_an_edge() -> None:
    layout = RULE_BOOK.with_clues(NINE, [RULE_BOOK.clue(NINE, "non-consecutive")])
    four_in_corner = 3 * 81 + 0
    beside = {index * 81 + cell for index in (2, 4) for cell in (1, 9)}
    excluded = layout.links[four_in_corner]
    assert {node for node in range(729) if excluded >> node & 1} == beside


@pytest.mark.parametrize(
    ("rule", "mark", "refused", "allowed_pair"),
    [("all dots given", "white dot", (1, 2), (1, 3)), ("all XV given", "v", (4, 6), (4, 5))],
)
def test_where_no_mark_stands_its_meaning_does_not_hold(
    rule: str, mark: str, refused: tuple[int, int], allowed_pair: tuple[int, int]
) -> None:
    clues = [RULE_BOOK.clue(NINE, rule), RULE_BOOK.clue(NINE, mark, (0, 1))]
    layout = RULE_BOOK.with_clues(NINE, clues)
    negative = next(clue for clue in layout.clues if not clue.cells)
    pairs = {part.cells: part.fillings for part in negative.parts}
    assert (0, 1) not in pairs
    fillings = pairs[1, 2]
    assert fillings is not None
    assert not fillings.supported((1 << refused[0] - 1, 1 << refused[1] - 1))
    assert fillings.supported((1 << allowed_pair[0] - 1, 1 << allowed_pair[1] - 1))
