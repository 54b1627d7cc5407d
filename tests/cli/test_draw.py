"""The command ``draw``: a picture of a board, and of a step on it."""

import re
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

SVG = "{http://www.w3.org/2000/svg}"

# Two cells are open in row 1, so r1c4 is the only place of 4 there; full houses do the rest.
SMALL = "123. 341. 2143 4321"


def words(document: str) -> list[str | None]:
    return [text.text for text in ElementTree.fromstring(document).iter(f"{SVG}text")]


def test_a_board_is_drawn_to_standard_output_as_svg(run: Any) -> None:
    done = run("draw", SMALL)
    assert (done.status, done.err) == (0, "")
    document = ElementTree.fromstring(done.out)
    bold = [t.text for t in document.iter(f"{SVG}text") if t.get("font-weight") == "bold"]
    assert "".join(map(str, bold)) == "12334121434321"


def test_a_step_is_drawn_with_its_name_and_notation(run: Any) -> None:
    done = run("draw", "--step", "1", SMALL)
    assert done.status == 0
    assert "1. Full House" in words(done.out)
    assert any(re.fullmatch(r"Full House: .*r[12]c4=[24]", str(word)) for word in words(done.out))
    assert "placed" in words(done.out)


def test_the_board_is_the_one_before_the_step(run: Any) -> None:
    first, second = (run("draw", "--step", number, SMALL).out for number in ("1", "2"))
    assert "open 2" in words(first)
    assert "open 1" in words(second)


def test_without_the_answer_neither_change_nor_reason_is_told(run: Any) -> None:
    whole = run("draw", "--step", "1", SMALL).out
    asked = run("draw", "--step", "1", "--no-answer", SMALL).out
    assert "1. Full House" in words(asked)
    assert "placed" not in words(asked)
    assert "=" not in "".join(map(str, words(asked)))
    told = {str(word) for word in words(whole)} - {str(word) for word in words(asked)}
    assert any("r1c4" in word or "r2c4" in word for word in told)
    assert "r1c4" not in asked
    assert "r2c4" not in asked


def test_the_stage_says_how_much_is_revealed(run: Any) -> None:
    where = words(run("draw", "--step", "1", "--show", "where", SMALL).out)
    assert any(str(word).startswith("Look at ") for word in where)
    assert "1. Full House" not in where


CASES = """
from sudoku_engine import Branch, Candidate, Step, strategy


@strategy("Cases", score=1, level="easy", sizes=(4,))
def cases(grid):
    if not grid.digits[3]:
        yield Step(
            placements=[Candidate(3, 4)],
            because={"cause": [Candidate(3, 4)]},
            branches=[
                Branch(f"if r1c4 is {digit}", {"on": [Candidate(3, digit)]}) for digit in (1, 4)
            ],
            reason="both ways r1c4 is 4",
        )
"""


def test_a_case_of_a_step_is_drawn_in_place_of_what_all_have_in_common(
    tmp_path: Path, run: Any
) -> None:
    (tmp_path / "mine.py").write_text(CASES)
    arguments = ("draw", "-p", "mine.py", "--step", "1")
    second = words(run(*arguments, "--case", "2", SMALL).out)
    assert "Case 2 of 2: if r1c4 is 4." in second
    assert {"on", "cause"} < {*second}
    assert "placed" not in second
    assert "Both ways r1c4 is 4." in words(run(*arguments, SMALL).out)
    done = run(*arguments, "--case", "3", SMALL)
    assert (done.status, done.err) == (2, "step 1 has 2 cases, so --case is 1 to 2\n")


