"""The page that a pupil gets back: what was wrong and right, and nothing that is not for pupils."""

from pathlib import Path

import pytest

from sudoku_engine import Grid, Step
from sudoku_engine.testing import Finding
from sudoku_plugins.grading.measurement import Figures
from sudoku_plugins.grading.reports import ClassReport, Result, feedback_page, write_feedback
from sudoku_plugins.grading.scheme import built_in
from sudoku_plugins.grading.submissions import Work

BOARD = Grid.parse("12.. 34.. .... ....")

WRONG = Finding(
    "line 9: you eliminate 3 from r1c3",
    BOARD,
    Step.parse("r1c3<>3", BOARD.layout),
    advice="leave out the cells of the pair <script>",
    check="true",
    about="a step contradicts the solution",
    ok=False,
)
RIGHT = Finding(check="named", about="it has a name", ok=True)
HIDDEN = Finding("on hidden boards: it is wrong", check="hidden_true", about="secret", ok=False)


def report(*results: Result) -> ClassReport:
    return ClassReport(results, built_in(), (), None, None)


@pytest.fixture
def page() -> str:
    figures = Figures(n_open=4, solved=1)
    ann = Result(Work("Ann <b>", "x/mine.py"), "mine", "My Pair", (WRONG, RIGHT, HIDDEN), figures)
    return feedback_page(report(ann), [0])


def test_a_page_says_what_is_wrong_with_the_board_and_how_to_mend_it(page: str) -> None:
    assert "line 9: you eliminate 3 from r1c3" in page
    assert "leave out the cells of the pair" in page
    assert "the step: r1c3&lt;&gt;3" in page
    assert "│ 1" in page


def test_a_page_says_what_is_right(page: str) -> None:
    assert "<li>it has a name</li>" in page
    assert "solved with its help: 1 of 4" in page


def test_a_page_says_nothing_of_hidden_boards(page: str) -> None:
    assert "secret" not in page
    assert "hidden" not in page


def test_a_page_runs_nothing_and_fetches_nothing(page: str) -> None:
    assert "<script" not in page
    assert "<b>" not in page
    assert not [word for word in ("src=", "href=", "url(") if word in page]


def test_every_pupil_has_a_page_of_a_name_that_a_file_may_have(tmp_path: Path) -> None:
    names = ("../ann", "Ann", "ann", "Zoë Ö", "...")
    write_feedback(
        report(*(Result(Work(name, ""), problem="gone") for name in names)), str(tmp_path)
    )

    pages = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    assert len(pages) == len(names)
    assert {"ann.html", "Zoë_Ö.html", "pupil.html"} < pages.keys()
    assert all("gone" in page for page in pages.values())
