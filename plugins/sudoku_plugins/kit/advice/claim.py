"""A wrong step, the facts about it that the rules of advice need, and their common words."""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from sudoku_engine import Candidate, Cell, Grid, House, Step, listed, names
from sudoku_engine.board.masks import bits
from sudoku_engine.board.words import counted, symbol
from sudoku_engine.solving.guard import count_solutions

Solution = Sequence[int]  # the digits of a solved board, by cell


@dataclass(frozen=True)
class Claim:
    """A wrong step on a board, and the facts about it that the rules need."""

    step: Step
    grid: Grid

    @cached_property
    def because(self) -> frozenset[tuple[int, int]]:
        """The candidates that it follows from."""
        return frozenset(self.step.grounds)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of these candidates."""
        return tuple(self._cells_of(self.because))

    @cached_property
    def digits(self) -> frozenset[int]:
        """The digits of these candidates."""
        return frozenset(digit for _, digit in self.because)

    @property
    def changes(self) -> tuple[Candidate, ...]:
        """The candidates that it places or eliminates."""
        return (*self.step.placements, *self.step.eliminations)

    @property
    def is_plain(self) -> bool:
        """Whether it names several cells with the same role, as subsets and fish do."""
        return len(self.cells) > 1 and not self.step.links and len(self.step.because) == 1

    @property
    def is_hidden(self) -> bool:
        """Whether it eliminates only from the cells that it names, as hidden subsets do."""
        return all(cell in self.cells for cell, _ in self.step.eliminations)

    @property
    def only_digit(self) -> int:
        """The digit that it is about, 0 if there are several."""
        digits = self.digits | {digit for _, digit in self.changes}
        return min(digits) if len(digits) == 1 else 0

    @property
    def solution(self) -> Solution | None:
        """The solution of the board; None if it has none or several, or if it is unknown."""
        return count_solutions(self.grid).solution

    @cached_property
    def target(self) -> Candidate | None:
        """The first candidate that it eliminates wrongly, or simply the first."""
        cells, solution = self.grid.layout.cells, self.solution
        targets = [Candidate(cells[cell], digit) for cell, digit in self.step.eliminations]
        wrong = [one for one in targets if solution and solution[one.cell] == one.digit]
        return next(iter(wrong or targets), None)

    @property
    def is_false(self) -> bool:
        """Whether it contradicts the solution, if that is known."""
        found, step = self.solution, self.step
        return (
            found is None
            or any(found[cell] == digit for cell, digit in step.eliminations)
            or any(found[cell] != digit for cell, digit in step.placements)
        )

    def holders(self, digit: int) -> list[Cell]:
        """Return the cells for which it names this `digit`."""
        return [cell for cell in self.cells if (cell, digit) in self.because]

    def named_in(self, cell: int) -> set[int]:
        """Return the digits that it names in `cell`."""
        return {digit for digit in self.digits if (cell, digit) in self.because}

    def with_role(self, role: str) -> list[Cell]:
        """Return the cells that it names in this role."""
        return self._cells_of(self.step.because.get(role, ()))

    def _cells_of(self, candidates: Iterable[tuple[int, int]]) -> list[Cell]:
        return [self.grid.layout.cells[cell] for cell in sorted({cell for cell, _ in candidates})]

    def see(self, one: int, other: int) -> bool:
        """Return whether two cells share a house."""
        return bool(self.grid.layout.peer_masks[one] >> other & 1)

    def out_of_sight(self, cell: int, others: Iterable[Cell]) -> list[Cell]:
        """Return those of the `others` that `cell` does not see."""
        return [other for other in others if other != cell and not self.see(cell, other)]

    def apart(self, cells: Iterable[Cell]) -> list[Cell]:
        """Return the first two of `cells` that do not see each other; empty if all do."""
        pairs = combinations(cells, 2)
        return next((list(pair) for pair in pairs if not self.see(*pair)), [])

    def shared_houses(self) -> list[House]:
        """Return the houses that hold all its cells."""
        return self.grid.layout.houses_with(self.cells)

    def held(self, cells: Iterable[int]) -> set[int]:
        """Return the candidates of `cells` on the board."""
        return {digit for cell in cells for digit in self.grid.candidates(cell)}


Rule = Callable[[Claim], Iterator[str]]
"""A rule yields the faults of a step, the most telling first; nothing if it does not apply."""


def first(rules: Iterable[Rule], claim: Claim) -> str:
    """Return the first sentence of the first of the `rules` that applies; empty if none does."""
    return next((sentence for rule in rules for sentence in rule(claim) if sentence), "")


def places(grid: Grid, house: House, digit: int, besides: Container[int] = ()) -> list[Cell]:
    """Return the cells of `house` that can take `digit`, except `besides`."""
    return [c for c in house.cells if c not in besides and digit in grid.candidates(c)]


def also(house: House, digit: int, others: Sequence[Cell]) -> str:
    """Say that `digit` has `others` as places in `house`."""
    return f"in {house} the {symbol(digit)} can also go to {names(others)}"


def its_places(house: House, digit: int, found: Sequence[Cell]) -> str:
    """Say that `digit` has the places `found` in `house`."""
    return f"{house} has {counted(len(found), 'place')} for the {symbol(digit)}, {names(found)}"


def is_or_are(cells: Sequence[Cell]) -> str:
    """Return the verb that fits the names of `cells`."""
    return "is" if len(cells) == 1 else "are"


def has_more(claim: Claim, cells: Iterable[Cell], known: Iterable[int], then: str) -> Iterator[str]:
    """Yield the `cells` with other candidates than the `known` ones, and the consequence."""
    for cell in cells:
        if more := claim.grid.candidates(cell) - {*known}:
            yield f"{cell} can also be {listed(more)}{then}"


def is_unseen(claim: Claim, cells: Sequence[Cell], then: str) -> Iterator[str]:
    """Yield the `cells` that the target does not see, and the consequence."""
    if claim.target and (unseen := claim.out_of_sight(claim.target.cell, cells)):
        yield f"{claim.target.cell} does not see {names(unseen)}: {then}"


def why_not_linked(claim: Claim, one: Cell, other: Cell, digit: int) -> str:
    """Say why two cells are not the only places of `digit` in a house; empty if they are."""
    shared = claim.grid.layout.houses_with((one, other))
    if not shared:
        return f"{names((one, other))} share no house, so they are no pair for the {symbol(digit)}"
    others = [places(claim.grid, house, digit, (one, other)) for house in shared]
    if not all(others):
        return ""
    house, more = min(zip(shared, others), key=lambda each: len(each[1]))
    return f"{its_places(house, digit, [one, other, *more])}, so {names((one, other))} are no pair"


def partners(claim: Claim, digit: int) -> dict[int, set[int]]:
    """Return, for each named cell, the named cells that are its partners for `digit` in a house."""
    found: dict[int, set[int]] = {cell: set() for cell in claim.cells}
    for house in claim.grid.layout.houses:
        board = claim.grid.boards[digit] & house.mask
        if board.bit_count() == 2:
            one, other = bits(board)
            if one in found and other in found:
                found[one].add(other)
                found[other].add(one)
    return found
