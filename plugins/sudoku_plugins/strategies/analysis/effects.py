"""What steps change on a board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sudoku_engine import Candidate, Step, listed, names
from sudoku_engine.board.masks import bits
from sudoku_engine.board.notation import cells_by_digit


def first_of_each_effect(steps: Iterable[Step]) -> Iterator[Step]:
    """Yield the `steps` without those that change the same as an earlier one, and no more.

    >>> from sudoku_engine import Candidate
    >>> a, b = Candidate(0, 1), Candidate(0, 2)
    >>> len(list(first_of_each_effect([Step([], [a, b]), Step([], [b, a]), Step([], [a])])))
    2
    """
    seen = set()
    for step in steps:
        if step.effect not in seen:
            seen.add(step.effect)
            yield step


def rank(eliminated: int, n_cells: int) -> tuple[int, int]:
    """Return a key that sorts what steps eliminate as HoDoKu does.

    Then both go the same way through a puzzle. Those that eliminate most come first; of as many,
    those further up on the board, by a weighted sum. `eliminated` has bit
    ``(digit - 1) * n_cells + cell`` of each candidate.

    >>> sorted([0b100, 0b10, 0b1100], key=lambda each: rank(each, 16))
    [12, 2, 4]
    """
    weighted = sum(
        node % n_cells * (1 + 80 * number) + node // n_cells + 1
        for number, node in enumerate(bits(eliminated))
    )
    return -eliminated.bit_count(), weighted


def lost(eliminations: Iterable[Candidate]) -> str:
    """Return in words that the `eliminations` are false: ``r1c1 and r1c2 are not 4 or 5``.

    >>> from sudoku_engine import Candidate, cell
    >>> lost([Candidate(cell("r1c1"), 4), Candidate(cell("r1c1"), 5), Candidate(cell("r1c2"), 6)])
    'r1c1 is not 4 or 5, and r1c2 is not 6'
    """
    digits_in: dict[tuple[int, ...], list[int]] = {}
    for digit, cells in cells_by_digit(eliminations):
        digits_in.setdefault(tuple(cells), []).append(digit)
    texts = [
        f"{names(cells)} {'is' if len(cells) == 1 else 'are'} not {listed(digits, 'or')}"
        for cells, digits in digits_in.items()
    ]
    return ", and ".join(filter(None, [", ".join(texts[:-1]), texts[-1]]))
