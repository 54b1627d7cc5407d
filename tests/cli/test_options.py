"""Options: one name for one thing, endings of files that are believed, and the pages of help."""

import json
import re
from pathlib import Path

import click
import pytest

from sudoku_engine.cli.params import OutputFile
from sudoku_engine.config.schema import SCHEMA
from tests.cli.test_program import ALL_COMMANDS
from tests.cli.test_written_files import parameters
from tests.support.files import write
from tests.support.json_lines import rows as json_rows
from tests.support.lines import EASY, EASY_SOLVED, MANY, NINE, Run


@pytest.mark.parametrize("name", ["--timeout", "--step-timeout"])
def test_the_limit_of_a_step_may_be_called_as_in_a_configuration(name: str, run: Run) -> None:
    assert run("solve", "-q", name, "5", EASY) == (0, f"{EASY_SOLVED}\n", "")
    wrong = run("solve", f"{name}=-1", EASY)
    assert (wrong.status, wrong.err.partition(":")[0]) == (2, "--timeout")


def test_an_option_behind_two_dashes_is_none(run: Run) -> None:
    assert run("draw", "--", "--step-timeout").err == "--step-timeout: there is no such file\n"


def test_several_names_in_one_choice_are_told_as_that(run: Run) -> None:
    done = run("rate", "--level", "easy,medium", EASY)
    assert "'easy,medium' is more than one name: repeat the option (see" in done.err


def test_a_wrong_call_in_a_group_names_the_help_of_its_command(run: Run) -> None:
    assert run("plugins", "new", "--exercise").err == (
        "sudoku-engine plugins new: option '--exercise' requires an argument "
        "(see sudoku-engine plugins new --help)\n"
    )
    assert run("plugins", "--wrong").err.startswith("sudoku-engine plugins: no such option")


def sections(page: str) -> dict[str, list[str]]:
    """By heading of a page of help, the options below it."""
    found: dict[str, list[str]] = {}
    for line in page.splitlines():
        if re.fullmatch("[A-Z].*:", line):
            options = found.setdefault(line[:-1], [])
        elif found and line.startswith("  -"):
            options.append(re.findall("--[a-z-]+", line)[0])
    return found


def test_help_begins_with_the_most_used_options(run: Run) -> None:
    page = sections(run("solve", "--help").out)
    first, *_, last = page
    assert (first, len(page[first]), page[first][:2]) == ("Most used", 10, ["--verbose", "--quiet"])
    assert page[last] == [
        *("--jobs", "--layout", "--config", "--without-plugin"),
        *("--ignore-unknown", "--debug", "--help"),
    ]


@pytest.mark.parametrize("command", ALL_COMMANDS, ids=" ".join)
def test_options_of_all_commands_end_the_help(command: list[str], run: Run) -> None:
    page = sections(run(*command, "--help").out)
    (general,) = (options for options in page.values() if "--help" in options)
    assert general[-2:] == ["--debug", "--help"]
    assert "--ignore-unknown" not in next(iter(page.values()))


def test_every_command_that_reads_puzzles_can_ignore_what_no_rule_is_known_for() -> None:
    reading = {"inputs", "given", "sources"}
    found = [(parameter.name, tuple(command)) for parameter, command in parameters()]
    commands = {command for name, command in found if name in reading}
    assert commands == {command for name, command in found if name == "ignore_unknown"}


