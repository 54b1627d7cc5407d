"""What a notebook shows of steps, runs and results."""

from __future__ import annotations

from xml.etree import ElementTree

from sudoku_engine import Candidate, Engine, Layout, Run, Step
from sudoku_frontends.pictures.image_files import bare_board

PUZZLE = "12.. 34.. ...1 ..2."


def words_in(svg: str) -> list[str]:
    texts = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
    return [str(text.text) for text in texts]


def test_a_step_alone_is_shown_with_the_candidates_that_it_names() -> None:
    step = Step.parse("Naked Pair: 1,8 in r48c4 => r57c4<>1, r7c4<>8")
    grid = bare_board(step, Layout.named("9x9"))
    named = {str(grid.layout.cells[cell]): set(grid.candidates(cell)) for cell in grid.open_cells}
    assert {cell: digits for cell, digits in named.items() if digits} == {
        "r5c4": {1},
        "r7c4": {1, 8},
    }
    assert "1,8 in r48c4 => r57c4<>1, r7c4<>8" in words_in(step._repr_svg_())


def test_a_step_is_shown_on_a_board_of_its_size() -> None:
    layout = Layout.named("4x4")
    step = Step([Candidate(layout.cell("r2c3"), 1)], houses=[layout.rows[1]], reason="so it is")
    words = words_in(step._repr_svg_())
    assert "So it is." in words
    assert "c4" in words
    assert "c5" not in words


def test_a_step_with_cells_and_digits_that_do_not_exist_has_a_picture() -> None:
    assert "<svg" in Step([Candidate(-1, 5), Candidate(2000, 5), Candidate(0, 77)])._repr_svg_()
    assert "<svg" in Step()._repr_svg_()


def test_a_run_shows_what_happened_last_and_a_picture_makes_nothing_happen() -> None:
    with Engine() as engine:
        found = engine.solve(PUZZLE)
    run = Run(found.puzzle, iter(found.events))
    assert "The puzzle" in words_in(run._repr_svg_())
    assert run.last is None
    next(run)
    next(run)
    svg = run._repr_svg_()
    assert "1. Naked Single" in words_in(svg)
    assert found.puzzle.line in svg  # the board before the step
    run.drain()
    assert "Solved" in words_in(run._repr_svg_())


def test_a_result_shows_its_outcome() -> None:
    with Engine() as engine:
        found = engine.solve(PUZZLE)
        stuck = engine.solve("1... .... .... ....", fallback=None)
    assert "Solved" in words_in(found._repr_svg_())
    assert "Stuck: no strategy finds a step" in words_in(stuck._repr_svg_())


def test_pictures_with_words_leave_room_in_a_notebook() -> None:
    with Engine() as engine:
        step = engine.hint(PUZZLE)
        found = engine.solve("." * 81, strategies=["naked_single"], fallback=None)
    assert step is not None
    widths = [ElementTree.fromstring(each._repr_svg_()).get("width") for each in (step, found)]
    assert widths == ["356", "480"]
