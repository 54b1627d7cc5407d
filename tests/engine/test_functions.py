"""The engine from Python: questions about a puzzle, answers that print themselves."""

import json
import re
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sudoku_engine
from sudoku_engine import (
    Candidate,
    Engine,
    FormatError,
    Grid,
    Layout,
    LoopSettings,
    PluginError,
    PuzzleError,
    Step,
    SudokuError,
    canonical,
    compare,
    count_all,
    draw,
    generate,
    hint,
    rate,
    rate_all,
    read,
    solve,
    solve_all,
    steps,
    strategy,
    transform,
    verify,
)
from tests.support.json_lines import rows as json_rows
from tests.support.paths import EXAMPLES, ROOT

PUZZLE = "6.9..57.......96.3.172.6.95.94..3.67.6......91.369..542..98..769.6...5.....5629.."
SOLVED = "639845712425719683817236495594123867762458139183697254251984376946371528378562941"
PLUGIN = EXAMPLES / "my_strategy.py"

QUESTIONS = [solve, hint, rate, verify]


@strategy("Hopeful", score=1, level="easy")
def hopeful(grid: Grid) -> Iterator[Step]:
    for cell in grid.open_cells:
        yield Step(placements=[Candidate(cell, min(grid.candidates(cell)))])


@strategy("Known", score=1, level="easy")
def known(grid: Grid) -> Iterator[Step]:
    yield Step.parse("r4c4<>8")


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("one.txt").write_text(f"{PUZZLE}\n", encoding="utf-8")
    Path("three.txt").write_text(f"{PUZZLE}\n{PUZZLE[:-1]}\n{SOLVED}\n", encoding="utf-8")
    Path("empty.txt").touch()
    Path("own.py").touch()
    return tmp_path


# Puzzles


@pytest.mark.parametrize("ask", QUESTIONS)
def test_a_puzzle_is_a_board_a_text_a_file_or_a_line_of_one(files: Path, ask: Any) -> None:
    answers = [
        str(ask(puzzle))
        for puzzle in (Grid.parse(PUZZLE), PUZZLE, "one.txt", files / "one.txt", "three.txt:1")
    ]
    assert answers == [answers[0]] * 5


@pytest.mark.parametrize(
    ("puzzle", "why"),
    [
        ("53..7", "puzzle:1: row 1 has 5 cells: a row of a 4x4 puzzle has 4"),
        ("", "puzzle: no puzzle here: write its rows, . for a blank"),
        (f"{PUZZLE}\n{PUZZLE}", "puzzle: 2 puzzles instead of one"),
        ("on.txt", "on.txt: there is no such file: did you mean 'one.txt'?"),
        (Path("on.txt"), "on.txt: there is no such file: did you mean 'one.txt'?"),
        (".", ".: this is a folder: name a file in it"),
        ("empty.txt", "empty.txt: no puzzle in it"),
        ("three.txt", "three.txt:2: 80 cells: a 9x9 puzzle has 81"),
        ("three.txt:2", "three.txt:2: 80 cells: a 9x9 puzzle has 81"),
        ("one.txt:7", "one.txt: there is no line 7: the file has 1 line"),
        ("own.py", "own.py: this is Python, not a puzzle: load it by plugins=['own.py']"),
    ],
)
def test_what_is_not_one_puzzle_is_an_error(files: Path, puzzle: Any, why: str) -> None:
    with pytest.raises(PuzzleError) as error:
        verify(puzzle)
    assert str(error.value) == why


def test_a_file_of_many_puzzles_is_answered_with_how_to_go_through_it(files: Path) -> None:
    Path("two.txt").write_text(f"{PUZZLE}\n{SOLVED}\n", encoding="utf-8")
    with pytest.raises(PuzzleError, match=r"two.txt: 2 puzzles instead of one: go through read\('"):
        solve("two.txt")


