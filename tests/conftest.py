"""Fixtures that tests share: our own puzzles with their solutions, the program, a display."""

import gc
import io
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

os.environ.setdefault("HYPOTHESIS_NO_PLUGINS", "1")  # else it imports trio, which is large
from hypothesis import HealthCheck, is_hypothesis_test, settings

from tests.support.bytecode import compile_modules, import_share  # first: how ours are compiled

# isort: split
from sudoku_engine import __main__ as program_of_ours
from sudoku_engine.__main__ import OBJECTS
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.registry import Registry
from sudoku_plugins.fast import compiled
from tests.support.browser import Browser, chromium
from tests.support.compiling import start_compiling, wait_until_compiled
from tests.support.display import virtual_display
from tests.support.lacking import skip_for
from tests.support.our_boards import CLASSIC_FILES, OTHER_FILES, Solved, our_boards
from tests.support.program import Done, Program

# A busy machine is slow, which says nothing about the code.
for name, examples in (("usual", 10), ("thorough", 60)):
    settings.register_profile(
        name,
        deadline=None,
        max_examples=examples,
        suppress_health_check=[HealthCheck.too_slow],
    )
settings.load_profile("usual")

# Tests keep much more than the program, and to look for garbage among it takes long.
gc.set_threshold(10 * OBJECTS)


@pytest.hookimpl(tryfirst=True)  # before xdist looks at its options
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Share the tests out, unless `-n` says how or xdist is not there.

    Not by setup.cfg, which also counts for a pupil's test in a clone: that needs no xdist.
    """
    if not hasattr(config, "workerinput") and getattr(config.option, "numprocesses", 0) is None:
        config.option.numprocesses, config.option.dist = "auto", "worksteal"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return a worker more than there are processors: many tests mostly wait for a process."""
    from xdist.plugin import pytest_xdist_auto_num_workers as usual_number

    chosen = "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ
    return int(usual_number(config)) + (0 if chosen else 1)


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name a case by the beginning of a long text, which all processes else tell one another."""
    return f"{val[:60]}..." if isinstance(val, str) and len(val) > 200 else None


@pytest.hookimpl(tryfirst=True)  # before `-m` selects
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that need a display or a browser, or start the program, by their fixtures.

    Those with a browser come first: so one worker gets them all, and starts one.
    """
    is_thorough = settings.get_current_profile_name() == "thorough"
    for item in items:
        if is_thorough and is_hypothesis_test(getattr(item, "obj", None)):
            item.add_marker("thorough")  # on more examples
        fixtures = set(getattr(item, "fixturenames", ()))
        if "display" in fixtures:
            item.add_marker("window")
        if "browser" in fixtures:
            item.add_marker("web")
        if fixtures & {"browser", "display", "program", "program_in"}:
            item.add_marker("process")
    items.sort(key=lambda item: item.get_closest_marker("web") is None)


def pytest_configure(config: pytest.Config) -> None:
    """Try laws on more examples where `-m thorough` asks for them; let Ctrl-C end processes.

    A shell has it ignored by all that runs in its background, and by what that starts.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if config.option.markexpr == "thorough":
        settings.load_profile("thorough")


def pytest_collection_finish() -> None:
    """Leave the tests themselves out of each search for garbage."""
    gc.freeze()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile the search while modules are compiled and workers collect the tests."""
    if session.config.getoption("tx", None) and "PYTEST_XDIST_WORKER" not in os.environ:
        if compiled.is_available():
            start_compiling(session.config)
        compile_modules()


def pytest_collection(session: pytest.Session) -> None:
    """Let each worker compile a share of the tests, if all of them are to be run."""
    config = session.config
    if "PYTEST_XDIST_WORKER" in os.environ and config.args == config.getini("testpaths"):
        import_share()


@pytest.fixture(scope="session", autouse=True)
def compiled_search() -> None:
    """Have the search compiled: the program says so where it has to wait for it."""
    if compiled.is_available():
        wait_until_compiled()


@pytest.fixture(scope="session")
def classic_boards() -> list[Solved]:
    """Return the puzzles of the classic board, from easy to very hard."""
    return our_boards(*CLASSIC_FILES)


@pytest.fixture(scope="session")
def other_boards() -> list[Solved]:
    """Return the puzzles of other sizes, with diagonals, and with regions."""
    return our_boards(*OTHER_FILES)


@pytest.fixture(scope="session")
def all_boards(classic_boards: list[Solved], other_boards: list[Solved]) -> list[Solved]:
    """Return all puzzles of `plugins/sudoku_plugins/kit/boards` that have one solution."""
    return classic_boards + other_boards


@pytest.fixture(scope="module")
def registry() -> Registry:
    """Return a registry of what is bundled."""
    found = Registry()
    found.load()
    return found


@pytest.fixture(scope="module")
def helpers(registry: Registry) -> list[Component]:
    """Return all bundled strategies, the visible single first."""
    return registry.loop_strategies("manual")


@pytest.fixture(scope="session")
def program_in() -> type[Program]:
    """Return the class of programs, for tests that choose the folder."""
    return Program


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """Return the program as people run it, in a process of its own: slow."""
    return Program(tmp_path)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Any:
    """Return a function that runs the program in this process: quick."""
    monkeypatch.chdir(tmp_path)

    def run_here(*arguments: str, stdin: bytes | None = None) -> Done:
        capfd.readouterr()
        if stdin is not None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = program_of_ours.run(arguments)
        return Done(status, *capfd.readouterr())

    return run_here


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """Yield the name of a display of this worker.

    Without one, skip the test; if CI is set, let it fail.
    """
    try:
        import tkinter  # noqa: F401
    except ImportError:
        skip_for("this Python has no tkinter")
    if shutil.which("Xvfb") is None:
        skip_for("there is no Xvfb")
    with virtual_display() as name:
        if not name:
            skip_for("Xvfb does not start")
        yield name


@pytest.fixture(scope="session")
def one_chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Yield the browser of this worker."""
    with chromium(tmp_path_factory.mktemp("chromium")) as started:
        yield started


@pytest.fixture
def browser(one_chromium: Browser) -> Iterator[Browser]:
    """Yield this worker's browser with an empty page; errors of the page fail the test.

    Without one, skip the test; if CI is set, let it fail.
    """
    yield one_chromium
    problems = one_chromium.problems()
    one_chromium.reset()
    assert problems == []
