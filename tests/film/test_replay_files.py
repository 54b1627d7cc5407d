"""Replays as files: the reporter ``html`` and the ending ``.html``."""

import os
from pathlib import Path
from typing import Any

import pytest

from tests.support.files import write
from tests.support.played_films import Record, document_in
from tests.support.samples import thorough

FOUR, FOUR_SOLVED = "1..4..1.......3.", "1324241331424231"
EASY = "123.3412214.4321"


def document(file: str = "replay.html") -> Record:
    return document_in(Path(file).read_text(encoding="utf-8"))


def test_solve_writes_a_replay_beside_its_answers(run: Any) -> None:
    assert run("solve", "-q", FOUR, "-o", "replay.html") == (0, f"{FOUR_SOLVED}\n", "")
    (puzzle,) = document()["puzzles"]
    assert puzzle["line"] == FOUR
    assert puzzle["outcome"] == "solved"


def test_many_puzzles_are_in_one_file_and_what_stands_behind_one_is_its_title(run: Any) -> None:
    write(Path(), "two.txt", f"{FOUR}\n12x4\n{EASY}, Whitsun\n")
    done = run("solve", "two.txt", "-o", "replay.html")
    assert done.status == 2
    assert [each["source"] for each in document()["puzzles"]] == ["two.txt:1", "two.txt:3"]
    assert [each["title"] for each in document()["puzzles"]] == ["Puzzle 1", "Whitsun"]
    assert "Puzzle 2, Whitsun" in done.out.splitlines()


def test_a_title_of_the_page_wins_over_the_name_of_its_puzzle(run: Any) -> None:
    write(Path(), "one.txt", f"{FOUR} # Easter\n")
    run("solve", "one.txt", "-o", "replay.html")
    assert document()["title"] == "Easter"
    run("solve", "one.txt", "-o", "replay.html", "--title", "Monday")
    assert document()["title"] == "Monday"
    assert "--title" in run("solve", FOUR, "-o", "steps.svg", "--title", "Monday").err


def test_a_replay_shows_ratings_with_the_steps_that_set_them(run: Any) -> None:
    run("solve", EASY, "-o", "replay.html")
    assert document()["puzzles"][0]["ratings"] == []
    run("solve", EASY, "-o", "replay.html", "--scale", "hodoku,truths,se")
    assert document()["puzzles"][0]["ratings"] == [
        ["hodoku", "easy  score 8  hardest: Full House: r1c4=4"],
        ["truths", "1 truth at once  2 in all: r1c4=4"],
        ["se", "not rated: the rules of Sukaku Explainer are for 9x9 boards without clues"],
    ]
    assert run("solve", EASY, "--scale", "se").err == (
        "--scale: only a film for browsers has ratings: write -o film.html\n"
    )
    assert "'hodoku'" in run("solve", EASY, "-o", "replay.html", "--scale", "hodku").err


def test_a_replay_names_no_folder_of_the_machine(run: Any, tmp_path: Path) -> None:
    (tmp_path / "lessons").mkdir()
    write(tmp_path / "lessons", "monday.txt", f"{FOUR}\n")
    run("solve", str(tmp_path / "lessons" / "monday.txt"), "-o", "replay.html")
    assert [each["source"] for each in document()["puzzles"]] == ["monday.txt:1"]
    assert "lessons" not in str(document())
    assert "<title>Puzzle 1</title>" in Path("replay.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "file"),
    [
        (["solve", FOUR], "replay.html"),
        (["generate", "--layout", "4x4"], "puzzle.txt"),
        thorough(["transform", "--rotate", "90", FOUR], "moves.html"),
        thorough(["rate", EASY], "rating.json"),
    ],
)
def test_a_file_is_written_even_if_nobody_reads_what_stands_beside(
    arguments: list[str], file: str, program: Any, tmp_path: Path
) -> None:
    process = program.start(*arguments, "-o", str(tmp_path / file))
    process.stdout.close()
    assert (process.stderr.read(), process.wait(60)) == (b"", 0)
    process.stdin.close()
    process.stderr.close()
    assert (tmp_path / file).exists()


@pytest.mark.thorough
def test_several_processes_write_the_same_replay(run: Any) -> None:
    write(Path(), "two.txt", f"{FOUR}\n{EASY}\n")
    run("solve", "two.txt", "-o", "one.html")
    run("solve", "two.txt", "-o", "more.html", "--jobs", "2")
    assert document("more.html") == document("one.html")


def test_options_of_the_film_are_taken_from_the_command_line(run: Any) -> None:
    run("solve", EASY, "-o", "replay.html", "--theme", "dark", "--delay", "2")
    options = document()["options"]
    assert (options["theme"], options["delay"]) == ("dark", 2)


def test_a_replay_has_no_size(run: Any) -> None:
    done = run("solve", EASY, "-o", "replay.html", "--size", "300x300")
    assert done.status == 2
    assert "--size is for a front end or a film" in done.err
    assert not Path("replay.html").exists()


def test_a_search_is_filmed_even_if_only_its_answer_is_printed(run: Any) -> None:
    run("solve", "-q", "--solver", "backtracking", FOUR, "-o", "replay.html")
    (puzzle,) = document()["puzzles"]
    assert "search" in {moment["kind"] for moment in puzzle["moments"]}


