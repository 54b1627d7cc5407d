"""Which strategies take part, and which solver finishes where they are stuck."""

from pathlib import Path
from textwrap import dedent

import pytest

from sudoku_engine import Candidate, Ended, Grid, Layout, LoopSettings, Rejected, Started, Step
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.search import solutions
from sudoku_engine.solving.loop import Loop
from tests.support.boards import THREE_OPEN, board
from tests.support.loops import (
    FILLS_SINGLES,
    ONE_WAY,
    TWO_WAYS,
    bundled,
    components,
    end,
    events,
    fault,
    steps,
)


def solver(folder: Path, body: str) -> Component:
    """A solver whose `solutions` has this body."""
    text = """
        from sudoku_engine.errors import GaveUp
        from sudoku_engine import search

        class Mine:
            id, name = "mine", "Mine"

            def solutions(self, grid):
{body}

        @hookimpl
        def sudoku_solvers():
            return [Mine()]
    """
    lines = "\n".join(" " * 16 + line for line in dedent(body).strip().splitlines())
    (found,) = components(folder, text.format(body=lines), kind="solver")
    return found


def test_a_strategy_sits_out_on_sizes_it_is_not_for() -> None:
    (wrong_size,) = bundled("naked_single")
    grid = Grid.parse("1... .... .... ....")
    nine_only = Component.of("strategy", _NineOnly(), wrong_size.origin)
    first, last = events(grid, [nine_only])
    assert isinstance(first, Started)
    assert first.strategies == ()
    assert isinstance(last, Ended)
    assert last.notes[0] == "nine_only sat out: it is not for 4x4 boards"


class _NineOnly:
    id, name, score, level, sizes = "nine_only", "Nine only", 1, "easy", (9,)

    def find(self, grid: Grid) -> list[Step]:
        return [Step([Candidate(0, 9)])]


ASSUMING = """
    @strategy("Assuming", score=1, level="easy", assumes_unique=True)
    def assuming(grid):
        if not grid.digit(0) and 1 in grid.candidates(0):
            return [Step([Candidate(0, 1)])]
"""


def test_a_strategy_that_assumes_one_solution_sits_out_where_there_are_several(
    tmp_path: Path,
) -> None:
    strategies = components(tmp_path, ASSUMING)
    for guard in (True, False):
        last = end(board(TWO_WAYS), strategies, guard=guard)
        assert (last.outcome, last.steps) == ("stuck", 0)
        assert last.notes == (
            "the puzzle has several solutions",
            "assuming sat out: it assumes that the givens have one solution",
        )
        assert last.counts == {"assuming": 0}


def test_a_strategy_that_assumes_one_solution_works_where_there_is_one(tmp_path: Path) -> None:
    strategies = components(tmp_path, ASSUMING)
    assert end(board(ONE_WAY), strategies).counts == {"assuming": 1}


def test_whether_there_is_one_solution_is_for_the_givens_to_say(tmp_path: Path) -> None:
    strategies = components(tmp_path, ASSUMING)
    puzzle = board(TWO_WAYS)
    # r2c1 may be 1 or 4, which decides the rest. Neither of these boards was the puzzle.
    fixed = puzzle.apply(Step(eliminations=[Candidate(9, 1)]))
    placed = puzzle.apply(Step(placements=[Candidate(9, 4)]))
    for grid in (fixed, placed):
        assert [*solutions(grid)] == [next(solutions(fixed))]
        for is_survey in (False, True):
            last = end(grid, strategies, is_survey=is_survey)
            assert last.counts == {"assuming": 0}
            assert last.notes == ("assuming sat out: it assumes that the givens have one solution",)
        as_givens = Grid(grid.layout, grid.digits)
        assert end(as_givens, strategies).counts == {"assuming": int(grid is placed)}


def test_our_strategies_tell_the_same_whenever_the_solutions_are_counted() -> None:
    # Without the guard they are counted only before the unique rectangle is tried.
    strategies = bundled("full_house", "naked_single", "unique_rectangle_1", "hidden_single")
    (rectangle,) = bundled("unique_rectangle_1")
    puzzle = board(TWO_WAYS)
    grids = {
        "several": puzzle,
        "marks of its own": puzzle.apply(Step(eliminations=[Candidate(9, 1)])),
        "solved": board(ONE_WAY),
        "needs the rectangle": Grid.parse(str(rectangle.example)),
        "stuck": Grid.parse(
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
        ),
    }
    told = {}
    for name, grid in grids.items():
        for settings in ({}, {"max_steps": 1}):
            free, guarded = (
                [
                    event._replace(seconds=0) if isinstance(event, Ended) else event
                    for event in events(grid, strategies, guard=guard, **settings)
                ]
                for guard in (False, True)
            )
            assert free == guarded, name
        last = end(grid, strategies, guard=False)
        told[name] = last.outcome, len(last.notes), last.counts.get("unique_rectangle_1", 0)
    assert told == {
        "several": ("stuck", 2, 0),
        "marks of its own": ("solved", 1, 0),
        "solved": ("solved", 0, 0),
        "needs the rectangle": ("solved", 0, 1),
        "stuck": ("stuck", 0, 0),
    }


