"""What a plugin raises is told in one line, whatever class it is of, and is the plugin's fault."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sudoku_engine import Ended, Faulted
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.plugins.time_limits import TimeIsUp, expect_interrupts, goes_through
from tests.support.boards import THREE_OPEN, board
from tests.support.files import plugin_file
from tests.support.loops import FILLS_SINGLES, components, events, fault, marked

ODD = {
    "a text that raises": ("def __str__(self): raise ValueError", "Odd"),
    "a text that exits": ("def __str__(self): raise SystemExit(0)", "Odd"),
    "a text that is none": ("def __str__(self): return 5", "Odd"),
    "a text of many lines": ("def __str__(self): return 'one\\x1b\\ntwo'", "Odd: one\\x1b"),
    "a text without an end": ("def __str__(self): return 'x' * 10**6", f"Odd: {'x' * 1000}…"),
    "a traceback of its own": (
        "@property\ndef __traceback__(self): raise SystemExit(0)",
        "Odd: odd",
    ),
    "a cause of its own": ("__cause__ = 5", "Odd: odd"),
    "a class that lies": ("@property\ndef __class__(self): return KeyboardInterrupt", "Odd: odd"),
    "a class that raises": ("@property\ndef __class__(self): raise SystemExit(0)", "Odd: odd"),
    "attributes that raise": ("def __getattribute__(self, name): raise SystemExit(0)", "Odd: odd"),
    "a name of its own": ("__qualname__ = 'x'", "Odd: odd"),
}
FAKES = {
    "time": ("from sudoku_engine.plugins.time_limits import TimeIsUp; raise TimeIsUp", "TimeIsUp"),
    "a timeout": (
        "from sudoku_engine.plugins import time_limits\nraise time_limits.PluginStopped(None, 5)",
        "PluginStopped: (None, 5, '')",
    ),
    "the end of the loop": (
        "from sudoku_engine.solving.loop import _Stopped; raise _Stopped('done')",
        "_Stopped: done",
    ),
    "the end of a generator": ("raise GeneratorExit", "GeneratorExit"),
    "the end of the program": ("raise SystemExit(0)", "it called sys.exit"),
    "an exception like Ctrl-C": (
        "raise type('Mine', (KeyboardInterrupt,), {})('odd')",
        "Mine: odd",
    ),
    "an exception of a class of classes": (
        "class Meta(type):\n"
        "    def __instancecheck__(self, other): raise SystemExit(0)\n"
        "    __name__ = property(lambda self: 1 / 0)\n"
        "raise Meta('Odd', (Exception,), {})('odd')",
        "Odd: odd",
    ),
}


@pytest.fixture
def without_interrupts() -> Iterator[None]:
    """No KeyboardInterrupt is a real one, as in a process for plugins."""
    expect_interrupts(False)
    yield
    expect_interrupts(True)


def raising(folder: Path, body: str) -> tuple[Faulted, int]:
    """Return the fault of a strategy with this `body`, and the line of it that raises."""
    indented = body.replace("\n", "\n    ")
    text = f'@strategy("Mine", score=1, level="easy")\ndef mine(grid):\n    {indented}  # here\n'
    mine, *others = components(folder, text, FILLS_SINGLES)
    happened = events(board(THREE_OPEN), [mine, *others])
    assert isinstance(happened[-1], Ended)
    assert happened[-1].outcome == "solved"
    found = fault(happened)
    assert isinstance(found, Faulted)
    assert found.strategy.id == "mine"
    return found, marked(mine)


@pytest.mark.parametrize(("members", "told"), ODD.values(), ids=list(ODD))
def test_an_odd_exception_is_told_in_one_line(tmp_path: Path, members: str, told: str) -> None:
    indented = members.replace("\n", "\n    ")
    found, line = raising(tmp_path, f"class Odd(Exception):\n    {indented}\nraise Odd('odd')")
    assert (found.why, found.line) == (told, line)


@pytest.mark.parametrize(("body", "told"), FAKES.values(), ids=list(FAKES))
def test_an_exception_of_the_engine_is_a_fault_if_a_plugin_raises_it(
    tmp_path: Path, body: str, told: str
) -> None:
    found, line = raising(tmp_path, body)
    assert (found.why, found.line) == (told, line)


@pytest.mark.usefixtures("without_interrupts")
def test_an_interrupt_is_a_fault_where_no_real_one_can_arrive(tmp_path: Path) -> None:
    found, line = raising(tmp_path, "raise KeyboardInterrupt")
    assert (found.why, found.line) == ("KeyboardInterrupt", line)


def test_an_interrupt_goes_through_where_it_can_be_real(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        raising(tmp_path, "raise KeyboardInterrupt")
    assert goes_through(KeyboardInterrupt())
    assert not goes_through(TimeIsUp())


LOADING = {
    "time": ("from sudoku_engine.plugins.time_limits import TimeIsUp; raise TimeIsUp", "TimeIsUp"),
    "a timeout": (
        "from sudoku_engine.plugins import time_limits\nraise time_limits.PluginStopped(None, 5)",
        "PluginStopped: (None, 5, '')",
    ),
    "a problem elsewhere": (
        "from sudoku_engine.errors import *; raise PluginError('oh', 'innocent', 'innocent.py', 1)",
        "oh",
    ),
    "an odd exception": (
        "class Odd(Exception):\n    def __str__(self): raise SystemExit\nraise Odd",
        "Odd",
    ),
    "an interrupt": ("raise KeyboardInterrupt", "KeyboardInterrupt"),
    "an odd syntax error": ("raise SyntaxError(5)", "SyntaxError: 5"),
}


@pytest.mark.usefixtures("without_interrupts")
@pytest.mark.parametrize(("body", "told"), LOADING.values(), ids=list(LOADING))
def test_whatever_is_raised_while_a_file_is_loaded_is_told(
    tmp_path: Path, body: str, told: str
) -> None:
    registry = Registry()
    file = plugin_file(tmp_path, body)
    registry.load([str(file)])
    (problem,) = registry.problems
    assert problem.what == f"it failed to load: {told}"
    assert (problem.source, problem.line) == (str(file), 2 + body.count("\n"))


@pytest.mark.usefixtures("without_interrupts")
@pytest.mark.parametrize(
    "raised", ["TimeIsUp", "KeyboardInterrupt", "GeneratorExit", "PluginStopped"]
)
def test_whatever_a_hook_raises_is_told(tmp_path: Path, raised: str) -> None:
    text = (
        "from sudoku_engine.plugins.time_limits import *\n"
        f"@hookimpl\ndef sudoku_strategies():\n    raise {raised}(*'ab'[:2])\n"
    )
    registry = Registry()
    registry.load([str(plugin_file(tmp_path, text))])
    (problem,) = registry.problems
    assert problem.what.startswith(f"sudoku_strategies failed: {raised}")
    assert problem.line == 5