def test_a_puzzle_may_be_rows_of_digits() -> None:
    digits = [int(digit) for digit in PUZZLE.replace(".", "0")]
    rows = [[digit or None for digit in digits[start : start + 9]] for start in range(0, 81, 9)]
    assert solve(digits).grid.line == solve(rows).grid.line == SOLVED
    tables = [[float(digit or "nan") for digit in row] for row in rows]
    texts = ["".join(str(digit or ".") for digit in row) for row in rows]
    symbols = [[str(digit or " ") for digit in row] for row in rows]
    for other in (tables, texts, symbols, list(PUZZLE)):
        assert verify(other), other


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ([[1, 2], [3]], "3 cells: usual boards are 4x4, 6x6, 9x9, 12x12, 16x16, 25x25"),
        ([], "0 cells: usual boards are 4x4"),
        (["12..", "34..", "....", "...x"], "puzzle:4:4: 'x' is neither a digit nor a blank"),
        ([0] * 80, "80 cells: a 9x9 board has 81"),
        ([5] * 15 + [7], "digit 5: a 4x4 board has 1 to 4, and 0 for open"),
    ],
)
def test_rows_that_are_no_board_are_an_error(rows: Any, why: str) -> None:
    with pytest.raises(PuzzleError, match=why):
        verify(rows)


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (lambda: read(None), "path is the name of a file, not NoneType"),  # type: ignore[arg-type]
        (lambda: solve(PUZZLE, layout=9), "layout is a Layout, or its name such as '9x9"),
        (
            lambda: solve(PUZZLE, settings={}),
            r"settings is LoopSettings\(mode='pass', ...\), not {}",
        ),
        (lambda: solve(PUZZLE, plugins=[hopeful]), "a strategy goes into strategies="),
        (lambda: Grid.parse([1]), r"a text is read, not list: .* Grid\(layout, digits\)"),  # type: ignore[arg-type]
        (lambda: draw(PUZZLE, Candidate(2, 3)), "step is a Step, or its notation such as 'r1c3=3'"),
    ],
)
def test_an_argument_of_a_wrong_kind_is_a_type_error_in_words(call: Any, why: str) -> None:
    with pytest.raises(TypeError, match=why):
        call()


@pytest.mark.parametrize("puzzle", [5, b"53", None])
def test_what_cannot_be_a_puzzle_is_a_type_error(puzzle: Any) -> None:
    with pytest.raises(TypeError, match="a puzzle is a Grid, a text, a file or rows of digits"):
        verify(puzzle)


def test_a_file_is_read_puzzle_by_puzzle(files: Path) -> None:
    assert [grid.line for grid in read("one.txt")] == [PUZZLE]
    with pytest.raises(FormatError, match=r"three.txt:2: 80 cells"):
        list(read("three.txt"))


def test_errors_are_collected_where_they_are_wanted(files: Path) -> None:
    errors: list[FormatError] = []
    assert [grid.line for grid in read(files / "three.txt", errors=errors)] == [PUZZLE, SOLVED]
    assert [error.line for error in errors] == [2]


def test_a_missing_file_is_an_error_before_anything_is_read(files: Path) -> None:
    with pytest.raises(FormatError, match=r"gone\.txt: there is no such file"):
        read("gone.txt")
    with pytest.raises(FormatError, match=r"^'12..*' is no file: read takes the name of one"):
        read("12..34..........")


def test_a_line_of_a_file_may_be_read(files: Path) -> None:
    assert [grid.line for grid in read("three.txt:3")] == [SOLVED]


def test_the_layout_may_be_named() -> None:
    diagonals = Layout.named("4x4+diagonals")
    assert verify("1...............", layout="4x4+diagonals").solutions == 2
    assert solve("12.. .... .... ....", layout=diagonals).grid.layout is diagonals


# Answers


def test_a_solved_puzzle_has_its_steps_and_its_board() -> None:
    found = solve(PUZZLE)

    assert found
    assert found.grid.line == SOLVED
    assert (found.outcome, found.by, found.faults, found.notes) == ("solved", "strategies", (), ())
    assert sum(found.counts.values()) == len(found.steps) == found.ended.steps
    board = Grid.parse(PUZZLE)
    for step in found.steps:
        assert step.before == board
        board = board.apply(step.step)
        assert step.after == board
    assert str(found).startswith("1. Locked Candidates: 8 in r12c4 => r45c4<>8\n2. ")
    assert str(found).endswith(f"{found.grid}\nSolved")
    assert repr(found) == f"<SolveResult solved, {len(found.steps)} steps, {SOLVED}>"
    assert "<svg" in found._repr_svg_()


def test_strategies_and_fallback_are_chosen_by_name() -> None:
    stuck = solve(PUZZLE, strategies="naked_single", fallback=None)
    searched = solve(PUZZLE, strategies=["naked_single", "hidden_pair"])

    assert not stuck
    assert (stuck.outcome, stuck.grid.n_open) == ("stuck", 43)
    assert (searched.outcome, searched.by) == ("solved", "search")
    assert str(searched).endswith("stuck after 1 step, 43 cells open; bitboard filled the rest")


