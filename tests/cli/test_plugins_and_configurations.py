"""Plugins that do not load, and configurations, on the command line."""

import os
from pathlib import Path

import pytest

from sudoku_engine.bundled import BUNDLED, LEFT_OUT
from tests.support.files import write
from tests.support.json_lines import rows as json_rows
from tests.support.lines import EASY, EASY_SOLVED, NINE, NINE_SOLVED, Run

BROKEN = """
from sudoku_engine import strategy
@strategy("Mine", score=5, level="easy")
def mine(grid):
    return [
"""


def test_plugins_are_listed_in_every_state(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "broken.py", BROKEN)
    mine = BROKEN.replace("[", "[]")
    write(tmp_path, "mine.py", mine)
    write(tmp_path, "other.py", mine.replace("mine", "other"))
    write(tmp_path, "again.py", mine.replace("mine", "full_house"))
    write(
        tmp_path,
        "run.yaml",
        "plugins: [broken.py, mine.py, other.py, again.py]\ndisable: [other, naked_quad]\n",
    )
    done = run("plugins", "list", "--json", "-c", "run.yaml")
    assert done.status == 2
    rows = json_rows(done.out)
    loaded = {row["id"]: row["from"] for row in rows if row["state"] == "loaded"}
    assert loaded["mine"] == "mine.py"
    assert loaded["full_house"] == "again.py"
    assert loaded["naked_pair"] == "bundled"
    assert "naked_quad" not in loaded
    others = {
        row["from"]: (row["state"], row["problem"]) for row in rows if row["state"] != "loaded"
    }
    assert others["other.py"] == ("disabled", "")
    assert others["broken.py"][0] == "failed"
    assert others["broken.py"][1].startswith("broken.py:4: it is not valid Python")
    assert "notice: again.py replaces the bundled strategy 'full_house'\n" in done.err
    table = run("plugins", "list", "-c", "run.yaml").out
    assert all(row["id"] in table for row in rows)
    assert all(row["from"] in table for row in rows if row["from"] != "bundled")
    assert {row["id"]: (row["score"], row["level"]) for row in rows}["naked_pair"] == (60, "medium")


def test_an_option_leaves_out_a_plugin_or_a_component(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "run.yaml", "disable: [naked_quad]\n")
    without = ("-c", "run.yaml", "--without-plugin", "generators", "--without-plugin", "full_house")
    rows = json_rows(run("plugins", "list", "--json", *without).out)
    loaded = {row["id"] for row in rows if row["state"] == "loaded"}
    assert "naked_pair" in loaded
    assert loaded.isdisjoint({"naked_quad", "full_house", "minimal"})
    assert [row["from"] for row in rows if row["state"] == "disabled"] == [
        "sudoku_plugins.generators"
    ]
    shown = run("config", "show", *without[:2], *without[4:]).out
    assert "disable: [naked_quad, full_house]" in shown
    wrong = run("verify", "--without-plugin", "naked_piar", EASY)
    mend = "--without-plugin: cannot disable 'naked_piar': did you mean 'naked_pair'?"
    assert (wrong.status, wrong.err) == (2, f"{mend}\n")


@pytest.mark.parametrize(
    ("plugin", "arguments", "what"),
    [
        ("batch", ("batch", "verify", EASY, "-o", "answers"), "batch verify"),
        ("batch", ("verify", "--jobs", "2", EASY), "--jobs: work in several processes"),
        ("pictures", ("solve", EASY, "-o", "film.gif"), "film.gif: a .gif file"),
        ("formats", ("verify", "https://sudokupad.app/x"), "puzzle:1: an address"),
    ],
)
def test_a_plugin_that_is_left_out_is_not_asked(
    plugin: str, arguments: tuple[str, ...], what: str, tmp_path: Path, run: Run
) -> None:
    home = next(each for each in BUNDLED if each.endswith(f".{plugin}"))
    write(tmp_path, "run.yaml", f"disable: [{plugin}]\n")
    for option in (("--without-plugin", plugin), ("-c", "run.yaml")):
        done = run(*arguments, *option)
        assert (done.status, done.err) == (2, f"{what} needs the plugin {home}\n")
    assert not LEFT_OUT


def test_without_any_strategy_no_step_is_found(run: Run) -> None:
    done = run("steps", EASY, "--without-plugin", "strategies")
    assert done.out.splitlines()[1:] == ["No strategy finds a step."]


def test_without_the_sandbox_plugins_are_loaded_in_the_process(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "mine.py", BROKEN.replace("[", "[]"))
    done = run("verify", "-p", "mine.py", "--without-plugin", "sandbox", EASY)
    why = "a process of its own needs the plugin sudoku_plugins.sandbox"
    assert (done.status, done.err) == (0, f"notice: mine.py: loaded in this process; {why}\n")


def test_the_puzzle_of_the_configuration_is_taken_where_none_is_given(
    tmp_path: Path, run: Run
) -> None:
    write(tmp_path, "one.yaml", f'puzzle: "{EASY}"\n')
    write(tmp_path, "many.yaml", "puzzles: many.txt\n")
    write(tmp_path, "many.txt", f"{NINE}\n{NINE}\n")
    assert run("solve", "-q", "-c", "one.yaml") == (0, f"{EASY_SOLVED}\n", "")
    assert run("solve", "-q", "-c", "one.yaml", NINE).out == f"{NINE_SOLVED}\n"
    assert run("solve", "-q", "-c", "many.yaml").out == f"{NINE_SOLVED}\n" * 2
    assert run("hint", "-c", "one.yaml").status == 0
    assert run("verify", "-c", "many.yaml").out == "valid: 1 solution\n" * 2


