"""Events as scenes, their words, and whether what is drawn can be seen."""

from dataclasses import replace
from itertools import combinations
from math import dist

import pytest

from sudoku_engine import Candidate, Grid, Step
from sudoku_engine.api.events import (
    Author,
    Ended,
    Moved,
    Rejected,
    Started,
    Stepped,
    TakenBack,
    Tried,
)
from sudoku_frontends.pictures.event_scenes import scene_of, scenes_of
from sudoku_frontends.pictures.page_geometry import frame_of
from sudoku_frontends.pictures.scene import Scene
from sudoku_frontends.pictures.shapes import Line, Polygon, Shape, Text
from sudoku_frontends.pictures.text_metrics import fitted, text_width, wrapped
from sudoku_frontends.pictures.themes import THEMES, Theme, contrast, theme_named
from tests.support.pictures import (
    EVERYTHING,
    NINE,
    OPEN,
    PAIR,
    SIZE,
    at,
    looks,
    parts_of,
    words_of,
)


def test_a_long_reason_becomes_smaller_and_is_not_cut() -> None:
    reason = " ".join(f"r{i % 9 + 1}c{i % 7 + 1} holds only {i}," for i in range(60))
    words = words_of(parts_of(Scene(OPEN, title="A", reason=reason)), "title")
    assert words[0] == "A"
    assert " ".join(words[1:]) == reason


def test_the_notation_of_a_large_net_is_shortened_but_for_its_effect() -> None:
    pattern = "r1c1=2, r3c4=5 (row 3), " * 200
    scene = Scene(OPEN, notation=f"Forcing Net: {pattern}=> r1c1<>2")
    shapes = [shape for shape in parts_of(scene)["notation"] if isinstance(shape, Text)]
    words = " ".join(shape.text for shape in shapes)
    assert words.startswith("Forcing Net: r1c1=2, r3c4=5 (row 3), ")
    assert words.endswith("… => r1c1<>2")
    frame = frame_of(NINE, *SIZE)
    assert all(shape.size > 0.5 * frame.text for shape in shapes)
    assert shapes[-1].y + shapes[-1].size / 2 < frame.notation.y + frame.notation.height


def test_a_word_without_end_is_broken_and_spaces_between_words_stay() -> None:
    lines = wrapped("x" * 50, 10, 100)
    assert "".join(lines) == "x" * 50
    assert all(text_width(line, 10) <= 100 for line in lines)
    assert wrapped("space play   q quit", 10, 1000) == ["space play   q quit"]


def test_fitted_words_fit() -> None:
    lines, size = fitted("a few words that are too many for this " * 5, 20, 200, 50)
    assert len(lines) * size * 1.2 <= 50
    assert all(text_width(line, size) <= 200 for line in lines)


def test_widths_are_not_less_than_those_of_dejavu() -> None:
    fonts = pytest.importorskip("PIL.ImageFont", reason="widths of letters are measured by Pillow")
    for name, bold in (("DejaVuSans.ttf", False), ("DejaVuSans-Bold.ttf", True)):
        try:
            font = fonts.truetype(name, 100)
        except OSError:
            pytest.skip("DejaVu Sans is not here")
        for text in (PAIR.reason, "Naked Pair: 1,8 in r48c4 => r57c4<>1", "WWW", "11. X-Wing"):
            assert font.getlength(text) <= text_width(text, 100, bold) * 1.001


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_marks_stand_out_from_the_board(theme: Theme) -> None:
    for name, look in looks(theme).items():
        for ground in (theme.board, look.tint, theme.house.tint):
            assert contrast(look.edge, ground) >= 3, (name, ground)
        assert contrast(look.text, look.fill) >= 4.5, name
    for colour in (theme.link, theme.selected, theme.tried):
        assert contrast(colour, theme.board) >= 3


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_digits_and_words_are_readable(theme: Theme) -> None:
    for colour in (theme.given, theme.placed, theme.note, theme.tried):
        for ground in (theme.board, *(look.tint for look in looks(theme).values())):
            assert contrast(colour, ground) >= 4.5, (colour, ground)
    for look in (theme.cause, *theme.roles):
        assert contrast(theme.eliminated.text, look.tint) >= 4.5
        assert contrast(theme.eliminated.edge, look.tint) >= 3
    for colour in (theme.word, theme.soft):
        assert contrast(colour, theme.ground) >= 4.5
    assert contrast(theme.faint, theme.board) >= 4.5
    assert contrast(theme.given, theme.board) > 2 * contrast(theme.faint, theme.board)