def test_strategies_that_sit_out_for_the_same_reason_are_told_in_one_note(tmp_path: Path) -> None:
    strategies = components(tmp_path, ASSUMING, ASSUMING.replace("ssuming", "ccepting"))
    assert end(board(TWO_WAYS), strategies).notes[1:] == (
        "assuming and accepting sat out: they assume that the givens have one solution",
    )


def test_a_strategy_that_assumes_one_solution_sits_out_where_that_is_not_known(
    tmp_path: Path,
) -> None:
    strategies = components(tmp_path, ASSUMING.replace('level="easy"', 'level="easy", sizes=None'))
    empty = Grid(Layout.named("25x25"), [0] * 625)
    happened = events(empty, strategies)
    assert steps(happened) == []


def test_with_several_solutions_what_no_solution_contradicts_is_let_pass(tmp_path: Path) -> None:
    strategies = components(
        tmp_path,
        """
        @strategy("Guess", score=1, level="easy")
        def guess(grid):
            if not grid.digit(0):
                yield Step([Candidate(0, 1)])
        """,
        FILLS_SINGLES,
    )
    last = end(board(TWO_WAYS), strategies)
    assert (last.outcome, last.steps) == ("solved", 6)
    assert last.notes == ("the puzzle has several solutions",)


def test_a_board_led_astray_where_there_are_solutions_is_blamed_on_strategies(
    tmp_path: Path,
) -> None:
    strategies = components(
        tmp_path,
        """
        @strategy("Astray", score=1, level="easy")
        def astray(grid):
            yield Step(eliminations=[Candidate(0, 1), Candidate(0, 4)])
        """,
    )
    last = end(board(TWO_WAYS), strategies)
    assert last.outcome == "contradiction"
    assert last.why == (
        "r1c1 has no candidate left, though there are solutions: a strategy must be wrong"
    )


def test_without_the_guard_an_unsound_step_is_applied_and_told_at_the_end(tmp_path: Path) -> None:
    strategies = components(
        tmp_path,
        """
        @strategy("Unsound", score=1, level="easy")
        def unsound(grid):
            yield Step([Candidate(0, 4)])
        """,
    )
    last = end(board(ONE_WAY), strategies, guard=False)
    assert last.steps == 1
    assert last.outcome == "contradiction"
    assert "though there are solutions: a strategy must be wrong" in last.why


@pytest.mark.parametrize("candidate", ["-1, 1", "81, 1", "0, 0", "0, 10"])
def test_without_the_guard_too_a_step_off_the_board_is_refused(
    tmp_path: Path, candidate: str
) -> None:
    strategies = components(
        tmp_path,
        f"""
        @strategy("Off", score=1, level="easy")
        def off(grid):
            yield Step([Candidate({candidate})])
        """,
    )
    assert isinstance(fault(events(board(THREE_OPEN), strategies, guard=False)), Rejected)


def test_without_the_guard_a_step_that_changes_nothing_ends_at_max_steps(tmp_path: Path) -> None:
    strategies = components(
        tmp_path,
        """
        @strategy("Idle", score=1, level="easy")
        def idle(grid):
            yield Step()
        """,
    )
    last = end(board(THREE_OPEN), strategies, guard=False, max_steps=20)
    assert (last.outcome, last.steps) == ("stopped", 20)


def test_manual_marks_begin_with_all_candidates() -> None:
    first, *_ = events(board(THREE_OPEN), [], pencilmarks="manual")
    assert isinstance(first, Started)
    assert first.grid.candidates(0) == set(range(1, 10))


def test_manual_marks_are_solved_with_visible_single() -> None:
    registry = Registry()
    registry.load()
    strategies = registry.loop_strategies("manual")
    last = end(board(THREE_OPEN), strategies, pencilmarks="manual")
    assert last.outcome == "solved"
    assert last.counts["visible_single"] > 0


def test_a_solver_fills_the_rest_and_says_so(tmp_path: Path) -> None:
    mine = solver(tmp_path, "return search.solutions(grid)")
    happened = events(board(ONE_WAY), [], mine)
    last = happened[-1]
    assert isinstance(last, Ended)
    assert (last.outcome, last.by) == ("solved", "search")
    assert last.why == "strategies stuck after 0 steps, 4 cells open; mine filled the rest"
    assert steps(happened) == [
        "search:mine: r1c1=1",
        "search:mine: r1c4=4",
        "search:mine: r2c1=4",
        "search:mine: r2c4=7",
    ]
    assert last.counts == {"search:mine": 4}


