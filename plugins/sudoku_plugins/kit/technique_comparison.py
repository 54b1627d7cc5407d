"""Compare a strategy with a bundled technique: which steps it misses, and which it adds.

Steps are carried out, and compared by what they place and eliminate on the same boards, not by
their words.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from sudoku_engine import Candidate, Grid, Step
from sudoku_engine.api.strategy import LEVELS
from sudoku_engine.board.words import counted, plural
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.guard import malformed, objection, trimmed
from sudoku_plugins.kit.boards_with_solutions import (
    Position,
    complete_form,
    is_plain_subset,
    namesakes,
    spread,
    wider_form,
)
from sudoku_plugins.kit.plugin_calls import Caller, StrategyAnswer

MOST_CALLS = 400  # calls to find all steps of one board


class NoCallsLeft(Exception):
    """The check under way may make no more calls."""


def after(step: Step, grid: Grid, solution: tuple[int, ...] | None = None) -> Grid:
    """Return the board after what remains of `step`; `grid` if it is wrong by the `solution`."""
    left = None if malformed(step, grid) else trimmed(step, grid)
    return grid if left is None or objection(left, grid, solution) else grid.apply(left)


def carried_out(caller: Caller, boards: Sequence[Grid]) -> list[Grid | None]:
    """Return the boards after all steps of a strategy; None for one that needs too many calls."""
    ends: list[Grid | None] = [*boards]
    left = dict(enumerate(boards))
    for _ in range(MOST_CALLS):
        if not left:
            break
        if not caller.has_calls_left:
            return [None if number in left else end for number, end in enumerate(ends)]
        for number, answer in zip([*left], caller.answers([*left.values()])):
            grid = before = left.pop(number)
            for step in answer.steps:
                grid = after(step, grid)
            ends[number] = grid
            if grid is not before:
                left[number] = grid
    return ends


def first_steps(caller: Caller, grid: Grid, solution: tuple[int, ...]) -> Iterator[StrategyAnswer]:
    """Yield answers, each after the first right step of the one before; raise NoCallsLeft."""
    for _ in range(MOST_CALLS):
        if not caller.has_calls_left:
            raise NoCallsLeft
        answer = caller.answer(grid)
        yield answer
        boards = (after(step, grid, solution) for step in answer.steps)
        changed = next((board for board in boards if board is not grid), None)
        if changed is None:
            return
        grid = changed


Changes = set[tuple[bool, Candidate]]  # candidates, each with whether it is placed


def changes_of(steps: Iterable[Step], grid: Grid) -> Changes:
    """Return what `steps` change, without eliminations that their own placements imply."""
    changes: Changes = set()
    for step in steps:
        if malformed(step, grid):
            continue
        changes.update((True, candidate) for candidate in step.placements)
        changes.update(
            (False, each)
            for each in step.eliminations
            if not step.placements or not is_implied(each, step.placements, grid)
        )
    return changes


def is_implied(eliminated: Candidate, placed: Iterable[Candidate], grid: Grid) -> bool:
    """Return whether one of the `placed` digits rules out a candidate."""
    cell, digit = eliminated
    return any(
        digit != other if cell == at else digit == other and cell in grid.layout.peers(at)
        for at, other in placed
    )


def is_done(step: Step, grid: Grid) -> bool:
    """Return whether `grid` has all changes of `step`, or only the candidate that it places."""
    return all(
        grid.digits[cell] == digit or grid.candidates(cell) == {digit}
        for cell, digit in step.placements
    ) and all(digit not in grid.candidates(cell) for cell, digit in step.eliminations)


def filled_by(steps: Iterable[Step], grid: Grid) -> Changes:
    """Return the candidates that may be placed: one of the `steps` leaves their cells no other."""
    filled: Changes = set()
    for step in steps:
        for cell in {cell for cell, _ in step.eliminations}:
            gone = {digit for other, digit in step.eliminations if other == cell}
            if len(left := grid.candidates(cell) - gone) == 1:
                filled.update((True, Candidate(cell, digit)) for digit in left)
    return filled


Pattern = frozenset[Candidate]  # the candidates that a step names, in its reasons or in its links


def is_simple_case(
    grid: Grid, step: Step, usual: Sequence[Step], simpler: Iterable[Component]
) -> bool:
    """Return whether `step` looks like the `usual` ones, and one of the `simpler` finds it.

    Or it finds its own pattern inside that of `step`. What has another shape is another technique:
    a pair among triples.
    """
    if not _has_shape_of(grid, step, usual):
        return False
    changes, cells = changes_of([step], grid), _cells(step)
    for technique in simpler:
        for other in technique.call(grid) or ():
            inside = _cells(other)
            if (inside and inside <= cells) or changes <= changes_of([other], grid):
                return True
    return False


def names_cells_of_one(step: Step, wanted: Iterable[Step]) -> bool:
    """Return whether `step` names the cells that one of the `wanted` names, or none."""
    cells = _cells(step)
    return not cells or any(cells == _cells(each) for each in wanted)


def has_simpler_inside(grid: Grid, step: Step, simpler: Iterable[Component]) -> bool:
    """Return whether one of the `simpler` does all that `step` does, with a part of its pattern."""
    changes, pattern = changes_of([step], grid), _pattern(step)
    return any(
        changes <= changes_of([other], grid) and _pattern(other) <= pattern
        for technique in simpler
        for other in technique.call(grid) or ()
    )


def _has_shape_of(grid: Grid, step: Step, usual: Sequence[Step]) -> bool:
    """Return whether `step` has as many digits as one of the `usual`, and is no larger than they.

    If all of these have equally many cells, it must have as many.
    """
    shapes = [_shape(grid, each) for each in usual]
    if not shapes:
        return False
    n_cells, n_digits, n_houses = _shape(grid, step)
    cells, digits, houses = ({*each} for each in zip(*shapes))
    has_as_many = n_cells in cells if len(cells) == 1 else n_cells <= max(cells)
    return has_as_many and n_digits in digits and n_houses >= min(houses)


def _shape(grid: Grid, step: Step) -> tuple[int, int, int]:
    """Return how many cells and digits its pattern has, and how many houses hold all of it."""
    pattern, cells = _pattern(step), _cells(step)
    digits = {digit for _, digit in pattern or (*step.eliminations, *step.placements)}
    return len(cells), len(digits), (len(grid.layout.houses_with(cells)) if cells else 0)


def _cells(step: Step) -> set[int]:
    return {cell for cell, _ in _pattern(step)}


def _pattern(step: Step) -> Pattern:
    linked = (each for link in step.all_links for each in (*link.start, *link.end))
    return frozenset((*step.grounds, *linked))


@dataclass
class Comparison:
    """The steps of a technique that a strategy finds and misses."""

    technique: Component
    kept: list[tuple[Position, Step]] = field(default_factory=list)  # those that it finds
    missed: list[tuple[Position, Step]] = field(default_factory=list)  # those that it misses
    extra: list[tuple[Position, Step]] = field(default_factory=list)  # its other steps
    usual: list[Step] = field(default_factory=list)  # its steps that the technique has, too
    has_simple_cases: bool = False  # of the technique, which simpler ones find as well
    namesakes: Sequence[Component] = ()  # other types of it, whose steps are none too many
    n_found: int = 0  # how many of the technique's steps it finds
    n_steps: int = 0  # steps that it finds
    n_false: int = 0  # those of `extra` that contradict the solution
    n_unanswered: int = 0  # on boards for which it has no answer

    @property
    def n_wanted(self) -> int:
        """The number of all steps of the technique."""
        return self.n_found + len(self.missed) + self.n_unanswered

    @property
    def part(self) -> float:
        """The part of the technique that it finds, see `part_found`."""
        return part_found(self.n_found, self.n_wanted, len(self.extra) - self.n_false)

    @property
    def in_words(self) -> str:
        """The comparison in a sentence."""
        word, extra = _word_for(self.technique), len(self.extra)
        if extra and extra == self.n_steps:
            if extra == 1:
                return f"its only step is no {word}"
            return f"its {extra} steps are no {_plural(word)}"
        text = self.praise
        if extra:
            are = f"is no {word}" if extra == 1 else f"are no {_plural(word)}"
            text += f"; {extra} of its {self.n_steps} steps {are}"
        return text

    @property
    def praise(self) -> str:
        """The share of the technique that it finds, in words."""
        total = self.n_found + len(self.missed)
        word = _word_for(self.technique)
        return f"it finds {self.n_found} of {counted(total, word, _plural(word))}"


def part_found(found: int, wanted: int, other: int) -> float:
    """Return the part of a technique that is found, 0 to 1; `other`: true steps that are not it.

    They make it smaller: who eliminates everything has found the technique by chance.
    """
    return found / wanted * found / (found + other) if found else 0.0


def _word_for(technique: Component) -> str:
    """Return the name of a technique inside a sentence: ``naked pair``, but ``X-Wing``.

    A small word in it makes it a person's name: ``Sue de Coq``.
    """
    name = technique.name
    is_common = all(word.isalpha() and word[0].isupper() for word in name.split())
    return name.lower() if is_common else name


def _plural(word: str) -> str:
    if not (word[-2:].isalpha() and word[-2:].islower()):  # such as Unique Rectangle Type 1
        return f"steps of {word}"
    if word.endswith(("s", "fish")):
        return word
    return plural(word)


MOST_BOARDS = 240  # boards on which the two are compared
MOST_ASKED = 24  # steps for which simpler techniques are asked whether they find them


def compare(
    caller: Caller,
    technique: Component,
    answers: Sequence[tuple[Position, StrategyAnswer]],
    ours: Sequence[Component],
    most_calls: int,
) -> Comparison:
    """Return the finds of `technique` by the strategy of `caller` on the boards of its `answers`.

    It is called `most_calls` times besides.

    Only boards count on which easier strategies of `ours` find nothing: as long as there are
    singles, the same step may be a pair or a single. A step may be missing that one of `ours` finds
    which comes before, and not for being easier: a skyscraper with tops in one row is an X-wing.
    """
    result = Comparison(technique, namesakes=namesakes(technique, ours))
    comparing = _Comparing(caller, result, ours)
    boards = 0
    for position, answer in caller.within_calls(answers, most_calls, "compared"):
        if _find_any(comparing.easier, position.grid):
            continue
        wanted = list(technique.call(position.grid) or ())
        if answer.why:
            result.n_unanswered += len(wanted)
            continue
        if not (wanted or answer.given):
            continue
        try:
            comparing.add(position, answer, wanted)
        except NoCallsLeft:
            continue  # and so the boards end
        boards += 1
        if boards == MOST_BOARDS:
            break
    comparing.leave_out_simple_cases()
    return result


def missed_on(
    caller: Caller, technique: Component, answer: StrategyAnswer, ours: Sequence[Component]
) -> list[Step]:
    """Return the steps of `technique` on the board of `answer` that the strategy should also find.

    It need not find those with a cell that an easier strategy of `ours` changes: that comes first.
    """
    comparing, start = _Comparing(caller, Comparison(technique), ours), answer.grid
    wanted = list(technique.call(start) or ())
    (answer,) = caller.within_calls([answer], MOST_CALLS + 1, "compared")
    grid = comparing.end(Position(start, (), ""), answer, wanted)
    done = changes_of([s for easier in comparing.easier for s in easier.call(start) or ()], start)
    changed = {candidate.cell for _, candidate in done}
    return [
        step
        for step in wanted
        if not _is_found(step, start, grid)
        and not changed & {cell for cell, _ in step.grounds}
        and comparing.must_find(step, start)
    ]


class _Comparing:
    def __init__(self, caller: Caller, result: Comparison, ours: Sequence[Component]) -> None:
        self._caller, self._result, self._ours = caller, result, ours
        technique = self._technique = result.technique
        self._complete = complete_form(technique)
        self._before = those_before(technique, ours)
        level = LEVELS.index(technique.level)
        self.easier = [other for other in ours if level and other.level == LEVELS[0]]

    def add(self, position: Position, answer: StrategyAnswer, wanted: Sequence[Step]) -> None:
        """Add one board.

        The strategy is called until it finds nothing more, as it may return one step at a time. If
        singles appear on the way, steps that are no longer there do not count as missed.
        """
        result, start = self._result, position.grid
        grid = self.end(position, answer, wanted)
        self._add_extra(position, answer, wanted)
        found = [step for step in wanted if _is_found(step, start, grid)]
        result.n_found += len(found)
        result.kept += [(position, step) for step in found]
        if grid is start or not _find_any(self.easier, grid):
            missed = [step for step in wanted if step not in found and self.must_find(step, start)]
            result.missed += [(position, step) for step in missed]

    def must_find(self, step: Step, grid: Grid) -> bool:
        """Return whether no technique before finds `step`, and most would call it by this name."""
        technique, complete = self._technique, self._complete
        before = [each for each in self._before if each.score >= technique.score]
        return not (
            finder_of(step, grid, before) is not None
            or is_plain_subset(technique, step)
            or (complete is not technique and finder_of(step, grid, [complete]) is None)
        )

    def end(self, position: Position, answer: StrategyAnswer, wanted: Sequence[Step]) -> Grid:
        """Return the board after the right steps of `answer`, and of more calls if some lack."""
        grid, solution = position.grid, position.solution
        if changes_of(wanted, grid) <= changes_of(answer.steps, grid):
            for step in answer.steps:
                grid = after(step, grid, solution)
            return grid
        for at in first_steps(self._caller, grid, solution):
            grid = at.grid
            if grid is not position.grid:
                here = position._replace(grid=grid)
                self._add_extra(here, at, list(self._technique.call(grid) or ()))
        return grid

    def _add_extra(
        self, position: Position, answer: StrategyAnswer, wanted: Sequence[Step]
    ) -> None:
        """Count the steps of an `answer`, and keep those that do more than those of `wanted`."""
        result, grid = self._result, answer.grid
        known = changes_of(wanted, grid) | filled_by(wanted, grid)
        placed = [candidate for step in wanted for candidate in step.placements]
        for step in answer.steps:
            if malformed(step, grid):
                continue
            result.n_steps += 1
            others = {
                (is_placed, each)
                for is_placed, each in changes_of([step], grid) - known
                if is_placed or each.digit in grid.candidates(each.cell)
            }
            if not others and names_cells_of_one(step, wanted):
                result.usual.append(step)
            if all(not is_placed and is_implied(each, placed, grid) for is_placed, each in others):
                continue
            if finder_of(step, grid, result.namesakes) is None:
                result.extra.append((position, step))
                is_possible = objection(step, grid, None) is None
                result.n_false += is_possible and bool(objection(step, grid, position.solution))

    def leave_out_simple_cases(self) -> None:
        """Take simple cases of the technique from what is added if all of it is such, or missed.

        Else one that is none becomes the first of what is missed.
        """
        result, technique, before = self._result, self._technique, self._before
        others = [*result.namesakes, *wider_form(technique, self._ours), *before]
        result.has_simple_cases = bool(result.extra) and all(
            is_simple_case(position.grid, step, result.usual, others)
            for position, step in spread(result.extra, MOST_ASKED)
        )
        if result.has_simple_cases:
            result.extra.clear()
            result.n_false = 0
        easier = [each for each in before if each.score < technique.score]
        for missed in spread(result.missed, MOST_ASKED):
            if not has_simpler_inside(missed[0].grid, missed[1], easier):
                result.missed.remove(missed)
                result.missed.insert(0, missed)
                return
        result.missed.clear()


def _is_found(step: Step, before: Grid, grid: Grid) -> bool:
    """Return whether a `step` of the board `before` is found if the strategy leads to `grid`.

    What is as good as placed there, as the only candidate of a cell, must be placed.
    """
    if is_done(step, before):
        return all(grid.digits[cell] == digit for cell, digit in step.placements)
    return is_done(step, grid)


def those_before(technique: Component, ours: Sequence[Component]) -> Sequence[Component]:
    """Return those of `ours` that are tried before the `technique`."""
    ids = [each.id for each in ours]
    return ours[: ids.index(technique.id)] if technique.id in ids else ()


def finder_of(step: Step, grid: Grid, techniques: Iterable[Component]) -> Component | None:
    """Return the first of the `techniques` that finds all that `step` does on `grid`."""
    changes = changes_of([step], grid)
    for technique in techniques:
        if any(changes <= changes_of([other], grid) for other in technique.call(grid) or ()):
            return technique
    return None


def _find_any(strategies: Iterable[Component], grid: Grid) -> bool:
    return any(True for strategy in strategies for _ in strategy.call(grid) or ())
