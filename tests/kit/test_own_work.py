"""A strategy finds its steps itself: borrowed work, and trial and error, are named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import pytest

import sudoku_plugins
from sudoku_engine import Candidate, Grid, Layout
from sudoku_engine.testing import Kit, bundled_kit
from sudoku_plugins.kit import own_work
from sudoku_plugins.kit.boards_with_solutions import puzzles_of
from sudoku_plugins.kit.checks.strategy.own_work import finds_itself, verdict
from sudoku_plugins.kit.checks.strategy.subject import StrategySubject
from sudoku_plugins.kit.findings import Finding
from sudoku_plugins.kit.own_work import Deed, Held, HeldBoards, Watched
from sudoku_plugins.kit.plugin_calls import Caller
from tests.support.kit import components, technique

HEAD = """\
from sudoku_engine import Candidate, Step, strategy

def told(grid, digits):
    for cell in grid.open_cells:
        yield Step([Candidate(cell, digits[cell])], reason="it is the only place")

@strategy("{name}", score=14, level="easy", sizes=None)
def mine(grid):
"""

BACKTRACKING = """
    board = list(grid.digits)
    def fits(cell, digit):
        return all(board[peer] != digit for peer in grid.layout.peers(cell))
    def fill(cells):
        if not cells:
            return True
        for digit in sorted(grid.candidates(cells[0])):
            if fits(cells[0], digit):
                board[cells[0]] = digit
                if fill(cells[1:]):
                    return True
        board[cells[0]] = 0
        return False
    fill(sorted(grid.open_cells, key=lambda cell: len(grid.candidates(cell))))
    return told(grid, board)
"""

TRIALS = """
    for cell in grid.open_cells:
        for digit in sorted(grid.candidates(cell)):
            board = {other: set(grid.candidates(other)) for other in grid.open_cells}
            to_do = [(cell, digit)]
            while to_do:
                here, placed = to_do.pop()
                board[here] = {placed}
                for peer in grid.layout.peers(here):
                    if peer in board and placed in board[peer]:
                        board[peer].discard(placed)
                        if len(board[peer]) == 1:
                            to_do.append((peer, min(board[peer])))
            if not all(board.values()):
                yield Step((), [Candidate(cell, digit)], reason="a chain")
