"""The film of a run, with keys pressed one by one, a clock set by hand and nothing to draw on."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from sudoku_engine import Branch, Candidate, Grid, Step
from sudoku_engine.api.events import (
    Author,
    Ended,
    Event,
    Found,
    Rejected,
    Started,
    Stepped,
    TakenBack,
    Tried,
)
from sudoku_engine.api.run import Run
from sudoku_frontends.pictures.board_picture import picture
from sudoku_frontends.pictures.shapes import Rect
from sudoku_frontends.pictures.themes import theme_named
from sudoku_frontends.player.film import Film
from sudoku_frontends.player.view import Click, Input, Key
from sudoku_plugins.session.playback import ACTIONS, BINDINGS, help_lines
from tests.support.editors import Window

SOLUTION = "1234 3412 2143 4321"
PUZZLE = ".2.. 3... ...3 .3.1"
NAMES = {"full_house": "Full House", "naked_single": "Naked Single", "mine": "Mine"}


def author(strategy: str) -> Author:
    return Author(strategy, NAMES[strategy], "my_strategy.py" if strategy == "mine" else None)


def solving(*strategies: str, puzzle: str = PUZZLE) -> Iterator[Event]:
    """Each of the strategies places one digit, in the order of the cells."""
    grid = Grid.parse(puzzle)
    answer = Grid.parse(SOLUTION).digits
    yield Started(grid)
    for number, strategy in enumerate(strategies, 1):
        cell = grid.open_cells[0]
        step = Step([Candidate(cell, answer[cell])], reason="it fits")
        grid = grid.apply(step)
        yield Stepped(number, author(strategy), step, grid)
    counts = Counter(strategies)
    yield Ended("stuck", "strategies", grid, len(strategies), counts, 0.1)


def searching(moves: int) -> Iterator[Event]:
    """A search that tries two digits in the first open cell, in turn."""
    grid = Grid.parse(PUZZLE)
    yield Started(grid)
    for move in range(moves):
        yield Tried(0, 1 + 3 * (move % 2))
        yield TakenBack(0)
    answer = Grid.parse(SOLUTION)
    yield Found(answer)
    yield Ended("solved", "search", answer, 0, {}, 0.1)


class Theatre(Window):
    """A film, what of its runs has happened, and what it last showed."""

    size = (640, 800)
    now = 100.0

    def __init__(self, *runs: Iterator[Event], count: int | None = None, **options: Any) -> None:
        self.drawn: list[Event] = []
        self.film = Film(self.runs(runs, count), **options)
        self.settle()

    def runs(self, runs: tuple[Iterator[Event], ...], count: int | None) -> Iterator[Run]:
        grid, listeners = Grid.parse(PUZZLE), [lambda run, event: self.drawn.append(event)]
        for index, events in enumerate(runs, 1):
            named: dict[str, Any] = {"index": index, "count": count}
            yield Run(grid, events, source=f"puzzles.txt:{index}", listeners=listeners, **named)

    def tick(self, *inputs: Input) -> None:
        self.film.tick(self, self.now, inputs)

    def settle(self) -> None:
        """Ticks, without time going on, until the film has what it wanted."""
        for _ in range(1000):
            self.tick()
            player = self.film.player
            is_still = player is not None and not player.is_moving
            if self.is_closed or (is_still and not self.film.is_waiting):
                return
            time.sleep(0.001)
        raise AssertionError("the film does not come to rest")

    def press(self, *keys: str) -> None:
        """Press keys, each when the one before it has taken effect."""
        for key in keys:
            self.tick(Key(key))
            self.settle()

    def wait(self, seconds: float) -> None:
        """Lets time go on."""
        self.now += seconds
        self.settle()


@pytest.fixture
def theatre() -> Iterator[Callable[..., Theatre]]:
    """What opens a theatre for some runs."""
    opened: list[Theatre] = []

    def open_theatre(*runs: Iterator[Event], **options: Any) -> Theatre:
        opened.append(Theatre(*runs, **options))
        return opened[-1]

    yield open_theatre
    for each in opened:
        each.film.stop()


Open = Callable[..., Theatre]
THREE = ("full_house", "full_house", "naked_single")


@pytest.fixture
def film(theatre: Open) -> Theatre:
    """The film of three steps."""
    return theatre(solving(*THREE))


def test_a_film_waits_on_the_given_board(film: Theatre) -> None:
    film.wait(60)
    assert film.scene.grid == Grid.parse(PUZZLE)
    assert film.scene.step is None
    assert [type(event) for event in film.drawn] == [Started]


def test_each_step_is_drawn_from_the_run_when_it_is_shown(film: Theatre) -> None:
    film.press("Right")
    assert film.scene.title == "1. Full House"
    assert len(film.drawn) == 2
    film.press("Right")
    assert film.scene.title == "2. Full House"
    assert len(film.drawn) == 3


def test_left_shows_what_was_there_before_and_draws_nothing(film: Theatre) -> None:
    film.press("Right")
    first = film.scene
    film.press("Right", "Left")
    assert film.scene == first
    film.press("Left", "Left", "Left")
    assert film.scene.step is None
    assert len(film.drawn) == 3


def test_end_goes_to_the_outcome_and_home_to_the_given_board(film: Theatre) -> None:
    film.press("End")
    assert film.scene.title.startswith("Stuck")
    assert isinstance(film.drawn[-1], Ended)
    film.press("Home")
    assert film.scene.step is None
    film.press("Right")
    assert film.scene.title == "1. Full House"


def test_at_the_end_the_film_stays_there(film: Theatre) -> None:
    film.press("End", "Right", "space")
    film.wait(10)
    assert film.scene.title.startswith("Stuck")
    assert not film.is_closed


def test_playing_shows_a_step_each_time_the_delay_is_over(theatre: Open) -> None:
    film = theatre(solving(*THREE), delay=0.8)
    film.press("space")
    assert film.scene.title == "1. Full House"
    film.wait(0.5)
    assert film.scene.title == "1. Full House"
    film.wait(0.4)
    assert film.scene.title == "2. Full House"
    film.press("space")
    film.wait(5)
    assert film.scene.title == "2. Full House"


def test_a_film_can_play_at_once_after_a_look_at_the_given_board(theatre: Open) -> None:
    film = theatre(solving(*THREE), is_playing=True, delay=0.8)
    assert film.scene.step is None
    film.wait(0.9)
    assert film.scene.title == "1. Full House"


def test_plus_and_minus_halve_and_double_the_delay(theatre: Open) -> None:
    film = theatre(solving(*THREE), delay=0.8)
    film.press("+", "+", "-")
    assert film.film.delay == 0.4
    assert "0.4 s" in film.scene.status


@pytest.mark.parametrize(
    ("steps", "keys", "title"),
    [
        (("full_house", "full_house", "naked_single", "full_house"), "n", "3. Naked Single"),
        (("full_house", "naked_single", "naked_single", "full_house"), "N", "4. Full House"),
        (("mine",), "", "1. Mine [my_strategy.py]"),
    ],
)
def test_n_goes_to_another_strategy_capital_n_to_the_same_and_a_file_is_named(
    theatre: Open, steps: tuple[str, ...], keys: str, title: str
) -> None:
    film = theatre(solving(*steps))
    film.press("Right", *keys)
    assert film.scene.title == title


def test_r_reveals_a_step_bit_by_bit(film: Theatre) -> None:
    film.press("r")
    assert film.scene.stage == "where"
    assert "Full House" not in film.scene.title
    assert (film.scene.reason, film.scene.notation) == ("", "")
    film.press("r")
    assert (film.scene.stage, film.scene.title) == ("what", "1. Full House")
    film.press("Return")
    assert (film.scene.stage, film.scene.reason) == ("why", "It fits.")
    film.press("r")
    assert (film.scene.stage, film.scene.notation) == ("change", "Full House: r1c1=1")
    film.press("r")
    assert film.scene.stage == "where"
    assert film.scene.grid.digits[0] == 1


def branching() -> Iterator[Event]:
    """A step that holds in both cases of r1c1."""
    grid = Grid.parse(PUZZLE)
    one, four = Candidate(0, 1), Candidate(0, 4)
    cases = [Branch("if r1c1 is 1", [one]), Branch("if r1c1 is 4", [four])]
    step = Step([Candidate(2, 3)], because=[one, four], reason="both say so", branches=cases)
    yield Started(grid)
    yield Stepped(1, author("full_house"), step, grid.apply(step))


def test_r_goes_through_the_branches_of_a_step_then_to_what_they_have_in_common(
    theatre: Open,
) -> None:
    film = theatre(branching())
    views = []
    for _ in range(6):
        film.press("r")
        views.append((film.scene.stage, film.scene.branch, film.scene.reason))
    assert views == [
        ("where", None, ""),
        ("what", None, ""),
        ("why", 0, "Case 1 of 2: if r1c1 is 1."),
        ("why", 1, "Case 2 of 2: if r1c1 is 4."),
        ("why", None, "Both say so."),
        ("change", None, "Both say so."),
    ]


def test_a_step_is_reported_when_its_last_stage_is_shown(film: Theatre) -> None:
    film.press("r", "r", "r")
    assert len(film.drawn) == 1  # Started
    film.press("r")
    assert len(film.drawn) == 2
    film.press("r", "Left")
    assert len(film.drawn) == 2  # going back reveals nothing more
    film.press("Right", "Left", "Right")
    assert [event.number for event in film.drawn if isinstance(event, Stepped)] == [1, 2]


def test_a_jump_ahead_reports_a_half_revealed_step_before_all_that_it_passes(film: Theatre) -> None:
    film.press("r", "r", "End", "Home", "Right", "r", "End")
    assert [type(event) for event in film.drawn] == [Started, *3 * [Stepped], Ended]
    assert [event.number for event in film.drawn if isinstance(event, Stepped)] == [1, 2, 3]


def test_a_step_that_was_shown_is_reported_even_if_the_film_is_closed_at_once(
    theatre: Open,
) -> None:
    film = theatre(solving(*THREE))
    film.press("r")
    film.tick(Key("Right"), Key("q"))
    film.film.stop()
    assert len(film.drawn) == 2
    film = theatre(solving(*THREE))
    film.press("Right", "r", "q")
    film.film.stop()
    assert len(film.drawn) == 2  # the second step was never shown whole


def test_a_film_says_which_step_of_how_many_once_that_is_known(film: Theatre) -> None:
    film.press("Right", "Right")
    assert film.scene.counts[0] == ("step", "2")
    film.press("End", "Left")
    assert film.scene.counts[0] == ("step", "3 of 3")


def test_a_film_says_which_puzzle_of_how_many(theatre: Open) -> None:
    film = theatre(solving(*THREE), solving("mine"), count=2)
    film.press("p")
    assert film.scene.title == "Puzzle 2 of 2"
    assert theatre(solving(*THREE), count=1).scene.title == "The puzzle"


def test_the_end_sums_up_the_techniques(theatre: Open) -> None:
    film = theatre(solving("full_house", "mine", "full_house"))
    film.press("End")
    assert film.scene.reason == "2 Full House, 1 Mine [my_strategy.py]."


def bar(film: Theatre, part: float) -> Click:
    """A click on the bar, `part` of its length from the left."""
    parts = picture(film.scene, theme_named("light"), *film.size)
    (shape, *_) = (
        shape
        for part in parts
        if part.name == "progress"
        for shape in part.shapes
        if isinstance(shape, Rect)
    )
    return Click(shape.x + part * shape.width, shape.y + shape.height + 2)


def test_a_click_on_the_bar_goes_to_the_first_board_that_is_as_full(theatre: Open) -> None:
    film = theatre(solving(*["full_house"] * 11))
    for part, title in [(5 / 11, "6. Full House"), (2 / 11, "3. Full House"), (0, "The puzzle")]:
        film.tick(bar(film, part))
        film.settle()
        assert film.scene.title == title
    assert len(film.drawn) == 7  # what comes after it is not known yet
    film.tick(bar(film, 1))
    film.settle()
    assert film.scene.title.startswith("Stuck")


def test_right_shows_a_half_revealed_step_whole_before_it_goes_on(film: Theatre) -> None:
    film.press("r", "Right")
    assert (film.scene.stage, film.scene.title) == ("change", "1. Full House")
    film.press("Right")
    assert (film.scene.stage, film.scene.title) == ("change", "2. Full House")


def refused() -> Iterator[Event]:
    """A good step, one that the guard refuses, and another good one."""
    events = list(solving("full_house", "full_house"))
    grid = Grid.parse(PUZZLE)
    wrong = Step([Candidate(0, 4)])
    yield from events[:2]
    yield Rejected(author("mine"), wrong, "it places 4 in r1c1, where 1 stands", 12, grid)
    yield from events[2:]


def test_a_fault_pauses_the_film_and_shows_the_wrong_step_with_its_line(theatre: Open) -> None:
    film = theatre(refused(), delay=0.1)
    film.press("space")
    for _ in range(10):
        film.wait(0.1)
    assert film.scene.is_fault
    assert film.scene.title == "At fault: Mine [my_strategy.py:12]"
    assert not film.film.is_playing
    film.press("space")
    assert film.scene.title == "2. Full House"


def test_keys_change_how_the_board_looks(film: Theatre) -> None:
    assert (film.scene.has_candidates, film.scene.has_labels, film.theme) == (True, True, "light")
    film.press("c", "l", "t")
    assert (film.scene.has_candidates, film.scene.has_labels, film.theme) == (False, False, "dark")
    film.press("c", "l", "t", "t")
    assert (film.scene.has_candidates, film.scene.has_labels, film.theme) == (True, True, "light")


def test_the_help_lists_every_key_and_goes_away(film: Theatre) -> None:
    film.press("?")
    assert film.scene.help == help_lines()
    assert len(film.scene.help) == len(BINDINGS)
    film.press("h")
    assert film.scene.help == ()


def test_every_key_can_be_pressed_at_any_time(theatre: Open) -> None:
    film = theatre(solving(*THREE), solving(*THREE))
    for key in sorted(set(ACTIONS) - {"q", "Control-q", "Control-w"}) * 2 + ["F5", "x"]:
        film.press(key)
    assert not film.is_closed


def test_a_click_is_a_step_and_the_right_button_goes_back(film: Theatre) -> None:
    film.tick(Click(10, 10))
    film.settle()
    assert film.scene.title == "1. Full House"
    film.tick(Click(10, 10, button=3))
    assert film.scene.step is None


def test_puzzles_are_begun_when_they_are_gone_to_and_kept(theatre: Open) -> None:
    film = theatre(solving(*THREE), solving("mine"))
    film.press("Right")
    assert "Puzzle 1" in film.title
    assert len(film.drawn) == 2
    film.press("p")
    assert "Puzzle 2" in film.title
    assert film.scene.step is None
    film.press("Right", "PageUp")
    assert "Puzzle 1" in film.title
    assert film.scene.title == "1. Full House"
    film.press("PageDown")
    assert film.scene.title == "1. Mine [my_strategy.py]"
    film.press("PageDown")
    assert "last" in film.scene.status


def test_q_closes_and_what_was_not_shown_stays_undone(theatre: Open) -> None:
    film = theatre(solving(*THREE), solving("mine"))
    film.press("Right", "q")
    assert film.is_closed
    film.film.stop()
    assert len(film.drawn) == 2


def test_without_any_run_the_window_closes(theatre: Open) -> None:
    assert theatre().is_closed


def test_a_search_goes_on_by_one_move_while_paused(theatre: Open) -> None:
    film = theatre(searching(50))
    film.press("Right")
    assert film.drawn[1:] == [Tried(0, 1)]
    assert film.scene.tried == 0b1
    assert film.scene.grid.digits[0] == 1
    film.press("Right")
    assert film.drawn[2:] == [TakenBack(0)]
    assert film.scene.tried == 0
    assert film.scene.reason == "1 move, 1 backtrack."


def test_a_search_is_played_at_the_speed_that_is_set(theatre: Open) -> None:
    film = theatre(searching(500), delay=0.01)
    film.press("space")
    begun = len(film.drawn)
    film.wait(0.2)
    assert 15 <= len(film.drawn) - begun <= 25


def test_end_runs_a_search_through_to_its_end(theatre: Open) -> None:
    film = theatre(searching(20_000))
    film.press("End")
    assert film.scene.title == "Solved"
    assert len(film.drawn) == 1 + 2 * 20_000 + 2


def test_a_search_on_its_way_is_shown_and_can_be_halted(theatre: Open) -> None:
    film = theatre(searching(3_000_000))
    film.tick(Key("End"))
    while not film.scene.title.startswith("Search"):
        film.tick()
    film.press("Home")
    assert 2 < len(film.drawn) < 3_000_000


def test_a_slow_strategy_does_not_hold_the_window_up(theatre: Open) -> None:
    goes_on = threading.Event()

    def slow() -> Iterator[Event]:
        start, *rest = solving("full_house")
        yield start
        goes_on.wait(20)
        yield from rest

    film = theatre(slow())
    film.tick(Key("Right"))
    film.now = time.monotonic() + 1
    film.tick()
    assert film.scene.status == "thinking…"
    film.tick(Key("?"))
    assert film.scene.help
    goes_on.set()
    film.settle()
    assert film.scene.title == "1. Full House"


def test_stopping_does_not_wait_for_a_strategy_that_hangs(theatre: Open) -> None:
    goes_on = threading.Event()

    def hanging() -> Iterator[Event]:
        yield Started(Grid.parse(PUZZLE))
        goes_on.wait(20)

    film = theatre(hanging())
    film.tick(Key("Right"))
    begun = time.monotonic()
    film.film.stop()
    assert time.monotonic() - begun < 5
    goes_on.set()


def test_what_a_run_raises_is_raised_in_the_tick() -> None:
    def broken() -> Iterator[Event]:
        yield Started(Grid.parse(PUZZLE))
        raise BrokenPipeError

    film = Theatre(broken())
    with pytest.raises(BrokenPipeError):
        film.press("Right")
    film.film.stop()