def bad(option: str, why: str) -> str:
    """The line about a wrong value of an option."""
    program = "sudoku-engine draw"
    return f"{program}: invalid value for '{option}': {why} (see {program} --help)"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--step", "9"], "the run has 2 steps, so --step is 1 to 2"),
        (["--step", "0"], bad("--step", "0 is not in the range 1 or more")),
        (["--step", "x"], bad("--step", "'x' is not a valid whole number")),
        (["--size", "big"], bad("--size", "'big' is not WIDTHxHEIGHT in pixels, such as 640x800")),
        (["--size", "9x9"], bad("--size", "width and height must be 100 to 4000 pixels, not 9x9")),
        (["--show", "why"], "--show says how much of a step to draw: name the step by --step N"),
        (["--case", "1"], "--case says which case of a step to draw: name the step by --step N"),
        (["--step", "1", "--case", "1"], "step 1 has no cases: leave --case out"),
        (["-o", "a.svq"], "a.svq: draw writes no .svq: did you mean .svg?"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_line(run: Any, arguments: list[str], why: str) -> None:
    done = run("draw", *arguments, SMALL)
    assert (done.status, done.out, done.err) == (2, "", f"{why}\n")


def test_a_solved_board_has_no_step_to_draw(run: Any) -> None:
    done = run("draw", "--step", "1", "1234 3412 2143 4321")
    assert done == (2, "", "the run has no steps to draw: leave --step out\n")


def test_size_candidates_and_colours_are_those_asked_for(run: Any) -> None:
    document = ElementTree.fromstring(run("draw", "--size", "1280x720", SMALL).out)
    assert document.get("viewBox") == "0 0 1280 720"
    puzzle = "12.. 34.. .... ...."
    assert len(words(run("draw", puzzle).out)) > 4 + 8
    assert len(words(run("draw", "--no-candidates", puzzle).out)) == 4 + 8
    assert run("draw", "--theme", "dark", SMALL).out != run("draw", SMALL).out
    assert run("draw", "--theme", "drak", SMALL).status == 2


def test_a_picture_is_written_to_a_file(run: Any, tmp_path: Path) -> None:
    done = run("draw", SMALL, "-o", "board.svg")
    assert (done.status, done.out, done.err) == (0, "", "")
    assert ElementTree.parse(tmp_path / "board.svg").getroot().tag == f"{SVG}svg"


def test_the_kind_of_file_is_told_by_its_end(run: Any, tmp_path: Path) -> None:
    pytest.importorskip("PIL", reason="PNG is made by Pillow")
    assert run("draw", "--step", "1", SMALL, "-o", "board.png").status == 0
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(("command", "file"), [("draw", "board.png"), ("solve", "film.gif")])
def test_without_pillow_a_png_or_film_is_refused_with_what_to_install(
    command: str, file: str, run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    told = "PNG and GIF need Pillow: pip install '.[images]' in the project's folder\n"
    assert run(command, SMALL, "-o", file) == (2, "", told)
    assert not (tmp_path / file).exists()


def test_a_strategy_at_fault_is_told_and_the_picture_is_drawn(run: Any, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from sudoku_engine import strategy\n\n\n"
        '@strategy("Mine", score=1, level="easy", sizes=(4,))\n'
        "def mine(grid):\n"
        '    raise ValueError("oh")\n',
        encoding="utf-8",
    )
    done = run("draw", "-p", "mine.py", "--step", "1", SMALL)
    assert done.status == 2
    assert "mine is at fault" in done.err
    assert "1. Full House" in words(done.out)


def test_without_the_answer_what_lies_outside_the_houses_is_not_told_apart(
    run: Any, tmp_path: Path
) -> None:
    """Cells that a step does not concern are drawn fainter, so a cell that is not tells of it."""
    for folder, cell in (("one", 14), ("other", 15)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.py").write_text(
            "from sudoku_engine import Candidate, Step, strategy\n\n\n"
            '@strategy("Mine", score=1, level="easy", sizes=(4,))\n'
            "def mine(grid):\n"
            "    row = grid.layout.rows[0]\n"
            "    because = [Candidate(2, 3)]\n"
            f"    yield Step(eliminations=[Candidate({cell}, 3)], because=because, houses=[row])\n",
            encoding="utf-8",
        )
    puzzle = "12.. 34.. .... ...."
    common = ("draw", "--step", "1", "--no-answer", "--config", "free.yaml", puzzle)
    (tmp_path / "free.yaml").write_text("loop: {guard: false}\n", encoding="ascii")
    one, other = (run(*common, "-p", f"{folder}/mine.py") for folder in ("one", "other"))
    assert one.status == 0
    assert one.out == other.out
