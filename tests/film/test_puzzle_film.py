"""The film of a puzzle: what each event of a run becomes."""

import json
from collections.abc import Iterable
from dataclasses import replace

import pytest

from sudoku_engine import (
    Ended,
    Event,
    Faulted,
    Found,
    Grid,
    Moved,
    Rejected,
    Started,
    Step,
    Stepped,
    TakenBack,
    Tried,
    solve,
)
from sudoku_engine.api.events import Author
from sudoku_frontends.film.document import MOST, film_document
from sudoku_frontends.pictures.board_picture import picture
from sudoku_frontends.pictures.event_scenes import scene_of, step_views
from sudoku_frontends.pictures.shapes import Disc, Shape
from sudoku_frontends.pictures.themes import THEMES
from tests.support import replays
from tests.support.pictures import OPEN, PAIR, at
from tests.support.played_films import Puzzle, boards
from tests.support.replays import PAIRS

FOUR = "1..4..1.......3."
MINE = Author("mine", "<b>Mine</b>", "my.py")
CASES = replays.CASES.replace(reason="either way")


def film_of(events: Iterable[Event], title: str = "") -> Puzzle:
    """The film of one puzzle as it is read from JSON."""
    return Puzzle.of(json.loads(json.dumps(film_document([(title, events)]))))


def stepped(step: Step, author: Author = PAIRS) -> list[Event]:
    after = OPEN.apply(step)
    ended = Ended("stuck", "strategies", after, 1, {author.id: 1}, 0.0)
    return [Started(OPEN, (author,)), Stepped(1, author, step, after), ended]


def kinds(puzzle: Puzzle) -> list[str]:
    return [moment["kind"] for moment in puzzle.record["moments"]]


def test_a_step_is_revealed_as_in_a_window() -> None:
    (*_, where, what, why, change, _) = film_of(stepped(PAIR)).views()
    told = [(each.words["stage"], each.words["title"]) for each in (where, what, why, change)]
    assert told == [
        ("where", "Look at row 5."),
        ("what", "1. Naked Pair"),
        ("why", "1. Naked Pair"),
        ("change", "1. Naked Pair"),
    ]
    assert [each.words["reason"] for each in (what, why)] == [
        "",
        "r5c2 and r5c8 hold only 6 and 9, so no other cell of row 5 can.",
    ]
    notation = "Naked Pair: 6,9 in r5c28 => r5c46<>6, r5c6<>9"
    assert [each.words["notation"] for each in (why, change)] == ["", notation]
    assert "text" not in change.moment  # it is the notation


@pytest.mark.parametrize("step", [PAIR, CASES], ids=["pair", "cases"])
def test_each_view_is_drawn_as_in_a_window_with_candidates_and_without(step: Step) -> None:
    events = stepped(step)
    puzzle = film_of(events)
    before = [OPEN, OPEN, events[-1].grid]  # type: ignore[union-attr]
    scenes = [
        replace(scene_of(event, grid, OPEN, **view._asdict()), has_words=False)
        for event, grid in zip(events, before)
        for view in step_views(event)
    ]
    for scene, view in zip(scenes, puzzle.views(), strict=True):
        for has_candidates in (True, False):
            drawn = puzzle.picture(view.parts, "dark", has_candidates)
            scene = replace(scene, has_candidates=has_candidates)
            right = picture(scene, THEMES["dark"], puzzle.boards["width"], puzzle.boards["height"])
            shapes = {name: len(shapes) for name, shapes in right if shapes}
            assert {name: len(found) for name, found in drawn.items()} == shapes


def test_the_cases_of_a_step_are_views_of_their_own() -> None:
    puzzle = film_of(stepped(CASES))
    seen = [view.words["stage"] for view in puzzle.views()]
    assert seen[1:-1] == ["where", "what", "why", "why", "why", "change"]
    reasons = [view.words["reason"] for view in puzzle.views()]
    assert reasons[3:6] == [
        "Case 1 of 2: 6 is in r5c2.",
        "Case 2 of 2: 6 is in r5c8.",
        "Either way.",
    ]