def test_a_puzzle_without_a_solution_says_so() -> None:
    none = solve("66" + PUZZLE[2:])
    assert (none.outcome, none.why) == ("contradiction", "6 twice in row 1: r1c1, r1c2")


def test_a_hint_reveals_itself_bit_by_bit() -> None:
    step = hint(PUZZLE)

    assert step is not None
    assert str(step) == "Locked Candidates: 8 in r12c4 => r45c4<>8"
    assert repr([step]) == "[<Locked Candidates: 8 in r12c4 => r45c4<>8>]"
    assert str(step.eliminations) == "(r4c4=8, r5c4=8)"
    assert step.hint("where") == "Look at box 2 and column 4."
    assert step.reason in step.hint()
    assert "<svg" in step._repr_svg_()
    assert hint(SOLVED) is None


@pytest.mark.parametrize("ask", [steps, hint, rate])
def test_a_mistake_on_the_board_is_an_error(ask: Any) -> None:
    with pytest.raises(PuzzleError, match="6 twice in row 1"):
        ask("66" + PUZZLE[2:])


def test_every_step_on_a_board_is_found() -> None:
    found = steps(PUZZLE, strategies=["locked_candidates", "subsets"])

    assert str(found[0]) == "Locked Candidates: 8 in r12c4 => r45c4<>8"
    assert found[0].open_after_singles == 42
    assert {step.strategy.id for step in found} > {"locked_candidates", "naked_pair"}
    assert [step.number for step in found] == list(range(1, len(found) + 1))


def test_a_rating_prints_as_the_command_writes_it() -> None:
    rating = rate(PUZZLE)
    assert (rating.level, rating.counts["locked_pair"]) == ("medium", 1)
    assert repr(rating) == f"<Rating {rating}>"
    assert str(rating) == f"medium  score {rating.score}  hardest: Locked Candidates"
    assert str(rate(PUZZLE, strategies="naked_single")) == (
        "beyond  score over 0  stuck with 43 cells open, hardest so far: none"
    )


@pytest.mark.parametrize(
    ("puzzle", "solutions", "words"),
    [
        (PUZZLE, 1, "valid: 1 solution"),
        (SOLVED, 1, "valid: solved"),
        ("." * 81, 2, "invalid: 2+ solutions"),
        ("55" + "." * 79, 0, "invalid: 5 twice in row 1: r1c1, r1c2"),
    ],
)
def test_solutions_are_counted(puzzle: str, solutions: int, words: str) -> None:
    found = verify(puzzle)
    assert (found.solutions, str(found), bool(found)) == (solutions, words, solutions == 1)


def test_a_picture_shows_itself_and_is_saved(tmp_path: Path) -> None:
    picture = draw(PUZZLE, hint(PUZZLE), theme="dark", size=(320, 400))
    picture.save(tmp_path / "step.svg")

    assert repr(picture) == "<Picture of Locked Candidates: 8 in r12c4 => r45c4<>8>"
    assert (tmp_path / "step.svg").read_text(encoding="utf-8") == picture._repr_svg_()
    assert 'width="320" height="400"' in picture.svg


def test_a_step_to_draw_may_be_its_notation() -> None:
    assert "r9c8&lt;&gt;1" in draw(PUZZLE, "1,8 in r9c39 => r9c8<>1").svg
    assert "r9c8" not in draw(PUZZLE, Step.parse("r9c8<>1"), show="why").svg


