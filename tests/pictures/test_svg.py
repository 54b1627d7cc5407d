"""Pictures as SVG: well formed, whole, and with words as they are; in notebooks, too."""

from xml.etree import ElementTree

from sudoku_engine import Candidate, Engine, Grid, Layout, Run, Step
from sudoku_frontends.pictures.board_picture import picture
from sudoku_frontends.pictures.image_files import bare_board
from sudoku_frontends.pictures.scene import Scene
from sudoku_frontends.pictures.shapes import Disc, Line, Part, Polygon, Rect, Shape, Text
from sudoku_frontends.pictures.svg import svg, svg_strip
from sudoku_frontends.pictures.themes import THEMES

SVG = "{http://www.w3.org/2000/svg}"


def drawn(*shapes: Shape) -> list[ElementTree.Element]:
    """The elements of one part of these shapes."""
    document = ElementTree.fromstring(svg([Part("cell 5", shapes)], 100, 50))
    return list(document.findall(f"{SVG}g/*"))


def test_the_document_tells_its_size_and_what_it_shows() -> None:
    document = ElementTree.fromstring(svg([], 640, 800, "11. Naked Pair", "6,9 in r5c28"))
    assert document.tag == f"{SVG}svg"
    assert document.get("viewBox") == "0 0 640 800"
    assert document.get("role") == "img"
    assert document.get("font-family", "").endswith("sans-serif")  # which is everywhere
    assert [child.text for child in document] == ["11. Naked Pair", "6,9 in r5c28"]


def test_each_part_is_a_group_with_its_name() -> None:
    parts = [Part("cell 5", (Rect(1, 2, 3, 4, "#ffffff"),)), Part("links", ())]
    document = ElementTree.fromstring(svg(parts, 100, 50))
    assert [group.get("id") for group in document.findall(f"{SVG}g")] == ["cell-5"]


def test_text_is_escaped() -> None:
    words = 'r5c4<>1 & "r7c4" ]]> \x07\uffff'
    (text,) = drawn(Text(1, 2, words, 10, "#000000"))
    assert text.text == r'r5c4<>1 & "r7c4" ]]> \x07\uffff'
    document = ElementTree.fromstring(svg([], 1, 1, "<b> & c", "a < b"))
    assert [child.text for child in document] == ["<b> & c", "a < b"]


def test_the_middle_of_a_digit_stands_at_its_height() -> None:
    (text,) = drawn(Text(30, 20, "5", 10, "#123456", bold=True, anchor="end"))
    # Digits are about 0.72 of the size high, so the base lies half of that below the middle.
    assert abs(float(text.get("y", "0")) - 23.6) < 0.3
    assert text.get("text-anchor") == "end"
    assert text.get("font-weight") == "bold"
    assert text.get("fill") == "#123456"


def test_shapes_are_drawn_where_they_are() -> None:
    rect, disc, polygon, line = drawn(
        Rect(1, 2, 3, 4, "#ffffff", "#000000", 2),
        Disc(10, 20, 5, "", "#0072b2", 1.5),
        Polygon(((0, 0), (4, 0), (0, 3)), "#e69f00"),
        Line(((0, 0), (1.23456, 9)), "#d55e00", 2, dashed=True),
    )
    assert [rect.get(key) for key in ("x", "y", "width", "height")] == ["1", "2", "3", "4"]
    assert (rect.get("fill"), rect.get("stroke"), rect.get("stroke-width")) == (
        *("#ffffff", "#000000"),
        "2",
    )
    assert (disc.get("fill"), disc.get("stroke"), disc.get("r")) == ("none", "#0072b2", "5")
    assert polygon.get("points") == "0,0 4,0 0,3"
    assert (line.get("points"), line.get("fill")) == ("0,0 1.23,9", "none")
    assert line.get("stroke-dasharray")


def test_a_strip_has_three_pictures_a_row_and_names_each_group_once() -> None:
    part = Part("title", (Text(1, 2, "a", 10, "#000000"),))
    document = ElementTree.fromstring(svg_strip([[part]] * 4, 100, 50))
    assert document.get("viewBox") == "0 0 300 100"
    moved = [group.get("transform") for group in document.findall(f"{SVG}g")]
    assert moved == ["translate(0 0)", "translate(100 0)", "translate(200 0)", "translate(0 50)"]
    names = [group.get("id") for group in document.findall(f"{SVG}g/{SVG}g")]
    assert len(set(names)) == 4


def test_a_whole_picture_is_well_formed_on_every_theme() -> None:
    grid = Grid.parse("12.. 34.. .... ....")
    step = Step(placements=[Candidate(2, 3)], houses=[grid.layout.rows[0]], reason="a < b & c")
    for theme in THEMES.values():
        parts = picture(Scene(grid, step, title="<1>", reason=step.reason), theme, 300, 400)
        document = ElementTree.fromstring(svg(parts, 300, 400))
        words = [text.text for text in document.iter(f"{SVG}text")]
        assert "<1>" in words
        assert "a < b & c" in words


def test_a_notebook_shows_a_grid_as_a_picture_of_its_digits() -> None:
    grid = Grid.parse("12.. 34.. .... ....")
    document = ElementTree.fromstring(grid._repr_svg_())
    given = [t.text for t in document.iter(f"{SVG}text") if t.get("font-weight") == "bold"]
    assert given == ["1", "2", "3", "4"]


def test_digits_and_candidates_are_drawn_with_the_signs_of_the_puzzle() -> None:
    grid = Grid.parse("01.. .... ..0. ...2")
    parts = picture(Scene(grid, has_candidates=True), THEMES["light"], 400, 400)
    document = ElementTree.fromstring(svg(parts, 400, 400))
    texts = {group.get("id"): group for group in document.iter(f"{SVG}g")}
    assert [text.text for text in texts["cell-0"].iter(f"{SVG}text")] == ["0"]
    assert [text.text for text in texts["cell-2"].iter(f"{SVG}text")] == ["2", "3"]


PUZZLE = "12.. 34.. ...1 ..2."


def words_in(svg: str) -> list[str]:
    return [str(text.text) for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]


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