def test_a_step_has_the_cells_of_its_pattern_and_of_its_change() -> None:
    chain = Step(eliminations=at("r2c2", 5), links=[(at("r1c1", 5), at("r9c9", 5), True)])
    assert film_of(stepped(chain)).record["moments"][1]["pattern"] == [[0, 10, 80], [10]]


def test_the_board_can_be_followed_from_moment_to_moment() -> None:
    events = list(solve(FOUR).events)
    puzzle = film_of(events, "four.txt:1")
    seen = ["".join(digits).replace(" ", ".") for _, digits in boards(puzzle.record)]
    assert seen == [event.grid.line for event in events if not isinstance(event, Faulted)]
    assert puzzle.record["title"] == "four.txt:1"
    assert (puzzle.boards["layout"], puzzle.boards["symbols"]) == ("4x4", "1234")
    assert (puzzle.record["outcome"], puzzle.record["summary"][:7]) == ("solved", "Solved.")
    last = puzzle.record["moments"][-1]
    assert (last["progress"], last["counts"]) == (1, [["steps", "12"], ["open", "0"]])


def test_faults_and_refused_steps_are_moments() -> None:
    wrong = Rejected(MINE, PAIR, "a step contradicts the solution", 12, OPEN, (*at("r5c4", 6),))
    fault = Faulted(MINE, "ValueError: <script>", 7)
    ended = Ended("stuck", "strategies", OPEN, 0, {}, 0.0)
    puzzle = film_of([Started(OPEN), wrong, fault, ended])
    assert kinds(puzzle) == ["start", "refused", "fault", "end"]
    assert puzzle.record["moments"][1]["text"] == "At fault: <b>Mine</b> [my.py:12]"
    _, refused, faulted, _ = puzzle.views()
    crossed = puzzle.picture(refused.parts, "light")["cell 39"]
    plain = puzzle.picture(faulted.parts, "light")["cell 39"]
    assert len(crossed) > len(plain)
    assert faulted.words["reason"] == "ValueError: <script>."