@pytest.mark.parametrize("columns", [80, 160])
@pytest.mark.parametrize("command", [[], *ALL_COMMANDS], ids=" ".join)
def test_help_fits_its_terminal(
    command: list[str], columns: int, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = run(*command, "--help").out.splitlines()
    assert max(map(len, lines)) <= min(columns, 80)


def test_help_of_a_group_shows_whole_sentences(run: Run) -> None:
    page = " ".join(run("config", "--help").out.split())
    assert "show Show the configuration in use as YAML, with the origin of each value." in page


def test_examples_of_help_need_no_file_of_the_project(run: Run) -> None:
    assert "generate --count 10 -o puzzles.txt" in run("--help").out
    for command in ALL_COMMANDS:
        assert "examples/" not in run(*command, "--help").out


def test_help_lists_what_an_option_takes(run: Run) -> None:
    page = " ".join(run("solve", "--help").out.split())
    assert "(repeatable), or none: text, json, jsonl, line, html." in page
    assert "bitboard, backtracking, mrv" in page
    assert "first (after each step), pass (after each pass), fixpoint (" in page
    assert "in this format: line (one line a puzzle), grid (" in page
    assert "why (it is true). [default: why]" in " ".join(run("hint", "--help").out.split())


def test_the_values_of_a_flag_are_those_of_its_key() -> None:
    for key in SCHEMA.values():
        if key.flag and key.flag.values:
            assert [value.split()[0] for value in key.flag.values] == re.split(
                ", | or ", key.reader.form
            )


WRITERS = [
    ([*command, parameter.opts[0]], parameter.type)
    for parameter, command in parameters()
    if isinstance(parameter.type, OutputFile)
]


WRITTEN = [words for words, _ in WRITERS]


@pytest.mark.parametrize(("words", "file"), WRITERS, ids=map(" ".join, WRITTEN))
def test_a_file_of_an_unknown_kind_is_refused_with_the_known(
    words: list[str], file: OutputFile, run: Run
) -> None:
    *command, option = words
    done = run(*command, EASY, option, "made.mp4")
    known = [f".{each}" for each in file.endings]
    last = f" or {known[-1]}" if len(known) > 1 else known[0]
    mend = f"end the name in {', '.join(known[:-1])}{last}"
    assert done == (2, "", f"made.mp4: {command[-1]} writes no .mp4: {mend}\n")
    assert not Path("made.mp4").exists()


def test_every_command_that_writes_results_knows_their_endings() -> None:
    wanted = {
        " ".join(command)
        for parameter, command in parameters()
        if isinstance(parameter, click.Option)
        and parameter.metavar == "FILE"
        and "-o" in parameter.opts
    }
    assert wanted == {" ".join(command) for *command, option in WRITTEN if option == "-o"}
    assert len(wanted) > 10


@pytest.mark.parametrize(
    "call",
    [
        ("steps", EASY),
        ("rate", EASY),
        ("verify", EASY),
        ("solve", EASY),
        ("race", "--solver", "mrv", EASY),
        ("canonical", EASY),
        ("transform", "--transpose", EASY),
        ("simulate", "--level", "1", "--seed", "1", "--layout", "4x4"),
        ("generate", "--generator", "random_fill", "--coefficient", "0.5", "--layout", "4x4"),
    ],
    ids=lambda call: call[0],
)
def test_a_file_for_json_gets_json(call: tuple[str, ...], run: Run) -> None:
    assert run(*call, "-o", "made.json").out == ""
    lines = Path("made.json").read_text(encoding="utf-8").strip()
    try:
        json.loads(lines)
    except json.JSONDecodeError:
        assert [json.loads(line) for line in lines.splitlines()]


def test_endings_of_boards_are_formats(run: Run) -> None:
    assert run("solve", EASY, "-o", "made.sdm") == (0, "", "")
    assert Path("made.sdm").read_text(encoding="utf-8") == f"{EASY_SOLVED}\n"
    run("transform", "--transpose", EASY, "-o", "made.sdk")
    assert Path("made.sdk").read_text(encoding="utf-8").startswith("[Puzzle]")
    run("rate", EASY, MANY, "-o", "made.sdm")
    assert Path("made.sdm").read_text(encoding="utf-8") == f"{EASY}\n{MANY}\n"
    run("solve", EASY, "-o", "made.jsonl")
    assert '"event":"end"' in Path("made.jsonl").read_text(encoding="utf-8")
    run("solve", "--output-format", "line", EASY, "-o", "made.json")
    assert Path("made.json").read_text(encoding="utf-8") == f"{EASY_SOLVED}\n"


@pytest.mark.parametrize(
    "call", ["solve", "steps", "verify", "rate", "canonical", "race --solver mrv"]
)
def test_json_says_the_name_of_a_puzzle_that_has_one(call: str, run: Run) -> None:
    Path("two.txt").write_text(f"{EASY} # Easter\n{EASY}\n", encoding="utf-8")
    named, nameless, *_ = map(json.loads, run(*call.split(), "--json", "two.txt").out.splitlines())
    assert (named["source"], named["name"], named["puzzle"]) == ("two.txt:1", "Easter", EASY)
    assert (nameless["source"], "name" in nameless) == ("two.txt:2", False)


@pytest.mark.parametrize("command", ["verify", "rate", "race --solver mrv"])
@pytest.mark.parametrize("clues", ["killer cage 9 r1c12; anti-knight", "diagonals; even r4c4"])
def test_json_of_a_puzzle_with_clues_has_them_and_is_read(
    command: str, clues: str, run: Run
) -> None:
    empty = f"clues: {clues}\n{'.' * 81}\n"
    Path("v.txt").write_text(empty, encoding="utf-8")
    record = json.loads(run(*command.split(), "--json", "v.txt").out.splitlines()[0])
    Path("again.json").write_text(json.dumps(record), encoding="utf-8")
    again = json.loads(run("verify", "--json", "again.json").out)
    assert (again["layout"], again["clues"]) == (record["layout"], record["clues"])
    assert len(record["clues"]) == 2 - clues.startswith("diagonals")


def test_solve_writes_an_object_for_each_puzzle(run: Run) -> None:
    done = run("solve", "--json", EASY, MANY, EASY[:-1])
    assert done.status == 2
    first, second, third = map(json.loads, done.out.splitlines())
    assert (first["puzzle"], first["grid"], first["outcome"]) == (EASY, EASY_SOLVED, "solved")
    assert [step["placements"] for step in first["steps"]] == [["r1c4=4"], ["r3c4=3"]]
    assert len(second["steps"]) == 12
    assert (first["notes"], second["notes"][-1]) == ([], "this is one of several solutions")
    assert third == {"source": "puzzle 3:1", "error": "15 cells: a 4x4 puzzle has 16"}
    every = json.loads(run("solve", "--json", "--solutions", "all", MANY).out)
    assert len(every["solutions"]) == 12
    told = "--json and --quiet both say what to write: choose one\n"
    assert run("solve", "--json", "-q", EASY).err == told


def test_hint_and_verify_write_json(run: Run) -> None:
    hint = json.loads(run("hint", "--json", "--show", "where", EASY).out)
    assert (hint["source"], hint["puzzle"]) == ("puzzle:1", EASY)
    assert hint["hint"] == "Look at row 1."
    assert hint["step"]["placements"] == ["r1c4=4"]
    assert json.loads(run("hint", "--json", EASY_SOLVED).out)["step"] is None
    rows = json_rows(run("verify", "--json", EASY, MANY).out)
    assert [(row["valid"], row["solutions"]) for row in rows] == [(True, 1), (False, 2)]


def test_without_reporters_only_the_status_tells(run: Run) -> None:
    assert run("solve", "--reporter", "none", EASY) == (0, "", "")
    told = "--reporter: none stands alone: name either none or reporters\n"
    assert run("solve", "--reporter", "none", "--reporter", "text", EASY).err == told


# After some singles a locked pair comes.
PAIR = "8..491....35....4...............6..4.82..46...94.37.5...3.7.8...7.6.5.9.....1...5"


def test_a_run_stops_before_the_first_step_of_a_strategy(run: Run) -> None:
    done = run("solve", "--until", "locked_pair", NINE, PAIR, EASY)
    board = done.out.splitlines()[-1]
    assert done.status == 1
    assert done.err == "puzzle 3:1: solved without locked_pair\n"
    assert board.startswith(":0000:x:")
    assert run("hint", board).out.startswith("Locked Pair: ")
    assert run("solve", "--until", "intersections", "--output-format", "line", PAIR).status == 0
    text = run("solve", "--until", "locked_pair", "--reporter", "text", PAIR)
    assert (text.status, "Stopped: before the first Locked Pair" in text.out) == (0, True)
    assert "Locked Pair:" not in text.out


def test_a_board_that_a_format_cannot_show_hides_no_other(run: Run) -> None:
    call = ("--until", "singles", "--output-format", "sudokuwiki")
    done = run("solve", *call, "12..34.........1", PAIR)
    assert (done.status, len(done.out.splitlines())) == (2, 1)
    assert done.err.startswith("puzzle 1:1: SudokuWiki's solver shows 9x9 boards, not 4x4")


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (
            ["--until", "naked_piar"],
            "--until: unknown strategy 'naked_piar': did you mean 'naked_pair'?",
        ),
        (
            ["--until", "fish,naked_pair"],
            "--until: unknown strategy 'fish,naked_pair': this is more than one name: repeat the "
            "option, or write a list",
        ),
        (
            ["--reporter", "text,json"],
            "--reporter: unknown reporter 'text,json': this is more than one name: repeat the "
            "option, or write a list",
        ),
        (
            ["--until", "fish", "--solver", "mrv"],
            "a search (--solver, --solutions) uses no --until: choose one",
        ),
        (
            ["--until", "fish", "--strategy", "singles"],
            "--until: fish takes no part in the run: name it with --strategy, too",
        ),
    ],
)
def test_a_wrong_option_is_told(call: list[str], why: str, run: Run) -> None:
    assert run("solve", *call, EASY) == (2, "", f"{why}\n")


