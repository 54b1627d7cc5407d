"""The window itself, with real keys and clicks, on a display and in a process of its own."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any, NamedTuple

import pytest

PUZZLE = "000704005020010070000080002090006250600070008053200010400090000030060090200407000"
LONG = 60


class Done(NamedTuple):
    """What came of a process."""

    status: int
    out: str
    err: str


Script = Callable[..., Done]

BEGINNING = """
import os, sys, threading, time, tkinter
from sudoku_engine import Candidate, Grid, Step
from sudoku_engine.api.events import Author, Ended, Started, Stepped, Tried
from sudoku_engine.api.run import Run
from sudoku_engine.picture.scene import Scene
from sudoku_engine.picture.themes import theme_named
from sudoku_frontends.player.view import Click, Key
from sudoku_frontends.turtle_window.frontend import TurtleFrontEnd
from sudoku_frontends.turtle_window.window import Window

GRID = Grid.parse("{puzzle}")
LIGHT = theme_named("light")


class Hands:
    '''Does with a window what a person would, a thing a tick, and keeps what comes of it.'''

    def __init__(self, *deeds):
        self.deeds, self.inputs = list(deeds), []

    def tick(self, window, now, inputs):
        self.inputs += inputs
        window.show(Scene(GRID, title="A board"), LIGHT)
        if self.deeds:
            self.deeds.pop(0)(window)
        elif now > self.until:
            window.close()

    def use(self, window):
        self.until = time.monotonic() + 0.5
        window.run(self)
        return self


def key(keysym):
    return lambda window: window.root.event_generate(f"<KeyPress-{{keysym}}>")


def nothing(window):
    pass
"""


@pytest.fixture
def script(display: str, tmp_path: Path) -> Script:
    """What runs Python code, after the `BEGINNING`, in a process of its own."""

    def run(code: str, **environment: str) -> Done:
        text = BEGINNING.format(puzzle=PUZZLE) + dedent(code)
        process = subprocess.run(
            [sys.executable, "-c", text],
            cwd=tmp_path,
            env=_environment(display, **environment),
            capture_output=True,
            text=True,
            timeout=LONG,
        )
        return Done(process.returncode, process.stdout, process.stderr)

    return run


def _environment(display: str, **more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "DISPLAY": display, **more}


def check(done: Done) -> None:
    assert (done.status, done.err) == (0, ""), done.err


def test_keys_and_clicks_reach_the_controller_in_their_order(script: Script) -> None:
    check(
        script("""
            def click(window):
                window.canvas.event_generate("<Button-3>", x=40, y=50)

            keys = [key(name) for name in ("space", "Right", "plus", "KP_Left")]
            hands = Hands(nothing, nothing, *keys, click)
            hands.use(Window("Test"))
            assert hands.inputs == [
                Key("space"), Key("Right"), Key("+"), Key("Left"), Click(40, 50, 3)
            ], hands.inputs
        """)
    )


def test_a_window_can_be_opened_again_in_the_same_process(script: Script) -> None:
    check(
        script("""
            import turtle
            for _ in range(3):
                Hands(nothing, key("space")).use(Window("Test"))
            assert not turtle.RawTurtle.screens
        """)
    )


def test_a_window_has_the_size_that_was_asked_for_and_is_laid_out_anew_with_another(
    script: Script,
) -> None:
    check(
        script("""
            sizes = []

            def note(window):
                items = window.canvas.bbox("all")
                sizes.append((window.size, items[2] <= window.size[0] + 20))

            def enlarge(window):
                window.root.geometry("900x700")

            pause = [nothing] * 20
            Hands(*pause, note, enlarge, *pause, note).use(Window("Test", size="500x600"))
            assert sizes == [((500, 600), True), ((900, 700), True)], sizes
        """)
    )


def test_what_a_tick_raises_comes_out_of_the_window(script: Script) -> None:
    check(
        script("""
            def fail(window):
                raise ValueError("on purpose")

            try:
                Hands(nothing, fail).use(Window("Test"))
            except ValueError as error:
                assert str(error) == "on purpose"
            else:
                raise AssertionError("nothing was raised")
        """)
    )


CLOSINGS = {
    "by its button": "window.root.tk.eval(window.root.protocol('WM_DELETE_WINDOW'))",
    "by the program": "window.close()",
    "by other hands": "window.root.destroy()",
}


@pytest.mark.parametrize("how", CLOSINGS)
def test_a_window_can_be_closed_at_any_moment_without_a_word(script: Script, how: str) -> None:
    done = script(f"""
        def end(window):
            {CLOSINGS[how]}

        for moment in (0, 1, 5):
            Hands(*[nothing] * moment, end, nothing, nothing).use(Window("Test"))
            print("after", moment)
    """)
    assert done == (0, "after 0\nafter 1\nafter 5\n", "")


def test_f11_is_full_screen_and_escape_leaves_it(script: Script) -> None:
    check(
        script("""
            states = []

            def note(window):
                states.append(window.is_full_screen)

            hands = Hands(nothing, nothing, key("F11"), note, key("Escape"), note, key("Escape"))
            hands.use(Window("Test"))
            assert states == [True, False]
            assert hands.inputs == [Key("Escape")]
        """)
    )


FILM = """
AUTHOR = Author("mine", "Mine", "my_strategy.py")


