"""The example of a front end, a window of pygame: what it draws, its keys and clicks."""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from io import BytesIO
from subprocess import PIPE
from typing import Any

import pytest
from PIL import Image, ImageChops

from sudoku_engine import Candidate, Engine, Grid, Run, Step
from sudoku_frontends.pictures.board_picture import frame_of_scene, picture
from sudoku_frontends.pictures.raster import png
from sudoku_frontends.pictures.scene import Scene
from sudoku_frontends.pictures.themes import theme_named
from sudoku_frontends.player.editor import Editor
from sudoku_frontends.player.film import Film
from sudoku_frontends.player.view import Input, View
from sudoku_plugins.session.workbench import Session
from tests.support.boards import PUZZLE
from tests.support.lacking import skip_for
from tests.support.paths import EXAMPLES

LONG = 60.0
ENDS = [Candidate(2, 1), Candidate(29, 1), Candidate(40, 2)]
CHAIN = Step(
    eliminations=[Candidate(3, 2)],
    because={"colour 1": ENDS[::2], "colour 2": [ENDS[1]]},
    links=[([ENDS[0]], [ENDS[1]], True), ([ENDS[1]], [ENDS[2]], False)],
)
"""A step with a strong link and a weak one; that it is true does not matter to a painter."""


@pytest.fixture
def pygame(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Pygame without a screen."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        module = import_module("pygame")
    except ImportError:
        skip_for("there is no pygame")
    module.display.init()
    yield module
    module.display.quit()


@pytest.fixture
def module(pygame: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module of the window."""
    monkeypatch.syspath_prepend(EXAMPLES)
    return import_module("pygame_window")


class Acting:
    """A controller, and a person who does the next thing once nothing happens any more."""

    def __init__(self, pygame: Any, controller: Any, acts: Sequence[Any]) -> None:
        self.pygame, self.controller, self.acts = pygame, controller, list(acts)
        self.quiet = 0
        self.stop = controller.stop

    def tick(self, view: View, now: float, inputs: Sequence[Input]) -> None:
        """Post an event, or call a function with the view."""
        self.controller.tick(view, now, inputs)
        is_busy = inputs or getattr(self.controller, "is_waiting", False)
        self.quiet = 0 if is_busy else self.quiet + 1
        if self.quiet > 3:
            self.quiet = 0
            act = self.acts.pop(0)
            if callable(act):
                act(view)
            else:
                self.pygame.event.post(act)


def key(pygame: Any, name: str, text: str = "", held: str = "KMOD_NONE") -> Any:
    code, mod = getattr(pygame, f"K_{name}"), getattr(pygame, held)
    return pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=text)


def shows(title: str, theme: str = "light") -> Callable[[Any], None]:
    def check(view: Any) -> None:
        scene, shown_theme, _ = view.shown
        assert scene.title.startswith(title)
        assert shown_theme.name == theme

    return check


def test_all_shapes_are_painted_as_everywhere(module: Any, pygame: Any) -> None:
    grid, theme = Grid.parse(PUZZLE), theme_named("light")
    scene = Scene(grid, CHAIN, title="A chain", reason="One end of it is true.", progress=0.4)
    view = module.Window()
    view.show(scene, theme, "Chain")

    ours = Image.frombytes("RGB", view.size, pygame.image.tobytes(view.surface, "RGB"))
    theirs = Image.open(BytesIO(png(picture(scene, theme, *view.size), *view.size)))
    away = ImageChops.difference(ours, theirs.convert("RGB")).convert("L").histogram()
    assert sum(away[64:]) < 0.04 * sum(away)  # edges, and digits that are a pixel aside
    assert sum(away[:8]) < sum(away)  # they are two painters
    assert pygame.display.get_caption()[0] == "Chain"


def test_a_film_is_stepped_through_by_keys(module: Any, pygame: Any) -> None:
    found = Engine().solve(PUZZLE)
    film = Film([Run(found.puzzle, iter(found.events))])
    right = key(pygame, "RIGHT")
    acts = [right, right, shows("2. "), key(pygame, "LEFT"), shows("1. ")]
    acts += [key(pygame, "t", "t"), shows("1. ", "dark"), key(pygame, "q", "q")]
    module.Window().run(Acting(pygame, film, acts))
    assert film.is_closed


def test_a_board_is_worked_on_by_clicks_and_keys(module: Any, pygame: Any) -> None:
    session = Session(Grid.parse(PUZZLE))
    cell = session.grid.open_cells[0]
    digit = min(session.grid.candidates(cell))

    def click_cell(view: Any) -> None:
        x, y = frame_of_scene(view.shown[0], *view.size).centre(cell)
        event = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=1)
        pygame.event.post(event)

    def holds(wanted: int) -> Callable[[Any], None]:
        def check(view: Any) -> None:
            assert session.grid.digit(cell) == wanted

        return check

    acts = [click_cell, key(pygame, f"{digit}", f"{digit}"), holds(digit)]
    acts += [key(pygame, "z", "\x1a", "KMOD_LCTRL"), holds(0)]
    acts += [key(pygame, f"{digit}", f"{digit}"), key(pygame, "BACKSPACE", "\b"), holds(0)]
    acts += [key(pygame, "q", "q"), key(pygame, "q", "q")]
    module.Window().run(Acting(pygame, Editor(session, has_pad=True), acts))


@pytest.mark.thorough
@pytest.mark.parametrize("command", ["solve", "play"])
def test_the_program_opens_it_by_its_name(command: str, display: str, program: Any) -> None:
    if shutil.which("xdotool") is None:
        skip_for("no keys can be pressed: there is no xdotool")
    arguments = [command, "--plugin", str(EXAMPLES / "pygame_window.py"), "--frontend", "pygame"]
    process = program.start(*arguments, "1" + "." * 15, DISPLAY=display)
    end = time.monotonic() + LONG
    # Without a window manager nobody gives a new window the keys, once another window had them.
    focus = ["search", "--onlyvisible", "--name", ".", "windowfocus"]
    while process.poll() is None and time.monotonic() < end:
        for names in (focus, ["key", "q"]):
            subprocess.run(["xdotool", *names], env={**os.environ, "DISPLAY": display}, stderr=PIPE)
        time.sleep(0.3)
    process.kill()
    _, err = process.communicate()
    assert (process.returncode, b"Traceback" in err) == (0, False), err
