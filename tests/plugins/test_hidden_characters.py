"""Texts of a plugin with hidden characters: no way out of the program passes them on."""

import re
from pathlib import Path
from typing import Any

import pytest

import sudoku_engine
from sudoku_engine import Branch, Candidate, Grid, Step, say, strategy
from sudoku_engine.api.record import step_record
from sudoku_engine.board.say import clauses_of, speaking, tell
from tests.support.files import plugin_file

HIDDEN = r"\x1b[31m\nFaked\u202e\x9b2J\u2028x\x07"
"""Red, a line of its own, backwards, and a bell; as it stands in a file of Python."""

RAW = re.compile("[\0-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e]|^Faked", re.MULTILINE)

LINE = ".234341221434321"

PLUGIN = f"""
from sudoku_engine import GaveUp, Puzzle, Verdict, say

@strategy("Evil", score=1, level="easy", sizes=(4,))
def evil(grid):
    '''Find {HIDDEN}.'''
    cell = min(grid.open_cells)
    found = Candidate(cell, min(grid.candidates(cell)))
    yield Step([found], because={{"a {HIDDEN}": [found]}}, pattern="p{HIDDEN}",
               reason=say("t{HIDDEN} {{x}}", x="p{HIDDEN}"))

class Evil:
    id, name = "evil_one", "Evil"
    def solutions(self, grid): raise GaveUp("tired{HIDDEN}")
    def generate(self, rng, layout):
        return Puzzle(Grid.parse("{LINE}"), Grid.parse("1234341221434321"), "made{HIDDEN}")
    def find(self, source, target): return Verdict(None, why="no{HIDDEN}")

@hookimpl
def sudoku_strategies(): return [evil]

@hookimpl
def sudoku_solvers(): return [Evil()]

@hookimpl
def sudoku_generators(): return [Evil()]

@hookimpl
def sudoku_checkers(): return [Evil()]
"""


@pytest.mark.process
@pytest.mark.parametrize(
    "command",
    [
        f"solve -v --strategy evil {LINE}",
        f"solve -v --strategy evil --language de {LINE}",
        f"solve --strategy evil --reporter jsonl {LINE}",
        f"hint --strategy evil {LINE}",
        f"steps --strategy evil {LINE}",
        f"verify --solver evil_one {LINE}",
        f"compare --checker evil_one {LINE} {LINE}",
        "generate --generator evil_one --layout 4x4 --json",
        "explain evil",
        "plugins list --json",
        f"solve --strategy evil -o FILE.html {LINE}",
        f"solve --strategy evil -o FILE.svg {LINE}",
    ],
)
def test_no_hidden_character_of_a_plugin_leaves_the_program(
    command: str, run: Any, tmp_path: Path
) -> None:
    plugin = plugin_file(tmp_path, PLUGIN, "evil.py")
    done = run(*command.split(), "-p", str(plugin))
    texts = [done.out, done.err, *(path.read_text() for path in tmp_path.glob("FILE*"))]
    assert not any(map(RAW.search, texts))
    assert any("x1b" in text or "Evil" in text for text in texts)


def raw(text: str) -> str:
    return text.encode().decode("unicode_escape")


def test_the_texts_of_a_step_are_one_line_of_visible_characters() -> None:
    hidden = raw(HIDDEN)
    step = Step([Candidate(0, 1)], [], {f"a {hidden}": [Candidate(0, 1)]}, pattern=f"p{hidden}")
    shown = r"\x1b[31m Faked\u202e\x9b2J x\x07"
    assert str(step) == f"p{shown} => r1c1=1"
    assert [*step.because] == [f"a {shown}"]
    assert Step([Candidate(0, 1)], reason=f"so{hidden}").reason == f"so{shown}"
    assert Branch(f"if{hidden}", []).title == f"if{shown}"
    assert step_record(step, Grid.parse(LINE).layout)["pattern"] == f"p{shown}"


def test_said_words_are_visible_in_each_language() -> None:
    said = say(f"t{raw(HIDDEN)} {{digit}} {{x}}", digit=4, x=raw(HIDDEN))
    shown = rf"t{HIDDEN} 4 {HIDDEN}"
    assert str(said) == tell(said) == clauses_of(said)[0].text == shown
    with speaking("de"):
        assert tell(said) == shown


def test_a_reason_of_several_lines_is_told_in_one() -> None:
    assert Step(reason="r1c1 is 5,\n    so r1c2 is not").reason == "r1c1 is 5, so r1c2 is not"


def test_letters_that_need_hidden_joiners_keep_them() -> None:
    persian, signs = "\u0646\u200c\u0645", "\U0001f469\u200d\U0001f3eb"
    assert Step(reason=f"{persian} {signs}").reason == f"{persian} {signs}"


def test_a_strategy_in_this_process_shows_nothing_hidden() -> None:
    @strategy("Mine", score=1, level="easy", sizes=(4,))
    def mine(grid: Grid) -> list[Step]:
        found = [Candidate(min(grid.open_cells), 1)]
        return [Step(found, because=found, pattern=raw(HIDDEN), reason=raw(HIDDEN))]

    found = sudoku_engine.solve(LINE, strategies=[mine])
    assert not RAW.search("\n".join([str(found), str(found.steps[0]), found.steps[0].reason]))
