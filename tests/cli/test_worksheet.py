"""Puzzles on sheets to print."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

SOLVED = "1234341221434321"
PUZZLE = "1.3434122.434321"
NEEDS_PAIR = "9613827453.2.479.67.4..9.32.379.5..4.95.34.7.146278359679453.2.423891567518726493"
TWO_WAYS = "..34 3412 ..43 4321".replace(" ", "")


class Sheet(HTMLParser):
    """The contents of a sheet: the sections, the captions, the digits drawn, all ids."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.sections = 0
        self.captions: list[str] = []
        self.ids: list[str] = []
        self.digits: list[str] = []
        self.open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.sections += tag == "section"
        self.ids += [value for name, value in attrs if name == "id" and value]
        if tag == "svg":
            self.digits.append("")

    def handle_endtag(self, tag: str) -> None:
        while self.open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self.open[-1:] == ["figcaption"]:
            self.captions.append(data)
        if self.open[-1:] == ["text"]:
            self.digits[-1] += data


def test_every_puzzle_stands_on_the_sheet_under_its_number(run: Any, tmp_path: Path) -> None:
    (tmp_path / "five.txt").write_text(f"{PUZZLE}\n" * 5, encoding="ascii")

    told = run("worksheet", "five.txt", "--per-page", "4")

    page = Sheet(told.out)
    assert told.status == 0
    assert page.sections == 2
    assert page.captions == ["1", "2", "3", "4", "5"]
    assert page.digits == [PUZZLE.replace(".", "")] * 5
    assert len(set(page.ids)) == len(page.ids)


def test_solutions_stand_on_a_sheet_of_their_own(run: Any) -> None:
    told = run("worksheet", PUZZLE, "--solutions", "--title", "Tom & Ann")

    page = Sheet(told.out)
    assert page.sections == 2
    assert page.captions == ["1", "1"]
    assert page.digits == [PUZZLE.replace(".", ""), SOLVED]
    assert "<h1>Tom &amp; Ann: solutions</h1>" in told.out


def test_a_long_title_is_small_so_that_the_boards_stay_on_their_sheet(run: Any) -> None:
    told = run("worksheet", PUZZLE, "--title", "A title of " + "very " * 12 + "many words")
    assert '<h1 style="font-size: 10.7pt">A title of' in told.out


def test_a_puzzle_with_several_solutions_is_told_and_printed_without_one(
    run: Any, tmp_path: Path
) -> None:
    (tmp_path / "two.txt").write_text(f"{TWO_WAYS}\n{PUZZLE}\n", encoding="ascii")

    told = run("worksheet", "two.txt", "--solutions")

    assert told.status == 1
    assert told.err == "two.txt:1: 2+ solutions: its place among the solutions stays empty\n"
    assert Sheet(told.out).captions == ["1", "2", "2"]


def test_the_name_of_a_puzzle_is_above_it_and_its_steps(run: Any, tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text(f"{PUZZLE} # Easter\n", encoding="ascii")

    told = run("worksheet", "one.txt", "--levels", "--steps")

    assert Sheet(told.out).captions[0] == "1 · easy · Easter"
    assert "<h1>Puzzle 1, Easter, step by step</h1>" in told.out


def test_candidates_fill_their_cells(run: Any) -> None:
    for command in (["worksheet", "--candidates"], ["practise", "naked_pair", "--from"]):
        file = "sheet.html"
        run(*command, NEEDS_PAIR, "-o", file)
        page = Path(file).read_text(encoding="utf-8")
        sizes = set(map(float, re.findall(r'font-size="([\d.]+)"', page.split("</section>")[0])))
        cell, candidate = 48, sorted(sizes)[-2]
        assert candidate > 0.3 * cell


def test_candidates_are_drawn_where_they_are_wanted(run: Any) -> None:
    told = run("worksheet", PUZZLE, "--candidates")

    (digits,) = Sheet(told.out).digits
    assert sorted(digits) == sorted(SOLVED)  # each open cell has its one candidate


def test_each_sheet_of_puzzles_has_lines_for_name_and_date(run: Any, tmp_path: Path) -> None:
    (tmp_path / "three.txt").write_text(f"{PUZZLE}\n" * 3, encoding="ascii")

    told = run("worksheet", "three.txt", "--per-page", "2", "--solutions")

    assert Sheet(told.out).sections == 3
    assert told.out.count("Name <span></span> Date <span></span>") == 2
    assert "Name" not in run("worksheet", PUZZLE, "--no-name").out


def test_the_fewer_puzzles_on_a_sheet_the_larger_they_are(run: Any) -> None:
    widths = [
        float(re.findall(r"repeat\(\d, ([\d.]+)cm\)", told.out)[0])
        for number in ("1", "2", "4", "6", "9", "12")
        for told in [run("worksheet", PUZZLE, "--per-page", number)]
    ]
    assert widths == sorted(widths, reverse=True)
    assert widths[0] == 19.3


def test_steps_are_drawn_on_sheets_of_their_own(run: Any) -> None:
    told = run("worksheet", NEEDS_PAIR, "--steps", "--title", "Pairs")

    page = Sheet(told.out)
    assert told.status == 0
    assert page.sections == 2
    assert "<h1>Pairs: puzzle 1, step by step</h1>" in told.out
    assert page.captions[:2] == ["1", "1 · Naked Pair"]
    assert any(re.match(r"\d+ to \d+ · .*Naked Single", caption) for caption in page.captions)
    assert "<p>1,8 in r37c7 =&gt; r45c7&lt;&gt;1, r45c7&lt;&gt;8</p>" in told.out
    assert len(set(page.ids)) == len(page.ids)


def test_many_singles_have_several_drawings_and_stand_below_in_their_order(run: Any) -> None:
    told = run("worksheet", PUZZLE, "--steps")

    spans = [caption.split(" · ")[0] for caption in Sheet(told.out).captions[1:]]
    numbers = [(int(first), int(last)) for first, _, last in map(str.split, spans)]
    below = re.findall(r"<p>((?:r\dc\d=\d(?:, )?)+)</p>", told.out)
    placed = [text.split(", ") for text in below]
    assert [last - first + 1 for first, last in numbers] == [len(each) for each in placed]
    assert max(map(len, placed)) <= 12
    assert sum(map(len, placed)) == PUZZLE.count(".")


def test_a_puzzle_that_no_strategy_finishes_is_told(run: Any) -> None:
    told = run("worksheet", TWO_WAYS, "--steps")

    assert told.status == 1
    assert told.err.endswith("the steps end before the puzzle is solved\n")


@pytest.mark.parametrize("arguments", [(), ("--solutions",), ("--steps",)])
def test_nothing_is_written_where_there_is_no_puzzle(
    run: Any, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    (tmp_path / "bad.txt").write_text("12\n", encoding="ascii")

    told = run("worksheet", "bad.txt", *arguments, "-o", "sheet.html")

    assert told.status == 2
    assert not (tmp_path / "sheet.html").exists()
