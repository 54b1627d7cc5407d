"""All ways in which a plugin file can be wrong: reported with file and line; the rest goes on."""

import sys
import time
from pathlib import Path
from textwrap import dedent
from typing import Any, NamedTuple

import pytest

from sudoku_engine.errors import PluginError
from sudoku_engine.plugins.registry import Registry
from tests.support.files import HOOK, IMPORTS, ONE, plugin_file
from tests.support.samples import cases

pytestmark = [pytest.mark.process, pytest.mark.slow]


class Broken(NamedTuple):
    """The text of a file, what is said of it, and the line that is named (0: none)."""

    text: str
    why: str
    line: int = 0


def registry(*paths: Path | str, timeout: float = 10) -> Registry:
    found = Registry(timeout)
    found.load([str(path) for path in paths])
    return found


def good(folder: Path) -> Path:
    return plugin_file(folder, ONE.replace("def one", "def good"), "good.py")


def the_problem(found: Registry) -> PluginError:
    (problem,) = found.problems
    return problem


# The file itself. Line 1 holds the imports.

FILES = {
    "a syntax error": Broken("def one(grid)\n    pass\n", "it is not valid Python", 2),
    "a wrong indent": Broken("def one(grid):\npass\n", "it is not valid Python: expected an", 3),
    "a bracket left open": Broken("x = (1,\n", "it is not valid Python: '(' was never closed", 2),
    "an exception": Broken(
        "x = 1\nraise ValueError('oh\\nno')", "failed to load: ValueError: oh", 3
    ),
    "an exception without words": Broken("raise ValueError", "failed to load: ValueError", 2),
    "sys.exit": Broken("import sys\nsys.exit(0)", "it failed to load: it called sys.exit", 3),
    "a misspelt name of ours": Broken(
        "from sudoku_engine import Candidates",
        "it failed to load: ImportError: cannot import name 'Candidates' from 'sudoku_engine': "
        "did you mean 'Candidate'?",
        2,
    ),
    "a missing module": Broken(
        "import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'", 2
    ),
    "a missing name": Broken(
        "from sudoku_engine import Pair", "ImportError: cannot import name", 2
    ),
    "a neighbour that is not there": Broken("from . import best", "ImportError", 2),
    "its own name": Broken("from mine import pairs", "cannot import name 'pairs' from 'mine' (", 2),
    "recursion without an end": Broken("def f(): f()\nf()", "RecursionError", 2),
    "an exception of ours": Broken(
        "from sudoku_engine.errors import GaveUp\nraise GaveUp('no')", "GaveUp: no", 3
    ),
    "a decorator without brackets": Broken(
        "def one(grid): ...\none = strategy(one)", "TypeError: ", 3
    ),
    "a decorator without a level": Broken(
        '@strategy("One", score=1)\ndef one(grid): ...', "TypeError: ", 2
    ),
    "a level that does not exist": Broken(
        '@strategy("One", score=1, level="eazy")\ndef one(grid): ...', "ValueError: level 'eazy'", 2
    ),
}


@pytest.mark.parametrize("broken", FILES.values(), ids=list(FILES))
def test_a_file_that_does_not_load_is_named_with_its_line_and_the_rest_goes_on(
    tmp_path: Path, broken: Broken
) -> None:
    file = plugin_file(tmp_path, broken.text)
    found = registry(file, good(tmp_path))
    problem = the_problem(found)
    assert broken.why in problem.what
    assert (problem.source, problem.line, problem.plugin) == (str(file), broken.line, "mine.py")
    assert "\n" not in str(problem).replace(f"\n{problem.excerpt}", "")
    assert found.has_failed
    assert "good" in found.ids("strategy")
    assert "naked_single" in found.ids("strategy")
    assert [source.state for source in found.plugins[-2:]] == ["failed", "loaded"]