def test_contrast_is_that_of_wcag() -> None:
    # The darkest grey that is enough for small text on white is #767676, with 4.54:1.
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.005)


# Machado, Oliveira and Fernandes 2009, severity 1.0; they apply to linear light.
BLINDNESS = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def seen(colour: str, blindness: str) -> tuple[float, float, float]:
    """CIE L*a*b* (D65) of a colour as it is seen."""
    light = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    light = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in light]
    rows = BLINDNESS[blindness]
    r, g, b = (min(max(sum(m * c for m, c in zip(row, light)), 0), 1) for row in rows)
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@pytest.mark.parametrize("blindness", BLINDNESS)
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_marks_of_a_step_stay_apart_without_some_colours(theme: Theme, blindness: str) -> None:
    marks = [theme.cause.edge, theme.eliminated.edge, theme.placing.edge]
    for one, other in combinations(marks, 2):
        assert dist(seen(one, blindness), seen(other, blindness)) > 15, (one, other)


def kind_of_shape(shape: Shape) -> tuple[object, ...]:
    """A shape without its colours and its place."""
    if isinstance(shape, Polygon):
        wide = len({round(x, 1) for x, _ in shape.points})
        return "polygon", len(shape.points), wide
    if isinstance(shape, Line):
        return "line", len(shape.points), shape.dashed
    return (type(shape).__name__,)


def test_marks_of_different_meaning_differ_in_shape() -> None:
    """Each sign of the legend, without its colours, is like no other."""
    roles = {f"role {digit}": at("r9c9", digit) for digit in range(1, 6)}
    step = Step(
        placements=at("r1c1", 5),
        eliminations=at("r5c4", 6),
        because={"cause": at("r5c2", 6), **roles},
        houses=[NINE.rows[4]],
        links=[(at("r5c2", 6), at("r9c9", 1), True), (at("r9c9", 1), at("r5c2", 6), False)],
    )
    legend = parts_of(replace(EVERYTHING, step=step))["legend"]
    signs: dict[str, tuple[object, ...]] = {}
    sign: list[object] = []
    for shape in legend:
        if isinstance(shape, Text):
            signs[shape.text] = tuple(sign)
            sign = []
        else:
            sign.append(kind_of_shape(shape))
    assert len(signs) == 16
    assert len(set(signs.values())) == 15


def test_an_unknown_theme_is_told_with_the_near_name() -> None:
    with pytest.raises(Exception, match="unknown theme 'drak': did you mean 'dark'"):
        theme_named("drak")


PAIRS = Author("naked_pair", "Naked Pair")
MINE = Author("my_pair", "My Pair", "my_strategy.py")


def test_a_step_is_shown_on_the_board_before_it_with_its_number_name_reason_and_notation() -> None:
    after = OPEN.apply(PAIR)
    scene = scene_of(Stepped(11, PAIRS, PAIR, after), OPEN)
    assert (scene.grid, scene.step) == (OPEN, PAIR)
    assert scene.title == "11. Naked Pair"
    assert scene.reason == "r5c2 and r5c8 hold only 6 and 9, so no other cell of row 5 can."
    assert scene.notation == "Naked Pair: 6,9 in r5c28 => r5c46<>6, r5c6<>9"
    assert scene.counts == (("open", "81"),)
    own = scene_of(Stepped(2, MINE, PAIR, OPEN), OPEN)
    assert own.title == "2. My Pair [my_strategy.py]"


