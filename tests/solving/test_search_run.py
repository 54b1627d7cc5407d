"""A run in which a solver searches: what it reports, and how it handles solvers that lie."""

import time
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent, indent

import pytest

from sudoku_engine import (
    Ended,
    Event,
    Faulted,
    Found,
    Grid,
    Layout,
    Started,
    TakenBack,
    Tried,
    search,
)
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.solving.search_run import search_events
from tests.support import boards

TWO_WAYS, NO_WAY = map(Grid.parse, (boards.TWO_WAYS, boards.NO_WAY))
FIRST, SECOND = "1234341221434321", "2134341212434321"

HONEST = "return search.solutions(grid)"


def solver(folder: Path, body: str, method: str = "solutions") -> Component:
    """A solver from a file; its `method` has this body."""
    lines = [
        "from sudoku_engine import Found, Grid, TakenBack, Tried, hookimpl, search",
        "from sudoku_engine.errors import GaveUp",
        "class Mine:",
        "    id, name = 'mine', 'Mine'",
        "    def solutions(self, grid): return search.solutions(grid)",
        f"    def {method}(self, grid):",
        indent(dedent(body).strip(), " " * 8),
        "@hookimpl",
        "def sudoku_solvers(): return [Mine()]",
    ]
    file = folder / "my_solver.py"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    registry = Registry()
    registry.load([str(file)])
    assert registry.problems == []
    return registry.find("solver", "mine")


def bitboard() -> Component:
    registry = Registry()
    registry.load()
    return registry.find("solver", "bitboard")


def end(happened: list[Event]) -> Ended:
    last = happened[-1]
    assert isinstance(last, Ended)
    return last


def found(happened: list[Event]) -> list[str]:
    return [event.grid.line for event in happened if isinstance(event, Found)]


def test_the_first_solution_is_told_and_no_other_looked_for(tmp_path: Path) -> None:
    mine = solver(tmp_path, "yield next(search.solutions(grid))\nraise RuntimeError('too far')")
    happened = list(search_events(TWO_WAYS, mine))
    assert [type(event) for event in happened] == [Started, Found, Ended]
    assert found(happened) == [FIRST]
    assert (end(happened).outcome, end(happened).by) == ("solved", "search")
    assert end(happened).why == "the first solution, by mine"
    assert end(happened).grid.line == FIRST


def test_as_many_solutions_are_told_as_were_asked_for() -> None:
    happened = list(search_events(TWO_WAYS, bitboard(), 2))
    assert found(happened) == [FIRST, SECOND]
    assert end(happened).why == "the first 2 solutions, by bitboard"


def test_all_solutions_are_told() -> None:
    happened = list(search_events(TWO_WAYS, bitboard(), None))
    assert found(happened) == [FIRST, SECOND]
    assert end(happened).why == "2 solutions, by bitboard"


def test_all_288_boards_of_4x4_are_found() -> None:
    happened = list(search_events(Grid(Layout.named("4x4"), [0] * 16), bitboard(), None))
    assert len(set(found(happened))) == 288


def test_a_board_without_a_solution_is_a_contradiction() -> None:
    happened = list(search_events(NO_WAY, bitboard()))
    assert [type(event) for event in happened] == [Started, Ended]
    assert end(happened).outcome == "contradiction"
    assert end(happened).why.startswith("no solution")


def test_a_digit_twice_is_told_without_a_search(tmp_path: Path) -> None:
    twice = Grid.parse("11.. .... .... ....")
    happened = list(search_events(twice, solver(tmp_path, "raise RuntimeError")))
    assert end(happened).why == "1 twice in row 1: r1c1, r1c2"


def test_the_tries_of_a_solver_that_shows_them_are_told(tmp_path: Path) -> None:
    mine = solver(
        tmp_path,
        """
        yield Tried(0, 2)
        yield TakenBack(0)
        yield Tried(0, 1)
        yield Found(next(search.solutions(grid)))
        """,
        "search",
    )
    assert list(search_events(TWO_WAYS, mine))[1:4] == [Tried(0, 2), TakenBack(0), Tried(0, 1)]


def test_a_solver_that_gives_up_says_why(tmp_path: Path) -> None:
    happened = list(search_events(TWO_WAYS, solver(tmp_path, "raise GaveUp('too hard')")))
    assert (end(happened).outcome, end(happened).why) == ("stuck", "mine gave up: too hard")