CONTENTS = {
    "nothing": (
        b"",
        "there is nothing in this file: write a function with @strategy(...) above it",
    ),
    "white space": (b" \n\t\n", "there is nothing in this file"),
    "UTF-16": ("x = 1".encode("utf-16"), "this text is in UTF-16 (save the file as UTF-8)"),
    "binary junk": (bytes(range(256)), "a NUL character: this is not a text file in UTF-8"),
    "a null byte": (b"x = 1\0", "a NUL character"),
    "an endless bracket": (b"(" * 100_000, ""),
}


@pytest.mark.parametrize(("content", "why"), CONTENTS.values(), ids=list(CONTENTS))
def test_a_file_with_strange_content_is_named(tmp_path: Path, content: bytes, why: str) -> None:
    file = tmp_path / "mine.py"
    file.write_bytes(content)
    problem = the_problem(registry(file, good(tmp_path)))
    assert why in problem.what
    assert problem.source == str(file)


EXCERPTS = {
    "a missing colon": (
        b"def one(grid)\n    pass\n",
        "mine.py:1: it is not valid Python: expected ':'\n    def one(grid)\n                 ^",
    ),
    "Latin-1": (
        "\nif True:\n\tx = 'gr\u00f6\u00dfer'\n".encode("latin-1"),
        "mine.py:3: it is not valid Python: these bytes are not text (save the file as UTF-8)\n"
        "    x = 'gr\u00f6\u00dfer'\n           ^",
    ),
    "curly quotes": (
        "x = [\u201cyes\u201d]".encode(),
        "mine.py:1: it is not valid Python: \u201c is not a quote in Python (use \" or ')\n"
        "    x = [\u201cyes\u201d]\n         ^",
    ),
    "a no-break space": (
        "if True:\n\u00a0x = 1".encode(),
        "mine.py:2: it is not valid Python: an invisible character, U+00A0 (use a space)\n"
        "    x = 1\n    ^",
    ),
    "tabs among spaces": (
        b"if True:\n        x = 1\n\ty = 1\n",
        "mine.py:3: it is not valid Python: inconsistent use of tabs and spaces in indentation "
        "(use spaces only)\n    y = 1\n",
    ),
    "what a chat writes around code": (
        b"```python\nx = 1\n```\n",
        "mine.py:1: it is not valid Python: invalid syntax (leave out the lines with ```: ",
    ),
    "what Python's own window writes": (
        b">>> x = 1\n",
        "mine.py:1: it is not valid Python: invalid syntax (leave out the signs of the prompt: ",
    ),
    "else if": (
        b"if 1:\n    pass\nelse if 2:\n    pass\n",
        "mine.py:3: it is not valid Python: expected ':' (write elif)\n    else if 2:",
    ),
    "a word of Python with a slip": (
        b"yeild Step()\n",
        "mine.py:1: it is not valid Python: invalid syntax (did you mean 'yield'?)",
    ),
    "a line at the left margin": (
        b"for cell in (1, 2):\n    yield cell\n",
        "mine.py:2: it is not valid Python: 'yield' outside function (indent it, so that it is ",
    ),
    "a minus in the name": (
        b"from sudoku-engine import Step\n",
        "mine.py:1: it is not valid Python: invalid syntax (write sudoku_engine, with _)",
    ),
    "a capital letter": (
        b"Def one(grid):\n    pass\n",
        "mine.py:1: it is not valid Python: invalid syntax (write it in small letters)",
    ),
}


@pytest.mark.parametrize("slip", EXCERPTS)
def test_what_is_not_python_is_shown_with_its_line_and_a_caret(slip: str, tmp_path: Path) -> None:
    content, expected = EXCERPTS[slip]
    path = tmp_path / "mine.py"
    path.write_bytes(content)
    problem = str(the_problem(registry(path)))
    assert problem.removeprefix(f"{tmp_path}/").startswith(expected)