def test_until_ends_the_film_too(run: Any) -> None:
    done = run("solve", "--until", "hidden_single", FOUR, "-o", "replay.html")
    assert done.out.startswith(":0000:x:")
    (puzzle,) = document()["puzzles"]
    assert "hidden_single" not in {technique[0] for technique in puzzle["techniques"]}


def test_moves_of_transform_are_a_replay(run: Any) -> None:
    done = run("transform", "--rotate", "90", "--transpose", FOUR, "-o", "moves.html")
    assert (done.status, len(done.out.splitlines())) == (0, 1)
    (puzzle,) = document("moves.html")["puzzles"]
    assert [moment["kind"] for moment in puzzle["moments"]] == ["start", "move", "move", "end"]


def test_moves_that_compare_finds_are_a_replay(run: Any) -> None:
    assert run("compare", "12.............3", "...2...1....3...", "-o", "moves.html").status == 0
    (puzzle,) = document("moves.html")["puzzles"]
    assert puzzle["moments"][1]["kind"] == "move"
    assert run("compare", "12.............3", "...2...1.......3", "-o", "none.html").status == 1
    assert not Path("none.html").exists()


def test_a_configuration_says_where_replays_go_and_how_they_look(run: Any) -> None:
    options = "{file: out/film.html, title: Monday, theme: projector, candidates: false}"
    folder = Path("class")
    (folder / "out").mkdir(parents=True)
    write(folder, "c.yaml", f"reporters: [line, {{html: {options}}}]\n")
    assert run("solve", "-c", "class/c.yaml", FOUR) == (0, f"{FOUR_SOLVED}\n", "")
    found = document("class/out/film.html")
    assert found["title"] == "Monday"
    assert (found["options"]["theme"], found["options"]["candidates"]) == ("projector", False)


def test_the_command_line_may_ask_for_another_one(run: Any) -> None:
    write(Path(), "c.yaml", "reporters: [{html: {file: a.html, theme: dark}}]\n")
    run("solve", "-c", "c.yaml", FOUR, "-o", "b.html")
    one, other = document("a.html"), document("b.html")
    assert (one.pop("options")["theme"], other.pop("options")["theme"]) == ("dark", "auto")
    assert one == other


@pytest.mark.parametrize("options", ["file: a.html, theme: dark", "theme: dark"])
def test_the_command_line_may_name_the_file_of_a_configured_one(run: Any, options: str) -> None:
    write(Path(), "c.yaml", f"reporters: [line, {{html: {{{options}}}}}]\n")
    assert run("solve", "-c", "c.yaml", FOUR, "-o", "a.html") == (0, f"{FOUR_SOLVED}\n", "")
    film = document("a.html")
    (puzzle,) = film["puzzles"]
    kinds = [moment["kind"] for moment in puzzle["moments"]]
    assert (kinds.count("start"), kinds.count("end")) == (1, 1)
    assert film["options"]["theme"] == "dark"


def test_a_replay_that_is_asked_for_twice_is_written_once(run: Any) -> None:
    assert run("solve", "--reporter", "html", FOUR, "-o", "a.html") == (0, "", "")
    assert document("a.html")["puzzles"][0]["line"] == FOUR


def test_a_step_takes_no_negative_time(run: Any) -> None:
    done = run("solve", "-q", FOUR, EASY, "-o", "a.html", "--delay", "-1")
    assert done.status == 2
    assert done.err.count("the delay between steps must be a number from 0, not -1") == 1
    assert not Path("a.html").exists()


def test_without_a_file_a_replay_is_what_the_command_prints(run: Any) -> None:
    assert document_in(run("solve", "--reporter", "html", FOUR).out)["puzzles"][0]["line"] == FOUR


@pytest.mark.parametrize("file", ["missing/replay.html", ""])
def test_a_place_where_no_file_can_be_is_reported_once(run: Any, file: str) -> None:
    write(Path(), "c.yaml", f"reporters: [line, {{html: {{file: missing/{file}x.html}}}}]\n")
    done = run("solve", "-c", "c.yaml", FOUR, EASY)
    assert done.status == 2
    assert done.err.count("cannot be written: there is no folder") == 1
    assert len(done.out.splitlines()) == 2


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
def test_a_file_may_have_a_name_that_is_no_text(run: Any) -> None:
    Path(os.fsdecode(b"four\xff.txt")).write_text(FOUR, encoding="utf-8")
    assert run("solve", "-q", os.fsdecode(b"four\xff.txt"), "-o", "replay.html").status == 0
    (puzzle,) = document()["puzzles"]
    assert puzzle["source"] == r"four\udcff.txt:1"


def test_without_a_puzzle_an_older_file_stays(run: Any) -> None:
    Path("replay.html").write_text("older", encoding="utf-8")
    assert run("solve", "12345", "-o", "replay.html").status == 2
    assert Path("replay.html").read_text(encoding="utf-8") == "older"


def test_puzzles_that_are_too_many_are_left_out_in_one_line(
    run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sudoku_frontends.film.replay.MOST_PUZZLES", 2)
    write(Path(), "four.txt", f"{EASY}\n" * 4)
    done = run("solve", "-q", "four.txt", "-o", "replay.html")
    assert done.status == 2
    assert done.err == (
        "four.txt:3: a replay has 2 puzzles at most: four.txt:3 and those after it are left out\n"
    )
    assert len(document()["puzzles"]) == 2