def test_a_solver_that_finds_one_of_several_solutions_says_so(tmp_path: Path) -> None:
    mine = solver(tmp_path, "return search.solutions(grid)")
    for guard in (True, False):
        last = end(board(TWO_WAYS), [], mine, guard=guard)
        assert last.outcome == "solved"
        assert "this is one of several solutions" in last.notes


def test_a_solver_that_gives_up_leaves_the_run_stuck_with_its_reason(tmp_path: Path) -> None:
    last = end(board(ONE_WAY), [], solver(tmp_path, 'raise GaveUp("too hard")'))
    assert last.outcome == "stuck"
    assert last.why == ("strategies stuck after 0 steps, 4 cells open; mine gave up: too hard")


LIES = {
    "a wrong digit": (
        "yield Grid(grid.layout, [digit or 1 for digit in grid.digits])",
        "it gave a board that is not a solution",
    ),
    "none where there is one": ("return []", "it found no solution, though there is one"),
    "what is no board": ("yield 7", "it gave 7, which is not a board of this kind"),
    "an exception": ("raise ValueError('oh')", "ValueError: oh"),
}


@pytest.mark.parametrize(("body", "why"), LIES.values(), ids=list(LIES))
def test_a_solver_that_lies_is_named_and_its_board_not_believed(
    tmp_path: Path, body: str, why: str
) -> None:
    mine = solver(tmp_path, body)
    happened = events(board(ONE_WAY), [], mine)
    told = fault(happened)
    assert told.why == why
    assert (told.strategy.id, told.strategy.plugin) == ("search:mine", "my_file_0.py")
    assert told.line > 0
    last = happened[-1]
    assert isinstance(last, Ended)
    assert (last.outcome, last.grid) == ("stuck", board(ONE_WAY))


def test_a_solver_that_gives_one_solution_twice_lies_where_more_are_looked_for(
    tmp_path: Path,
) -> None:
    mine = solver(
        tmp_path,
        """
        (solution,) = search.solutions(grid)
        yield solution
        yield solution
        """,
    )
    unwatched = Loop([], LoopSettings(guard=False), mine).events(board(ONE_WAY), is_watched=False)
    assert fault([*unwatched]).why == "it gave the same solution twice"


def test_a_solver_that_uses_a_struck_candidate_is_not_believed(tmp_path: Path) -> None:
    struck = board(TWO_WAYS).apply(Step(eliminations=[Candidate(0, 1)]))
    mine = solver(
        tmp_path,
        """
        for solution in search.solutions(Grid(grid.layout, grid.digits)):
            if solution.digit(0) == 1:
                yield solution
        """,
    )
    assert fault(events(struck, [], mine)).why == (
        "its solution has 1 in r1c1, where it is not a candidate"
    )


def test_an_honest_solver_is_not_blamed_for_what_strategies_struck(tmp_path: Path) -> None:
    strategies = components(
        tmp_path,
        """
        @strategy("Astray", score=1, level="easy")
        def astray(grid):
            if len(grid.candidates(0)) == 2:
                yield Step(eliminations=[Candidate(0, 1), Candidate(12, 4)])
        """,
    )
    mine = solver(tmp_path, "return search.solutions(grid)")
    # With r1c1 4, r1c4 is 7 and r2c4 4; struck too, so no solution is left.
    last = end(board(TWO_WAYS), strategies, mine)
    assert last.outcome == "contradiction"
    assert last.why == ("no solution is left, though there are solutions: a strategy must be wrong")


def test_whoever_watches_sees_no_step_on_a_board_with_a_mistake_without_the_guard_either() -> None:
    wrong = board(ONE_WAY).apply(Step(eliminations=[Candidate(0, 1)]))
    assert end(wrong, bundled("naked_single"), guard=False).outcome == "contradiction"


def test_a_mistake_is_all_that_is_said_of_a_board_that_has_it() -> None:
    wrong = board(ONE_WAY).apply(Step(eliminations=[Candidate(0, 1)]))
    last = end(wrong, bundled("unique_rectangle_1"))
    assert (last.outcome, last.notes) == ("contradiction", ())


def test_a_run_says_that_the_oracle_gave_up() -> None:
    # Norvig's board without a solution, which takes long to refute.
    line = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
    last = end(Grid.parse(line), bundled("naked_single"))
    assert last.notes == ("the search gave up, so a mistake on the board may not show",)