@pytest.mark.parametrize("name", ["mine.py", "mine", "Ünïcode.py", "with space.py", "notes.txt"])
def test_a_file_with_a_byte_order_mark_and_any_name_is_read(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_text(IMPORTS + ONE, encoding="utf-8-sig")
    found = registry(file)
    assert (found.problems, "one" in found.ids("strategy")) == ([], True)


PATHS = {
    "no/such/file.py": "there is no folder 'no/such'",
    "~nobody/x.py": "there is no folder '~nobody'",
    "pyproject.tom": "did you mean 'pyproject.toml'?",
    "": "check the path",
    "a\0b": "check the path",
    "x" * 5000: "check the path",
}


@pytest.mark.parametrize("path", PATHS)
def test_a_path_that_leads_nowhere_is_named_with_a_mend(path: str) -> None:
    found = registry(path)
    assert the_problem(found).what == f"there is no such file: {PATHS[path]}"
    assert found.has_failed


def test_a_link_that_leads_nowhere_is_named(tmp_path: Path) -> None:
    for name, target in (("away.py", "nowhere.py"), ("round.py", "round.py")):
        try:
            (tmp_path / name).symlink_to(tmp_path / target)
        except OSError:
            pytest.skip("no links here")
        assert "no such file" in the_problem(registry(tmp_path / name)).what


def test_an_empty_folder_is_named(tmp_path: Path) -> None:
    assert the_problem(registry(tmp_path)).what == "there is no plugin in this folder"


def test_of_a_folder_the_good_files_are_loaded_and_the_bad_ones_named(tmp_path: Path) -> None:
    good(tmp_path)
    for number in range(3):
        plugin_file(tmp_path, "raise ValueError", f"bad{number}.py")
    found = registry(tmp_path)
    assert "good" in found.ids("strategy")
    assert [problem.plugin for problem in found.problems] == ["bad0.py", "bad1.py", "bad2.py"]


@pytest.mark.parametrize("text", ["", "import sys\ndel sys.modules[__name__]\n"])
def test_a_file_that_failed_leaves_no_module_behind(tmp_path: Path, text: str) -> None:
    before = set(sys.modules)
    the_problem(registry(plugin_file(tmp_path, text + "raise ValueError")))
    assert not [name for name in set(sys.modules) - before if "mine" in name]


@pytest.mark.parametrize(
    "loop",
    ["while True: pass", "import time\nwhile True: time.sleep(0.01)", "[0 for _ in iter(int, 1)]"],
)
def test_a_file_that_hangs_while_it_loads_is_stopped_and_named(tmp_path: Path, loop: str) -> None:
    begun = time.monotonic()
    found = registry(plugin_file(tmp_path, loop), good(tmp_path), timeout=0.1)
    problem = the_problem(found)
    assert problem.what == "it does not come to an end"
    assert problem.line in (2, 3)
    assert "good" in found.ids("strategy")
    assert time.monotonic() - begun < 20


def test_ctrl_c_while_a_file_loads_ends_the_program(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        registry(plugin_file(tmp_path, "raise KeyboardInterrupt"))


# Its hooks

HOOKS = {
    "a misspelt hook": Broken(
        "@hookimpl\ndef sudoku_strategys():\n    return []",
        "unknown hook 'sudoku_strategys': did you mean 'sudoku_strategies'?",
        2,
    ),
    "a hook that does not exist": Broken(
        "@hookimpl\ndef cleanup():\n    return []", "unknown hook 'cleanup': known: ", 2
    ),
    "a misspelt specname": Broken(
        "@hookimpl(specname='sudoku_solver')\ndef mine():\n    return []",
        "unknown hook 'sudoku_solver': did you mean 'sudoku_solvers'?",
        2,
    ),
    "a forgotten mark": Broken(
        "def sudoku_strategies():\n    return []",
        "sudoku_strategies is not marked as a hook: did you forget @hookimpl?",
        2,
    ),
    "a forgotten mark on a misspelt hook": Broken(
        "def sudoku_strategie():\n    return []",
        "sudoku_strategie is not marked as a hook: did you forget @hookimpl, "
        "and did you mean 'sudoku_strategies'?",
        2,
    ),
    "the mark of another project": Broken(
        "import pluggy\nhookimpl = pluggy.HookimplMarker('pytest')\n"
        "@hookimpl\ndef sudoku_strategies():\n    return []",
        "sudoku_strategies is marked for 'pytest': use the hookimpl of sudoku_engine",
        4,
    ),
    "no hook and no strategy": Broken(
        "x = 1", "no strategy in it: write a function with @strategy(...) above it"
    ),
    "a class and no hook": Broken(
        "class Mine:\n    def solutions(self, grid):\n        return []",
        "no plugin in it: write a function sudoku_solvers with @hookimpl that returns [Mine()]",
        3,
    ),
    "a plain function and no hook": Broken(
        "def one(grid):\n    return []",
        'no strategy in it: write @strategy("My Pair", score=60, level="medium") above one',
        2,
    ),
    "a rule without its mark": Broken(
        "from sudoku_engine import rule\ndef zebra(a, b):\n    return a != b",
        'no rule in it: write @rule("My Rule", draws="cage") above zebra',
        3,
    ),
    "a strategy in a class": Broken(
        "class One:\n"
        "    @strategy('One', score=4, level='easy')\n"
        "    def one(self, grid):\n        return []",
        "@strategy stands inside the class One: write the function outside of it, "
        "def my_strategy(grid):",
        3,
    ),
    "a lambda": Broken(
        "one = strategy('One', score=4, level='easy')(lambda grid: [])",
        "a lambda has no name: write def my_strategy(grid): below @strategy",
        2,
    ),
    "a hook that wants an argument": Broken(
        "@hookimpl\ndef sudoku_strategies(config):\n    return []",
        "sudoku_strategies is called without arguments: remove config",
        2,
    ),
    "a hook that returns nothing": Broken(
        "@hookimpl\ndef sudoku_strategies():\n    [1]",
        "sudoku_strategies returns nothing: return a list",
        2,
    ),
    "a hook that returns one thing": Broken(
        ONE + "@hookimpl\ndef sudoku_strategies():\n    return one",
        "sudoku_strategies returns 'one': return a list, [...]",
        5,
    ),
    "a hook that returns a text": Broken(
        "@hookimpl\ndef sudoku_strategies():\n    return 'one'",
        "sudoku_strategies returns 'one': return a list, [...]",
        2,
    ),
    "a hook that returns a dict": Broken(
        ONE + "@hookimpl\ndef sudoku_strategies():\n    return {'one': one}",
        "return a list, [...]",
        5,
    ),
    "a hook that raises": Broken(
        "@hookimpl\ndef sudoku_strategies():\n    x = 1\n    return 1 / 0",
        "sudoku_strategies failed: ZeroDivisionError: division by zero",
        5,
    ),
    "a hook that exits": Broken(
        "@hookimpl\ndef sudoku_strategies():\n    raise SystemExit",
        "sudoku_strategies failed: it called sys.exit",
        4,
    ),
    "a hook that never ends": Broken(
        "@hookimpl\ndef sudoku_strategies():\n    while True: pass",
        "it does not come to an end",
        4,
    ),
    "a decorated strategy with a wrong score": Broken(
        ONE.replace("score=1", "score='x'"), "'one' is not a strategy: its score must be", 3
    ),
    "a class in the list": Broken(
        "class One:\n    id, name, score, level = 'one', 'One', 1, 'easy'\n"
        "    def find(self, grid): ...\n"
        "@hookimpl\ndef sudoku_strategies():\n    return [One]",
        "'one' is not a strategy: it is a class, offer an object of it: One()",
        5,
    ),
    "a plain function in the list": Broken(
        "def one(grid): ...\n@hookimpl\ndef sudoku_strategies():\n    return [one]",
        "'one' is not a strategy: it is a plain function, put @strategy(name, score=..., "
        "level=...)",
        3,
    ),
    "the name of a strategy in the list": Broken(
        "@hookimpl\ndef sudoku_strategies():\n    return ['one']",
        "'one' is not a strategy: it has no 'id' that is text",
        2,
    ),
    "None in the list": Broken(
        "@hookimpl\ndef sudoku_strategies():\n    return [None]", "None is not a strategy", 2
    ),
    "a strategy among the solvers": Broken(
        ONE + "@hookimpl\ndef sudoku_solvers():\n    return [one]",
        "'one' is not a solver: it has no method 'solutions'",
        5,
    ),
}


@pytest.mark.parametrize("broken", HOOKS.values(), ids=list(HOOKS))
def test_a_wrong_hook_is_named_with_its_line_and_its_mend(tmp_path: Path, broken: Broken) -> None:
    file = plugin_file(tmp_path, broken.text)
    found = registry(file, good(tmp_path), timeout=0.2)
    problem = the_problem(found)
    assert broken.why in problem.what
    assert (problem.source, problem.line) == (str(file), broken.line)
    assert found.has_failed
    assert "good" in found.ids("strategy")


@pytest.mark.parametrize(
    ("hooks", "why"),
    [
        ("def sudoku_strategies(): return [one]", ["did you forget @hookimpl"]),
        (f"{HOOK}yield one\n    raise ValueError", ["sudoku_strategies failed: ValueError"]),
        (f"{HOOK}return [1, one, 'x', print, len]", [" is not a strategy: "] * 4),
        (
            f"{HOOK}return [one]\n@hookimpl\ndef sudoku_solvers():\n    return 5",
            ["sudoku_solvers returns 5: return a list, [...]"],
        ),
    ],
)
def test_a_strategy_beside_a_fault_of_a_hook_is_kept(
    tmp_path: Path, hooks: str, why: list[str]
) -> None:
    found = registry(plugin_file(tmp_path, ONE + hooks))
    for problem, words in zip(found.problems, why, strict=True):
        assert words in problem.what
    assert "one" in found.ids("strategy")


def test_a_hook_that_offers_without_an_end_is_stopped(tmp_path: Path) -> None:
    found = registry(plugin_file(tmp_path, f"{HOOK}while True: yield None"))
    assert "sudoku_strategies returns more than 1000 things" in found.problems[0].what


# What they offer

MEMBERS = {
    "no id": ("id", "None", "it has no 'id' that is text"),
    "an id that is no text": ("id", "5", "it has no 'id' that is text"),
    "an empty id": ("id", "''", "its id '' must be a word of letters, digits and _"),
    "an id of two words": ("id", "'my pair'", "its id 'my pair' must be a word"),
    "an id with a line end": ("id", "'pair\\n'", "must be a word"),
    "a name that is no text": ("name", "5", "it has no 'name' that is text"),
    "an empty name": ("name", "' '", "its name ' ' must be a line of text"),
    "a name of two lines": ("name", "'a\\nb'", "must be a line of text"),
    "a name with colours": ("name", "'\\033[31mred'", "must be a line of text"),
    "no score": ("score", "None", "its score must be a number, not None"),
    "a score that is text": ("score", "'60'", "its score must be a number, not '60'"),
    "a score that is true": ("score", "True", "its score must be a number, not True"),
    "a level that does not exist": ("level", "'eazy'", "its level must be one of easy, medium"),
    "a family that does not exist": ("family", "'birds'", "its family must be one of"),
    "marks that do not exist": ("marks", "'auto'", "its marks must be"),
    "sizes that are one number": ("sizes", "9", "its sizes must be numbers of rows"),
    "no method": ("find", "5", "it has no method 'find'"),
    "an id that cannot be asked for": (
        "id",
        "property(lambda self: 1 / 0)",
        "reading its attributes failed: ZeroDivisionError",
    ),
    "an id that exits": (
        "id",
        "property(lambda self: __import__('sys').exit())",
        "reading its attributes failed: it called sys.exit",
    ),
    "a representation that fails": ("__repr__", "id = None", "it has no 'id' that is text"),
}


@pytest.mark.parametrize(("member", "value", "why"), MEMBERS.values(), ids=list(MEMBERS))
def test_an_object_that_is_no_strategy_is_named_with_what_it_lacks(
    tmp_path: Path, member: str, value: str, why: str
) -> None:
    text = f"""
    class Mine:
        id, name, score, level, sizes = "mine", "Mine", 1, "easy", None
        def find(self, grid):
            return []
        {member} = {value}

    @hookimpl
    def sudoku_strategies():
        return [Mine()]
    """
    file = plugin_file(tmp_path, text)
    problem = the_problem(registry(file, good(tmp_path)))
    assert " is not a strategy: " in problem.what
    assert why in problem.what
    assert (problem.source, problem.line) == (str(file), 9)
    assert "\n" not in str(problem)


def test_a_module_made_to_be_odd_is_named(tmp_path: Path) -> None:
    odd = {
        "a directory that is none": "def __dir__(): return 5",
        "a class that lies": (
            "class Odd:\n    @property\n    def __class__(self): raise ValueError\nodd = Odd()"
        ),
    }
    for number, text in enumerate(odd.values()):
        found = registry(plugin_file(tmp_path, text, f"odd{number}.py"), good(tmp_path))
        assert len(found.problems) == 1
        assert "good" in found.ids("strategy")


# Files that students write: each gets one clear message from the program

PUZZLE = """
6 . . | . . 5 | . . .
. . . | . . 9 | . . 3
. 1 7 | 2 . 6 | . . .
------+-------+------
. 9 4 | . . 3 | . 6 7
. 6 . | . . . | . . .
1 . 3 | . . . | . 5 4
------+-------+------
2 . . | 9 8 . | . 7 6
. . . | . . . | 5 . .
. . . | . 6 2 | 9 . .
"""
ANSWER = "639845712425719683817236495594123867762458139183697254251984376946371528378562941"


def strategy_with(body: str) -> str:
    lines = "".join(f"    {line}\n" for line in dedent(body).strip().splitlines())
    return f'@strategy("Mine", score=1, level="easy")\ndef mine(grid):\n{lines}'


class Told(NamedTuple):
    """The text of a file, the line that is named, and what `solve` and the kit (or both) say."""

    text: str
    line: int
    solve: str
    check: str = ""


SLIPS = {
    "a misspelt hook": Told(
        "@hookimpl\ndef sudoku_strategys():\n    return []",
        2,
        "unknown hook 'sudoku_strategys': did you mean 'sudoku_strategies'?",
    ),
    "a syntax error": Told(
        "def mine(grid)\n    return []", 2, "it is not valid Python: ", "it is not valid Python: "
    ),
    "an endless loop": Told(
        strategy_with("while True: pass"),
        4,
        "mine is at fault and sits out: it did not come back within 0.2 s",
        "it does not come back within ",  # the host waits longer than the guest itself
    ),
    "a megabyte of print": Told(
        strategy_with("print('x' * 1_000_001)"),
        4,
        "mine is at fault and sits out: it prints too much: more than 1000000 characters",
        "it prints more than 100000 characters in one call",
    ),
}


def place_of(told: Told) -> str:
    return f"mine.py:{told.line}: " if told.line else "mine.py: "


SOME = cases(SLIPS, "a misspelt hook", "a syntax error", "an endless loop", "a megabyte of print")


@pytest.mark.parametrize("told", SOME)
def test_solve_says_what_is_wrong_in_a_line_and_solves_the_puzzle(
    tmp_path: Path, run: Any, told: Told
) -> None:
    plugin_file(tmp_path, told.text)
    done = run("solve", "-q", "-p", "mine.py", "--timeout", "0.2", PUZZLE)

    assert (done.status, done.out) == (2, f"{ANSWER}\n")
    assert done.err.startswith(place_of(told) + told.solve)
    has_excerpt = "not valid Python" in done.err
    assert done.err.count("\n") == (3 if has_excerpt else 1)


@pytest.mark.parametrize("told", cases(SLIPS, "a misspelt hook", "a syntax error"))
def test_the_kit_says_what_is_wrong_with_the_line_and_no_traceback(
    tmp_path: Path, run: Any, told: Told
) -> None:
    plugin_file(tmp_path, told.text)
    done = run("plugins", "check", "mine.py", "--timeout", "0.2")

    assert done.status == (2 if done.err else 1)
    assert (done.out + done.err).count(place_of(told) + (told.check or told.solve)) == 1
    assert "Traceback" not in done.out + done.err