"""

CHEATS = {
    "the search": (
        """
    from sudoku_engine import search
    return told(grid, next(iter(search.solutions(grid))).digits)
    """,
        3,
        "it asks the engine's search for the solution: solutions",
    ),
    "solve": (
        """
    import sudoku_engine
    return told(grid, sudoku_engine.solve(grid).grid.digits)
    """,
        3,
        "it lets the engine solve the board: solve",
    ),
    "our strategy": (
        """
    from sudoku_plugins.strategies.subsets.naked_subsets import naked_pair
    for step in naked_pair.find(grid):
        yield Step((), step.eliminations, reason="my pair")
    """,
        3,
        "it calls our Naked Pair",
    ),
    "the frame of its caller": (
        """
    import sys
    position = sys._getframe(1).f_locals.get("position")
    return told(grid, position.solution) if position else []
    """,
        3,
        "it looks at the program that calls it: sys._getframe",
    ),
    "a search of its own": (BACKTRACKING, 5, "it searches for the solution: fill tries digits"),
    "trial and error": (TRIALS, 0, "it searches for the solution: mine tries digits"),
}
"""Ways to cheat: the code, at which line of it one sees that, and what the finding begins with."""

HONEST = {
    "recursion over houses": """
    def single(houses):
        if houses:
            for digit in grid.layout.digits:
                places = [c for c in houses[0].cells if digit in grid.candidates(c)]
                if len(places) == 1:
                    yield Step([Candidate(places[0], digit)], houses=[houses[0]])
            yield from single(houses[1:])
    return single(grid.layout.houses)
    """,
    "a copy of the board with what it found": """
    board = list(grid.digits)
    known = {cell: set(grid.candidates(cell)) for cell in grid.open_cells}
    for cell in grid.open_cells:
        if len(known[cell]) == 1:
            board[cell] = min(known[cell])
            yield Step([Candidate(cell, board[cell])], reason="the only candidate")
    """,
    "what every strategy may use": """
    same = Grid.parse("".join(str(digit or ".") for digit in grid.digits))
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 1 and not same.apply(Step()).digit(cell):
            yield Step([Candidate(cell, min(grid.candidates(cell)))], reason="the only candidate")
    """,
    "numbers by cell that are no digits": """
    counts = {cell: len(grid.candidates(cell)) for cell in grid.open_cells}
    colors = [1 + cell % 2 if cell in counts else 0 for cell in range(len(grid.digits))]
    for cell, count in counts.items():
        if count == 1 and colors[cell]:
            yield Step([Candidate(cell, min(grid.candidates(cell)))], reason="the only candidate")
    """,
}


def finding_on(folder: Path, body: str, name: str = "Mine", **kit: Any) -> Finding | None:
    """Return what comes of the check of the strategy with this `body`."""
    text = HEAD.format(name=name) + indent(dedent(body.strip("\n")), "    ")
    component = components(folder, text.replace("Candidate,", "Candidate, Grid,", 1))["mine"]
    small = Kit(bundled_kit().ours, layout=Layout.named("6x6"), puzzles=3, **kit)
    return finds_itself.look(StrategySubject(Caller(component, 5), small))


@pytest.mark.parametrize("name", CHEATS)
def test_borrowed_work_is_named_with_its_line(name: str, tmp_path: Path) -> None:
    body, line, beginning = CHEATS[name]
    finding = finding_on(tmp_path, body)
    assert finding is not None
    assert finding.why.startswith(beginning)
    assert finding.line == HEAD.count("\n") + line - 1
    assert finding.advice


@pytest.mark.parametrize("name", HONEST)
def test_honest_work_is_not_suspected(name: str, tmp_path: Path) -> None:
    assert finding_on(tmp_path, HONEST[name]) is None


def test_a_strategy_of_ours_is_forbidden_in_an_exercise_only(tmp_path: Path) -> None:
    body = CHEATS["our strategy"][0]
    pair = technique("naked_pair")
    advice, failure = finding_on(tmp_path, body), finding_on(tmp_path, body, against=pair)
    assert (advice and advice.is_must) is False
    assert (failure and failure.is_must) is True


def test_a_technique_that_says_so_may_try_digits(tmp_path: Path) -> None:
    assert finding_on(tmp_path, TRIALS, name="Nishio") is None


SOLUTION = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
PUZZLE = Grid.parse("12.. 3..2 ..4. 4..1")
WRONG = (1, 2, 4, 3, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)

FORMS: dict[str, Callable[[tuple[int, ...]], Any]] = {
    "a tuple": tuple,
    "text": lambda digits: "".join(map(str, digits)),
    "rows": lambda digits: [list(digits[start : start + 4]) for start in range(0, 16, 4)],
    "sets": lambda digits: [{digit} for digit in digits],
    "masks": lambda digits: [1 << digit for digit in digits],
    "a dict": lambda digits: {divmod(cell, 4): str(digit) for cell, digit in enumerate(digits)},
    "triples": lambda digits: {(*divmod(cell, 4), digit) for cell, digit in enumerate(digits)},
    "a grid": lambda digits: Grid(PUZZLE.layout, digits),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_full_board_is_recognised_in_every_form(form: str) -> None:
    assert HeldBoards(PUZZLE, SOLUTION).look(FORMS[form](SOLUTION)) == Held(True, None)


def test_digits_that_are_tried_are_recognised() -> None:
    assert HeldBoards(PUZZLE, SOLUTION).look(list(WRONG)) == Held(False, Candidate(2, 4))


class _NeitherTrueNorFalse:
    def __bool__(self) -> bool:
        raise ValueError


def test_data_that_cannot_be_compared_are_no_board() -> None:
    boards = HeldBoards(PUZZLE, SOLUTION)
    assert boards.look([([cell], [1, 2]) for cell in PUZZLE.open_cells]) is None
    assert boards.look([_NeitherTrueNorFalse()] * len(SOLUTION)) is None


def test_each_part_of_the_engine_is_there() -> None:
    for file in own_work.IN_ENGINE:
        assert Path(own_work.ENGINE, file).exists(), file
    plugins = Path(str(sudoku_plugins.__file__)).parent
    for file in own_work.IN_PLUGINS:
        assert (plugins / file).exists(), file


def test_the_board_itself_tells_nothing() -> None:
    boards = HeldBoards(PUZZLE, SOLUTION)
    assert boards.look(list(PUZZLE.digits)) is None
    assert boards.look(PUZZLE) is None


IN_A_THREAD = """
    from threading import Thread
    from sudoku_plugins.strategies.subsets.naked_subsets import naked_pair
    found = []
    thread = Thread(target=lambda: found.extend(naked_pair(grid)))
    thread.start()
    thread.join()
    return found
"""

AS_A_GENERATOR = """
    from sudoku_plugins.strategies.wings import xy_wing
    return map(lambda step: step, xy_wing(grid))
"""


@pytest.mark.parametrize(
    ("body", "name", "line"), [(IN_A_THREAD, "Naked Pair", 5), (AS_A_GENERATOR, "XY-Wing", 0)]
)
def test_what_is_called_elsewhere_or_later_is_noticed(
    tmp_path: Path, body: str, name: str, line: int
) -> None:
    finding = finding_on(tmp_path, body)
    assert finding is not None
    assert (finding.why, finding.is_must) == (f"it calls our {name}", False)
    assert finding.line == HEAD.count("\n") + (line - 1 if line else -1)


MARKS = """
    def marked():
        board = list(grid.digits)
        for cell in grid.open_cells[::2]:
            digit = max(grid.candidates(cell))
            if all(board[peer] != digit for peer in grid.layout.peers(cell)):
                board[cell] = digit
        return board
    marks = marked()
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 1:
            yield Step([Candidate(cell, min(grid.candidates(cell)))], reason="the only candidate")
"""


@pytest.mark.parametrize(("name", "is_must"), [("Simple Colors", False), ("Naked Single", True)])
def test_what_may_be_marks_of_a_coloring_is_advice_in_an_exercise_too(
    tmp_path: Path, name: str, is_must: bool
) -> None:
    finding = finding_on(tmp_path, MARKS, name, is_strict=True)
    assert finding is not None
    assert (finding.is_must, "seems" in finding.why) == (is_must, not is_must)


@pytest.mark.parametrize(("boards", "is_suspected"), [(1, False), (3, True)])
def test_a_coloring_may_hold_the_solution_of_one_board_by_chance(
    boards: int, is_suspected: bool
) -> None:
    full = Deed(own_work.CodeOwner.OWN, "color", "mine.py", 7, held=Held(True, None))
    position = puzzles_of("4x4")[0]
    watched = [Watched(position, [full] * (number < boards)) for number in range(10)]
    assert (
        verdict(watched, technique("medusa_3d"), [], "coloring", True, False) is not None
    ) is is_suspected