def no_step(grid: Grid) -> list[Step]:
    return []


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        (lambda: solve(PUZZLE, strategies=["naked_piar"]), "did you mean 'naked_pair'?"),
        (lambda: generate(level="hrad"), "level: unknown level 'hrad': did you mean 'hard'?"),
        (lambda: solve(PUZZLE, strategies=["basic"], solver="mrv"), "uses no strategies"),
        (lambda: solve(PUZZLE, solver="bitbord"), "did you mean 'bitboard'?"),
        (lambda: solve_all([PUZZLE], solver="bitbord"), "did you mean 'bitboard'?"),
        (lambda: solve_all([PUZZLE], jobs=0), "jobs must be a whole number from 1, not 0"),
        (lambda: rate_all(PUZZLE), "puzzles is a list of puzzles, not"),
        (
            lambda: rate_all(
                [PUZZLE], strategies=[strategy("Mine", score=4, level="easy")(no_step)]
            ),
            "strategies are ids and families",
        ),
        (lambda: solve(PUZZLE, strategies=[len]), "built-in function len> is no strategy"),  # type: ignore[list-item]
        (lambda: solve(PUZZLE, fallback="bitbord"), "did you mean 'bitboard'?"),
        (lambda: verify(PUZZLE, solver="bitbord"), "did you mean 'bitboard'?"),
        (lambda: hint(PUZZLE, layout="9x9+diag"), "did you mean '9x9+diagonals'?"),
        (lambda: hint(Grid.parse(PUZZLE), layout="4x4"), "the board is 9x9, not 4x4: a Grid"),
        (lambda: LoopSettings(mode="passs"), "mode='passs': did you mean 'pass'?"),  # type: ignore[arg-type]
        (lambda: draw(PUZZLE, theme="drak"), "did you mean 'dark'?"),
        (lambda: draw(PUZZLE, show="wat"), "did you mean 'what'?"),  # type: ignore[arg-type]
        (lambda: hint(PUZZLE).hint("wat"), "did you mean 'what'?"),  # type: ignore[union-attr, arg-type]
        (lambda: draw(PUZZLE, "so"), "'so' is not a step"),
        (lambda: draw(PUZZLE).save("x.pdf"), "the name must end in .svg or .png"),
    ],
)
def test_a_wrong_word_is_one_clear_line(ask: Any, why: str) -> None:
    with pytest.raises(SudokuError) as error:
        ask()
    assert why in str(error.value)


# Strategies of one's own


def test_a_function_may_be_a_strategy_and_a_wrong_one_sits_out_with_a_warning() -> None:
    with pytest.warns(UserWarning, match="hopeful") as warned:
        found = solve(PUZZLE, strategies=[hopeful, "basic"])

    (warning,) = [each for each in warned if each.category is UserWarning]
    line = hopeful.find.__code__.co_firstlineno + 3
    assert str(warning.message) == (
        f"test_functions.py:{line}: hopeful is at fault and sits out: "
        "it places 2 in r1c2, where the solution has 3"
    )
    assert warning.filename == __file__
    assert found.is_solved
    assert [fault.strategy.id for fault in found.faults] == ["hopeful"]


@pytest.mark.parametrize("ask", [steps, hint])
def test_a_strategy_that_sits_out_where_it_is_asked_for_is_told(ask: Any) -> None:
    with pytest.warns(UserWarning, match="hopeful sat out: it is not for 4x4 boards"):
        assert not ask("1234341221434...", strategies=hopeful)


@pytest.mark.process
def test_plugins_run_in_processes_of_their_own(tmp_path: Path) -> None:
    rude = tmp_path / "rude.py"
    rude.write_text(
        PLUGIN.read_text(encoding="utf-8")
        .replace("My Naked Pair", "Rude")
        .replace("my_naked_pair", "rude")
        .replace("    for house in", "    import os\n    os._exit(7)\n    for house in"),
        encoding="utf-8",
    )
    with Engine([PLUGIN, rude]) as engine:
        assert repr(engine).endswith(" strategies, my_strategy.py and rude.py>")
        with pytest.warns(UserWarning, match="rude is at fault and sits out: it ends the program"):
            found = engine.solve(PUZZLE)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            first, again = engine.hint(PUZZLE), engine.hint(PUZZLE)
            rating = engine.rate(PUZZLE, strategies=["singles", "my_naked_pair", "basic"])
        mixed = engine.steps(PUZZLE, strategies=["my_naked_pair", known])

    assert found.is_solved
    assert first == again
    assert "my_naked_pair" in rating.counts
    assert {step.strategy.plugin for step in mixed} == {"my_strategy.py", "test_functions.py"}