@pytest.mark.parametrize(
    "call", [("rate", "--needs"), ("rate", "--without"), ("generate", "--needs")]
)
def test_a_strategy_that_the_configuration_leaves_out_is_not_called_unknown(
    call: tuple[str, str], run: Run, tmp_path: Path
) -> None:
    write(tmp_path, "few.yaml", f"strategies: [singles]\npuzzle: {NINE!r}\n")
    told = f"{call[1]}: x_wing takes no part: the configuration names other strategies\n"
    assert run(*call, "x_wing", "-c", "few.yaml") == (2, "", told)


def test_ratings_are_filtered(run: Run) -> None:
    rated = run("rate", NINE, PAIR).out.splitlines()
    assert [line.split()[-1] for line in rated] == [NINE, PAIR]
    assert run("rate", "-q", "--needs", "locked_pair", "--without", "fish", NINE, PAIR, MANY) == (
        0,
        f"{NINE}\n{PAIR}\n",
        "",
    )
    assert run("rate", "-q", "--score", "-410", "--level", "medium", NINE, PAIR).out == f"{PAIR}\n"
    assert run("rate", "-q", "--level", "easy", "--level", "hard", NINE, MANY) == (
        1,
        "",
        "2 puzzles, none kept\n",
    )
    assert run("rate", "--score", "9-3", NINE).err.startswith(
        "sudoku-engine rate: invalid value for '--score': 9-3 ends before it begins: write 3-9"
    )
    told = "--needs: unknown strategy 'fihs': did you mean 'fish'?\n"
    assert run("rate", "--needs", "fihs", NINE).err == told
    assert "Locked Pair 1 (+40)" in run("rate", "-v", PAIR).out


