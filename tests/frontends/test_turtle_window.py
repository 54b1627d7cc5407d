"""Real windows on a display: their keys and clicks, films and boards to work on in them."""

import gc
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from sudoku_engine import Author, Candidate, Ended, Event, Grid, Layout, Run, Started, Step, Stepped
from sudoku_engine.errors import NoWindow, UsageError
from sudoku_frontends.pictures.board_picture import frame_of_scene
from sudoku_frontends.pictures.scene import Scene
from sudoku_frontends.pictures.themes import theme_named
from sudoku_frontends.player.view import Click, Controller, Drag, Input, Key, Paste, View
from sudoku_frontends.turtle_window import TurtleFrontEnd
from sudoku_frontends.turtle_window.window import Window

pytestmark = pytest.mark.window

PUZZLE = "000704005020010070000080002090006250600070008053200010400090000030060090200407000"
GRID = Grid.parse(PUZZLE)
LIGHT = theme_named("light")
LONG = 60

Action = Callable[[Any, Any], object]
"""Does something with a window and its controller; it is done again as long as it returns False."""


@pytest.fixture
def screen(display: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Open windows on the test's own display, and read files in its own folder."""
    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.chdir(tmp_path)
    gc.freeze()  # what other tests have left is much to go through at the end of each window
    yield
    gc.collect()  # here, since Tk must not die in the thread of a worker
    gc.unfreeze()


class Acting:
    """A controller, and a person who does one thing after another in its window, one each tick."""

    def __init__(self, controller: Controller, actions: Sequence[Action]) -> None:
        self.controller = controller
        self.actions = list(actions)
        self.deadline = time.monotonic() + LONG

    def tick(self, view: View, now: float, inputs: Sequence[Input]) -> None:
        self.controller.tick(view, now, inputs)
        assert now < self.deadline, f"{len(self.actions)} actions were not done"
        is_busy = getattr(self.controller, "is_thinking", False)
        if self.actions and not is_busy and self.actions[0](view, self.controller) is not False:
            del self.actions[0]


class Board:
    """A controller that shows a board and keeps its inputs."""

    def __init__(self) -> None:
        self.inputs: list[Input] = []

    def tick(self, view: View, now: float, inputs: Sequence[Input]) -> None:
        self.inputs += inputs
        view.show(Scene(GRID, title="A board"), LIGHT)


def use(window: Window, *actions: Action) -> list[Input]:
    """Return the inputs of a board in `window`, when these actions are done and it is closed."""
    board = Board()
    window.run(Acting(board, [*actions, pause, pause, close]))
    return board.inputs


@pytest.fixture
def person(screen: None, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return a function that takes the actions to do in the next window of a front end."""
    usual_run = Window.run

    def will_do(*actions: Action) -> None:
        def run(window: Window, controller: Controller) -> None:
            acting = Acting(controller, [is_ready, *actions])
            usual_run(window, acting)
            assert not acting.actions

        monkeypatch.setattr(Window, "run", run)

    return will_do


Person = Callable[..., None]


def is_ready(window: Window, controller: object) -> bool:
    canvas = window.canvas
    return bool(canvas.winfo_viewable()) and canvas.focus_get() is canvas


def pause(window: Window, controller: object) -> None:
    pass


def close(window: Window, controller: object) -> None:
    window.close()


def close_button(window: Window, controller: object) -> None:
    window.root.tk.eval(window.root.protocol("WM_DELETE_WINDOW"))


def destroy(window: Window, controller: object) -> None:
    window.root.destroy()


def key(keysym: str) -> Action:
    return lambda window, controller: window.root.event_generate(f"<KeyPress-{keysym}>")


def keys(text: str) -> list[Action]:
    return [key({".": "period"}.get(character, character)) for character in text]


def click(x: int, y: int, button: int = 1) -> Action:
    return lambda window, _: window.canvas.event_generate(f"<Button-{button}>", x=x, y=y)


def drag(x: int, y: int) -> Action:
    return lambda window, _: window.canvas.event_generate("<B1-Motion>", x=x, y=y)


def click_cell(name: str) -> Action:
    def action(window: Window, controller: object) -> None:
        layout = Layout.named("9x9")
        assert window.scene is not None
        x, y = frame_of_scene(window.scene, *window.size).centre(layout.cell(name))
        click(int(x), int(y))(window, controller)

    return action


def expect(condition: Callable[[Any], bool]) -> Action:
    def action(window: Window, controller: Any) -> None:
        assert condition(controller), window.scene

    return action


def shows(title: str) -> Action:
    def action(window: Window, controller: object) -> None:
        assert window.scene is not None
        assert window.scene.title == title

    return action


@pytest.mark.usefixtures("screen")
def test_keys_clicks_and_what_is_pasted_reach_the_controller_in_their_order() -> None:
    names = ("space", "Right", "Shift_L", "plus", "KP_Left", "Control_R", "Prior")
    shown = []

    def note(window: Window, board: object) -> None:
        assert window.scene is not None
        shown.append((window.title, window.scene.title, window.is_full_screen))

    inputs = use(
        Window("Test"),
        *(is_ready, note, *map(key, names), click(40, 50, button=3), drag(60, 70)),
        lambda window, _: window.copy("53..7...."),
        lambda window, _: window.root.event_generate("<Control-KeyPress-v>"),
        *(key("F11"), note, key("Escape"), note, key("Escape")),
    )
    pressed = [Key("space"), Key("Right"), Key("+"), Key("Left"), Key("PageUp")]
    assert inputs == [*pressed, Click(40, 50, 3), Drag(60, 70), Paste("53..7...."), Key("Escape")]
    assert shown == [("Test", "A board", is_full) for is_full in (False, True, False)]


@pytest.mark.usefixtures("screen")
def test_a_window_can_be_opened_again_in_the_same_process() -> None:
    import turtle

    for _ in range(2):
        assert use(Window("Test"), is_ready, key("space")) == [Key("space")]
    assert not turtle.RawTurtle.screens


@pytest.mark.usefixtures("screen")
def test_a_window_has_the_size_that_was_asked_for_and_is_laid_out_anew_with_another() -> None:
    def has_size(width: int, height: int) -> Action:
        return lambda window, board: window.size == (width, height)

    def fits(window: Window, board: object) -> None:
        assert window.canvas.bbox("all")[2] <= window.size[0] + 20

    def enlarge(window: Window, board: object) -> None:
        window.root.geometry("900x700")

    window = Window("Test", size="500x600")
    use(window, is_ready, has_size(500, 600), fits, enlarge, has_size(900, 700), pause, fits)


@pytest.mark.usefixtures("screen")
def test_what_a_tick_raises_comes_out_of_the_window() -> None:
    def fail(window: Window, board: object) -> None:
        raise ValueError("on purpose")

    with pytest.raises(ValueError, match="on purpose"):
        use(Window("Test"), pause, fail)


@pytest.mark.usefixtures("screen")
@pytest.mark.parametrize("end", [close_button, close, destroy])
def test_a_window_can_be_closed_at_any_moment_without_a_word(
    end: Action, capfd: pytest.CaptureFixture[str]
) -> None:
    for moment in (0, 5):
        use(Window("Test"), *[pause] * moment, end)
    assert "".join(capfd.readouterr()) == ""


AUTHOR = Author("mine", "Mine", "my_strategy.py")


def steps(gate: threading.Event | None = None) -> Iterator[Event]:
    """Yield three steps, the first of them when the `gate` is open."""
    yield Started(GRID)
    grid = GRID
    if gate:
        gate.wait(LONG)
    for number in (1, 2, 3):
        cell = grid.open_cells[0]
        step = Step([Candidate(cell, min(grid.candidates(cell)))])
        grid = grid.apply(step)
        yield Stepped(number, AUTHOR, step, grid)
    yield Ended("stuck", "strategies", grid, 3, {}, 0.1)


def film(events: Iterator[Event]) -> list[Event]:
    """Return the events that were drawn when the film of these events was closed."""
    drawn: list[Event] = []
    run = Run(GRID, events, source="here", listeners=[lambda run, event: drawn.append(event)])
    TurtleFrontEnd().present([run])
    return drawn


def is_still(window: Window, film: Any) -> bool:
    return not (film.is_waiting or film.player.is_moving)


def test_keys_step_through_a_film_and_quit_it(person: Person) -> None:
    names = ("Right", "Right", "Left", "q")
    person(*(action for name in names for action in (is_still, key(name), pause)))
    assert [type(event) for event in film(steps())] == [Started, Stepped, Stepped]


def test_puzzles_of_a_file_are_read_while_the_window_is_open(
    person: Person, run: Any, tmp_path: Path
) -> None:
    (tmp_path / "two.txt").write_text("1...............\n2...............\n", encoding="ascii")
    person(is_still, key("p"), pause, is_still, key("q"))
    done = run("transform", "--transpose", "two.txt", "--frontend", "turtle")
    assert (done.status, "Traceback" in done.err, "failed" in done.err) == (0, False, False)


CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_a_game_in_a_real_window_is_played_saved_and_left(
    person: Person, run: Any, tmp_path: Path
) -> None:
    person(
        *(key("4"), click_cell("r1c3"), pause),
        expect(lambda editor: editor.session.grid.digits[2] == 4),
        *(key("5"), click_cell("r1c4"), pause, shows("5 does not fit in r1c4")),
        *map(key, ("Escape", "Right", "Down", "Right", "7", "Return")),
        pause,
        expect(lambda editor: editor.session.grid.digits[10] == 7),
        *map(key, ("v", "x", "question", "F1", "F1", "F1", "t", "s")),
        *(*keys("game.sdk"), key("Return"), pause),
        expect(lambda editor: editor.session.is_saved),
        key("q"),
    )
    assert run("play", CLASSIC).status == 0
    assert (tmp_path / "game.sdk").exists()


UNSAVED = (key("4"), click_cell("r1c3"))


@pytest.mark.parametrize(
    "actions",
    [
        (close_button,),
        (*UNSAVED, close_button, pause, shows("Your work is not saved"), close_button),
        (*UNSAVED, key("q"), key("q")),
        (
            *(key("r"), *keys("b.txt"), key("Return"), pause),
            expect(lambda editor: editor.session.layout.n == 4),
            *(key("o"), key("q"), key("q")),
        ),
    ],
    ids=["nothing done", "close button", "q", "another board"],
)
def test_work_is_left_at_once_or_if_it_is_not_saved_by_asking_twice(
    actions: tuple[Action, ...], person: Person, run: Any, tmp_path: Path
) -> None:
    (tmp_path / "b.txt").write_text("1...\n....\n....\n....\n", encoding="ascii")
    person(*actions)
    assert run("play", CLASSIC).status == 0


@contextmanager
def program(display: str, folder: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Run the program in a process of its own; it shows a window."""
    with subprocess.Popen(
        [sys.executable, "-m", "sudoku_engine", *arguments],
        cwd=folder,
        env=_environment(display),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        timer = threading.Timer(LONG, process.kill)
        timer.start()
        yield process
        timer.cancel()
        process.kill()


def _environment(display: str, **more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "DISPLAY": display, **more}


def xdotool(display: str, *arguments: str) -> str:
    """Return what xdotool prints. Skips without it; never where CI is set."""
    if shutil.which("xdotool") is None:
        missing = pytest.fail if os.environ.get("CI") else pytest.skip
        missing("no keys can be pressed: there is no xdotool")
    command, environment = ["xdotool", *arguments], _environment(display)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return done.stdout


def window_id(display: str, title: str) -> str:
    """Return the window with this title, a regular expression, once it is there with the focus."""
    deadline = time.monotonic() + LONG
    while time.monotonic() < deadline:
        found = xdotool(display, "search", "--onlyvisible", "--name", title)
        if found and xdotool(display, "getwindowfocus") not in ("", "1\n"):
            return found.split()[-1]
        time.sleep(0.05)
    raise AssertionError("no window")


def press(display: str, window: str, *names: str) -> None:
    """Press real keys, slowly enough for the window to show a step after each."""
    for name in names:
        xdotool(display, "key", "--window", window, name)
        time.sleep(0.4)


@pytest.mark.process
def test_ctrl_c_in_the_terminal_ends_the_film_with_status_130(display: str, tmp_path: Path) -> None:
    with program(display, tmp_path, "solve", "--frontend", "turtle", PUZZLE) as solving:
        window_id(display, "Puzzle 1 - Sudoku")
        solving.send_signal(signal.SIGINT)
        _, err = solving.communicate(timeout=LONG)
        assert solving.returncode == 130
        assert "Traceback" not in err


@pytest.mark.process
def test_ctrl_c_ends_unsaved_work_at_once_with_status_130(display: str, tmp_path: Path) -> None:
    with program(display, tmp_path, "play", "." * 81) as playing:
        window = window_id(display, "puzzle:1 - Sudoku")
        press(display, window, "Right", "5")
        window_id(display, r"\*puzzle:1 - Sudoku")  # not saved
        playing.send_signal(signal.SIGINT)
        assert playing.communicate(timeout=LONG)[1] == "stopped\n"
        assert playing.returncode == 130


@pytest.mark.process
def test_the_text_scrolls_beside_the_window_in_step(display: str, tmp_path: Path) -> None:
    with program(display, tmp_path, "solve", "--frontend", "turtle", PUZZLE) as solving:
        window = window_id(display, "Puzzle 1 - Sudoku")
        press(display, window, "Right", "Right", "q")
        out, err = solving.communicate(timeout=LONG)
        assert (solving.returncode, err) == (0, "puzzle:1: closed after step 2, before the end\n")
        assert len([line for line in out.splitlines() if line[:3].strip().isdigit()]) == 2


def test_without_a_display_it_says_so_and_how_to_mend_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    runs = iter([Run(GRID, steps())])
    with pytest.raises(NoWindow) as caught:
        TurtleFrontEnd().present(runs)
    assert next(runs, None) is not None
    assert str(caught.value).startswith("no window: there is no display (DISPLAY is not set)")
    assert "\n" not in str(caught.value)


def test_without_tkinter_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tkinter", None)
    with pytest.raises(NoWindow, match=r"no tkinter.*python3-tk"):
        Window("Test")


def test_a_file_that_hides_pythons_own_turtle_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    mine = ModuleType("turtle")
    mine.__file__ = str(tmp_path / "turtle.py")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "turtle", mine)
    with pytest.raises(NoWindow, match=r"^turtle\.py: hides"):
        Window("Test")


def test_a_bad_size_is_named() -> None:
    with pytest.raises(UsageError, match="640x800, not 'huge'"):
        Window("Test", size="huge")


@pytest.mark.process
def test_importing_the_front_ends_imports_no_tkinter() -> None:
    code = "\n".join(
        [
            "import sys",
            "from sudoku_frontends import turtle_window",
            "[front_end] = turtle_window.sudoku_frontends()",
            "assert front_end.id == 'turtle'",
            "assert not {'tkinter', 'turtle'} & set(sys.modules)",
        ]
    )
    environment = _environment("")
    subprocess.run([sys.executable, "-c", code], env=environment, check=True, timeout=LONG)