@pytest.mark.process
def test_a_plugin_that_loads_itself_starts_no_processes_without_end(tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text(
        f"from sudoku_engine import hint\nhint({PUZZLE!r}, strategies='naked_pair')\n"
        f"hint({PUZZLE!r}, plugins=[__file__])\n",
        encoding="utf-8",
    )
    why = r"own.py:3: it failed to load: UsageError: a plugin cannot load plugins: do it below if"
    with pytest.raises(PluginError, match=why):
        hint(PUZZLE, plugins=own)


def test_a_plugin_that_cannot_be_loaded_is_an_error() -> None:
    with pytest.raises(PluginError, match=r"gone\.py: there is no such file"):
        rate(PUZZLE, plugins=["gone.py"])


# Other ways to solve


def test_without_strategies_only_the_fallback_solves() -> None:
    assert solve(PUZZLE, strategies=[]).by == "search"
    assert solve(PUZZLE, strategies=[], fallback=None).outcome == "stuck"
    assert (steps(PUZZLE, strategies=[]), hint(PUZZLE, strategies=[])) == ([], None)


def test_a_solver_alone_finds_the_solution() -> None:
    found = solve("12.. 34.. ...1 ..2.", solver="mrv")
    assert (found.grid.line, found.by, found.steps) == ("1234341223414123", "search", ())


# Many puzzles

SMALL = "12.. 34.. ...1 ..2."


def test_many_puzzles_come_back_in_their_order_with_an_error_where_one_cannot_be_read() -> None:
    many = [SMALL, "12", float("nan"), Grid.parse(SMALL), [[1, 2, 0, 0], [3, 4, 0, 0]]]
    first, *wrong, board, rows = solve_all(many)  # type: ignore[arg-type, list-item]
    assert (first.solution, first.outcome, first.solved_by) == (
        "1234341223414123",
        "solved",
        "strategies",
    )
    assert first.n_steps == SMALL.count(".") == sum((first.counts or {}).values())
    assert [each.status for each in wrong] == ["error", "error"]
    assert wrong[0].why == "row 1 has 2 cells: a row of a 4x4 puzzle has 4"
    assert board == first
    assert rows.status == "error"


def test_puzzles_are_taken_as_answers_are_wanted() -> None:
    def endless() -> Iterator[str]:
        while True:
            yield SMALL

    assert next(count_all(endless())).solutions == 1


def test_many_puzzles_are_counted_and_rated() -> None:
    assert [
        each.solutions for each in count_all([SMALL, "12.. 34.. .... ....", "22.. .... .... ...."])
    ] == [1, 2, 0]
    assert [each.level for each in rate_all([PUZZLE, SMALL])] == ["medium", "easy"]


@pytest.mark.slow
def test_several_processes_give_the_same_answers_in_the_same_order() -> None:
    many = [*[PUZZLE] * 120, SMALL, "12", *[PUZZLE.replace(".", "0")] * 300]
    assert list(count_all(many, jobs=2)) == list(count_all(many))
    assert list(solve_all(many[:125], jobs=2)) == list(solve_all(many[:125]))


def test_type_checkers_refuse_an_option_that_no_generator_has(tmp_path: Path) -> None:
    from sudoku_plugins.generators.generation import GeneratorOptions

    known = {
        name
        for each in Engine().registry.of_kind("generator")
        for name in each.known_options
        if name != "rater"
    }
    assert {*GeneratorOptions.__annotations__} == known


def test_notebooks_show_ratings_and_steps_as_tables() -> None:
    rating = rate(SMALL, strategies=["naked_single"])
    assert "<td>naked_single</td><td>10</td>" in rating._repr_html_()
    found = steps("12.. 34.. .... ...1", strategies=["naked_single"])
    assert "<td>2</td><td>Naked Single</td><td>r4c2=3</td>" in found._repr_html_()  # type: ignore[attr-defined]
    assert found[:1]._repr_html_().count("<tr>") == 2  # type: ignore[attr-defined]


# The names of the package


def test_completion_shows_no_name_of_another_package() -> None:
    shown = {name for name in dir(sudoku_engine) if not name.startswith("__")}
    assert shown == {*sudoku_engine.__all__}


def test_every_public_name_is_there() -> None:
    assert {*sudoku_engine.__all__} <= {*dir(sudoku_engine)}
    assert [name for name in sudoku_engine.__all__ if not hasattr(sudoku_engine, name)] == []
    with pytest.raises(AttributeError, match="no attribute 'slove'"):
        sudoku_engine.slove  # noqa: B018


@pytest.mark.process
def test_a_strategys_imports_do_not_load_the_house() -> None:
    code = (
        "import sys; from sudoku_engine import Candidate, Grid, Step, strategy; "
        "print([name for name in sys.modules if name.startswith(('sudoku_engine.engine', "
        "'sudoku_frontends.pictures', 'sudoku_engine.plugins', 'pluggy._manager'))])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("[")
    assert "sudoku_engine" not in done.stdout


def test_notebooks_show_an_error_as_lines_of_ones_own_code_and_one_in_words() -> None:
    def lesson() -> None:
        solve("12345")

    with pytest.raises(PuzzleError) as caught:
        lesson()
    (first, second, last) = caught.value._render_traceback_()
    assert re.fullmatch(r"Line \d+: lesson\(\)", first)
    assert re.fullmatch(r'Line \d+: solve\("12345"\)', second)
    assert last == f"FormatError: {caught.value}"


# Making and comparing


def test_what_is_generated_is_what_the_command_makes(run: Any) -> None:
    made = generate(level="medium", clues=30, seed=7)

    assert (
        str(made) == run("generate", "--level", "medium", "--clues", "30", "--seed", "7").out[:-1]
    )
    assert made.rating == rate(made.givens)
    assert verify(made.givens).solutions == 1


def test_a_generated_puzzle_is_rated_as_wanted() -> None:
    rating = generate(score=(600, 900), without=["fish", "naked_pair"], seed="a").rating

    assert rating is not None
    assert 600 <= rating.score <= 900
    assert not {"x_wing", "naked_pair"} & {name for name, count in rating.counts.items() if count}


@pytest.mark.parametrize("score", ["600-900", (900, 600), 600, (600,)])
def test_a_wrong_range_of_scores_is_refused(score: Any) -> None:
    with pytest.raises(TypeError, match=r"lowest and highest, \(600, 900\), not"):
        generate(score=score)


def test_strategies_for_a_puzzle_are_named_as_on_the_command_line() -> None:
    assert generate(only="singles", seed=1) == generate(only=["singles"], seed=1)
    assert generate(needs="Full House", seed=1) == generate(needs="full_house", seed=1)


def test_moves_that_are_found_can_be_made_again() -> None:
    turned = transform(PUZZLE, "random", seed=3)
    found = compare(PUZZLE, turned)

    assert found
    assert transform(PUZZLE, *found.moves) == turned == transform(PUZZLE, found.transformation)
    assert transform(PUZZLE, *(move.option for move in found.moves)) == turned
    assert not compare(PUZZLE, SOLVED)


@pytest.mark.parametrize("order", ["refinement", "minlex"])
def test_copies_have_the_same_canonical_form(order: str) -> None:
    forms = {str(canonical(transform(PUZZLE, "random", seed=n), order=order)) for n in range(3)}
    assert forms == {canonical(PUZZLE, order=order).line}


@pytest.mark.parametrize(
    ("ask", "option"),
    [
        (lambda: verify(PUZZLE), "verify"),
        (lambda: canonical(PUZZLE), "canonical --symmetries"),
        (lambda: compare(PUZZLE, PUZZLE), f"compare {PUZZLE}"),
    ],
)
def test_an_answer_as_data_has_what_the_command_writes(ask: Any, option: str, run: Any) -> None:
    (record,) = json_rows(run(*option.split(), PUZZLE, "--json").out)
    given = ask().to_dict()

    assert given.keys() <= record.keys()
    assert {name: record[name] for name in given if name != "seconds"} == {
        name: value for name, value in given.items() if name != "seconds"
    }


def test_every_answer_is_data_for_json() -> None:
    answers = [solve(PUZZLE), hint(PUZZLE), rate(PUZZLE), generate(seed=1), *steps(PUZZLE)[:1]]
    assert all(json.loads(json.dumps(each.to_dict())) for each in answers if each)


@pytest.mark.parametrize(
    "call",
    [
        lambda: solve(5),  # type: ignore[arg-type]
        lambda: solve(PUZZLE, settings="pass"),  # type: ignore[arg-type]
        lambda: solve(PUZZLE, strategies=[5]),  # type: ignore[list-item]
        lambda: solve(PUZZLE, layout=9),  # type: ignore[arg-type]
        lambda: solve(PUZZLE, plugins=[solve]),  # type: ignore[list-item]
        lambda: read(5),  # type: ignore[arg-type]
        lambda: draw(PUZZLE, 5),  # type: ignore[arg-type]
        lambda: Grid.parse(5),  # type: ignore[arg-type]
        lambda: Grid.parse(PUZZLE).candidates(-1),
        lambda: Grid.parse(PUZZLE).candidates(99),
        lambda: generate(level="hrad"),
        lambda: generate(lvel="hard"),
        lambda: generate(rater=None, generator="nobody"),
        lambda: generate(clues=8, seed=1),
        lambda: compare(PUZZLE, "12.."),
        lambda: transform(PUZZLE, "turn"),
        lambda: transform(PUZZLE, "swap rows 1 9"),
        lambda: transform(PUZZLE, 5),  # type: ignore[arg-type]
        lambda: canonical(PUZZLE, order="least"),
    ],
)
def test_every_error_is_one_of_ours(call: Any) -> None:
    with pytest.raises(SudokuError):
        call()