def test_a_configuration_in_the_folder_is_found_by_its_name(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "other.yaml", f'puzzle: "{NINE}"\n')
    assert run("solve", "-q").status == 2
    write(tmp_path, "sudoku-engine.yaml", f'puzzle: "{EASY}"\n')
    notice = "notice: the configuration is sudoku-engine.yaml in this folder\n"
    assert run("solve", "-q") == (0, f"{EASY_SOLVED}\n", notice)
    assert run("solve", "-q", "-c", "other.yaml") == (0, f"{NINE_SOLVED}\n", "")


def test_a_configuration_may_name_the_file_of_results(tmp_path: Path, run: Run) -> None:
    (tmp_path / "sub").mkdir()
    write(tmp_path, "sub/one.yaml", f'puzzle: "{EASY}"\noutput: found.sdm\n')
    assert run("solve", "-c", "sub/one.yaml") == (0, "", "")
    assert (tmp_path / "sub" / "found.sdm").read_text() == f"{EASY_SOLVED}\n"
    assert run("solve", "-q", "-c", "sub/one.yaml", "-o", "-").out == f"{EASY_SOLVED}\n"
    assert run("verify", "-c", "sub/one.yaml").out == "valid: 1 solution\n"


def test_a_configured_file_of_results_is_not_one_that_is_read(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "one.yaml", "puzzles: one.sdm\noutput: one.sdm\n")
    write(tmp_path, "one.sdm", f"{NINE}\n")
    done = run("solve", "-c", "one.yaml")
    assert (done.status, (tmp_path / "one.sdm").read_text()) == (2, f"{NINE}\n")
    assert "is an input too, and would be lost" in done.err


def test_a_plugin_that_does_not_load_is_named_and_the_run_goes_on(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "broken.py", BROKEN)
    write(tmp_path, "run.yaml", f'plugins: [broken.py]\npuzzle: "{EASY}"\n')
    told = "broken.py:4: it is not valid Python: '[' was never closed\n    return [\n           ^\n"
    assert run("solve", "-q", "-c", "run.yaml") == (2, f"{EASY_SOLVED}\n", told)
    assert run("solve", "-q", "-p", "broken.py", EASY) == (2, f"{EASY_SOLVED}\n", told)
    assert run("solve", "-q", "-p", "none.py", EASY) == (
        2,
        f"{EASY_SOLVED}\n",
        "none.py: there is no such file: check the path\n",
    )


def test_what_a_broken_plugin_would_offer_is_left_out(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "broken.py", BROKEN)
    write(
        tmp_path,
        "run.yaml",
        """
        plugins: [broken.py]
        strategies:
          - mine
          - full_house
          - {mine_too: {houses: [row]}}
          - hidden_sinlge
        fallback: my_solver
        """,
    )
    done = run("solve", "-c", "run.yaml", NINE)
    assert done.status == 2
    assert done.err.splitlines()[3:] == [
        "run.yaml:3:5: strategy 'mine' is left out: a plugin failed to load",
        "run.yaml:5:6: strategy 'mine_too' is left out: a plugin failed to load",
        "run.yaml:6:5: strategy 'hidden_sinlge' is left out: a plugin failed to load "
        "(did you mean 'hidden_single'?)",
        "run.yaml:7:11: solver 'my_solver' is left out: a plugin failed to load",
    ]
    assert "bitboard filled the rest" in done.out
    assert run("config", "check", "run.yaml").status == 2
    shown = run("config", "show", "-c", "run.yaml")
    assert "full_house" in shown.out
    assert "mine" not in shown.out


def test_a_plugin_that_is_not_there_is_told_where_the_configuration_names_it(
    tmp_path: Path, run: Run
) -> None:
    write(tmp_path, "run.yaml", "plugins: [mine.py]\n")
    (tmp_path / "below").mkdir()
    write(tmp_path / "below", "run.yaml", "plugins: [./mine.py]\n")
    inner = os.path.join("below", "run.yaml")
    for file, plugin in (("run.yaml", "mine.py"), (inner, os.path.join("below", "mine.py"))):
        given = file if file == inner else str(tmp_path / file)
        told = f"{given}:1:11: {plugin}: there is no such file: check the path\n"
        assert run("config", "check", given) == (2, "", told)


def test_several_configurations_are_each_checked_once(tmp_path: Path, run: Run) -> None:
    write(tmp_path, "mine.py", BROKEN.replace("[", "[]"))
    write(tmp_path, "plain.yaml", "loop: {mode: pass}\n")
    write(tmp_path, "mine.yaml", "plugins: [mine.py]\nstrategies: [mine]\n")
    done = run("config", "check", "plain.yaml", "none.yaml", "mine.yaml")
    told = "none.yaml: there is no such file\n"
    assert done == (2, "plain.yaml: ok\nmine.yaml: ok\n", told)
