"""Rules that are wrong: each is named with its file and line, and no clue of it gets on a board."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from sudoku_engine import Engine, Layout
from sudoku_engine.errors import LayoutError, PluginError, SudokuError
from sudoku_plugins.generators.laying import layout_with_clues
from sudoku_plugins.variants.rule_book import RULE_BOOK
from tests.support.files import write

NINE = Layout.named("9x9")

WRONG_RULES = """import itertools, os, sys
from sudoku_engine import rule

@rule("Raises")
def raises(a, b):
    return 1 / (a - b)

seven = itertools.count()

@rule("Changes Its Mind")
def changes(a, b):
    return next(seven) % 7 == 1

@rule("Ends the Program")
def exits(digits):
    os._exit(0)

@rule("Unhashable")
class unhashable:
    start = ()
    def step(self, state, digit):
        return [digit]
    def accepts(self, state):
        return True

@rule("Off the Board", everywhere=lambda layout: [(0, 100)])
def off(a, b):
    return a != b

@rule("Doubled", over=lambda cells: [(cells[0], cells[0])])
def doubled(a, b):
    return a != b

@rule("No List", everywhere=lambda layout: 5)
def no_list(a, b):
    return a != b

@rule("Refuses")
def refuses(digits):
    return False

@rule("Endless States")
class endless:
    start = ()
    def step(self, state, digit):
        return (*state, digit)
    def accepts(self, state):
        return True

@rule("Needs a Value")
def needs(digits, value):
    return sum(digits) == value

@rule("Lays Off", lays=lambda n: [(0, n * n)])
def lays_off(a, b):
    return a != b

@rule("Lays Wrong", lays=lambda digits: digits[81])
def lays_wrong(a, b):
    return a != b

calls = []

@rule("Hangs")
def hangs(a, b):
    calls.append(a)
    while len(calls) == 1:
        pass
    return a != b

@rule("Good", draws="gold line")
def good(a, b):
    return a != b
"""


def line_of(text: str) -> int:
    return WRONG_RULES.split(text)[0].count("\n") + 1


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The file of wrong rules, while an engine has it loaded."""
    folder = tmp_path_factory.mktemp("rules")
    path = folder / write(folder, "wrong.py", WRONG_RULES)
    with Engine(plugins=[path]):
        yield path


def error_of(clue: str) -> SudokuError:
    """Return the error for `clue`."""
    with pytest.raises(SudokuError) as caught:
        RULE_BOOK.read(clue, NINE)
    return caught.value


@pytest.mark.parametrize(
    ("clue", "place", "why"),
    [
        ("raises r1c12", "1 / (a - b)", "ZeroDivisionError: division by zero"),
        ("changes r1c12", '@rule("Changes', "it answers differently when it is asked again"),
        ("exits r1c12", "os._exit", "it ends the program"),
        ("off", '@rule("Off', "there is no cell 100 on this board"),
        ("doubled r1c12", '@rule("Doubled', "r1c1 is twice in a list of cells"),
        ("no list", '@rule("No List', "'int' object is not iterable"),
        ("unhashable r1c12", "    def step", "unhashable type: 'list'"),
        pytest.param(
            *("hangs r1c12", "    while len", "it did not come back within 5 s"),
            marks=pytest.mark.thorough,  # it computes for as long
        ),
    ],
)
@pytest.mark.slow
def test_wrong_rules_are_named_with_file_and_line(
    file: Path, clue: str, place: str, why: str
) -> None:
    error = error_of(clue)
    assert isinstance(error, PluginError)
    assert error.source.endswith("wrong.py")
    assert line_of(place) <= error.line <= line_of(place) + 1
    assert why in error.what
    assert why in error_of(clue).what  # a rule that hangs is not asked again


@pytest.mark.parametrize(
    ("clue", "why"),
    [
        ("refuses r1c12", "no digits fit it"),
        ("endless r1c123456789", "9 cells have more than 20000 states: too many"),
        ("needs r1c12", "it needs a value"),
    ],
)
def test_clues_that_cannot_be_are_refused(file: Path, clue: str, why: str) -> None:
    error = error_of(clue)
    assert isinstance(error, LayoutError)
    assert why in error.what
    assert "wrong.py:" in error.what


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        ("lays_off", "there is no cell 81 on this board, for the places of its clues"),
        ("lays_wrong", "IndexError: tuple index out of range, for the places of its clues"),
    ],
)
def test_a_rule_that_cannot_say_where_its_clues_lie_is_named(
    file: Path, rule: str, why: str
) -> None:
    with pytest.raises(PluginError) as caught:
        layout_with_clues(Random(1), NINE, [rule])
    assert why in caught.value.what
    assert caught.value.source.endswith("wrong.py")
    assert caught.value.line == line_of(f"lays={'lambda n' if 'off' in rule else 'lambda digits'}")


def test_the_other_rules_of_the_file_go_on(file: Path) -> None:
    clue = RULE_BOOK.read("good r1c1,r4c4", NINE)
    assert clue.draws == "gold line"
    assert NINE.with_clues([clue]).groups


def test_rules_leave_with_their_engine(tmp_path: Path) -> None:
    # Its rules are its own: those of `file` may be in use in this process.
    source = "from sudoku_engine import rule\n@rule('Mine')\ndef mine_alone(a, b): return a < b\n"
    write(tmp_path, "mine.py", source)
    with Engine(plugins=[tmp_path / "mine.py"]):
        assert RULE_BOOK.find("mine alone").id == "mine_alone"
    with pytest.raises(LayoutError, match="unknown rule 'mine alone'"):
        RULE_BOOK.find("mine alone")