def test_a_scene_says_no_more_than_its_stage_reveals() -> None:
    event = Stepped(11, PAIRS, PAIR, OPEN)
    where = scene_of(event, OPEN, stage="where")
    assert (where.title, where.reason, where.notation) == ("Look at row 5.", "", "")
    what = scene_of(event, OPEN, stage="what")
    assert (what.title, what.reason, what.notation) == ("11. Naked Pair", "", "")
    why = scene_of(event, OPEN, stage="why")
    assert (bool(why.reason), why.notation) == (True, "")


def test_a_refused_step_shows_which_of_its_claims_is_false(classic_boards: list[object]) -> None:
    puzzle, solution, _ = classic_boards[0]  # type: ignore[misc]
    first, second = puzzle.open_cells[:2]
    right = Candidate(first, int(solution[first]))
    false = Candidate(second, int(solution[second]))
    step = Step(placements=[right], eliminations=[false])
    scene = scene_of(Rejected(MINE, step, "it eliminates too much", 12, puzzle, (false,)), puzzle)
    assert scene.is_fault
    assert scene.refuted == (false,)
    assert scene.title == "At fault: My Pair [my_strategy.py:12]"


def test_progress_is_the_part_of_the_open_cells_that_is_filled() -> None:
    start = Grid.parse("12.. 34.. .... ....")
    half = start.apply(Step(placements=[Candidate(c, 1) for c in start.open_cells[:3]]))
    assert scene_of(Stepped(4, PAIRS, Step(), half), half, start).progress == pytest.approx(0.25)


def test_a_film_shows_each_step_on_the_board_that_it_was_found_on() -> None:
    start = Grid.parse("12.. 34.. .... ....")
    step = Step(placements=[Candidate(start.open_cells[0], 3)])
    after = start.apply(step)
    events = [
        Started(start),
        Stepped(1, PAIRS, step, after),
        Ended("stopped", "strategies", after, 1, {}, 0.0, "after 1 step"),
    ]
    first, second, third = scenes_of(events)
    assert (first.grid, first.step) == (start, None)
    assert (second.grid, second.step) == (start, step)
    assert second.counts == (("step", "1 of 1"), ("open", "12"))
    assert (third.grid, third.title, third.reason) == (after, "Stopped", "After 1 step.")


def test_a_search_shows_what_it_tried_and_where_it_is_and_tells_its_counts() -> None:
    start = Grid.parse("12.. 34.. .... ....")
    end = Ended("stopped", "search", start, 0, {}, 0.0, "2 s")
    scenes = list(scenes_of([Started(start), Tried(2, 3), Tried(3, 4), TakenBack(3), end]))
    assert scenes[1].title == "Search: r1c3=3"
    assert [scene.grid.digits[2:4] for scene in scenes[1:4]] == [(3, 0), (3, 4), (3, 0)]
    assert [scene.tried for scene in scenes[1:4]] == [1 << 2, 3 << 2, 1 << 2]
    assert [scene.selected for scene in scenes[:4]] == [0, 1 << 2, 1 << 3, 1 << 3]
    assert scenes[3].reason == "2 moves, 1 backtrack."
    assert (scenes[4].title, scenes[4].reason) == ("Stopped", "2 s; 2 moves, 1 backtrack.")


def test_a_move_shows_which_cells_changed_and_moves_that_are_over_have_not_been_stopped() -> None:
    start = Grid.parse("12.. 34.. .... ....")
    after = Grid.parse("34.. 12.. .... ....")
    end = Ended("stopped", "search", after, 0, {}, 0.0, "1 move made")
    _, move, last = scenes_of([Started(start), Moved("swap rows 1 and 2", after), end])
    assert (move.title, move.moved) == ("1. swap rows 1 and 2", 0b110011)
    assert (last.title, last.reason) == ("The end", "1 move made.")
    assert not last.has_candidates