def events(pause=0):
    yield Started(GRID)
    grid = GRID
    for number in (1, 2, 3):
        time.sleep(pause)
        cell = grid.open_cells[0]
        step = Step([Candidate(cell, min(grid.candidates(cell)))])
        grid = grid.apply(step)
        yield Stepped(number, AUTHOR, step, grid)
    yield Ended("stuck", "strategies", grid, 3, {}, 0.1)


def searching():
    yield Started(GRID)
    while True:
        for digit in (1, 3):
            yield Tried(0, digit)


told = []


def runs(events):
    yield Run(GRID, events, source="here", listeners=[lambda run, event: told.append(event)])


def film(events, **options):
    TurtleFrontEnd().present(runs(events), **options)


def with_keys(*keys, pause=0.1):
    '''Has real keys pressed, by xdotool, from another thread.'''
    def press():
        while os.system("xdotool search --name 'here - Sudoku' > window"):
            time.sleep(0.05)
        time.sleep(0.3)
        for each in keys:
            os.system(f"xdotool key --window $(tail -1 window) {each} 2> /dev/null")
            time.sleep(pause)
    threading.Thread(target=press, daemon=True).start()
"""


def film(code: str) -> str:
    return FILM + dedent(code)


@pytest.fixture
def xdotool() -> None:
    """Skips where no keys can be pressed from outside; never where CI is set."""
    if shutil.which("xdotool") is None:
        missing = pytest.fail if os.environ.get("CI") else pytest.skip
        missing("no keys can be pressed: there is no xdotool")


@pytest.mark.usefixtures("xdotool")
def test_real_keys_step_through_a_film_and_quit_it(script: Script) -> None:
    check(
        script(
            film("""
            with_keys("Right", "Right", "Left", "q")
            film(events())
            assert [type(event) for event in told] == [Started, Stepped, Stepped], told
        """)
        )
    )


@pytest.mark.usefixtures("xdotool")
def test_a_film_ends_at_once_while_a_strategy_thinks(script: Script) -> None:
    check(
        script(
            film("""
            with_keys("Right", "q", pause=0.5)
            begun = time.monotonic()
            film(events(pause=30))
            assert time.monotonic() - begun < 15
            assert told == told[:1]
        """)
        )
    )


@pytest.mark.usefixtures("xdotool")
def test_a_search_without_end_can_be_watched_and_closed(script: Script) -> None:
    check(
        script(
            film("""
            with_keys("End", "q", pause=1)
            film(searching())
            assert len(told) > 1000
        """)
        )
    )


@pytest.fixture
def solving(display: str, tmp_path: Path) -> Iterator[subprocess.Popen[Any]]:
    """The program, showing a film."""
    with subprocess.Popen(
        [sys.executable, "-m", "sudoku_engine", "solve", "--frontend", "turtle", PUZZLE],
        cwd=tmp_path,
        env=_environment(display),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        yield process
        process.kill()


def window_id(display: str) -> str:
    """The window of a film, once it is there."""
    for _ in range(LONG * 10):
        found = subprocess.run(
            ["xdotool", "search", "--name", "puzzle:1 - Sudoku"],
            env=_environment(display),
            capture_output=True,
            text=True,
            check=False,
        )
        if found.stdout:
            return found.stdout.split()[-1]
        time.sleep(0.1)
    raise AssertionError("no window")


@pytest.mark.usefixtures("xdotool")
def test_ctrl_c_in_the_terminal_ends_the_film_with_status_130(
    solving: subprocess.Popen[Any], display: str
) -> None:
    window_id(display)
    solving.send_signal(signal.SIGINT)
    _, err = solving.communicate(timeout=LONG)
    assert solving.returncode == 130
    assert "Traceback" not in err


@pytest.mark.usefixtures("xdotool")
def test_the_text_scrolls_beside_the_window_in_step(
    solving: subprocess.Popen[Any], display: str
) -> None:
    window = window_id(display)
    for key in ("Right", "Right", "q"):
        command = ["xdotool", "key", "--window", window, key]
        subprocess.run(command, env=_environment(display), capture_output=True, check=False)
        time.sleep(0.5)
    out, err = solving.communicate(timeout=LONG)
    assert (solving.returncode, err) == (0, "")
    steps = [line for line in out.splitlines() if line[:3].strip().isdigit()]
    assert len(steps) == 2


def test_without_a_display_it_says_so_and_how_to_mend_it(script: Script) -> None:
    done = script(
        """
        from sudoku_engine.errors import NoWindow
        del os.environ["DISPLAY"]
        taken = []
        try:
            TurtleFrontEnd().present(taken.append(1) or [] for _ in "x")
        except NoWindow as error:
            print(error)
        assert not taken
    """
    )
    assert done.status == 0, done.err
    assert done.out.startswith("no window: there is no display (DISPLAY is not set)")
    assert done.out.count("\n") == 1


def test_a_display_that_cannot_be_reached_is_named(script: Script) -> None:
    done = script(
        """
        from sudoku_engine.errors import NoWindow
        try:
            Window("Test")
        except NoWindow as error:
            print(error)
    """,
        DISPLAY=":4711",
    )
    assert "the display :4711" in done.out, done


def test_without_tkinter_it_says_what_to_install(script: Script) -> None:
    done = script("""
        from sudoku_engine.errors import NoWindow
        for name in [name for name in sys.modules if "tkinter" in name]:
            del sys.modules[name]
        sys.modules["tkinter"] = None
        try:
            Window("Test")
        except NoWindow as error:
            print(error)
    """)
    assert "no tkinter" in done.out, done
    assert "python3-tk" in done.out


def test_a_file_that_hides_pythons_own_turtle_is_named(script: Script, tmp_path: Path) -> None:
    (tmp_path / "turtle.py").write_text("print('mine')", encoding="ascii")
    done = script("""
        from sudoku_engine.errors import NoWindow
        sys.path.insert(0, os.getcwd())
        try:
            Window("Test")
        except NoWindow as error:
            print(error)
    """)
    assert done.out.splitlines()[-1].startswith("turtle.py: hides"), done


def test_a_bad_size_is_named(script: Script) -> None:
    done = script("""
        from sudoku_engine.errors import UsageError
        try:
            Window("Test", size="huge")
        except UsageError as error:
            print(error)
    """)
    assert "640x800, not 'huge'" in done.out, done


def test_importing_the_front_ends_imports_no_tkinter() -> None:
    code = dedent("""
        import sys
        import sudoku_frontends
        [front_end] = sudoku_frontends.sudoku_frontends()
        assert front_end.id == "turtle"
        assert not {"tkinter", "turtle"} & set(sys.modules)
    """)
    environment = _environment("")
    subprocess.run([sys.executable, "-c", code], env=environment, check=True, timeout=LONG)