def test_what_was_found_before_a_solver_gave_up_stays(tmp_path: Path) -> None:
    mine = solver(tmp_path, "yield next(search.solutions(grid))\nraise GaveUp('tired')")
    happened = list(search_events(TWO_WAYS, mine, None))
    assert found(happened) == [FIRST]
    assert end(happened).outcome == "stuck"


LIES = {
    "a wrong board": (
        "yield Grid(grid.layout, [digit or 1 for digit in grid.digits])",
        "it gave a board that is not a solution",
    ),
    "the puzzle": ("yield grid", "it gave a board that is not a solution"),
    "a changed given": (
        "yield Grid(grid.layout, [5 - digit if digit else 0 for digit in grid.digits])",
        "its solution changes r1c3",
    ),
    "what is no board": ("yield 'solved!'", "it gave 'solved!', which is not a board of this kind"),
    "none where there are two": ("return ()", "it found no solution, though there is one"),
    "the same one twice": (
        "solution = next(search.solutions(grid))\nyield solution\nyield solution",
        "it gave the same solution twice",
    ),
    "nothing": ("return None", "TypeError: 'NoneType' object is not iterable"),
    "an exception": (
        "yield next(search.solutions(grid))\n1 / 0",
        "ZeroDivisionError: division by zero",
    ),
    "sys.exit": ("raise SystemExit", "it called sys.exit"),
    "GeneratorExit": ("raise GeneratorExit", "GeneratorExit"),
    "StopIteration": ("raise StopIteration", "RuntimeError: generator raised StopIteration"),
}


@pytest.mark.parametrize(("body", "why"), LIES.values(), ids=list(LIES))
def test_a_solver_that_lies_is_named_with_its_file_and_line(
    tmp_path: Path, body: str, why: str
) -> None:
    happened = list(search_events(TWO_WAYS, solver(tmp_path, body), None))
    (fault,) = [event for event in happened if isinstance(event, Faulted)]
    assert fault.why == why
    assert (fault.strategy.id, fault.strategy.plugin) == ("mine", "my_solver.py")
    assert fault.line >= 6
    assert end(happened).outcome == "stuck"


@pytest.mark.parametrize(
    "junk", ["5", "'x'", "(0, 1)", "None", "grid", "Found(None)", "Found('x')"]
)
def test_a_solver_that_shows_what_is_no_event_is_named(tmp_path: Path, junk: str) -> None:
    happened = list(search_events(TWO_WAYS, solver(tmp_path, f"yield {junk}", "search"), None))
    assert [type(event) for event in happened] == [Started, Faulted, Ended]
    assert "found no solution" not in happened[1].why


def test_ctrl_c_in_a_search_goes_on_to_the_caller(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        list(search_events(TWO_WAYS, solver(tmp_path, "raise KeyboardInterrupt")))


def test_nothing_is_searched_before_the_first_event_is_drawn(tmp_path: Path) -> None:
    happening = search_events(TWO_WAYS, solver(tmp_path, "raise RuntimeError"))
    assert isinstance(next(happening), Started)


def test_a_search_that_is_left_half_way_ends_the_solvers_generator(tmp_path: Path) -> None:
    mine = solver(
        tmp_path,
        """
        self.closed = False
        try:
            yield from search.solutions(grid)
        finally:
            self.closed = True
        """,
    )
    happening = search_events(TWO_WAYS, mine, None)
    next(happening)
    next(happening)
    assert not mine.object.closed
    del happening
    assert mine.object.closed


def test_the_seconds_are_those_of_the_search_and_not_of_who_watches(tmp_path: Path) -> None:
    mine = solver(tmp_path, "import time\ntime.sleep(0.1)\nyield from search.solutions(grid)")
    for event in search_events(TWO_WAYS, mine, None):
        time.sleep(0.2)
        if isinstance(event, Ended):
            assert 0.1 <= event.seconds < 0.5


def test_the_seconds_begin_when_a_bundled_solver_has_loaded_its_library() -> None:
    class Slow:
        id = "slow"
        name = "Slow to load"
        is_loaded = False

        def solutions(self, grid: Grid) -> Iterator[Grid]:
            if not self.is_loaded:
                time.sleep(0.5)
                self.is_loaded = True
            yield from search.solutions(grid)

    *_, ended = search_events(TWO_WAYS, Component.of("solver", Slow()))
    assert isinstance(ended, Ended)
    assert ended.outcome == "solved"
    assert ended.seconds < 0.4