@pytest.mark.parametrize(
    "call",
    [
        ["transform", "--random", EASY],
        ["simulate", "--level", "1", "--layout", "4x4", "--speed", "max"],
        ["chart", "--sizes", "4", "--count", "1", "--solver", "mrv"],
    ],
    ids=lambda call: call[0],
)
def test_a_seed_may_be_a_word(call: list[str], run: Run) -> None:
    assert run(*call, "--seed", "10a").status == 0


def test_a_seed_that_is_a_number_stays_one(run: Run) -> None:
    call = ["simulate", "--level", "1", "--layout", "4x4", "--speed", "max", "--json"]
    seeds = [json.loads(run(*call, "--seed", word).out)["seed"] for word in ("07", "10a")]

    assert seeds == [7, "10a"]


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("sol", "plain,solve"),
        ("solve --strategy naked_p", "plain,naked_pair"),
        ("solve --until coloring", "plain,coloring"),
        ("explain bitb", "plain,bitboard"),
        ("practise finned_j", "plain,finned_jellyfish"),
        ("solve --mode fix", "plain,fixpoint"),
        ("hint --show wha", "plain,what"),
        ("generate --rule killer", "plain,killer_cage"),
        ("plugins check --against naked_t", "plain,naked_triple"),
        ("solve puzz", "file,puzz"),
        ("solve -o film", "file,film"),
    ],
)
def test_a_shell_completes_what_is_begun(
    typed: str,
    completed: str,
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    words = f"sudoku-engine {typed}"
    monkeypatch.setenv("_SUDOKU_ENGINE_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
    with pytest.raises(SystemExit):
        run()
    assert capfd.readouterr().out == f"{completed}\n"