def searched(moves: int, solutions: int = 0) -> list[Event]:
    tried: list[Event] = []
    for number in range(moves // 2):
        tried += [Tried(0, number % 9 + 1), TakenBack(0)]
    found = [Found(OPEN)] * solutions
    return [Started(OPEN), *tried, *found, Ended("stuck", "search", OPEN, 0, {}, 0.0)]


def test_a_search_is_shown_move_by_move() -> None:
    puzzle = film_of(searched(4))
    assert kinds(puzzle) == ["start", *["search"] * 4, "end"]
    digits = [moment["digits"] for moment in puzzle.record["moments"]]
    assert digits[1:5] == [[[0, "1"]], [[0, ""]], [[0, "2"]], [[0, ""]]]
    assert [view.words["title"] for view in puzzle.views()][1:3] == [
        "Search: r1c1=1",
        "Search: r1c1 back",
    ]


def test_a_long_search_says_how_much_is_left_out() -> None:
    most, more = MOST["search"], 2468
    puzzle = film_of(searched(most + more))
    assert kinds(puzzle).count("search") == most + 1
    assert [view.words["title"] for view in puzzle.views()][-2] == "2,468 moves later"
    moves = f"{(most + more) // 2:,}"
    reasons = [view.words["reason"] for view in puzzle.views()]
    assert reasons[-2] == f"{moves} moves, {moves} backtracks."


def test_of_many_solutions_only_the_first_and_the_last_are_shown() -> None:
    puzzle = film_of(searched(0, MOST["solution"] + 7))
    assert kinds(puzzle).count("solution") == MOST["solution"] + 1
    assert [view.words["title"] for view in puzzle.views()][-2] == "7 solutions later"


def test_moves_of_a_transformation_are_a_film() -> None:
    turned = Grid.parse("1234" + "." * 12)
    puzzle = film_of([Started(turned), Moved("turn it", turned), Moved("again", turned)])
    assert kinds(puzzle) == ["start", "move", "move"]
    texts = [moment["text"] for moment in puzzle.record["moments"]]
    assert texts == ["The puzzle", "1. turn it", "2. again"]
    assert [drawing["caption"] for drawing, _ in puzzle.drawings()] == ["1. turn it", "2. again"]


def test_a_run_that_was_left_is_a_film_as_far_as_it_went_with_who_found_its_steps() -> None:
    puzzle = film_of(stepped(PAIR, MINE)[:2])
    assert (puzzle.record["outcome"], puzzle.record["summary"]) == ("", "")
    assert kinds(puzzle) == ["start", "step"]
    assert puzzle.record["techniques"] == [["mine", "<b>Mine</b>", "my.py"]]
    assert [moment["technique"] for moment in puzzle.record["moments"]] == [None, 0]


def test_the_sheet_draws_steps_together_that_only_place_digits() -> None:
    puzzle = film_of(solve(FOUR).events)
    ((drawing, parts),) = puzzle.drawings()
    assert drawing["caption"].startswith("1 to 12 · ")
    rings = {name for name, shapes in puzzle.picture(parts, "light").items() if has_ring(shapes)}
    start = puzzle.record["line"]
    assert rings == {f"cell {cell}" for cell, digit in enumerate(start) if digit == "."}


def test_the_sheet_draws_a_step_that_eliminates_as_it_is_shown_last() -> None:
    puzzle = film_of(stepped(PAIR))
    ((drawing, parts),) = puzzle.drawings()
    assert drawing["caption"] == "1 · Naked Pair"
    assert drawing["below"][0] == "6,9 in r5c28 => r5c46<>6, r5c6<>9"
    assert parts == [*puzzle.views()][-2].parts


def has_ring(shapes: list[Shape]) -> bool:
    return any(isinstance(shape, Disc) for shape in shapes)


def test_what_is_no_film_yet_is_left_out() -> None:
    document = film_document([("", []), ("", [Started(Grid.parse(FOUR)), Found(Grid.parse(FOUR))])])
    assert [puzzle["title"] for puzzle in document["puzzles"]] == ["Puzzle 1"]


def test_puzzles_share_their_shapes() -> None:
    once = film_document([("a", solve(FOUR).events)])
    twice = film_document([("a", solve(FOUR).events), ("b", solve(FOUR).events)])
    assert len(twice["shapes"]) == len(once["shapes"])
    assert twice["parts"] == once["parts"]
    assert [puzzle["title"] for puzzle in twice["puzzles"]] == ["a", "b"]


def test_the_keys_are_those_of_a_window_but_for_closing_it() -> None:
    actions = [key["action"] for key in film_document([])["keys"]]
    assert {"play_or_pause", "forward", "back", "reveal", "other", "same", "theme"} <= {*actions}
    assert "quit" not in actions


def test_the_colours_of_the_page_are_those_of_the_themes() -> None:
    document = film_document([], theme="dark")
    colours = {part: document["palette"][number] for part, number in document["colours"].items()}
    assert colours["accent"] == tuple(theme.cause.edge for theme in THEMES.values())
    assert colours["ground"] == tuple(theme.ground for theme in THEMES.values())
    assert document["options"] == {"theme": "dark"}


def test_what_is_hidden_in_words_is_written_out() -> None:
    hidden = "\x1b[31m\u202e\ud800\0 in Persian: \u0646\u200c\u0645"
    causes = {f"als {hidden}": at("r5c2", 6, 9)}
    step = Step(eliminations=PAIR.eliminations, because=causes, reason=hidden)
    events = [Started(OPEN), Stepped(1, Author("mine", "Mine", hidden), step, OPEN.apply(step))]
    document = film_document([(hidden, events)])
    (film,) = document["puzzles"]

    shown = r"\x1b[31m\u202e\ud800\x00" + " in Persian: \u0646\u200c\u0645"
    assert film["title"] == shown
    assert film["techniques"][0][2] == shown
    assert shown in film["moments"][1]["views"][2]["reason"]
    assert film["moments"][1]["views"][2]["legend"][0][1] == f"als {shown}"
    json.dumps(document, ensure_ascii=False).encode()
